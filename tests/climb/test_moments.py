"""Moments, marks, what a card would have made, and what was short (K17, K24, K25, K26)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb.aces import AceName, AceSlot, needs_slot, with_card
from game.climb.ending import (
    FALLEN,
    MISSED,
    SQUARES,
    FailedGold,
    MissingLine,
    card_gain,
    climb_squares,
    shortfall_of,
)
from game.climb.facts import OtherLine, StageFacts
from game.climb.marks import ghost_mark, marks_at_score
from game.climb.moments import EndMoment, end_moment, laid_moments
from game.climb.score import score_stage_facts
from game.climb.state import ClimbState, StageEnd, end_stage
from tests.climb.boards import board, scored, slots
from tests.climb.plays import play_climb

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


def test_marks_sink_as_the_multiplier_grows() -> None:
    """K24"""
    marks = marks_at_score(1, scored(board(tiles=0, living=((1, 5, 9),))))
    assert (marks.target, marks.target_with_open) == (Fraction(70), None)
    assert (marks.crystal, marks.crystal_number) == (Fraction(70), 1)
    facts = board((9, 5, 5), (9, 5, 6), tiles=6, living=((1, 5, 9),))
    marks = marks_at_score(1, scored(facts, Ace.NINES, Ace.LAST_WORD))
    assert marks.target == Fraction(700, 24)
    assert marks.target_with_open == Fraction(350, 24)
    assert (marks.crystal, marks.crystal_number) == (Fraction(3500, 24), 5)


def test_a_ghost_is_where_one_leads_it() -> None:
    """K24"""
    score = scored(board((9, 5, 5)), Ace.NINES)
    assert ghost_mark(5000, 1600, score) == 200
    golden = scored(board((9, 3, 4), (5, 1, 5), broken=3), Ace.HIGH_LIFE)
    assert ghost_mark(5000, 1600, golden) == 170
    assert ghost_mark(1600, 1600, score) == 0
    assert ghost_mark(1500, 1600, score) is None


@pytest.mark.parametrize("number", range(3))
def test_a_card_shows_what_it_would_have_made(number: int) -> None:
    """K17: the stage is reckoned again as if the card had been held in it."""
    climb = play_climb(f"gain {number}", make_bot("greedy"), Random(number), 5)
    for step in climb.steps:
        for card in step.after.cards():
            before = step.before.slots
            replaced = before[-1].ace if needs_slot(before, card) else None
            held = with_card(before, card, replaced)
            again = replace(step.before, slots=held)
            end, _ = end_stage(again, step.end.facts)
            gain = card_gain(before, step.end, card, replaced)
            assert end.score.total == step.end.score.total + gain
            assert gain >= 0 or replaced is not None


def end_of(held: tuple[AceSlot, ...], facts: StageFacts, stage: int = 1) -> StageEnd:
    return end_stage(ClimbState("x", stage=stage, slots=held), facts)[0]


def test_the_end_names_the_gold_that_failed_and_the_line_that_was_missing() -> None:
    """K26"""
    held = slots(Ace.LAST_WORD, Ace.HIGH_LIFE)
    facts = board((9, 3, 4), (5, 1, 5), broken=3)
    end = end_of(held, facts)
    assert end.score.total == 32 * 10 * 2
    short = shortfall_of(held, end)
    assert short.short == 60
    assert short.failed == (FailedGold(Ace.LAST_WORD, 1280),)
    assert short.line == MissingLine(1, 3)
    far = shortfall_of((), end_of((), board((9, 3, 4), broken=3)))
    assert (far.short, far.failed, far.line) == (430, (), None)
    early = end_of(slots(Ace.EARLY_BIRD), board((9, 3, 19), (9, 1, 19), broken=2))
    assert shortfall_of(slots(Ace.EARLY_BIRD), early).line is None, "no tile completes it"


def test_the_missing_line_is_the_smallest_that_is_enough() -> None:
    """K26: 15 points are missing at a multiplier of 10."""
    others = ((5, (9,)), (3, (6, 8)), (4, (4, 9)), (3, (5, 7)), (2, (7,)))
    broken = tuple(OtherLine(length, numbers) for length, numbers in others)
    facts = replace(board((9, 5, 4), (5, 2, 5)), broken=broken)
    assert shortfall_of((), end_of((), facts)).short == 150
    for count, line in ((5, MissingLine(5, 3)), (3, MissingLine(4, 4)), (2, MissingLine(6, 3))):
        end = end_of((), replace(facts, broken=broken[:count]))
        assert shortfall_of((), end).line == line
    assert shortfall_of((), end_of((), replace(facts, broken=broken[4:]))).line is None


def test_squares_show_each_stage_and_no_tile() -> None:
    climb = play_climb("squares", make_bot("squirrel"), Random(4))
    assert climb.state.is_over
    text = climb_squares(climb.steps)
    plain = text.replace("[", "").replace("]", "")
    assert len(plain) == len(climb.steps)
    assert plain[-1] == FALLEN
    for step, square in zip(climb.steps[:-1], plain, strict=False):
        crystals = min(step.end.crystals, 4)
        assert square == (SQUARES[crystals - 1] if step.end.is_passed else MISSED)
    assert len({step.end.crystals for step in climb.steps[:-1]}) > 1
    assert text.count("[") == len(climb.steps) // 3
