"""The match being played, written at every placement so that nothing can lose it.

The file is the match's record itself (RECORD format), so that `take-it-easy score` reads it.
What a session needs beyond the rules to go on stands in the record's `meta`.

A second window has a match of its own: `autosave.json`, `autosave-2.json` and so on, each held
by a lock while its window is open. A match whose window is gone is found by the next one that
has none. A finished match that the history could not take waits in a file of its own, such as
`autosave.finished-1.json`, which no other match overwrites.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from game.rules.errors import FormatError
from game.rules.json_shape import MAX_RECORD_BYTES
from game.storage.files import (
    Lock,
    free_name,
    read_bounded,
    remove,
    replace,
    set_aside,
    sweep,
    write_atomically,
)
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.rules.match import Match

WINDOWS: Final = 9
"""Windows that have a match of their own; more share the last one's."""

_FINISHED: Final = "finished"


class Saved(NamedTuple):
    """What `Autosave.load` found: a match, a problem, both absent where there was no file."""

    match: Match | None = None
    problem: Problem | None = None


class Autosave:
    """One file for one unfinished match; where it cannot write, it remembers for this run.

    Without a path it only remembers. `others` are the files of other windows, this one included,
    whose matches may be adopted.
    """

    def __init__(
        self, path: Path | None, lock: Lock | None = None, others: tuple[Path, ...] = ()
    ) -> None:
        self.path = path
        self._lock = lock
        self._others = others
        self._remembered: Match | None = None
        self._unfiled: list[Match] = []
        self._is_unread = False

    @property
    def is_second(self) -> bool:
        """Whether another window holds the first file."""
        return bool(self._others) and self.path != self._others[0]

    @property
    def is_safe(self) -> bool:
        """Whether the match would still be there after this run."""
        return self.path is None or self._remembered is None

    def close(self) -> None:
        """Leave the match to other windows; safe to repeat."""
        if self._lock is not None:
            self._lock.release()

    def save(self, match: Match) -> Problem | None:
        """Write the match; returns once it is on the disk. The problem where that failed."""
        from game.rules.record import print_record

        self._remembered = match
        if self.path is None:
            return None
        try:
            if self._is_unread:
                # What could not be read may be a match.
                with contextlib.suppress(FileNotFoundError):
                    set_aside(self.path)
                self._is_unread = False
            write_atomically(self.path, print_record(match) + "\n")
        except OSError as error:
            return Problem(ProblemKind.UNSAVED, self.path, str(error))
        self._remembered = None
        return None

    def save_again(self) -> None:
        """Write what could not be written before, if that can be done now."""
        if self._remembered is not None:
            self.save(self._remembered)

    def load(self) -> Saved:
        """The match to go on with. A file that is no record is kept aside, never deleted."""
        if self.path is None or self._remembered is not None:
            return Saved(self._remembered)
        try:
            raw = read_bounded(self.path, MAX_RECORD_BYTES)
            if raw is None and self._adopt(self.path):
                raw = read_bounded(self.path, MAX_RECORD_BYTES)
            self._is_unread = False
        except OSError as error:
            self._is_unread = True
            return Saved(problem=Problem(ProblemKind.READ_ONLY, self.path, str(error)))
        return Saved() if raw is None else _read(self.path, raw)

    def _adopt(self, own: Path) -> bool:
        """Take over the match of a window that is gone; whether there was one."""
        for path in self._others:
            if path == own or not path.exists():
                continue
            lock = _lock_of(path)
            if lock.take():
                try:
                    replace(path, own)
                    return True
                finally:
                    lock.release()
        return False

    def clear(self) -> None:
        """Forget the match: it is finished, or given up."""
        self._remembered = None
        if self.path is not None:
            with contextlib.suppress(OSError):
                remove(self.path)

    def put_off(self, match: Match, *, is_current: bool = True) -> None:
        """Keep a finished match that the history could not take, in a file or for this run.

        `is_current` says that it is the one last saved, to make room for another.
        """
        from game.rules.record import print_record

        self._unfiled = [other for other in self._unfiled if other != match]
        try:
            if self.path is None:
                raise FileNotFoundError
            write_atomically(free_name(self.path, _FINISHED), print_record(match) + "\n")
        except OSError:
            # A full disk may still rename what it holds.
            if not (is_current and self._is_set_aside()):
                self._unfiled.append(match)
        else:
            if is_current:
                self.clear()

    def _is_set_aside(self) -> bool:
        if self.path is None or self._remembered is not None:
            return False
        try:
            set_aside(self.path, _FINISHED)
        except OSError:
            return False
        return True

    def waiting(self) -> list[tuple[Path | None, Saved]]:
        """The matches that were put off, in this run and earlier; `forget` those that are filed."""
        found: list[tuple[Path | None, Saved]] = [(None, Saved(match)) for match in self._unfiled]
        if self.path is None:
            return found
        with contextlib.suppress(OSError):
            for path in sorted(self.path.parent.glob(f"*.{_FINISHED}-*{self.path.suffix}")):
                raw = read_bounded(path, MAX_RECORD_BYTES)
                if raw is not None:
                    found.append((path, _read(path, raw)))
        return found

    def forget(self, path: Path | None, match: Match) -> None:
        """Drop one of `waiting`."""
        if path is None:
            self._unfiled.remove(match)
            return
        with contextlib.suppress(OSError):
            remove(path)


def open_autosave(path: Path) -> Autosave:
    """The file at `path`, or beside it where another window holds that: see the module."""
    paths = tuple(_numbered(path, number) for number in range(1, WINDOWS + 1))
    for own in paths:
        lock = _lock_of(own)
        if lock.take():
            sweep(own)
            break
    return Autosave(own, lock, paths)


def _numbered(path: Path, number: int) -> Path:
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


def _lock_of(path: Path) -> Lock:
    return Lock(path.with_name(f".{path.name}.lock"))


def _read(path: Path, raw: bytes) -> Saved:
    from game.rules.names import show_names
    from game.rules.record import parse_record

    try:
        return Saved(show_names(parse_record(raw)))
    except FormatError as error:
        is_newer = _is_newer(raw)
        kept = path
        with contextlib.suppress(OSError):
            kept = set_aside(path, "newer" if is_newer else "kept")
        kind = ProblemKind.NEWER if is_newer else ProblemKind.CORRUPT
        return Saved(problem=Problem(kind, kept, str(error)))


def _is_newer(raw: bytes) -> bool:
    """Whether these bytes are a record of a later version than this game reads."""
    try:
        tree = json.loads(raw)
    except (ValueError, RecursionError):
        return False
    if not isinstance(tree, dict) or tree.get("format") != "take-it-easy":
        return False
    version = tree.get("version")
    return isinstance(version, int) and not isinstance(version, bool) and version > 1
