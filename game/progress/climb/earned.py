"""Which goals the player's climbs have earned, each by the first climb that did.

A climb counts like one in the high-score table: an own one, the first on its seed. What its row
promises is believed only after its record was replayed.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from game.progress.climb.record import ClimbStep, parse_climb
from game.progress.climb.scores import counted_runs
from game.progress.goals import Goal
from game.rules.errors import FormatError
from game.storage.runs import FinishedRun

_STAGES: Final = {Goal.CLIMB_STAGE_6: 6, Goal.CLIMB_STAGE_9: 9, Goal.CLIMB_SUMMIT: 12}
"""The stages that goals ask to pass."""

_WITHOUT_ACES: Final = 3


def earning_runs(runs: Iterable[FinishedRun]) -> Iterator[tuple[FinishedRun, tuple[Goal, ...]]]:
    """Yield each own climb that counts, in the order ended, with the goals it was first to earn."""
    earned: set[Goal] = set()
    for run in counted_runs(run for run in runs if not run.name):
        least = min(_WITHOUT_ACES, *_STAGES.values())
        goals = () if run.stage < least else tuple(g for g in _goals_of(run) if g not in earned)
        earned.update(goals)
        yield run, goals


def _goals_of(run: FinishedRun) -> Iterator[Goal]:
    try:
        steps = list(parse_climb(run.record).steps())
    except FormatError:
        return
    highest = _highest(steps)
    yield from (goal for goal, stage in _STAGES.items() if highest >= stage)
    if _highest([step for step in steps if not step.before.slots]) >= _WITHOUT_ACES:
        yield Goal.CLIMB_NO_ACES


def _highest(steps: Iterable[ClimbStep]) -> int:
    return max((step.end.stage for step in steps if step.end.is_passed), default=0)


def progress_of_runs(runs: Iterable[FinishedRun]) -> dict[Goal, tuple[float, int]]:
    """Return how far the stages to pass are: the highest one so far, and the one asked for."""
    counted = counted_runs(run for run in runs if not run.name)
    highest = max((run.stage for run in counted), default=0)
    return {goal: (min(highest, stage), stage) for goal, stage in _STAGES.items()}
