"""Problems with stored files, queued so that the player sees each once."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from game.storage.files import read_bounded, remove, write_atomically


class ProblemKind(StrEnum):
    """The kinds of problems; values are catalogue keys."""

    CORRUPT = "corrupt"
    """The file could not be read; it was moved aside and a new one begun."""

    PARTLY = "partly"
    """The history could not be read completely; it was moved aside, and the readable part is in a
    new one."""

    MISSING = "missing"
    """The history was deleted while the game was closed; it begins as its backup."""

    GONE = "gone"
    """The history was deleted while the game was open; it was written again."""

    MATCH = "match"
    """A waiting match could not be read; it was moved aside, the others are not affected."""

    CLIMB = "climb"
    """The open climb could not be read, or was changed by hand; it was moved aside."""

    UNREAD = "unread"
    """The file of an unfinished game cannot be opened, or is no file; it is not touched."""

    NEWER = "newer"
    """A newer version of the game wrote the file; it is not touched."""

    READ_ONLY = "read-only"
    """The folder cannot be written; changes are lost when the program ends."""

    ODD_VALUE = "odd-value"
    """Some values were invalid and were replaced by their defaults."""

    CLIMBS = "climbs"
    """Some finished climbs cannot be read; `detail` is their number."""

    UNSAVED = "unsaved"
    """The match being played could not be written; the next placement tries again."""

    UNFILED = "unfiled"
    """A finished match could not be put into the history; it waits in a file of its own."""

    ONLY_HERE = "only-here"
    """Neither the history nor a file took a game that ended; it is in memory."""

    OTHER_WINDOW = "other-window"
    """The game is open already; this window shows a record and stores nothing."""


class Problem(NamedTuple):
    """A problem with a stored file; the screen shows it, and the game continues.

    `path` is the file concerned or, if it was moved aside, its new place; `detail` is for
    developers, in English.
    """

    kind: ProblemKind
    path: Path
    detail: str = ""

    @property
    def values(self) -> dict[str, str]:
        """The values for the catalogue's sentence about the problem."""
        match self.kind:
            case ProblemKind.GONE | ProblemKind.MISSING:
                return {}
            case kind if kind in _LASTING or kind is ProblemKind.UNREAD:
                return {"file": self.path.name}
            case ProblemKind.READ_ONLY:
                return {"file": str(self.path.parent)}
            case ProblemKind.ODD_VALUE:
                return {"names": self.detail}
            case _:
                return {}

    @property
    def key(self) -> tuple[ProblemKind, str]:
        """The key of problems that read alike: those of one folder, or of one file moved aside."""
        is_of_folder = self.kind is ProblemKind.READ_ONLY
        return self.kind, str(self.path.parent) if is_of_folder else self.path.name


BEGUN_ANEW: Final = (ProblemKind.CORRUPT, ProblemKind.PARTLY, ProblemKind.MISSING)
"""The kinds after which a new file was begun, which can be written."""

_LASTING: Final = (
    *BEGUN_ANEW,
    ProblemKind.GONE,
    ProblemKind.MATCH,
    ProblemKind.CLIMB,
    ProblemKind.NEWER,
)
"""The kinds that occur once, as the file was moved aside, or written again."""

_FORMER: Final = {"run": ProblemKind.CLIMB.value}
"""Kinds as the version before wrote them."""

_MOST_BYTES: Final = 1 << 16


@dataclass(slots=True, eq=False, repr=False)
class Problems:
    """The queue of problems for the player, each key once until it has worked again.

    Those of a file moved aside are also stored in the file `path`, if any, until a window has shown
    them: the program may end before, and a command's output may not be read.
    """

    path: Path | None = None
    _unshown: list[Problem] = field(default_factory=list)
    _known: set[tuple[ProblemKind, str]] = field(default_factory=set)

    def add(self, problem: Problem | None) -> None:
        """Queue a problem, unless its key was queued before."""
        if problem is not None and problem.key not in self._known:
            self._known.add(problem.key)
            self._unshown.append(problem)
            if problem.kind in _LASTING:
                self._write([*self._written(), problem])

    def recall(self) -> None:
        """Queue the problems that the file has from earlier starts."""
        for problem in self._written():
            if problem.key not in self._known:
                self._known.add(problem.key)
                self._unshown.append(problem)

    def mend(self, kind: ProblemKind) -> None:
        """Note that a key works again: its next problem is queued."""
        self._known = {key for key in self._known if key[0] is not kind}
        self._unshown = [problem for problem in self._unshown if problem.kind is not kind]

    @property
    def are_unshown(self) -> bool:
        """Whether a problem is still to be shown."""
        return bool(self._unshown)

    @property
    def unshown(self) -> Sequence[Problem]:
        """The problems that are still to be shown, in order."""
        return tuple(self._unshown)

    def take(self) -> Problem | None:
        """Remove and return the next problem to show."""
        problem = self._unshown.pop(0) if self._unshown else None
        if problem is not None and problem.kind in _LASTING:
            self._write([one for one in self._written() if one.key != problem.key])
        return problem

    def _written(self) -> list[Problem]:
        """Return the problems in the file; empty if it cannot be read."""
        if self.path is None:
            return []
        with contextlib.suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
            rows = json.loads(read_bounded(self.path, _MOST_BYTES) or b"[]")
            return [
                Problem(ProblemKind(kind), self.path.parent / str(name))
                for kind, name in ((_FORMER.get(kind, kind), name) for kind, name in rows)
                if kind in _LASTING
            ]
        return []

    def _write(self, problems: list[Problem]) -> None:
        if self.path is None:
            return
        with contextlib.suppress(OSError):
            if problems:
                rows = [(problem.kind, self._place_of(problem)) for problem in problems]
                write_atomically(self.path, json.dumps(rows) + "\n")
            else:
                remove(self.path)

    def _place_of(self, problem: Problem) -> str:
        """Return the name of a file beside the list, the path of any other."""
        is_beside = self.path is not None and problem.path.parent == self.path.parent
        return problem.path.name if is_beside else str(problem.path)
