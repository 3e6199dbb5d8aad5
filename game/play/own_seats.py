"""Which seats' points are this installation's people's."""

from game.rules.match import Match, find_departures
from game.rules.match_score import score_match
from game.rules.meta import people_here as people_here
from game.rules.meta import read_meta


def own_seats(match: Match) -> tuple[int, ...]:
    """Those of `people_here` that nobody has left: a substitute's points are nobody's (M5)."""
    left: set[int | None] = {departure.seat for departure in find_departures(match)}
    left |= {
        came.whole("seat") for came in read_meta(match.meta).object("apart").objects("substitutes")
    }
    return tuple(seat for seat in people_here(match) if seat not in left)


def seat_of_honour(match: Match) -> int:
    """Return the seat whose board and total come first where a match is shown.

    It is that of whoever of the people here has most points, of several alike the first. Somebody
    who left (M5) comes behind the others; where nobody plays here it is the winner's.
    """
    score = score_match(match)
    people = own_seats(match) or people_here(match) or score.winners
    return max(people, key=lambda seat: score.players[seat].total)
