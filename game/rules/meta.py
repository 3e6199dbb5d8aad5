"""Reads a record's `meta`, in which other programs may have written anything.

`parse_record` refuses what is no JSON object. What stands inside it is for those to judge who use
it: a `MetaObject` answers every question with the type that was asked for, and with nothing where
something else is written. A stranger's `meta` is thus shown as far as it makes sense, and never
ends a command or the window.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from game.rules.state import Match

MAX_META_TEXT: Final = 4000
"""Characters of a text in `meta`; the game writes none that is longer."""

MAX_META_LIST: Final = 10_000
"""Entries of a list there that are looked at."""


class MetaObject:
    """A JSON object of unknown origin; anything else is an empty one."""

    __slots__ = ("_fields",)

    def __init__(self, value: object = None) -> None:
        self._fields: dict[str, Any] = value if isinstance(value, dict) else {}

    def __contains__(self, key: str) -> bool:
        return key in self._fields

    def text(self, key: str, usual: str = "") -> str:
        """Return a text that is not empty and not far too long; `usual` for anything else."""
        value = self._fields.get(key)
        return value if isinstance(value, str) and 0 < len(value) <= MAX_META_TEXT else usual

    def whole(self, key: str) -> int | None:
        """Return a whole number, None for anything else; true and false are none."""
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
        """Return a list's entries, whatever they are; none for anything else."""
        value = self._fields.get(key)
        return value[:MAX_META_LIST] if isinstance(value, list) else []

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list, without its other entries."""
        return tuple(item for item in self.items(key) if isinstance(item, str))

    def wholes(self, key: str) -> frozenset[int]:
        """Return the whole numbers of a list, without its other entries."""
        return frozenset(item for item in self.items(key) if type(item) is int)

    def is_object(self, key: str) -> bool:
        """Whether an object is written there, an empty one too."""
        return isinstance(self._fields.get(key), dict)

    def object(self, key: str) -> MetaObject:
        """Return an object, an empty one for anything else."""
        return MetaObject(self._fields.get(key))

    def objects(self, key: str) -> Iterator[MetaObject]:
        """The objects of a list, without its other entries."""
        return (MetaObject(item) for item in self.items(key) if isinstance(item, dict))


def read_meta(meta: str | None) -> MetaObject:
    """Return a match's `meta`; it is JSON, as `parse_record` and the game itself write it."""
    return MetaObject(json.loads(meta)) if meta else MetaObject()


def people_here(match: Match) -> tuple[int, ...]:
    """Return the seats in which people began who play on this installation.

    Of a match of people apart `meta` says which seats were played here (`game.net.record`); where
    it does not say it, none was.
    """
    people = (seat for seat, p in enumerate(match.players) if p.kind == "human")
    meta = read_meta(match.meta)
    if not meta.is_object("apart"):
        return tuple(people)
    here = meta.object("apart").wholes("own")
    return tuple(seat for seat in people if seat in here)


def time_of(text: object) -> datetime | None:
    """Return the time that a text says, with its zone; None where it says none."""
    try:
        when = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return when if when.tzinfo is not None and 1970 <= when.year < 9999 else None
