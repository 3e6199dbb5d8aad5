"""What the value network sees of a board."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.value.layout import (
    BAG_AT,
    CHANCE_AT,
    CHANCE_OF_ANY,
    CHANCE_OF_NEED,
    CLOSED,
    DEMAND_AT,
    DUMP_AT,
    FEATURES,
    LENGTH,
    LINE_STATE,
    LINES,
    POINTS,
    SPACE_AT,
    SPACE_FEATURES,
    SPACE_LINES,
    SPACES,
    SURPLUS_AT,
    TILE_NUMBERS,
    TILES,
)
from game.bots.value.positions import Positions

__all__ = ["features", "hopes"]

Floats: TypeAlias = NDArray[np.float32]


def _matching() -> Floats:
    table = np.zeros((TILES, 4, 4, 4), np.float32)
    for tile, (v, r, f) in enumerate(TILE_NUMBERS):
        for wanted in np.ndindex(4, 4, 4):
            table[tile, *wanted] = all(w in (3, n) for w, n in zip(wanted, (v, r, f), strict=True))
    return table.reshape(TILES, 64)


_MATCHING: Final = _matching()
"""[27, 64]: whether a tile fits the wanted numbers (3 = any) of three directions."""
_WANTS: Final = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0]], np.float32)
"""[5, 3]: the numbers that a line in each state can still be completed with."""
_LINE: Final = np.arange(LINES)
_DIRECTION: Final = _LINE // 5
_CELL: Final = SPACE_AT + SPACE_FEATURES * np.arange(SPACES)


def _counts(p: Positions) -> tuple[Floats, NDArray[np.int64]]:
    """Bag tiles fitting each of 64 wants [n, 64], and of each number by line [n, 15, 3]."""
    fitting = p.bag.astype(np.float32) @ _MATCHING
    v, r, f = fitting[:, 15:63:16], fitting[:, 51:63:4], fitting[:, 60:63]
    single = np.stack([v, r, f], 1).astype(np.int64)
    return fitting, single


def _chances(p: Positions, single: NDArray[np.int64]) -> tuple[Floats, NDArray[np.int64]]:
    """For each line and number the chance that enough tiles come [n, 15, 3], and the need."""
    need = np.where(p.number < CLOSED, LENGTH - p.filled, 0).astype(np.int64)
    chance = CHANCE_OF_NEED[p.placed][single[:, _DIRECTION], need[:, :, None]]
    return chance * _WANTS[p.number], need


def hopes(p: Positions) -> Floats:
    """Each line's points times the chance that enough tiles come [n, 15]: an upper bound.

    For open lines the best of the three numbers; nothing for closed ones.
    """
    _, single = _counts(p)
    chance, _ = _chances(p, single)
    best: Floats = (chance * POINTS).max(2)
    return best


def features(p: Positions) -> tuple[Floats, Floats]:
    """The feature vectors [n, `FEATURES`] and the `hopes` [n, 15] of the boards."""
    n, calls, tiles = len(p), SPACES - p.placed, TILES - p.placed
    fitting, single = _counts(p)
    chance, need = _chances(p, single)
    wants = _WANTS[p.number]
    x = np.zeros((n, FEATURES), np.float32)
    x[np.arange(n)[:, None], LINE_STATE[_LINE, p.number, p.filled]] = 1
    x[:, CHANCE_AT:SURPLUS_AT] = chance.reshape(n, -1)
    surplus = (single[:, _DIRECTION] * (calls / tiles) - need[:, :, None]) / 3
    x[:, SURPLUS_AT:SPACE_AT] = (np.clip(surplus, -1, 1.5) * wants).reshape(n, -1)
    _space_features(p, fitting, x)
    x[:, BAG_AT:DEMAND_AT] = p.bag
    # All lines that want one number must share the tiles of that number.
    demand = (need[:, :, None] * (wants * (p.number < 3)[:, :, None])).reshape(n, 3, 5, 3).sum(2)
    x[:, DEMAND_AT:DUMP_AT] = CHANCE_OF_NEED[p.placed][single, demand.astype(np.int64)].reshape(
        n, 9
    )
    dead = ((LENGTH - p.filled) * (p.number == CLOSED)).reshape(n, 3, 5).sum(2)
    x[:, DUMP_AT : DUMP_AT + 3] = dead / 10
    hope: Floats = (chance * POINTS).max(2)
    return x, hope


def _space_features(p: Positions, fitting: Floats, x: Floats) -> None:
    """For each empty space: free, and how likely tiles are that fit its wanted numbers."""
    rows = np.arange(len(p))[:, None]
    any_chance = CHANCE_OF_ANY[p.placed][fitting.astype(np.int64)]
    wanted = np.minimum(p.number, 3)[:, SPACE_LINES].astype(np.int64)
    v, r, f = wanted[:, :, 0], wanted[:, :, 1], wanted[:, :, 2]
    code = 16 * v + 4 * r + f
    empty = p.empty.astype(np.float32)
    x[:, _CELL] = empty
    x[:, _CELL + 1] = any_chance[rows, code] * empty
    x[:, _CELL + 2] = fitting[rows, code] * (empty / (TILES - p.placed))
    pairs = ((v, r, 16 * v + 4 * r + 3), (v, f, 16 * v + 12 + f), (r, f, 48 + 4 * r + f))
    for i, (a, b, pair) in enumerate(pairs):
        both = (a < 3) & (b < 3)
        x[:, _CELL + 3 + i] = any_chance[rows, pair] * (empty * both)
