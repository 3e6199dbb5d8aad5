"""What the menu may know of the tables apart without loading what plays them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.rules.errors import Fault, FormatError
from game.rules.json_shape import load_json
from game.storage.files import read_bounded, write_atomically

__all__ = ["Notice", "read_notices", "write_notices"]

NAME: Final = "notices.json"
MAX_BYTES: Final = 1 << 20

_LAST: Final = 1 << 40
"""UTC seconds: nobody is waited for longer than some thirty thousand years."""


class Notice(NamedTuple):
    """One table: whether it `waits` for somebody of this home, `until` when (UTC seconds)."""

    table: str
    waits: bool
    until: int
    is_over: bool


def write_notices(folder: Path, notices: Iterable[Notice]) -> None:
    """Keep what is known now. Raises `OSError`."""
    write_atomically(folder / NAME, json.dumps([notice._asdict() for notice in notices]) + "\n")


def read_notices(folder: Path) -> tuple[Notice, ...]:
    """What was kept; nothing where it cannot be read."""
    try:
        raw = read_bounded(folder / NAME, MAX_BYTES)
        return tuple(map(_read, load_json(raw or b"[]", MAX_BYTES)))
    except (OSError, FormatError, TypeError, KeyError):
        return ()


def _read(value: Any) -> Notice:
    until = value["until"]
    if type(until) is not int or not 0 <= until <= _LAST:
        raise FormatError(Fault.TOO_LARGE)
    return Notice(str(value["table"]), value["waits"] is True, until, value["is_over"] is True)
