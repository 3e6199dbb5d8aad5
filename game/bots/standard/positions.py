"""Many classic boards at the same moment of a game, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.layout import (
    CLOSED,
    LENGTH,
    LINES,
    OPEN,
    POINTS,
    SPACE_LINES,
    SPACES,
    TILE_NUMBERS,
    TILES,
)

Floats: TypeAlias = NDArray[np.float32]


@dataclass(slots=True)
class Positions:
    """A batch of n boards that all hold `placed` tiles.

    `number` [n, 15] is each line's state (0-2: the place of its number, `OPEN`, `CLOSED`),
    `filled` [n, 15] its tiles, `empty` [n, 19] the free spaces, `bag` [n, 27] the tiles not
    called, `banked` [n] the points of complete lines.
    """

    placed: int
    number: NDArray[np.int8]
    filled: NDArray[np.int8]
    empty: NDArray[np.bool_]
    bag: NDArray[np.bool_]
    banked: Floats

    @classmethod
    def start(cls, n: int) -> Positions:
        """n empty boards with full bags."""
        return cls(
            0,
            np.full((n, LINES), OPEN, np.int8),
            np.zeros((n, LINES), np.int8),
            np.ones((n, SPACES), np.bool_),
            np.ones((n, TILES), np.bool_),
            np.zeros(n, np.float32),
        )

    @classmethod
    def of_board(cls, tiles: list[int], bag: list[bool]) -> Positions:
        """One board: `tiles` the tile index on each of the 19 spaces (-1 where empty)."""
        position = cls.start(1)
        for space, tile in enumerate(tiles):
            if tile >= 0:
                position.place(np.array([tile]), np.array([space]))
        position.bag[0] = bag
        return position

    def __len__(self) -> int:
        return len(self.banked)

    def place(self, tiles: NDArray[np.int64], spaces: NDArray[np.int64]) -> None:
        """Put tile `tiles[i]` on space `spaces[i]` of board i and take it out of its bag."""
        rows = np.arange(len(self))
        self.bag[rows, tiles] = False
        self.empty[rows, spaces] = False
        for direction in range(3):
            line = SPACE_LINES[spaces, direction]
            own = TILE_NUMBERS[tiles, direction]
            before = self.number[rows, line]
            fits = (before == OPEN) | (before == own)
            filled = self.filled[rows, line] + 1
            complete = fits & (filled == LENGTH[line])
            self.banked += np.where(complete, POINTS[line, own], np.float32(0))
            self.number[rows, line] = np.where(fits & ~complete, own, CLOSED)
            self.filled[rows, line] = filled
        self.placed += 1

    def take(self, rows: NDArray[np.int64]) -> Positions:
        """Copies of the boards `rows`, repeats allowed."""
        return Positions(
            self.placed,
            self.number[rows],
            self.filled[rows],
            self.empty[rows],
            self.bag[rows],
            self.banked[rows],
        )
