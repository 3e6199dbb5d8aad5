"""Short notices about network tables for the menu, which loads no other module of this room."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from game.rules.errors import Fault, FormatError, RulesetError
from game.rules.json_shape import load_json
from game.rules.names import show_name
from game.storage.files import read_bounded, write_atomically

if TYPE_CHECKING:
    from game.rules.ruleset import Ruleset

NOTICE_FILE: Final = "notices.json"
MAX_BYTES: Final = 1 << 20

_LAST: Final = 1 << 40
"""The largest valid UTC second, some thirty thousand years from now."""


class Notice(NamedTuple):
    """One table: whether it `waits` for a player of this installation, `until` when (UTC seconds).

    `players` are the names at the table as they can be shown, those of players here first; `rules`
    is None and `league` "" where they are unknown.

    `table` is the table's id in hex; `is_over`: the match has ended.
    """

    table: str
    waits: bool
    until: int
    is_over: bool
    rules: Ruleset | None = None
    league: str = ""
    players: tuple[str, ...] = ()


def write_notices(folder: Path, notices: Iterable[Notice]) -> None:
    """Store the notices. Raises `OSError`."""
    fields = [n._asdict() | {"rules": str(n.rules) if n.rules else ""} for n in notices]
    write_atomically(folder / NOTICE_FILE, json.dumps(fields) + "\n")


def read_notices(folder: Path) -> tuple[Notice, ...]:
    """Return the stored notices; empty if they cannot be read."""
    try:
        raw = read_bounded(folder / NOTICE_FILE, MAX_BYTES)
        return tuple(map(_read, load_json(raw or b"[]", MAX_BYTES)))
    except (OSError, FormatError, RulesetError, TypeError, KeyError):
        return ()


def _read(value: Any) -> Notice:
    # Imported late: the menu of most players has no table.
    from game.rules.ruleset import MAX_PLAYERS, Ruleset

    until = value["until"]
    if type(until) is not int or not 0 <= until <= _LAST:
        raise FormatError(Fault.TOO_LARGE)
    rules, league, players = map(value.get, ("rules", "league", "players"))
    return Notice(
        str(value["table"]),
        value["waits"] is True,
        until,
        value["is_over"] is True,
        Ruleset.parse(rules) if isinstance(rules, str) and rules else None,
        show_name(league) if isinstance(league, str) and league else "",
        tuple(show_name(str(name)) for name in (players or ())[:MAX_PLAYERS]),
    )
