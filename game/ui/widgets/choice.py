"""Choice widgets: one of a few values side by side, or on and off."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Generic, TypeVar, Unpack

import pygame

from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
)
from game.ui.layout.lengths import Length, divide
from game.ui.layout.rects import Rect
from game.ui.widgets.base import (
    UNUSED,
    USED,
    Outcome,
    PressResult,
    Widget,
    WidgetOptions,
    Words,
    say,
)

T = TypeVar("T")


class Segmented(Widget, Generic[T]):
    """One of a few values, side by side; left and right change it."""

    state_names = Widget.state_names | {"_hovered_index"}

    def __init__(
        self,
        options: Sequence[tuple[T, Words]],
        value: T,
        on_change: Callable[[T], PressResult],
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.options = list(options)
        self.value = value
        self._on_change = on_change
        self._hovered_index: int | None = None
        self._widths: list[int] = []

    @property
    def pointed(self) -> T:
        """The option under the pointer, else the chosen one."""
        index = self._hovered_index if self.is_hovered else None
        is_known = index is not None and index < len(self.options)
        return self.options[index][0] if index is not None and is_known else self.value

    def height_for(self, painter: Painter, width: int) -> int:
        style, inner = painter.theme.type.caption, self._inner_width(painter, width)
        words = max((painter.height_of(say(w), inner, style) for _, w in self.options), default=0)
        return max(painter.px(painter.theme.control_height), words + 2 * painter.px(5))

    def least_width(self, painter: Painter) -> int:
        style, count = painter.theme.type.caption, max(1, len(self.options))
        word = max((painter.widest_word(say(w), style) for _, w in self.options), default=0)
        return count * (word + painter.px(20))

    def measure(self, painter: Painter) -> tuple[int, int]:
        style, count = painter.theme.type.caption, max(1, len(self.options))
        widest = max((painter.text_width(say(w), style) for _, w in self.options), default=0)
        return count * (widest + painter.px(30)), painter.px(painter.theme.control_height)

    def _inner_width(self, painter: Painter, width: int) -> int:
        return max(1, width // max(1, len(self.options)) - painter.px(20))

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        painter = context.painter
        style, around = painter.theme.type.caption, painter.px(20)
        words = [painter.widest_word(say(w), style) + around for _, w in self.options]
        is_tight = max(words, default=0) * len(words) > rect.w >= sum(words)
        self._widths = divide(rect.w, [Length(w, w, 1.0) for w in words]) if is_tight else []

    def cells(self) -> list[Rect]:
        """Each option's rectangle."""
        if not self._widths:
            return self.rect.columns(len(self.options))
        starts = accumulate(self._widths, initial=self.rect.x)
        return [self.rect._replace(x=x, w=w) for x, w in zip(starts, self._widths, strict=False)]

    def handle(self, intent: Intent) -> Outcome:
        match intent:
            case PointerPressed(at, MouseButton.PRIMARY):
                for cell, (value, _) in zip(self.cells(), self.options, strict=True):
                    if cell.contains(at):
                        return Outcome(True, self._choose(value))
                return USED
            case PointerMoved(at):
                hovered = next((i for i, c in enumerate(self.cells()) if c.contains(at)), None)
                has_changed = hovered != self._hovered_index
                self._hovered_index = hovered
                return USED if has_changed else UNUSED
            case PointerLeft():
                self._hovered_index = None
                return USED
            case Command(Action.LEFT | Action.RIGHT as action):
                return self._shift(1 if action is Action.RIGHT else -1)
            case Command(Action.CONFIRM):
                return self._shift(1, is_round=True)
            case _:
                return UNUSED

    def name_and_state(self, context: Context) -> str:
        values = [value for value, _ in self.options]
        number = values.index(self.value) + 1
        words = say(self.options[number - 1][1])
        return context.text("heard.spoken.of", words=words, number=number, count=len(values))

    def _shift(self, step: int, *, is_round: bool = False) -> Outcome:
        values = [v for v, _ in self.options]
        index = values.index(self.value) + step
        if is_round:
            index %= len(values)
        if not 0 <= index < len(values):
            return UNUSED
        return Outcome(True, self._choose(values[index]))

    def _choose(self, value: T) -> PressResult:
        if value == self.value:
            return None
        self.value = value
        return self._on_change(value)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        painter.box(surface, self.rect, p.sunken, p.panel_edge)
        style = painter.theme.type.caption
        for i, (cell, (value, words)) in enumerate(zip(self.cells(), self.options, strict=True)):
            body = cell.inset(painter.px(3))
            radius = painter.px(painter.theme.radius - 3)
            if value == self.value:
                fill, edge, ink = (
                    (p.accent, p.accent_edge, p.ink_dark)
                    if self.is_enabled
                    else (p.raised_press, p.panel_edge, p.ink_muted)
                )
                painter.box(surface, body, fill, edge, radius=radius, is_glossy=True)
            else:
                ink = p.ink_soft if self.is_enabled else p.ink_muted
                if self.is_hovered and self._hovered_index == i and self.is_enabled:
                    painter.box(surface, body, p.raised, radius=radius)
                    ink = p.ink
            label = body.inset(painter.px(6), painter.px(2))
            painter.text_in(surface, say(words), label, style.coloured(ink), "centre")


