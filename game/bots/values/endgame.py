"""Exact values at the end of a game: every possible tile, the best space for each."""

from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int8s, Int64s
from game.bots.values.classic import (
    CLOSED,
    OPEN,
    POINTS,
    SPACE_LINES,
    TILE_NUMBERS,
    encode_lines,
)
from game.bots.values.positions import Positions

EXACT: Final = 5
"""Most tiles to come for exact values: 5 ms a board; with one more, thirty times as long."""


def exact_values(p: Positions) -> Float32s:
    """Return the expected final totals [n] if every tile to come is placed optimally."""
    totals: Float32s = np.array(
        [_exact(p.take(np.array([board]))) for board in range(len(p))], np.float32
    )
    return totals


def _exact(p: Positions) -> float:
    tiles, spaces = np.flatnonzero(p.bags[0]), np.flatnonzero(p.empty[0])
    full = _points(encode_lines(p.boards)[0], tiles, spaces)

    @cache
    def further(filled: tuple[int, ...]) -> Float32s:
        """Return expected points, with an axis of tiles for each of the `filled` spaces.

        Entries with one tile on two spaces are meaningless and never used.
        """
        count = len(filled)
        if count == len(spaces):
            return full
        best = np.zeros((len(tiles),) * (count + 1), np.float32)
        for space in set(range(len(spaces))) - set(filled):
            then = tuple(sorted((*filled, space)))
            np.maximum(best, np.moveaxis(further(then), then.index(space), -1), out=best)
        total = best.sum(-1)
        for axis in range(count):
            # A placed tile is not called again.
            total -= np.moveaxis(np.diagonal(best, axis1=axis, axis2=count), -1, axis)
        mean: Float32s = total / (len(tiles) - count)
        return mean

    return float(p.boards.score(with_rays=False)[0] + further(()))


def _points(number: Int8s, tiles: Int64s, spaces: Int64s) -> Float32s:
    """Return the points of lines in the states `number` [15], with an axis of tiles for each
    space.
    """
    total = np.zeros((len(tiles),) * len(spaces), np.float32)
    for line in np.flatnonzero(number != CLOSED):
        direction = line // 5
        (crossed,) = np.nonzero(SPACE_LINES[spaces, direction] == line)
        for choice in range(3) if number[line] == OPEN else (number[line],):
            fits = TILE_NUMBERS[tiles, direction] == choice
            points = POINTS[line, choice]
            for axis in crossed:
                points = points * fits.reshape([-1 if a == axis else 1 for a in range(len(spaces))])
            total += points
    return total
