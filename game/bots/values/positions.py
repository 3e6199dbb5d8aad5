"""Boards of the standard game with their bags, as its networks look at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Int8s, Int64s
from game.bots.values.boards import Boards, empty_boards
from game.bots.values.grid import grid_of
from game.bots.values.standard_layout import CLOSED, OPEN, TILES
from game.rules.boards import BoardName

_NUMBER: Final = np.array([CLOSED, 0, 1, CLOSED, 2, CLOSED, CLOSED, OPEN], dtype=np.int8)
"""Bits of the numbers a line can still show to the networks' word for it."""


@dataclass(slots=True)
class Positions:
    """n `boards` that all hold `placed` tiles, and the tiles not called, `bag` [n, 27]."""

    placed: int
    boards: Boards
    bag: Bools

    @classmethod
    def start(cls, n: int) -> Positions:
        """n empty boards with full bags."""
        boards = empty_boards(grid_of(BoardName.CLASSIC), n)
        return cls(0, boards, np.ones((n, TILES), np.bool_))

    @classmethod
    def of(cls, boards: Boards, bags: Bools) -> Positions:
        """Boards that hold equally many tiles, with what is left of their bags [n, 27 or more]."""
        return cls(int(boards.filled[0].sum()), boards, bags[:, :TILES].copy())

    def __len__(self) -> int:
        return len(self.bag)

    @property
    def number(self) -> Int8s:
        """[n, 15]: each line's state (0-2: the place of its number, `OPEN`, `CLOSED`)."""
        return np.where(self.boards.left == 0, np.int8(CLOSED), _NUMBER[self.boards.bits])

    @property
    def filled(self) -> Int8s:
        """[n, 15]: the tiles on each line."""
        return self.boards.grid.lengths - self.boards.left

    @property
    def empty(self) -> Bools:
        """[n, 19]: the free spaces."""
        return ~self.boards.filled

    @property
    def banked(self) -> Float32s:
        """[n]: the points of complete lines."""
        return self.boards.score(with_rays=False)

    def place(self, tiles: Int64s, spaces: Int64s) -> None:
        """Put tile `tiles[i]` on space `spaces[i]` of board i and take it out of its bag."""
        rows = np.arange(len(self))
        self.bag[rows, tiles] = False
        self.boards = self.boards.put(rows, tiles, spaces)
        self.placed += 1

    def take(self, rows: Int64s) -> Positions:
        """Copies of the boards `rows`, repeats allowed."""
        return Positions(self.placed, self.boards.take(rows), self.bag[rows])
