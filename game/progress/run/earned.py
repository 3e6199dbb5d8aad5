"""Which goals the player's runs have earned, each by the first run that did.

A run counts like one in the high-score table: an own one, the first on its seed. What its row
promises is believed only after its record was replayed.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from game.progress.goals import Goal
from game.progress.run.record import RunRecord, parse_run
from game.progress.run.scores import counted_runs
from game.rules.errors import FormatError
from game.storage.runs import FinishedRun

_STAGES: Final = {Goal.RUN_STAGE_4: 4, Goal.RUN_STAGE_8: 8, Goal.RUN_STAGE_13: 13}
"""The stages that goals ask to reach."""

_WITHOUT_ACES: Final = 5


def earning_runs(runs: Iterable[FinishedRun]) -> Iterator[tuple[FinishedRun, tuple[Goal, ...]]]:
    """Yield each own run that counts, in the order ended, with the goals it was first to earn."""
    earned: set[Goal] = set()
    for run in counted_runs(run for run in runs if not run.name):
        least = min(_WITHOUT_ACES, *_STAGES.values())
        goals = () if run.stage < least else tuple(g for g in _goals_of(run) if g not in earned)
        earned.update(goals)
        yield run, goals


def _goals_of(run: FinishedRun) -> Iterator[Goal]:
    try:
        record = parse_run(run.record)
    except FormatError:
        return
    for goal, stage in _STAGES.items():
        if len(record.stages) >= stage:
            yield goal
    if _reaches_without_aces(record):
        yield Goal.RUN_NO_ACES


def _reaches_without_aces(record: RunRecord) -> bool:
    before = record.stages[: _WITHOUT_ACES - 1]
    return len(record.stages) >= _WITHOUT_ACES and all(one.taken is None for one in before)


def progress_of_runs(runs: Iterable[FinishedRun]) -> dict[Goal, tuple[float, int]]:
    """Return how far the stages to reach are: the highest one so far, and the one asked for."""
    stages = (run.stage for run in counted_runs(run for run in runs if not run.name))
    highest = max(stages, default=0)
    return {goal: (min(highest, stage), stage) for goal, stage in _STAGES.items()}
