"""What a seat can know of the calls to come."""

from __future__ import annotations

from game.rules.match import Match
from game.rules.tiles import Tile

__all__ = ["unseen_tiles"]


def unseen_tiles(match: Match, seat: int) -> tuple[Tile, ...]:
    """The tiles that can still come to the seat: the bag, for a seat that answers last calls.

    A seat that lags behind the calls, in an unfinished record, does not know the later ones.
    """
    answered = match.round.calls[: len(match.round.seats[seat].turns)]
    seen = {tile for call in answered for tile in call}
    return tuple(t for t in match.rules.grid.tile_set if t not in seen)
