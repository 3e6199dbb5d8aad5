"""The protocol of a computer player: its methods, and what it may see.

It sees what anybody at the table sees, and no more. A `Match` never holds the calls to come, so
handing it over whole gives nothing away: all boards lie open on the table. Randomness is handed
in, so that a game with bots can be played again from its seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.rules.placement import Placement
    from game.rules.tiles import Tile


class Bot(Protocol):
    """A computer player; one instance may play any number of matches."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return one of `legal_placements(match, seat)`, which is never empty here (C3)."""

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves of Daffodil 4 (P6), once the seat has played its last tile."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A placement and the final total to be expected after it, the rest of the hand placed well."""

    placement: Placement
    value: float


def unseen_tiles(match: Match, seat: int) -> tuple[Tile, ...]:
    """Return the tiles that can still come to the seat: the bag, for a seat that answers
    last calls.

    A seat that lags behind the calls, in an unfinished record, does not know the later ones.
    """
    answered = match.round.calls[: len(match.round.seats[seat].turns)]
    drawn = {tile for call in answered for tile in call}
    return tuple(t for t in match.rules.grid.tile_set if t not in drawn)
