"""Mistakes are compared line by line, and broken lines are filed under their directions."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.coach.mistakes import LEAST_MISTAKE, mistakes_of
from game.bots.coach.reasons import ReasonKind, reasons_for
from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.review import Review, review_round
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.progress.level import costliest_direction, mistakes_a_game
from game.rules.deal import deal_calls
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.rules.scoring import line_status
from game.rules.tiles import Direction


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
