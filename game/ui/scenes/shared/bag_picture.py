"""The bag as nine bars with the remaining tiles of each number, and a bar for wild tiles."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.rules.tiles import NUMBERS, Direction, Tile
from game.ui.draw.bands import draw_band_focus
from game.ui.draw.icons import Icon
from game.ui.draw.shapes import clear_canvas
from game.ui.frame.context import Context
from game.ui.layout.rects import Point, Rect, View

_WORDS: Final = 26
_DIGITS: Final = 26
_BETWEEN: Final = 9
"""Units: height of the words above, height of the digits below, gap between directions."""


@dataclass(frozen=True, slots=True)
class BagNumber:
    """One of the nine numbers in the bag."""

    direction: Direction
    number: int


BAG_NUMBERS: Final = tuple(BagNumber(d, n) for d in Direction for n in NUMBERS[d])


@dataclass(frozen=True, slots=True)
class _NumberBar:
    """A bar: its whole rectangle, and that of each tile from the foot up."""

    number: BagNumber | None
    place: Rect
    tiles: tuple[Rect, ...]
    digit: Point


class BagPicture:
    """Draws the bag for a board's tile set; redrawn when a call takes tiles out."""

    def __init__(self, context: Context, tiles: tuple[Tile, ...]) -> None:
        self._context = context
        self._tiles = tiles
        self._laid: tuple[Rect, View, list[_NumberBar]] | None = None
        """The bars that were laid out last, with their place and the view."""

    def draw(
        self,
        surface: pygame.Surface,
        rect: Rect,
        left: frozenset[Tile],
        asked: object = None,
    ) -> None:
        """Draw the bars; `left` are the tiles still in the bag, `asked` is highlighted."""
        painter = self._context.painter
        key = ("bag", self._tiles, left, rect.size, self._context.catalogue.language)
        surface.blit(painter.cached(key, partial(self._rendered, rect.size, left)), rect[:2])
        place = None if asked is None else self.place_of(rect, asked)
        if place is not None:
            draw_band_focus(surface, painter, place)

    def asked_at(self, rect: Rect, at: Point) -> BagNumber | None:
        """Return the number at a point of the bag, or None."""
        return next((bar.number for bar in self._bars(rect) if bar.place.contains(at)), None)

    def place_of(self, rect: Rect, asked: object) -> Rect | None:
        """Return the rectangle of a number's bar, None for other targets."""
        return next((bar.place for bar in self._bars(rect) if bar.number == asked), None)

    def prerender(self, stage: pygame.Surface, rect: Rect, left: frozenset[Tile]) -> None:
        """Draw the parts of the next bag on `stage`, without changing the one on display."""
        self._render(stage, Rect(0, 0, rect.w, rect.h), left)

    def place(self, rect: Rect) -> tuple[Point, float]:
        """Return the point where a called tile leaves the bag, and its radius there."""
        return rect.centre, rect.h / 8

    def _bars(self, rect: Rect) -> list[_NumberBar]:
        view = self._context.painter.view
        if self._laid is None or self._laid[:2] != (rect, view):
            self._laid = rect, view, self._lay_out(rect)
        return self._laid[2]

    def _lay_out(self, rect: Rect) -> list[_NumberBar]:
        px = self._context.painter.px
        wilds = sum(tile.is_wild for tile in self._tiles)
        area = rect.cut_top(px(_WORDS))[1].cut_bottom(px(_DIGITS))[1]
        count, gap = len(BAG_NUMBERS) + bool(wilds), px(_BETWEEN)
        pitch = (area.w - gap * (count - 1) // 3) / count
        counts = _count(self._tiles)
        high = area.h / max(wilds, *counts.values())
        bars, x = [], float(area.x)
        for index in range(count):
            number = BAG_NUMBERS[index] if index < len(BAG_NUMBERS) else None
            many = wilds if number is None else counts[number]
            left, wide = round(x), round(pitch) - px(4)
            tiles = tuple(
                Rect(left, round(area.bottom - (i + 1) * high), wide, round(high) - max(1, px(2)))
                for i in range(many)
            )
            digit = (left + wide / 2, area.bottom + px(_DIGITS) / 2 + px(1))
            place = Rect(left - px(1), area.y, wide + px(2), rect.bottom - area.y)
            bars.append(_NumberBar(number, place, tiles, digit))
            x += pitch + (gap if index % 3 == 2 else 0)
        return bars

    def _rendered(self, size: tuple[int, int], left: frozenset[Tile]) -> pygame.Surface:
        canvas = clear_canvas(*size, self._context.painter.theme.palette.ink)
        self._render(canvas, Rect(0, 0, *size), left)
        return canvas

    def _render(self, surface: pygame.Surface, rect: Rect, left: frozenset[Tile]) -> None:
        painter = self._context.painter
        theme, p = painter.theme, painter.theme.palette
        words = self._context.text("play.bag_left", count=len(left))
        head = rect.cut_top(painter.px(_WORDS))[0]
        painter.text_in(surface, words, head, theme.type.body, max_lines=1)
        counts, wilds = _count(left), sum(tile.is_wild for tile in left)
        for bar in self._bars(rect):
            number = bar.number
            many = wilds if number is None else counts[number]
            fill = p.ink_soft if number is None else theme.stripes[number.number]
            edges = (None, None) if number is None else theme.band_edges(fill)
            edge = next((each for each in edges if each is not None), None)
            for index, place in enumerate(bar.tiles):
                surface.fill(fill if index < many else p.faint, place)
                if edge is not None and index < many:
                    pygame.draw.rect(surface, edge, place, 1)
            ink = p.ink if many else p.line
            if number is None:
                painter.icon(surface, Icon.STAR, bar.digit, painter.px(16), ink)
            else:
                style = theme.type.strong.coloured(ink)
                painter.text(surface, str(number.number), bar.digit, style, "centre")


def _count(tiles: Iterable[Tile]) -> Counter[BagNumber]:
    """Count the tiles with each number; wild stripes have none."""
    numbers = ((d, tile.number(d)) for tile in tiles for d in Direction)
    return Counter(BagNumber(d, number) for d, number in numbers if number is not None)
