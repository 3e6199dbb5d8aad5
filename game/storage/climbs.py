"""The finished climbs of a profile: the high-score table.

A climb's record is opaque here: `game.climb` writes and reads it.
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


class FinishedClimb(NamedTuple):
    """A climb of the high-score table; `stage` is the last one played, `day` "" or an ISO date.

    `name` is the friend whose climb it is, "" for the player's. `record` is `print_climb`'s text.

    `identity` is the record's own, `seed` the climb's, `points` the sum of stages, `finished_at`
    the time of the end.
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


def make_climb_table(database: sqlite3.Connection) -> None:
    """Add the table of climbs to a profile."""
    for statement in (
        "CREATE TABLE climb (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, "
        "seed TEXT NOT NULL, day TEXT NOT NULL, points INTEGER NOT NULL, "
        "stage INTEGER NOT NULL, name TEXT NOT NULL, finished_at TEXT NOT NULL, "
        "record TEXT NOT NULL)",
        "CREATE INDEX climb_by_points ON climb(points)",
    ):
        database.execute(statement)


def copy_climbs(rows: Iterable[Mapping[str, Any]], target: sqlite3.Connection) -> bool:
    """Add another profile's finished climbs that `target` lacks, inside a transaction.

    Returns whether each could be added.
    """
    names = _FINISHED.removesuffix(", id").split(", ")
    marks = ", ".join("?" * len(names))
    query = f"INSERT OR IGNORE INTO climb ({', '.join(names)}) VALUES ({marks})"
    known = "SELECT 1 FROM climb WHERE identity = ?"
    is_whole = True
    for row in rows:
        target.execute(query, [row.get(name) for name in names])
        is_whole &= target.execute(known, (row.get("identity"),)).fetchone() is not None
    return is_whole


class Climbs:
    """The finished climbs of one profile; `Profile.climbs` is the instance to use."""

    def __init__(self, read: Callable[..., list[Any]], change: Change[Any]) -> None:
        self._read, self._change = read, change

    def add(self, climb: FinishedClimb) -> int | None:
        """Add a finished climb, also a friend's; return its id, also if it was there before.

        None if the file cannot be written.
        """
        result: int | None = self._change(lambda database: _insert(database, climb))
        return result

    def finished(self) -> tuple[FinishedClimb, ...]:
        """Return every finished climb, the most points first, of equals the older."""
        rows = self._read(f"SELECT {_FINISHED} FROM climb ORDER BY points DESC, id")
        return tuple(climb for row in rows if (climb := _finished(row)) is not None)

    def count(self) -> int:
        """Return the number of finished climbs, unreadable ones included."""
        return sum(int(count) for (count,) in self._read("SELECT count(*) FROM climb"))

    def climb(self, number: int) -> FinishedClimb | None:
        """Return the finished climb with an id, None without one."""
        rows = self._read(f"SELECT {_FINISHED} FROM climb WHERE id = ?", (number,))
        return _finished(rows[0]) if rows else None

    def id_of(self, identity: str) -> int | None:
        """Return the id of the finished climb with an identity, None without one."""
        rows = self._read("SELECT id FROM climb WHERE identity = ?", (identity,))
        return int(rows[0][0]) if rows else None

    def set_record(self, number: int, record: str) -> bool:
        """Replace the record of a finished climb; return whether that worked."""
        return self._execute("UPDATE climb SET record = ? WHERE id = ?", record, number)

    def delete(self, number: int) -> bool:
        """Delete a finished climb; return whether that worked."""
        return self._execute("DELETE FROM climb WHERE id = ?", number)

    def _execute(self, query: str, *values: str | int) -> bool:
        """Run one statement in a transaction of its own; return whether that worked."""

        def write(database: sqlite3.Connection) -> bool:
            database.execute(query, values)
            return True

        return bool(self._change(write))


def _insert(database: sqlite3.Connection, climb: FinishedClimb) -> int:
    when = climb.finished_at.astimezone(UTC).isoformat()
    row = climb._replace(id=0)[:-1]
    values = [when if value is climb.finished_at else value for value in row]
    marks, names = ", ".join("?" * len(values)), _FINISHED.removesuffix(", id")
    database.execute(f"INSERT OR IGNORE INTO climb ({names}) VALUES ({marks})", values)
    query = "SELECT id FROM climb WHERE identity = ?"
    return int(database.execute(query, (climb.identity,)).fetchone()[0])


def is_day(day: object) -> bool:
    """Whether a climb's day is valid: "" or an ISO date."""
    with contextlib.suppress(ValueError):
        return isinstance(day, str) and (not day or bool(date.fromisoformat(day)))
    return False


def is_storable(climb: FinishedClimb) -> bool:
    """Whether every value but the time is one that a game could have written."""
    texts = (climb.identity, climb.seed, climb.name, climb.record)
    numbers = (climb.points, climb.stage, climb.id)
    return (
        is_day(climb.day)
        and all(isinstance(text, str) for text in texts)
        and all(type(number) is int and 0 <= number < _MOST for number in numbers)
    )


def _finished(row: tuple[Any, ...]) -> FinishedClimb | None:
    """Return a row's finished climb; None for values that no game wrote."""
    climb = FinishedClimb(*row)
    finished_at = time_of(climb.finished_at)
    return climb._replace(finished_at=finished_at) if finished_at and is_storable(climb) else None
