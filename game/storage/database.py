"""Opening the history's SQLite file, whatever state it is in."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Final

from game.storage.files import Problem, ProblemKind, set_aside

__all__ = ["open_database"]

SCHEMA: Final = 1

_TABLES: Final = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    finished_at TEXT NOT NULL,
    edition TEXT NOT NULL,
    rules TEXT NOT NULL,
    seed TEXT,
    is_coached INTEGER NOT NULL,
    record TEXT NOT NULL
);
CREATE TABLE result (
    match_id INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    bot TEXT,
    is_human INTEGER NOT NULL,
    total REAL NOT NULL,
    is_winner INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX match_by_rules ON match(rules, edition);
CREATE INDEX result_by_total ON result(total);
"""


def open_database(path: Path | None) -> tuple[sqlite3.Connection, Problem | None]:
    """A connection to the history at `path`, made if missing; to one in memory for None.

    Never fails: a damaged or foreign file is kept aside and a new one begun; one of a newer
    version is left alone, and one that cannot be written is copied, and this run's matches
    then stay in memory. The problem tells which. Every commit is on the disk when it returns.
    """
    if path is None:
        return _connect(":memory:"), None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _connect(path), None
    except _NewerSchemaError as error:
        return _connect(":memory:"), Problem(ProblemKind.NEWER, path, str(error))
    except (OSError, sqlite3.OperationalError) as error:
        return _copy_into_memory(path), Problem(ProblemKind.READ_ONLY, path, str(error))
    except sqlite3.DatabaseError as error:
        try:
            kept = _keep_aside(path)
            return _connect(path), Problem(ProblemKind.CORRUPT, kept, str(error))
        except (OSError, sqlite3.Error):
            return _connect(":memory:"), Problem(ProblemKind.READ_ONLY, path, str(error))


class _NewerSchemaError(Exception):
    """The file was written by a later version of the game."""


def _copy_into_memory(path: Path) -> sqlite3.Connection:
    """A history in memory that holds what can still be read at `path`."""
    memory = sqlite3.connect(":memory:")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with contextlib.closing(sqlite3.connect(uri, uri=True)) as stored:
            if stored.execute("PRAGMA user_version").fetchone()[0] == SCHEMA:
                stored.backup(memory)
                return memory
    except sqlite3.Error:
        pass
    memory.close()
    return _connect(":memory:")


def _keep_aside(path: Path) -> Path:
    kept = set_aside(path)
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).rename(kept.with_name(kept.name + suffix))
    return kept


def _connect(path: Path | str) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=2.0)
    try:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA:
            raise _NewerSchemaError(f"schema {version}, this game knows {SCHEMA}")
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("PRAGMA foreign_keys=ON")
        if version == 0:
            tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables:
                raise sqlite3.DatabaseError("somebody else's database")
            database.executescript(f"BEGIN; {_TABLES} PRAGMA user_version={SCHEMA}; COMMIT;")
        elif database.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("damaged")
    except BaseException:
        database.close()
        raise
    return database
