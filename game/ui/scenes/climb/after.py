"""The result of a stage: its moment with picture and sound, and the way on."""

import math
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, pairwise
from typing import Final

import pygame

from game.climb.aces import AceEffect, AceName
from game.climb.days import bot_climbs
from game.climb.ending import failed_gold
from game.climb.game import ClimbKeeper
from game.climb.ghosts import GhostKind
from game.climb.moments import EndMoment, end_moment
from game.climb.record import ClimbStep
from game.climb.score import ClimbScore, GoldState, adding_up
from game.climb.stage_rules import boss_of, target_at
from game.climb.state import day_seed
from game.page.climb_words import (
    describe_shortfall,
    name_stage,
    word_boss,
    word_end,
    word_failed,
    write_product,
)
from game.ui.draw.animation import ease_out, mix_colour, mix_point
from game.ui.draw.bands import SLOPE, draw_ghost, draw_harvest, draw_hexagon, fill_gold
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.climb_picture import (
    AceLook,
    Tint,
    draw_camp,
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
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    SILENT,
    ActionBand,
    Body,
    Column,
    Ink,
    PageScene,
    Picture,
    Row,
    Sides,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.climb.ace_row import ace_row
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
from game.ui.scenes.shared.names import name_points
from game.ui.sound.names import Sound

_SECONDS: Final = 1.6
"""Most seconds of a moment's animation."""

_FIRST, _FASTER, _ADDING, _LINE = 0.3, 0.85, 1.2, 0.4
"""Seconds until the first ace pays; each later one's share of the time before; most seconds until
all have paid; seconds of the target's line, and of what follows from it.
"""

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
_ACE: Final = 104
"""Units of height of an ace in the row, with its payment."""

_LOW: Final = 640
"""Units of height below which the words are smaller."""

_FOOT: Final = 44
"""Units of height of the band with ropes and crystals."""

_ROCK: Final = 0.2
"""The share of an upright window's height that is the mountain's rock below the aces."""

_CRYSTALS: Final = 22


def after_stage_scene(context: Context, climb: ClimbKeeper) -> Scene:
    """End the open stage, and return the page of its result."""
    return AfterStage(context, climb, climb.finish_stage())


class AfterStage(PageScene):
    """The moment of a stage's end: its aces add up one after the other, then comes the target.

    The first key or click ends the motion, the next goes on.
    """

    counted = (READ_WITH_HEADING,)
    door = 6
    unasked = 1

    def __init__(self, context: Context, climb: ClimbKeeper, step: ClimbStep) -> None:
        super().__init__(context)
        self._climb, self._step = climb, step
        self.moment = end_moment(step.end, step.after)
        self._scores = adding_up(step.end.score)
        self._starts = _starts(len(self._scores))
        """Seconds at which each of the scores is shown; the last one is the target's line."""
        self._age = _SECONDS if context.preferences.has_reduced_motion else 0.0
        self._sounded = 0
        self._beside = self._beside_words()
        self._board = BoardPicture(context.painter)
        self.keys = {Action.CONFIRM: self._go_on, Action.CANCEL: self._go_on}

    # animation

    @property
    def _begun(self) -> int:
        """The number of starts that have passed."""
        return sum(start <= self._age for start in self._starts)

    @property
    def _shown(self) -> ClimbScore:
        """The score as far as it has added up."""
        return self._scores[max(0, min(self._begun, len(self._scores)) - 1)]

    @property
    def _is_done(self) -> bool:
        """Whether all aces have paid, and the target is shown."""
        return self._age >= self._starts[-1]

    @property
    def _is_moving(self) -> bool:
        return self._age < self._starts[-1] + _LINE

    @property
    def _share(self) -> float:
        """The share of the moment's own motion that has passed."""
        return ease_out(max(0.0, min(1.0, (self._age - self._starts[-1]) / _LINE)))

    def _age_of(self, ace: AceName) -> float:
        """Return the seconds since an ace has paid, below 0 while that is still to come."""
        *_, final = self._scores
        paid = [part.ace for part in final.parts]
        return self._age - self._starts[paid.index(ace) + 1 if ace in paid else 0]

    # the page

    def page(self) -> Widget:
        context, end = self.context, self._step.end
        area, scale = context.painter.view.area, context.painter.view.scale
        passed = end.is_passed
        # What hangs from the target's line needs more room than the line.
        strip = 60 if passed else 150
        turns = self.moment in _HIGH
        slots = self._step.before.slots
        is_low = self.view.units_high < _LOW
        size = 84 if is_low else _ACE
        row = ace_row(context, slots, end.score, size=size, age=self._age_of)
        middle = Sides(
            self._words(is_low=is_low),
            not passed and Picture(self._paint_board, least=60, share=0.8, reads=SILENT),
            turns and self._ahead(),
            gap=16,
            share=1,
        )
        action = ActionBand(
            context.text("climb.after.turn" if turns else "climb.after.go_on"),
            self._go_on,
            icon=Icon.PLAY,
            bleeds="left",
            small=True,
            most=450,
            id=MAIN,
        )
        # The mountain rises beside the row, and carries it in its middle.
        column = (area.right - self._column.x) / scale
        before = 0.24 * self.view.units_wide if passed else 0
        free = self.view.units_wide - column - strip - 58 - before
        row.size, sides = min(len(slots) * 104, free), passed and Spacer(share=1)
        aces = Row(Spacer(size=before), sides, row, Spacer(share=1), size=size, id="row")
        return Body(
            middle,
            aces if slots else Spacer(size=60),
            passed and self.view.is_upright and Spacer(size=_ROCK * self.view.units_high),
            action,
            gap=4,
            align="left",
            pad=(58, 20 if is_low else 40, column + strip, _FOOT + 14),
        )

    def _words(self, *, is_low: bool) -> Widget:
        """Return the moment's word, its cause, and the score as far as it has added up."""
        context, end, moment = self.context, self._step.end, self.moment
        text, catalogue, score = context.text, context.catalogue, self._step.end.score
        word, about = word_end(catalogue, moment, end), self._about()
        is_done, ink = self._is_done, _INKS.get(moment, "ink")
        has_line = end.is_passed and is_done
        return Column(
            Text(
                word if is_done else name_stage(catalogue, end.stage),
                # In a larger interface words are not smaller.
                "action" if is_low and self.context.painter.least_word_scale == 1 else "display",
                ink if is_done else "ink_soft",
                lines=2,
                reads=word,
            ),
            Text(
                "\n".join(about) if is_done else "",
                "label",
                "ink" if end.is_passed else "bad",
                lines=5,
                size=26.0 * max(2, len(about)),
                valign="top",
                reads="\n".join([*about, *self._read_ahead()]),
                id=READ_WITH_HEADING,
            ),
            Spacer(size=6 if is_low else 18),
            Text(
                write_product(catalogue, self._shown),
                "heading",
                "ink_soft",
                lines=1,
                reads=write_product(catalogue, score),
            ),
            Text(
                catalogue.number(self._shown.total),
                "action" if is_low else "display",
                "accent" if moment in _LOUD and is_done else "ink",
                lines=1,
                reads=catalogue.number(score.total),
            ),
            end.is_passed
            and Row(
                has_line and Sign(Icon.CHECK, "accent", 24),
                Text(
                    catalogue.number(end.target) if has_line else "",
                    "heading",
                    "accent",
                    lines=1,
                    reads=SILENT,
                    share=1,
                ),
                gap=10,
                size=30,
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
            bool(self._beside) and Text(self._beside, "strong", "ink_soft", lines=3, most=420),
            gap=4,
            share=1,
            align="left",
        )

    def _about(self) -> list[str]:
        """Return sentences about the margin or the shortfall, and about gold that failed."""
        catalogue, text, end = self.context.catalogue, self.context.text, self._step.end
        passed_all = [text("climb.finish.passed_all")] if self._has_passed_all() else []
        if not end.is_passed:
            return [*describe_shortfall(catalogue, self._step), *passed_all]
        margin = catalogue.number(end.score.total - end.target)
        words = [text("climb.after.above", points=margin)]
        words += passed_all
        words += [word_failed(catalogue, gold) for gold in failed_gold(end)]
        return [*words, text("climb.after.gold")] if self.moment in _HIGH else words

    def _has_passed_all(self) -> bool:
        """Whether the climb of the day has passed all computers in this stage."""
        state, today = self._step.after, self.context.store.today
        totals = [one.totals[-1] for one in bot_climbs(today) if day_seed(today) == state.seed]
        return bool(totals) and self._step.before.total <= max(totals) < state.total

    def _ahead(self) -> Widget:
        """Return the next boss, high on the mountain, and the gold card."""
        catalogue, ahead = self.context.catalogue, self._step.end.stage + 3
        boss = boss_of(ahead)
        assert boss is not None
        camp = (
            Picture(partial(self._paint_camp, ahead), size=96, least=60, reads=SILENT),
            Text(word_boss(catalogue, boss)[0], "label", align="centre", lines=2, reads=SILENT),
            Text(
                catalogue.number(target_at(ahead)), "strong", align="centre", lines=1, reads=SILENT
            ),
        )
        card = Picture(self._paint_card, share=1, least=60, reads=SILENT)
        if self.view.is_upright:
            # The pennant is between them.
            return Row(Column(*camp, gap=4, size=150), Spacer(share=1), Column(card, size=110))
        return Column(*camp, card, gap=4, size=190)

    def _read_ahead(self) -> Iterator[str]:
        """Yield a sentence about the next boss."""
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
                words.append(name_points(context, name, points))
        if not words:
            return ""
        return " · ".join([text("climb.after.beside", total=number(state.total)), *words])

    # pictures

    def _paint_crystals(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, count = self.context.painter, self._step.end.crystals
        pitch = min(rect.h * 0.8, rect.w / max(1, count))
        for index in range(round(count * self._share) if count > 1 or not self._is_done else count):
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
        if self._step.end.is_passed:
            self._paint_mountain(surface, column)
        fill_rect(surface, tint.deep, column)
        line = self._paint_harvest(surface, column)
        if self._is_done:
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

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        match = self._step.entry.match
        look = BoardLook(match.rules, match.round.seats[0].position, has_names=False, is_over=True)
        layout = lay_out_board(match.rules.grid, rect, 0.6)
        self._board.draw(surface, layout, look)

    def _paint_mountain(self, surface: pygame.Surface, column: Rect) -> None:
        """Paint the mountain's top behind the row of aces, with the pennant on it.

        After a boss the sky opens behind it, and at the summit the sun is there.
        """
        painter, tint, share = self.context.painter, self._tint, self._share
        p, px, theme, area = painter.theme.palette, painter.px, painter.theme, painter.view.area
        row, flat = self.find("row"), px(124)
        top = self.part(MAIN).rect.y - px(150) if row is None else row.rect.y - px(26)
        middle = (area.x + area.w * 0.24 + column.x - px(2)) / 2
        ground = p.sky_foot if tint.sky is None else tint.sky.top
        sky = self.sky()
        ground = ground if sky is None else sky.top
        clip = surface.get_clip()
        surface.set_clip(clip.clip((area.x, area.y, column.x - area.x, area.h)))
        if self.moment in _HIGH:
            ray = mix_colour(ground, theme.stripes[9], 0.14 * share)
            for number in range(13):
                turn = math.pi + math.pi * number / 12
                ends = [
                    (middle + 2 * area.w * math.cos(a), top + 2 * area.w * math.sin(a))
                    for a in (turn - 0.075, turn + 0.075)
                ]
                pygame.draw.polygon(surface, ray, [(middle, top), *ends])
        if self.moment is EndMoment.SUMMIT:
            for radius, warmth in ((250, 0.25), (206, 0.5), (164, 1.0)):
                sun = mix_colour(ground, theme.stripes[9], warmth * share)
                corners = hex_corners((middle, top - px(20)), px(radius))
                pygame.draw.polygon(surface, sun, corners)
        line = [
            (float(area.x), top + (middle - flat - area.x) * SLOPE),
            (middle - flat, float(top)),
            (middle + flat, float(top)),
            (float(area.right), top + (area.right - middle - flat) * SLOPE),
        ]
        foot = [(area.right, area.bottom), (area.x, area.bottom)]
        pygame.draw.polygon(surface, tint.rock, [*line, *foot])
        thick, red = px(15), theme.stripes[6]
        for (x, y), (u, v) in pairwise(line[:3]):
            shade = red if y == v else mix_colour(red, p.dark, 0.14)
            pygame.draw.polygon(surface, shade, [(x, y), (u, v), (u, v + thick), (x, y + thick)])
        if self._is_done:
            drop = (1 - share) * px(60)
            words, blue = self.context.text("climb.start.you"), theme.stripes[4]
            high = min(px(130), top - area.y - px(60))
            draw_pennant(surface, painter, (middle, top - drop), high, words, blue, is_own=True)
        surface.set_clip(clip)

    def _paint_harvest(self, surface: pygame.Surface, column: Rect) -> int:
        """Draw bands, marks and the missing points; return the height of the target's line."""
        step, painter = self._step, self.context.painter
        score, shown = step.end.score, self._shown
        is_far = self.moment is EndMoment.FAR_ABOVE
        looks = [AceLook(slot.ace, slot.level) for slot in step.before.slots]
        final = stage_marks(self.context, step.end.stage, score)
        marks = stage_marks(self.context, step.end.stage, shown)
        most = float(stage_scale(score, final))
        if is_far:
            # A harvest above the window's top runs off it.
            most = float(score.points) * column.h / (column.h + painter.px(_FOOT))
        top = draw_harvest(surface, painter, column, bands_of_board(step.entry.match), most)
        whole = column._replace(y=top - column.h)
        top = draw_ace_bands(surface, painter, whole, shown, looks, most)
        line = max(
            column.y + painter.px(44), round(column.bottom - marks[0].points * column.h / most)
        )
        if not step.end.is_passed and self._is_done and line < top:
            missing = Rect(column.x, line, column.w, top - line)
            draw_ghost(surface, painter, missing, painter.theme.palette.bad)
        if not self._is_done:
            draw_stage_marks(surface, painter, column, marks[:1], most, top)
        elif not is_far:
            drawn = final[1:] if step.end.is_passed else final
            draw_stage_marks(surface, painter, column, drawn, most, top)
        return line

    @property
    def _tint(self) -> Tint:
        theme, stage = self.context.painter.theme, self._step.end.stage
        return tint_of(theme, stage, is_quiet=True)

    def sky(self) -> Sky | None:
        palette = self.context.painter.theme.palette
        return palette.sunset if self.moment is EndMoment.FAR_ABOVE else self._tint.sky

    def _paint_line(self, surface: pygame.Surface, column: Rect, y: int) -> None:
        """Paint the target's line, in the end beside the bands and their words alone; a bare pass
        has a golden flash.
        """
        px, share = self.context.painter.px, self._share
        flash = (1 - share) * (self.moment is EndMoment.JUST)
        thick = max(2, px(5 + 20 * flash))
        left = column.x - px(64)
        right = column.right if share < 1 else column.x + px(12)
        line = Rect(left, y - thick // 2, right - left, thick)
        fill_gold(surface, self.context.painter, line, flash)

    def _paint_rain(self, surface: pygame.Surface, column: Rect, y: int) -> None:
        """Paint crystals raining over the harvest's edge, and the target's line in two pieces."""
        painter, share = self.context.painter, self._share
        p, px, x = painter.theme.palette, painter.px, column.x
        room = Rect(x - px(56), column.y, px(60), column.h)
        for index in range(_CRYSTALS * min(3, self._step.end.crystals - 1) // 3):
            along, size = (index * 0.618034) % 1, 14 + 16 * (index * 0.414214 % 1)
            fall = (index * index * 0.0937 + index * 0.31) % 1
            at = (room.x + room.w * along, room.y + room.h * fall * share)
            if abs(at[1] - y) > px(70):
                draw_crystal(surface, painter, at, px(size))
        for dx, dy in ((58, 26), (30, -40)):
            left, high, wide = x - px(dx), y + px(dy), px(54)
            ends = [(left, high), (left + wide, high - wide * 0.32)]
            piece = [*ends, *((a, b + px(5)) for a, b in reversed(ends))]
            pygame.draw.polygon(surface, p.gold, piece)
            pygame.draw.aalines(surface, painter.theme.gold_rim or p.gold, True, piece)

    def _paint_camp(self, stage: int, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the camp of a stage with its number."""
        painter, radius = self.context.painter, min(rect.w, rect.h) * 0.46
        gold, style = painter.theme.palette.gold, painter.theme.type.title
        draw_camp(surface, painter, rect.centre, radius, stage, gold, style)

    def _paint_card(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the gold card edge-on while it turns."""
        painter, theme, centre = self.context.painter, self.context.painter.theme, rect.centre
        gold, radius = theme.stripes[9], min(painter.px(88), rect.h * 0.48)
        wide = 0.12 + 0.42 * self._share
        edge = mix_colour(gold, theme.palette.dark, 0.35)
        rings = ((1, edge), (0.94, gold), (0.84, edge), (0.8, gold), (0.7, edge), (0.67, gold))
        for share, colour in rings:
            corners = hex_corners(centre, radius * share)
            flat = [(centre[0] + (x - centre[0]) * wide, y) for x, y in corners]
            pygame.draw.polygon(surface, colour, flat)

    def _paint_fall(self, surface: pygame.Surface, column: Rect, y: int) -> None:
        """Paint the climber hanging from the target's line by a tearing rope.

        Without a rope the climber falls.
        """
        painter, share = self.context.painter, self._share
        p, px = painter.theme.palette, painter.px
        holds, is_over = self.moment is EndMoment.ROPE_HOLDS, self.moment is EndMoment.OVER
        line = Rect(column.x - px(40), y - px(2), column.w + px(40), px(5))
        if holds:
            fill_gold(surface, painter, line)
        else:
            surface.fill(p.ink_soft, line)
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

    # time and actions

    def animate(self, dt: float) -> Pulse:
        pulse = super().animate(dt)
        is_moving = self._is_moving
        self._sound_all()
        self._age += dt
        if not is_moving:
            return pulse
        self._sound_all()
        return self.redraw()

    def _sound_all(self) -> None:
        """Play what has begun since the last time: each ace's note is a step higher."""
        begun, sound = self._begun, self.context.sound
        if begun == self._sounded:
            return
        is_skipped = begun > self._sounded + 1
        self._sounded = begun
        if begun == len(self._starts):
            played, loudness = _SOUNDS[self.moment]
            sound.play(played, loudness=loudness)
        elif not is_skipped and begun > 1:
            *_, part = self._scores[begun - 1].parts
            is_slam = part.effect is AceEffect.GOLD and part.state is GoldState.SURE
            if is_slam:
                sound.play(Sound.STROKE, step=0)
            if is_slam or part.added:
                sound.play(Sound.CLIMB_PAYS, step=begun - 2)

    def handle(self, intent: Intent) -> Navigation | None:
        is_click = isinstance(intent, PointerPressed) and intent.button is MouseButton.PRIMARY
        is_key = isinstance(intent, Command) and intent.action not in READING
        if self._is_moving and (is_click or is_key):
            self._age = self._starts[-1] + _LINE
            self.renew()
            return None
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case PointerPressed(_, MouseButton.PRIMARY):
                return self._go_on()
            case Command(action=None, is_repeat=False, text=text) if text:
                return self._go_on()
            case _:
                return super().react(intent)

    def _go_on(self) -> Navigation | None:
        if self._climb.open.state.is_over:
            return end_climb_scene(self.context, self._climb)
        return Replace(ChoiceScene(self.context, self._climb))


def _starts(count: int) -> tuple[float, ...]:
    """Return the seconds at which so many scores are shown, ever faster, and then the target."""
    steps = [_FIRST * _FASTER**number for number in range(count)]
    faster = min(1.0, _ADDING / sum(steps))
    return (0.0, *accumulate(step * faster for step in steps))
