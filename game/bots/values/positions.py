"""Boards of the standard game with their bags, as its networks look at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Int8s, Int64s
from game.bots.values.boards import Boards, legal_mask
from game.bots.values.standard_layout import CLOSED, OPEN, TILES
from game.rules.ruleset import Ruleset

_NUMBER: Final = np.array([CLOSED, 0, 1, CLOSED, 2, CLOSED, CLOSED, OPEN], dtype=np.int8)
"""Bits of the numbers a line can still show to the networks' word for it."""


@dataclass(frozen=True, slots=True)
class Positions:
    """n `boards` that all hold `placed` tiles, and the tiles not called, `bag` [n, 27].

    `rules` say where a tile may go, whichever it is; None once that is every empty space, as in the
    standard game.
    """

    placed: int
    boards: Boards
    bag: Bools
    rules: Ruleset | None = None

    @classmethod
    def of(cls, boards: Boards, bags: Bools, rules: Ruleset | None = None) -> Positions:
        """Boards that hold equally many tiles, with what is left of their bags [n, 27 or more]."""
        placed = int(boards.filled[0].sum())
        if rules is not None and placed:
            is_open = legal_mask(rules, boards, np.zeros(len(boards), np.intp))[:, :-1]
            if (is_open | boards.filled).all():
                rules = None
        return cls(placed, boards, bags[:, :TILES].copy(), rules)

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

    def legal(self, tiles: Int64s) -> Bools:
        """[n, 19]: where tile `tiles[i]` may go on board i."""
        if self.rules is None:
            return self.empty
        return legal_mask(self.rules, self.boards, tiles)[:, :-1]

    @property
    def banked(self) -> Float32s:
        """[n]: the points of complete lines."""
        return self.boards.score(with_rays=False)

    def put(self, rows: Int64s, tiles: Int64s, spaces: Int64s) -> Positions:
        """One board for each entry: tile `tiles[i]` of its bag put on `spaces[i]` of `rows[i]`."""
        bag = self.bag[rows]
        bag[np.arange(len(rows)), tiles] = False
        return Positions(self.placed + 1, self.boards.put(rows, tiles, spaces), bag, self.rules)

    def take(self, rows: Int64s) -> Positions:
        """Copies of the boards `rows`, repeats allowed."""
        return Positions(self.placed, self.boards.take(rows), self.bag[rows], self.rules)
