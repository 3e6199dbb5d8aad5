"""From placements to decisions: the exact last but one, the best rows, their lines' points."""

from __future__ import annotations

import numpy as np

from game.bots.standard.layout import (
    CHANCE_OF_NEED,
    CLOSED,
    LENGTH,
    LINES,
    OPEN,
    POINTS,
    SPACE_LINES,
    SPACES,
    TILE_NUMBERS,
)
from game.bots.training.boards import Boards, Floats, Ints, Rows
from game.bots.training.jit import jit
from game.bots.training.kernel_features import count_bag, hope_of, new_counts

__all__ = ["NONE", "best_rows", "line_means", "settle"]

NONE = np.float32(-1e9)
"""The value of a placement that is not there."""


@jit
def settle(boards: Boards, tiles: Ints, placed: int, rows: Rows) -> int:
    """As `expand`, all placements, without the hidden layer: where hopes are exact."""
    counts, chance, row = new_counts(), CHANCE_OF_NEED[placed], 0
    for b in range(len(tiles)):
        number, filled = boards.number[b], boards.filled[b]
        for tile in tiles[b]:
            boards.bag[b, tile] = 0
            count_bag(boards.bag[b], counts)
            for s in range(SPACES):
                if not boards.empty[b, s]:
                    continue
                hope = rows.hope[row]
                for line in range(LINES):
                    hope[line] = hope_of(number[line], filled[line], line, counts.single, chance)
                rows.banked[row] = 0.0
                for e in range(3):
                    line, own = SPACE_LINES[s, e], TILE_NUMBERS[tile, e]
                    later = own if number[line] in (OPEN, own) else CLOSED
                    if later < 3 and filled[line] + 1 == LENGTH[line]:
                        rows.banked[row] += POINTS[line, own]
                    hope[line] = hope_of(later, filled[line] + 1, line, counts.single, chance)
                rows.space[row] = s
                row += 1
            boards.bag[b, tile] = 1
    return row


@jit
def best_rows(
    value: Floats, space: Ints, rows: int, best: Floats, best_row: Ints, by_space: Floats
) -> None:
    """Best value [n, m] and its row for each game and tile, `rows` rows each.

    `by_space` [n, m, 19] gets all values, -1e9 where there is none.
    """
    row = 0
    for b in range(best.shape[0]):
        for i in range(best.shape[1]):
            by_space[b, i] = NONE
            best[b, i] = NONE
            for _ in range(rows):
                by_space[b, i, space[row]] = value[row]
                if value[row] > best[b, i]:
                    best[b, i] = value[row]
                    best_row[b, i] = row
                row += 1


@jit
def line_means(
    boards: Boards, tiles: Ints, best_row: Ints, space: Ints, value: Floats, out: Floats
) -> None:
    """Further points of each line [n, 15] along the best placements, averaged over the tiles.

    `value` [rows, 15] holds the lines' values after each placement.
    """
    number, filled = boards.number, boards.filled
    share = np.float32(1.0 / tiles.shape[1])
    for b in range(len(tiles)):
        out[b] = 0.0
        for i in range(tiles.shape[1]):
            row = best_row[b, i]
            for line in range(LINES):
                out[b, line] += share * value[row, line]
            for e in range(3):
                line, own = SPACE_LINES[space[row], e], TILE_NUMBERS[tiles[b, i], e]
                if number[b, line] in (OPEN, own) and filled[b, line] + 1 == LENGTH[line]:
                    out[b, line] += share * POINTS[line, own]
