"""The result of a stage: its moment with picture and sound, and the way on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from game.climb.game import ClimbKeeper
from game.climb.ghosts import GhostKind
from game.climb.moments import EndMoment, end_moment
from game.climb.record import ClimbStep
from game.climb.stage_rules import boss_of, target_at
from game.page.climb_words import (
    describe_shortfall,
    name_stage,
    word_boss,
    word_end,
    write_product,
)
from game.ui.draw.animation import ease_out, mix_colour, mix_point
from game.ui.draw.bands import SLOPE, draw_ghost, draw_harvest, draw_hexagon
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.climb_picture import (
    AceLook,
    Tint,
    draw_ace,
    draw_crystal,
    draw_pennant,
    tint_of,
)
from game.ui.draw.icons import Icon
from game.ui.draw.shapes import fill_rect
from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerPressed
from game.ui.frame.scene import Navigation, Pulse, Replace, Scene
from game.ui.frame.topics import READING
from game.ui.layout.hexagon import hex_corners
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Point, Rect
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    ActionBand,
    Column,
    Ink,
    PageScene,
    Picture,
    Row,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.climb.camps import ghosts_of_stage
from game.ui.scenes.climb.choice import ChoiceScene
from game.ui.scenes.climb.naming import name_ghost
from game.ui.scenes.climb.pause import end_climb_scene
from game.ui.scenes.climb.score_picture import (
    bands_of_board,
    draw_ace_bands,
    draw_purse,
    draw_stage_marks,
    stage_marks,
    stage_scale,
)
from game.ui.sound.names import Sound

_SECONDS: Final = 1.6
"""Seconds of a moment's animation."""

_SOUNDS: Final[dict[EndMoment, tuple[Sound, float]]] = {
    EndMoment.PASSED: (Sound.CLIMB_PASSED, 1.0),
    EndMoment.FAR_ABOVE: (Sound.CLIMB_FAR, 1.0),
    EndMoment.JUST: (Sound.CLIMB_JUST, 1.0),
    EndMoment.ROPE_HOLDS: (Sound.CLIMB_HOLDS, 0.7),
    EndMoment.FAR_BELOW: (Sound.CLIMB_BELOW, 0.7),
    EndMoment.BOSS: (Sound.CLIMB_BOSS, 1.0),
    EndMoment.SUMMIT: (Sound.CLIMB_SUMMIT, 1.0),
    EndMoment.OVER: (Sound.CLIMB_OVER, 0.7),
}
"""The sound and volume of each moment: a miss is never louder than a pass."""

_INKS: Final[dict[EndMoment, Ink]] = {
    EndMoment.ROPE_HOLDS: "cool",
    EndMoment.FAR_BELOW: "ink_soft",
    EndMoment.OVER: "ink_soft",
    EndMoment.BOSS: "accent",
    EndMoment.SUMMIT: "accent",
    EndMoment.FAR_ABOVE: "accent",
}

_HIGH: Final = (EndMoment.BOSS, EndMoment.SUMMIT)
_LOUD: Final = (*_HIGH, EndMoment.FAR_ABOVE)
_FOOT: Final = 44
"""Units of height of the band with ropes and crystals."""

_CRYSTALS: Final = 22


def after_stage_scene(context: Context, climb: ClimbKeeper) -> Scene:
    """End the open stage, and return the page of its result."""
    return AfterStage(context, climb, climb.finish_stage())


