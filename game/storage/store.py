"""Everything of one player that outlives a run, opened at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from game.storage.autosave import Autosave, WaitingMatch, open_autosave
from game.storage.backup import sweep_backup
from game.storage.database import with_identity as with_identity
from game.storage.open_runs import OpenRuns, StoredRun
from game.storage.places import APPLICATION, Places
from game.storage.problems import Problem, ProblemKind, Problems
from game.storage.profile import Profile
from game.storage.settings import Settings, SettingsStore

if TYPE_CHECKING:
    from game.rules.match import Match


def _tell_time() -> datetime:
    return datetime.now().astimezone()


@dataclass(slots=True, eq=False, repr=False)
class Storage:
    """Everything of one player; `problems` is what the player is still to be told, `clock` tells
    the time, with its zone: the player's.
    """

    settings: SettingsStore
    autosave: Autosave
    profile: Profile
    open_runs: OpenRuns = field(default_factory=lambda: OpenRuns(None))
    problems: Problems = field(default_factory=Problems)
    clock: Callable[[], datetime] = _tell_time
    zone: tzinfo | None = None
    """The player's zone, None for the system's, which knows the offset of every moment. The offset
    that `clock` tells is that of its own moment alone: clocks change, and people travel."""

    def __post_init__(self) -> None:
        """Listen to the history."""
        self.profile.report = self.problems.add

    def moment_of(self, local: datetime) -> datetime:
        """Return the moment when clocks where the player is show a time without a zone: the first
        where they do so twice, the change where they never do.
        """
        if self.zone is not None:
            return local.replace(tzinfo=self.zone)
        moment = local.astimezone()
        if moment.replace(tzinfo=None) != local:
            moment = local.replace(fold=1).astimezone()
        return moment

    @property
    def folder(self) -> Path:
        """Everything is in this folder; one in memory has a name only."""
        path = self.profile.path
        return path.parent if path.name else Path(APPLICATION)

    @property
    def today(self) -> date:
        """The date where the player is."""
        return self.clock().date()

    @classmethod
    def in_memory(cls, settings: Settings | None = None) -> Storage:
        """A store that is forgotten at the end, for pictures and tests."""
        return cls(SettingsStore(None, settings), Autosave(None), Profile(None))

    def close(self) -> None:
        """Try a last time to keep what could not be kept yet, and close the history; safe to
        repeat.
        """
        self.settings.save_again()
        self.autosave.save_again()
        self.open_runs.save_again()
        self.file_waiting()
        self.profile.close()

    def save_match(self, match: Match) -> None:
        """Write the match being played, and that its deal was seen; where the match cannot be
        written the player is told, once.
        """
        problem = self.autosave.save(match)
        self.profile.look()
        self.profile.note_dealt(match)
        self.problems.add(problem)
        if problem is None:
            self.problems.mend(ProblemKind.UNSAVED)

    def save_run(self, day: str, text: str, *, is_flushed: bool = True) -> None:
        """Write an open run; where that fails the player is told, once."""
        problem = self.open_runs.save(day, text, is_flushed=is_flushed)
        self.profile.look()
        self.problems.add(problem)
        if problem is None:
            self.problems.mend(ProblemKind.UNSAVED)

    def quarantine_run(self, stored: StoredRun, reason: str) -> None:
        """Set an open run aside that cannot be gone on with, and tell so."""
        self.problems.add(Problem(ProblemKind.RUN, self.open_runs.set_aside(stored), reason))

    def file_match(self, match: Match) -> None:
        """Move the finished match that was last saved into the history.

        Safe to repeat: a match is there once. Where the history cannot be written, the match
        waits in a file of its own, `file_waiting` tries again, and the player is told.
        """
        if self._is_filed(match):
            self.autosave.clear()
        else:
            self.autosave.defer(match)

    def waiting(self) -> tuple[WaitingMatch, ...]:
        """Return every match that waits to be gone on with, the one saved last first.

        The player is told of those that could not be read, one at a time: a program that is killed
        while one is told tells of the others when it is opened again.
        """
        waiting = self.autosave.waiting(quarantines=not self.problems.are_untold)
        for problem in self.autosave.problems:
            self.problems.add(problem)
        return waiting

    def file_waiting(self) -> None:
        """Try again with finished matches that the history could not take before."""
        for path, saved in self.autosave.unfiled(quarantines=not self.problems.are_untold):
            self.problems.add(saved.problem)
            if saved.match is not None and saved.match.is_complete:
                if self._is_filed(saved.match):
                    self.autosave.forget(path, saved.match)
                elif path is None:
                    self.autosave.defer(saved.match, is_current=False)

    def _is_filed(self, match: Match) -> bool:
        if self.profile.add_match(match, self.clock()) is not None:
            self.problems.mend(ProblemKind.UNFILED)
            return True
        if self.profile.problem is not None:
            self.problems.add(self.profile.problem._replace(kind=ProblemKind.UNFILED))
        return False


def open_storage(places: Places, settings: SettingsStore | None = None) -> Storage:
    """Open what lies at `places`. Never fails: where nothing can be kept, memory must do.

    `settings` is given where they are open already. They are read with
    `storage.settings.load()`, whose problems are not among these.
    """
    sweep_backup(places.profile)
    profile = Profile(places.profile)
    autosave = open_autosave(places.autosave)
    untold = Problems(places.untold)
    runs = OpenRuns(places.autosave.parent)
    runs.sweep()
    storage = Storage(settings or SettingsStore(places.settings), autosave, profile, runs, untold)
    storage.problems.add(profile.problem)
    return storage
