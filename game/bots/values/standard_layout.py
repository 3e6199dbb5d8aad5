"""Tables of the classic board for the value network: lines, chances, where each feature stands.

A position is judged after placing: `placed` tiles lie, `27 - placed` are in the bag, and
`19 - placed` of those will still be called. Everything the future can depend on is the state
of the 15 lines, which spaces are empty, and the bag; numbers on dead lines no longer matter.
"""

from math import comb
from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.rules.boards import CLASSIC
from game.rules.tiles import NUMBERS, REGULAR_TILES, Direction

SPACES: Final = 19
LINES: Final = 15
TILES: Final = 27

OPEN: Final = 3
"""A line without tiles; 0, 1, 2 mean that it holds that number of its direction alone."""
CLOSED: Final = 4
"""A line that is complete or dead: its points are settled."""

_NUMBERS = [NUMBERS[d] for d in (Direction.VERTICAL, Direction.RISING, Direction.FALLING)]


def _tile_numbers() -> Int64s:
    numbers = np.zeros((TILES, 3), np.int64)
    for tile in REGULAR_TILES:
        stripes = (tile.vertical, tile.rising, tile.falling)
        for d, number in enumerate(stripes):
            assert number is not None
            numbers[tile.index, d] = _NUMBERS[d].index(number)
    return numbers


def _need_chances() -> Float32s:
    table = np.zeros((SPACES + 1, 10, 21), np.float32)
    for placed in range(SPACES + 1):
        bag, calls = TILES - placed, SPACES - placed
        for count in range(min(9, bag) + 1):
            exactly = [
                comb(count, n) * comb(bag - count, calls - n) / comb(bag, calls)
                if n <= calls
                else 0.0
                for n in range(count + 1)
            ]
            for need in range(count + 1):
                table[placed, count, need] = sum(exactly[need:])
    return table


def _any_chances() -> Float32s:
    table = np.zeros((SPACES + 1, TILES + 1), np.float32)
    for placed in range(SPACES + 1):
        bag, calls = TILES - placed, SPACES - placed
        for count in range(bag + 1):
            table[placed, count] = 1 - comb(bag - count, calls) / comb(bag, calls)
    return table


TILE_NUMBERS: Final = _tile_numbers()
"""[27, 3]: each tile's vertical, rising and falling number as its place (0, 1, 2)."""
SPACE_LINES: Final[Int64s] = np.array(
    [[line.index for line in through] for through in CLASSIC.lines_through], np.int64
)
"""[19, 3]: the vertical, rising and falling line through each space."""
LENGTH: Final[Int64s] = np.array([len(line) for line in CLASSIC.lines], np.int64)
"""[15]: spaces on each line."""
POINTS: Final[Float32s] = np.array(
    [[len(line) * n for n in NUMBERS[line.direction]] for line in CLASSIC.lines], np.float32
)
"""[15, 3]: points of each line completed with each of its direction's numbers (S1)."""
CHANCE_OF_NEED: Final = _need_chances()
"""[placed, count, need]: the chance that at least `need` of `count` tiles in the bag come."""
CHANCE_OF_ANY: Final = _any_chances()
"""[placed, count]: the chance that at least one of `count` tiles in the bag comes."""

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
