"""One call of lookahead: the best space for every tile that can be called."""

from collections.abc import Callable
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Int64s
from game.bots.values.positions import Positions
from game.bots.values.shortlist import worth_judging

_MOST: Final = 6
_MARGIN: Final = 5.0
"""Most spaces that are judged for a tile, and most points that `shortlist` finds them behind."""

Valuer = Callable[[Positions], Float32s]
"""A function that returns the expected final totals [n] of boards."""


def after_placing(judge: Valuer, p: Positions, tiles: Int64s) -> Float32s:
    """Return the value [n, 19] of each space for tile `tiles[i]` on board i; -inf if filled."""
    return judge_spaces(judge, p, tiles, p.empty)


def judge_spaces(judge: Valuer, p: Positions, tiles: Int64s, which: Bools) -> Float32s:
    """Return the values of `after_placing` for the spaces `which` [n, 19] alone; else -inf."""
    row, space = np.nonzero(which)
    values = np.full(which.shape, -np.inf, np.float32)
    values[row, space] = judge(p.put(row, tiles[row], space))
    return values


def lookahead(judge: Valuer, p: Positions) -> Float32s:
    """Return the boards' values [n] one call deeper: the mean over the bag of the best placement.

    Spaces that are far behind in `shortlist` are left out.
    """
    if p.to_come == 0:
        return judge(p)
    board, tile = np.nonzero(p.bags)
    some = p.take(board)
    best = judge_spaces(judge, some, tile, worth_judging(some, tile, _MOST, _MARGIN)).max(1)
    mean: Float32s = best.reshape(len(p), -1).mean(1)
    return mean
