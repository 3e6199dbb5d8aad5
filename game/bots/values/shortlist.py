"""A quick, learned filter of placements: the spaces that the network should judge at all.

A tile on a space continues, begins or breaks each of the three lines through it. The effect on a
line is one of a few hundred codes (kind, tiles, number, tiles left of that number) with a learned
vector each. The three vectors are summed, rectified and multiplied by weights that depend on the
number of placed tiles, so that a value takes a few table look-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Int64s, read_arrays
from game.bots.values.classic import (
    CHANCE_OF_NEED,
    CLOSED,
    LENGTH,
    LINE_COUNT,
    OPEN,
    POINTS,
    SPACE_COUNT,
    THROUGH,
    TILE_COUNT,
    TILE_NUMBERS,
    encode_lines,
)
from game.bots.values.positions import Positions
from game.resources import asset

_BEGIN, _GO_ON, _BREAK = 1, 31, 151
CODES: Final = 271
"""Codes of a line: 0 closed, then begun, continued and broken, each by tiles on it, number and
tiles left of that number."""
MEANINGS: Final = 31
"""Features of a code; see `meanings`."""

_LINE: Final = np.arange(LINE_COUNT)
_DIRECTION: Final = _LINE // 5
_NUMBER_OF: Final = np.ascontiguousarray(TILE_NUMBERS[:, _DIRECTION])
"""[27, 15]: a tile's number on each line's direction."""
_HOLDS: Final = (TILE_NUMBERS[:, :, None] == np.arange(3)).reshape(-1, 9).astype(np.float32)
"""[27, 9]: 1.0 for the numbers of each direction that a tile has."""
_FIRST: Final = _LINE * CODES
_CASES: Final = np.array(
    [(line, *case) for line, length in enumerate(LENGTH) for case in np.ndindex(3, 10, length)]
).T
"""[4, cases]: line, number, tiles left of that number, tiles on the line."""


def line_codes(p: Positions, tiles: Int64s) -> Int64s:
    """Return the code [n, 15] of tile `tiles[i]` for each line of board i, 0 to 15 * `CODES`.

    The tiles in hand are still in the bags.
    """
    held = p.bags[:, :TILE_COUNT].astype(np.float32) @ _HOLDS
    counts = held.astype(np.int64).reshape(-1, 3, 3)
    numbers = _NUMBER_OF[tiles]
    rows = np.arange(len(p))[:, None]
    number, filled = encode_lines(p.boards).astype(np.int64), LENGTH - p.boards.left
    left = counts[rows, _DIRECTION, numbers] - 1
    going = np.where(number == OPEN, _BEGIN, _GO_ON - 30 + 30 * filled) + 10 * numbers + left
    is_broken = (number != numbers) & (number != OPEN)
    shown = np.minimum(number, 2)
    broken = _BREAK - 30 + 30 * filled + 10 * shown + counts[rows, _DIRECTION, shown]
    codes: Int64s = np.where(number == CLOSED, 0, np.where(is_broken, broken, going)) + _FIRST
    return codes


@cache
def meanings(placed: int) -> Float32s:
    """Return the features [15 * `CODES`, `MEANINGS`] of each code with `placed` tiles placed.

    They are kinds by tiles needed, possible points by the same, chances, and numbers.
    """
    enough = CHANCE_OF_NEED[placed + 1]
    table = np.zeros((LINE_COUNT, CODES, MEANINGS), np.float32)
    table[:, 0, 0] = 1
    line, number, left, filled = _CASES
    need, points = LENGTH[line] - filled - 1, POINTS[line, number] / 20
    chance = enough[left, need]
    code = np.where(filled == 0, _BEGIN, _GO_ON - 30 + 30 * filled) + 10 * number + left
    table[line, code, 1 + need] = 1
    table[line, code, 6 + need] = chance * points
    table[line, code, 11] = chance
    table[line, code, 12 + number] = 1
    table[line, code, 12 + LENGTH[line]] = filled == 0
    line, number, left, filled = _CASES[:, filled > 0]
    need, points = LENGTH[line] - filled, POINTS[line, number] / 20
    chance = enough[left, need]
    code = _BREAK - 30 + 30 * filled + 10 * number + left
    table[line, code, 17 + need] = 1
    table[line, code, 21 + need] = chance * points
    table[line, code, 26] = chance
    table[line, code, 27 + number] = 1
    return table.reshape(-1, MEANINGS)


@dataclass(frozen=True)
class Shortlist:
    """Weights: `line` [3, `MEANINGS`, H] by direction, `bias` and `out` [19, H] by placed tiles."""

    line: Float32s
    bias: Float32s
    out: Float32s

    @cached_property
    def _vectors(self) -> dict[int, Float32s]:
        return {}

    def values(self, p: Positions, tiles: Int64s) -> Float32s:
        """Return the value [n, 19] of tile `tiles[i]` on each space of board i; -inf if filled."""
        placed = SPACE_COUNT - p.to_come
        table = self._vectors.get(placed)
        if table is None:
            marks = meanings(placed).reshape(3, -1, MEANINGS)
            table = self._vectors[placed] = (marks @ self.line).reshape(-1, self.line.shape[2])
        lines = table.take(line_codes(p, tiles), 0)
        v, r, f = THROUGH
        hidden = lines.take(v, 1)
        hidden += lines.take(r, 1)
        hidden += lines.take(f, 1)
        hidden += self.bias[placed]
        np.maximum(hidden, 0, out=hidden)
        values: Float32s = np.where(p.legal(tiles), hidden @ self.out[placed], -np.inf)
        return values

    @classmethod
    def load(cls, path: Path) -> Shortlist:
        """Read the weights from an .npz file. Raises `ResourceError`."""
        return cls(**read_arrays(path, "line", "bias", "out"))


@cache
def shortlist() -> Shortlist:
    """Return the game's own weights."""
    return Shortlist.load(asset("bots", "shortlist.npz"))


def worth_judging(p: Positions, tiles: Int64s, most: int, margin: float) -> Bools:
    """Return the spaces [n, 19] worth judging for tile `tiles[i]` on board i.

    They are at most `most` (and ties), within `margin` points of the best. Of the last two spaces
    none is left out.
    """
    if p.to_come <= 2:
        return p.legal(tiles)
    values = shortlist().values(p, tiles)
    least = values.max(1) - np.float32(margin)
    least = np.maximum(least, np.partition(values, -most, axis=1)[:, -most])
    is_worth: Bools = values >= least[:, None]
    return is_worth
