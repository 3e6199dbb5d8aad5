"""The interface of a computer player.

A bot gets the whole `Match`, which never holds the calls to come: it sees what all players see,
because all boards are open on the table. Its random generator is a parameter, so that a game with
bots can be repeated from its seed.
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
    """A placement and the expected final total after it, if the rest of the hand is placed well."""

    placement: Placement
    value: float


def unseen_tiles(match: Match, seat: int) -> tuple[Tile, ...]:
    """Return the tiles that can still be called, as the seat knows it.

    A seat that lags behind the calls, in an unfinished record, does not know the later ones.
    """
    answered = match.round.calls[: len(match.round.seats[seat].turns)]
    drawn = {tile for call in answered for tile in call}
    return tuple(t for t in match.rules.grid.tile_set if t not in drawn)
