"""Players on the general estimate, for every combination of rules.

`HastyBot` overlooks part of it, `CountingBot` takes the placement with the highest estimate,
`LookingBot` compares the best few by looking one tile further.
"""

from __future__ import annotations

from random import Random

import numpy as np

from game.bots.estimate.closing import best_closing
from game.bots.estimate.task import task_of
from game.bots.estimate.weigh import look_ahead, weigh
from game.bots.estimate.weights import load_weights
from game.rules.match import Match
from game.rules.placement import Placement

__all__ = ["CountingBot", "HastyBot", "LookingBot"]


class CountingBot:
    """Counts the bag and weighs every placement by the learned tables."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """The first placement of the best plan found for the whole hand."""
        task = task_of(match, seat)
        return weigh(task, load_weights(match.rules)).plans[0].placements[0]

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """The closing moves that score most, the other boards considered."""
        return best_closing(match, seat)


class HastyBot:
    """Counts the bag for each line by itself.

    It never sees that two lines compete for the same tiles and, when in a hurry, does not ask
    whether a tile still exists that serves all the lines through an empty space.
    """

    def __init__(self, haste: float = 0.25) -> None:
        self._haste = haste

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """The best plan as far as it looks."""
        blind = {"demand", "spaces"} if random.random() < self._haste else {"demand"}
        weights = load_weights(match.rules).without(frozenset(blind))
        return weigh(task_of(match, seat), weights).plans[0].placements[0]

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """The closing moves that score most, the other boards considered."""
        return best_closing(match, seat)


class LookingBot:
    """As `CountingBot`, but looks at every tile that may come next."""

    def __init__(self, width: int = 6) -> None:
        self._width = width

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """The first placement of the plan with the best outlook among the `width` best."""
        task = task_of(match, seat)
        weights = load_weights(match.rules)
        weighed = weigh(task, weights)
        plans = weighed.plans[: self._width]
        if len(plans) == 1 or task.to_come == 0:
            return plans[0].placements[0]
        boards = weighed.boards.take(np.array([p.row for p in plans], dtype=np.intp))
        outlook = look_ahead(task, weights, boards)
        return plans[int(outlook.argmax())].placements[0]

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """The closing moves that score most, the other boards considered."""
        return best_closing(match, seat)
