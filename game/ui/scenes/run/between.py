"""Between two stages: what the stage came to, the choice of an ace, and the stage that follows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pygame

from game.locale import write_signed
from game.progress.run.aces import MOST_HELD, NO_ACE_POINTS, PLACES, Ace
from game.progress.run.game import RunGame
from game.progress.run.ladder import MOST_RESERVE, rules_of, seconds_of
from game.progress.run.state import RunState, StageResult
from game.ui.draw.animation import ease_out
from game.ui.draw.theme import Colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerPressed,
)
from game.ui.frame.scene import Navigation, Pulse, Push, Replace, Scene
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    QUESTION,
    SILENT,
    Column,
    Ink,
    Maybe,
    PageScene,
    Panel,
    Picture,
    PressedPanel,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.run.pause import RunPause, end_run_scene
from game.ui.scenes.run.words import (
    ICONS,
    NEARLY_EMPTY,
    ace_about,
    ace_name,
    is_far_above,
    moment_of,
    new_rule_lines,
    stage_rules,
    stage_title,
)
from game.ui.scenes.shared.rules_picture import RulesPicture
from game.ui.sound.names import Sound
from game.ui.widgets import Button, Look

_COUNT_SECONDS: Final = 2.0
_REST_SECONDS: Final = {"passed": 0.9, "missed": 0.9, "saved": 1.6, "over": 1.6}
"""How long the count stands before the page goes on by itself, by what the stage was."""

_RESERVE_FROM: Final = 0.6
"""The share of the count from which on the reserve moves."""

_SOUNDS: Final = {
    "passed": Sound.RUN_PASSED,
    "saved": Sound.RUN_SAVED,
    "over": Sound.RUN_OVER,
    "missed": Sound.LINE_DIES,
}
_INKS: Final[dict[str, Ink]] = {
    "passed": "good",
    "missed": "poor",
    "saved": "accent",
    "over": "bad",
}
_RELIEF: Final = 0.5
"""The loudness of the sound of a stage that was survived by a hair: no fanfare for a miss."""

_SPARKS: Final = 48
_RAYS: Final = 14


def after_stage_scene(context: Context, run: RunGame) -> Scene:
    """Finish the open stage, and show what it came to."""
    before = run.state
    return StageCount(context, run, before, run.finish_stage())


def run_scene(context: Context, run: RunGame, table: Callable[[RunGame], Scene]) -> Scene:
    """Return the screen at which a run stands: the choice between stages, or its `table`."""
    if run.state.chooses:
        return AceChoiceScene(context, run)
    if run.play is None:
        run.begin_stage()
    return table(run)


class StageCount(PageScene):
    """Counts in two seconds what came in and what it cost; any key or click goes on."""

    counted = (QUESTION,)

    def __init__(
        self, context: Context, run: RunGame, before: RunState, result: StageResult
    ) -> None:
        super().__init__(context)
        self._run, self._before, self._result = run, before, result
        self.moment = moment_of(run.state, result)
        self._seconds = 0.0
        self._heard = -1
        # Who cannot look at a clock on the screen goes on by key.
        settings = context.preferences
        self._is_still = settings.has_reduced_motion
        self._goes_on = not (settings.has_reduced_motion or settings.has_speech)
        if self._is_still:
            self._seconds = _COUNT_SECONDS
        self.keys = {Action.CONFIRM: self._go_on, Action.CANCEL: self._go_on}

    @property
    def _share(self) -> float:
        return min(1.0, self._seconds / _COUNT_SECONDS)

    def page(self) -> Widget:
        context, result = self.context, self._result
        text = context.text
        is_big = self.moment in ("saved", "over")
        number = {} if is_big else {"stage": str(result.stage)}
        return Column(
            Spacer(share=2),
            Text(
                text(f"run.between.{self.moment}", **number),
                "display",
                _INKS[self.moment],
                align="centre",
                lines=2,
            ),
            Text(stage_rules(context, result.stage), "caption", align="centre", lines=1),
            Spacer(size=10),
            Panel(
                Picture(self._paint, size=300, reads=self._spoken(), id=QUESTION),
                most=640,
                pad=(28, 20),
            ),
            Spacer(size=10),
            Button(text("run.between.go_on"), self._go_on, look=Look.PRIMARY, id=MAIN, across=240),
            Spacer(share=3),
            pad=(28, 16),
        )

    def _rows(self) -> Iterator[tuple[str, float, str]]:
        """What is counted: a name, the points, the ink of the number."""
        text, result = self.context.text, self._result
        yield text("run.between.board"), result.board, "ink"
        if result.pay:
            yield text("run.between.pay"), result.pay, "cool"
        if result.overtime:
            yield text("run.between.overtime"), -result.overtime, "bad"
        yield text("run.between.target"), -result.target, "ink_soft"

    def _spoken(self) -> str:
        """All of it in sentences."""
        catalogue, state = self.context.catalogue, self._run.state
        rows = [f"{name} {write_signed(catalogue, points)}." for name, points, _ in self._rows()]
        words = self.context.text(
            "run.between.moved", before=str(self._before.reserve), after=str(state.reserve)
        )
        points = self.context.text("run.between.points", points=catalogue.number(state.points))
        return " ".join([*rows, words, points])

    def _paint(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the rows that have come so far, each counting up, then the reserve."""
        painter, catalogue = self.context.painter, self.context.catalogue
        p, types, px = painter.theme.palette, painter.theme.type, painter.px
        rows = list(self._rows())
        foot, area = rect.cut_bottom(px(96), px(8))
        shown = self._share / _RESERVE_FROM * len(rows)
        for index, (row, (name, points, ink)) in enumerate(
            zip(area.rows(max(4, len(rows))), rows, strict=False)
        ):
            part = min(1.0, shown - index)
            if part <= 0:
                break
            colour: Colour = getattr(p, ink)
            painter.text_in(surface, name, row, types.strong, max_lines=1)
            words = write_signed(catalogue, round(points * ease_out(part)))
            if index == 0:
                words = words.removeprefix("+")
            painter.text_in(
                surface, words, row, types.heading.coloured(colour), "right", max_lines=1
            )
        self._paint_reserve(surface, foot)

    def _paint_reserve(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the reserve on its way from before to after, and the run's points."""
        painter, state, result = self.context.painter, self._run.state, self._result
        p, types, px = painter.theme.palette, painter.theme.type, painter.px
        part = ease_out(max(0.0, (self._share - _RESERVE_FROM) / (1 - _RESERVE_FROM)))
        before, after = self._before.reserve, state.reserve
        now = round(before + (after - before) * part)
        is_low = now <= NEARLY_EMPTY
        colour = p.bad if is_low else p.good if after >= before else p.poor
        head, rest = rect.cut_top(px(34))
        bar, last = rest.cut_top(px(18), px(8))
        painter.text_in(
            surface, self.context.text("run.table.reserve"), head, types.strong, max_lines=1
        )
        # A reserve that is drained does not say what was lacking.
        change = result.surplus if state.is_over else after - before
        moved = "" if not part else f"  ({write_signed(self.context.catalogue, change)})"
        painter.text_in(
            surface,
            f"{now}{moved}",
            head,
            types.heading.coloured(colour),
            "right",
            max_lines=1,
        )
        painter.bar(surface, bar, now / MOST_RESERVE if now else None, colour)
        points = round(self._before.points + (state.points - self._before.points) * part)
        words = self.context.text(
            "run.between.times",
            total=str(result.total),
            stage=str(result.stage),
            points=self.context.catalogue.number(points),
        )
        painter.text_in(surface, words, last, types.caption, "right", max_lines=1)

    def animate(self, dt: float) -> Pulse:
        pulse = super().animate(dt)
        steps = len(list(self._rows())) + 1
        self._seconds += dt
        step = min(steps, int(self._share * steps))
        if step != self._heard:
            self._heard = step
            is_last = step >= steps
            sound = _SOUNDS[self.moment] if is_last else Sound.COUNT
            loudness = _RELIEF if is_last and self.moment == "saved" else 1.0
            self.context.sound.play(sound, step=0 if is_last else step, loudness=loudness)
        rest = _REST_SECONDS[self.moment]
        if self._goes_on and self._seconds >= _COUNT_SECONDS + rest:
            return Pulse(True, self._go_on())
        is_moving = self._seconds < _COUNT_SECONDS + rest and not self._is_still
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
        """First to the end of the count, then on."""
        if self._seconds < _COUNT_SECONDS:
            self._seconds = _COUNT_SECONDS
            return None
        if self._run.state.is_over:
            return end_run_scene(self.context, self._run)
        return Replace(AceChoiceScene(self.context, self._run))

    def draw_below(self, surface: pygame.Surface) -> None:
        super().draw_below(surface)
        if self._is_still or self.moment != "passed":
            return
        is_big = is_far_above(self._result)
        if is_big:
            self._draw_rays(surface)
        self._draw_burst(surface, is_big=is_big)

    def _draw_rays(self, surface: pygame.Surface) -> None:
        """Light that turns slowly behind a stage far above its target, once the reserve moves."""
        age = self._seconds - _COUNT_SECONDS * _RESERVE_FROM
        if age <= 0:
            return
        width, height = surface.get_size()
        x, y = width / 2, height * 0.22
        reach = math.hypot(width, height) * ease_out(min(1.0, age / 0.6))
        step, colour = math.tau / _RAYS, self.context.painter.theme.palette.plate
        for index in range(_RAYS):
            turn = index * step + age * 0.12
            ends = [
                (x + reach * math.cos(turn + side), y + reach * math.sin(turn + side))
                for side in (-step / 4, step / 4)
            ]
            pygame.draw.polygon(surface, colour, [(x, y), *ends])

    def _draw_burst(self, surface: pygame.Surface, *, is_big: bool) -> None:
        """Sparks that leave the middle, evenly scattered; twice as many far above the target."""
        painter = self.context.painter
        p = painter.theme.palette
        start = _COUNT_SECONDS * _RESERVE_FROM
        age = (self._seconds - start) / (1.6 if is_big else 1.0)
        if not 0 < age < 1:
            return
        width, height = surface.get_size()
        colours = (p.accent, p.good, p.cool, p.sun)
        count = _SPARKS * (2 if is_big else 1)
        for index in range(count):
            turn = index * 2.399963
            speed = 0.3 + 0.7 * (index * 0.414214 % 1)
            reach = ease_out(age) * speed * min(width, height) * (0.75 if is_big else 0.5)
            x = width / 2 + reach * math.cos(turn) * 1.4
            y = height * 0.4 + reach * math.sin(turn) + height * 0.12 * age * age
            size = painter.px(9 if is_big else 6) * (1 - age) * (0.5 + speed / 2)
            if size >= 1:
                painter.disc(surface, (x, y), round(size), colours[index % len(colours)])


class AceChoiceScene(PageScene):
    """Three aces to choose from; a fifth asks which one it replaces; the next stage below."""

    counted = (QUESTION,)

    def __init__(self, context: Context, run: RunGame) -> None:
        super().__init__(context)
        self._run = run
        self._taken: Ace | None = None
        self._picture = RulesPicture(context)
        self.keys = {Action.CANCEL: self._leave}

    @property
    def _options(self) -> list[Ace]:
        """What can be chosen now: an ace that is offered, or a held one that goes."""
        state = self._run.state
        held = dict.fromkeys(one.ace for one in state.aces)
        return list(state.offered if self._taken is None else held)

    def page(self) -> Widget:
        context, text = self.context, self.context.text
        if self._taken is None:
            title = text("run.between.choose")
        else:
            title = text("run.between.instead", ace=ace_name(context, self._taken))
        return Column(
            Row(
                Text(title, "title", lines=1, share=1),
                *(self._held_sign(index) for index in range(len(self._run.state.aces))),
                Text(
                    self._reserve_words(),
                    "strong",
                    "cool",
                    lines=1,
                    reads=self._spoken(),
                    id=QUESTION,
                ),
                gap=14,
                size=48,
            ),
            Row(
                *(self._card(index, ace) for index, ace in enumerate(self._options)),
                gap=12,
                even=True,
                share=46,
            ),
            self._none_row(),
            self._next_panel(),
            gap=10,
            pad=(28, 14),
        )

    def _held_sign(self, index: int) -> Widget:
        """An ace that is held already."""
        context, ace = self.context, self._run.state.aces[index].ace
        words = f"{ace_name(context, ace)}. {ace_about(context, ace)}"
        return Sign(ICONS[ace], "accent", 28, tooltip=words, reads=SILENT, id=("held", index))

    def _spoken(self) -> str:
        """What there is to choose from with its keys, and the stage that follows."""
        context, state, text = self.context, self._run.state, self.context.text
        words = [self._reserve_words()]
        for key, ace in enumerate(self._options, 1):
            words.append(f"{key}: {ace_name(context, ace)}. {ace_about(context, ace)}")
        if self._taken is None:
            words.append(f"0: {text('run.between.none', points=str(NO_ACE_POINTS))}")
        held = ", ".join(ace_name(context, one.ace) for one in state.aces)
        words += [text("run.between.holding", aces=held)] if held else []
        words.append(text("run.between.next", stage=stage_title(context, state)))
        words.append(stage_rules(context, state.stage))
        words += [self._next_words(), *new_rule_lines(context, state.stage)]
        return as_sentences(words)

    def _next_words(self) -> str:
        """The target of the stage that follows, and what it adds to the bank."""
        state, text = self._run.state, self.context.text
        if not state.is_timed:
            return text("run.between.next_calm", target=str(state.target))
        seconds = str(seconds_of(state.stage))
        return text("run.between.next_clock", target=str(state.target), seconds=seconds)

    def _reserve_words(self) -> str:
        state, catalogue = self._run.state, self.context.catalogue
        return self.context.text(
            "run.between.so_far",
            reserve=str(state.reserve),
            points=catalogue.number(state.points),
        )

    def _card(self, index: int, ace: Ace) -> Widget:
        context, state = self.context, self._run.state
        count = state.count(ace)
        held = count and self._taken is None and context.text("run.between.held")
        return PressedPanel(
            partial(self._press, ace),
            Row(
                Text(str(index + 1), "strong", "accent", size=20),
                Text(ace_name(context, ace), "heading", align="centre", lines=2, share=1),
                Spacer(size=20),
                size=44,
            ),
            Picture(partial(self._paint_icon, ace), share=3, least=48),
            Text(ace_about(context, ace), align="centre", share=4),
            bool(held) and Text(str(held), "caption", "accent", align="centre", lines=1),
            pad=(14, 10),
            gap=4,
            id=MAIN if index == 0 else ("ace", index),
        )

    def _paint_icon(self, ace: Ace, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        p, side = painter.theme.palette, min(rect.size)
        painter.disc(surface, rect.centre, side / 2, p.sunken, p.accent, painter.px(2))
        painter.icon(surface, ICONS[ace], rect.centre, round(side * 0.62), p.accent)

    def _none_row(self) -> Widget:
        text = self.context.text
        if self._taken is not None:
            return Button(text("run.between.back"), self._forget, look=Look.QUIET, id="none")
        points = str(NO_ACE_POINTS)
        return Button(
            f"0 · {text('run.between.none', points=points)}",
            partial(self._press, None),
            look=Look.QUIET,
            id="none",
        )

    def _next_panel(self) -> Widget:
        """The stage that follows: its rules, target and time, and what of them is new."""
        context, state, text = self.context, self._run.state, self.context.text
        lines = new_rule_lines(context, state.stage)
        words: tuple[Maybe, ...] = (
            Text(text("run.between.next", stage=stage_title(context, state)), "heading", lines=1),
            Text(stage_rules(context, state.stage), "strong", lines=2),
            Text(self._next_words(), "caption", "accent", lines=1),
            bool(lines) and Scroll(*(Text(line, "body") for line in lines), gap=4, share=1),
        )
        rules = rules_of(state.stage)
        return Panel(
            Row(
                Picture(lambda surface, rect: self._picture.draw(surface, rules, rect), share=30),
                Column(*words, gap=4, share=70),
                gap=18,
                share=1,
            ),
            pad=(16, 10),
            share=54,
        )

    # what is done

    def _press(self, ace: Ace | None) -> Navigation | None:
        state = self._run.state
        if self._taken is not None:
            return self._choose(self._taken, ace)
        if ace in MOST_HELD and len(state.aces) == PLACES:
            self._taken = ace
            return None
        return self._choose(ace)

    def _forget(self) -> Navigation | None:
        self._taken = None
        return None

    def _choose(self, ace: Ace | None, instead: Ace | None = None) -> Navigation:
        context, run = self.context, self._run
        run.choose(ace, instead)
        context.sound.play(Sound.GOAL if ace is not None else Sound.TOTAL)
        return Replace(context.routes.run_table(run))

    def react(self, intent: Intent) -> Navigation | None:
        if isinstance(intent, Command) and intent.action is None and not intent.is_repeat:
            options, digit = self._options, intent.digit
            if digit == 0:
                return self._forget() if self._taken is not None else self._press(None)
            if digit is not None and digit <= len(options):
                return self._press(options[digit - 1])
        return super().react(intent)

    def _leave(self) -> Navigation | None:
        if self._taken is not None:
            return self._forget()
        return Push(RunPause(self.context, self._run))
