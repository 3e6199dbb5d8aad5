"""The end of a stage, and what a tile sets off (K25)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.climb.aces import AceName
from game.climb.facts import StageFacts
from game.climb.moments import EndMoment, end_moment, laid_moments
from game.climb.score import score_stage_facts
from game.climb.state import ClimbState, end_stage
from tests.climb.boards import board, slots

Ace = AceName


def printed(points: int) -> StageFacts:
    return replace(board(), printed=points)


@pytest.mark.parametrize(
    ("stage", "ropes", "points", "moment"),
    [
        (1, 1, 70, EndMoment.JUST),
        (1, 1, 73, EndMoment.JUST),
        (1, 1, 74, EndMoment.PASSED),
        (1, 1, 209, EndMoment.PASSED),
        (1, 1, 210, EndMoment.FAR_ABOVE),
        (1, 1, 69, EndMoment.ROPE_HOLDS),
        (1, 2, 34, EndMoment.FAR_BELOW),
        (1, 1, 34, EndMoment.OVER),
        (1, 0, 69, EndMoment.OVER),
        (3, 1, 320, EndMoment.BOSS),
        (3, 1, 319, EndMoment.ROPE_HOLDS),
        (12, 1, 11_000, EndMoment.SUMMIT),
        (12, 0, 10_999, EndMoment.OVER),
    ],
)
def test_the_end_of_a_stage_is_one_case(
    stage: int, ropes: int, points: int, moment: EndMoment
) -> None:
    """K25"""
    end, after = end_stage(ClimbState("x", stage=stage, ropes=ropes), printed(points))
    assert end_moment(end, after) is moment


def test_a_tile_makes_aces_pay_and_crystals_fall() -> None:
    """K25"""
    held = slots(Ace.NINES, Ace.FULL_BLOOM, Ace.LOW_ROAD, Ace.LAST_WORD)
    seven = board(*((9, 3, n) for n in range(1, 8)), tiles=18, living=((9,), (8,)))
    nine = board(*((9, 3, n) for n in range(1, 8)), (9, 3, 19), (8, 4, 19))
    moments = laid_moments(1, score_stage_facts(held, seven), score_stage_facts(held, nine))
    assert moments.payers == (Ace.NINES, Ace.FULL_BLOOM, Ace.LAST_WORD)
    assert moments.crystals == (7, 8, 9)
