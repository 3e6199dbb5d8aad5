"""Boards and tiles as numpy tables for batch computations."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Index, Int8s, Uint8s
from game.rules.boards import Board
from game.rules.tiles import DIRECTIONS, NUMBERS, TILES

STRIPE_MASKS: Final[Uint8s] = np.array([t.masks for t in TILES], dtype=np.uint8)
"""[tile, direction]: the numbers that the stripe can count as, as three bits."""

SUNS: Final[Bools] = np.array([t.is_sun for t in TILES])

SYMBOLS: Final[Uint8s] = np.where(SUNS, 1, 2).astype(np.uint8)
"""[tile]: 1 for a sun, 2 for a moon; the bitwise `and` along a line is the ray it can become."""

_WANTS = np.arange(512)
FITTING: Final[Float32s] = np.stack(
    [
        (_WANTS >> 6 & t.masks[0] > 0)
        & (_WANTS >> 3 & 7 & t.masks[1] > 0)
        & (_WANTS & 7 & t.masks[2] > 0)
        for t in TILES
    ]
).astype(np.float32)
"""(31, 512): 1.0 if a tile meets a want, the number sets vertical << 6 | rising << 3 | falling."""


@dataclass(frozen=True)
class Grid:
    """One board in numpy.

    `online` (spaces + 1, lines): whether a space is on a line; the last row, index -1, is the
    daffodil, on no line. `through` (spaces, 3): the lines through a space. `points` (lines, 8):
    the points of a full line by its bits (S1, S2).

    `board` is the board itself; `spaces` and `lines` are its numbers of spaces and lines.
    `directions` and `lengths` (lines,) are each line's direction index and number of spaces.
    `neighbours` (spaces, spaces) is 1 between neighbours, `stamens` (spaces,) marks the stamens.
    """

    board: Board
    spaces: int
    lines: int
    online: Bools
    through: Index
    directions: Index
    lengths: Int8s
    points: Float32s
    neighbours: Float32s
    stamens: Bools

    @property
    def tiles(self) -> int:
        """The number of tiles in the board's set."""
        return len(self.board.tile_set)


@cache
def grid_of(board: Board) -> Grid:
    """Return the cached `Grid` of a board."""
    spaces, lines = len(board), len(board.lines)
    online = np.zeros((spaces + 1, lines), dtype=np.bool_)
    for line in board.lines:
        online[list(line.spaces), line.index] = True
    directions = np.array([DIRECTIONS.index(line.direction) for line in board.lines])
    lengths = np.array([len(line) for line in board.lines], dtype=np.int8)
    points = np.zeros((lines, 8), dtype=np.float32)
    for line in board.lines:
        for bits in range(1, 8):
            number = NUMBERS[line.direction][bits.bit_length() - 1]
            points[line.index, bits] = line.points(number)
    neighbours = np.zeros((spaces, spaces), dtype=np.float32)
    for i, near in enumerate(board.neighbours):
        neighbours[i, list(near)] = 1
    stamens = np.zeros(spaces, dtype=np.bool_)
    stamens[list(board.stamens)] = True
    return Grid(
        board=board,
        spaces=spaces,
        lines=lines,
        online=online,
        through=np.array([[x.index for x in t] for t in board.lines_through], dtype=np.intp),
        directions=directions,
        lengths=lengths,
        points=points,
        neighbours=neighbours,
        stamens=stamens,
    )
