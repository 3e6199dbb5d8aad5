"""Finds which plans of two directions can go together: the inner loop of the search."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.bots.best.plans import SINGLE, Plans
from game.bots.best.problem import DIRECTIONS, BoardProblem, LineView

BLOCK: Final = 30_000
"""Pairs of plans compared at once; a bound on memory."""

NUMBERS_IN: Final = np.array(
    [[wanted >> n & 1 for n in range(3)] for wanted in range(8)], np.float32
)
"""Which numbers each set has (8, 3)."""

_UNKNOWN, _GOOD, _BAD = 0, 1, 2


class Pairs:
    """What is known of the pairs of plans of one problem.

    Thousands of ray plans ask for much the same pairs of line plans; whether those go together
    without rays is found once.
    """

    def __init__(self, problem: BoardProblem) -> None:
        self.problem = problem
        self._known: dict[tuple[int, int], NDArray[np.int8]] = {}

    def compatible(
        self, one: Plans, other: Plans, more: Sequence[LineView], least: int
    ) -> NDArray[np.bool_]:
        """Which plans of two directions can go together, as (plans of one, plans of other).

        They must earn `least` points together. For numbers A of the one direction and B of
        the other, the spaces asked for both a number of A and one of B need as many tiles
        that can show both; and the spaces asked for a number of A or one of B need as many
        that can show either (Hall's condition for these sets). So in the problem's own views
        and in those that there are `more`.
        """
        possible = one.values[:, None] + other.values[None, :] >= least
        if more:
            self._recall(one, other, possible)
        else:
            self._leave(one, other, self.problem.views, possible)
        self._leave(one, other, more, possible)
        return possible

    def _recall(self, one: Plans, other: Plans, possible: NDArray[np.bool_]) -> None:
        """Leave only the `possible` pairs that go together without rays, found now or before."""
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
        """Leave only the `possible` pairs that go together in the view."""
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
    """Return the conditions of `Pairs.compatible` with these tiles that no other one
    implies.

    They are sums (conditions, 15) of the spaces asked for each pair of numbers and for each
    number of either direction, and the limits they must not exceed (conditions,).
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
