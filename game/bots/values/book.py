"""The opening book: precomputed values of the first two placements.

There are 27 first calls, and 702 second ones with the first tile on its best space. A search takes
longest for these, and gains most from more time.
"""

from dataclasses import dataclass
from pathlib import Path

from game.bots.arrays import Float32s, read_arrays
from game.bots.values.classic import SPACE_COUNT
from game.bots.values.positions import Positions


@dataclass(frozen=True, slots=True)
class Book:
    """Expected final totals of the first two placements.

    `first` [27, 19] is for each tile on each space of the empty board, `second` [27, 27, 19] for
    the second tile when the first is on its best space (-inf there).
    """

    first: Float32s
    second: Float32s

    def find(self, p: Positions, tile: int) -> Float32s | None:
        """Return the values [19] of placing `tile`, still in the bag; None if not in the book.

        `p` has one board.
        """
        if p.to_come < SPACE_COUNT - 1:
            return None
        values: Float32s = self.first[tile]
        if p.to_come < SPACE_COUNT:
            before, space = int((~p.bags[0]).argmax()), int(p.boards.filled[0].argmax())
            best = int(self.first[before].argmax())
            if space not in (best, SPACE_COUNT - 1 - best):
                return None
            values = self.second[before, tile]
            if space != best:
                # The same board, turned by 180 degrees.
                values = values[::-1]
        return values


def load_book(path: Path) -> Book:
    """Read the book from a file. Raises `ResourceError`."""
    return Book(**read_arrays(path, "first", "second"))
