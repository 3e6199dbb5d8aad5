"""The luck of the draw in the standard game."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.lookahead import Valuer, after_placing
from game.bots.standard.positions import Positions

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


def luck_of(valuer: Valuer, p: Positions, tiles: Ints) -> Floats:
    """How much better the tiles [n] that are called are than the average of those in the bags.

    It is 0 on average whatever the values are worth.
    """
    row, tile = np.nonzero(p.bag)
    value = after_placing(valuer, p.take(row), tile).max(1).reshape(len(p), -1)
    came = (tile.reshape(len(p), -1) == tiles[:, None]).astype(np.float64)
    luck: Floats = (value * came).sum(1) - value.mean(1)
    return luck
