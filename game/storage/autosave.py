"""The unfinished matches, each in a file of its own, written at every placement.

A file is the match's record itself, so that `take-it-easy score` reads it. Whatever a table needs
besides to go on is stored in the record's `meta`.

The match that a window has open is its `autosave.json`; a second window has `autosave-2.json` and
so on, each held by a lock while its window is open. When the window turns to another match, the
file is renamed to `waiting-IDENTITY.json`, where any window finds it; a match whose window is gone
waits as well. A finished match that the history could not take waits in a file such as
`autosave.finished-1.json`, which no other match overwrites.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from game.rules.errors import FormatError
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.meta import read_meta
from game.storage.database import ID_KEY, identity_digest, identity_of, with_identity
from game.storage.files import (
    Lock,
    free_name,
    quarantine,
    read_bounded,
    remove,
    replace,
    sweep,
    write_atomically,
)
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.rules.match import Match

WINDOWS: Final = 9
"""Windows that have a match of their own; more share the last one's."""

_FINISHED: Final = "finished"
_WAITING: Final = "waiting"
_KEY: Final = re.compile("[0-9a-f]{16}")


class MatchElsewhereError(Exception):
    """The match is open in another window."""


class WaitingMatch(NamedTuple):
    """A match that can be continued; `saved_at` is in seconds since 1970.

    `is_elsewhere` says that another window has it open.
    """

    key: str
    match: Match
    saved_at: float = 0.0
    is_elsewhere: bool = False


class Saved(NamedTuple):
    """The result of `Autosave.load`: a match, or a problem, or neither where there was no file."""

    match: Match | None = None
    problem: Problem | None = None