class Toggle(Widget):
    """A switch with its words at the left, and a line about it below them."""

    def __init__(
        self,
        label: Words,
        is_on: bool,
        on_change: Callable[[bool], PressResult],
        *,
        about: Words = "",
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.label = label
        self.about = about
        self.is_on = is_on
        self._on_change = on_change

    @property
    def is_pressable(self) -> bool:
        return True

    def press(self) -> PressResult:
        self.is_on = not self.is_on
        return self._on_change(self.is_on)

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(say(self.label), painter.theme.type.body)
        return width + painter.px(70), max(painter.px(40), self.height_for(painter, width * 2))

    def least_width(self, painter: Painter) -> int:
        words = f"{say(self.label)} {say(self.about)}"
        return painter.widest_word(words, painter.theme.type.body) + painter.px(70)

    def name_and_state(self, context: Context) -> str:
        state = context.text(f"heard.spoken.{'is_on' if self.is_on else 'is_off'}")
        return ", ".join(filter(None, (say(self.label), state)))

    def handle(self, intent: Intent) -> Outcome:
        match intent:
            case Command(Action.LEFT | Action.RIGHT as action):
                if self.is_on == (action is Action.RIGHT):
                    return UNUSED
                return Outcome(True, self.press())
            case _:
                return UNUSED

    def height_for(self, painter: Painter, width: int) -> int:
        words = self._cut(painter, Rect(0, 0, width, 0))[0].w
        height = painter.height_of(say(self.label), words, painter.theme.type.body)
        if say(self.about):
            height += painter.height_of(say(self.about), words, painter.theme.type.small)
        return max(height + painter.px(4), painter.px(40))

    @staticmethod
    def _cut(painter: Painter, rect: Rect) -> tuple[Rect, Rect]:
        switch, words = rect.cut_right(painter.px(54), painter.px(14))
        return words, switch

    def _track(self, painter: Painter) -> Rect:
        return self._cut(painter, self.rect)[1].centred(painter.px(52), painter.px(28))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        words, track = self._cut(painter, self.rect)[0], self._track(painter)
        radius = track.h // 2
        ink = p.ink if self.is_enabled else p.ink_muted
        if say(self.about):
            style = painter.theme.type.small
            height = painter.height_of(say(self.about), words.w, style)
            words, below = words.cut_top(words.h - height)
            painter.text_in(surface, say(self.about), below, style, valign="top")
        if say(self.label):
            painter.text_in(surface, say(self.label), words, painter.theme.type.body.coloured(ink))
        fill = p.accent if self.is_on and self.is_enabled else p.sunken
        if not self.is_on and self.is_hovered:
            fill = p.raised_press
        edge = p.accent_edge if self.is_on and self.is_enabled else p.raised_edge
        painter.box(surface, track, fill, edge, radius=radius)
        knob_x = track.right - radius if self.is_on else track.x + radius
        knob = p.ink_dark if self.is_on and self.is_enabled else p.ink_soft
        painter.disc(surface, (knob_x, track.centre[1]), radius - painter.px(5), knob)
        if self.is_on:
            # Never by colour alone: a bar for on, as on a power switch.
            painter.box(
                surface,
                Rect(
                    track.x + painter.px(13),
                    track.centre[1] - painter.px(5),
                    painter.px(3),
                    painter.px(10),
                ),
                p.ink_dark if self.is_enabled else p.ink_muted,
                radius=1,
            )

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        track = self._track(painter)
        painter.focus_ring(surface, track, track.h // 2)
