"""A direction's plans: for each of its lines the number it is to show, or anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.bots.best.problem import DIRECTIONS, Problem, View
from game.rules.boards import Board
from game.rules.tiles import NUMBERS

__all__ = ["Plans", "all_plans", "are_compatible", "possible_plans"]

BLOCK: Final = 30_000
"""Pairs of plans compared at once; a bound on memory."""

SINGLE: Final = np.array([1, 2, 4])
"""The sets of one number."""

NUMBERS_IN: Final = np.array(
    [[wanted >> n & 1 for n in range(3)] for wanted in range(8)], np.float32
)
"""Which numbers each set has (8, 3)."""


@dataclass(frozen=True, slots=True)
class Plans:
    """Some plans of one direction, the most valuable first.

    `values` (plans,) are points; `labels` (plans, spaces) say what each space is asked for (0,
    1, 2 or `ANYTHING`); `shows` (8, plans, spaces) is 1.0 where the label is in the set of
    numbers that the first index stands for (bits 1, 2, 4).
    """

    direction: int
    values: NDArray[np.int64]
    labels: NDArray[np.int8]
    shows: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)

    def keep(self, chosen: NDArray[np.bool_]) -> Plans:
        """Those of the plans that `chosen` (plans,) marks."""
        return Plans(
            self.direction, self.values[chosen], self.labels[chosen], self.shows[:, chosen]
        )

    def worth(self, least: int) -> Plans:
        """Those of the plans that earn `least` points or more."""
        end = int(np.searchsorted(-self.values, -least, side="right"))
        return Plans(self.direction, self.values[:end], self.labels[:end], self.shows[:, :end])


@cache
def _all_plans(board: Board, direction: int) -> Plans:
    lines = [line for line in board.lines if line.direction == DIRECTIONS[direction]]
    numbers = np.array([*NUMBERS[DIRECTIONS[direction]], 0], np.int64)
    choices = np.array(list(product(range(4), repeat=len(lines))), np.int8)
    values = numbers[choices] @ np.array([len(line) for line in lines], np.int64)
    order = np.argsort(-values, kind="stable")
    line_of = np.zeros(len(board), np.int64)
    for i, line in enumerate(lines):
        line_of[list(line.spaces)] = i
    labels = choices[order][:, line_of]
    bits = np.left_shift(1, labels)
    shows = np.stack([(bits & wanted) != 0 for wanted in range(8)]).astype(np.float32)
    return Plans(direction, values[order], labels, shows)


def all_plans(problem: Problem) -> tuple[Plans, ...]:
    """For each direction the plans that any board with these tiles may follow."""
    return tuple(
        possible_plans(problem, _all_plans(problem.board, direction), problem.views)
        for direction in range(3)
    )


def possible_plans(problem: Problem, plans: Plans, views: Iterable[View]) -> Plans:
    """Those of the plans that ask for no number (or two, or three) more often than it is there."""
    possible = np.ones(len(plans), np.bool_)
    fitting = problem.fitting[plans.direction]
    for view in views:
        there = np.array([(tiles & view.tiles).bit_count() for tiles in fitting])
        possible &= (plans.shows @ view.spaces <= there[:, None]).all(axis=0)
    return plans.keep(possible)


def are_compatible(
    problem: Problem, one: Plans, other: Plans, views: Iterable[View], least: int
) -> NDArray[np.bool_]:
    """Which plans of two directions can go together, as (plans of one, plans of other).

    They must earn `least` points together. For numbers A of the one direction and B of the
    other, the spaces asked for both a number of A and one of B need as many tiles that can
    show both; and the spaces asked for a number of A or one of B need as many that can show
    either (Hall's condition for these sets).
    """
    possible = one.values[:, None] + other.values[None, :] >= least
    for view in views:
        spaces = len(view.spaces)
        conditions, limits = _conditions(problem, one.direction, other.direction, view.tiles)
        breakable = limits < view.spaces.sum()
        conditions, limits = conditions[breakable], limits[breakable]
        right = other.shows[SINGLE].reshape(-1, spaces).T
        alone = one.shows[SINGLE] @ view.spaces, other.shows[SINGLE] @ view.spaces
        rows = max(1, BLOCK // max(1, len(other)))
        for start in range(0, len(one), rows):
            good = possible[start : start + rows]
            left = (one.shows[SINGLE, start : start + rows] * view.spaces).reshape(-1, spaces)
            cells = (left @ right).reshape(3, -1, 3, len(other))
            i, j = np.nonzero(good)
            asked = np.concatenate(
                (
                    cells[:, i, :, j].reshape(-1, 9).T,
                    alone[0][:, start + i],
                    alone[1][:, j],
                )
            )
            good[i, j] = (conditions @ asked <= limits[:, None]).all(axis=0)
    return possible


@lru_cache(maxsize=64)
def _conditions(
    problem: Problem, one: int, other: int, tiles: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The conditions of `are_compatible` with these tiles that no other one implies.

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
