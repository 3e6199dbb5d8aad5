"""Clauses S5-S7 and M6: best rays, winners, rounds that add up, and a league's bonuses."""

from __future__ import annotations

from random import Random

import pytest

from game.rules.boards import CLASSIC
from game.rules.match_score import (
    bonus_of,
    bonuses_by_call,
    find_best_ray,
    gains_by_call,
    has_own_totals,
    score_match,
)
from game.rules.ruleset import CallRule, RayRule, Ruleset, all_rulesets
from game.rules.score_json import score_json
from game.rules.scoring import score_position
from game.rules.tiles import Symbol
from tests.each import each
from tests.rules.random_matches import random_match, walk
from tests.rules.records import board, products, read

NINES = "293 / 298 / 694 / 793 / 798"
"""All suns, all nines."""


def best_rays(*boards: str, calls: str) -> list[tuple[int, int]]:
    """(sun, moon) of every player."""
    match = read("classic free single best-ray", calls, *boards)
    rounds = [player["rounds"][0] for player in score_json(match)["players"]]
    assert [r["total"] for r in rounds] == [
        sum(line["points"] for line in r["lines"]) + sum(r["best_rays"].values()) for r in rounds
    ]
    return [(r["best_rays"]["sun"], r["best_rays"]["moon"]) for r in rounds]


def test_s5_among_equal_lengths_the_line_that_earned_more_wins() -> None:
    calls = "293 / 298 / 694 / 213 / 218 / 614"
    nines = "293@a1 / 298@a2 / 694@a3 / 213@e1 / 218@d1 / 614@c1"
    ones = "293@e1 / 298@d1 / 694@c1 / 213@a1 / 218@a2 / 614@a3"
    assert best_rays(nines, ones, calls=calls) == [(60, 0), (0, 0)]


def test_s5_a_longer_ray_wins_over_one_that_earned_more() -> None:
    calls = "293 / 298 / 694 / 213 / 218 / 614 / 713"
    nines = "293@a1 / 298@a2 / 694@a3 / 213@c1 / 218@d1 / 614@e1 / 713@e2"
    ones = "293@c1 / 298@d1 / 694@e1 / 213@b1 / 218@b2 / 614@b3 / 713@b4"
    assert best_rays(nines, ones, calls=calls) == [(0, 0), (60, 0)]


