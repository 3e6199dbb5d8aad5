"""The unfinished matches, each in a file of its own, written at every placement.

A file is the match's record itself, so that `take-it-easy score` reads it. Other data that a table
needs to resume is stored in the record's `meta`.

The match that the window has open is `autosave.json`. When the window turns to another match, the
file is renamed to `waiting-IDENTITY.json`. A finished match that the history could not take waits
in a file such as `autosave.finished-1.json`, which no other match overwrites.
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
    files_named,
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

_FINISHED: Final = "finished"
_WAITING: Final = "waiting"
_KEY: Final = re.compile("[0-9a-f]{16}")


class WaitingMatch(NamedTuple):
    """A match that can be continued; `saved_at` is in seconds since 1970."""

    key: str
    match: Match
    saved_at: float = 0.0


class Saved(NamedTuple):
    """The result of `Autosave.load`: a match, or a problem, or neither where there was no file."""

    match: Match | None = None
    problem: Problem | None = None


class Autosave:
    """The file of the match that the window has open, and the files of waiting matches.

    Where it cannot write, and without a path, it stores them in memory until the program ends.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._remembered: Match | None = None
        self._unfiled: list[Match] = []
        self._parked: dict[str, Match] = {}
        """Waiting matches in memory, as no file can be written."""
        self._on_disk: str | None = None
        """The identity of the match in the file; None while that is unknown."""
        self._is_unread = False
        self._written: Match | None = None
        """The match in the file, if this program wrote it."""
        self.problems: list[Problem] = []
        """Problems with the files that `waiting` read last."""

    @property
    def is_safe(self) -> bool:
        """Whether the match is on the disk, and not in memory alone."""
        return self.path is None or not (self._remembered or self._parked)

    def save(self, match: Match) -> Problem | None:
        """Write the match to the disk, synced; return the problem if that failed.

        Another match that was open is moved to the waiting ones.
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
                # The unreadable file may hold a match.
                with contextlib.suppress(FileNotFoundError):
                    quarantine(self.path)
                self._is_unread = False
            _write(self.path, match)
        except OSError as error:
            return Problem(ProblemKind.UNSAVED, self.path, str(error))
        self._remembered, self._on_disk, self._written = None, key, match
        if key is not None and not is_same:
            self._remove_waiting(key)
        return None

    def _make_room(self, key: str | None) -> None:
        """Move the match in this window's file to the waiting ones, unless its identity is `key`.

        Raises `OSError` where it cannot; then nothing has changed.
        """
        if self.path is not None and key is not None:
            current = self._on_disk or _key_in(self.path)
            if current is not None and current != key:
                replace(self.path, self._waiting_file(current))
            self._on_disk = None

    def save_again(self) -> None:
        """Write the matches that could not be written before, or whose file was deleted, if
        possible.
        """
        if self._remembered is not None:
            self.save(self._remembered)
        elif self._written is not None and self.path and not os.path.lexists(self.path):
            self.save(self._written)
        for key, match in list(self._parked.items()):
            self._write_waiting(key, match)

    def load(self) -> Saved:
        """Return the match that this window has open.

        An invalid file is moved aside, never deleted.
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
        """Return every match that can be resumed, the last saved one first, this window's included.

        A damaged file costs only its own match. Where `quarantines`, one damaged file is moved
        aside and its problem added to `problems`; the others stay until the player has been shown
        that one.
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
        for path in self._waiting_files():
            with contextlib.suppress(OSError):
                raw = read_bounded(path, MAX_RECORD_BYTES)
                if raw is None:
                    continue
                when = _saved_at(path)
                match, problem = _read(path, raw, is_ours=quarantines and not self.problems)
                if problem is not None:
                    self.problems.append(problem)
                if match is not None and _file_key(match) not in known:
                    known.add(_file_key(match))
                    listed.append(WaitingMatch(_file_key(match), match, when))
        return tuple(sorted(listed, key=lambda waiting: waiting.saved_at, reverse=True))

    def open(self, match: Match) -> Match:
        """Open a waiting match in this window, as it is on the disk, and with an identity.

        The match that was open is moved to the waiting ones.
        """
        opened = self._switch_to(_file_key(match)) or match
        if _key_of(opened) is not None or opened.is_complete:
            # A finished match without an identity may be in the history already.
            return opened
        named = dataclasses.replace(opened, meta=with_identity(opened.meta))
        self.save(named)
        self._remove_waiting(_file_key(opened))
        return named

    def _switch_to(self, key: str) -> Match | None:
        """Open a waiting match in this window; None if it is already open here, or has no file."""
        if key == self._open_key():
            return None
        if key in self._parked:
            held = self._parked.pop(key)
            self.save(held)
            return held
        if self.path is None:
            return None
        path = self._waiting_file(key)
        if not os.path.exists(path):
            return None
        try:
            self._move_to_waiting()
            replace(path, self.path)
        except OSError:
            # Both stay where they are; the next save retries and reports the problem.
            with contextlib.suppress(OSError):
                raw = read_bounded(path, MAX_RECORD_BYTES)
                return None if raw is None else _read(path, raw).match
            return None
        return self.load().match

    def park(self) -> None:
        """Move this window's match to the waiting ones, in memory if the disk fails."""
        try:
            self._move_to_waiting()
        except OSError:
            if self._remembered is not None:
                self._parked[_file_key(self._remembered)] = self._remembered
                self._remembered = self._on_disk = None

    def _move_to_waiting(self) -> None:
        """Move this window's match to a file of its own. Raises `OSError` if that is impossible."""
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
        self._remembered = self._on_disk = self._written = None

    def end(self, key: str) -> None:
        """Delete a waiting match, or the open one."""
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
        """Return the files of waiting matches, the last saved one first."""
        assert self.path is not None
        with contextlib.suppress(OSError):
            files = [
                path
                for path in files_named(self.path.parent, f"{_WAITING}-", self.path.suffix)
                if "." not in path.stem
            ]
            return sorted(files, key=_saved_at, reverse=True)
        return []

    def clear(self) -> None:
        """Delete the open match: it is finished, or given up."""
        key, self._remembered = self._open_key(), None
        self._written = None
        if key is not None:
            self._parked.pop(key, None)
            self._remove_waiting(key)
        if self.path is not None and (key is None or self._on_disk in (None, key)):
            with contextlib.suppress(OSError):
                remove(self.path)
            self._on_disk = None

    def defer(self, match: Match, *, is_current: bool = True) -> None:
        """Store a finished match that the history could not take, in a file or in memory.

        `is_current`: it is the last saved match, whose file is freed.
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
        self._written = None
        return True

    def unfiled(self, *, quarantines: bool = True) -> list[tuple[Path | None, Saved]]:
        """Return the finished matches that the history could not take, now or in earlier runs.

        `forget` those that are filed. Where `quarantines`, one damaged file is moved aside.
        """
        files: list[tuple[Path | None, Saved]] = [(None, Saved(match)) for match in self._unfiled]
        if self.path is None:
            return files
        with contextlib.suppress(OSError):
            for path in files_named(self.path.parent, "", self.path.suffix):
                # Files moved aside have one word more: `autosave.finished-1.kept-1.json`.
                if not path.stem.rpartition(".")[2].startswith(f"{_FINISHED}-"):
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
    """Return the matches in the folder of `path`; delete temporary files of a killed window."""
    sweep(path)
    return Autosave(path)


def _saved_at(path: Path) -> float:
    with contextlib.suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _key_of(match: Match) -> str | None:
    """Return the name for a match's file from its own identity; None without one."""
    identity = read_meta(match.meta).text(ID_KEY)
    if not identity:
        return None
    # A foreign `meta` must not choose a file's name.
    return identity if _KEY.fullmatch(identity) else identity_digest(identity)


def _file_key(match: Match) -> str:
    """Return the name for a waiting match's file: its identity, or its digest without one."""
    return _key_of(match) or identity_of(match)


def _key_in(path: Path) -> str | None:
    """Return the identity of the match in a file; None without a readable one."""
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
