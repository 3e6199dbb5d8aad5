"""The runs of a profile: those that can be gone on with, and the finished ones.

What a run's text holds is not known here: `game.progress.run` writes and reads it. There is one
open run for each kind ("clock", "calm") and day; day "" is that of runs with a seed of their own.
Every save of an open run gives it another version, and opening it does too, so that a window whose
run was gone on with elsewhere can save nothing more. Versions are random: a run that is begun anew
shares none with the one before.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from game.rules.meta import time_of

_Result = TypeVar("_Result")

Change: TypeAlias = Callable[[Callable[[sqlite3.Connection], _Result]], _Result | None]
"""Runs a function in one transaction; None where the file cannot be written."""


class RunElsewhereError(Exception):
    """Another window has gone on with the open run."""


class StoredRun(NamedTuple):
    """An open run as it was saved last."""

    kind: str
    day: str
    text: str
    version: int
    saved_at: datetime


class FinishedRun(NamedTuple):
    """A run of the high-score table; `stage` is the last one played, `day` "" or an ISO date.

    `name` is the friend whose run it is, "" for the player's. `record` is `print_run`'s text.
    """

    identity: str
    seed: str
    kind: str
    day: str
    points: int
    stage: int
    name: str
    finished_at: datetime
    record: str
    id: int = 0
    """Its number in the database; 0 for one that is not there yet."""


RUN_KINDS: Final = ("clock", "calm")
"""The kinds of runs: with the bank of time, and without."""

_MOST: Final = 1 << 40
"""Points, stages and ids are fewer; a database cannot hold any whole number."""

_OPEN: Final = "kind, day, text, version, saved_at"
_FINISHED: Final = "identity, seed, kind, day, points, stage, name, finished_at, record, id"


def make_run_tables(database: sqlite3.Connection) -> None:
    """Add the tables of runs to a profile; a step of its migration."""
    for statement in (
        "CREATE TABLE open_run (kind TEXT NOT NULL, day TEXT NOT NULL, text TEXT NOT NULL, "
        "version INTEGER NOT NULL, saved_at TEXT NOT NULL, PRIMARY KEY (kind, day))",
        "CREATE TABLE run (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, "
        "seed TEXT NOT NULL, kind TEXT NOT NULL, day TEXT NOT NULL, points INTEGER NOT NULL, "
        "stage INTEGER NOT NULL, name TEXT NOT NULL, finished_at TEXT NOT NULL, "
        "record TEXT NOT NULL)",
        "CREATE INDEX run_by_points ON run(kind, points)",
    ):
        database.execute(statement)


def copy_runs(rows: Iterable[Mapping[str, Any]], target: sqlite3.Connection) -> bool:
    """Add the finished runs of another profile that are not in `target`, inside a transaction;
    whether each could be added.
    """
    names = _FINISHED.removesuffix(", id").split(", ")
    marks = ", ".join("?" * len(names))
    query = f"INSERT OR IGNORE INTO run ({', '.join(names)}) VALUES ({marks})"
    known = "SELECT 1 FROM run WHERE identity = ?"
    is_whole = True
    for row in rows:
        target.execute(query, [row.get(name) for name in names])
        is_whole &= target.execute(known, (row.get("identity"),)).fetchone() is not None
    return is_whole


def copy_open_runs(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Add the open runs of another profile, the later of two, inside a transaction.

    Raises what reading damaged files raises.
    """
    rows = source.execute(f"SELECT {_OPEN} FROM open_run").fetchall()
    query = f"INSERT INTO open_run ({_OPEN}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
    query += "text = excluded.text, version = excluded.version, saved_at = excluded.saved_at "
    target.executemany(f"{query} WHERE excluded.saved_at > saved_at", rows)


