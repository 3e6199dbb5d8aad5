"""The goals earned by the player's climbs, each with the first climb that met it.

Only climbs that count in the high-score table are used: the player's first on each seed. A climb's
row is trusted only after its record was replayed.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from game.climb.record import ClimbStep, parse_climb
from game.climb.scores import counted_climbs
from game.progress.goals import Goal
from game.rules.errors import FormatError
from game.storage.climbs import FinishedClimb

_STAGES: Final = {Goal.CLIMB_STAGE_6: 6, Goal.CLIMB_STAGE_9: 9, Goal.CLIMB_SUMMIT: 12}
"""The stages to pass for goals."""

_WITHOUT_ACES: Final = 3


def earning_climbs(
    climbs: Iterable[FinishedClimb],
) -> Iterator[tuple[FinishedClimb, tuple[Goal, ...]]]:
    """Yield each own climb that counts, by date, with the goals it was first to earn."""
    earned: set[Goal] = set()
    for climb in counted_climbs(climb for climb in climbs if not climb.name):
        least = min(_WITHOUT_ACES, *_STAGES.values())
        goals = () if climb.stage < least else tuple(g for g in _goals_of(climb) if g not in earned)
        earned.update(goals)
        yield climb, goals


def _goals_of(climb: FinishedClimb) -> Iterator[Goal]:
    try:
        steps = list(parse_climb(climb.record).steps())
    except FormatError:
        return
    highest = _highest(steps)
    yield from (goal for goal, stage in _STAGES.items() if highest >= stage)
    if _highest([step for step in steps if not step.before.slots]) >= _WITHOUT_ACES:
        yield Goal.CLIMB_NO_ACES


def _highest(steps: Iterable[ClimbStep]) -> int:
    return max((step.end.stage for step in steps if step.end.is_passed), default=0)


def progress_of_climbs(climbs: Iterable[FinishedClimb]) -> dict[Goal, tuple[float, int]]:
    """Return the progress of the goals about stages: the highest stage so far, and the required
    one.
    """
    counted = counted_climbs(climb for climb in climbs if not climb.name)
    highest = max((climb.stage for climb in counted), default=0)
    return {goal: (min(highest, stage), stage) for goal, stage in _STAGES.items()}
