"""Which seats' points are this installation's people's."""

from game.rules.match import Match, find_departures
from game.rules.meta import people_here as people_here
from game.rules.meta import read_meta


def own_seats(match: Match) -> tuple[int, ...]:
    """Those of `people_here` that nobody has left: a substitute's points are nobody's (M5)."""
    left: set[int | None] = {departure.seat for departure in find_departures(match)}
    left |= {
        came.whole("seat") for came in read_meta(match.meta).object("apart").objects("substitutes")
    }
    return tuple(seat for seat in people_here(match) if seat not in left)
