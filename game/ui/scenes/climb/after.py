"""What a stage made: its one moment with its picture and sound, and the way on."""

from __future__ import annotations

from typing import Final

import pygame

from game.page.climb_words import (
    describe_shortfall,
    name_stage,
    word_boss,
    word_end,
    write_product,
)
from game.progress.climb.game import ClimbGame
from game.progress.climb.ladder import boss_of, target_at
from game.progress.climb.moments import EndMoment, end_moment
from game.progress.climb.record import ClimbStep
from game.ui.draw.animation import ease_out, mix_colour
from game.ui.draw.bands import draw_ghost, draw_harvest, draw_hexagon
from game.ui.draw.climb_picture import (
    AceLook,
    Tint,
    draw_ace,
    draw_crystal,
    draw_pennant,
    draw_rope,
    tint_of,
)
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerPressed
from game.ui.frame.scene import Navigation, Pulse, Replace, Scene
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    QUESTION,
    SILENT,
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
from game.ui.scenes.climb.standing import (
    draw_ace_bands,
    draw_purse,
    draw_stage_marks,
    reap_board,
    stage_marks,
    stage_scale,
)
from game.ui.sound.names import Sound

_SECONDS: Final = 1.6
"""How long a moment's picture moves."""

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
"""Each moment's sound and loudness: a miss is never louder than a pass."""

_INKS: Final[dict[EndMoment, Ink]] = {
    EndMoment.ROPE_HOLDS: "cool",
    EndMoment.FAR_BELOW: "ink_soft",
    EndMoment.OVER: "ink_soft",
    EndMoment.BOSS: "accent",
    EndMoment.SUMMIT: "accent",
    EndMoment.FAR_ABOVE: "accent",
}

_HIGH: Final = (EndMoment.BOSS, EndMoment.SUMMIT)
_CRYSTALS: Final = 22


def after_stage_scene(context: Context, climb: ClimbGame) -> Scene:
    """End the open stage, and show what it made."""
    return AfterStage(context, climb, climb.finish_stage())


