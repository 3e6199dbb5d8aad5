"""The probability that the tiles needed by a line or a space are called."""

from functools import cache
from itertools import accumulate
from math import comb
from typing import Final

import numpy as np

from game.bots.arrays import Float32s

NEEDS: Final = 21
"""Columns of the tables: needs of 0 to 19 tiles, and a last one that is never met."""
IMPOSSIBLE_NEED: Final = NEEDS - 1


@cache
def chances(to_come: int, bag: int) -> Float32s:
    """Return (32, `NEEDS`): the probability that at least k of m tiles in the bag are called."""
    table = np.zeros((32, NEEDS), dtype=np.float32)
    every = comb(bag, to_come)
    for m in range(32):
        have = min(m, bag)
        exactly = [comb(have, i) * comb(bag - have, to_come - i) for i in range(to_come + 1)]
        for k, ways in enumerate([*accumulate(exactly[::-1])][::-1][:IMPOSSIBLE_NEED]):
            table[m, k] = ways / every
    return table


@cache
def surpluses(to_come: int, bag: int) -> Float32s:
    """Return (32, `NEEDS`): expected tiles beyond a need, divided by 3, limited to -1 to 1.5."""
    spare = np.arange(32)[:, None] * (to_come / bag) - np.arange(NEEDS)[None, :]
    spare[:, IMPOSSIBLE_NEED] = 0
    return np.clip(spare / 3, -1, 1.5).astype(np.float32)
