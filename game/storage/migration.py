"""Takes over the files of version 1, the one of commit 13ede01f, in which a climb was a run.

Every step leaves a folder that opens whole: the history changes in one transaction, each file by a
rename. A start that was killed in between is continued by the next one.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from game.rules.json_shape import MAX_RECORD_BYTES
from game.storage.climbs import make_climb_table
from game.storage.files import files_named, free_name, read_bounded, replace
from game.storage.places import Places

FORMER_VERSION: Final = 1
"""The schema's version before the present one."""

FORMER_CLIMBS: Final = "run"
"""The table of finished climbs in that version."""

_WAITING: Final = "waiting-"
_ENDED: Final = re.compile(r"(.+)\.finished-[0-9]+")


def migrate_history(database: sqlite3.Connection, version: int) -> None:
    """Give a history of version 1 the tables of `version`, inside a transaction.

    Raises `sqlite3.Error`.
    """
    make_climb_table(database)
    database.execute(f"INSERT INTO climb SELECT * FROM {FORMER_CLIMBS}")
    database.execute(f"DROP TABLE {FORMER_CLIMBS}")
    database.execute(f"PRAGMA user_version={version}")


def migrate_files(places: Places, find_key: Callable[[str], str]) -> None:
    """Rename the files of unfinished matches; `find_key` returns the key of a match's text.

    `autosave.json` was the open match, `waiting-KEY.json` another one, and
    `autosave.finished-1.json` one that the history could not take. A file that cannot be renamed
    stays, and the next start tries again.
    """
    folder, current = places.folder, places.autosave
    raw, waiting, ended = None, [], []
    with contextlib.suppress(OSError):
        waiting = files_named(folder, _WAITING, current.suffix)
        ended = files_named(folder, current.stem, current.suffix)
        raw = read_bounded(current, MAX_RECORD_BYTES)
    key = "" if raw is None else find_key(raw.decode("utf-8", "surrogateescape"))
    if key:
        # The open match is the one saved last, which it need not have been.
        with contextlib.suppress(OSError):
            os.utime(current)
    for path in waiting:
        if "." not in path.stem:
            _rename(path, path.with_name(path.name.replace(_WAITING, f"{current.stem}-")))
    for path in ended:
        if (name := _ENDED.fullmatch(path.stem)) is not None:
            _rename(path, free_name(path.with_stem(name[1]), "ended"))
    if key:
        # It may also wait, in an older state.
        _rename(current, current.with_stem(f"{current.stem}-{key}"))


def _rename(path: Path, target: Path) -> None:
    with contextlib.suppress(OSError):
        replace(path, target)
