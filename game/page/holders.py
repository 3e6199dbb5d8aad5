"""The players who held the seats of a match, one after another (M5)."""

import json
from dataclasses import dataclass
from typing import Any

from game.locale import Catalogue
from game.play.pending_choices import substitute_for
from game.play.table import TableSetup
from game.rules.errors import FormatError
from game.rules.match import Match, find_departures
from game.rules.names import show_name

_APART = "apart"
"""Where the record of a match apart tells of it in `meta`, see `game.net.record`."""


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A player who held a seat: a name as it is shown, or the computer player `bot`."""

    name: str
    bot: str | None = None


def find_holders(match: Match) -> tuple[tuple[SeatHolder, ...], ...]:
    """Return for each seat who began in it, then whoever finished it where somebody left."""
    names = [show_name(player.name) for player in match.players]
    came = _came_apart(match)
    if came:
        return tuple(came.get(seat) or (SeatHolder(name),) for seat, name in enumerate(names))
    left = {departure.seat for departure in find_departures(match)}
    return tuple(
        (SeatHolder(name), _substitute(match, seat)) if seat in left else (SeatHolder(name),)
        for seat, name in enumerate(names)
    )


def word_holders(holders: tuple[SeatHolder, ...], catalogue: Catalogue) -> str:
    """Return who began, then who finished, in the reader's language."""
    words, *names = (_word(holder, catalogue) for holder in holders)
    for name in names:
        words = catalogue.text("breakdown.two_names", name=words, substitute=name)
    return words


def key_of_bot(holder: SeatHolder, catalogue: Catalogue) -> str | None:
    """Return the catalogue's key of the computer player's name, None where it has no other name."""
    key = f"bots.{holder.bot}.name"
    return key if key in catalogue else None


def _word(holder: SeatHolder, catalogue: Catalogue) -> str:
    key = key_of_bot(holder, catalogue)
    return holder.name if key is None else catalogue.text(key)


def _substitute(match: Match, seat: int) -> SeatHolder:
    try:
        setup = TableSetup.from_match(match)
    except FormatError:
        setup = TableSetup(match.rules, match.players, "")
    substitute = substitute_for(setup, seat)
    return SeatHolder(show_name(substitute.name), substitute.bot)


def _came_apart(match: Match) -> dict[int, tuple[SeatHolder, ...]]:
    """Return who left and who came at a table apart, by seat; nobody where `meta` tells
    it otherwise.
    """
    found: dict[int, tuple[SeatHolder, ...]] = {}
    try:
        told: Any = json.loads(match.meta or "{}")[_APART]["substitutes"]
        for change in told:
            left, came = (SeatHolder(show_name(str(change[key]))) for key in ("left", "came"))
            found[int(change["seat"])] = (*found.get(int(change["seat"]), (left,)), came)
    except (LookupError, TypeError, ValueError):
        return {}
    return found
