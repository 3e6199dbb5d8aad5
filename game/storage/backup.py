"""The backup of the history beside it, from which a damaged history is restored.

SQLite's backup function writes it after the first change, after every tenth, and when the game is
left. The new file gets its name only when it is complete and was read again without an error.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import quote

from game.storage.files import make_private, replace

EVERY: Final = 10
"""Changes from one backup to the next, the most that a damaged history loses."""

Check = Callable[[Path], None]
"""Reads a database file and raises where it is damaged."""


def backup_of(path: Path) -> Path:
    """Return the path of the backup of the history at `path`: `profile.backup.db`."""
    return path.with_name(f"{path.stem}.backup{path.suffix}")


def uri_of(path: PurePath) -> str:
    """Return an absolute path as a URI for SQLite: four slashes precede a file server's name."""
    place = quote(path.as_posix(), safe="/:")
    return f"file://{'' if place.startswith('/') else '/'}{place}"


def write_copy(source: sqlite3.Connection, path: Path, check: Check) -> None:
    """Write a copy of a database to `path`; the old file stays until the new one is checked.

    Raises `OSError`, `sqlite3.Error` and what `check` raises.
    """
    fresh = _fresh(path)
    remove_database(fresh)
    make_private(fresh)
    with contextlib.closing(sqlite3.connect(fresh)) as target:
        source.backup(target)
    check(fresh)
    replace(fresh, path)


def _fresh(path: Path) -> Path:
    return path.with_name(f".{path.name}.new")


def sweep_backup(path: Path) -> None:
    """Delete a killed program's unfinished backup; only for the program that has the folder."""
    with contextlib.suppress(OSError):
        remove_database(_fresh(backup_of(path)))


def renew_backup(path: Path, check: Check) -> None:
    """Copy the history at `path` to its backup.

    Then SQLite's log is written into the history's file, so that damage to the log loses no more
    than damage to the file. Raises what `write_copy` raises.
    """
    # A file that was deleted meanwhile is not begun anew.
    uri = f"{uri_of(path.absolute())}?mode=rw"
    with contextlib.closing(sqlite3.connect(uri, 1.0, uri=True)) as source:
        write_copy(source, backup_of(path), check)
        source.execute("PRAGMA wal_checkpoint(PASSIVE)")


def start_from_backup(path: Path, fresh: Path, check: Check) -> bool:
    """Copy the backup of the history at `path` to `fresh`; return False without a sound one."""
    backup = backup_of(path)
    try:
        check(backup)
        shutil.copyfile(backup, fresh)
    except (OSError, ValueError, TypeError, OverflowError, sqlite3.Error):
        return False
    return True


def remove_database(path: Path) -> None:
    """Delete a database with its files of SQLite's log. Raises `OSError`."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
