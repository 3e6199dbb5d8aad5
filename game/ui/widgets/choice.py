"""Choice widgets: one of a few values side by side, or on and off."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, Generic, TypeVar, Unpack

import pygame

from game.ui.draw.bands import (
    End,
    Shade,
    draw_band,
    draw_band_focus,
    draw_hexagon,
    draw_hexagon_focus,
    end_around,
    shaded,
)
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
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
from game.ui.frame.outline import Role
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
from game.ui.widgets.buttons import idle_ink, shade_of

_T = TypeVar("_T")

_ASIDE: Final = 20
_NARROW: Final = 10
"""Units beside an option's words inside a slanted cut, and in a narrow row."""

_LEAST: Final = 52
"""Units that a cut is wide at least."""


class Segmented(Widget, Generic[_T]):
    """One of a few values, side by side; left and right change it."""

    state_names = Widget.state_names | {"_hovered_index"}
    role = Role.CHOICE
    is_one_line = True

    def __init__(
        self,
        options: Sequence[tuple[_T, Words]],
        value: _T,
        on_change: Callable[[_T], PressResult],
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.options = list(options)
        self.value = value
        self._on_change = on_change
        self._hovered_index: int | None = None
        self._widths: list[int] = []
        self._margin = 0

    @property
    def pointed(self) -> _T:
        """The option under the pointer, else the chosen one."""
        index = self._hovered_index if self.is_hovered else None
        is_known = index is not None and index < len(self.options)
        return self.options[index][0] if index is not None and is_known else self.value

    def height_for(self, painter: Painter, width: int) -> int:
        style, inner = painter.theme.type.label, self._inner_width(painter, width)
        words = max((painter.height_of(say(w), inner, style) for _, w in self.options), default=0)
        return max(painter.px(painter.theme.control_height), words + 2 * painter.px(5))

    def least_width(self, painter: Painter) -> int:
        style = painter.theme.type.label
        words = (painter.widest_word(say(words), style) for _, words in self.options)
        return sum(width + 2 * painter.px(_NARROW) for width in words) + 2 * painter.px(_NARROW)

    def _wishes(self, painter: Painter) -> list[int]:
        """Return the preferred width of each option, with the slanted cut."""
        style, least = painter.theme.type.label, painter.px(_LEAST)
        around = 2 * painter.px(_ASIDE)
        return [max(least, painter.text_width(say(w), style) + around + 1) for _, w in self.options]

    def measure(self, painter: Painter) -> tuple[int, int]:
        return sum(self._wishes(painter)), painter.px(painter.theme.control_height)

    def _inner_width(self, painter: Painter, width: int) -> int:
        if width >= sum(self._wishes(painter)):
            return width
        return max(1, width // max(1, len(self.options)) - 2 * painter.px(_NARROW))

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        painter = context.painter
        style, around = painter.theme.type.label, 2 * painter.px(_NARROW)
        wishes = self._wishes(painter)
        self._widths, self._margin = wishes, 0
        if sum(wishes) > rect.w:
            # The chosen one's slanted ends reach between the words beside it, and into a margin.
            words = [painter.widest_word(say(w), style) + around for _, w in self.options]
            # Eight names can be wider than the row: they are written smaller, inside it.
            share = min(1.0, (rect.w - around) / sum(words))
            words = [int(word * share) for word in words]
            self._widths = divide(rect.w - around, [Length(w, w, 1.0) for w in words])
            self._margin = around // 2

    def cells(self) -> list[Rect]:
        """Each option's rectangle."""
        if len(self._widths) != len(self.options):
            return self.rect.columns(len(self.options))
        starts = accumulate(self._widths, initial=self.rect.x + self._margin)
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

    def value_and_state(self, context: Context) -> tuple[str, bool | None]:
        return self.name_and_state(context), None

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
        # Beyond its ends an arrow stays, too: it must not lead to something that Enter presses.
        return Outcome(True, self._choose(values[max(0, min(index, len(values) - 1))]))

    def _choose(self, value: _T) -> PressResult:
        if value == self.value:
            return None
        self.value = value
        return self._on_change(value)

    def _cut(self, painter: Painter, cell: Rect) -> Rect:
        return cell.centred(
            cell.w + 2 * self._margin, min(cell.h, max(painter.px(38), cell.h * 83 // 100))
        )

    def _end(self, painter: Painter, cell: Rect, words: str) -> End:
        """Return the ends of the chosen option's band: straight where it is narrow."""
        style, cut = painter.theme.type.label, self._cut(painter, cell)
        return end_around(painter, cut, words, self._inner(painter, cell), style)

    @staticmethod
    def _inner(painter: Painter, cell: Rect) -> Rect:
        return cell.inset(painter.px(_NARROW), painter.px(2))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, style = painter.theme.palette, painter.theme.type.label
        for i, (cell, (value, words)) in enumerate(zip(self.cells(), self.options, strict=True)):
            is_hovered = self._hovered_index == i and self.is_enabled
            inner = self._inner(painter, cell)
            ink = p.ink if self.is_enabled else idle_ink(painter)
            if value != self.value:
                drawn = painter.text_in(surface, say(words), inner, style.coloured(ink), "centre")
                if is_hovered:
                    painter.underline(surface, drawn, ink)
                continue
            shade: Shade = "rest" if self.is_enabled else "off"
            cut = self._cut(painter, cell)
            end = self._end(painter, cell, say(words))
            draw_band(surface, painter, p.chosen, cut, end, start=end, shade=shade)
            with painter.ink_on(shaded(painter.theme, p.chosen, shade)):
                painter.text_in(surface, say(words), inner, style.coloured(ink), "centre")

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        for cell, (value, words) in zip(self.cells(), self.options, strict=True):
            if value == self.value:
                end = self._end(painter, cell, say(words))
                draw_band_focus(surface, painter, self._cut(painter, cell), end, end)


class Toggle(Widget):
    """A switch with a label at the left, and a line of explanation below.

    An empty well holds a tile while the switch is on. The well is at the right end, or `column`
    units right of the words' beginning.
    """

    is_pressable = True
    role = Role.SWITCH

    def __init__(
        self,
        label: Words,
        is_on: bool,
        on_change: Callable[[bool], PressResult],
        *,
        about: Words = "",
        column: float = 0,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.label = label
        self.about = about
        self.column = column
        self.is_on = is_on
        self._on_change = on_change

    def press(self) -> PressResult:
        self.is_on = not self.is_on
        return self._on_change(self.is_on)

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(say(self.label), self._style(painter))
        return width + painter.px(66), max(painter.px(40), self.height_for(painter, width * 2))

    def least_width(self, painter: Painter) -> int:
        words = f"{say(self.label)} {say(self.about)}"
        word = painter.widest_word(words, self._style(painter))
        return max(word, painter.px(self.column)) + painter.px(66)

    def _style(self, painter: Painter) -> TextStyle:
        return painter.theme.type.label if self.column else painter.theme.type.body

    def value_and_state(self, context: Context) -> tuple[str, bool | None]:
        return "", self.is_on

    def plain_name(self, context: Context) -> str:
        return say(self.label)

    def explanation(self) -> str:
        return super().explanation() or say(self.about)

    def name_and_state(self, context: Context) -> str:
        state = context.text(f"heard.spoken.{'is_on' if self.is_on else 'is_off'}")
        return ", ".join(filter(None, (say(self.label), state)))

    def handle(self, intent: Intent) -> Outcome:
        match intent:
            case Command(Action.LEFT | Action.RIGHT as action):
                return Outcome(
                    True, None if self.is_on == (action is Action.RIGHT) else self.press()
                )
            case _:
                return UNUSED

    def height_for(self, painter: Painter, width: int) -> int:
        words, _, about = self._cut(painter, Rect(0, 0, width, 0))
        height = painter.height_of(say(self.label), words.w, self._style(painter))
        if say(self.about):
            below = painter.height_of(say(self.about), about.w, painter.theme.type.body)
            if self.column:
                return max(height, painter.px(46)) + below
            height += below
        return max(height + painter.px(4), painter.px(46 if self.column else 40))

    def _cut(self, painter: Painter, rect: Rect) -> tuple[Rect, Rect, Rect]:
        """Return the places of the words, of the switch and of the line of explanation."""
        types, about = painter.theme.type, say(self.about)
        if self.column:
            below = painter.height_of(about, rect.w, types.body) if about else 0
            foot, row = rect.cut_bottom(below)
            words, right = row.cut_left(painter.px(self.column), painter.px(14))
            return words, right._replace(w=painter.px(48)), foot
        switch, words = rect.cut_right(painter.px(48), painter.px(14))
        below = painter.height_of(about, words.w, types.body) if about else 0
        return (
            words._replace(h=words.h - below),
            switch,
            words._replace(y=words.bottom - below, h=below),
        )

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, types = painter.theme.palette, painter.theme.type
        words, switch, below = self._cut(painter, self.rect)
        ink = p.ink if self.is_enabled else idle_ink(painter)
        if say(self.about):
            style = types.body.coloured(p.ink_soft)
            painter.text_in(surface, say(self.about), below, style, valign="top")
        if say(self.label):
            painter.text_in(surface, say(self.label), words, self._style(painter).coloured(ink))
        radius, edge = painter.px(21), max(2, painter.px(3))
        if self.is_on:
            fill = shaded(painter.theme, p.chosen, shade_of(self))
            draw_hexagon(surface, painter, switch.centre, radius, fill)
            sign = painter.theme.ink_on(p.chosen)
            painter.icon(surface, Icon.CHECK, switch.centre, painter.px(22), sign)
        else:
            lit = p.ink_soft if self.is_hovered and self.is_enabled else p.line
            draw_hexagon(surface, painter, switch.centre, radius, p.sunken, lit, edge)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        centre = self._cut(painter, self.rect)[1].centre
        draw_hexagon_focus(surface, painter, centre, painter.px(21))
