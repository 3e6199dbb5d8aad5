"""What a computer player is: it sees what anybody at the table sees, and no more.

A `Match` never holds the calls to come, so handing it over whole gives nothing away: all
boards lie open on the table. Randomness is handed in, so that a game with bots can be played
again from its seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

    from game.rules.match import Match
    from game.rules.placement import Placement

__all__ = ["Bot"]


class Bot(Protocol):
    """A computer player; one instance may play any number of matches."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """One of `legal_placements(match, seat)`, which is never empty here (C3)."""
        ...

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """The closing moves of Daffodil 4 (P6), once the seat has played its last tile."""
        ...
