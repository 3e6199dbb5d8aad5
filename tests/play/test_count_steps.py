"""The steps of a breakdown against the rules' own totals (S1-S7, M3, M6)."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.players.simple import GreedyBot, RandomBot
from game.play.count_steps import CountStep, StepKind, earned_steps, rank_seats, steps_of_count
from game.play.entering import unchecked_seat
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC, BoardName
from game.rules.match import Match, Player, Round, find_departures
from game.rules.match_score import (
    bonuses_by_call,
    find_best_ray,
    gains_by_call,
    score_match,
    score_round,
)
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import BonusRule, CallRule, RayRule, Ruleset
from game.rules.tiles import Symbol, Tile
from tests.play.boards import calls_for
from tests.play.playing import play_step
from tests.rules.random_matches import random_match


def play(rules: Ruleset, seats: int, seed: str, missing: float = 0.0) -> Match:
    """A whole match of random and greedy players who let some calls pass."""
    random = Random(seed)
    bots = [GreedyBot() if i % 2 else RandomBot() for i in range(seats)]
    setup = TableSetup(rules, tuple(Player(f"P{i}") for i in range(seats)), seed)
    game, misses = TableGame.start(setup), missing if rules.call is CallRule.MAIL else 0.0
    while play_step(game, bots[(*game.awaited(), 0)[0]], random, misses):
        pass
    return game.match


def check_order(match: Match, index: int, seat: int, earned: tuple[CountStep, ...]) -> None:
    """Lines and rays come as they were completed; then the best rays, and all bonuses in one."""
    played = match.rounds[index].seats[seat]
    placed = [p.space for turn in played.turns for p in turn.placements]
    placed += [p.space for p in played.finish or ()]

    def last(step: CountStep) -> int:
        return max(len(placed) - 1 - placed[::-1].index(i) for i in step.line.spaces)  # type: ignore[union-attr]

    at_once = [s for s in earned if s.kind in (StepKind.LINE, StepKind.RAY)]
    rest = [s.kind for s in earned[len(at_once) :]]
    assert list(earned[: len(at_once)]) == at_once
    assert [last(s) for s in at_once] == sorted(last(s) for s in at_once)
    bonuses = rest.count(StepKind.BONUS)
    assert bonuses <= 1
    assert rest == [StepKind.BEST_RAY] * (len(rest) - bonuses) + [StepKind.BONUS] * bonuses
    assert all(step.points for step in earned)


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
            steps = steps_of_count(match, index, seat)
            assert sum(s.points for s in steps) == counted.total
            earned = earned_steps(match, index, seat)
            assert sum(s.points for s in earned) == counted.total
            check_order(match, index, seat, earned)
            bonus = sum(s.points for s in steps if s.kind is StepKind.BONUS)
            assert bonus == counted.bonus
            assert all(s.points for s in steps if s.kind is StepKind.BONUS)
            assert all(s.gain == 0 for s in steps if s.kind is not StepKind.BONUS)


def test_every_sum_is_the_product_it_shows() -> None:
    match = play(Ruleset(call=CallRule.MAIL, rays=RayRule.RAYS), 3, "7", missing=0.4)
    steps = [s for seat in range(3) for s in steps_of_count(match, 0, seat)]
    shown = [s for s in steps if s.kind in (StepKind.LINE, StepKind.RAY)]
    assert any(s.is_late for s in shown), "the sample must hold a late line"
    for step in shown:
        assert step.points == step.length * step.number / (2 if step.is_late else 1)


def test_equal_totals_share_a_rank() -> None:
    assert rank_seats([10, 30, 30, 5]) == [(1, 1), (1, 2), (3, 0), (4, 3)]


def test_who_has_the_best_ray_is_said_to_everybody_else() -> None:
    match = play(Ruleset(rays=RayRule.BEST_RAY), 3, "3")
    for seat in range(3):
        for step in steps_of_count(match, 0, seat):
            if step.kind is StepKind.BEST_RAY:
                rays = [
                    s
                    for other in range(3)
                    for s in steps_of_count(match, 0, other)
                    if s.kind is StepKind.BEST_RAY and s.symbol is step.symbol
                ]
                owners = tuple(i for i, s in enumerate(rays) if s.points)
                assert len(rays) == 3
                assert step.holders == (() if step.points else owners)
    kinds = [s.kind for s in steps_of_count(match, 0, 0)]
    assert StepKind.BEST_RAY in kinds, "the sample must have a best ray"


def test_misses_and_departures_are_steps_without_points() -> None:
    match = play(Ruleset(call=CallRule.MAIL, rounds=2), 3, "1", missing=0.6)
    departures = find_departures(match)
    assert departures, "somebody must miss three calls in a row"
    for seat in range(3):
        left = []
        for index, played in enumerate(match.rounds):
            turns = played.seats[seat].turns
            steps = steps_of_count(match, index, seat)
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


def test_s5_a_best_ray_names_its_line_and_whoever_shares_it() -> None:
    rules = Ruleset(rays=RayRule.BEST_RAY)
    suns, moons = empty_position(CLASSIC), empty_position(CLASSIC)
    column, beside = ("c1", "c2", "c3", "c4", "c5"), ("b1", "b2", "b3", "b4")
    for space, text in zip(column, ("293", "298", "694", "793", "798"), strict=True):
        suns = put_unchecked(suns, Tile.parse(text), CLASSIC.index_of(space))
    for space, text in zip(beside, ("214", "613", "618", "714"), strict=True):
        moons = put_unchecked(moons, Tile.parse(text), CLASSIC.index_of(space))
    boards = (suns, moons, suns)
    seats = tuple(unchecked_seat(rules, calls_for(board), board) for board in boards)
    players = tuple(Player(name) for name in "ABC")
    match = Match(rules, players, (Round(None, None, calls_for(suns), seats),))
    middle, left = (CLASSIC.lines_through[CLASSIC.index_of(i)][0] for i in ("c3", "b2"))
    lines, *_ = steps_of_count(match, 0, 0)
    assert (lines.kind, lines.points, lines.is_shared) == (StepKind.LINE, 45, False)
    for seat in (0, 2):
        assert [s for s in steps_of_count(match, 0, seat) if s.kind is StepKind.BEST_RAY] == [
            CountStep(StepKind.BEST_RAY, 30, middle, 5, symbol=Symbol.SUN, is_shared=True),
            CountStep(StepKind.BEST_RAY, 0, symbol=Symbol.MOON, holders=(1,)),
        ]
    assert [s for s in steps_of_count(match, 0, 1) if s.kind is StepKind.BEST_RAY] == [
        CountStep(StepKind.BEST_RAY, 0, symbol=Symbol.SUN, holders=(0, 2)),
        CountStep(StepKind.BEST_RAY, 60, left, 4, symbol=Symbol.MOON, is_shared=False),
    ]


def test_s5_a_tie_of_rays_says_which_line_earned_more() -> None:
    """A tie of rays goes to the dearer line, and the loser's step names both lines' points."""
    matches = (play(Ruleset(rays=RayRule.BEST_RAY), 4, str(seed)) for seed in range(60))
    tied = 0
    for match in matches:
        boards = [seat.position for seat in match.rounds[0].seats]
        for seat in range(4):
            for step in steps_of_count(match, 0, seat):
                if step.kind is not StepKind.BEST_RAY or not step.holders:
                    continue
                assert step.symbol is not None
                own = find_best_ray(CLASSIC, boards[seat], step.symbol)
                best = find_best_ray(CLASSIC, boards[step.holders[0]], step.symbol)
                assert best is not None
                is_tied = own is not None and len(own.line) == len(best.line)
                tie = (best.points, own.points) if is_tied and own else None
                assert step.tie == tie
                tied += is_tied
    assert tied, "the samples must have a tie"


@pytest.mark.parametrize(
    "text",
    ["classic free mail none bonus=game", "daffodil-4 free mail rays"],
)
def test_each_step_holds_what_was_earned_where(text: str) -> None:
    """S1, S4, M3, M4, M6"""
    rules = Ruleset.parse(text)
    match = random_match(rules, 3, Random(5))
    played, scores = match.rounds[0], score_round(rules, match.rounds[0])
    bonuses, missed = bonuses_by_call(rules, played), 0
    for seat, (score, state) in enumerate(zip(scores, played.seats, strict=True)):
        steps = steps_of_count(match, 0, seat)
        wanted = [
            CountStep(StepKind.LINE, s.points, s.line, len(s.line), s.number, is_late=s.is_late)
            for s in score.lines
        ]
        wanted += [
            CountStep(
                StepKind.RAY, r.points, r.line, len(r.line), 7 if r.symbol == "sun" else 6, r.symbol
            )
            for r in score.rays
        ]
        gains = gains_by_call(rules, state)
        if rules.bonus is BonusRule.GAME:
            if score.bonus:
                wanted.append(CountStep(StepKind.BONUS, score.bonus, gain=sum(gains)))
        else:
            wanted += [
                CountStep(StepKind.BONUS, bonus, call=call, gain=gains[call])
                for call, bonus in enumerate(bonuses[seat])
                if bonus
            ]
        calls = tuple(call for call, turn in enumerate(state.turns) if turn.is_missed)
        if calls:
            tiles = sum(len(state.turns[call].placements) for call in calls)
            wanted.append(CountStep(StepKind.MISSED, 0, length=tiles, calls=calls))
            missed += tiles
        assert [step for step in steps if step.kind is not StepKind.LEFT] == wanted
    assert missed
    assert any(score.bonus for score in scores)
