"""The two strongest levels: at a glance, and after thinking."""

from __future__ import annotations

from random import Random

from game.bots.general.closing import best_closing
from game.bots.judge import judge_placements
from game.rules.match import Match
from game.rules.placement import Placement

__all__ = ["JudgingBot"]


class JudgingBot:
    """Takes the placement that the best judge of these rules thinks worth most."""

    def __init__(self, *, deeply: bool) -> None:
        self._deeply = deeply

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """The best placement, the whole hand considered."""
        return judge_placements(match, seat, deeply=self._deeply)[0].placement

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """The closing moves that score most, the other boards considered."""
        return best_closing(match, seat)
