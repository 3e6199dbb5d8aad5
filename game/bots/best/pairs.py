"""The compatible pairs of plans of two directions: the inner loop of the search."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.bots.best.plans import SINGLE, Plans
from game.bots.best.problem import BoardProblem, LineView
from game.rules.tiles import DIRECTIONS

BLOCK: Final = 30_000
"""Pairs of plans compared in one step; it bounds the memory."""

NUMBERS_IN: Final = np.array(
    [[wanted >> n & 1 for n in range(3)] for wanted in range(8)], np.float32
)
"""[set, number]: 1.0 if the set (a bitmask, 0 to 7) contains the number; shape (8, 3)."""

_UNKNOWN, _GOOD, _BAD = 0, 1, 2


class Pairs:
    """The compatibility of the pairs of plans of one problem.

    Thousands of ray plans need much the same pairs of line plans; their compatibility without rays
    is cached.
    """

    def __init__(self, problem: BoardProblem) -> None:
        self.problem = problem
        self._known: dict[tuple[int, int], NDArray[np.int8]] = {}

    def compatible(
        self, one: Plans, other: Plans, more: Sequence[LineView], least: int
    ) -> NDArray[np.bool_]:
        """Return a matrix (plans of one, plans of other), true for each compatible pair.

        A pair must earn at least `least` points. Hall's condition must hold in the problem's own
        views and in those of `more`: for all sets A and B of the two directions' numbers, at most
        as many spaces need a number of A and one of B as tiles can show both, and at most as many
        spaces need either as tiles can show either.
        """
        possible = one.values[:, None] + other.values[None, :] >= least
        if more:
            self._recall(one, other, possible)
        else:
            self._leave(one, other, self.problem.views, possible)
        self._leave(one, other, more, possible)
        return possible

    def _recall(self, one: Plans, other: Plans, possible: NDArray[np.bool_]) -> None:
        """Clear the `possible` pairs that are incompatible without rays, using the cache."""
        whole = self._known_of(one.direction, other.direction)
        at = np.ix_(one.index, other.index)
        known = whole[at]
        news = possible & (known == _UNKNOWN)
        if news.any():
            good = news.copy()
            self._leave(one, other, self.problem.views, good)
            known[news] = np.where(good[news], _GOOD, _BAD)
            whole[at] = known
        possible &= known == _GOOD

    def _known_of(self, one: int, other: int) -> NDArray[np.int8]:
        if (one, other) not in self._known:
            lines = Counter(line.direction for line in self.problem.board.lines)
            shape = [4 ** lines[DIRECTIONS[direction]] for direction in (one, other)]
            self._known[one, other] = np.full(shape, _UNKNOWN, np.int8)
        return self._known[one, other]

    def _leave(
        self, one: Plans, other: Plans, views: Sequence[LineView], possible: NDArray[np.bool_]
    ) -> None:
        for view in views:
            self._narrow(one, other, view, possible)

    def _narrow(
        self, one: Plans, other: Plans, view: LineView, possible: NDArray[np.bool_]
    ) -> None:
        """Clear the `possible` pairs that are incompatible in the view."""
        spaces = len(view.spaces)
        conditions, limits = _conditions(self.problem, one.direction, other.direction, view.tiles)
        breakable = limits < view.spaces.sum()
        conditions, limits = conditions[breakable], limits[breakable]
        shown = one.shows[SINGLE] * view.spaces
        right = other.shows[SINGLE].reshape(-1, spaces).T
        alone = shown.sum(-1), other.shows[SINGLE] @ view.spaces
        wanted = np.flatnonzero(possible.any(axis=1))
        rows = max(1, BLOCK // max(1, len(other)))
        for start in range(0, len(wanted), rows):
            some = wanted[start : start + rows]
            left = shown[:, some].reshape(-1, spaces)
            cells = (left @ right).reshape(3, -1, 3, len(other))
            i, j = np.nonzero(possible[some])
            asked = np.concatenate(
                (cells[:, i, :, j].reshape(-1, 9).T, alone[0][:, some[i]], alone[1][:, j])
            )
            possible[some[i], j] = (conditions @ asked <= limits[:, None]).all(axis=0)


@lru_cache(maxsize=64)
def _conditions(
    problem: BoardProblem, one: int, other: int, tiles: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the independent ones of the conditions of `Pairs.compatible` for these tiles.

    The result is a matrix (conditions, 15) that sums the spaces needing each pair of numbers and
    each number of either direction, and the limits (conditions,) of the sums.
    """
    sums: list[NDArray[np.float32]] = []
    limits: list[int] = []
    nothing = np.zeros(3, np.float32)
    for a, b in product(range(1, 8), repeat=2):
        fits_a = problem.fitting[one][a] & tiles
        fits_b = problem.fitting[other][b] & tiles
        both = (fits_a & fits_b).bit_count()
        parts = sum(
            (fits_a & fits_b & problem.fitting[one][x] & problem.fitting[other][y]).bit_count()
            for x in (1, 2, 4)
            for y in (1, 2, 4)
            if a & x and b & y
        )
        pairs = np.outer(NUMBERS_IN[a], NUMBERS_IN[b])
        if both < parts or pairs.sum() == 1:
            sums.append(np.concatenate((pairs.ravel(), nothing, nothing)))
            limits.append(both)
        sums.append(np.concatenate((-pairs.ravel(), NUMBERS_IN[a], NUMBERS_IN[b])))
        limits.append((fits_a | fits_b).bit_count())
    return np.array(sums, np.float32), np.array(limits, np.float32)
