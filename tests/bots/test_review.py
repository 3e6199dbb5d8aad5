"""The review reconciles, finds the best board and leaves the match alone."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.best.solver import best_of_round
from game.bots.coach import review as review_module
from game.bots.coach.reasons import points_if_finished
from game.bots.coach.replay import ReplayAct, placed_moments, play_instead, replay_seat
from game.bots.coach.review import Cancelled, Review, review_round
from game.bots.coach.verdicts import (
    Cause,
    CurvePoint,
    Verdict,
    find_lost_lines,
    review_placement,
    verdict_on,
)
from game.bots.evaluate import EDITIONS
from game.bots.judge import judge_position
from game.bots.players.playing import play_calls, play_on
from game.bots.players.registry import make_bot
from game.bots.players.simple import GreedyBot, RandomBot
from game.rules.boards import CLASSIC
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, new_match
from game.rules.match_score import score_match, score_round
from game.rules.moves import BeginRound
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset, all_rulesets
from game.rules.scoring import line_status
from game.rules.tiles import Tile
from tests.each import some
from tests.rules.random_matches import random_match, walk

CAUSES = {ReplayAct.MISSED: "missed", ReplayAct.FINISHED: "closing"}


def _review(match: Match, seat: int = 0, round_index: int = 0) -> Review:
    return review_round(match, round_index, seat, deeply=False, with_master=False)


def _reconciles(review: Review) -> bool:
    return review.start + review.luck + review.skill == review.total == review.curve[-1].value


@pytest.mark.parametrize("text", some(EDITIONS, 3))
def test_luck_and_skill_add_up_to_the_total(text: str) -> None:
    rules = Ruleset.parse(f"{text} rounds=2")
    match = random_match(rules, 2, Random(str(rules)))
    scores = score_match(match).players
    for seat in (0, 1):
        review = _review(match, seat, 1)
        assert _reconciles(review)
        assert review.total == scores[seat].rounds[1].total
        assert all(p.cost >= 0 for p in review.placements)
        acts = [m for m in replay_seat(match, 1, seat) if m.act is not ReplayAct.PLACED]
        others = [p for p in review.curve if p.cause in (Cause.MISSED, Cause.CLOSING)]
        assert [(p.call, p.cause.value, p.value) for p in others] == [
            (m.call, CAUSES[m.act], round(judge_position(m.after, seat) * 64) / 64) for m in acts
        ]


@pytest.mark.parametrize("rules", some(all_rulesets()[3::31], 3), ids=str)
def test_unfinished_rounds_are_reviewed_as_far_as_they_go(rules: Ruleset) -> None:
    for steps, (match, _, _) in enumerate(walk(rules, 2, Random(str(rules)))):
        if steps % 31 == 5:
            review = _review(match)
            assert _reconciles(review)
            placed = sum(1 for m in replay_seat(match, 0, 0) if m.act == "placed")
            assert len(review.placements) == placed


@pytest.mark.parametrize("text", ["classic free single none", "daffodil-4 adjacent pairs best-ray"])
def test_a_whole_review(text: str) -> None:
    rules = Ruleset.parse(text)
    seats = 2 if rules.rays is RayRule.BEST_RAY else 1
    bots = [make_bot("beaver")] * seats
    match = play_calls(rules, bots, deal_calls(rules, "review"), [Random(0)] * seats)
    before = repr(match)
    shares: list[float] = []
    review = review_round(match, 0, 0, with_master=seats == 1, on_progress=shares.append)
    assert repr(match) == before
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert (review.master_total is not None) is (seats == 1)
    moment = placed_moments(match, 0, 0)[9]
    deep, glance = (review_placement(moment, 0, deeply=deeply) for deeply in (True, False))
    assert review.placements[9] == deep != glance
    own = score_match(match).players[0].rounds[0]
    best = best_of_round(rules, match.rounds[0].called)
    assert best.proven
    assert best.total >= own.total - own.best_sun - own.best_moon
    costs = [p.cost for p in review.placements]
    assert max(costs) > 5
    assert [p.verdict for p in review.placements] == [verdict_on(c) for c in costs]
    # Without rivals everything between two calls is the player's own doing.
    if seats == 1:
        taken = sum(p.change for p in review.curve if p.cause is Cause.PLACEMENT)
        assert taken == review.skill
        assert taken == pytest.approx(-sum(costs), abs=0.5)


def test_playing_the_best_choices_costs_nothing() -> None:
    rules = Ruleset.parse("daffodil-2 adjacent single rays")
    match = play_calls(rules, [make_bot("fox")], deal_calls(rules, "fox"), [Random(0)])
    review = _review(match)
    assert review.skill == 0
    assert {p.verdict for p in review.placements} == {Verdict.BEST}


def test_the_others_boards_are_those_of_the_time() -> None:
    match = random_match(Ruleset(), 2, Random(3))
    for moment in replay_seat(match, 0, 0):
        other = moment.before.round.seats[1].position
        assert other.filled.bit_count() == moment.call
        final = match.rounds[0].seats[1].position.tiles
        assert all(tile in (None, final[i]) for i, tile in enumerate(other.tiles))


def test_a_line_with_a_late_tile_promises_half() -> None:
    line = CLASSIC.lines[0]
    tile = Tile.parse("294")
    for is_late, points in ((False, 27), (True, 13.5)):
        position = put_unchecked(empty_position(CLASSIC), tile, line.spaces[0], is_late)
        assert points_if_finished(line, line_status(line, position), position) == points


def test_lost_lines_were_killed_by_the_placement_named() -> None:
    rules = Ruleset()
    match = play_calls(rules, [make_bot("random")], deal_calls(rules, "lost"), [Random(3)])
    lost = _review(match).lost_lines
    assert lost
    assert [line.points for line in lost] == sorted((line.points for line in lost), reverse=True)
    for line in lost:
        assert line.placement.space in line.line.spaces
        assert line.points == line.number * len(line.line)
        assert line.placement.tile.number(line.line.direction) != line.number
        assert line.filled >= 2, "one tile makes no line that could be lost"


def test_a_review_can_be_cancelled() -> None:
    rules = Ruleset()
    match = play_calls(rules, [make_bot("duckling")], deal_calls(rules, "stop"), [Random(0)])
    asked = iter([False, False, False, True])
    with pytest.raises(Cancelled):
        review_round(match, 0, 0, is_cancelled=lambda: next(asked))


def test_a_review_is_of_its_own_round_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """C3: a call has the value of its best answer, once for the whole hand.

    The placements and the round that Master plays share the progress. Another bot plays it here.
    """
    greedy = GreedyBot()
    monkeypatch.setattr(review_module, "make_bot", {"master": greedy}.__getitem__)
    rules = Ruleset.parse("classic free pairs none rounds=2")
    bots, randoms = [RandomBot(), RandomBot()], [Random(1), Random(2)]
    match = new_match(rules, (Player("Ana"), Player("Ben")))
    for seed, count in (("own", 10), ("own 2", 3)):
        match, _ = apply(match, BeginRound())
        match = play_on(match, bots, deal_calls(rules, seed)[:count], randoms)
    shares: list[float] = []
    review = review_round(match, 1, 1, deeply=False, on_progress=shares.append)
    moments = placed_moments(match, 1, 1)
    placements = tuple(review_placement(moment, 1, deeply=False) for moment in moments)
    assert review.placements == placements
    curve, value = [CurvePoint(-1, Cause.START, review.start, 0)], review.start
    for one in placements:
        if one.call != curve[-1].call:
            best = round(one.best.value * 64) / 64
            curve.append(CurvePoint(one.call, Cause.CALL, best, value))
            value = best
        after = round(one.value * 64) / 64
        curve.append(CurvePoint(one.call, Cause.PLACEMENT, after, value))
        value = after
    assert review.curve == tuple(curve)
    assert review.lost_lines == find_lost_lines(match, 1, 1)
    instead = play_instead(match, 1, 1, greedy, Random(0))
    assert review.master_total == score_round(rules, instead.round)[1].total
    wanted = [0, *(0.6 * n / 6 for n in range(6)), *(0.6 + 0.4 * n / 19 for n in range(6)), 1]
    assert shares == pytest.approx(wanted)