class AfterStage(PageScene):
    """The moment of a stage's end; the first key or click ends its motion, the next goes on."""

    counted = (READ_WITH_HEADING,)
    door = 6
    unasked = 1

    def __init__(self, context: Context, climb: ClimbKeeper, step: ClimbStep) -> None:
        super().__init__(context)
        self._climb, self._step = climb, step
        self.moment = end_moment(step.end, step.after)
        self._age = 0.0
        self._is_still = context.preferences.has_reduced_motion
        self._has_sounded = False
        self._beside = self._beside_words()
        self._board = BoardPicture(context.painter)
        self.keys = {Action.CONFIRM: self._go_on, Action.CANCEL: self._go_on}

    def page(self) -> Widget:
        context, end, moment = self.context, self._step.end, self.moment
        text, catalogue, score = context.text, context.catalogue, self._step.end.score
        word = word_end(catalogue, moment, end)
        ink = _INKS.get(moment, "ink")
        about = self._about()
        turns = moment in _HIGH
        left = Column(
            Text(word, "display", ink, lines=2),
            Text(
                "\n".join(about),
                "label",
                "ink" if end.is_passed else "bad",
                lines=5,
                most=380,
                # The next boss is painted beside the harvest.
                reads="\n".join([*about, *self._ahead()]),
                id=READ_WITH_HEADING,
            ),
            Spacer(size=26),
            Text(write_product(catalogue, score), "heading", "ink_soft", lines=1, most=380),
            Text(
                catalogue.number(score.total),
                "display",
                "accent" if moment in _LOUD else "ink",
                lines=1,
                most=380,
            ),
            end.crystals > 0
            and Picture(
                self._paint_crystals,
                size=44,
                least=24,
                most=380,
                reads=text("climb.crystals", count=end.crystals),
            ),
            Spacer(share=1),
            bool(self._beside) and Text(self._beside, "strong", "ink_soft", lines=3, most=380),
            ActionBand(
                text("climb.after.turn" if turns else "climb.after.go_on"),
                self._go_on,
                icon=Icon.PLAY,
                bleeds="left",
                small=True,
                most=450,
                id=MAIN,
            ),
            gap=4,
            share=1,
            align="left",
        )
        column = self.context.painter.view.area.right - self._column.x
        return Row(left, gap=0, pad=(58, 40, column / self.context.painter.view.scale, _FOOT + 14))

    def _about(self) -> list[str]:
        """Return sentences about the margin or the shortfall."""
        text, end = self.context.text, self._step.end
        if not end.is_passed:
            return list(describe_shortfall(self.context.catalogue, self._step))
        margin = self.context.catalogue.number(end.score.total - end.target)
        words = [text("climb.after.above", points=margin)]
        return [*words, text("climb.after.gold")] if self.moment in _HIGH else words

    def _ahead(self) -> Iterator[str]:
        """Yield a sentence about the next boss, high on the mountain."""
        if self.moment in _HIGH:
            catalogue, ahead = self.context.catalogue, self._step.end.stage + 3
            name, target = name_stage(catalogue, ahead), catalogue.number(target_at(ahead))
            yield self.context.text("climb.after.next", name=name, target=target)

    def _beside_words(self) -> str:
        """Return the totals of all other climbs on this seed after this stage."""
        context, step = self.context, self._step
        state, stage = step.after, step.end.stage
        ghosts = ghosts_of_stage(context, state.seed, stage, 0)
        number, text = context.catalogue.number, context.text
        words = []
        for ghost in ghosts:
            name, fell = name_ghost(context, ghost), ghost.fell_by(stage)
            points, is_own = ghost.total_after(stage), ghost.kind is GhostKind.PLAYER
            if is_own and points == state.total:
                continue  # A climb that is over is among the stored ones.
            if fell is not None and fell < stage:
                words.append(text("climb.after.fell", name=name, stage=str(fell)))
            elif is_own:
                words.append(text("score.best", points=number(points)))
            else:
                words.append(f"{name} {number(points)}")
        if not words:
            return ""
        return " · ".join([text("climb.after.beside", total=number(state.total)), *words])

    # pictures

    @property
    def _is_moving(self) -> bool:
        return self._age < _SECONDS and not self._is_still

    @property
    def _share(self) -> float:
        return ease_out(self._age / _SECONDS) if self._is_moving else 1.0

    def _paint_crystals(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, count = self.context.painter, self._step.end.crystals
        pitch = min(rect.h * 0.8, rect.w / max(1, count))
        for index in range(round(count * self._share) if count > 1 else count):
            at = (rect.x + pitch * (index + 0.5), rect.centre[1])
            draw_crystal(surface, painter, at, rect.h * 0.9)

    @property
    def _column(self) -> Rect:
        """The rectangle of the harvest: at the right edge, above the foot."""
        painter = self.context.painter
        area, px = painter.view.area, painter.px
        wide = min(px(330), area.w // 4)
        return Rect(area.right - wide, area.y, wide, area.h - px(_FOOT))

    def draw_below(self, surface: pygame.Surface) -> None:
        super().draw_below(surface)
        context, painter, column = self.context, self.context.painter, self._column
        area, px, tint = painter.view.area, painter.px, self._tint
        room = Rect(area.x + px(430), area.y + px(110), 0, column.h - px(124))
        room = room._replace(w=max(px(60), column.x - px(150) - room.x))
        if area.h > area.w:
            # The board is below the words instead of beside them.
            room = Rect(area.x + px(58), area.y + px(330), room.right - px(58), column.h - px(500))
        fill_rect(surface, tint.deep, column)
        if self.moment in _HIGH:
            self._paint_sky(surface, column)
        if self.moment is EndMoment.SUMMIT:
            self._paint_aces(surface, room)
        else:
            self._paint_board(surface, room)
        line = self._paint_harvest(surface, column)
        match self.moment:
            case EndMoment.PASSED | EndMoment.JUST | EndMoment.BOSS | EndMoment.SUMMIT:
                self._paint_line(surface, column, line)
            case EndMoment.FAR_ABOVE:
                self._paint_rain(surface, column, line)
            case _:
                self._paint_fall(surface, column, line)
        foot = Rect(area.x, column.bottom, area.w, px(_FOOT))
        fill_rect(surface, tint.deep, foot)
        state, lost = self._step.after, self._step.end.ropes_lost
        draw_purse(surface, context, foot, state.ropes, state.crystals, has_frayed=lost > 0)

    def _paint_board(self, surface: pygame.Surface, room: Rect) -> None:
        match = self._step.entry.match
        look = BoardLook(match.rules, match.round.seats[0].position, has_names=False, is_over=True)
        layout = lay_out_board(match.rules.grid, room, 0.6)
        self._board.draw(surface, layout, look)

    def _paint_aces(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint the five aces in a row."""
        painter, slots = self.context.painter, self._step.after.slots
        pitch = room.w / max(1, len(slots))
        for index, slot in enumerate(slots):
            at = (room.x + pitch * (index + 0.5), room.centre[1])
            draw_ace(surface, painter, at, pitch * 0.44, AceLook(slot.ace, slot.level))

    def _paint_harvest(self, surface: pygame.Surface, column: Rect) -> int:
        """Draw bands, marks and the missing points; return the height of the target's line."""
        step, painter = self._step, self.context.painter
        score, is_far = step.end.score, self.moment is EndMoment.FAR_ABOVE
        looks = [AceLook(slot.ace, slot.level) for slot in step.before.slots]
        marks = stage_marks(self.context, step.end.stage, score)
        most = float(stage_scale(score, marks))
        if is_far:
            # A harvest above the window's top runs off it.
            most = float(score.points) * column.h / (column.h + painter.px(_FOOT))
        top = draw_harvest(surface, painter, column, bands_of_board(step.entry.match), most)
        whole = column._replace(y=top - column.h)
        top = draw_ace_bands(surface, painter, whole, score, looks, most)
        line = max(
            column.y + painter.px(44), round(column.bottom - marks[0].points * column.h / most)
        )
        if not step.end.is_passed and line < top:
            missing = Rect(column.x, line, column.w, top - line)
            draw_ghost(surface, painter, missing, painter.theme.palette.bad)
        if not is_far:
            shown = marks[1:] if step.end.is_passed else marks
            draw_stage_marks(surface, painter, column, shown, most, top)
        return line

    @property
    def _tint(self) -> Tint:
        theme, stage = self.context.painter.theme, self._step.end.stage
        return tint_of(theme, stage, is_quiet=True)

    def sky(self) -> Sky | None:
        palette = self.context.painter.theme.palette
        return palette.sunset if self.moment is EndMoment.FAR_ABOVE else self._tint.sky

    def _paint_line(self, surface: pygame.Surface, column: Rect, y: int) -> None:
        """Paint the target's line with its check and the pennant on it.

        A bare pass has a golden flash.
        """
        painter, theme, share = self.context.painter, self.context.painter.theme, self._share
        p, px = theme.palette, painter.px
        is_just = self.moment is EndMoment.JUST
        gold = mix_colour(p.accent, p.light, 1 - share) if is_just else p.accent
        thick = max(2, px(5 + 20 * (1 - share) * is_just))
        left = column.x - px(40)
        surface.fill(gold, (left, y - thick // 2, column.right - left, thick))
        style = theme.type.heading.coloured(p.accent)
        words = self.context.catalogue.number(self._step.end.target)
        at = (left - px(10), y)
        painter.text(surface, words, at, style, "right")
        check = at[0] - painter.text_width(words, style) - px(20)
        painter.icon(surface, Icon.CHECK, (check, y), px(26), p.accent)
        if self.moment in _HIGH:
            return
        foot = (column.x - px(22), y - (1 - share) * column.h * 0.2)
        words = self.context.text("climb.start.you")
        draw_pennant(surface, painter, foot, px(80), words, theme.stripes[4], is_own=True)

    def _paint_rain(self, surface: pygame.Surface, column: Rect, y: int) -> None:
        """Paint crystals raining beside the harvest, and the target's line in two pieces."""
        painter, share = self.context.painter, self._share
        p, px, x = painter.theme.palette, painter.px, column.x
        room = Rect(x - px(150), column.y, px(136), column.h)
        for index in range(_CRYSTALS * min(3, self._step.end.crystals - 1) // 2):
            along, size = (index * 0.618034) % 1, 14 + 22 * (index * 0.414214 % 1)
            fall = (index * index * 0.0937 + index * 0.31) % 1
            at = (room.x + room.w * along, room.y + room.h * fall * share)
            if abs(at[1] - y) > px(90):
                draw_crystal(surface, painter, at, px(size))
        for dx, dy in ((150, 26), (64, -60)):
            left, high, wide = x - px(dx), y + px(dy), px(dx - 12)
            ends = [(left, high), (left + wide, high - wide * 0.32)]
            piece = [*ends, *((a, b + px(5)) for a, b in reversed(ends))]
            pygame.draw.polygon(surface, p.accent, piece)
        words = self.context.catalogue.number(self._step.end.target)
        style = painter.theme.type.heading.coloured(p.accent)
        painter.text(surface, words, (x - px(24), y + px(58)), style, "right")

    def _paint_sky(self, surface: pygame.Surface, column: Rect) -> None:
        """Paint the opening sky, the next boss far above, and the gold card turning."""
        painter, share, tint = self.context.painter, self._share, self._tint
        p, types, px = painter.theme.palette, painter.theme.type, painter.px
        area = painter.view.area
        ground = p.sky_foot if tint.sky is None else tint.sky.top
        ray = mix_colour(ground, painter.theme.stripes[9], 0.14 * share)
        clip = surface.get_clip()
        surface.set_clip(clip.clip((area.x, area.y, column.x - area.x, area.h)))
        for low in (-280, -140, 0, 140, 280):
            y = area.y + px(560 + low)
            up = area.w * SLOPE
            band = [(area.x, y), (area.right, y - up), (area.right, y - up + px(52))]
            pygame.draw.polygon(surface, ray, [*band, (area.x, y + px(52))])
        surface.set_clip(clip)
        ahead = self._step.end.stage + 3
        centre = (column.x - px(96), area.y + px(170))
        draw_hexagon(surface, painter, centre, px(44), p.band_dark, p.accent, px(4))
        style = types.title.coloured(p.band_light)
        painter.text(surface, str(ahead), centre, style, "centre")
        boss = boss_of(ahead)
        assert boss is not None
        name = Rect(column.x - px(192), centre[1] + px(50), px(186), px(30))
        words = word_boss(self.context.catalogue, boss)[0]
        painter.text_in(surface, words, name, types.label, "centre", max_lines=1)
        painter.text_in(
            surface,
            self.context.catalogue.number(target_at(ahead)),
            name.moved(0, px(26)),
            types.strong,
            "centre",
        )
        self._paint_card(surface, (column.x - px(100), area.y + area.h * 0.66))

    def _paint_card(self, surface: pygame.Surface, centre: Point) -> None:
        """Paint the gold card edge-on while it turns."""
        painter, theme = self.context.painter, self.context.painter.theme
        gold, radius = theme.stripes[9], painter.px(88)
        wide = 0.12 + 0.42 * self._share
        edge = mix_colour(gold, theme.palette.dark, 0.35)
        for share, colour in ((1, edge), (0.94, gold), (0.84, edge), (0.8, gold), (0.7, edge)):
            corners = hex_corners(centre, radius * share)
            flat = [(centre[0] + (x - centre[0]) * wide, y) for x, y in corners]
            pygame.draw.polygon(surface, colour, flat)
        flat = [
            (centre[0] + (x - centre[0]) * wide, y) for x, y in hex_corners(centre, radius * 0.67)
        ]
        pygame.draw.polygon(surface, gold, flat)

    def _paint_fall(self, surface: pygame.Surface, column: Rect, y: int) -> None:
        """Paint the climber hanging from the target's line by a tearing rope.

        Without a rope the climber falls.
        """
        painter, share = self.context.painter, self._share
        p, px = painter.theme.palette, painter.px
        holds, is_over = self.moment is EndMoment.ROPE_HOLDS, self.moment is EndMoment.OVER
        gold = p.accent if holds else p.ink_soft
        surface.fill(gold, (column.x - px(40), y - px(2), column.w + px(40), px(5)))
        start = (column.x - px(44), y)
        low = min(column.bottom - px(60), y + px(400))
        reach = max(0.0, low - y) * share
        end = (start[0] - reach * 0.24, y + reach)
        ice = p.cool if holds else p.ink_soft
        for strand in range(3):
            shift, torn = (strand - 1) * px(11), strand == 0 or not holds
            for begin, stop in ((0.0, 0.42), (0.5, 1.0)) if torn else ((0.0, 1.0),):
                if is_over and begin:
                    continue
                x, y = start[0] + shift, start[1]
                tips = [mix_point((x, y), (end[0] + shift, end[1]), at) for at in (begin, stop)]
                pygame.draw.line(surface, ice, tips[0], tips[1], max(2, px(8)))
        centre = (end[0], end[1] + px(26))
        draw_hexagon(surface, painter, centre, px(32), p.band_light, p.band_dark, 3)
        painter.icon(surface, Icon.PERSON, centre, px(34), p.band_dark)

    # what happens

    def animate(self, dt: float) -> Pulse:
        pulse = super().animate(dt)
        if not self._has_sounded:
            self._has_sounded = True
            sound, loudness = _SOUNDS[self.moment]
            self.context.sound.play(sound, loudness=loudness)
        is_moving = self._is_moving
        self._age += dt
        return pulse._replace(needs_frame=True) if is_moving else pulse

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case PointerPressed(_, MouseButton.PRIMARY):
                return self._go_on()
            case Command(action=None, is_repeat=False, text=text) if text:
                return self._go_on()
            case _:
                return super().react(intent)

    def handle(self, intent: Intent) -> Navigation | None:
        is_click = isinstance(intent, PointerPressed) and intent.button is MouseButton.PRIMARY
        is_key = isinstance(intent, Command) and intent.action not in READING
        if self._is_moving and (is_click or is_key):
            self._age = _SECONDS
            return None
        return super().handle(intent)

    def _go_on(self) -> Navigation | None:
        if self._climb.open.state.is_over:
            return end_climb_scene(self.context, self._climb)
        return Replace(ChoiceScene(self.context, self._climb))