@pytest.mark.parametrize("tied", [2, 3, 4, 5, 6])
def test_s5_players_still_tied_share_equally_each_once(tied: int) -> None:
    one = "293@a1 / 298@a2 / 694@a3 / 793@e1 / 798@e2"
    none = "293@a1 / 298@b1 / 694@c1 / 793@d1 / 798@e1"
    boards = [one] * tied + [none] * (6 - tied)
    assert best_rays(*boards, calls=NINES) == [(60 // tied, 0)] * tied + [(0, 0)] * (6 - tied)


def test_s5_a_player_with_two_best_rays_counts_once() -> None:
    match = read(
        "daffodil-1 free single best-ray",
        "293 / 298 / 694 / 793",
        "293@a1 / 298@a2 / 694@f1 / 793@f2",
        "293@a1 / 298@a2 / 694@c1 / 793@d4",
    )
    assert products(match, 0) == [(2, 9), (2, 9)]
    assert [p.rounds[0].best_sun for p in score_match(match).players] == [30, 30]


def test_s5_a_late_line_earned_half_for_comparing_rays() -> None:
    calls = "293 298 694 / 793 798 / 294 693"
    in_time = "293@a1 298@a2 694@a3 / 793@e1 798@e2 / 294@d1 693@d2"
    late = "- / 293@a1 298@a2 694@a3 793@e1 798@e2 / 294@d1 693@d2"
    match = read("classic free mail best-ray", calls, in_time, late)
    assert [p.rounds[0].best_sun for p in score_match(match).players] == [60, 0]


def test_s6_the_highest_total_wins_and_equal_totals_share() -> None:
    nine = "298@a1 / 793@a2 / 694@a3"
    none = "298@a1 / 793@b1 / 694@c1"
    calls = "298 / 793 / 694"
    assert score_json(read("classic free single none", calls, none, nine))["winners"] == ["P1"]
    assert score_json(read("classic free single none", calls, nine, none, nine))["winners"] == [
        "P0",
        "P2",
    ]
    assert score_json(read("classic free single none", calls, none, none))["winners"] == [
        "P0",
        "P1",
    ]


def test_s7_rounds_add_up() -> None:
    match = random_match(Ruleset(rounds=4), 3, Random(7))
    for player in score_match(match).players:
        assert player.total == sum(played.total for played in player.rounds)
        assert len(player.rounds) == 4


def test_a_board_has_a_total_of_its_own_where_nobody_elses_counts() -> None:
    for rules in all_rulesets():
        is_own = rules.rays in (RayRule.NONE, RayRule.RAYS) and rules.call is not CallRule.MAIL
        assert has_own_totals(rules) is is_own


def test_s5_a_best_ray_is_the_longest_that_scores_and_of_these_the_dearest() -> None:
    """Columns of suns: nines on a, ones on b, fives on e; d is broken."""
    nines, ones, fives = "293 298 694", "213 218 614 713", "254 653 658"
    rest = " ".join(["..."] * 5 + ["793", "798", "718", "754"])
    for tiles, ends in (
        (f"{nines} {ones} {rest} {fives}", ("b1", "b4")),
        (f"{nines} ... 218 614 713 {rest} {fives}", ("a1", "a3")),
        (f"{fives} ... ... 614 713 {rest} {nines}", ("e1", "e3")),
        (f"293 298 ... ... 218 614 713 {rest} {fives}", ("e1", "e3")),
    ):
        best = find_best_ray(CLASSIC, board(tiles), Symbol.SUN)
        assert best is not None
        assert best.line.ends == ends
        assert find_best_ray(CLASSIC, board(tiles), Symbol.MOON) is None


@each(
    ["classic free mail none", "daffodil-4 free mail rays bonus=game", "daffodil-4 free mail rays"]
)
def test_m6_gains_are_the_points_by_which_a_board_grew_in_each_call(text: str) -> None:
    """Closing moves are the last call's; the bonuses follow from the gains of all."""
    rules = Ruleset.parse(text)
    calls = len(rules.call_sizes)
    totals: list[dict[int, float]] = [{-1: 0} for _ in range(3)]
    for _, _, match in walk(rules, 3, Random(text)):
        for total, seat in zip(totals, match.round.seats, strict=True):
            total[len(seat.turns) - 1] = score_position(rules, seat.position).total
    gains = [tuple(total[n] - total[n - 1] for n in range(calls)) for total in totals]
    assert [gains_by_call(rules, seat) for seat in match.round.seats] == gains
    if rules.daffodil == 4:
        assert any(seat.finish for seat in match.round.seats)
    bonuses = bonuses_by_call(rules, match.round)
    if "game" in text:
        gains = [(*(0,) * (calls - 1), sum(gain)) for gain in gains]
    for index in range(3):
        assert bonuses[index] == tuple(
            bonus_of([gain[call] for gain in gains], index) for call in range(calls)
        )
        assert score_match(match).players[index].rounds[0].bonus == sum(bonuses[index])
    alone = random_match(rules, 1, Random(text))
    assert set(bonuses_by_call(rules, alone.round)[0]) == {0}


@each(
    [
        ((27, 6, 3), (10, 5, 0)),
        ((6, 27, 6), (5, 10, 5)),
        ((27, 27, 6), (10, 10, 5)),
        ((4, 0, 0), (10, 0, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((13.5, 13, 12.5, 13.5), (10, 5, 0, 10)),
    ]
)
def test_m6_the_two_highest_gains_above_nothing_earn_a_bonus(
    gains: tuple[float, ...], bonuses: tuple[int, ...]
) -> None:
    assert tuple(bonus_of(gains, seat) for seat in range(len(gains))) == bonuses
