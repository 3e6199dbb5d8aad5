"""The steps of a breakdown against the rules' own totals (S1-S7, M3, M6)."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.players.game_master import master_placements
from game.bots.players.simple import GreedyBot, RandomBot
from game.play.count_steps import StepKind, rank_seats, steps_of, subtotals
from game.play.session import Act, Choose, MatchOver, NextCall, NextRound, Session
from game.rules.boards import BoardName
from game.rules.match import Match, Player, find_departures
from game.rules.ruleset import BonusRule, CallRule, RayRule, Ruleset
from game.rules.standing import score_match


def play(rules: Ruleset, seats: int, seed: str, missing: float = 0.0) -> Match:
    """A whole match of random and greedy players who let some calls pass."""
    random = Random(seed)
    bots = [GreedyBot() if i % 2 else RandomBot() for i in range(seats)]
    session = Session.start(rules, tuple(Player(f"P{i}") for i in range(seats)), seed)
    while True:
        match session.next():
            case MatchOver():
                return session.match
            case NextRound():
                session.begin_round()
            case NextCall():
                session.call_next()
            case Act((seat, *_)):
                if rules.call is CallRule.MAIL and random.random() < missing:
                    session.miss(seat, master_placements(session.match, seat))
                else:
                    p = bots[seat].choose(session.match, seat, random)
                    session.place(seat, p.tile, p.space)
            case Choose((seat, *_)):
                session.finish(seat, bots[seat].choose_finish(session.match, seat, random))


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(),
        Ruleset(rays=RayRule.RAYS, rounds=2),
        Ruleset(rays=RayRule.BEST_RAY),
        Ruleset(call=CallRule.MAIL, rays=RayRule.RAYS),
        Ruleset(call=CallRule.MAIL, bonus=BonusRule.GAME),
        Ruleset(BoardName.DAFFODIL, daffodil=4, rays=RayRule.BEST_RAY),
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", ["1", "2"])
def test_steps_add_up_to_every_total(rules: Ruleset, seed: str) -> None:
    match = play(rules, 3, seed, missing=0.3)
    score = score_match(match)
    for seat, player in enumerate(score.players):
        for index, counted in enumerate(player.rounds):
            steps = steps_of(match, index, seat)
            assert sum(s.points for s in steps) == counted.total
            assert sum(subtotals(steps).values()) == counted.total
            bonus = sum(s.points for s in steps if s.kind is StepKind.BONUS)
            assert bonus == counted.bonus


def test_every_sum_is_the_product_it_shows() -> None:
    match = play(Ruleset(call=CallRule.MAIL, rays=RayRule.RAYS), 3, "7", missing=0.4)
    steps = [s for seat in range(3) for s in steps_of(match, 0, seat)]
    shown = [s for s in steps if s.kind in (StepKind.LINE, StepKind.RAY)]
    assert any(s.is_late for s in shown), "the sample must hold a late line"
    for step in shown:
        assert step.points == step.length * step.number / (2 if step.is_late else 1)


def test_equal_totals_share_a_rank() -> None:
    assert rank_seats([10, 30, 30, 5]) == [(1, 1), (1, 2), (3, 0), (4, 3)]


def test_who_has_the_best_ray_is_said_to_everybody_else() -> None:
    match = play(Ruleset(rays=RayRule.BEST_RAY), 3, "3")
    for seat in range(3):
        for step in steps_of(match, 0, seat):
            if step.kind is StepKind.BEST_RAY:
                rays = [
                    s
                    for other in range(3)
                    for s in steps_of(match, 0, other)
                    if s.kind is StepKind.BEST_RAY and s.symbol is step.symbol
                ]
                owners = tuple(i for i, s in enumerate(rays) if s.points)
                assert len(rays) == 3
                assert step.holders == (() if step.points else owners)
    kinds = [s.kind for s in steps_of(match, 0, 0)]
    assert StepKind.BEST_RAY in kinds, "the sample must have a best ray"


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_misses_and_departures_are_steps_without_points(seed: str) -> None:
    match = play(Ruleset(call=CallRule.MAIL, rounds=2), 3, seed, missing=0.6)
    departures = find_departures(match)
    assert departures, "somebody must miss three calls in a row"
    for seat in range(3):
        left = []
        for index, played in enumerate(match.rounds):
            turns = played.seats[seat].turns
            steps = steps_of(match, index, seat)
            missed = [s for s in steps if s.kind is StepKind.MISSED]
            calls = tuple(i for i, turn in enumerate(turns) if turn.is_missed)
            assert [s.calls for s in missed] == [calls] * bool(calls)
            tiles = sum(len(turns[i].placements) for i in calls)
            assert sum(s.length for s in missed) == tiles
            left += [(index, s.call) for s in steps if s.kind is StepKind.LEFT]
        assert left == [(d.round_index, d.call) for d in departures if d.seat == seat]
        for index, call in left:
            assert call is not None
            turns = match.rounds[index].seats[seat].turns
            assert all(turn.is_missed for turn in turns[call - 2 : call + 1])
