"""The first two placements, known beforehand: the same few positions in every game.

There are 27 first calls, and 702 pairs of calls where the first tile lies on its best space.
Searching them at the table would take longest of all and gain most from more time.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.arrays import read_arrays
from game.bots.standard.layout import SPACES, TILES
from game.bots.standard.lookahead import Valuer
from game.bots.standard.positions import Positions
from game.bots.standard.rollouts import Rollouts
from game.bots.standard.search import Depth, search

Floats: TypeAlias = NDArray[np.float32]

_FIRST: Final = "book.first"
_SECOND: Final = "book.second"


@dataclass(frozen=True, slots=True)
class Book:
    """Expected final totals: `first` [27, 19] of each tile on each space of the empty board,
    `second` [27, 27, 19] of the second tile when the first lies on its best space (-inf there).
    """

    first: Floats
    second: Floats

    def find(self, tiles: list[int], tile: int) -> Floats | None:
        """Values [19] of placing `tile` on the board `tiles` (-1 where empty), if it is here."""
        placed = [space for space, t in enumerate(tiles) if t >= 0]
        if len(placed) > 1:
            return None
        values: Floats = self.first[tile]
        if placed:
            (space,) = placed
            before = tiles[space]
            best = int(self.first[before].argmax())
            if space not in (best, SPACES - 1 - best):
                return None
            values = self.second[before, tile]
            if space != best:
                # The same board, turned by 180 degrees.
                values = values[::-1]
        return values

    def arrays(self) -> dict[str, Floats]:
        """What `load_book` reads, for the file of the networks."""
        return {_FIRST: self.first, _SECOND: self.second}


def load_book(path: Path) -> Book | None:
    """The book in a file of networks, if there is one. Raises `ResourceError`."""
    stored = read_arrays(path)
    return Book(stored[_FIRST], stored[_SECOND]) if _FIRST in stored else None


_FIRST_TIMES: Final = 20
"""How much more is judged for the first tile alone: 27 positions of every game's beginning."""


def make_book(valuer: Valuer, boards: int, tell: Callable[[int], None]) -> Book:
    """Search all 729 positions, judging so many boards twice for each, on all processors.

    The openings are close, within a point of each other, so it takes many boards to tell them
    apart. `tell` hears the number of first tiles done.
    """
    first, second = [], []
    with ProcessPoolExecutor(initializer=_keep, initargs=(valuer, boards)) as workers:
        for tile, (alone, with_others) in enumerate(workers.map(_pages, range(TILES))):
            first.append(alone)
            second.append(with_others)
            tell(tile + 1)
    return Book(np.stack(first), np.stack(second))


_at_work: list[tuple[Valuer, int]] = []


def _keep(valuer: Valuer, boards: int) -> None:
    _at_work[:] = [(valuer, boards)]


def _pages(tile: int) -> tuple[Floats, Floats]:
    """Values of one first tile [19], and of all second tiles [27, 19] when it lies."""
    ((valuer, boards),) = _at_work
    p = Positions.start(1)
    depth = Depth(rollouts=Rollouts(boards=_FIRST_TIMES * boards))
    first = search(valuer, p, np.array([tile]), depth)[0]
    p.place(np.array([tile]), first.argmax(keepdims=True))
    second = np.full((TILES, SPACES), -np.inf, np.float32)
    depth = Depth(rollouts=Rollouts(boards=boards))
    for other in np.flatnonzero(p.bag[0]):
        second[other] = search(valuer, p, np.array([other]), depth)[0]
    return first, second
