"""The runs that can be resumed, each in a file of its own, written at every act.

The text of a run is opaque here: `game.progress.climb` writes and reads it. There is one open run
for each day, `climb-2026-11-21.json`, and one of a seed of its own, whose day is "": `climb.json`.
A run that has ended and is not in the history yet is in a file such as `climb.ended-1.json`, from
which it is filed at the next start.
"""

from __future__ import annotations

import contextlib
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from game.rules.json_shape import MAX_RECORD_BYTES
from game.storage.files import (
    files_named,
    free_name,
    quarantine,
    read_bounded,
    remove,
    replace,
    write_atomically,
)
from game.storage.problems import Problem, ProblemKind

_ENDED: Final = "ended"
_NAME: Final = re.compile(r"climb(?:-([0-9]{4}-[0-9]{2}-[0-9]{2}))?")


class StoredRun(NamedTuple):
    """An open run as it was last saved; `path` is its file, None for one in memory."""

    day: str
    text: str
    saved_at: datetime
    path: Path | None = None


class OpenRuns:
    """The open runs in `folder`; in memory where no file can be written, or without a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._remembered: dict[str, StoredRun] = {}
        """Runs that could not be written."""
        self._written: dict[str, StoredRun] = {}
        """Runs that this program has written."""
        self._ended: list[StoredRun] = []
        """Ended runs in memory that could not be filed."""

    def save(self, day: str, text: str, *, is_flushed: bool = True) -> Problem | None:
        """Write the open run of a day over any other; if that fails, store it in memory.

        Returns the problem. Without `is_flushed` a power cut may lose this change, but no earlier
        one.
        """
        stored = StoredRun(day, text, datetime.now(UTC))
        self._remembered[day] = stored
        path = self._path(day)
        if path is None:
            return None
        try:
            write_atomically(path, text, is_flushed=is_flushed)
        except OSError as error:
            return Problem(ProblemKind.UNSAVED, path, str(error))
        self._written[day] = self._remembered.pop(day)
        return None

    def save_again(self) -> None:
        """Write the runs that could not be written before, or whose file was deleted, if
        possible.
        """
        for stored in (self._written | self._remembered).values():
            path = self._path(stored.day)
            is_gone = path is not None and not os.path.lexists(path)
            if is_gone or stored.day in self._remembered:
                self.save(stored.day, stored.text)

    def all(self) -> tuple[StoredRun, ...]:
        """Return every open run, the last saved one first."""
        on_disk = [run for run in self._read_files() if run.day not in self._remembered]
        runs = [*on_disk, *self._remembered.values()]
        return tuple(sorted(runs, key=lambda run: run.saved_at, reverse=True))

    def find(self, day: str = "") -> StoredRun | None:
        """Return the open run of a day, None without one."""
        return next((run for run in self.all() if run.day == day), None)

    def set_aside(self, stored: StoredRun) -> Path:
        """Rename the file of a run that cannot be resumed; return its new path."""
        self._remembered.pop(stored.day, None)
        self._written.pop(stored.day, None)
        path = stored.path or self._path(stored.day) or Path()
        with contextlib.suppress(OSError):
            if stored.path is not None:
                return quarantine(stored.path)
            if path.name:
                path = free_name(path, "kept")
                write_atomically(path, stored.text)
        return path

    # runs that have ended

    def end(self, day: str = "") -> None:
        """End an open run, which cannot be resumed any more; it waits among `ended`."""
        held = self._remembered.pop(day, None)
        written = self._written.pop(day, None)
        path = self._path(day)
        if held is not None:
            # The file, where there is one, is older.
            self._ended.append(held)
            if path is not None:
                with contextlib.suppress(OSError):
                    remove(path)
        elif path is not None:
            stored = self._read(path) or written
            try:
                replace(path, free_name(path, _ENDED))
            except OSError:
                if stored is not None:
                    self._ended.append(stored)

    def ended(self) -> tuple[StoredRun, ...]:
        """Return the ended runs that are not in the history yet, the earliest first."""
        runs = [*self._read_files(_ENDED), *self._ended]
        return tuple(sorted(runs, key=lambda run: run.saved_at))

    def forget(self, stored: StoredRun) -> None:
        """Delete one of `ended`, which is in the history."""
        self._ended = [run for run in self._ended if run != stored]
        if stored.path is not None:
            with contextlib.suppress(OSError):
                remove(stored.path)

    # files

    def sweep(self) -> None:
        """Delete temporary files of a killed program; only for the program that has the folder."""
        if self._folder is not None:
            with contextlib.suppress(OSError):
                for fresh in files_named(self._folder, ".climb", ".new"):
                    remove(fresh)

    def _path(self, day: str) -> Path | None:
        name = f"climb{'-' * bool(day)}{day}.json"
        return None if self._folder is None else self._folder / name

    def _read_files(self, word: str = "") -> list[StoredRun]:
        """Return the runs in files, of those with a word behind their name if any."""
        if self._folder is None:
            return []
        with contextlib.suppress(OSError):
            paths = files_named(self._folder, "climb", ".json")
            wanted = f".{word}-" if word else ""
            if not word:
                paths = [path for path in paths if "." not in path.stem]
            runs = [self._read(path) for path in paths if wanted in path.stem]
            return [run for run in runs if run is not None]
        return []

    def _read(self, path: Path) -> StoredRun | None:
        name = _NAME.fullmatch(path.stem.split(".")[0])
        if name is None:
            return None
        with contextlib.suppress(OSError):
            raw = read_bounded(path, MAX_RECORD_BYTES)
            # A time before 1970, which Windows refuses, or beyond the year 9999 loses no game.
            when = datetime.fromtimestamp(min(max(0, path.stat().st_mtime), 1 << 33), UTC)
            if raw is not None:
                text = raw.decode("utf-8", "replace")
                return StoredRun(name[1] or "", text, when, path)
        return None