class AfterStage(PageScene):
    """The moment of a stage's end; any key or click goes on."""

    counted = (QUESTION,)
    door = 6

    def __init__(self, context: Context, climb: ClimbGame, step: ClimbStep) -> None:
        super().__init__(context)
        self._climb, self._step = climb, step
        self.moment = end_moment(step.end, step.after)
        self._age = 0.0
        self._is_still = context.preferences.has_reduced_motion
        self._has_sounded = False
        self._beside = self._beside_words()
        self.keys = {Action.CONFIRM: self._go_on, Action.CANCEL: self._go_on}

    def page(self) -> Widget:
        context, end, moment = self.context, self._step.end, self.moment
        text, catalogue, score = context.text, context.catalogue, self._step.end.score
        word = word_end(catalogue, moment, end)
        ink = _INKS.get(moment, "ink")
        about = "\n".join(self._about())
        turns = moment in _HIGH
        left = Column(
            Text(word, "display", ink, lines=2),
            Text(about, "strong", "ink" if end.is_passed else "bad", lines=4, id=QUESTION),
            Spacer(size=14),
            Text(write_product(catalogue, score), "heading", "cool", lines=1),
            Text(catalogue.number(score.total), "action", lines=1),
            end.crystals > 0
            and Picture(
                self._paint_crystals,
                size=44,
                least=24,
                reads=text("climb.crystals", count=end.crystals),
            ),
            Spacer(share=1),
            bool(self._beside) and Text(self._beside, "strong", "ink_soft", lines=2),
            Picture(self._paint_purse, size=40, least=24, reads=SILENT),
            Spacer(size=10),
            ActionBand(
                text("climb.after.turn" if turns else "climb.after.go_on"),
                self._go_on,
                icon=Icon.PLAY,
                bleeds="left",
                id=MAIN,
            ),
            gap=4,
            share=3,
            align="left",
        )
        scene = Picture(self._paint_moment, share=2, reads=SILENT)
        harvest = Picture(self._paint_harvest, size=230, reads=SILENT)
        return Row(left, scene, harvest, gap=24, pad=(58, 40, 0, 30))

    def _about(self) -> list[str]:
        """How far above or short, what would have been enough, and what comes next."""
        text, end = self.context.text, self._step.end
        number = self.context.catalogue.number
        if not end.is_passed:
            return list(describe_shortfall(self.context.catalogue, self._step))
        words = [text("climb.after.above", points=number(end.score.total - end.target))]
        if self.moment in _HIGH:
            words.append(text("climb.after.gold"))
            ahead = end.stage + 3
            name = name_stage(self.context.catalogue, ahead)
            target = number(target_at(ahead))
            words.append(text("climb.after.next", name=name, target=target))
        return words

    def _beside_words(self) -> str:
        """The climb beside the others on its seed: their totals after this stage."""
        context, step = self.context, self._step
        state, stage = step.after, step.end.stage
        ghosts = ghosts_of_stage(context, state.seed, stage, 0)
        number, text = context.catalogue.number, context.text
        words = []
        for ghost in ghosts:
            name, fell = name_ghost(context, ghost), ghost.fell_by(stage)
            if fell is not None and fell < stage:
                words.append(text("climb.after.fell", name=name, stage=str(fell)))
            else:
                words.append(f"{name} {number(ghost.total_after(stage))}")
        if not words:
            return ""
        return " · ".join([text("climb.after.beside", total=number(state.total)), *words])

    # pictures

    @property
    def _share(self) -> float:
        return 1.0 if self._is_still else ease_out(min(1.0, self._age / _SECONDS))

    def _paint_crystals(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, count = self.context.painter, self._step.end.crystals
        pitch = min(rect.h * 0.8, rect.w / max(1, count))
        for index in range(round(count * self._share) if count > 1 else count):
            at = (rect.x + pitch * (index + 0.5), rect.centre[1])
            draw_crystal(surface, painter, at, rect.h * 0.9)

    def _paint_purse(self, surface: pygame.Surface, rect: Rect) -> None:
        state, lost = self._step.after, self._step.end.ropes_lost
        area = self.context.painter.view.area
        room = Rect(area.x, rect.y, rect.right - area.x, rect.h)
        draw_purse(surface, self.context, room, state.ropes, state.crystals, has_frayed=lost > 0)

    def _paint_harvest(self, surface: pygame.Surface, rect: Rect) -> None:
        step, painter = self._step, self.context.painter
        score, area = step.end.score, painter.view.area
        looks = [AceLook(slot.ace, slot.level) for slot in step.before.slots]
        column = Rect(rect.x, area.y, area.right - rect.x, area.h)
        surface.fill(self._tint.deep, column)
        marks = stage_marks(self.context, step.end.stage, score)
        most = stage_scale(score, marks)
        top = draw_harvest(surface, painter, column, reap_board(step.entry.match), most)
        whole = column._replace(y=top - column.h)
        top = draw_ace_bands(surface, painter, whole, score, looks, most)
        line = max(column.y, round(column.bottom - marks[0].points * column.h / most))
        if line < top:
            missing = Rect(column.x, line, column.w, top - line)
            draw_ghost(surface, painter, missing, painter.theme.palette.bad)
        draw_stage_marks(surface, painter, column, marks, most, top)

    @property
    def _tint(self) -> Tint:
        theme, stage = self.context.painter.theme, self._step.end.stage
        return tint_of(theme, stage, is_quiet=True)

    def sky(self) -> Sky | None:
        palette = self.context.painter.theme.palette
        return palette.sunset if self.moment is EndMoment.FAR_ABOVE else self._tint.sky

    def _paint_moment(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the moment's own picture."""
        match self.moment:
            case EndMoment.PASSED | EndMoment.JUST:
                self._paint_pennant(surface, rect)
            case EndMoment.FAR_ABOVE:
                self._paint_rain(surface, rect)
            case EndMoment.BOSS | EndMoment.SUMMIT:
                self._paint_sky(surface, rect)
            case _:
                self._paint_fall(surface, rect)

    def _paint_pennant(self, surface: pygame.Surface, rect: Rect) -> None:
        """The pennant that is planted on the target's line; a golden flash for just."""
        painter = self.context.painter
        p, theme, share = painter.theme.palette, painter.theme, self._share
        y = rect.y + rect.h * 0.62
        gold = (
            mix_colour(p.accent, p.light, 1 - share) if self.moment is EndMoment.JUST else p.accent
        )
        thick = painter.px(6 + 18 * (1 - share) * (self.moment is EndMoment.JUST))
        surface.fill(gold, (rect.x, round(y), rect.w, max(1, thick)))
        drop = (1 - share) * rect.h * 0.25
        foot = (rect.x + rect.w * 0.7, y - drop)
        words = self.context.text("climb.start.you")
        length = painter.px(120)
        draw_pennant(surface, painter, foot, length, words, theme.stripes[4], is_own=True)

    def _paint_rain(self, surface: pygame.Surface, rect: Rect) -> None:
        """Crystals that rain, more of them the more were won."""
        painter, share = self.context.painter, self._share
        for index in range(_CRYSTALS * min(3, self._step.end.crystals - 1)):
            along, size = (index * 0.618034) % 1, 14 + 22 * (index * 0.414214 % 1)
            fall = (index * 0.754878) % 1
            y = rect.y + rect.h * (fall * share)
            draw_crystal(surface, painter, (rect.x + rect.w * along, y), painter.px(size))

    def _paint_sky(self, surface: pygame.Surface, rect: Rect) -> None:
        """The sky that opens, the next boss far above, and the gold card."""
        painter, share = self.context.painter, self._share
        p, types = painter.theme.palette, painter.theme.type
        clip = surface.get_clip()
        surface.set_clip(clip.clip(tuple(rect)))
        for index in range(5):
            x = rect.x + rect.w * (index / 5) - rect.h * 0.3
            wide, lean = rect.w / 16, rect.h * 1.0 * share
            colour = mix_colour(p.sky, p.accent, 0.12)
            foot = float(rect.bottom)
            ray = [(x, foot), (x + wide, foot)]
            ray += [(x + wide + lean, foot - lean), (x + lean, foot - lean)]
            pygame.draw.polygon(surface, colour, ray)
        surface.set_clip(clip)
        ahead = self._step.end.stage + 3
        centre = (rect.centre[0], rect.y + painter.px(70))
        radius = painter.px(44)
        draw_hexagon(surface, painter, centre, radius, p.band_dark, p.accent, painter.px(4))
        painter.text(surface, str(ahead), centre, types.title.coloured(p.light), "centre")
        boss = boss_of(ahead)
        assert boss is not None
        name = word_boss(self.context.catalogue, boss)[0]
        below = (centre[0], centre[1] + radius + painter.px(22))
        painter.text(surface, name, below, types.label, "centre")
        if self.moment is EndMoment.SUMMIT:
            slots = self._step.after.slots
            for index, slot in enumerate(slots):
                x = rect.centre[0] + (index - (len(slots) - 1) / 2) * painter.px(92)
                look = AceLook(slot.ace, slot.level)
                draw_ace(surface, painter, (x, rect.centre[1]), painter.px(42), look)
        card = (rect.centre[0], rect.bottom - painter.px(150))
        draw_hexagon(surface, painter, card, painter.px(80) * share, p.accent, p.band_dark, 3)

    def _paint_fall(self, surface: pygame.Surface, rect: Rect) -> None:
        """The climber who hangs from the target's line by a rope; without one the torn path."""
        painter, share = self.context.painter, self._share
        p = painter.theme.palette
        y = rect.y + rect.h * 0.3
        if self.moment is EndMoment.FAR_BELOW:
            surface.fill(p.ink_soft, (rect.x, round(y), rect.w, painter.px(3)))
        else:
            surface.fill(p.accent, (rect.x, round(y), rect.w, painter.px(4)))
        x, length = rect.x + rect.w * 0.72, rect.h * 0.42 * share
        if self.moment is EndMoment.OVER:
            rope = Rect(round(rect.x), round(rect.y + rect.h * 0.55), rect.w // 2, painter.px(26))
            draw_rope(surface, painter, rope, is_frayed=True)
            centre = (x, min(rect.bottom - painter.px(40), y + rect.h * 0.55 * share))
        else:
            ink = p.cool if self.moment is EndMoment.ROPE_HOLDS else p.ink_soft
            end = (x - rect.w * 0.1, y + length)
            for strand in range(3):
                shift = (strand - 1) * painter.px(5)
                torn = 0.55 if strand == 2 else 1.0
                tip = (x + shift + (end[0] - x) * torn, y + length * torn)
                pygame.draw.line(surface, ink, (x + shift, y), tip, max(2, painter.px(4)))
            centre = (end[0], end[1] + painter.px(24))
        draw_hexagon(surface, painter, centre, painter.px(30), p.light, p.band_dark, 3)
        painter.icon(surface, Icon.PERSON, centre, painter.px(32), p.band_dark)

    # what happens

    def animate(self, dt: float) -> Pulse:
        pulse = super().animate(dt)
        if not self._has_sounded:
            self._has_sounded = True
            sound, loudness = _SOUNDS[self.moment]
            self.context.sound.play(sound, loudness=loudness)
        is_moving = self._age < _SECONDS and not self._is_still
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

    def _go_on(self) -> Navigation | None:
        if self._climb.open.state.is_over:
            return end_climb_scene(self.context, self._climb)
        return Replace(ChoiceScene(self.context, self._climb))
