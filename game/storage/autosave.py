"""The unfinished matches: an `OpenGames` whose texts are records, and the one that is open here.

A text is the match's record itself, so that `take-it-easy score` reads the file. Other data that a
table needs to resume is stored in the record's `meta`.
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from game.rules.errors import FormatError
from game.rules.meta import ID_KEY, read_meta
from game.storage.database import identity_digest, identity_of, with_identity
from game.storage.open_games import OpenGames, StoredGame
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from game.rules.match import Match

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
    """The unfinished matches in files beside `path`, `autosave-IDENTITY.json`; in memory without.

    One of them is open here: at the start the last saved one.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.games = OpenGames(None, "") if path is None else OpenGames(path.parent, path.stem)
        self._open_key: str | None = None
        """The key of the match that is open here; None before `_has_looked`, or for none."""
        self._has_looked = False
        self.problems: list[Problem] = []
        """Problems with the files that `waiting` read last."""

    @property
    def is_safe(self) -> bool:
        """Whether every match is on the disk, and none in memory alone."""
        return self.games.is_safe

    @property
    def open_key(self) -> str:
        """The key of the match that is open here; "" for none, or one without an identity."""
        return self._open_key or ""

    def save(self, match: Match) -> Problem | None:
        """Write the match to the disk, synced; return the problem if that failed."""
        self._turn_to(_key_of(match))
        return self.games.save(_key_of(match), _text_of(match))

    def save_again(self) -> None:
        """Write what could not be written before, or whose file was deleted, if possible."""
        self.games.save_again()

    def load(self) -> Saved:
        """Return the match that is open here. An invalid file is moved aside, never deleted."""
        stored = self._find_open()
        if stored is not None:
            return self._read(stored)
        return Saved(problem=next(iter(self.games.unread.values()), None))

    def waiting(self, *, quarantines: bool = True) -> tuple[WaitingMatch, ...]:
        """Return every match that can be resumed, the last saved one first.

        A damaged file costs only its own match. Where `quarantines`, one damaged file is moved
        aside and its problem added to `problems`; the others stay until the player has been shown
        that one.
        """
        self.problems.clear()
        listed: dict[str, WaitingMatch] = {}
        for stored in self.games.all():
            match, problem = self._read(stored, is_ours=quarantines and not self.problems)
            if problem is not None:
                self.problems.append(problem)
            if match is not None:
                key = _file_key(match)
                listed.setdefault(key, WaitingMatch(key, match, stored.saved_at.timestamp()))
        self.problems += self.games.unread.values()
        return tuple(listed.values())

    def open(self, match: Match) -> Match:
        """Open a waiting match here, as it was last saved, and with an identity."""
        stored = next(self._stored(_file_key(match)), None)
        opened = (None if stored is None else self._read(stored).match) or match
        if not _key_of(opened) and not opened.is_complete:
            opened = dataclasses.replace(opened, meta=with_identity(opened.meta))
        # A finished match without an identity may be in the history already.
        key = _key_of(opened)
        if stored is not None and stored.key != key and self.save(opened) is None:
            self.games.drop(stored.key)
        self._turn_to(key)
        return opened

    def park(self) -> None:
        """Leave the match that is open here among the waiting ones."""
        self._turn_to(None)

    def end(self, key: str) -> None:
        """Delete a waiting match, or the open one."""
        for stored in self._stored(key):
            self.games.drop(stored.key)

    def clear(self) -> None:
        """Delete the open match: it is finished, or given up."""
        stored = self._find_open()
        if stored is not None:
            self.games.drop(stored.key)
        self._turn_to(None)

    def _stored(self, key: str) -> Iterator[StoredGame]:
        """Yield what is stored of a match, be it under another name, the last saved one first."""
        return (one for one in self.games.all() if key in (one.key, find_key(one.text)))

    def _find_open(self) -> StoredGame | None:
        if not self._has_looked:
            newest = next(iter(self.games.all()), None)
            self._turn_to(None if newest is None else newest.key)
        return None if self._open_key is None else self.games.find(self._open_key)

    def _turn_to(self, key: str | None) -> None:
        self._open_key, self._has_looked = key, True

    # finished matches that the history could not take

    def defer(self, match: Match) -> None:
        """Store a finished match that the history could not take, in a file or in memory."""
        key, text = _key_of(match), _text_of(match)
        stored = self.games.find(key)
        if stored is None or stored.text != text:
            self.games.save(key, text)
        self.games.end(key)
        if key == self._open_key:
            self._turn_to(None)

    def unfiled(self, *, quarantines: bool = True) -> list[tuple[StoredGame, Saved]]:
        """Return the finished matches that the history could not take, now or in earlier runs.

        `forget` those that are filed. Where `quarantines`, one damaged file is moved aside.
        """
        unfiled = []
        for stored in self.games.ended():
            saved = self._read(stored, is_ours=quarantines)
            quarantines = quarantines and saved.problem is None
            unfiled.append((stored, saved))
        return unfiled

    def forget(self, stored: StoredGame) -> None:
        """Drop one of `unfiled`."""
        self.games.forget(stored)

    def _read(self, stored: StoredGame, *, is_ours: bool = True) -> Saved:
        from game.rules.names import show_names
        from game.rules.record import parse_record

        try:
            return Saved(show_names(parse_record(stored.text)))
        except FormatError as error:
            if not is_ours:
                return Saved()
            is_newer = _is_newer(stored.text)
            place = self.games.set_aside(stored, "newer" if is_newer else "kept")
            kind = ProblemKind.NEWER if is_newer else ProblemKind.MATCH
            return Saved(problem=Problem(kind, place, str(error)))


def _text_of(match: Match) -> str:
    from game.rules.record import print_record

    return print_record(match) + "\n"


def _key_of(match: Match) -> str:
    """Return a match's key from its own identity; "" without one."""
    identity = read_meta(match.meta).text(ID_KEY)
    # A foreign `meta` must not choose a file's name.
    return identity if not identity or _KEY.fullmatch(identity) else identity_digest(identity)


def _file_key(match: Match) -> str:
    """Return the key by which a waiting match is listed: its identity, or its digest without
    one.
    """
    return _key_of(match) or identity_of(match)


def find_key(text: str) -> str:
    """Return the key of the match in a text; "" without a readable one."""
    from game.rules.record import parse_record

    try:
        return _file_key(parse_record(text))
    except FormatError:
        return ""


def _is_newer(text: str) -> bool:
    """Whether a text is a record of a later version than this game reads."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(tree, dict) or tree.get("format") != "take-it-easy":
        return False
    from game.rules.record import version_of

    version, players = tree.get("version"), tree.get("players")
    known = version_of(len(players) if isinstance(players, list) else 0)
    return isinstance(version, int) and not isinstance(version, bool) and version > known