class Autosave:
    """The file of the match that this window has open, and the files of those that wait.

    Where it cannot write, and without a path, it remembers for this run. `others` are the files of
    other windows, this one included, whose matches may be adopted.
    """

    def __init__(
        self, path: Path | None, lock: Lock | None = None, others: tuple[Path, ...] = ()
    ) -> None:
        self.path = path
        self._lock = lock
        self._others = others
        self._remembered: Match | None = None
        self._unfiled: list[Match] = []
        self._parked: dict[str, Match] = {}
        """Matches that wait in memory, as no file can be written."""
        self._on_disk: str | None = None
        """The identity of the match in the file; None while that is unknown."""
        self._is_unread = False
        self.problems: list[Problem] = []
        """What was wrong with the files that `waiting` read last."""

    @property
    def is_second(self) -> bool:
        """Whether another window holds the first file."""
        return bool(self._others) and self.path != self._others[0]

    @property
    def is_safe(self) -> bool:
        """Whether the match is on the disk, and not in memory alone."""
        return self.path is None or not (self._remembered or self._parked)

    def close(self) -> None:
        """Leave the match to other windows; safe to repeat."""
        if self._lock is not None:
            self._lock.release()

    def save(self, match: Match) -> Problem | None:
        """Write the match; returns once it is on the disk. The problem where that failed.

        Another match that was open waits from now on.
        """
        key = _key_of(match)
        if self._remembered is not None and key not in (None, _key_of(self._remembered)):
            self.park()
        self._remembered = match
        if self.path is None:
            return None
        is_same = key is not None and key == self._on_disk
        try:
            if not is_same:
                self._make_room(key)
            if self._is_unread:
                # What could not be read may be a match.
                with contextlib.suppress(FileNotFoundError):
                    quarantine(self.path)
                self._is_unread = False
            _write(self.path, match)
        except OSError as error:
            return Problem(ProblemKind.UNSAVED, self.path, str(error))
        self._remembered, self._on_disk = None, key
        if key is not None and not is_same:
            self._remove_waiting(key)
        return None

    def _make_room(self, key: str | None) -> None:
        """Let the match in this window's file wait, if it is another than `key`.

        Raises `OSError` where it cannot; then nothing has changed.
        """
        if self.path is not None and key is not None:
            current = self._on_disk or _key_in(self.path)
            if current is not None and current != key:
                replace(self.path, self._waiting_file(current))
            self._on_disk = None

    def save_again(self) -> None:
        """Write what could not be written before, if that can be done now."""
        if self._remembered is not None:
            self.save(self._remembered)
        for key, match in list(self._parked.items()):
            self._write_waiting(key, match)

    def load(self) -> Saved:
        """Return the match that this window has open.

        A file that is no record is kept aside, never deleted.
        """
        if self.path is None or self._remembered is not None:
            return Saved(self._remembered)
        try:
            raw = read_bounded(self.path, MAX_RECORD_BYTES)
            self._is_unread = False
        except OSError as error:
            self._is_unread = True
            return Saved(problem=Problem(ProblemKind.READ_ONLY, self.path, str(error)))
        saved = Saved() if raw is None else _read(self.path, raw)
        self._on_disk = None if saved.match is None else _file_key(saved.match)
        return saved

    # matches that wait

    def waiting(self, *, quarantines: bool = False) -> tuple[WaitingMatch, ...]:
        """Return every match that can be gone on with, the one saved last first; this
        window's included.

        A damaged file costs its own match alone. Where `quarantines`, one such file is kept aside,
        and `problems` tells of it; the others stay until the player has been told.
        """
        self.problems.clear()
        listed = [WaitingMatch(key, match) for key, match in self._parked.items()]
        current, problem = self.load()
        if problem is not None:
            self.problems.append(problem)
        if current is not None:
            when = 0.0 if self.path is None else _saved_at(self.path)
            listed.append(WaitingMatch(_file_key(current), current, when))
        if self.path is None:
            return tuple(listed[::-1])
        known = {waiting.key for waiting in listed}
        for path in (*self._waiting_files(), *self._others):
            if path == self.path or not os.path.exists(path):
                continue
            is_elsewhere = path in self._others and _is_locked(path)
            with contextlib.suppress(OSError):
                raw = read_bounded(path, MAX_RECORD_BYTES)
                if raw is None:
                    continue
                when = _saved_at(path)
                is_ours = quarantines and not (is_elsewhere or self.problems)
                match, problem = _read(path, raw, is_ours=is_ours)
                if problem is not None:
                    self.problems.append(problem)
                if match is not None and _file_key(match) not in known:
                    known.add(_file_key(match))
                    listed.append(WaitingMatch(_file_key(match), match, when, is_elsewhere))
        return tuple(sorted(listed, key=lambda waiting: waiting.saved_at, reverse=True))

    def open(self, match: Match) -> Match:
        """Open a waiting match in this window, as it is on the disk, and with an identity.

        The match that was open waits from now on. Raises `MatchElsewhereError` where another
        window has it open.
        """
        opened = self._switch_to(_file_key(match)) or match
        if _key_of(opened) is not None or opened.is_complete:
            # A finished one without identity may be in the history already.
            return opened
        named = dataclasses.replace(opened, meta=with_identity(opened.meta))
        self.save(named)
        self._remove_waiting(_file_key(opened))
        return named

    def _switch_to(self, key: str) -> Match | None:
        """Open a waiting match in this window; None where it is open here already, or nowhere."""
        if key == self._open_key():
            return None
        if key in self._parked:
            held = self._parked.pop(key)
            self.save(held)
            return held
        if self.path is None:
            return None
        for path in (self._waiting_file(key), *self._others):
            if path == self.path or not os.path.exists(path) or _key_in(path) != key:
                continue
            lock = _lock_of(path)
            if path in self._others and not lock.take():
                raise MatchElsewhereError
            try:
                self._move_to_waiting()
                replace(path, self.path)
            except OSError:
                # Both stay where they are; saving tries again, and tells.
                with contextlib.suppress(OSError):
                    raw = read_bounded(path, MAX_RECORD_BYTES)
                    return None if raw is None else _read(path, raw).match
                return None
            finally:
                lock.release()
            return self.load().match
        return None

    def park(self) -> None:
        """Move this window's match to those that wait, where any window can open it; in memory if
        the disk fails.
        """
        try:
            self._move_to_waiting()
        except OSError:
            if self._remembered is not None:
                self._parked[_file_key(self._remembered)] = self._remembered
                self._remembered = self._on_disk = None

    def _move_to_waiting(self) -> None:
        """Move this window's match to a file of its own; raises `OSError` where that cannot be."""
        key = self._open_key()
        if key is None:
            return
        if self.path is None:
            if self._remembered is not None:
                self._parked[key] = self._remembered
        elif self._remembered is not None:
            _write(self._waiting_file(key), self._remembered)
            if self._on_disk == key:
                remove(self.path)
        else:
            replace(self.path, self._waiting_file(key))
        self._remembered = self._on_disk = None

    def end(self, key: str) -> None:
        """Give up a match that waits, or this window's own; one that is elsewhere stays."""
        if key == (self._open_key() or ""):
            self.clear()
        self._parked.pop(key, None)
        self._remove_waiting(key)

    def _open_key(self) -> str | None:
        """Return the identity of the match that this window has open."""
        if self._remembered is not None:
            return _file_key(self._remembered)
        if self._on_disk is None and self.path is not None:
            self._on_disk = _key_in(self.path)
        return self._on_disk

    def _remove_waiting(self, key: str) -> None:
        if self.path is not None:
            with contextlib.suppress(OSError):
                remove(self._waiting_file(key))

    def _write_waiting(self, key: str, match: Match) -> None:
        self._parked[key] = match
        if self.path is not None:
            with contextlib.suppress(OSError):
                _write(self._waiting_file(key), match)
                del self._parked[key]

    def _waiting_file(self, key: str) -> Path:
        assert self.path is not None
        return self.path.with_name(f"{_WAITING}-{key}{self.path.suffix}")

    def _waiting_files(self) -> list[Path]:
        """Return the files of matches that wait, the one saved last first."""
        assert self.path is not None
        with contextlib.suppress(OSError):
            files = [
                path
                for path in self.path.parent.glob(f"{_WAITING}-*{self.path.suffix}")
                if "." not in path.stem
            ]
            return sorted(files, key=_saved_at, reverse=True)
        return []

    def clear(self) -> None:
        """Forget the match: it is finished, or given up."""
        key, self._remembered = self._open_key(), None
        if key is not None:
            self._parked.pop(key, None)
            self._remove_waiting(key)
        if self.path is not None and (key is None or self._on_disk in (None, key)):
            with contextlib.suppress(OSError):
                remove(self.path)
            self._on_disk = None

    def defer(self, match: Match, *, is_current: bool = True) -> None:
        """Store a finished match that the history could not take, in a file or for this
        run.

        `is_current` says that it is the one last saved, to make room for another.
        """
        self._unfiled = [other for other in self._unfiled if other != match]
        try:
            if self.path is None:
                raise FileNotFoundError
            _write(free_name(self.path, _FINISHED), match)
        except OSError:
            # A full disk may still rename what it holds.
            if not (is_current and self._is_renamed()):
                self._unfiled.append(match)
        else:
            if is_current:
                self.clear()

    def _is_renamed(self) -> bool:
        if self.path is None or self._remembered is not None:
            return False
        try:
            quarantine(self.path, _FINISHED)
        except OSError:
            return False
        return True

    def unfiled(self, *, quarantines: bool = True) -> list[tuple[Path | None, Saved]]:
        """The finished matches that were put off, in this run and earlier.

        `forget` those that are filed. Where `quarantines`, one damaged file is kept aside.
        """
        files: list[tuple[Path | None, Saved]] = [(None, Saved(match)) for match in self._unfiled]
        if self.path is None:
            return files
        with contextlib.suppress(OSError):
            for path in sorted(self.path.parent.glob(f"*.{_FINISHED}-*{self.path.suffix}")):
                # What was kept aside has another word behind: `autosave.finished-1.kept-1.json`.
                if not path.stem.rpartition(".")[2].startswith(_FINISHED):
                    continue
                raw = read_bounded(path, MAX_RECORD_BYTES)
                if raw is not None:
                    saved = _read(path, raw, is_ours=quarantines)
                    quarantines = quarantines and saved.problem is None
                    files.append((path, saved))
        return files

    def forget(self, path: Path | None, match: Match) -> None:
        """Drop one of `unfiled`."""
        if path is None:
            self._unfiled.remove(match)
            return
        with contextlib.suppress(OSError):
            remove(path)


