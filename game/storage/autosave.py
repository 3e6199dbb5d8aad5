"""The match being played, written at every placement so that nothing can lose it.

The file is the match's record itself (RECORD format), so that `take-it-easy score` reads it.
What a session needs beyond the rules to go on stands in the record's `meta`.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path

from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.record import MAX_RECORD_BYTES, parse_record, print_record
from game.storage.files import Problem, ProblemKind, read_bounded, set_aside, write_atomically

__all__ = ["Autosave", "Saved"]


@dataclass(frozen=True, slots=True)
class Saved:
    """What `Autosave.load` found: a match, a problem, both absent where there was no file."""

    match: Match | None = None
    problem: Problem | None = None


class Autosave:
    """One file for one unfinished match; where it cannot write, it remembers for this run.

    Without a path it only remembers.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._remembered: Match | None = None

    def save(self, match: Match) -> Problem | None:
        """Write the match; returns once it is on the disk. The problem where that failed."""
        if self.path is None:
            self._remembered = match
            return None
        try:
            write_atomically(self.path, print_record(match) + "\n")
        except OSError as error:
            self._remembered = match
            return Problem(ProblemKind.READ_ONLY, self.path, str(error))
        self._remembered = None
        return None

    def load(self) -> Saved:
        """The match to go on with. A file that is no record is kept aside, never deleted."""
        if self.path is None or self._remembered is not None:
            return Saved(self._remembered)
        try:
            raw = read_bounded(self.path, MAX_RECORD_BYTES)
        except OSError as error:
            return Saved(problem=Problem(ProblemKind.READ_ONLY, self.path, str(error)))
        if raw is None:
            return Saved()
        try:
            return Saved(parse_record(raw))
        except FormatError as error:
            is_newer = _is_newer(raw)
            kept = self.path
            with contextlib.suppress(OSError):
                kept = set_aside(self.path, "newer" if is_newer else "kept")
            kind = ProblemKind.NEWER if is_newer else ProblemKind.CORRUPT
            return Saved(problem=Problem(kind, kept, str(error)))

    def clear(self) -> None:
        """Forget the match: it is finished, or given up."""
        self._remembered = None
        if self.path is None:
            return
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


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
