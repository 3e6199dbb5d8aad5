"""Finds the earned goals, the match of each, and the progress of the others; no pygame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from game.climb.earned import earning_climbs, progress_of_climbs
from game.progress.goals import Goal, PastMatch, earning, progress_of
from game.progress.match_goals import read_past_matches
from game.storage.climbs import FinishedClimb
from game.ui.frame.context import Context

if TYPE_CHECKING:
    from game.storage.history import PlayedMatch


@dataclass(frozen=True, slots=True)
class GoalState:
    """The state of a goal: `played` earned it; `done` of `wanted` is its progress, where
    counted.
    """

    goal: Goal
    played: PlayedMatch | FinishedClimb | None = None
    done: float = 0
    wanted: int = 0


class GoalsControl:
    """Reads the records in small steps, so that a long history does not block a frame."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._history = context.store.profile.last_matches()[::-1]
        self._climbs = context.store.profile.climbs.finished()
        self._earned: dict[Goal, PlayedMatch | FinishedClimb] = {}
        self._progress: Mapping[Goal, tuple[float, int]] = {}
        self._past: list[PastMatch] = []
        self._steps = self._read()
        self.read = 0
        self.is_done = False

    def _read(self) -> Iterator[None]:
        entries: list[PlayedMatch] = []

        def gather() -> Iterator[PastMatch]:
            store = self._context.store
            for played, match in read_past_matches(store.profile, self._history, store.today):
                entries.append(played)
                self._past.append(match)
                yield match

        for goals in earning(gather()):
            self.read += 1
            self._earned |= dict.fromkeys(goals, entries[-1])
            yield
        for climb, goals in earning_climbs(self._climbs):
            self._earned |= dict.fromkeys(goals, climb)
            yield
        self._progress = {**progress_of(self._past), **progress_of_climbs(self._climbs)}

    @property
    def entries(self) -> tuple[int, int]:
        """The numbers of matches and climbs that the goals are computed from."""
        return len(self._history), len(self._climbs)

    def advance(self, seconds: float) -> bool:
        """Read records for at most `seconds`; return whether any were read."""
        if self.is_done:
            return False
        end = perf_counter() + seconds
        while perf_counter() < end:
            if next(self._steps, self) is self:
                self.is_done = True
                break
        return True

    @property
    def earned(self) -> int:
        """The number of goals earned."""
        return len(self._earned)

    def states(self) -> tuple[GoalState, ...]:
        """Return the states of all goals, in order."""
        return tuple(
            GoalState(goal, self._earned.get(goal), *self._progress.get(goal, (0, 0)))
            for goal in Goal
        )
