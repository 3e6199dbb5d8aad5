"""Estimates by the two networks, and the bonuses of later calls."""

from __future__ import annotations

import numpy as np
import pytest

from game.bots.judge import judge_placements, judge_task
from game.bots.values.boards import boards_from
from game.bots.values.task import task_of
from game.bots.values.weigh import bonuses_of
from game.rules.deal import deal_calls
from game.rules.match import Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Miss, Place
from game.rules.ruleset import Ruleset


def test_the_standard_network_judges_no_board_on_which_a_tile_is_late() -> None:
    """It knows no halves: the one for all rules judges such a board."""
    rules = Ruleset.parse("classic free mail none")
    calls = deal_calls(rules, "late")
    match, _ = apply(new_match(rules, (Player("A"), Player("B"))), BeginRound())
    for number, call in enumerate(calls[:3]):
        match, _ = apply(match, Call(call))
        for seat in (0, 1):
            if seat == 0 and number == 0:
                match, _ = apply(match, Miss(0, ()))
                continue
            for tile in match.round.seats[seat].hand:
                place = next(p for p in legal_placements(match, seat) if p.tile is tile)
                match, _ = apply(match, Place(seat, tile, place.space))
    match, _ = apply(match, Call(calls[3]))
    for seat, is_late in ((0, True), (1, False)):
        assert bool(match.round.seats[seat].position.late) is is_late
        general = judge_task(task_of(match, seat))
        assert (judge_placements(match, seat) == general) is is_late


def test_points_that_complete_lines_later_count_for_later_bonuses() -> None:
    """M6: of boards that gain nothing now, who has more to come is ahead by a share of it."""
    rules = Ruleset.parse("classic free mail none")
    match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
    match, _ = apply(match, Call(deal_calls(rules, "hope")[0]))
    task = task_of(match, 0)
    assert task.bonus is not None
    boards = boards_from(rules, [match.round.seats[0].position] * 3)
    values = np.array([150, 160, 140], np.float32)
    found = bonuses_of(task, boards, values)
    assert found == pytest.approx([-10 * task.bonus.hope, 0, -20 * task.bonus.hope], abs=1e-4)
    assert task.bonus.hope == 0.15
