"""The first two placements, known beforehand: the same few positions in every game.

There are 27 first calls, and 702 pairs of calls where the first tile lies on its best space.
Searching them at the table would take longest of all and gain most from more time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.value.layout import SPACES, TILES
from game.bots.value.lookahead import Valuer
from game.bots.value.positions import Positions
from game.bots.value.rollouts import Rollouts
from game.bots.value.search import Depth, search

__all__ = ["Book", "load_book", "make_book"]

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
    """The book in a file of networks, if there is one."""
    with np.load(path, allow_pickle=False) as stored:
        return Book(stored[_FIRST], stored[_SECOND]) if _FIRST in stored.files else None


def make_book(valuer: Valuer, boards: int, tell: Callable[[int], None]) -> Book:
    """Search all 729 positions, judging so many boards for each; `tell` hears the tiles done."""
    depth = Depth(rollouts=Rollouts(boards=boards))
    first = np.full((TILES, SPACES), -np.inf, np.float32)
    second = np.full((TILES, TILES, SPACES), -np.inf, np.float32)
    for tile in range(TILES):
        p = Positions.start(1)
        first[tile] = search(valuer, p, np.array([tile]), depth)[0]
        p.place(np.array([tile]), first[tile].argmax(keepdims=True))
        for other in np.flatnonzero(p.bag[0]):
            second[tile, other] = search(valuer, p, np.array([other]), depth)[0]
        tell(tile + 1)
    return Book(first, second)
