"""Many boards as arrays, and placing tiles on all of them in one step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from game.bots.arrays import Bools, Float32s, Index, Int8s, Uint8s
from game.bots.values.grid import STRIPE_MASKS, SUNS, SYMBOLS, Grid, grid_of
from game.rules.placement import ASIDE_ROOM, Position
from game.rules.ruleset import PlacementRule, Ruleset


@dataclass(frozen=True)
class Boards:
    """`n` boards, one a row.

    `bits` (n, lines): the numbers each line can still score with; `left` (n, lines): its empty
    spaces; `symbols` (n, lines): bit 1 while it can be a sun ray, bit 2 a moon ray; `late`
    (n, lines): whether it has a late tile (M3); `filled` and `suns` (n, spaces); `aside` (n, 31):
    the tiles on the daffodil; `aside_late` (n, 31): the late ones among them.

    `grid` is the layout of all of them.
    """

    grid: Grid
    bits: Uint8s
    left: Int8s
    symbols: Uint8s
    late: Bools
    filled: Bools
    suns: Bools
    aside: Bools
    aside_late: Bools

    def __len__(self) -> int:
        return len(self.bits)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays of the fields, in order."""
        lines = (self.bits, self.left, self.symbols, self.late)
        return (*lines, self.filled, self.suns, self.aside, self.aside_late)

    def take(self, rows: Index) -> Boards:
        """Return the boards of these rows."""
        return Boards(self.grid, *(array[rows] for array in self.arrays))

    def put(self, rows: Index, tiles: Index, spaces: Index, is_late: Bools | None = None) -> Boards:
        """Return a board for each i: board `rows[i]` with tile `tiles[i]` on `spaces[i]`.

        Space -1 sets the tile aside (P6); `is_late[i]` marks a late tile (M2). Nothing is checked.
        """
        grid = self.grid
        online = grid.online[spaces]
        stripes = STRIPE_MASKS[tiles][:, grid.directions]
        symbols = SYMBOLS[tiles][:, None]
        new = self.take(rows)
        each = np.arange(len(rows))
        on_board = spaces >= 0
        np.bitwise_and(new.bits, stripes, out=new.bits, where=online)
        np.bitwise_and(new.symbols, symbols, out=new.symbols, where=online)
        np.subtract(new.left, online, out=new.left, casting="unsafe")
        if is_late is not None and is_late.any():
            np.logical_or(new.late, online & is_late[:, None], out=new.late)
        if on_board.all():
            new.filled[each, spaces] = True
            new.suns[each, spaces] = SUNS[tiles]
        else:
            new.filled[each[on_board], spaces[on_board]] = True
            new.suns[each[on_board], spaces[on_board]] = SUNS[tiles[on_board]]
            new.aside[each[~on_board], tiles[~on_board]] = True
            if is_late is not None:
                new.aside_late[each[~on_board], tiles[~on_board]] = is_late[~on_board]
        return new

    @classmethod
    def join(cls, parts: Sequence[Boards]) -> Boards:
        """Return the boards of all parts, one after another; at least one part."""
        joined = zip(*(part.arrays for part in parts), strict=True)
        return cls(parts[0].grid, *(np.concatenate(some) for some in joined))

    def score(self, with_rays: bool) -> Float32s:
        """Return the points [n] of full lines (S1-S3, M3) and, `with_rays`, of rays (S4)."""
        grid = self.grid
        full = self.left == 0
        lines = np.where(full, grid.points[np.arange(grid.lines), self.bits], np.float32(0))
        if self.late.any():
            lines = np.where(self.late, lines * np.float32(0.5), lines)
        total: Float32s = lines.sum(axis=1)
        if with_rays:
            total += (
                np.where(full, POINTS_BY_SYMBOL[self.symbols], np.float32(0)) * grid.lengths
            ).sum(axis=1)
        return total


POINTS_BY_SYMBOL: Final = np.array([0, 7, 6, 0], dtype=np.float32)
"""Points of a ray for each tile, by the line's `symbols`: 1 sun, 2 moon (S4)."""


