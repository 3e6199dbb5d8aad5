"""Tables of the classic board for its own networks: where each feature stands.

A position is judged after placing: `placed` tiles lie, `27 - placed` are in the bag, and
`19 - placed` of those will still be called. Everything the future can depend on is the state
of the 15 lines, which spaces are empty, and the bag; numbers on dead lines no longer matter.
"""

from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.bots.values.chances import chances, surpluses
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

TILE_NUMBERS: Final[Int64s] = STRIPES[:TILES].astype(np.int64) >> 1
"""[27, 3]: each tile's vertical, rising and falling number as its place (0, 1, 2)."""
SPACE_LINES: Final[Int64s] = GRID.through
"""[19, 3]: the vertical, rising and falling line through each space."""
LENGTH: Final[Int64s] = GRID.lengths.astype(np.int64)
"""[15]: spaces on each line."""
POINTS: Final[Float32s] = GRID.points[:, [1, 2, 4]]
"""[15, 3]: points of each line completed with each of its direction's numbers (S1)."""
CHANCE_OF_NEED: Final = [chances(SPACES - n, TILES - n) for n in range(SPACES + 1)]
"""By placed tiles [count, need]: the chance that `need` of `count` tiles in the bag come."""
SURPLUS: Final = [surpluses(SPACES - n, TILES - n) for n in range(SPACES + 1)]
"""By placed tiles [count, need]: how many more than needed are to be expected."""

LINE_AT: Final[Int64s] = np.concatenate([[0], np.cumsum(2 + 3 * (LENGTH - 1))])
"""[16]: first feature of each line's states: open, (number, filled 1...) each, closed."""
CHANCE_AT: Final = int(LINE_AT[LINES])
SURPLUS_AT: Final = CHANCE_AT + 3 * LINES
SPACE_AT: Final = SURPLUS_AT + 3 * LINES
SPACE_FEATURES: Final = 6
BAG_AT: Final = SPACE_AT + SPACE_FEATURES * SPACES
DEMAND_AT: Final = BAG_AT + TILES
DUMP_AT: Final = DEMAND_AT + 9
FEATURES: Final = DUMP_AT + 4
"""Length of a feature vector (400; the last entry is padding)."""


def _line_states() -> Int64s:
    table = np.zeros((LINES, 5, 6), np.int64)
    for line in range(LINES):
        first, last, length = LINE_AT[line], LINE_AT[line + 1] - 1, LENGTH[line]
        table[line] = last
        table[line, OPEN] = first
        for number in range(3):
            for filled in range(1, length):
                table[line, number, filled] = first + 1 + number * (length - 1) + filled - 1
    return table


LINE_STATE: Final = _line_states()
"""[15, 5, 6]: the feature that is on for a line in a state with so many tiles on it."""
