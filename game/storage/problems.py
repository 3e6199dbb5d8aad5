"""Problems with stored files, queued so that the player sees each once."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class ProblemKind(StrEnum):
    """The kinds of problems; values are catalogue keys."""

    CORRUPT = "corrupt"
    """It could not be read; it was kept aside and a fresh one begun."""

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

    RECORDS = "records"
    """Some matches of the history cannot be read; `detail` is how many."""

    UNSAVED = "unsaved"
    """The match being played could not be written; the next placement tries again."""

    UNFILED = "unfiled"
    """A finished match could not be put into the history; it waits in a file of its own."""

    OTHER_WINDOW = "other-window"
    """The game is open twice; each window has a match of its own."""


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
            case ProblemKind.CORRUPT | ProblemKind.MATCH | ProblemKind.RUN | ProblemKind.NEWER:
                return {"file": self.path.name}
            case ProblemKind.READ_ONLY:
                return {"file": str(self.path.parent)}
            case ProblemKind.ODD_VALUE:
                return {"names": self.detail}
            case _:
                return {}

    @property
    def unread(self) -> tuple[str, dict[str, str | int]]:
        """The key of the sentence that only says what cannot be read, and what it takes."""
        place: dict[str, str | int] = {"file": str(self.path)}
        match self.kind:
            case ProblemKind.CORRUPT | ProblemKind.MATCH | ProblemKind.RUN:
                return "storage.unread.damaged", place
            case ProblemKind.NEWER:
                return "storage.unread.newer", place
            case ProblemKind.ODD_VALUE:
                return "storage.unread.odd", place | {"names": self.detail}
            case ProblemKind.RECORDS:
                return "storage.unread.records", place | {"count": int(self.detail)}
            case _:
                return "storage.unread.closed", place | {"reason": self.detail}

    @property
    def topic(self) -> tuple[ProblemKind, str]:
        """Problems of one topic read alike: those of one folder, or of one file kept aside."""
        is_of_folder = self.kind is ProblemKind.READ_ONLY
        return self.kind, str(self.path.parent) if is_of_folder else self.path.name


@dataclass(slots=True, eq=False, repr=False)
class Problems:
    """The queue of problems for the player, each topic once until it has worked again."""

    _untold: list[Problem] = field(default_factory=list)
    _known: set[tuple[ProblemKind, str]] = field(default_factory=set)

    def add(self, problem: Problem | None) -> None:
        """Queue a problem, unless its topic was told already."""
        if problem is not None and problem.topic not in self._known:
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

    def take(self) -> Problem | None:
        """Return the next thing to tell; it counts as told."""
        return self._untold.pop(0) if self._untold else None
