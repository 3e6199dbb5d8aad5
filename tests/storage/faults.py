"""A disk on which one operation fails, or the process ends: SQLite's own tests do the same."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import game.storage.files
import game.storage.profile
from game.rules.match import Match

FILE_OPERATIONS = ("open", "write", "fsync", "replace", "unlink", "makedirs", "chmod")

WAYS = {
    "full": (errno.ENOSPC, sqlite3.SQLITE_FULL),
    "denied": (errno.EACCES, sqlite3.SQLITE_READONLY),
    "locked": (errno.EAGAIN, sqlite3.SQLITE_BUSY),
    "interrupted": (errno.EINTR, sqlite3.SQLITE_INTERRUPT),
}


class Killed(BaseException):
    """The process ends here: nothing may catch it and go on."""


class Disk:
    """Counts operations and lets the one `at` fail; replaces `os` in storage.

    If it `stays`, the fault is never mended: every operation after it fails as well. Killed, the
    process leaves a copy of `home` in `remains`.
    """

    def __init__(self, at: int | None = None, way: str = "full", *, stays: bool = False) -> None:
        self.count = 0
        self.at = at
        self.way = way
        self.stays = stays
        self.home: Path | None = None
        self.remains: Path | None = None

    def touch(self, is_sql: bool = False) -> None:
        if self.remains is not None and self.remains.exists():
            raise Killed
        self.count += 1
        is_late = self.stays and self.at is not None and self.count > self.at
        if self.count != self.at and not is_late:
            return
        if self.way == "killed":
            assert self.home is not None
            assert self.remains is not None
            shutil.copytree(self.home, self.remains)
            raise Killed
        code, sql_code = WAYS[self.way]
        if is_sql:
            error = sqlite3.OperationalError(self.way)
            error.sqlite_errorcode = sql_code
            raise error
        raise OSError(code, self.way)

    def __getattr__(self, name: str) -> Any:
        real: Callable[..., Any] = getattr(os, name)
        if name not in FILE_OPERATIONS:
            return real

        def operate(*values: Any, **named: Any) -> Any:
            self.touch()
            # What a power cut would take is not tested here, and waiting for the disk is slow.
            return None if name == "fsync" else real(*values, **named)

        return operate


class Tracing(Disk):
    """A sound disk that knows who asked for each operation."""

    def __init__(self) -> None:
        super().__init__()
        self.trails: list[str] = []

    def touch(self, is_sql: bool = False) -> None:
        """Count it, with the lines of the game that lead to it."""
        super().touch(is_sql)
        frames = traceback.extract_stack()
        game = os.sep + "game" + os.sep
        self.trails.append(
            " ".join(
                [f"{Path(f.filename).stem}:{f.lineno}" for f in frames if game in f.filename][-5:]
            )
        )


def first_of_each(trails: list[str]) -> list[int]:
    """The number of the first operation, from 1, of each trail there is."""
    firsts: dict[str, int] = {}
    for number, trail in enumerate(trails, 1):
        firsts.setdefault(trail, number)
    return list(firsts.values())


def install(disk: Disk, patch: pytest.MonkeyPatch) -> None:
    """Let storage work on `disk`."""

    class Connection(sqlite3.Connection):
        def execute(self, query: str, values: Any = (), /) -> sqlite3.Cursor:
            disk.touch(is_sql=True)
            return super().execute(query.replace("=FULL", "=OFF"), values)

        def executemany(self, query: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
            disk.touch(is_sql=True)
            return super().executemany(query, rows)

    connect = sqlite3.connect

    def open_connection(where: Any, *values: Any, **named: Any) -> sqlite3.Connection:
        # In memory no disk can fail.
        kind = sqlite3.Connection if where == ":memory:" else Connection
        if kind is Connection:
            disk.touch(is_sql=True)
        # A window within a window has one already.
        named.setdefault("factory", kind)
        opened: sqlite3.Connection = connect(where, *values, **named)
        return opened

    def work_at_once(work: Callable[[], object], *_: object, **__: object) -> Thread:
        """Work here: a thread's operations would be counted in another order each time."""
        work()
        ended = Thread()
        ended.start()
        ended.join()
        return ended

    patch.setattr(game.storage.profile, "start_thread", work_at_once)
    patch.setattr(game.storage.files, "os", disk)
    patch.setattr(sqlite3, "connect", open_connection)


def count_steps(match: Match) -> int:
    """Rounds begun, calls made, and tiles placed."""
    return sum(
        1 + len(r.calls) + sum(len(t.placements) for seat in r.seats for t in seat.turns)
        for r in match.rounds
    )