def empty_boards(grid: Grid, count: int) -> Boards:
    """Return `count` boards before the first call."""
    return Boards(
        grid,
        np.full((count, grid.lines), 7, dtype=np.uint8),
        np.tile(grid.lengths, (count, 1)),
        np.full((count, grid.lines), 3, dtype=np.uint8),
        np.zeros((count, grid.lines), dtype=np.bool_),
        np.zeros((count, grid.spaces), dtype=np.bool_),
        np.zeros((count, grid.spaces), dtype=np.bool_),
        np.zeros((count, 31), dtype=np.bool_),
        np.zeros((count, 31), dtype=np.bool_),
    )


def boards_from(rules: Ruleset, positions: Sequence[Position]) -> Boards:
    """Convert positions of one ruleset to boards, in order."""
    grid = grid_of(rules.grid)
    boards = empty_boards(grid, len(positions))
    for row, position in enumerate(positions):
        for space, tile in enumerate(position.tiles):
            if tile is None:
                continue
            online = grid.online[space]
            stripes = STRIPE_MASKS[tile.index][grid.directions]
            boards.bits[row, online] &= stripes[online]
            boards.symbols[row, online] &= SYMBOLS[tile.index]
            boards.left[row, online] -= 1
            boards.filled[row, space] = True
            boards.suns[row, space] = tile.is_sun
            if position.is_late(tile):
                boards.late[row, online] = True
        for tile in position.aside:
            boards.aside[row, tile.index] = True
            boards.aside_late[row, tile.index] = position.is_late(tile)
    return boards


def legal_mask(rules: Ruleset, boards: Boards, tiles: Index) -> Bools:
    """Return the legal spaces (n, spaces + 1) of tile `tiles[i]` on board i (P1-P7).

    The last column is the daffodil.
    """
    grid = boards.grid
    legal = np.zeros((len(boards), grid.spaces + 1), dtype=np.bool_)
    filled = boards.filled
    open_spaces = ~filled
    if rules.daffodil == 2:
        stamens = open_spaces & grid.stamens
        open_spaces = np.where(stamens.any(axis=1, keepdims=True), stamens, open_spaces)
    elif rules.daffodil == 3:
        others = open_spaces & ~grid.stamens
        open_spaces = np.where(others.any(axis=1, keepdims=True), others, open_spaces)
    elif rules.daffodil == 4:
        open_spaces = open_spaces & ~grid.stamens
        legal[:, -1] = boards.aside.sum(axis=1) < ASIDE_ROOM
    if rules.placement is not PlacementRule.FREE:
        anchors = filled
        if rules.placement is PlacementRule.ADJACENT_SYMBOL:
            is_sun = SUNS[tiles][:, None]
            anchors = filled & (boards.suns == is_sun)
        touching = open_spaces & (anchors.astype(np.float32) @ grid.neighbours > 0)
        # Daffodil 2 binds no stamen: none touches another one.
        open_spaces = np.where(touching.any(axis=1, keepdims=True), touching, open_spaces)
    legal[:, :-1] = open_spaces
    return legal


def placements_of(
    rules: Ruleset, boards: Boards, rows: Index, tiles: Index, is_late: Bools | None = None
) -> tuple[Index, Index, Boards]:
    """Return all placements of tile `tiles[i]` on board `rows[i]`, ordered by i.

    The result has for each placement its i, its space (-1 to set aside), and the new board.
    """
    which, spaces = np.nonzero(legal_mask(rules, boards.take(rows), tiles))
    spaces = np.where(spaces == boards.grid.spaces, -1, spaces)
    late = None if is_late is None else is_late[which]
    return which, spaces, boards.put(rows[which], tiles[which], spaces, late)


def best_of_each(groups: Index, values: Float32s, width: int = 1) -> Index:
    """Return the rows of the `width` best values in each group, group by group."""
    order = np.lexsort((-values, groups))
    ordered = groups[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    sizes = np.diff(np.r_[starts, len(ordered)])
    rank = np.arange(len(ordered)) - np.repeat(starts, sizes)
    best: Index = order[rank < width]
    return best
