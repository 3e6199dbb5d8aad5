"""Typed reading of a record's `meta`, in which other programs may have written anything.

`parse_record` checks only that it is a JSON object. Each method of `MetaObject` returns the type in
its name, or an empty value where the field has another type, so that no `meta` can end a command
or the window with an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from game.rules.state import Match

MAX_META_TEXT: Final = 4000
"""Most characters of a text in `meta`; the game itself writes none that is longer."""

ID_KEY: Final = "id"
"""The field with a match's own identity."""

APART_KEY: Final = "apart"
"""The field with a network match's data; `game.net.journal.record` writes it."""

TABLE_KEY: Final = "table"
"""The field with the table at which a match was played: its edition, its marks."""

ROOM_KEY: Final = "room"
"""The field with what a room needs to open again: letters, port, digests; no filed match has it."""

SUBSTITUTES_KEY: Final = "substitutes"
"""The field with a match's substitutes, in a network match below `APART_KEY`."""

MAX_META_LIST: Final = 10_000
"""Most entries of a list in `meta` that are read."""


class MetaObject:
    """A JSON object from an unknown source; any other value is read as an empty one."""

    __slots__ = ("_fields",)

    def __init__(self, value: object = None) -> None:
        self._fields: dict[str, Any] = value if isinstance(value, dict) else {}

    def __contains__(self, key: str) -> bool:
        return key in self._fields

    def text(self, key: str, usual: str = "") -> str:
        """Return a text of 1 to `MAX_META_TEXT` characters; `usual` for anything else."""
        value = self._fields.get(key)
        return value if isinstance(value, str) and 0 < len(value) <= MAX_META_TEXT else usual

    def whole(self, key: str) -> int | None:
        """Return a whole number, None for anything else, booleans included."""
        value = self._fields.get(key)
        return value if type(value) is int else None

    def is_true(self, key: str) -> bool:
        """Whether exactly `true` is written."""
        return self._fields.get(key) is True

    def day(self, key: str) -> date | None:
        """Return a date written `2026-11-21`, None for anything else."""
        try:
            return date.fromisoformat(self.text(key))
        except ValueError:
            return None

    def time(self, key: str) -> datetime | None:
        """Return a time with its zone, None for anything else."""
        return time_of(self.text(key))

    def items(self, key: str) -> list[Any]:
        """Return a list's entries of any type; an empty list for anything else."""
        value = self._fields.get(key)
        return value[:MAX_META_LIST] if isinstance(value, list) else []

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts among a list's entries."""
        return tuple(item for item in self.items(key) if isinstance(item, str))

    def wholes(self, key: str) -> frozenset[int]:
        """Return the whole numbers among a list's entries."""
        return frozenset(item for item in self.items(key) if type(item) is int)

    def is_object(self, key: str) -> bool:
        """Whether the field is an object, possibly empty."""
        return isinstance(self._fields.get(key), dict)

    def object(self, key: str) -> MetaObject:
        """Return an object, an empty one for anything else."""
        return MetaObject(self._fields.get(key))

    def objects(self, key: str) -> Iterator[MetaObject]:
        """The objects among a list's entries."""
        return (MetaObject(item) for item in self.items(key) if isinstance(item, dict))


def read_meta(meta: str | None) -> MetaObject:
    """Parse a match's `meta`, which `parse_record` has checked to be JSON."""
    return MetaObject(json.loads(meta)) if meta else MetaObject()


def with_field(meta: str | None, key: str, value: object) -> str | None:
    """Return a match's `meta` with another value of a field; None removes the field."""
    fields: dict[str, Any] = json.loads(meta) if meta else {}
    fields.pop(key, None)
    if value is not None:
        fields[key] = value
    return json.dumps(fields, ensure_ascii=False) if fields else None


class Substitute(NamedTuple):
    """A player who took a seat over from the one who had it (M5, V3).

    `after_call` counts the calls of the match that were answered before. `bot` is the computer
    player of that name, "" for a person.
    """

    seat: int
    after_call: int
    left: str
    came: str
    bot: str = ""


@lru_cache(maxsize=16)
def read_substitutes(meta: str | None) -> tuple[Substitute, ...]:
    """Read the substitutes of a match from its `meta`, in order.

    Departures by missed calls at one screen are not among them; see `find_departures`.
    """
    fields = read_meta(meta)
    is_apart = fields.is_object(APART_KEY)
    substitutes = []
    for change in (fields.object(APART_KEY) if is_apart else fields).objects(SUBSTITUTES_KEY):
        seat, (left, came) = change.whole("seat"), (change.text(key) for key in ("left", "came"))
        if seat is not None:
            after = max(0, change.whole("after_call") or 0)
            is_person = is_apart or change.text("why") == "came"
            substitutes.append(Substitute(seat, after, left, came, "" if is_person else came))
    return tuple(substitutes)


def note_substitute(meta: str | None, came: Substitute) -> str | None:
    """Add a substitute to a match's `meta`: a computer for a player who left a seat (V3), or a
    guest who takes a seat in a room.
    """
    change = {
        "seat": came.seat,
        "after_call": came.after_call,
        "left": came.left,
        "came": came.came,
        "why": "left" if came.bot else "came",
    }
    return with_field(meta, SUBSTITUTES_KEY, [*read_meta(meta).items(SUBSTITUTES_KEY), change])


def people_here(match: Match) -> tuple[int, ...]:
    """Return the seats of people who began the match on this installation.

    In a match by post `meta` lists them (`game.net.journal.record`); without that list there are
    none. Seats on phones are guests' seats, but for the one that is the player's own.
    """
    people = (seat for seat, p in enumerate(match.players) if p.kind == "human")
    meta = read_meta(match.meta)
    if not meta.is_object(APART_KEY):
        table = meta.object(TABLE_KEY)
        guests = table.wholes("phones") - {table.whole("owner")}
        return tuple(seat for seat in people if seat not in guests)
    here = meta.object(APART_KEY).wholes("own")
    return tuple(seat for seat in people if seat in here)


def time_of(text: object) -> datetime | None:
    """Parse an ISO time with a zone, in the years 1970 to 9998; None for anything else."""
    try:
        when = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return when if when.tzinfo is not None and 1970 <= when.year < 9999 else None
