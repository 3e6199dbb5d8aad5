"""Tables of the classic board without rays, for the quick look, the endgame and the book."""

from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int8s, Int64s
from game.bots.values.boards import Boards
from game.bots.values.chances import chances
from game.bots.values.grid import STRIPE_MASKS, grid_of
from game.rules.boards import CLASSIC

GRID: Final = grid_of(CLASSIC)
SPACE_COUNT: Final = GRID.spaces
LINE_COUNT: Final = GRID.lines
TILE_COUNT: Final = GRID.tiles

OPEN: Final = 3
"""State of a line without tiles; 0, 1, 2 is the only number, of its direction, on a begun line."""
CLOSED: Final = 4
"""State of a line that is complete or dead."""
_NUMBER: Final = np.array([CLOSED, 0, 1, CLOSED, 2, CLOSED, CLOSED, OPEN], dtype=np.int8)

TILE_NUMBERS: Final[Int64s] = STRIPE_MASKS[:TILE_COUNT].astype(np.int64) >> 1
"""[27, 3]: each tile's vertical, rising and falling number as an index (0, 1, 2)."""
SPACE_LINES: Final[Int64s] = GRID.through
"""[19, 3]: the vertical, rising and falling line through each space."""
THROUGH: Final = [np.ascontiguousarray(SPACE_LINES[:, d]) for d in range(3)]
"""[direction][19]: the line through each space."""
LENGTH: Final[Int64s] = GRID.lengths.astype(np.int64)
"""[15]: the number of spaces on each line."""
POINTS: Final[Float32s] = GRID.points[:, [1, 2, 4]]
"""[15, 3]: points of each line completed with each of its direction's numbers (S1)."""
CHANCE_OF_NEED: Final = [chances(SPACE_COUNT - n, TILE_COUNT - n) for n in range(SPACE_COUNT + 1)]
"""[placed tiles][count, need]: the probability that `need` of `count` bag tiles are called."""


def encode_lines(boards: Boards) -> Int8s:
    """Return the state [n, 15] of each line: `OPEN`, `CLOSED`, or its number's index 0 to 2."""
    return np.where(boards.left == 0, np.int8(CLOSED), _NUMBER[boards.bits])
