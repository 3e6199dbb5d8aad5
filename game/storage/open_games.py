"""The unfinished games of one kind, each in a file of its own, written at every act.

A game's text is opaque here: its room writes and reads it. It is found by a key: a climb's is its
day, `climb-2026-11-21.json`, a match's its identity, `match-0123456789abcdef.json`; without one it
is "": `climb.json`. A game that has ended and is not in the history yet is in a file such as
`climb.ended-1.json`, from which it is filed at the next start.
"""

from __future__ import annotations

import contextlib
import errno
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
_KEY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9a-f]{16,}"


class StoredGame(NamedTuple):
    """An unfinished game as it was last saved; `path` is its file, None for one in memory.

    Bytes that are no UTF-8 are escaped in `text` (surrogateescape), so that no reader takes them.
    """

    key: str
    text: str
    saved_at: datetime
    path: Path | None = None


class OpenGames:
    """The unfinished games in the files of `folder` whose names begin with `name`.

    They are in memory where no file can be written, or without a folder.
    """

    def __init__(self, folder: Path | None, name: str) -> None:
        self._folder, self._name = folder, name
        self._named = re.compile(f"{re.escape(name)}(?:-({_KEY}))?")
        self._remembered: dict[str, StoredGame] = {}
        """Games that could not be written."""
        self._written: dict[str, StoredGame] = {}
        """Games that this program has written."""
        self._ended: list[StoredGame] = []
        """Ended games in memory, which no file could take."""
        self.unread: dict[Path, Problem] = {}
        """Files that could not be read when they were last looked at."""

    @property
    def is_safe(self) -> bool:
        """Whether every game is on the disk, ended ones too, and none in memory alone."""
        return self._folder is None or not (self._remembered or self._ended)

    def save(self, key: str, text: str, *, is_flushed: bool = True) -> Problem | None:
        """Write a game over its last state; if that fails, store it in memory.

        Returns the problem. Without `is_flushed` a power cut may lose this change, but no earlier
        one.
        """
        stored = StoredGame(key, text, datetime.now(UTC))
        self._remembered[key] = stored
        path = self._path(key)
        if path is None:
            return None
        unread, aside = self.unread.pop(path, None), None
        try:
            if unread is not None:
                # It may hold a game.
                with contextlib.suppress(FileNotFoundError):
                    aside = quarantine(path)
            write_atomically(path, text, is_flushed=is_flushed)
        except OSError as error:
            if unread is not None and aside is not None:
                # No start would list it under that name.
                with contextlib.suppress(OSError):
                    replace(aside, path)
                    self.unread[path] = unread
            return Problem(ProblemKind.UNSAVED, path, str(error))
        self._written[key] = self._remembered.pop(key)
        return None

    def save_again(self) -> None:
        """Write the games that could not be written before, or whose file was deleted, if
        possible.
        """
        for stored in (self._written | self._remembered).values():
            path = self._path(stored.key)
            is_gone = path is not None and not os.path.lexists(path)
            if is_gone or stored.key in self._remembered:
                self.save(stored.key, stored.text)
        ended, self._ended = self._ended, []
        for stored in ended:
            self._add_ended(stored)

    def all(self) -> tuple[StoredGame, ...]:
        """Return every unfinished game, the last saved one first."""
        on_disk = [game for game in self._read_files() if game.key not in self._remembered]
        games = [*on_disk, *self._remembered.values()]
        return tuple(sorted(games, key=lambda game: game.saved_at, reverse=True))

    def find(self, key: str = "") -> StoredGame | None:
        """Return the unfinished game of a key, None without one."""
        path = self._path(key)
        if key in self._remembered or path is None:
            return self._remembered.get(key)
        return self._read(path)

    def set_aside(self, stored: StoredGame, word: str = "kept") -> Path:
        """Rename the file of a game that cannot be resumed; return its new path."""
        self._remembered.pop(stored.key, None)
        self._written.pop(stored.key, None)
        path = stored.path or self._path(stored.key) or Path()
        with contextlib.suppress(OSError):
            if stored.path is not None:
                return quarantine(stored.path, word)
            if path.name:
                path = free_name(path, word)
                write_atomically(path, stored.text)
        return path

    def drop(self, key: str) -> None:
        """Delete an unfinished game: it is given up, or in the history."""
        self._remembered.pop(key, None)
        self._written.pop(key, None)
        path = self._path(key)
        if path is not None:
            with contextlib.suppress(OSError):
                remove(path)

    # games that have ended

    def end(self, key: str = "") -> None:
        """End a game, which cannot be resumed any more; it waits among `ended`."""
        held = self._remembered.pop(key, None)
        written = self._written.pop(key, None)
        path = self._path(key)
        if held is not None:
            # The file, where there is one, is older.
            self._add_ended(held)
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

    def _add_ended(self, stored: StoredGame) -> None:
        path = self._path(stored.key)
        self._ended = [game for game in self._ended if game[:2] != stored[:2]]
        try:
            if path is None:
                raise FileNotFoundError
            write_atomically(free_name(path, _ENDED), stored.text)
        except OSError:
            self._ended.append(stored)

    def ended(self) -> tuple[StoredGame, ...]:
        """Return the ended games that are not in the history yet, the earliest first."""
        games = [*self._read_files(_ENDED), *self._ended]
        return tuple(sorted(games, key=lambda game: game.saved_at))

    def forget(self, stored: StoredGame) -> None:
        """Delete one of `ended`, which is in the history."""
        self._ended = [game for game in self._ended if game != stored]
        if stored.path is not None:
            with contextlib.suppress(OSError):
                remove(stored.path)

    # files

    def sweep(self) -> None:
        """Delete temporary files of a killed program; only for the program that has the folder."""
        if self._folder is not None:
            with contextlib.suppress(OSError):
                for fresh in files_named(self._folder, f".{self._name}", ".new"):
                    remove(fresh)

    def _path(self, key: str) -> Path | None:
        name = f"{self._name}{'-' * bool(key)}{key}.json"
        return None if self._folder is None else self._folder / name

    def _read_files(self, word: str = "") -> list[StoredGame]:
        """Return the games in files, of those with a word behind their name if any."""
        if self._folder is None:
            return []
        with contextlib.suppress(OSError):
            paths = files_named(self._folder, self._name, ".json")
            # Files set aside have one word more: `climb.ended-1.kept-1.json`.
            wanted = rf"[^.]*\.{word}-[0-9]+" if word else r"[^.]*"
            games = [self._read(path) for path in paths if re.fullmatch(wanted, path.stem)]
            return [game for game in games if game is not None]
        return []

    def _read(self, path: Path) -> StoredGame | None:
        name = self._named.fullmatch(path.stem.split(".")[0])
        if name is None:
            return None
        self.unread.pop(path, None)
        try:
            raw = read_bounded(path, MAX_RECORD_BYTES)
            if raw is None:
                if path.is_symlink():
                    raise OSError(errno.ENOENT, "a link to a missing file", str(path))
                return None
            # A time before 1970, which Windows refuses, or beyond the year 9999 loses no game.
            when = datetime.fromtimestamp(min(max(0, path.stat().st_mtime), 1 << 33), UTC)
            return StoredGame(name[1] or "", raw.decode("utf-8", "surrogateescape"), when, path)
        except OSError as error:
            self.unread[path] = Problem(ProblemKind.UNREAD, path, str(error))
        return None
