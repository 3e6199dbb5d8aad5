"""Placements judged near the end of a round, against the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from game.bots.judge import DEEPER_PLANS, PLAN_MARGIN, judge_placements, judge_position
from game.bots.players.game_master import master_placements
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.players.simple import GreedyBot, closing_choices
from game.bots.protocol import unseen_tiles
from game.bots.values.task import task_of, task_with
from game.bots.values.weigh import look_ahead, value_of, weigh
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Finish, Miss, Place
from game.rules.record import read_record, record_json
from game.rules.ruleset import RayRule, Ruleset


def _greedy_game(rules: Ruleset, seed: str, calls: int) -> Match:
    bots = [make_bot("greedy")] * (2 if rules.rays is RayRule.BEST_RAY else 1)
    return play_calls(rules, bots, deal_calls(rules, seed)[:calls], [Random(0)] * len(bots))


def _with_best_closing(match: Match) -> float:
    return max(
        score_match(apply(match, Finish(0, choice))[0]).players[0].total
        for choice in closing_choices(match, 0)
    )


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("rays", ["none", "rays"])
def test_the_last_tile_is_expected_with_its_closing_moves(rays: str, seed: str) -> None:
    rules = Ruleset.parse(f"daffodil-4 free single {rays}")
    match = _greedy_game(rules, seed, 20)
    endings = []
    for tile in unseen_tiles(match, 0):
        called, _ = apply(match, Call((tile,)))
        endings.append(
            max(
                _with_best_closing(apply(called, Place(0, p.tile, p.space))[0])
                for p in legal_placements(called, 0)
            )
        )
    assert judge_position(match, 0) == pytest.approx(sum(endings) / len(endings), abs=1e-3)
    assert max(endings) > score_match(match).players[0].total


def test_the_last_but_one_tile_is_weighed_by_what_can_still_happen() -> None:
    match = _greedy_game(Ruleset.parse("daffodil-4 free single rays"), "d", 19)
    called, _ = apply(match, Call((unseen_tiles(match, 0)[0],)))
    for deeply in (False, True):
        for worth in judge_placements(called, 0, deeply=deeply):
            p = worth.placement
            after, _ = apply(called, Place(0, p.tile, p.space))
            assert worth.value == pytest.approx(judge_position(after, 0), abs=1e-3)


@pytest.mark.parametrize(("deal", "count", "most"), [("deep 2", 13, 5), ("deep 10", 15, 3)])
def test_a_deeper_value_is_the_mean_of_the_best_answers_to_the_next_tile(
    deal: str, count: int, most: int
) -> None:
    """Five spaces are the best within six points; the others keep their distance behind them."""
    match = _greedy_game(Ruleset.parse("daffodil-1 free single none"), deal, count)
    called, _ = apply(match, Call((unseen_tiles(match, 0)[0],)))
    glance = judge_placements(called, 0)
    close = [one for one in glance[:DEEPER_PLANS] if one.value >= glance[0].value - PLAN_MARGIN]
    assert len(close) == most < len(glance)
    wanted = {}
    for one in close:
        after, _ = apply(called, Place(0, one.placement.tile, one.placement.space))
        answers = [
            judge_placements(apply(after, Call((tile,)))[0], 0)[0].value
            for tile in unseen_tiles(after, 0)
        ]
        wanted[one.placement] = sum(answers) / len(answers)
    shift, best = wanted[glance[0].placement] - glance[0].value, max(wanted.values())
    for one in glance:
        wanted.setdefault(one.placement, min(one.value + shift, best - 0.01))
    deep = judge_placements(called, 0, deeply=True)
    assert {one.placement: one.value for one in deep} == pytest.approx(wanted, abs=0.02)
    values = [one.value for one in deep]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("text", ["classic free single none", "classic free mail none"])
def test_the_standard_games_last_tiles_are_played_exactly(text: str) -> None:
    """The seat's last tile of a call is a tile of the standard game, whatever the calls' sizes."""
    rules = Ruleset.parse(text)
    calls = deal_calls(rules, "last")
    match = play_calls(rules, [make_bot("greedy")], calls[:-2], [Random(0)])
    match, _ = apply(match, Call(calls[-2]))
    while len(match.round.seats[0].hand) > 1:
        first = legal_placements(match, 0)[0]
        match, _ = apply(match, Place(0, first.tile, first.space))
    for worth in judge_placements(match, 0, deeply=True):
        after, _ = apply(match, Place(0, worth.placement.tile, worth.placement.space))
        assert worth.value == pytest.approx(judge_position(after, 0), abs=0.02)


def test_nothing_is_judged_without_a_hand_and_a_closed_board_is_its_score() -> None:
    rules = Ruleset.parse("daffodil-4 free single rays")
    match = _greedy_game(rules, "a", 20)
    assert judge_placements(match, 0) == ()
    assert judge_placements(match, 0, deeply=True) == ()
    match, _ = apply(match, Call((unseen_tiles(match, 0)[0],)))
    first = legal_placements(match, 0)[0]
    match, _ = apply(match, Place(0, first.tile, first.space))
    choices = closing_choices(match, 0)
    totals = {
        choice: score_match(apply(match, Finish(0, choice))[0]).players[0].total
        for choice in choices
    }
    assert judge_position(match, 0) == max(totals.values())
    worst = min(totals, key=lambda choice: totals[choice])
    assert judge_position(apply(match, Finish(0, worst))[0], 0) == totals[worst]


def test_the_tiles_of_a_missed_call_are_still_to_come() -> None:
    """M2: beside those of the calls to come, and the seat's own board alone counts."""
    rules = Ruleset.parse("classic free mail none bonus=call")
    calls = deal_calls(rules, "missed")
    bots, randoms = [make_bot("greedy"), make_bot("random")], [Random(0), Random(1)]
    match = play_calls(rules, bots, calls[:5], randoms)
    match, _ = apply(match, Call(calls[5]))
    match, _ = apply(match, Miss(0, ()))
    state = match.round.seats[0]
    task = task_with(match, 0, state.position, (), (), calls[5])
    assert task.to_come == 2 + sum(rules.call_sizes[6:])
    standard = replace(task, is_standard=True)
    assert judge_position(match, 0) == value_of(standard) != value_of(task)