class Runs:
    """The runs of one profile; `Profile.runs` is the instance to use."""

    def __init__(self, read: Callable[..., list[Any]], change: Change[Any]) -> None:
        self._read, self._change = read, change

    # open runs

    def open_runs(self) -> tuple[StoredRun, ...]:
        """Return every open run, the one saved last first."""
        rows = self._read(f"SELECT {_OPEN} FROM open_run ORDER BY saved_at DESC, kind, day")
        return tuple(map(_stored, rows))

    def open_run(self, kind: str, day: str = "") -> StoredRun | None:
        """Return the open run of a kind and day, None where there is none."""
        return next((run for run in self.open_runs() if (run.kind, run.day) == (kind, day)), None)

    def claim(self, kind: str, day: str = "") -> StoredRun | None:
        """Return the open run to go on with it here; other windows can save it no more."""
        query = "UPDATE open_run SET version = ? WHERE kind = ? AND day = ?"
        self._execute(query, _new_version(), kind, day)
        return self.open_run(kind, day)

    def save(
        self, kind: str, day: str, text: str, version: int | None, *, is_flushed: bool = True
    ) -> int | None:
        """Write an open run over its `version`; None begins a new one in place of any other.

        Return the new version, None where the file cannot be written (try again with the next
        change). Where not `is_flushed`, only a power failure loses it. Raises
        `RunElsewhereError`.
        """

        def write(database: sqlite3.Connection) -> int:
            query = "SELECT version FROM open_run WHERE kind = ? AND day = ?"
            row = database.execute(query, (kind, day)).fetchone()
            stored = None if row is None else int(row[0])
            if version is not None and version != stored:
                return 0
            following = _new_version()
            when = datetime.now(UTC).isoformat()
            query = "INSERT OR REPLACE INTO open_run VALUES (?, ?, ?, ?, ?)"
            database.execute(query, (kind, day, text, following, when))
            return following

        if not is_flushed:
            # 0.1 ms instead of 4: once a second beside frames.
            self._read("PRAGMA synchronous=NORMAL")
        result: int | None = self._change(write)
        if not is_flushed:
            self._read("PRAGMA synchronous=FULL")
        if result == 0:
            raise RunElsewhereError
        return result

    def end(self, kind: str, day: str, finished: FinishedRun | None = None) -> bool:
        """Remove an open run and, in the same transaction, add it as `finished`; whether it could
        be written.
        """

        def write(database: sqlite3.Connection) -> bool:
            database.execute("DELETE FROM open_run WHERE kind = ? AND day = ?", (kind, day))
            if finished is not None:
                _insert(database, finished)
            return True

        return bool(self._change(write))

    # finished runs

    def add(self, run: FinishedRun) -> int | None:
        """Add a finished run, a friend's for example; its id, also where it is there already.

        None where the file cannot be written.
        """
        result: int | None = self._change(lambda database: _insert(database, run))
        return result

    def finished(self, kind: str = "") -> tuple[FinishedRun, ...]:
        """Return every finished run (of a kind), the most points first, of equals the older."""
        query = f"SELECT {_FINISHED} FROM run WHERE ? IN ('', kind) ORDER BY points DESC, id"
        rows = self._read(query, (kind,))
        return tuple(run for row in rows if (run := _finished(row)) is not None)

    def count(self) -> int:
        """Return how many finished runs there are, those that cannot be read included."""
        return sum(int(count) for (count,) in self._read("SELECT count(*) FROM run"))

    def run(self, number: int) -> FinishedRun | None:
        """Return the finished run with an id, None where there is none."""
        rows = self._read(f"SELECT {_FINISHED} FROM run WHERE id = ?", (number,))
        return _finished(rows[0]) if rows else None

    def id_of(self, identity: str) -> int | None:
        """Return the id of the finished run with an identity, None where there is none."""
        rows = self._read("SELECT id FROM run WHERE identity = ?", (identity,))
        return int(rows[0][0]) if rows else None

    def set_record(self, number: int, record: str) -> bool:
        """Write the record of a finished run anew, under another name; whether that could be
        done.
        """
        return self._execute("UPDATE run SET record = ? WHERE id = ?", record, number)

    def delete(self, number: int) -> bool:
        """Forget a finished run; whether that could be done."""
        return self._execute("DELETE FROM run WHERE id = ?", number)

    def _execute(self, query: str, *values: str | int) -> bool:
        """Do one thing in a transaction of its own; whether that could be done."""

        def write(database: sqlite3.Connection) -> bool:
            database.execute(query, values)
            return True

        return bool(self._change(write))


def _new_version() -> int:
    return int.from_bytes(os.urandom(6), "big") + 1


def _insert(database: sqlite3.Connection, run: FinishedRun) -> int:
    when = run.finished_at.astimezone(UTC).isoformat()
    row = run._replace(id=0)[:-1]
    values = [when if value is run.finished_at else value for value in row]
    marks, names = ", ".join("?" * len(values)), _FINISHED.removesuffix(", id")
    database.execute(f"INSERT OR IGNORE INTO run ({names}) VALUES ({marks})", values)
    query = "SELECT id FROM run WHERE identity = ?"
    return int(database.execute(query, (run.identity,)).fetchone()[0])


def has_kind_and_day(kind: object, day: object) -> bool:
    """Whether a run can be of this kind and day; `day` is "" or an ISO date."""
    with contextlib.suppress(ValueError):
        return (
            kind in RUN_KINDS
            and isinstance(day, str)
            and (not day or bool(date.fromisoformat(day)))
        )
    return False


def is_storable(run: FinishedRun) -> bool:
    """Whether every value but the time is one that a game could have written."""
    texts = (run.identity, run.seed, run.name, run.record)
    numbers = (run.points, run.stage, run.id)
    return (
        has_kind_and_day(run.kind, run.day)
        and all(isinstance(text, str) for text in texts)
        and all(type(number) is int and 0 <= number < _MOST for number in numbers)
    )


def _stored(row: tuple[Any, ...]) -> StoredRun:
    """An open run of a row, whatever it holds: who opens it tells of one that makes no sense."""
    *texts, version, when = row
    kind, day, text = map(str, texts)
    saved_at = time_of(when) or datetime.fromtimestamp(0, UTC)
    return StoredRun(kind, day, text, version if isinstance(version, int) else 0, saved_at)


def _finished(row: tuple[Any, ...]) -> FinishedRun | None:
    """A finished run of a row; None for values that no game wrote."""
    run = FinishedRun(*row)
    finished_at = time_of(run.finished_at)
    return run._replace(finished_at=finished_at) if finished_at and is_storable(run) else None
