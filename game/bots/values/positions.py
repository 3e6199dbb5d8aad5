"""Boards with their bags: the positions that are judged, searched and learned from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from game.bots.arrays import Bools, Index
from game.bots.values.boards import Boards, legal_mask
from game.rules.ruleset import PlacementRule, Ruleset


@dataclass(frozen=True, slots=True)
class Positions:
    """n `boards` of one ruleset and the tiles that can still be called, `bags` [n, 31], of which
    `to_come` will be.
    """

    rules: Ruleset
    boards: Boards
    bags: Bools
    to_come: int

    def __len__(self) -> int:
        return len(self.bags)

    @property
    def empty(self) -> Bools:
        """[n, spaces]: the free ones."""
        return ~self.boards.filled

    def legal(self, tiles: Index) -> Bools:
        """[n, spaces]: where tile `tiles[i]` may go on board i."""
        if self.rules.is_unbound:
            return self.empty
        return legal_mask(self.rules, self.boards, tiles)[:, :-1]

    def put(self, rows: Index, tiles: Index, spaces: Index) -> Positions:
        """One board for each entry: tile `tiles[i]` of its bag put on `spaces[i]` of `rows[i]`."""
        bags = self.bags[rows]
        bags[np.arange(len(rows)), tiles] = False
        return Positions(self.rules, self.boards.put(rows, tiles, spaces), bags, self.to_come - 1)

    def take(self, rows: Index) -> Positions:
        """Copies of the boards `rows`, repeats allowed."""
        return Positions(self.rules, self.boards.take(rows), self.bags[rows], self.to_come)

    def without_bounds(self) -> Positions:
        """Return the same, placed freely from now on if tiles may go on every empty space."""
        is_open = self.legal(np.zeros(len(self), np.intp)) | self.boards.filled
        if not is_open.all():
            return self
        return replace(self, rules=replace(self.rules, placement=PlacementRule.FREE))
