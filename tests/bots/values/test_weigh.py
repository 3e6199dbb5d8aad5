"""Estimates by the two networks, and the bonuses of later calls."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import fmean

import numpy as np
import pytest

from game.bots.judge import judge_placements, judge_task
from game.bots.players.registry import make_bot
from game.bots.players.simple import closing_choices
from game.bots.values.boards import boards_from
from game.bots.values.features import Bags
from game.bots.values.final import RAY_HOPES, final_totals
from game.bots.values.network import network
from game.bots.values.standard_values import can_judge, standard_network
from game.bots.values.task import BonusView, Task, task_of, task_with
from game.bots.values.weigh import (
    best_answers,
    bonuses_of,
    can_play_out,
    look_ahead,
    start_value,
    value_of,
    weigh,
)
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Miss, Place
from game.rules.placement import Placement, Position, empty_position, legal_spaces, put_unchecked
from game.rules.ruleset import CallRule, RayRule, Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import Tile


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


def near_the_end(text: str, left: int) -> Match:
    """Return a match of one seat, of whose calls the last `left` are unanswered, one called.

    Its first call of the mail is missed, so that lines have late tiles.
    """
    rules, bot = Ruleset.parse(text), make_bot("greedy")
    calls = deal_calls(rules, "end 2")
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound())
    for number, call in enumerate(calls[: 1 - left] if left > 1 else calls):
        while match.round.seats[0].hand:
            chosen = bot.choose(match, 0, Random(0))
            match, _ = apply(match, Place(0, chosen.tile, chosen.space))
        match, _ = apply(match, Call(call))
        if number == 0 and rules.call is CallRule.MAIL:
            match, _ = apply(match, Miss(0, ()))
    return match


def expected(match: Match) -> float:
    """Return the expected total with the best placements, by trying everything by the rules."""
    rules, legal = match.rules, legal_placements(match, 0)
    if legal:
        return max(expected(apply(match, Place(0, p.tile, p.space))[0]) for p in legal)
    if not match.round.seats[0].has_played(rules):
        return fmean(expected(apply(match, Call((tile,)))[0]) for tile in match.bag)
    choices = closing_choices(match, 0) if rules.has_aside else [()]
    boards = [after(match.round.seats[0].position, choice) for choice in choices]
    return max(score_position(rules, board).total for board in boards)


def after(position: Position, placements: tuple[Placement, ...]) -> Position:
    for p in placements:
        position = put_unchecked(position, p.tile, p.space)
    return position


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("classic free pairs none", 2),
        ("classic adjacent pairs rays", 2),
        ("daffodil-2 free pairs none", 2),
        ("daffodil-3 adjacent-symbol pairs rays", 2),
        ("classic free mail none", 1),
        ("daffodil-4 free single rays", 2),
    ],
)
def test_at_the_end_each_placement_has_its_exact_expectation(text: str, left: int) -> None:
    """M3, P6, S4: of the whole hand, with closing moves, and over the tiles that can be called."""
    match = near_the_end(text, left)
    task = task_of(match, 0)
    weighed = weigh(task)
    found = {plan.placements[0]: plan.value for plan in weighed.plans}
    wanted = {
        p: expected(apply(match, Place(0, p.tile, p.space))[0]) for p in legal_placements(match, 0)
    }
    assert found == pytest.approx(wanted, abs=1e-3)
    values = [plan.value for plan in weighed.plans]
    assert values == sorted(values, reverse=True)
    for plan in weighed.plans:
        ended = match
        for p in plan.placements:
            ended, _ = apply(ended, Place(0, p.tile, p.space))
        assert not ended.round.seats[0].hand
        row = weighed.boards.take(np.array([plan.row]))
        board = boards_from(match.rules, [ended.round.seats[0].position])
        for one, other in zip(row.arrays, board.arrays, strict=True):
            assert np.array_equal(one, other)


def test_a_placement_is_worth_what_a_network_gives_its_board() -> None:
    """S5: with the task's weights of best rays, and blind if the player is."""
    rules = Ruleset.parse("classic free single best-ray")
    match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
    match, _ = apply(match, Call(deal_calls(rules, "worth")[0]))
    worth = np.random.default_rng(1).random((4, len(RAY_HOPES)), np.float32)
    own = replace(task_of(match, 0), ray_worth=worth)
    standard = replace(own, rules=Ruleset(), ray_worth=None, is_standard=True)
    for task, judge in (
        (own, network()),
        (replace(own, is_blind=True), network()),
        (standard, standard_network()),
        (replace(standard, is_standard=False), network()),
    ):
        weighed = weigh(task)
        rows = np.zeros(len(weighed.boards), np.intp)
        values = judge.values(
            task.rules, weighed.boards, rows, Bags.of(task.bag[None]), 18,
            task.ray_worth, task.is_blind,
        )  # fmt: skip
        assert [plan.value for plan in weighed.plans] == values[
            [plan.row for plan in weighed.plans]
        ].tolist()
        ahead = look_ahead(replace(task, to_come=18), weighed.boards.take(np.array([0])))
        answers = best_answers(
            task, weighed.boards.take(np.array([0])), rows[:1], task.bag[None], 18
        )
        assert ahead == pytest.approx(answers.mean(axis=1))


