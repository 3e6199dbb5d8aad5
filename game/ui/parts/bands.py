"""Parts that are bands or are placed on one: heads, doors, actions, rows, panels over a page."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, Unpack

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import (
    SLOPE,
    draw_band,
    draw_band_focus,
    draw_fold,
    shaded,
)
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, TextStyle, Theme
from game.ui.frame.context import Context
from game.ui.frame.outline import Node
from game.ui.layout.rects import Point, Rect
from game.ui.parts.boxes import Column, Maybe, Padding, PressedPanel, Row
from game.ui.parts.leaves import Sign, Style, Text
from game.ui.widgets.base import OnPress, Widget, WidgetOptions, Words, say
from game.ui.widgets.buttons import shade_of

Side = Literal["left", "right"]

_NUMBER_OF_PLAY = 9
_WIDEST: Final = 480
"""The most units of width of an action with few words in an upright window."""

_FLAT_SHADE: Final = 0.25
"""The share of the fold colour in Play's head without folds, unlike the action's yellow."""


class Door(PressedPanel):
    """A band that is pressed as a whole and leads on: it runs in from the window's left edge and
    folds behind its right end. Its `number` is the stripe whose colour it has; None is the colour
    of the chosen value.
    """

    end = "fold"

    def __init__(
        self,
        number: int | None,
        on_press: OnPress | None,
        *parts: Maybe,
        pad: Padding,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, *parts, pad=pad, gap=0, **common)
        self.number = number

    def fill(self, theme: Theme) -> Colour:
        return theme.palette.chosen if self.number is None else theme.stripes[self.number]

    def band(self, painter: Painter) -> Rect:
        left = painter.view.area.x
        return self.rect._replace(x=left, w=self.rect.right - left)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        fill, shade = self.fill(painter.theme), shade_of(self)
        draw_fold(surface, painter, fill, self.band(painter), painter.view.area.right, shade=shade)
        super().draw(surface, painter)


class Head(Door):
    """The band at the top of a page behind a door, with the way back. Behind Play it has the
    yellow of the fold: the bright one is the action's.
    """

    def __init__(
        self, number: int | None, title: str, on_press: OnPress, **common: Unpack[WidgetOptions]
    ) -> None:
        self.title = title
        common.setdefault("reads", title)
        super().__init__(
            number,
            on_press,
            Row(Sign(Icon.LEFT, "ink", 20), Text(title, "title", lines=1), gap=26, share=1),
            pad=(30, 0, 48, 0),
            **common,
        )

    def outline(self, context: Context, at: Point = (0, 0), label: str = "") -> Iterator[Node]:
        # The page's title is a heading, the way back a button.
        for part in self.walk():
            if isinstance(part, Text):
                yield from part.outline(context, at)
        for node in super().outline(context, at, label):
            yield node._replace(name=self.hint(), about="")

    def fill(self, theme: Theme) -> Colour:
        fill = super().fill(theme)
        if self.number != _NUMBER_OF_PLAY:
            return fill
        return mix_colour(fill, theme.palette.fold, theme.palette.fold_share or _FLAT_SHADE)


class ActionBand(Widget):
    """The one thing to do now: a yellow band with an icon, words, and a short `about`. It
    leaves the window on one side and is cut on the other; what is `small` is 84 units high.
    """

    is_one_line = True

    def __init__(
        self,
        label: Words,
        on_press: OnPress,
        *,
        icon: Icon | None = None,
        about: Words = "",
        bleeds: Side = "right",
        small: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.label, self.about = label, about
        self.icon, self.bleeds, self.small = icon, bleeds, small

    def _style(self, painter: Painter) -> TextStyle:
        return painter.theme.type.title if self.small else painter.theme.type.action

    @property
    def _high(self) -> int:
        return 84 if self.small else 104

    def _pads(self, unit: float) -> tuple[int, int]:
        """Return the free pixels left and right of the band's words; `unit` is the pixels of a
        unit.
        """
        cut = round((self._high * SLOPE + 24) * unit)
        return (0, cut) if self.bleeds == "left" else (cut, round(58 * unit))

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(say(self.label), self._style(painter)) + 1
        if say(self.about):
            style = painter.theme.type.strong
            width += painter.px(28) + painter.text_width(say(self.about), style)
        width += painter.px(58) if self.icon is not None else 0
        wide = max(painter.px(400), width + sum(self._pads(painter.view.scale)))
        return wide, painter.px(self._high)

    def arrange(self, context: Context, rect: Rect) -> None:
        if context.painter.view.is_upright:
            wide = max(context.painter.px(_WIDEST), self.measure(context.painter)[0])
            rect = (rect.cut_left if self.bleeds == "left" else rect.cut_right)(wide)[0]
            rect = rect.cut_bottom(context.painter.px(self._high))[0]
        super().arrange(context, rect)

    def least_width(self, painter: Painter) -> int:
        word = painter.widest_word(say(self.label), self._style(painter))
        icon = painter.px(58) if self.icon is not None else 0
        return word + icon + sum(self._pads(painter.view.scale))

    def name_and_state(self, context: Context) -> str:
        return ", ".join(filter(None, (say(self.label), say(self.about))))

    def band(self, painter: Painter) -> Rect:
        """Return the band's place, as far as the window's edge."""
        area, rect = painter.view.area, self.rect
        if self.bleeds == "left":
            return rect._replace(x=area.x, w=rect.right - area.x)
        return rect._replace(w=area.right - rect.x)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        fill, band, shade = painter.theme.stripes[9], self.band(painter), shade_of(self)
        if self.bleeds == "left":
            draw_band(surface, painter, fill, band, "cut", shade=shade)
        else:
            draw_band(surface, painter, fill, band, start="cut", shade=shade)
        # A band that has less room than it likes is smaller as a whole.
        unit = min(painter.view.scale, self.rect.h / self._high)
        left, right = self._pads(unit)
        inner = self.rect.cut_left(left)[1].cut_right(right)[1]
        if self.is_pressed:
            inner = inner.moved(painter.px(4), 0)
        with painter.ink_on(shaded(painter.theme, fill, shade)):
            self._draw_words(surface, painter, inner, unit)

    def _draw_words(
        self, surface: pygame.Surface, painter: Painter, inner: Rect, unit: float
    ) -> None:
        style, about = self._style(painter), say(self.about)
        if self.icon is not None:
            side = round(40 * unit)
            at = (inner.x + side / 2, inner.centre[1])
            painter.icon(surface, self.icon, at, side, style.colour)
            inner = inner.cut_left(side, round(18 * unit))[1]
        small = painter.theme.type.strong
        words = min(inner.w, painter.text_width(say(self.label), style) + 1)
        if about and inner.w - words > painter.px(80):
            drawn = painter.text_in(surface, say(self.label), inner._replace(w=words), style)
            room = inner.cut_left(drawn.right - inner.x, painter.px(28))[1]
            painter.text_in(surface, about, room, small, max_lines=2)
        else:
            painter.text_in(surface, say(self.label), inner, style)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        is_left = self.bleeds == "left"
        ends: tuple[Literal["cut", "edge"], Literal["cut", "edge"]] = (
            ("cut", "edge") if is_left else ("edge", "cut")
        )
        draw_band_focus(surface, painter, self.band(painter), *ends)


class NumberWord(Widget):
    """A large number that counts, and the word beside the number; one with `on_press` leads on."""

    def __init__(
        self,
        number: Words,
        word: Words,
        on_press: OnPress | None = None,
        *,
        is_gold: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.number, self.word, self.is_gold = number, word, is_gold
        self.is_focusable = on_press is not None

    def name_and_state(self, context: Context) -> str:
        return f"{say(self.number)} {say(self.word)}"

    def _shown(self) -> str:
        return f"{say(self.word)}\u00a0›" if self.is_pressable else say(self.word)

    def measure(self, painter: Painter) -> tuple[int, int]:
        types = painter.theme.type
        number = painter.text_width(say(self.number), types.action)
        word = painter.text_width(self._shown(), types.label)
        return number + painter.px(16) + word + 2, painter.px(52)

    def least_width(self, painter: Painter) -> int:
        types, words = painter.theme.type, self._shown().split(" ")
        small = painter.lessened(types.label)
        # Its words have two lines at most.
        breaks = ((" ".join(words[:i]), " ".join(words[i:])) for i in range(1, max(2, len(words))))
        word = min(max(painter.text_width(line, small) for line in lines) for lines in breaks)
        return painter.text_width(say(self.number), types.title) + painter.px(16) + word + 2

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, types = painter.theme.palette, painter.theme.type
        style, number = types.action.coloured(p.accent if self.is_gold else p.ink), say(self.number)
        larger = painter.text_width(number, style) - painter.text_width(number, types.title)
        if self.rect.w < self.least_width(painter) + larger:
            style = style.sized(types.title.size)
        width = min(self.rect.w, painter.text_width(number, style) + 1)
        left, right = self.rect.cut_left(width, painter.px(16))
        painter.text_in(surface, number, left, style, max_lines=1)
        # Words share the baseline of the figures beside them.
        right = right.moved(0, painter.px(7))
        small = types.label.coloured(p.ink_soft)
        is_tight = painter.text_width(self._shown(), small) > right.w
        if is_tight:
            small = painter.lessened(small)
        drawn = painter.text_in(surface, self._shown(), right, small, max_lines=1 + is_tight)
        if self.is_hovered and self.is_pressable:
            painter.underline(surface, drawn, p.ink_soft)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        around = self.rect.centred(self.rect.w + painter.px(32), self.rect.h)
        draw_band_focus(surface, painter, around, "cut", "cut")


class ListRow(PressedPanel):
    """A row of a list: a flag or another small `mark`, a name, a line about it, a word at its
    right. The chosen one is a white band, from the window's left edge if the row `bleeds`.
    """

    end = "cut"

    def __init__(
        self,
        on_press: OnPress | None,
        name: str,
        about: str = "",
        *others: Maybe,
        mark: Maybe = None,
        value: str = "",
        is_chosen: bool = False,
        bleeds: bool = True,
        style: Style = "heading",
        name_lines: int = 1,
        **common: Unpack[WidgetOptions],
    ) -> None:
        words: Widget = Text(name, style, lines=name_lines, share=1)
        if about:
            words = Column(
                Text(name, style, lines=name_lines),
                Text(about, "body", lines=1, halves=True),
                share=1,
                align="left",
            )
        figure = bool(value) and Text(value, "heading", align="right", lines=1)
        super().__init__(
            on_press,
            Row(mark, words, figure, *others, gap=16, share=1),
            pad=(0 if bleeds else 14, 6 if about else 10, 36, 6 if about else 10),
            is_marked=is_chosen,
            **common,
        )
        self.bleeds = bleeds

    def band(self, painter: Painter) -> Rect:
        left = painter.view.area.x if self.bleeds else self.rect.x
        return self.rect._replace(x=left, w=self.rect.right - left)


class WideRow(PressedPanel):
    """A row of its page's full width; one that `is_loud` is the yellow band across the window."""

    def __init__(
        self,
        on_press: OnPress,
        *parts: Maybe,
        is_loud: bool = False,
        pad: Padding,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, *parts, pad=pad, **common)
        self.is_loud = is_loud
        self.start = self.end = "edge" if is_loud else "cut"

    def fill(self, theme: Theme) -> Colour | None:
        return theme.stripes[9] if self.is_loud else None

    def band(self, painter: Painter) -> Rect:
        area = painter.view.area
        return self.rect._replace(x=area.x, w=area.w) if self.is_loud else self.rect


class Slab(Column):
    """A plain ground over the whole height at one of the window's edges: pause, drawers."""

    can_scroll: ClassVar[bool] = True

    def __init__(
        self,
        *parts: Maybe,
        gap: float = 12,
        pad: Padding = (58, 44, 44, 36),
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, gap=gap, pad=pad, align="left", look="slab", **common)


class Across(Column):
    """A band through the whole window with something to decide or to read; its top edge is gold, or
    says that `is_lossy`: something will be lost.
    """

    def __init__(
        self,
        *parts: Maybe,
        gap: float = 18,
        pad: Padding = (141, 34, 58, 34),
        is_lossy: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, gap=gap, pad=pad, align="left", look="card", **common)
        self.is_lossy = is_lossy

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        super().draw(surface, painter)
        p = painter.theme.palette
        surface.fill(p.bad if self.is_lossy else p.gold, self.rect._replace(h=painter.px(5)))
