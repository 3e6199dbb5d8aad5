"""Boards with their bags, for judging, searching and learning."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from game.bots.arrays import Bools, Index
from game.bots.values.boards import Boards, legal_mask
from game.rules.ruleset import PlacementRule, Ruleset


@dataclass(frozen=True, slots=True)
class Positions:
    """n `boards` of one ruleset with their `bags` [n, 31], of which `to_come` tiles are called."""

    rules: Ruleset
    boards: Boards
    bags: Bools
    to_come: int

    def __len__(self) -> int:
        return len(self.bags)

    @property
    def empty(self) -> Bools:
        """The empty spaces [n, spaces]."""
        return ~self.boards.filled

    def legal(self, tiles: Index) -> Bools:
        """Return the legal spaces [n, spaces] of tile `tiles[i]` on board i."""
        if self.rules.is_unbound:
            return self.empty
        return legal_mask(self.rules, self.boards, tiles)[:, :-1]

    def put(self, rows: Index, tiles: Index, spaces: Index) -> Positions:
        """Return for each i board `rows[i]` with tile `tiles[i]` of its bag on `spaces[i]`."""
        bags = self.bags[rows]
        bags[np.arange(len(rows)), tiles] = False
        return Positions(self.rules, self.boards.put(rows, tiles, spaces), bags, self.to_come - 1)

    def take(self, rows: Index) -> Positions:
        """Return copies of the boards `rows`; rows may repeat."""
        return Positions(self.rules, self.boards.take(rows), self.bags[rows], self.to_come)

    def without_bounds(self) -> Positions:
        """Return the positions with free placement, if every empty space is legal anyway."""
        is_open = self.legal(np.zeros(len(self), np.intp)) | self.boards.filled
        if not is_open.all():
            return self
        return replace(self, rules=replace(self.rules, placement=PlacementRule.FREE))
