"""A quick look at placements: which spaces can be worth judging by the networks at all."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.value.features import THROUGH, largest
from game.bots.value.layout import (
    CHANCE_OF_NEED,
    CLOSED,
    LENGTH,
    LINES,
    OPEN,
    POINTS,
    TILE_NUMBERS,
)
from game.bots.value.positions import Positions

__all__ = ["quick_values"]

Floats: TypeAlias = NDArray[np.float32]

_BEGUN: Final = np.array([1, 0.88, 0.72, 0.68, 0.72, 0.72], np.float32)
_FRESH: Final = np.float32(0.3)
"""What share of its hope a line with a number (by tiles it still needs) and an open line bring on
average; they compete for tiles. Fitted to 6,000 boards a stage of self-played games."""

_LINE: Final = np.arange(LINES)
_DIRECTION: Final = _LINE // 5
_NUMBER_OF: Final = np.ascontiguousarray(TILE_NUMBERS[:, _DIRECTION])
"""[27, 15]: a tile's number on each line's direction."""
_HOLDS: Final = (TILE_NUMBERS[:, :, None] == np.arange(3)).reshape(-1, 9).astype(np.float32)
"""[27, 9]: which numbers of each direction a tile has."""


def quick_values(p: Positions, tiles: NDArray[np.int64]) -> Floats:
    """How tile `tiles[i]` on each space of board i changes the lines' hopes [n, 19].

    -inf where a tile lies. From eight placed tiles on the networks' choice is hardly ever outside
    the best four of these; earlier more must be kept.
    """
    enough = CHANCE_OF_NEED[p.placed + 1]
    counts = (p.bag.astype(np.float32) @ _HOLDS).astype(np.int64).reshape(-1, 3, 3)
    counts = counts[:, _DIRECTION]
    own = _NUMBER_OF[tiles]
    need = LENGTH - p.filled
    rows = np.arange(len(p))[:, None]
    fits = (p.number == OPEN) | (p.number == own)
    left = np.maximum(need - 1, 0)
    after = enough[counts[rows, _LINE, own] - 1, left] * _BEGUN[left] * POINTS[_LINE, own]
    number = np.minimum(p.number, 2)
    before = enough[counts[rows, _LINE, number], need] * _BEGUN[need] * POINTS[_LINE, number]
    fresh = largest(enough[counts, LENGTH[:, None]] * POINTS) * _FRESH
    before = np.where(p.number == OPEN, fresh, before)
    gain = np.where(fits, after, 0) - np.where(p.number == CLOSED, 0, before)
    v, r, f = THROUGH
    total = gain.take(v, 1) + gain.take(r, 1) + gain.take(f, 1)
    values: Floats = np.where(p.empty, total, -np.inf).astype(np.float32)
    return values
