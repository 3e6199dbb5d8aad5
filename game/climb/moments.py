"""The moments of a stage and of its end, by their causes (K25)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from game.climb.aces import AceEffect, AceName
from game.climb.score import ClimbScore, GoldState
from game.climb.stage_rules import SUMMIT, boss_of, crystals_for
from game.climb.state import ClimbState, StageEnd

_FAR: Final = 3
_JUST: Final = Fraction(21, 20)


class EndMoment(StrEnum):
    """The moment of a stage's end; values are catalogue keys."""

    PASSED = "passed"
    FAR_ABOVE = "far-above"
    JUST = "just"
    ROPE_HOLDS = "rope-holds"
    FAR_BELOW = "far-below"
    BOSS = "boss"
    SUMMIT = "summit"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LaidMoments:
    """The effects of a placed tile: aces that pay more, in the order of their slots, and the
    numbers of the crystals reached.
    """

    payers: tuple[AceName, ...]
    crystals: tuple[int, ...]


def end_moment(end: StageEnd, after: ClimbState) -> EndMoment:
    """Return the moment of a stage's end; `after` is the state that follows it."""
    if after.is_over:
        return EndMoment.OVER
    if end.ropes_lost:
        return EndMoment.FAR_BELOW if end.ropes_lost > 1 else EndMoment.ROPE_HOLDS
    if end.stage == SUMMIT:
        return EndMoment.SUMMIT
    if boss_of(end.stage) is not None:
        return EndMoment.BOSS
    if end.score.total >= _FAR * end.target:
        return EndMoment.FAR_ABOVE
    return EndMoment.JUST if end.score.total < _JUST * end.target else EndMoment.PASSED


def laid_moments(stage: int, before: ClimbScore, after: ClimbScore) -> LaidMoments:
    """Return the effects of a tile, from the scores before and after it."""
    payers = tuple(
        new.ace
        for old, new in zip(before.parts, after.parts, strict=True)
        if new.added > old.added
        or (
            new.effect is AceEffect.GOLD
            and new.state is GoldState.SURE
            and old.state is not GoldState.SURE
        )
    )
    first, last = (crystals_for(stage, score.total) for score in (before, after))
    return LaidMoments(payers, tuple(range(first + 1, last + 1)))
