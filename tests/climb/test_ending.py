"""What a card would have made, and what was short (K17, K26)."""

from __future__ import annotations

from dataclasses import replace
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
from game.climb.state import ClimbState, StageEnd, end_stage
from tests.climb.boards import board, slots
from tests.climb.plays import play_climb

Ace = AceName


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
