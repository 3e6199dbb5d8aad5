"""The players who held the seats of a match, one after another (M5, V3)."""

from dataclasses import dataclass

from game.locale import Catalogue
from game.play.pending_choices import substitute_for
from game.play.table import TableSetup
from game.rules.match import Match, find_departures
from game.rules.meta import APART_KEY, read_meta, read_substitutes
from game.rules.names import isolate_name, show_name


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A player who held a seat: a displayed name, or the computer player `bot`."""

    name: str
    bot: str | None = None


def find_holders(match: Match) -> tuple[tuple[SeatHolder, ...], ...]:
    """Return for each seat its players in order: the first one, then substitutes (M5, V3)."""
    came = _listed_holders(match)
    # In a network match departures by missed calls are listed with the others.
    is_listed = bool(came) and read_meta(match.meta).is_object(APART_KEY)
    left = set[int]() if is_listed else {departure.seat for departure in find_departures(match)}
    return tuple(
        came.get(seat) or _holders(match, seat, has_left=seat in left)
        for seat in range(len(match.players))
    )


def word_holders(
    holders: tuple[SeatHolder, ...], catalogue: Catalogue, *, is_sent: bool = False
) -> str:
    """Return the names of a seat's players in order, in the reader's language.

    In a text that `is_sent`, right-to-left names are isolated.
    """
    words, *names = (_word(holder, catalogue) for holder in holders)
    if is_sent:
        words, names = isolate_name(words), [isolate_name(name) for name in names]
    for name in names:
        words = catalogue.text("breakdown.two_names", name=words, substitute=name)
    return words


def key_of_bot(holder: SeatHolder, catalogue: Catalogue) -> str | None:
    """Return the catalogue key of a computer player's name; None for a person."""
    key = f"bots.{holder.bot}.name"
    return key if key in catalogue else None


def _word(holder: SeatHolder, catalogue: Catalogue) -> str:
    key = key_of_bot(holder, catalogue)
    return holder.name if key is None else catalogue.text(key)


def _holders(match: Match, seat: int, *, has_left: bool) -> tuple[SeatHolder, ...]:
    first = SeatHolder(show_name(match.players[seat].name))
    if not has_left:
        return (first,)
    substitute = substitute_for(TableSetup.from_match(match), seat)
    return first, SeatHolder(show_name(substitute.name), substitute.bot)


def _listed_holders(match: Match) -> dict[int, tuple[SeatHolder, ...]]:
    """Return the players of seats with substitutes that `meta` lists (M5, V3)."""
    by_seat: dict[int, tuple[SeatHolder, ...]] = {}
    for change in read_substitutes(match.meta):
        if not (change.left and change.came):
            continue
        left = SeatHolder(show_name(change.left))
        came = SeatHolder(show_name(change.came), change.bot or None)
        by_seat[change.seat] = (*by_seat.get(change.seat, (left,)), came)
    return by_seat