def test_the_last_placement_is_worth_the_points_of_its_full_board() -> None:
    """S5: with the task's weights of best rays."""
    worth = np.random.default_rng(1).random((4, len(RAY_HOPES)), np.float32)
    rules = Ruleset.parse("classic free pairs best-ray")
    task = replace(task_of(near_the_end("classic free pairs rays", 1), 0), rules=rules)
    weighed = weigh(replace(task, ray_worth=worth))
    totals = final_totals(rules, weighed.boards, worth)
    assert totals.tolist() != final_totals(rules, weighed.boards).tolist()
    assert [plan.value for plan in weighed.plans] == [totals[plan.row] for plan in weighed.plans]


def best_total(
    rules: Ruleset, position: Position, hand: tuple[Tile, ...], late: tuple[Tile, ...]
) -> float:
    """Return the total with the best placements of a hand in the best order, by trying all."""
    if not hand:
        return score_position(rules, position).total
    return max(
        best_total(
            rules,
            put_unchecked(position, tile, space, tile in late),
            tuple(other for other in hand if other is not tile),
            late,
        )
        for tile in hand
        for space in legal_spaces(rules, position, tile)
    )


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("daffodil-2 free mail rays", ("b2", "c4", "a1")),
        ("daffodil-3 free mail rays", ("b2", "d2", "a1")),
        ("classic adjacent-symbol mail rays", ("a1", "b1", "b2", "c3")),
        ("classic adjacent mail none", ("a1", "a2", "b1", "b2", "c3")),
    ],
)
def test_a_hand_is_placed_in_the_order_that_scores_most(text: str, empty: tuple[str, ...]) -> None:
    """P2-P7, M3: where the order matters, all are tried; one of the tiles is late."""
    rules, random = Ruleset.parse(text), Random(1)
    for _ in range(4):
        by_column = sorted(rules.grid.tile_set, key=lambda t: (t.vertical or 0, random.random()))
        hand = tuple(random.sample(by_column, 3))
        left = [tile for tile in by_column if tile not in hand]
        position = empty_position(rules.grid)
        for space in rules.grid.spaces:
            if space.name not in empty:
                position = put_unchecked(position, left.pop(), space.index)
        wanted = {
            Placement(tile, space): best_total(
                rules,
                put_unchecked(position, tile, space, tile is hand[1]),
                tuple(other for other in hand if other is not tile),
                hand[1:2],
            )
            for tile in hand
            for space in legal_spaces(rules, position, tile)
        }
        indices, is_late = tuple(tile.index for tile in hand), np.array([False, True, False])
        board, bag = boards_from(rules, [position]), np.zeros(31, np.bool_)
        plans = weigh(Task(rules, board, indices, is_late, bag, 0)).plans
        found = {plan.placements[0]: plan.value for plan in plans}
        assert found == pytest.approx(wanted)


