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
    """It could not be read; it was kept aside and a fresh one begun."""

    PARTLY = "partly"
    """The history could not be read to its end; it was kept aside, and what could be read is in a
    new one."""

    EARLIER = "earlier"
    """An earlier build's folder was set aside whole."""

    GONE = "gone"
    """The history was deleted while the game was open; it was written again."""

    MATCH = "match"
    """A match that waited could not be read; it was kept aside, the others wait as they did."""

    RUN = "run"
    """The open run could not be read, or was changed; it was kept aside."""

    NEWER = "newer"
    """A newer version of the game wrote it; it was kept and is not touched."""

    READ_ONLY = "read-only"
    """Nothing can be written there; what happens now is forgotten at the end."""

    ODD_VALUE = "odd-value"
    """Some values made no sense and were replaced by their defaults."""

    RUNS = "runs"
    """Some finished runs cannot be read; `detail` is how many."""

    UNSAVED = "unsaved"
    """The match being played could not be written; the next placement tries again."""

    UNFILED = "unfiled"
    """A finished match could not be put into the history; it waits in a file of its own."""

    OTHER_WINDOW = "other-window"
    """The game is open already; this window shows a record and keeps nothing."""


class Problem(NamedTuple):
    """A problem with something stored; the screen shows it, and the game goes on.

    `path` is the file concerned or, where it was kept aside, its new place; `detail` is for
    developers, in English.
    """

    kind: ProblemKind
    path: Path
    detail: str = ""

    @property
    def values(self) -> dict[str, str]:
        """What the catalogue's sentence takes, which says what became of the file."""
        match self.kind:
            case ProblemKind.GONE:
                return {}
            case ProblemKind.EARLIER:
                return {"file": str(self.path)}
            case kind if kind in _LASTING:
                return {"file": self.path.name}
            case ProblemKind.READ_ONLY:
                return {"file": str(self.path.parent)}
            case ProblemKind.ODD_VALUE:
                return {"names": self.detail}
            case _:
                return {}

    @property
    def topic(self) -> tuple[ProblemKind, str]:
        """Problems of one topic read alike: those of one folder, or of one file kept aside."""
        is_of_folder = self.kind is ProblemKind.READ_ONLY
        return self.kind, str(self.path.parent) if is_of_folder else self.path.name


BEGUN_ANEW: Final = (ProblemKind.CORRUPT, ProblemKind.PARTLY)
"""A file was kept aside and a new one begun, which can be written."""

_LASTING: Final = (
    *BEGUN_ANEW,
    ProblemKind.EARLIER,
    ProblemKind.GONE,
    ProblemKind.MATCH,
    ProblemKind.RUN,
    ProblemKind.NEWER,
)
"""Problems that are met once: the file was kept aside, or written again."""

_MOST_BYTES: Final = 1 << 16


@dataclass(slots=True, eq=False, repr=False)
class Problems:
    """The queue of problems for the player, each topic once until it has worked again.

    What was kept aside waits in the file `path` as well, if any, until a window has told it: the
    program may end before, and nobody may read what a command says.
    """

    path: Path | None = None
    _untold: list[Problem] = field(default_factory=list)
    _known: set[tuple[ProblemKind, str]] = field(default_factory=set)

    def add(self, problem: Problem | None) -> None:
        """Queue a problem, unless its topic was told already."""
        if problem is not None and problem.topic not in self._known:
            self._known.add(problem.topic)
            self._untold.append(problem)
            if problem.kind in _LASTING:
                self._write([*self._written(), problem])

    def recall(self) -> None:
        """Queue what waits in the file from earlier."""
        for problem in self._written():
            if problem.topic not in self._known:
                self._known.add(problem.topic)
                self._untold.append(problem)

    def mend(self, kind: ProblemKind) -> None:
        """Note that a topic works again: its next problem is told."""
        self._known = {topic for topic in self._known if topic[0] is not kind}
        self._untold = [problem for problem in self._untold if problem.kind is not kind]

    @property
    def are_untold(self) -> bool:
        """Whether something is still to be told."""
        return bool(self._untold)

    @property
    def untold(self) -> Sequence[Problem]:
        """All that is still to be told."""
        return tuple(self._untold)

    def take(self) -> Problem | None:
        """Return the next thing to tell; it counts as told."""
        problem = self._untold.pop(0) if self._untold else None
        if problem is not None and problem.kind in _LASTING:
            self._write([one for one in self._written() if one.topic != problem.topic])
        return problem

    def _written(self) -> list[Problem]:
        """Return what the file holds; nothing for one that cannot be read."""
        if self.path is None:
            return []
        with contextlib.suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
            rows = json.loads(read_bounded(self.path, _MOST_BYTES) or b"[]")
            return [
                Problem(ProblemKind(kind), self.path.parent / str(name))
                for kind, name in rows
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