def open_autosave(path: Path) -> Autosave:
    """Return the file at `path`, or beside it where another window holds that: see the module."""
    paths = tuple(_numbered(path, number) for number in range(1, WINDOWS + 1))
    for place in paths:
        lock = _lock_of(place)
        if lock.take():
            sweep(place)
            break
    return Autosave(place, lock, paths)


def _numbered(path: Path, number: int) -> Path:
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


def _lock_of(path: Path) -> Lock:
    return Lock(path.with_name(f".{path.name}.lock"))


def _is_locked(path: Path) -> bool:
    """Whether a living window holds the file."""
    lock = _lock_of(path)
    try:
        return not lock.take()
    finally:
        lock.release()


def _saved_at(path: Path) -> float:
    with contextlib.suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _key_of(match: Match) -> str | None:
    """Return what names a match's file: its own identity; None where it has none."""
    identity = read_meta(match.meta).text(ID_KEY)
    if not identity:
        return None
    # Nobody else's `meta` names a file.
    return identity if _KEY.fullmatch(identity) else identity_digest(identity)


def _file_key(match: Match) -> str:
    """Return what names the file of a match that waits: its identity, or its digest without one."""
    return _key_of(match) or identity_of(match)


def _key_in(path: Path) -> str | None:
    """Return what names the match in a file; None where there is none."""
    with contextlib.suppress(OSError, FormatError):
        from game.rules.record import parse_record

        raw = read_bounded(path, MAX_RECORD_BYTES)
        return None if raw is None else _file_key(parse_record(raw))
    return None


def _write(path: Path, match: Match) -> None:
    from game.rules.record import print_record

    write_atomically(path, print_record(match) + "\n")


def _read(path: Path, raw: bytes, *, is_ours: bool = True) -> Saved:
    from game.rules.names import show_names
    from game.rules.record import parse_record

    try:
        return Saved(show_names(parse_record(raw)))
    except FormatError as error:
        is_newer = _is_newer(raw)
        place = path
        if not is_ours:
            return Saved()
        with contextlib.suppress(OSError):
            place = quarantine(path, "newer" if is_newer else "kept")
        kind = ProblemKind.NEWER if is_newer else ProblemKind.MATCH
        return Saved(problem=Problem(kind, place, str(error)))


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
