"""The finished climbs of a profile, each a run: the high-score table.

A run's record is opaque here: `game.progress.climb` writes and reads it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from game.rules.meta import time_of

_Result = TypeVar("_Result")

Change: TypeAlias = Callable[[Callable[[sqlite3.Connection], _Result]], _Result | None]
"""Runs a function in one transaction; None if the file cannot be written."""


class FinishedRun(NamedTuple):
    """A run of the high-score table; `stage` is the last one played, `day` "" or an ISO date.

    `name` is the friend whose run it is, "" for the player's. `record` is `print_climb`'s text.
    """

    identity: str
    seed: str
    day: str
    points: int
    stage: int
    name: str
    finished_at: datetime
    record: str
    id: int = 0
    """Its id in the database; 0 before it is stored."""


_MOST: Final = 1 << 40
"""A bound above all points, stages and ids; a database stores no larger integers."""

_FINISHED: Final = "identity, seed, day, points, stage, name, finished_at, record, id"


def make_run_table(database: sqlite3.Connection) -> None:
    """Add the table of runs to a profile."""
    for statement in (
        "CREATE TABLE run (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, "
        "seed TEXT NOT NULL, day TEXT NOT NULL, points INTEGER NOT NULL, "
        "stage INTEGER NOT NULL, name TEXT NOT NULL, finished_at TEXT NOT NULL, "
        "record TEXT NOT NULL)",
        "CREATE INDEX run_by_points ON run(points)",
    ):
        database.execute(statement)


def copy_runs(rows: Iterable[Mapping[str, Any]], target: sqlite3.Connection) -> bool:
    """Add another profile's finished runs that `target` lacks, inside a transaction.

    Returns whether each could be added.
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


class Runs:
    """The finished runs of one profile; `Profile.runs` is the instance to use."""

    def __init__(self, read: Callable[..., list[Any]], change: Change[Any]) -> None:
        self._read, self._change = read, change

    def add(self, run: FinishedRun) -> int | None:
        """Add a finished run, also a friend's; return its id, also if it was there before.

        None if the file cannot be written.
        """
        result: int | None = self._change(lambda database: _insert(database, run))
        return result

    def finished(self) -> tuple[FinishedRun, ...]:
        """Return every finished run, the most points first, of equals the older."""
        rows = self._read(f"SELECT {_FINISHED} FROM run ORDER BY points DESC, id")
        return tuple(run for row in rows if (run := _finished(row)) is not None)

    def count(self) -> int:
        """Return the number of finished runs, unreadable ones included."""
        return sum(int(count) for (count,) in self._read("SELECT count(*) FROM run"))

    def run(self, number: int) -> FinishedRun | None:
        """Return the finished run with an id, None without one."""
        rows = self._read(f"SELECT {_FINISHED} FROM run WHERE id = ?", (number,))
        return _finished(rows[0]) if rows else None

    def id_of(self, identity: str) -> int | None:
        """Return the id of the finished run with an identity, None without one."""
        rows = self._read("SELECT id FROM run WHERE identity = ?", (identity,))
        return int(rows[0][0]) if rows else None

    def set_record(self, number: int, record: str) -> bool:
        """Replace the record of a finished run; return whether that worked."""
        return self._execute("UPDATE run SET record = ? WHERE id = ?", record, number)

    def delete(self, number: int) -> bool:
        """Delete a finished run; return whether that worked."""
        return self._execute("DELETE FROM run WHERE id = ?", number)

    def _execute(self, query: str, *values: str | int) -> bool:
        """Run one statement in a transaction of its own; return whether that worked."""

        def write(database: sqlite3.Connection) -> bool:
            database.execute(query, values)
            return True

        return bool(self._change(write))


def _insert(database: sqlite3.Connection, run: FinishedRun) -> int:
    when = run.finished_at.astimezone(UTC).isoformat()
    row = run._replace(id=0)[:-1]
    values = [when if value is run.finished_at else value for value in row]
    marks, names = ", ".join("?" * len(values)), _FINISHED.removesuffix(", id")
    database.execute(f"INSERT OR IGNORE INTO run ({names}) VALUES ({marks})", values)
    query = "SELECT id FROM run WHERE identity = ?"
    return int(database.execute(query, (run.identity,)).fetchone()[0])


def is_day(day: object) -> bool:
    """Whether a run's day is valid: "" or an ISO date."""
    with contextlib.suppress(ValueError):
        return isinstance(day, str) and (not day or bool(date.fromisoformat(day)))
    return False


def is_storable(run: FinishedRun) -> bool:
    """Whether every value but the time is one that a game could have written."""
    texts = (run.identity, run.seed, run.name, run.record)
    numbers = (run.points, run.stage, run.id)
    return (
        is_day(run.day)
        and all(isinstance(text, str) for text in texts)
        and all(type(number) is int and 0 <= number < _MOST for number in numbers)
    )


def _finished(row: tuple[Any, ...]) -> FinishedRun | None:
    """Return a row's finished run; None for values that no game wrote."""
    run = FinishedRun(*row)
    finished_at = time_of(run.finished_at)
    return run._replace(finished_at=finished_at) if finished_at and is_storable(run) else None
