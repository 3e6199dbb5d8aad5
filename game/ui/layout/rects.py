"""Rectangles, splits and the scale of the interface; no pygame here.

Everything on screen is laid out in whole pixels by cutting rectangles. Lengths are designed
at 1280×800 ("units") and turned into pixels by `View.px`, so that one layout serves every
window from 1024×640 to 4K and every interface scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

DESIGN_SIZE: Final = (1280, 800)
"""The window, in pixels, at which one unit is one pixel."""

MIN_WINDOW: Final = (1024, 640)
"""The smallest window, in pixels."""

_UPRIGHT_SIZE: Final = (1080, 1200)
"""The same for an upright window, whose height leaves room for larger words and bands."""

_MIN_UNITS: Final = (960, 600)
_MIN_SCALE: Final = 0.8
"""The scale below which words no longer shrink with their boxes, to stay readable."""

_LEAST_INTERFACE: Final = 0.75

Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle in pixels; being a 4-tuple, pygame takes it wherever it takes a rect."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below the rectangle."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in the middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.w, self.h

    def contains(self, point: Point) -> bool:
        """Whether a pixel is inside."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def inset(self, dx: int, dy: int | None = None) -> Rect:
        """Return the rectangle smaller by `dx` and `dy` pixels on each side (negative: larger)."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0, self.w - 2 * dx), max(0, self.h - 2 * dy))

    def moved(self, dx: int, dy: int) -> Rect:
        """Return the rectangle shifted."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def centred(self, w: int, h: int) -> Rect:
        """Return a rectangle of that size in the middle of this one."""
        return Rect(self.x + (self.w - w) // 2, self.y + (self.h - h) // 2, w, h)

    def cut_left(self, width: int, gap: int = 0) -> tuple[Rect, Rect]:
        """Return the strip of that width at the left, and the rest after `gap` pixels."""
        width, rest = _cut(self.w, width, gap)
        return self._replace(w=width), self._replace(x=self.right - rest, w=rest)

    def cut_right(self, width: int, gap: int = 0) -> tuple[Rect, Rect]:
        """Return the strip of that width at the right, and the rest."""
        width, rest = _cut(self.w, width, gap)
        return self._replace(x=self.right - width, w=width), self._replace(w=rest)

    def cut_top(self, height: int, gap: int = 0) -> tuple[Rect, Rect]:
        """Return the strip of that height at the top, and the rest."""
        height, rest = _cut(self.h, height, gap)
        return self._replace(h=height), self._replace(y=self.bottom - rest, h=rest)

    def cut_bottom(self, height: int, gap: int = 0) -> tuple[Rect, Rect]:
        """Return the strip of that height at the bottom, and the rest."""
        height, rest = _cut(self.h, height, gap)
        return self._replace(y=self.bottom - height, h=height), self._replace(h=rest)

    def columns(self, count: int, gap: int = 0) -> list[Rect]:
        """`count` equal columns that fill the rectangle exactly."""
        return self.weighted_columns([1.0] * count, gap)

    def rows(self, count: int, gap: int = 0) -> list[Rect]:
        """`count` equal rows that fill the rectangle exactly."""
        return self.weighted_rows([1.0] * count, gap)

    def weighted_columns(self, weights: Sequence[float], gap: int = 0) -> list[Rect]:
        """Return columns whose widths have the ratio of `weights`."""
        return [Rect(x, self.y, w, self.h) for x, w in _shares(self.x, self.w, weights, gap)]

    def weighted_rows(self, weights: Sequence[float], gap: int = 0) -> list[Rect]:
        """Return rows whose heights have the ratio of `weights`."""
        return [Rect(self.x, y, self.w, h) for y, h in _shares(self.y, self.h, weights, gap)]

    def grid(self, columns: int, rows: int, gap: int = 0) -> list[Rect]:
        """Equal cells, row by row from the top left."""
        return [cell for row in self.rows(rows, gap) for cell in row.columns(columns, gap)]

    def stack(self, heights: Sequence[int], gap: int = 0) -> list[Rect]:
        """Rows of the given heights from the top; they may run out of the bottom."""
        rows, y = [], self.y
        for height in heights:
            rows.append(Rect(self.x, y, self.w, height))
            y += height + gap
        return rows


def square_around(at: Point, reach: float) -> Rect:
    """Return the square around a point."""
    return Rect(round(at[0]), round(at[1]), 0, 0).inset(-round(reach))


def _cut(length: int, strip: int, gap: int) -> tuple[int, int]:
    """Return the lengths of the strip and the rest of a cut."""
    strip = max(0, min(strip, length))
    return strip, max(0, length - strip - gap)


def _shares(start: int, length: int, weights: Sequence[float], gap: int) -> list[tuple[int, int]]:
    if not weights:
        return []
    free = max(0, length - gap * (len(weights) - 1))
    total = sum(weights) or 1.0
    shares, used, edge = [], 0.0, 0
    for i, weight in enumerate(weights):
        used += weight
        end = round(free * used / total)
        shares.append((start + edge + gap * i, end - edge))
        edge = end
    return shares


class View(NamedTuple):
    """The frame of a scene's layout: the window's area in pixels and the size of one unit.

    The area is never smaller than 960×600 units, whatever the window and the interface scale: a
    scale that the window has no room for is lowered to the largest that fits.
    """

    area: Rect
    scale: float

    def px(self, units: float) -> int:
        """`units` in whole pixels, at least one for any positive length."""
        return round(units * self.scale) or int(units > 0)

    @property
    def is_upright(self) -> bool:
        """Whether the area is higher than wide."""
        return self.area.h > self.area.w

    @property
    def units_wide(self) -> float:
        """The area's width in units."""
        return self.area.w / self.scale

    @property
    def units_high(self) -> float:
        """The area's height in units."""
        return self.area.h / self.scale


class ScaleEnds(NamedTuple):
    """The smallest and the largest interface scale that a window has room for."""

    least: float
    most: float


def find_scale_ends(size: tuple[int, int]) -> ScaleEnds:
    """Return the interface scales that differ in a window of `size` pixels; 1 is the designed one.

    Below the least, words could not be read; above the most, a page of 960×600 units would not
    fit. In windows below the smallest size both are what fits.
    """
    natural = _natural_scale(size)
    most = min(size[0] / _MIN_UNITS[0], size[1] / _MIN_UNITS[1]) / natural
    return ScaleEnds(min(most, max(_LEAST_INTERFACE, _MIN_SCALE / natural)), most)


def make_view(size: tuple[int, int], interface_scale: float = 1.0) -> View:
    """Return the view of a window of `size` pixels; the scale is kept within `find_scale_ends`."""
    least, most = find_scale_ends(size)
    scale = _natural_scale(size) * min(most, max(least, interface_scale))
    return View(Rect(0, 0, *size), scale)


def _natural_scale(size: tuple[int, int]) -> float:
    width, height = size
    return max(min(width / w, height / h) for w, h in (DESIGN_SIZE, _UPRIGHT_SIZE))