def test_endings_are_tried_while_they_are_few() -> None:
    """Tiles to come are tried on each space left, with closing moves for best rays (P6)."""
    plain, closing = Ruleset(), Ruleset.parse("daffodil-4 free single best-ray")
    for rules, boards, bag, to_come, is_tried in (
        (plain, 7, 10, 3, True), (plain, 8, 10, 3, False),  # 6 * 10 * 9 * 8 for each board
        (plain, 1, 12, 4, False),
        (closing, 188, 5, 1, True), (closing, 189, 5, 1, False),  # 34 * 5
        (replace(closing, rays=RayRule.RAYS), 189, 5, 1, True),
    ):  # fmt: skip
        assert can_play_out(rules, boards, bag, to_come) is is_tried


def test_a_bonus_is_expected_by_what_a_placement_gains_and_banked_before() -> None:
    """M6, S4: rays are gains too."""
    task = task_of(near_the_end("classic free mail rays", 1), 0)
    boards = weigh(task).boards
    points = boards.score(with_rays=True)
    assert len({*points.tolist()}) > 1
    view = BonusView(7, float(np.median(points)), (20.0,), 1, 0.5, 0.25)
    values = np.asarray(points + np.arange(len(points)), np.float32)
    bonuses = [
        7 + view.expected(float(now - view.before)) + 0.25 * (more - (len(points) - 1))
        for more, now in enumerate(points)
    ]
    assert bonuses_of(replace(task, bonus=view), boards, values) == pytest.approx(bonuses, abs=1e-3)
    assert not bonuses_of(replace(task, bonus=None), boards, values).any()


def test_a_placement_that_gains_more_has_its_bonus() -> None:
    """M6"""
    match = near_the_end("classic free mail rays", 1)
    totals = dict[Placement, float]()
    for first in legal_placements(match, 0):
        then, _ = apply(match, Place(0, first.tile, first.space))
        (second,) = legal_placements(then, 0)
        totals[first] = expected(apply(then, Place(0, second.tile, second.space))[0])
    least, most = min(totals.values()), max(totals.values())
    assert least < most
    weighed = weigh(replace(task_of(match, 0), bonus=BonusView(7, least, (), 0, 0)))
    found = {plan.placements[0]: plan.value for plan in weighed.plans}
    wanted = {p: total + 7 + 10 * (total > least) for p, total in totals.items()}
    assert found == pytest.approx(wanted, abs=1e-3)


def test_a_board_before_a_call_has_the_mean_of_the_best_answers() -> None:
    """M6: and the bonuses that it has already."""
    match = near_the_end("classic adjacent single rays", 2)
    (tile,) = match.round.seats[0].hand
    chosen = next(p for p in legal_placements(match, 0))
    match, _ = apply(match, Place(0, tile, chosen.space))
    task = task_with(match, 0, match.round.seats[0].position, (), ())
    assert task.to_come == 1
    assert value_of(task) == pytest.approx(expected(match), abs=1e-3)
    banked = replace(task, bonus=BonusView(7, 0, (), 0, 0))
    assert value_of(banked) == pytest.approx(value_of(task) + 7)


def test_the_start_has_the_mean_of_the_best_first_placements() -> None:
    """For the standard game by its own network."""
    for text in ("classic free single none", "daffodil-4 free single none"):
        rules, best = Ruleset.parse(text), list[float]()
        begun, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound())
        for tile in rules.grid.tile_set:
            match, _ = apply(begun, Call((tile,)))
            task = replace(task_of(match, 0), is_standard=can_judge(rules))
            best.append(weigh(task).plans[0].value)
        assert start_value(rules) == pytest.approx(fmean(best), abs=1e-3)
