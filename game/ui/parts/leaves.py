"""Parts that contain no parts: words, pictures, icons, empty room."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal, Unpack

import pygame

from game.ui.draw.bands import draw_hero
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Align, Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.frame.outline import Role
from game.ui.layout.rects import Rect
from game.ui.widgets.base import Widget, WidgetOptions, say

Style = Literal[
    "display", "title", "heading", "body", "strong", "label", "number",
    "points", "action", "score",
]  # fmt: skip
"""A style of the theme's type scale."""

Ink = Literal[
    "ink",
    "ink_soft",
    "ink_dark",
    "accent",
    "good",
    "fair",
    "poor",
    "bad",
    "cool",
]
"""A colour of the theme's palette."""

_HEADINGS: Final = ("display", "title", "heading", "action")

Paint = Callable[[pygame.Surface, Rect], object]
"""Draws into a rectangle of a surface, in pixels; changes nothing."""


class Text(Widget):
    """Words that wrap to the width they get. `lines` is the most that they may take; where one
    size does not fit it becomes smaller. Those with `halves` lose what follows " · " instead. One
    with `explain` is reached by the keyboard. A page's title names no part behind it, other words
    can: `names`.
    """

    is_focusable = False

    def __init__(
        self,
        words: str,
        style: Style = "body",
        ink: Ink | None = None,
        *,
        align: Align = "left",
        valign: Literal["top", "middle", "bottom"] = "middle",
        lines: int | None = None,
        halves: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.words, self.max_lines, self.halves = words, lines, halves
        self.style, self.style_name = partial(styled, style, ink), style
        self.names = style not in ("display", "title")
        self.is_hero = ink == "accent" and lines == 1 and style in ("display", "number")
        self.align, self.valign = align, valign

    @property
    def role(self) -> Role:
        # What is as large as an action may be a figure.
        is_figure = self.style_name == "action" and any(map(str.isdigit, self.words))
        is_heading = self.style_name in _HEADINGS and not is_figure
        return Role.HEADING if is_heading else Role.LABEL

    def _shown(self, painter: Painter, width: int) -> str:
        """The words that have room in a line of that width, where some may be left out."""
        words = self.words
        while (
            self.halves
            and " · " in words
            and width < painter.text_width(words, self.style(painter))
        ):
            words = words.rpartition(" · ")[0]
        return words

    def measure(self, painter: Painter) -> tuple[int, int]:
        style, lines = self.style(painter), self.words.split("\n")
        width = max(painter.text_width(line, style) for line in lines) + 1
        return width, painter.line_height(style) * len(lines)

    def height_for(self, painter: Painter, width: int) -> int:
        if not self.words:
            return 0
        style = self.style(painter)
        height = painter.height_of(self.words, width, style)
        if self.max_lines is None:
            return height
        return min(height, self.max_lines * painter.line_height(style))

    def is_crowded(self, painter: Painter) -> bool:
        if self.halves or not self.words:
            return False
        style, lines = self.style(painter), self.max_lines
        most = self.rect.h if lines is None else lines * painter.line_height(style)
        return painter.height_of(self.words, self.rect.w, style) > most

    def least_width(self, painter: Painter) -> int:
        if self.halves:
            return painter.text_width(self.words.split(" · ")[0], self.style(painter)) + 1
        if self.max_lines == 1:
            return self.measure(painter)[0]
        return painter.widest_word(self.words, self.style(painter))

    def name_and_state(self, context: Context) -> str:
        return ", ".join(filter(None, self.words.split("\n")))

    def spoken(self, context: Context) -> list[str]:
        words = say(self.reads) or self.words
        return words.split("\n") if words else []

    def turn(self, painter: Painter) -> float:
        return self.style(painter).size * self.word_scale

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        style, lines = self.style(painter), self.max_lines
        words = self._shown(painter, self.rect.w)
        if self.is_hero:
            spare = self.rect.w - painter.text_width(words, style)
            left = self.rect.x + {"left": 0, "centre": spare // 2, "right": spare}[self.align]
            draw_hero(surface, painter, words, (left, self.rect.centre[1]), style)
            return
        painter.text_in(surface, words, self.rect, style, self.align, self.valign, max_lines=lines)


def styled(style: Style, ink: Ink | None, painter: Painter) -> TextStyle:
    """Return a style of the theme in the named colour; with `None`, in the style's own."""
    made: TextStyle = getattr(painter.theme.type, style)
    return made if ink is None else made.coloured(coloured(ink, painter))


def coloured(ink: Ink, painter: Painter) -> Colour:
    """Return the colour of that name in the theme's palette."""
    colour: Colour = getattr(painter.theme.palette, ink)
    return colour


class Picture(Widget):
    """A picture painted by a function: a board, a curve.

    `aspect` is its width over its height; without it, or with a share, the picture fills its room,
    which is at least `least` units. `reads` describes it in words; without it nothing is read.
    """

    is_focusable = False

    def __init__(
        self,
        paint: Paint,
        aspect: float | None = None,
        *,
        least: float = 80,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.paint = paint
        self.aspect = aspect
        self.least = least

    def measure(self, painter: Painter) -> tuple[int, int]:
        return 0, 0

    def height_for(self, painter: Painter, width: int) -> int:
        return 0 if self.aspect is None else round(width / self.aspect)

    def least_height(self, painter: Painter, width: int) -> int:
        return painter.px(self.least)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        # It knows what it draws its own words on.
        with painter.ink_on(None):
            self.paint(surface, self.rect)


class Sign(Widget):
    """An icon that is looked at; `side` is its length in units."""

    is_focusable = False

    def __init__(
        self, icon: Icon, ink: Ink = "ink_soft", side: float = 22, **common: Unpack[WidgetOptions]
    ) -> None:
        super().__init__(**common)
        self.icon = icon
        self.ink: Ink = ink
        self.side = side

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(self.side), painter.px(self.side)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        side = min(painter.px(self.side), self.rect.w, self.rect.h)
        painter.icon(surface, self.icon, self.rect.centre, side, coloured(self.ink, painter))


class Spacer(Widget):
    """Empty room: of a `size`, or a `share` of the rest."""

    is_focusable = False

    def measure(self, painter: Painter) -> tuple[int, int]:
        return 0, 0

    def leaves(self) -> Iterator[Widget]:
        yield from ()

    def spoken(self, context: Context) -> list[str]:
        return []
