"""The computers' evaluations of many boards at once.

`EstimatingMind` evaluates as Squirrel and Fox do, without the search of the last calls. `HabitMind`
has the habits of Duckling, Magpie and Beaver, whose own bots evaluate one board at a time.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from game.bots.arrays import Bools, Float32s, Index
from game.bots.players.people import Habits
from game.bots.values.boards import POINTS_BY_SYMBOL, Boards
from game.bots.values.features import Bags
from game.bots.values.final import final_totals
from game.bots.values.network import network
from game.bots.values.standard_values import can_judge, standard_network
from game.rules.ruleset import RayRule, Ruleset
from game.rules.tiles import DIRECTIONS


class Mind(Protocol):
    """A computer's evaluation of boards."""

    def begin_move(self, games: int) -> None:
        """Prepare for the next tile of a number of games."""

    def values(self, boards: Boards, bags: Bools, to_come: int, games: Index) -> Float32s:
        """Return (n,): the values of boards with `to_come` tiles of their bags (n, 31) to be
        called.

        `games` (n,) is the game of each board.
        """


@dataclass(slots=True)
class EstimatingMind:
    """Estimates a board's total; the blind one ignores that lines compete for tiles."""

    rules: Ruleset
    is_blind: bool

    def begin_move(self, games: int) -> None:
        pass

    def values(self, boards: Boards, bags: Bools, to_come: int, games: Index) -> Float32s:
        if to_come == 0:
            return final_totals(self.rules, boards)
        judge = standard_network() if can_judge(self.rules) else network()
        # Near the end all computers take the competition into account.
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
    """Prefers promising lines, and sometimes overlooks a direction."""

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
            worth += POINTS_BY_SYMBOL[boards.symbols] * lengths
        watched = self._has_direction[grid.directions]
        watched = watched & (grid.directions != self._overlooked[games][:, None])
        total = (worth * share * watched).sum(axis=1) + boards.aside.sum(axis=1)
        # A random choice between equal values.
        values: Float32s = (total + self._random.random(len(boards)) * 1e-3).astype(np.float32)
        return values
