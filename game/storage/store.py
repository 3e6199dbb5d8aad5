"""Everything of one player that outlives a run, opened at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.storage.autosave import Autosave, WaitingMatch, find_key
from game.storage.backup import sweep_backup
from game.storage.database import dealt_keys, seen_rounds
from game.storage.database import with_identity as with_identity
from game.storage.migration import migrate_files
from game.storage.open_games import OpenGames, StoredGame
from game.storage.places import APPLICATION, Places
from game.storage.problems import Problem, ProblemKind, Problems
from game.storage.profile import Profile
from game.storage.settings import Settings, SettingsStore

if TYPE_CHECKING:
    from game.rules.match import Match


CLIMB_FILES: Final = "climb"
"""The beginning of the names of climbs' files."""


def _tell_time() -> datetime:
    return datetime.now().astimezone()


@dataclass(slots=True, eq=False, repr=False)
class Storage:
    """All storage of one player; `problems` are those still to be shown.

    `clock` returns the time in the player's zone.

    `settings` is the file of preferences, `autosave` the open matches, `open_climbs` the open
    climbs, `profile` the history.
    """

    settings: SettingsStore
    autosave: Autosave
    profile: Profile
    open_climbs: OpenGames = field(default_factory=lambda: OpenGames(None, CLIMB_FILES))
    problems: Problems = field(default_factory=Problems)
    clock: Callable[[], datetime] = _tell_time
    are_others_safe: Callable[[], bool] = lambda: True
    """Whether rooms that store files by themselves have written all of them."""
    zone: tzinfo | None = None
    """The player's zone, None for the system's, which knows the offset at every moment. The offset
    that `clock` returns holds only now: clocks change, and people travel."""

    _noted: tuple[str, tuple[bool, ...]] = ("", ())
    """The key of the match last saved, and its `seen_rounds` whose deals were noted."""

    def __post_init__(self) -> None:
        """Let the history report its problems."""
        self.profile.report = self.problems.add

    def moment_of(self, local: datetime) -> datetime:
        """Return the moment of a local time without a zone where the player is.

        The first one if the clocks show it twice, the clock change if they never show it.
        """
        if self.zone is not None:
            return local.replace(tzinfo=self.zone)
        moment = local.astimezone()
        if moment.replace(tzinfo=None) != local:
            moment = local.replace(fold=1).astimezone()
        return moment

    @property
    def folder(self) -> Path:
        """The folder of all files; one in memory has a name only."""
        path = self.profile.path
        return path.parent if path.name else Path(APPLICATION)

    @property
    def today(self) -> date:
        """The date in the player's zone."""
        return self.clock().date()

    @classmethod
    def in_memory(cls, settings: Settings | None = None) -> Storage:
        """Return a storage that writes no file, for pictures and tests."""
        return cls(SettingsStore(None, settings), Autosave(None), Profile(None))

    @property
    def is_safe(self) -> bool:
        """Whether everything that was shown is on the disk: unfinished games, ended ones that the
        history could not take, climbs, and turns that are not handed in.
        """
        return self.autosave.is_safe and self.open_climbs.is_safe and self.are_others_safe()

    def save_again(self) -> bool:
        """Try to write what could not be written before; return `is_safe`."""
        self.settings.save_again()
        self.autosave.save_again()
        self.open_climbs.save_again()
        self.file_waiting()
        return self.is_safe

    def close(self) -> None:
        """Try a last time to write pending changes, and close the history; safe to repeat."""
        self.save_again()
        self.profile.close()

    def save_match(self, match: Match) -> None:
        """Write the match being played, and note that its deal was seen.

        If the match cannot be written, a problem is queued, once.
        """
        problem = self.autosave.save(match)
        self.profile.rewrite_deleted()
        key, rounds = self.autosave.open_key, seen_rounds(match)
        if rounds and ((key, rounds) != self._noted or not key):
            self.note_dealt(match)
            self._noted = key, rounds
        self.problems.add(problem)
        if problem is None:
            self.problems.mend(ProblemKind.UNSAVED)

    def note_dealt(self, match: Match) -> None:
        """Note that the deal of a match was seen: a later game on it is no first attempt."""
        self.profile.note_dealt(dealt_keys(match))

    def save_climb(self, day: str, text: str, *, is_flushed: bool = True) -> bool:
        """Write an open climb; return whether that worked. If not, queue a problem, once."""
        problem = self.open_climbs.save(day, text, is_flushed=is_flushed)
        self.profile.rewrite_deleted()
        self.problems.add(problem)
        if problem is None:
            self.problems.mend(ProblemKind.UNSAVED)
        return problem is None

    def quarantine_climb(self, stored: StoredGame, reason: str) -> None:
        """Move an open climb aside that cannot be resumed, and queue a problem."""
        self.problems.add(Problem(ProblemKind.CLIMB, self.open_climbs.set_aside(stored), reason))

    def file_match(self, match: Match) -> None:
        """Move the finished match that was last saved into the history.

        Safe to repeat: the history has a match once. If the history cannot be written, the match
        waits in a file of its own, `file_waiting` retries, and a problem is queued.
        """
        if self._is_filed(match):
            self.autosave.clear()
        else:
            self._defer(match)

    def file_entered(self, match: Match) -> None:
        """Move a finished match into the history that was never open here; see `file_match`."""
        if not self._is_filed(match):
            self._defer(match)

    def _defer(self, match: Match) -> None:
        self.autosave.defer(match)
        # It says that the next placement tries again.
        self.problems.mend(ProblemKind.UNSAVED)
        self.report_unfiled()

    def report_unfiled(self) -> None:
        """Queue the problem that the history could not take an ended game."""
        if self.profile.problem is not None:
            kind = ProblemKind.UNFILED if self.is_safe else ProblemKind.ONLY_HERE
            self.problems.add(self.profile.problem._replace(kind=kind))

    def waiting(self) -> tuple[WaitingMatch, ...]:
        """Return every match that can be resumed, the last saved one first.

        Damaged ones are moved aside and shown one at a time: if the program is killed while one is
        shown, the next start shows the others.
        """
        waiting = self.autosave.waiting(quarantines=not self.problems.are_unshown)
        for problem in self.autosave.problems:
            self.problems.add(problem)
        return waiting

    def file_waiting(self) -> None:
        """Retry to file finished matches that the history could not take before."""
        for stored, saved in self.autosave.unfiled(quarantines=not self.problems.are_unshown):
            self.problems.add(saved.problem)
            match = saved.match
            if match is None or not match.is_complete:
                continue
            if self._is_filed(match):
                self.autosave.forget(stored)
            else:
                self.report_unfiled()

    def _is_filed(self, match: Match) -> bool:
        if self.profile.add_match(match, self.clock()) is None:
            return False
        self.problems.mend(ProblemKind.UNFILED)
        self.problems.mend(ProblemKind.ONLY_HERE)
        return True


def open_storage(places: Places, settings: SettingsStore | None = None) -> Storage:
    """Open the storage at `places`. Never fails: what cannot be written is stored in memory.

    `settings` is given if they are open already. They are read with `storage.settings.load()`,
    whose problems are not among these.
    """
    sweep_backup(places.profile)
    migrate_files(places, find_key)
    profile = Profile(places.profile)
    autosave = Autosave(places.autosave)
    autosave.games.sweep()
    unshown = Problems(places.unshown)
    climbs = OpenGames(places.autosave.parent, CLIMB_FILES)
    climbs.sweep()
    storage = Storage(
        settings or SettingsStore(places.settings), autosave, profile, climbs, unshown
    )
    storage.problems.add(profile.problem)
    return storage
