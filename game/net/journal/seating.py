"""Decides who gets a seat: at the beginning, and where a player has left or is out (M5)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from game.net.journal.events import BegunEvent, SubstituteEvent
from game.net.journal.table import Applicant, Table


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """The game master's choice for a free seat: the `key` of an applicant, or an own computer.

    `engine` is that computer's.
    """

    seat: int
    key: bytes | None = None
    engine: str | None = None


@dataclass(frozen=True, slots=True)
class SeatQueue:
    """The applicants for seats at a table, without those `sent_away` by its game master (keys in
    hex).

    `own_keys` are the keys of the leader's program.
    """

    table: Table
    own_keys: frozenset[bytes]
    sent_away: Collection[str]

    @property
    def asking(self) -> list[Applicant]:
        """Those who may have a seat, in the order they asked."""
        return [one for one in self.table.asking if one.key.hex() not in self.sent_away]

    def begin(self) -> BegunEvent | None:
        """Assign the seats to the leader's own players first, then to the first applicants.

        None while there are too few.
        """
        table, own_keys = self.table, self.own_keys
        chosen = sorted(self.asking, key=lambda one: one.key not in own_keys)[: table.opened.seats]
        if len(chosen) < table.opened.seats:
            return None
        house = tuple(i for i, one in enumerate(chosen) if one.key in own_keys)
        return BegunEvent(tuple(one.key for one in chosen), house)

    def substitute(self, request: SeatRequest | None) -> SubstituteEvent | None:
        """Seat the first applicant in the first free seat; own computers come last.

        The game master's choice precedes both.
        """
        table, own_keys = self.table, self.own_keys

        def rank(one: Applicant) -> bool:
            is_leaders = one.key in own_keys
            if request is None:
                return is_leaders
            return not (is_leaders if request.key is None else one.key == request.key)

        asked = sorted(self.asking, key=rank)
        free = [i for i in range(len(table.chairs)) if table.is_free(i)]
        if request is None and asked and rank(asked[0]):
            free = [i for i in free if _takes_computer(table, i)]
        if not asked or not free or (request is not None and rank(asked[0])):
            return None
        seat = request.seat if request is not None and request.seat in free else free[0]
        return SubstituteEvent(seat, asked[0].key, asked[0].key in own_keys)

    def needs_computer(self, request: SeatRequest | None) -> bool:
        """Whether a seat is free without an applicant (M5); with a request only own computers
        count.
        """
        table, own_keys = self.table, self.own_keys
        asked = [one for one in self.asking if request is None or one.key in own_keys]
        seats = range(len(table.chairs))
        if request is None:
            return not asked and any(_takes_computer(table, i) for i in seats)
        return not asked and any(table.is_free(i) for i in seats)


def _takes_computer(table: Table, seat: int) -> bool:
    """Whether an own computer takes that seat without the game master's choice.

    Outside `mail` it plays for a player who is out until they hand in again, and takes no seat for
    that.
    """
    chair = table.chairs[seat]
    return chair.key in table.left or (chair.is_out and table.is_league)
