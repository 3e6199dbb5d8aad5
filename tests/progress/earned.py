"""The goals of a whole sequence of matches, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.progress.goals import Goal, PastMatch, earning


class Earned(NamedTuple):
    """A goal and the place of the match that earned it in the sequence given."""

    goal: Goal
    place: int


def earned_goals(kept: Iterable[PastMatch]) -> tuple[Earned, ...]:
    """The goals earned, the earliest first."""
    return tuple(Earned(goal, place) for place, goals in enumerate(earning(kept)) for goal in goals)
