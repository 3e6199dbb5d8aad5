"""Boards played in lock-step, as the plain arrays that compiled loops work on."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.layout import LINES, OPEN, SPACES, TILES

__all__ = ["Boards", "Counts", "Floats", "Ints", "Rows", "Small", "start", "take"]

Floats: TypeAlias = NDArray[np.float32]
Small: TypeAlias = NDArray[np.int8]
Ints: TypeAlias = NDArray[np.int64]


class Boards(NamedTuple):
    """n boards with equally many tiles.

    As in `Positions`, `number` [n, 15] and `filled` [n, 15] are the lines' states, `empty`
    [n, 19] and `bag` [n, 27] flags; but a complete line keeps its number (its `filled` is its
    length), so that only dead lines are `CLOSED`. `earned` [n, 15] are the points of complete
    lines.
    """

    number: Small
    filled: Small
    empty: Small
    bag: Small
    earned: Floats


class Counts(NamedTuple):
    """Working space: a bag's numbers and pairs of numbers, and what alive lines need.

    `single` [3, 3] and `demand` [3, 3] by direction and number; `pair` [3, 9] by directions
    (vertical-rising, vertical-falling, rising-falling) and pair of numbers.
    """

    single: Ints
    pair: Ints
    demand: Ints


class Rows(NamedTuple):
    """Placements looked at, a row each, by game, tile and space.

    `layer` [rows, H] the first hidden layer, `hope` [rows, 15], `banked` [rows] the points of
    lines that the placement completes, `space` [rows].
    """

    layer: Floats
    hope: Floats
    banked: Floats
    space: Ints


def start(n: int) -> Boards:
    """n empty boards with full bags."""
    return Boards(
        np.full((n, LINES), OPEN, np.int8),
        np.zeros((n, LINES), np.int8),
        np.ones((n, SPACES), np.int8),
        np.ones((n, TILES), np.int8),
        np.zeros((n, LINES), np.float32),
    )


def take(boards: Boards, rows: Ints | slice) -> Boards:
    """The boards `rows`: copies for indices, views for a slice."""
    return Boards(
        boards.number[rows],
        boards.filled[rows],
        boards.empty[rows],
        boards.bag[rows],
        boards.earned[rows],
    )
