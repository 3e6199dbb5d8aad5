"""What the menu may know of the tables apart without loading what plays them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from game.storage.files import read_bounded, write_atomically

__all__ = ["Notice", "read_notices", "write_notices"]

NAME: Final = "notices.json"
MAX_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Notice:
    """One table: whether it `waits` for somebody of this home, `until` when (UTC seconds)."""

    table: str
    waits: bool
    until: int
    is_over: bool


def write_notices(folder: Path, notices: Iterable[Notice]) -> None:
    """Keep what is known now. Raises `OSError`."""
    write_atomically(folder / NAME, json.dumps([asdict(notice) for notice in notices]) + "\n")


def read_notices(folder: Path) -> tuple[Notice, ...]:
    """What was kept; nothing where it cannot be read."""
    try:
        raw = read_bounded(folder / NAME, MAX_BYTES)
        found = json.loads(raw or b"[]")
        return tuple(
            Notice(str(n["table"]), n["waits"] is True, int(n["until"]), n["is_over"] is True)
            for n in found
        )
    except (OSError, ValueError, TypeError, KeyError):
        return ()
