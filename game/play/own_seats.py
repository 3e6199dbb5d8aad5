"""The seats whose points belong to this installation's players."""

from game.rules.match import Match, find_departures
from game.rules.match_score import score_match
from game.rules.meta import people_here as people_here
from game.rules.meta import read_substitutes


def own_seats(match: Match) -> tuple[int, ...]:
    """Return the `people_here` who kept their seats; a substitute's points do not count (M5)."""
    left: set[int | None] = {departure.seat for departure in find_departures(match)}
    left |= {came.seat for came in read_substitutes(match.meta)}
    return tuple(seat for seat in people_here(match) if seat not in left)


def seat_of_honour(match: Match) -> int:
    """Return the seat whose board and total represent a match in lists and on cards.

    It is the best of `own_seats`, the first of equals; without any the best of `people_here`, and
    without these the winner's.
    """
    score = score_match(match)
    people = own_seats(match) or people_here(match) or score.winners
    return max(people, key=lambda seat: score.players[seat].total)
