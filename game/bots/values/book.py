"""The values of the first two placements, computed beforehand: few positions, in every
game.

There are 27 first calls, and 702 pairs of calls where the first tile lies on its best space.
Searching them at the table would take longest of all and gain most from more time.
"""

from dataclasses import dataclass
from pathlib import Path

from game.bots.arrays import Float32s, read_arrays
from game.bots.values.classic import SPACES
from game.bots.values.positions import Positions


@dataclass(frozen=True, slots=True)
class Book:
    """Expected final totals: `first` [27, 19] of each tile on each space of the empty board,
    `second` [27, 27, 19] of the second tile when the first lies on its best space (-inf there).
    """

    first: Float32s
    second: Float32s

    def find(self, p: Positions, tile: int) -> Float32s | None:
        """Return the values [19] of placing `tile`, still in the bag, on the one board, if here."""
        if p.to_come < SPACES - 1:
            return None
        values: Float32s = self.first[tile]
        if p.to_come < SPACES:
            before, space = int((~p.bags[0]).argmax()), int(p.boards.filled[0].argmax())
            best = int(self.first[before].argmax())
            if space not in (best, SPACES - 1 - best):
                return None
            values = self.second[before, tile]
            if space != best:
                # The same board, turned by 180 degrees.
                values = values[::-1]
        return values


def load_book(path: Path) -> Book:
    """Return the book of a file. Raises `ResourceError`."""
    return Book(**read_arrays(path, "first", "second"))
