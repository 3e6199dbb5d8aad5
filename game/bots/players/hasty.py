"""A player on the general estimate that overlooks part of it."""

from __future__ import annotations

from random import Random

from game.bots.general.closing import best_closing
from game.bots.general.task import task_of
from game.bots.general.weigh import weigh
from game.bots.general.weights import load_weights
from game.rules.match import Match
from game.rules.placement import Placement

__all__ = ["HastyBot"]


class HastyBot:
    """Counts the bag for each line by itself.

    It never sees that two lines compete for the same tiles and, when in a hurry, does not ask
    whether a tile still exists that serves all the lines through an empty space. Only when all
    that can still happen is little enough to be tried does it see everything.
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