MAIL = Ruleset.parse("classic free mail none")


def mail(calls: int, *, seats: int = 1, misses: bool = False) -> Match:
    """Return a match of the league with the last tile of a call in the first seat's hand.

    With `misses` its first call was missed, so that the board has late tiles.
    """
    match, _ = apply(new_match(MAIL, tuple(Player(f"{n}") for n in range(seats))), BeginRound())
    for number, call in enumerate(deal_calls(MAIL, "mail")[:calls]):
        match, _ = apply(match, Call(call))
        for seat in range(seats):
            if misses and number == 0:
                match, _ = apply(match, Miss(seat, ()))
            is_last = number == calls - 1 and seat == 0
            while len(match.round.seats[seat].hand) > is_last and not (misses and number == 0):
                chosen = GreedyBot().choose(match, seat, Random(0))
                match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    return match


def test_the_last_tile_of_a_call_is_judged_as_in_the_standard_game() -> None:
    """It is a tile like any other, unless lines have late tiles (M3) or calls bonuses (M6)."""
    match = mail(5)
    single, _ = apply(new_match(Ruleset(), match.players), BeginRound())
    for turn in match.round.seats[0].turns:
        for p in turn.placements:
            single, _ = apply(single, Call((p.tile,)))
            single, _ = apply(single, Place(0, p.tile, p.space))
    single, _ = apply(single, Call(match.round.seats[0].hand))
    alone = judge_placements(match, 0, deeply=True)
    assert alone == judge_placements(single, 0, deeply=True)
    beside = mail(5, seats=2)
    glance = judge_placements(beside, 0)
    assert judge_placements(beside, 0, deeply=True) == glance != alone
    late = mail(4, misses=True)
    assert late.round.seats[0].position.late
    task = task_of(late, 0)
    weighed = weigh(replace(task, is_standard=True))
    row = weighed.boards.take(np.array([weighed.plans[0].row]))
    (ahead,) = look_ahead(replace(task, is_standard=True), row).tolist()
    deep = {worth.placement: worth.value for worth in judge_placements(late, 0, deeply=True)}
    assert deep[weighed.plans[0].placements[0]] == pytest.approx(ahead, abs=0.01)


def test_a_missed_last_call_leaves_nothing_to_come() -> None:
    """M4: the game master has placed all of it."""
    match = play_calls(MAIL, [GreedyBot()], deal_calls(MAIL, "end")[:-1], [Random(0)])
    match, _ = apply(match, Call(deal_calls(MAIL, "end")[-1]))
    match, _ = apply(match, Miss(0, master_placements(match, 0)))
    assert judge_position(match, 0) == score_match(match).players[0].total


def test_a_hand_that_the_game_master_places_is_not_judged() -> None:
    """M4: a record may end in the middle of it."""
    match = play_calls(MAIL, [GreedyBot()], deal_calls(MAIL, "end")[:-1], [Random(0)])
    match, _ = apply(match, Call(deal_calls(MAIL, "end")[-1]))
    record = record_json(apply(match, Miss(0, master_placements(match, 0)))[0])
    record["rounds"][0]["boards"][0]["turns"][-1].pop()
    partly = read_record(record)
    assert partly.round.seats[0].hand
    assert judge_placements(partly, 0) == ()
