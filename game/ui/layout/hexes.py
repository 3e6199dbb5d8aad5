"""A board in pixels: the places of its spaces, hit tests, the cursor's way.

Hexagons are flat-topped, in vertical columns (B1); a space's axial coordinates q, r (B3) become
pixels only here. No pygame. The boards are imported inside methods, so that the title does not wait
for them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from game.rules.tiles import Direction
from game.ui.layout.hexagon import SQRT3, hex_height
from game.ui.layout.rects import Point, Rect

if TYPE_CHECKING:
    from game.rules.boards import Board

_ALONG: Final[dict[Direction, Point]] = {
    Direction.VERTICAL: (0.0, 1.0),
    Direction.RISING: (SQRT3 / 2, -0.5),
    Direction.FALLING: (SQRT3 / 2, 0.5),
}
"""From a line's first end to its last, one pixel long."""


class HexStep(Enum):
    """A cursor's step. The six exact ones go to a neighbour; LEFT and RIGHT keep the row."""

    UP = (0, -1)
    UP_RIGHT = (1, -1)
    DOWN_RIGHT = (1, 0)
    DOWN = (0, 1)
    DOWN_LEFT = (-1, 1)
    UP_LEFT = (-1, 0)
    LEFT = (-1, None)
    RIGHT = (1, None)


@dataclass(frozen=True)
class BoardLayout:
    """A board laid out in pixels.

    `radius` is that of a space's cell (neighbouring cells touch); tiles and wells are drawn
    a little smaller, with `tile_radius`. `origin` is the pixel of the axial point (0, 0).
    `has_aside` says that tiles may be set aside beside it (P6).
    """

    board: Board
    radius: float
    origin: Point
    has_aside: bool = False

    @property
    def tile_radius(self) -> float:
        """The radius at which tiles and wells are drawn, leaving the board's ridges."""
        return self.radius * 0.93

    def centre_at(self, q: float, r: float) -> Point:
        """Return the pixel centre of an axial point."""
        return (
            self.origin[0] + 1.5 * self.radius * q,
            self.origin[1] + SQRT3 * self.radius * (r + q / 2),
        )

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """The pixel centre of every space, by index."""
        return tuple(self.centre_at(s.q, s.r) for s in self.board.spaces)

    @cached_property
    def aside(self) -> tuple[Point, ...]:
        """The centres of the daffodil's three places, in the free corner beside the lower right
        petals (B5); none where nothing is set aside.
        """
        x, y = self.centre_at(3.84, 1.16)
        step = SQRT3 * self.radius * 0.38 * 1.28
        places = [(x + dx * step, y + dy * step) for dx, dy in _ASIDE_CLUSTER]
        return tuple(places) if self.has_aside else ()

    @property
    def aside_radius(self) -> float:
        """The radius of the tiles on those places."""
        return self.radius * 0.76 * 0.93

    def place_of(self, space: int, lying: int = 0) -> tuple[Point, float]:
        """Return a tile's place, on the daffodil after `lying` others, and its radius."""
        from game.rules.boards import ASIDE_INDEX

        if space == ASIDE_INDEX:
            return self.aside[min(lying, len(self.aside) - 1)], self.aside_radius
        return self.centres[space], self.tile_radius

    @cached_property
    def _by_axial(self) -> dict[tuple[int, int], int]:
        return {(s.q, s.r): s.index for s in self.board.spaces}

    def hit(self, point: Point) -> int | None:
        """Return the space whose cell holds the pixel, `ASIDE_INDEX` for the daffodil's places,
        `None` beside the board.
        """
        if any(math.dist(place, point) <= self.aside_radius * 1.2 for place in self.aside):
            from game.rules.boards import ASIDE_INDEX

            return ASIDE_INDEX
        q = (point[0] - self.origin[0]) / (1.5 * self.radius)
        r = (point[1] - self.origin[1]) / (SQRT3 * self.radius) - q / 2
        return self._by_axial.get(_round_axial(q, r))

    def bounds(self) -> Rect:
        """Return the smallest rectangle around all cells."""
        xs = [x for x, _ in self.centres]
        ys = [y for _, y in self.centres]
        half = hex_height(self.radius) / 2
        left, top = math.floor(min(xs) - self.radius), math.floor(min(ys) - half)
        return Rect(
            left, top, math.ceil(max(xs) + self.radius) - left, math.ceil(max(ys) + half) - top
        )

    def line_ends(self, line_index: int) -> tuple[Point, Point]:
        """Return the pixels where a line enters and leaves the board: edge middles of its
        end cells.
        """
        return self._ends[line_index]

    @cached_property
    def _ends(self) -> tuple[tuple[Point, Point], ...]:
        return tuple(self.beyond(line.index, 0.0) for line in self.board.lines)

    def beyond(self, line_index: int, distance: float) -> tuple[Point, Point]:
        """Return the points `distance` pixels outside the board on both ends of a line."""
        line = self.board.lines[line_index]
        (ax, ay), (bx, by) = (self.centres[i] for i in (line.spaces[0], line.spaces[-1]))
        ux, uy = _ALONG[line.direction]
        reach = hex_height(self.radius) / 2 + distance
        return (ax - ux * reach, ay - uy * reach), (bx + ux * reach, by + uy * reach)

    def move(self, space: int | None, step: HexStep, row: float | None = None) -> int:
        """Return where a cursor on `space` goes; it stays where the board ends.

        `row` is the pixel height that LEFT and RIGHT keep to (the cursor's own if `None`),
        so that going right and back again returns. From `None` any step enters the board at
        the space nearest to its middle.
        """
        if space is None:
            return self.nearest(self.bounds().centre)
        here = self.board.spaces[space]
        dq, dr = step.value
        if dr is not None:
            return self._by_axial.get((here.q + dq, here.r + dr), space)
        y = self.centres[space][1] if row is None else row
        column = [s.index for s in self.board.spaces if s.q == here.q + dq]
        return min(column, key=lambda i: abs(self.centres[i][1] - y - 0.01), default=space)

    def nearest(self, point: Point) -> int:
        """The space whose centre is nearest to a pixel."""
        return min(range(len(self.centres)), key=lambda i: (math.dist(self.centres[i], point), i))


def _round_axial(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        return -rr - rs, rr
    if dr > ds:
        return rq, -rq - rs
    return rq, rr


def lay_out_board(
    board: Board, area: Rect, margin: float = 0.6, *, has_aside: bool = False
) -> BoardLayout:
    """Return the largest layout of `board` in the middle of `area`.

    `margin` is the width kept free around the cells for the board's frame and line marks, in
    cell radii.
    """
    unit = BoardLayout(board, 1.0, (0.0, 0.0))
    xs = [x for x, _ in unit.centres]
    ys = [y for _, y in unit.centres]
    width = max(xs) - min(xs) + 2 + 2 * margin
    height = max(ys) - min(ys) + SQRT3 + 2 * margin
    radius = max(4.0, min(area.w / width, area.h / height))
    cx, cy = area.x + area.w / 2, area.y + area.h / 2
    return BoardLayout(
        board,
        radius,
        (cx - radius * (max(xs) + min(xs)) / 2, cy - radius * (max(ys) + min(ys)) / 2),
        has_aside,
    )


_ASIDE_CLUSTER: Final = ((0.0, -0.92), (-0.86, 0.46), (0.86, 0.46))
"""The daffodil's three places around its middle, in slot heights."""
