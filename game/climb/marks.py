"""Marks on the points of an open stage: the target, the next crystal, the ghosts (K24)."""

from dataclasses import dataclass
from fractions import Fraction

from game.climb.score import ClimbScore
from game.climb.stage_rules import crystal_mark, crystals_for, target_at


@dataclass(frozen=True, slots=True)
class ScoreMarks:
    """Marks in points: the target with the present multiplier and gold, and the next crystal.

    Also the target with all open gold, None without any.
    """

    target: Fraction
    target_with_open: Fraction | None
    crystal: Fraction
    crystal_number: int


def marks_at_score(stage: int, score: ClimbScore) -> ScoreMarks:
    """Return the marks of a stage at a score; they sink as the multiplier grows."""
    factor = score.multiplier * score.gold
    target = target_at(stage) / factor
    has_open = score.open_gold > 1
    number = crystals_for(stage, score.total) + 1
    return ScoreMarks(
        target,
        target / score.open_gold if has_open else None,
        crystal_mark(stage, number) / factor,
        number,
    )


def ghost_mark(ghost_total: int, total_before: int, score: ClimbScore) -> Fraction | None:
    """Return the points that pass a ghost with this total after the stage; None if it is passed."""
    ahead = ghost_total - total_before
    return None if ahead < 0 else ahead / (score.multiplier * score.gold)
