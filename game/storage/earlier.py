"""Moves the files of a build before version 1 aside, before any of them is read.

The game's formats begin with version 1. A folder whose history bears no mark of the game (see
`game.storage.database`) was written before that. It is renamed, and the player is shown its new
place; its content is not changed.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from game.storage.files import Lock, open_plain, replace
from game.storage.places import Places
from game.storage.problems import Problem, ProblemKind, Problems

_WORD: Final = "earlier"

_MARK_ENDS: Final = 72
"""The end of the application's four bytes in a database's header."""


def set_earlier_aside(places: Places) -> Path | None:
    """Rename the folder of an earlier build, queue a notice for the window, and return the new
    place.

    None without such a folder, or if it cannot be renamed: the game is then played in memory.
    """
    folder = places.folder
    if not _is_earlier(places.profile):
        return None
    # Of two starts at once one renames; the other one finds a new folder, or none.
    lock = Lock(folder.with_name(f".{folder.name}.lock"))
    try:
        if not lock.take() or not _is_earlier(places.profile):
            return None
        aside = _set_aside(folder)
    except OSError:
        return None
    finally:
        lock.release()
        with contextlib.suppress(OSError):
            lock.path.unlink()
    Problems(places.unshown).add(Problem(ProblemKind.EARLIER, aside))
    return aside


def _set_aside(folder: Path) -> Path:
    """Rename a folder; if that fails, move its content into a subfolder. Raises `OSError`."""
    aside = _free(folder.with_name(f"{folder.name}-{_WORD}"))
    try:
        replace(folder, aside)
    except OSError:
        # The folder is a mount point, or the one above belongs to another user.
        aside = _free(folder / _WORD)
        left = [path for path in folder.iterdir() if not path.name.startswith(_WORD)]
        os.mkdir(aside)
        # The history last: until it is there the rest is still to be moved.
        for path in sorted(left, key=lambda path: path.name.startswith("profile.db")):
            replace(path, aside / path.name)
    return aside


def _free(place: Path) -> Path:
    number = 1
    while os.path.lexists(free := place.with_name(f"{place.name}-{number}")):
        number += 1
    return free


def _is_earlier(path: Path) -> bool:
    """Whether a history is of an earlier build: it has a version and matches, but no mark."""
    try:
        with open_plain(path) as file:
            head = file.read(_MARK_ENDS)
    except OSError:
        return False
    if len(head) < _MARK_ENDS or any(head[-4:]):
        return False
    # Imported late: a mark in the file itself stays there, and needs no SQLite to be read.
    import sqlite3

    from game.storage.backup import uri_of

    # A reading connection without `immutable` would leave log files beside the database.
    has_log = os.path.lexists(path.with_name(f"{path.name}-wal"))
    for way in ("mode=ro", "mode=ro&immutable=1")[not has_log :]:
        with contextlib.suppress(sqlite3.Error, ValueError):
            uri = f"{uri_of(path.absolute())}?{way}"
            with contextlib.closing(sqlite3.connect(uri, 0.2, uri=True)) as database:
                (version,) = database.execute("PRAGMA user_version").fetchone()
                (mark,) = database.execute("PRAGMA application_id").fetchone()
                query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'match'"
                return version > 0 and not mark and database.execute(query).fetchone() is not None
    return False
