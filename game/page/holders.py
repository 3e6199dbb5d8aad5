"""The players who held the seats of a match, one after another (M5)."""

from dataclasses import dataclass

from game.locale import Catalogue
from game.play.pending_choices import substitute_for
from game.play.table import TableSetup
from game.rules.match import Match, find_departures
from game.rules.meta import read_meta
from game.rules.names import isolate_name, show_name

_APART = "apart"
"""The key of a network match's data in `meta`; see `game.net.record`."""


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A player who held a seat: a displayed name, or the computer player `bot`."""

    name: str
    bot: str | None = None


def find_holders(match: Match) -> tuple[tuple[SeatHolder, ...], ...]:
    """Return for each seat its players in order: the first one, and substitutes if any (M5)."""
    names = [show_name(player.name) for player in match.players]
    came = _network_holders(match)
    if came:
        return tuple(came.get(seat) or (SeatHolder(name),) for seat, name in enumerate(names))
    left = {departure.seat for departure in find_departures(match)}
    return tuple(
        (SeatHolder(name), _substitute(match, seat)) if seat in left else (SeatHolder(name),)
        for seat, name in enumerate(names)
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


def _substitute(match: Match, seat: int) -> SeatHolder:
    substitute = substitute_for(TableSetup.from_match(match), seat)
    return SeatHolder(show_name(substitute.name), substitute.bot)


def _network_holders(match: Match) -> dict[int, tuple[SeatHolder, ...]]:
    """Return the players of seats with substitutes in a network match, by seat."""
    by_seat: dict[int, tuple[SeatHolder, ...]] = {}
    for change in read_meta(match.meta).object(_APART).objects("substitutes"):
        seat, names = change.whole("seat"), [change.text(key) for key in ("left", "came")]
        if seat is not None and all(names):
            left, came = (SeatHolder(show_name(name)) for name in names)
            by_seat[seat] = (*by_seat.get(seat, (left,)), came)
    return by_seat
