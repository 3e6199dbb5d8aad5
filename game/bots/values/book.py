"""The first two placements, known beforehand: the same few positions in every game.

There are 27 first calls, and 702 pairs of calls where the first tile lies on its best space.
Searching them at the table would take longest of all and gain most from more time.
"""

from dataclasses import dataclass
from pathlib import Path

from game.bots.arrays import Float32s, read_arrays
from game.bots.values.positions import Positions
from game.bots.values.standard_layout import SPACES


@dataclass(frozen=True, slots=True)
class Book:
    """Expected final totals: `first` [27, 19] of each tile on each space of the empty board,
    `second` [27, 27, 19] of the second tile when the first lies on its best space (-inf there).
    """

    first: Float32s
    second: Float32s

    def find(self, p: Positions, tile: int) -> Float32s | None:
        """Values [19] of placing `tile`, still in the bag, on the one board, if it is here."""
        if p.placed > 1:
            return None
        values: Float32s = self.first[tile]
        if p.placed:
            before, space = int((~p.bag[0]).argmax()), int(p.boards.filled[0].argmax())
            best = int(self.first[before].argmax())
            if space not in (best, SPACES - 1 - best):
                return None
            values = self.second[before, tile]
            if space != best:
                # The same board, turned by 180 degrees.
                values = values[::-1]
        return values


def load_book(path: Path) -> Book:
    """The book in a file of networks. Raises `ResourceError`."""
    stored = read_arrays(path, "book.first", "book.second")
    return Book(stored["book.first"], stored["book.second"])
