"""Values in an order: a slider for amounts, a stepper for counts and grades."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, Unpack

import pygame

from game.ui.draw.bands import draw_hexagon, draw_hexagon_focus
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Scrolled,
)
from game.ui.frame.outline import Role
from game.ui.layout.rects import Rect, View
from game.ui.widgets.base import UNUSED, USED, Outcome, PressResult, Widget, WidgetOptions
from game.ui.widgets.buttons import idle_ink

_T = TypeVar("_T")


def _direction(widget: Widget, intent: Intent) -> int:
    """Return 1 if an arrow, or the wheel over a focused widget, increases a value, -1 if the value
    is lowered, else 0.
    """
    match intent:
        case Scrolled(_, up) if widget.is_focused:
            return 1 if up > 0 else -1
        case Command(Action.LEFT | Action.RIGHT as action):
            return 1 if action is Action.RIGHT else -1
        case _:
            return 0


class Slider(Widget):
    """A value from `low` to `high` in steps, which is written at the right.

    One that `waits` calls back when it is released after a drag.
    """

    state_names = Widget.state_names | {"_is_held", "track"}
    role = Role.SLIDER

    def __init__(
        self,
        value: float,
        on_change: Callable[[float], PressResult],
        *,
        low: float = 0.0,
        high: float = 1.0,
        step: float = 0.05,
        show: Callable[[float], str] = lambda value: f"{value:.0%}",
        waits: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.value = value
        self.low, self.high, self.step = low, high, step
        self.waits = waits
        self.show = show
        self._on_change = on_change
        self._is_held = False
        self.track = Rect(0, 0, 0, 0)

    def value_and_state(self, context: Context) -> tuple[str, bool | None]:
        return self.show(self.value), None

    def name_and_state(self, context: Context) -> str:
        return self.show(self.value)

    def adopt(self, newer: Widget) -> None:
        value = self.value
        super().adopt(newer)
        if self._is_held:
            self.value = value

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(240), painter.px(painter.theme.control_height)

    def place(self, rect: Rect) -> None:
        super().place(rect)
        self.track = rect.cut_right(max(1, round(rect.h * 1.5)), rect.h // 3)[1]

    def _knob(self) -> tuple[int, int]:
        """Return the middle of what is dragged."""
        # Where the ends meet, as the interface's scales do in a tiny window, nothing can be chosen.
        share = (self.value - self.low) / ((self.high - self.low) or 1)
        return self.track.x + round(share * self.track.w), self.track.centre[1]

    def handle(self, intent: Intent) -> Outcome:
        match intent:
            case PointerPressed((x, _), MouseButton.PRIMARY):
                self._is_held = True
                return Outcome(True, self._set_from(x))
            case PointerMoved((x, _)) if self._is_held:
                return Outcome(True, self._set_from(x))
            case PointerReleased():
                was_held, self._is_held = self._is_held, False
                return Outcome(
                    True, self._on_change(self.value) if was_held and self.waits else None
                )
            case _:
                way = _direction(self, intent)
                return Outcome(True, self._set(self.value + way * self.step)) if way else UNUSED

    def _set_from(self, x: float) -> PressResult:
        share = (x - self.track.x) / max(1, self.track.w)
        return self._set(self.low + share * (self.high - self.low))

    def _set(self, value: float) -> PressResult:
        value = min(self.high, max(self.low, round(round(value / self.step) * self.step, 6)))
        if value == self.value:
            return None
        self.value = value
        return None if self.waits and self._is_held else self._on_change(value)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        is_lit = self.is_enabled and (self.is_hovered or self._is_held)
        ink = p.ink if self.is_enabled else idle_ink(painter)
        track, thick = self.track, max(2, painter.px(5))
        knob = self._knob()
        y = track.centre[1] - thick // 2
        surface.fill(p.line, (track.x, y, track.w, thick))
        surface.fill(ink, (track.x, y, knob[0] - track.x, thick))
        draw_hexagon(surface, painter, knob, painter.px(17 if is_lit else 15), ink)
        value = Rect(track.right, self.rect.y, self.rect.right - track.right, self.rect.h)
        painter.text_in(
            surface,
            self.show(self.value),
            value,
            painter.theme.type.label.coloured(ink),
            "right",
            max_lines=1,
        )

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_hexagon_focus(surface, painter, self._knob(), painter.px(15))


class Stepper(Widget, Generic[_T]):
    """One of `values` in their order, between an arrow to the one before and to the next."""

    state_names = Widget.state_names | {"_hovered_side"}
    role = Role.CHOICE

    def __init__(
        self,
        values: Sequence[_T],
        value: _T,
        on_change: Callable[[_T], PressResult],
        *,
        show: Callable[[_T], str] = str,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.values, self.value = values, value
        self.show = show
        self._on_change = on_change
        self._hovered_side = 0
        # A page asks often how wide a hundred numbers are.
        self._words: list[str] = []
        self._widest: dict[tuple[float, View], int] = {}

    def value_and_state(self, context: Context) -> tuple[str, bool | None]:
        return self.show(self.value), None

    def name_and_state(self, context: Context) -> str:
        return self.show(self.value)

    def measure(self, painter: Painter) -> tuple[int, int]:
        style, height = painter.theme.type.label, painter.px(painter.theme.control_height)
        key = painter.word_scale, painter.view
        if key not in self._widest:
            self._words = self._words or [self.show(value) for value in self.values]
            widths = (painter.text_width(words, style) for words in self._words)
            self._widest[key] = max(widths, default=0)
        return self._widest[key] + 2 * height + painter.px(16), height

    def handle(self, intent: Intent) -> Outcome:
        match intent:
            case PointerPressed(at, MouseButton.PRIMARY):
                minus, plus = self._sides()
                if minus.contains(at) or plus.contains(at):
                    return Outcome(True, self._step(1 if plus.contains(at) else -1))
                return USED
            case PointerMoved(at):
                minus, plus = self._sides()
                side = -1 if minus.contains(at) else int(plus.contains(at))
                has_changed = side != self._hovered_side
                self._hovered_side = side
                return USED if has_changed else UNUSED
            case PointerReleased():
                return USED
            case _:
                way = _direction(self, intent)
                return Outcome(True, self._step(way)) if way else UNUSED

    def _sides(self) -> tuple[Rect, Rect]:
        side = self.rect.h
        return self.rect.cut_left(side)[0], self.rect.cut_right(side)[0]

    def _step(self, way: int) -> PressResult:
        index = self.values.index(self.value) + way
        if not 0 <= index < len(self.values):
            return None
        self.value = self.values[index]
        return self._on_change(self.value)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        minus, plus = self._sides()
        pale = idle_ink(painter)
        for side, rect, icon, can in (
            (-1, minus, Icon.LEFT, self.value != self.values[0]),
            (1, plus, Icon.RIGHT, self.value != self.values[-1]),
        ):
            can = can and self.is_enabled
            is_lit = can and self.is_hovered and self._hovered_side == side
            size = painter.px(26 if is_lit else 20)
            painter.icon(surface, icon, rect.centre, size, p.ink if can else pale)
        middle = Rect(minus.right, self.rect.y, plus.x - minus.right, self.rect.h)
        ink = p.ink if self.is_enabled else pale
        painter.text_in(
            surface,
            self.show(self.value),
            middle.inset(painter.px(4)),
            painter.theme.type.label.coloured(ink),
            "centre",
            max_lines=1,
        )
