"""Which seats of a match are those of people of this home, and whose points are theirs."""

from contextlib import suppress

from game.play.table import TableSetup
from game.rules.errors import FormatError
from game.rules.match import Match, PlayerKind, find_departures


def people_here(match: Match) -> tuple[int, ...]:
    """The seats of a match that people of this home began in; those of people elsewhere are not."""
    people = [i for i, player in enumerate(match.players) if player.kind is PlayerKind.HUMAN]
    with suppress(FormatError):
        own = TableSetup.from_match(match).own
        return tuple(i for i in people if own is None or i in own)
    return tuple(people)


def own_seats(match: Match) -> tuple[int, ...]:
    """Those of `people_here` that nobody has left: a substitute's points are nobody's (M5)."""
    left = {departure.seat for departure in find_departures(match)}
    return tuple(seat for seat in people_here(match) if seat not in left)
