"""What the computers think that boards are worth, for many boards at once.

`EstimatingMind` is what Squirrel and Fox place by, without the search of the last calls;
`HabitMind` has the habits of Magpie and Beaver, whose own bots look at one board at a time.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from game.bots.arrays import Bools, Float32s, Index
from game.bots.players.people import BEAVER, MAGPIE, Habits
from game.bots.values.boards import RAY_POINTS, Boards
from game.bots.values.features import Bags
from game.bots.values.final import final_totals
from game.bots.values.grid import DIRECTIONS
from game.bots.values.network import network
from game.bots.values.standard_values import can_judge, standard_network
from game.rules.ruleset import RayRule, Ruleset

PLAYERS: Final = ("magpie", "beaver", "squirrel", "fox")
"""Those whose plays are made here, from the weakest to the strongest."""


class Mind(Protocol):
    """A computer's thoughts about boards."""

    margins: "Margins"

    def begin_move(self, games: int) -> None:
        """Think of the next tile, on so many boards."""

    def values(self, boards: Boards, bags: Bools, to_come: int, games: Index) -> Float32s:
        """(n,): what boards are worth with `to_come` of their bags (n, 31) still to be called.

        `games` (n,) says which of the boards of the move each comes from.
        """


@dataclass(frozen=True, slots=True)
class Margins:
    """By how much, in what a mind thinks points are, a thing must be better to be done.

    `near` are placements that are looked at further, `pocket` and `thought` what makes a tile be
    kept aside and a call be thought over; a swap must gain `first` at first and `last` at last.
    """

    near: float
    pocket: float
    thought: float
    first: float
    last: float


@dataclass(slots=True)
class EstimatingMind:
    """Who estimates a board's total; the blind one forgets that lines compete for tiles."""

    rules: Ruleset
    is_blind: bool
    margins: Margins = Margins(near=8, pocket=3, thought=8, first=8, last=1)

    def begin_move(self, games: int) -> None:
        pass

    def values(self, boards: Boards, bags: Bools, to_come: int, games: Index) -> Float32s:
        if to_come == 0:
            return final_totals(self.rules, boards)
        judge = standard_network() if can_judge(self.rules) else network()
        # With little to come everybody sees everything.
        is_blind = self.is_blind and to_come > 2
        values = np.empty(len(boards), np.float32)
        sizes = bags.sum(axis=1)
        for size in np.unique(sizes):
            some = np.flatnonzero(sizes == size)
            kinds, rows = np.unique(bags[some], axis=0, return_inverse=True)
            values[some] = judge.values(
                self.rules,
                boards.take(some),
                rows.reshape(-1),
                Bags.of(kinds),
                to_come,
                is_blind=is_blind,
            )
        return values


_PATIENCE: Final = 2.0


class HabitMind:
    """Who is attracted by lines, and overlooks a direction now and then."""

    margins = Margins(near=40, pocket=6, thought=15, first=8, last=2)

    def __init__(self, rules: Ruleset, habits: Habits, random: np.random.Generator) -> None:
        self._rules, self._habits, self._random = rules, habits, random
        self._has_direction = np.array([d in habits.directions for d in DIRECTIONS])
        self._overlooked = np.zeros(0, np.intp)

    def begin_move(self, games: int) -> None:
        lapses = self._random.random(games) < self._habits.lapses
        which = self._random.choice(np.flatnonzero(self._has_direction), games)
        self._overlooked = np.where(lapses, which, -1)

    def values(self, boards: Boards, bags: Bools, to_come: int, games: Index) -> Float32s:
        grid, habits = boards.grid, self._habits
        lengths = grid.lengths.astype(np.float32)
        share = ((lengths - boards.left) / lengths) ** _PATIENCE
        points = grid.points[np.arange(grid.lines), boards.bits]
        worth = points * (1 + habits.vanity * points / lengths)
        if habits.sees_rays and self._rules.rays is not RayRule.NONE:
            worth += RAY_POINTS[boards.symbols] * lengths
        watched = self._has_direction[grid.directions]
        watched = watched & (grid.directions != self._overlooked[games][:, None])
        total = (worth * share * watched).sum(axis=1) + boards.aside.sum(axis=1)
        # Chance decides among equals.
        values: Float32s = (total + self._random.random(len(boards)) * 1e-3).astype(np.float32)
        return values


def mind_of(player: str, rules: Ruleset, random: np.random.Generator) -> Mind:
    """Return the mind of a player, one of `PLAYERS`."""
    match player:
        case "magpie" | "beaver":
            return HabitMind(rules, MAGPIE if player == "magpie" else BEAVER, random)
        case _:
            return EstimatingMind(rules, is_blind=player == "squirrel")
