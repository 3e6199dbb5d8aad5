"""Mistakes are compared line by line, and broken lines are filed under their directions."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.coach.mistakes import LEAST_MISTAKE, mistakes_of
from game.bots.coach.reasons import ReasonKind, reasons_for
from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.review import Review, review_round
from game.bots.coach.verdicts import (
    Cause,
    CurvePoint,
    ReviewedPlacement,
    verdict_on,
)
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.protocol import Worth
from game.progress.level import costliest_direction, mistakes_a_game
from game.rules.deal import deal_calls
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.rules.scoring import line_status
from game.rules.tiles import Direction
from tests.bots.test_coach import placement, play
from tests.each import each


def _played(level: str, code: str) -> tuple[Match, Review]:
    rules = Ruleset()
    match = play_calls(rules, [make_bot(level)], deal_calls(rules, code), [Random(code)])
    return match, review_round(match, 0, 0, deeply=False, with_master=False)


@pytest.mark.parametrize("level", ["random", "magpie", "beaver", "squirrel"])
def test_every_mistake_is_filed_once_and_a_broken_line_under_its_direction(level: str) -> None:
    match, review = _played(level, level)
    costs = mistakes_of(match, 0, 0, review)
    whole = sum(p.cost for p in review.placements if p.cost >= LEAST_MISTAKE)
    assert sum(costs.values()) == pytest.approx(whole)
    broken = dict.fromkeys(Direction, 0.0)
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    for placed, moment in zip(review.placements, moments, strict=True):
        before = moment.before.round.seats[0].position
        after = moment.after.round.seats[0].position
        best = before.place(placed.best.placement.tile, placed.best.placement.space)
        lost = []
        for line in match.rules.grid.lines:
            old = line_status(line, before)
            is_kept = bool(line_status(line, best).numbers)
            if old.filled and old.numbers and not line_status(line, after).numbers and is_kept:
                lost.append(line.direction)
        closes = {
            line
            for line in match.rules.grid.lines_through[placed.best.placement.space]
            if line_status(line, best).filled == len(line) and line_status(line, best).numbers
        }
        if placed.cost >= LEAST_MISTAKE and len(set(lost)) == 1 and not closes:
            broken[lost[0]] += placed.cost
    assert all(costs.get(way.value, 0.0) >= points - 1e-6 for way, points in broken.items())


@pytest.mark.slow
def test_the_direction_that_a_player_does_not_see_is_named() -> None:
    """Magpie sees no falling lines; Squirrel sees all."""

    def named(level: str) -> str:
        games = [mistakes_of(m, 0, 0, r) for m, r in (_played(level, f"{i}") for i in range(8))]
        return costliest_direction(mistakes_a_game(games))

    assert named("magpie") == "falling"
    assert named("squirrel") == ""


def test_one_direction_needs_half_of_the_points_and_five_a_game() -> None:
    assert costliest_direction({}) == ""
    assert costliest_direction({"rising": 4.9}) == ""
    assert costliest_direction({"rising": 5.0}) == "rising"
    assert costliest_direction({"rising": 6.0, "falling": 4.0, "vertical": 2.0}) == "rising"
    assert costliest_direction({"rising": 6.0, "falling": 4.0, "vertical": 2.1}) == ""
    assert costliest_direction({"rising": 6.0, "elsewhere": 40.0}) == "rising"


def test_what_breaks_or_completes_is_said_and_not_what_begins() -> None:
    match, _ = _played("magpie", "reasons")
    hoped = {ReasonKind.STARTS, ReasonKind.CONTINUES, ReasonKind.CONTINUES_RAY}
    settled = {ReasonKind.KILLS, ReasonKind.COMPLETES}
    seen = set()
    for moment in replay_seat(match, 0, 0):
        if moment.act is ReplayAct.PLACED:
            kinds = [r.kind for r in reasons_for(moment.before, 0, moment.placements[0])]
            seen |= set(kinds)
            if settled & set(kinds):
                assert kinds[0] in settled
                assert not hoped & set(kinds)
    assert seen >= settled | {ReasonKind.STARTS}


def reviewed(match: Match, chosen: str, best: str, cost: float) -> ReviewedPlacement:
    made, better = (placement(match, text) for text in (chosen, best))
    choices = (Worth(better, 100.0), Worth(made, 100.0 - cost))
    return ReviewedPlacement(0, made, 100.0 - cost, cost, verdict_on(cost), choices)


def review_of(placements: list[ReviewedPlacement], *curve: CurvePoint) -> Review:
    return Review(tuple(placements), curve, 0, 0, 0, 0, (), None)


@each(
    [
        ("758@c4", "758@b4", "vertical"),
        ("758@d2", "758@b4", "vertical"),
        ("758@d2", "758@d3", "rising"),
        ("758@e1", "758@b4", "falling"),
        ("758@a2", "758@b4", "rising"),
        ("758@b2", "758@b4", "rising"),
        ("758@e3", "758@b4", "falling"),
        ("758@e2", "758@b4", "elsewhere"),
        ("758@d2", "758@d2", "elsewhere"),
    ]
)
def test_a_mistake_is_filed_under_its_dearest_broken_line(
    chosen: str, best: str, kind: str
) -> None:
    """On d2 a column for 36 points breaks and a rising line for 10; d3 keeps the latter."""
    moves = ("call 293", "0 293@c3", "call 694", "0 694@d1", "call 758", f"0 {chosen}")
    match = play("classic free single none", *moves)
    before = play("classic free single none", *moves[:-1])
    kept = [reviewed(before, "293@c3", "293@c3", 0), reviewed(before, "694@d1", "694@d1", 0.49)]
    for cost, costs in ((0.5, {kind: 0.5}), (0.49, {}), (7, {kind: 7})):
        review = review_of([*kept, reviewed(before, chosen, best, cost)])
        assert mistakes_of(match, 0, 0, review) == costs


def test_a_line_not_finished_and_a_tile_out_of_order_are_kinds_of_their_own() -> None:
    moves = ["call 293 298", "0 293@a1", "0 298@a2", "call 694 213", "0 213@e1", "0 694@a3"]
    match = play("classic free pairs none", *moves)
    kept = [reviewed(match, text, text, 0) for text in ("293@a1", "298@a2")]
    for best, kind in (("694@a3", "unfinished"), ("694@c3", "order"), ("213@c3", "elsewhere")):
        third = reviewed(match, "213@e1", best, 3)
        review = review_of([*kept, third, reviewed(match, "694@a3", "694@a3", 0)])
        assert mistakes_of(match, 0, 0, review) == {kind: 3}


def test_a_missed_call_and_closing_moves_are_mistakes_by_their_change() -> None:
    match = play("classic free single none")
    points = [
        CurvePoint(-1, Cause.START, 9, 0), CurvePoint(0, Cause.CALL, 5, 9),
        CurvePoint(0, Cause.MISSED, 3, 5), CurvePoint(1, Cause.MISSED, 2.5, 3),
        CurvePoint(2, Cause.MISSED, 2.25, 2.5), CurvePoint(3, Cause.MISSED, 9, 2.25),
        CurvePoint(4, Cause.CLOSING, 4, 9), CurvePoint(4, Cause.TABLE, 0, 4),
    ]  # fmt: skip
    assert mistakes_of(match, 0, 0, review_of([], *points)) == {"missed": 2.5, "closing": 5}
