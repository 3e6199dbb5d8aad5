"""Tables of the classic board without rays, for the quick look, the endgame and the book."""

from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int8s, Int64s
from game.bots.values.boards import Boards
from game.bots.values.chances import chances
from game.bots.values.grid import STRIPES, grid_of
from game.rules.boards import BoardName

GRID: Final = grid_of(BoardName.CLASSIC)
SPACES: Final = GRID.spaces
LINES: Final = GRID.lines
TILES: Final = GRID.tiles

OPEN: Final = 3
"""A line without tiles; 0, 1, 2 mean that it holds that number of its direction alone."""
CLOSED: Final = 4
"""A line that is complete or dead: its points are settled."""
_NUMBER: Final = np.array([CLOSED, 0, 1, CLOSED, 2, CLOSED, CLOSED, OPEN], dtype=np.int8)

TILE_NUMBERS: Final[Int64s] = STRIPES[:TILES].astype(np.int64) >> 1
"""[27, 3]: each tile's vertical, rising and falling number as its place (0, 1, 2)."""
SPACE_LINES: Final[Int64s] = GRID.through
"""[19, 3]: the vertical, rising and falling line through each space."""
THROUGH: Final = [np.ascontiguousarray(SPACE_LINES[:, d]) for d in range(3)]
"""By direction, the line through each space [19]."""
LENGTH: Final[Int64s] = GRID.lengths.astype(np.int64)
"""[15]: spaces on each line."""
POINTS: Final[Float32s] = GRID.points[:, [1, 2, 4]]
"""[15, 3]: points of each line completed with each of its direction's numbers (S1)."""
CHANCE_OF_NEED: Final = [chances(SPACES - n, TILES - n) for n in range(SPACES + 1)]
"""By placed tiles [count, need]: the chance that `need` of `count` tiles in the bag come."""


def numbers_of(boards: Boards) -> Int8s:
    """[n, 15]: each line's state (0-2: the place of its number, `OPEN`, `CLOSED`)."""
    return np.where(boards.left == 0, np.int8(CLOSED), _NUMBER[boards.bits])
