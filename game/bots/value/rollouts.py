"""Judging close choices by playing on: the same few calls for each of them, often.

Networks see what a board is worth to within two or three points, and boards that differ by one
placement share most of that error for several calls: looking one or two calls ahead does not
show it. Playing on for half a dozen calls does. What luck adds is kept small by giving every
choice the same calls, every tile of the bag as the first of them equally often.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.value.layout import SPACES, TILES
from game.bots.value.lookahead import Valuer, after_placing
from game.bots.value.positions import Positions
from game.bots.value.screen import quick_values

__all__ = ["Rollouts", "chosen", "orders", "play_on"]

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How much is played on.

    At most `choices` spaces are compared, none that is more than `margin` points behind the
    best. `boards` bounds the boards judged for one placement, and so the time.
    """

    choices: int = 6
    margin: float = 4.0
    boards: int = 10_000

    def length(self, placed: int) -> int:
        """Calls to play on from boards with so many tiles.

        The networks' errors last for about six calls; early many spaces make that dear, late
        there are fewer calls left to be wrong about.
        """
        far = 4 if placed < 6 else 6 if placed < 10 else 4 if placed < 13 else 3
        return min(far, SPACES - placed)

    def times(self, placed: int, choices: int) -> int:
        """How often each tile of the bag comes first, at least once."""
        judged = sum(_judged(placed + i) for i in range(self.length(placed)))
        return max(1, self.boards // (choices * (TILES - placed) * judged))


def _judged(placed: int) -> int:
    """How many spaces the quick look leaves with so many tiles on the board: hardly ever
    without the networks' choice.
    """
    kept = 19 if placed < 4 else 7 if placed < 6 else 5 if placed < 8 else 4 if placed < 12 else 3
    return min(kept, SPACES - placed)


_TOGETHER: Final = 500
"""Boards played on in lock-step: their placements stay in the processor's cache."""


def orders(bag: NDArray[np.bool_], length: int, times: int, random: np.random.Generator) -> Ints:
    """Calls to come [tiles * times, length]: each tile of the bag comes first `times` times."""
    tiles = np.flatnonzero(bag)
    count = len(tiles)
    first = np.tile(np.arange(count), times)
    shuffled = random.random((len(first), count))
    # What sorts first comes first.
    shuffled[np.arange(len(first)), first] = -1
    found: Ints = tiles[np.argsort(shuffled, axis=1)[:, :length]]
    return found


def play_on(policy: Valuer, judge: Valuer, p: Positions, calls: Ints) -> Floats:
    """The boards' values [n]: means over the `calls` [m, length], the same for every board.

    `policy` places the tiles, `judge` values what has become of the boards.
    """
    m = len(calls)
    row = np.repeat(np.arange(len(p)), m)
    value = np.empty(len(row), np.float32)
    for first in range(0, len(row), _TOGETHER):
        part = slice(first, min(first + _TOGETHER, len(row)))
        boards = p.take(row[part])
        coming = calls[np.arange(part.start, part.stop) % m]
        for tiles in coming.T:
            boards.place(tiles, chosen(policy, boards, tiles))
        value[part] = boards.banked if boards.placed == SPACES else judge.values(boards)
    mean: Floats = value.reshape(len(p), m).mean(1)
    return mean


def chosen(policy: Valuer, p: Positions, tiles: Ints) -> Ints:
    """Each board's best space [n] for its tile, after a quick look."""
    kept = _judged(p.placed)
    if kept == SPACES - p.placed:
        best_of_all: Ints = after_placing(policy, p, tiles).argmax(1)
        return best_of_all
    space = np.argpartition(-quick_values(p, tiles), kept, axis=1)[:, :kept]
    row = np.repeat(np.arange(len(p)), kept)
    children = p.take(row)
    children.place(tiles[row], space.ravel())
    best = policy.values(children).reshape(-1, kept).argmax(1)
    chosen: Ints = space[np.arange(len(p)), best]
    return chosen
