"""A direction's plans: for each of its lines the number it shall score with, or none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.bots.best.problem import BoardProblem, LineView
from game.rules.boards import Board
from game.rules.tiles import DIRECTIONS, NUMBERS

SINGLE: Final = np.array([1, 2, 4])
"""The sets of one number, as bitmasks."""


@dataclass(frozen=True, slots=True)
class Plans:
    """Some plans of one direction, the most valuable first.

    `index` (plans,) is each plan's index among all of the direction, `values` (plans,) its points.
    `labels` (plans, spaces) is the number that each space needs (0, 1, 2 or `NO_NUMBER_NEEDED`).
    `shows` (8, plans, spaces) is 1.0 where the label is in the set of the first index (bits 1, 2,
    4).
    """

    direction: int
    index: NDArray[np.int64]
    values: NDArray[np.int64]
    labels: NDArray[np.int8]
    shows: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)

    def keep(self, chosen: NDArray[np.bool_]) -> Plans:
        """Return the plans that the mask `chosen` (plans,) selects."""
        return Plans(
            self.direction,
            self.index[chosen],
            self.values[chosen],
            self.labels[chosen],
            self.shows[:, chosen],
        )

    def worth(self, least: int) -> Plans:
        """Return the plans that earn at least `least` points."""
        end = int(np.searchsorted(-self.values, -least, side="right"))
        return Plans(
            self.direction,
            self.index[:end],
            self.values[:end],
            self.labels[:end],
            self.shows[:, :end],
        )


@cache
def _all_plans(board: Board, direction: int) -> Plans:
    lines = [line for line in board.lines if line.direction == DIRECTIONS[direction]]
    numbers = (*NUMBERS[DIRECTIONS[direction]], 0)
    choices = np.array(list(product(range(4), repeat=len(lines))), np.int8)
    points = np.array([[line.points(number) for number in numbers] for line in lines], np.int64)
    values = points[np.arange(len(lines)), choices].sum(axis=1)
    order = np.argsort(-values, kind="stable")
    line_of = np.zeros(len(board), np.int64)
    for i, line in enumerate(lines):
        line_of[list(line.spaces)] = i
    labels = choices[order][:, line_of]
    bits = np.left_shift(1, labels)
    shows = np.stack([(bits & wanted) != 0 for wanted in range(8)]).astype(np.float32)
    return Plans(direction, np.arange(len(order)), values[order], labels, shows)


def all_plans(problem: BoardProblem) -> tuple[Plans, ...]:
    """Return for each direction all plans that are possible with the problem's tiles."""
    return tuple(
        possible_plans(problem, _all_plans(problem.board, direction), problem.views)
        for direction in range(3)
    )


def possible_plans(problem: BoardProblem, plans: Plans, views: Iterable[LineView]) -> Plans:
    """Return the plans that need no set of numbers on more spaces than there are tiles with it."""
    possible = np.ones(len(plans), np.bool_)
    fitting = problem.fitting[plans.direction]
    for view in views:
        there = np.array([(tiles & view.tiles).bit_count() for tiles in fitting])
        possible &= (plans.shows @ view.spaces <= there[:, None]).all(axis=0)
    return plans.keep(possible)
