"""Verdicts on placements: by cost, by who finds them, and by the lines that they break."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.verdicts import (
    LESSON,
    Cause,
    CurvePoint,
    Verdict,
    find_lost_lines,
    is_rarely_found,
    review_placement,
    verdict_on,
    who_sees_better,
)
from game.bots.players.playing import play_calls
from game.bots.players.registry import LEVELS, make_bot
from game.bots.players.simple import RandomBot
from game.bots.protocol import Worth
from game.play.table import TableSetup
from game.rules.deal import deal_calls
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat
from tests.bots.test_coach import play
from tests.each import each
from tests.gallery.records import play_table


@each(
    [
        (0, Verdict.BEST), (0.49, Verdict.BEST), (0.5, Verdict.GOOD), (1.99, Verdict.GOOD),
        (2, Verdict.INACCURATE), (4.99, Verdict.INACCURATE), (5, Verdict.COSTLY),
    ]
)  # fmt: skip
def test_a_verdict_follows_from_the_cost(cost: float, verdict: Verdict) -> None:
    assert verdict_on(cost) is verdict


def test_luck_is_what_calls_and_the_table_change() -> None:
    assert [cause for cause in Cause if cause.is_luck] == [Cause.CALL, Cause.TABLE]
    assert CurvePoint(0, Cause.CALL, 5.0, 7.0).change == -2
    assert CurvePoint(-1, Cause.START, 5.0, 0).change == 0


def test_lost_lines_had_two_tiles_and_the_dearest_is_first() -> None:
    """A line of one tile, a line that is broken already and one that still scores are not lost."""
    moves = []
    placed = "293@a1 298@a2 254@b4 258@c5 753@a3 213@b1 658@d4 653@e1 613@e2 758@e3"
    for text in placed.split():
        moves += [f"call {text.split('@')[0]}", f"0 {text}"]
    match = play("classic free single none", *moves)
    lost = find_lost_lines(match, 0, 0)
    shown = [(one.line.ends, one.call, one.number, one.points, one.filled) for one in lost]
    assert shown == [(("a1", "a3"), 4, 9, 27, 2)]
    bare = replace(
        match, rounds=(replace(match.round, seats=(Seat(match.round.seats[0].position),)),)
    )
    assert find_lost_lines(bare, 0, 0) == ()


def test_of_lost_lines_with_as_many_points_the_first_is_first() -> None:
    ties = 0
    for seed in range(25):
        deal = deal_calls(Ruleset(), f"lost {seed}")
        match = play_calls(Ruleset(), [RandomBot()], deal, [Random(seed)])
        keys = [(-one.points, one.call) for one in find_lost_lines(match, 0, 0)]
        assert keys == sorted(keys)
        ties += len(keys) - len({points for points, _ in keys})
    assert ties > 0


ORDINARY = ("magpie", "beaver")
SETUP = TableSetup(Ruleset(), (Player("Ana"),), "52")


def test_a_strong_player_finds_what_few_would() -> None:
    match = play_table(SETUP, level="fox")
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    found = [review_placement(moment, 0, deeply=False) for moment in moments]
    rare = [one for one in found if one.is_rare]
    assert 1 <= len(rare) <= 4
    for moment, one in zip(moments, found, strict=True):
        others = [each.value for each in one.choices if each.placement != one.placement]
        usual = [make_bot(level).choose(moment.before, 0, Random(0)) for level in ORDINARY]
        is_far_ahead = bool(others) and one.value - max(others) >= 2
        assert one.is_rare is (is_far_ahead and one.placement not in usual)
    assert all(one.cost == 0 for one in rare)
    # With another space as good it is nothing special.
    one = rare[0]
    moment = moments[found.index(one)]
    chosen = Worth(one.placement, one.value)
    assert is_rarely_found(moment, 0, chosen, one.choices)
    for ahead, is_rare in ((1.75, False), (2.0, True)):
        second = replace(one.choices[1], value=one.value - ahead)
        assert is_rarely_found(moment, 0, replace(chosen), (chosen, second)) is is_rare
    # The only placement cannot be missed, so it is not rare either.
    assert not is_rarely_found(moment, 0, chosen, (chosen,))


def test_a_mistake_names_the_weakest_level_from_which_on_all_see_better() -> None:
    """All of them regain half of its points; master where none of the others does."""
    match, named = play_table(SETUP, level="duckling"), set[str]()
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    for moment in moments[::2]:
        one = review_placement(moment, 0, deeply=False)
        chosen = Worth(one.placement, one.value)
        assert one.seen_by == who_sees_better(moment, 0, chosen, one.choices)
        if one.cost < LESSON:
            assert one.seen_by == ""
            continue
        values = {choice.placement: choice.value for choice in one.choices}
        bots = [make_bot(level, is_steady=True) for level in LEVELS[:-1]]
        placed = [bot.choose(moment.before, 0, Random(0)) for bot in bots]
        sees = [*(values[p] - one.value >= one.cost / 2 for p in placed), True]
        weakest = next(n for n in range(len(LEVELS)) if all(sees[n:]))
        assert one.seen_by == LEVELS[weakest]
        named.add(one.seen_by)
        cheap = tuple(replace(c, value=one.value + LESSON / c.value * 0.9) for c in one.choices)
        assert who_sees_better(moment, 0, chosen, cheap) == ""
        # The others regain exactly a half, of exactly what makes a lesson.
        best, *rest = (c.placement for c in one.choices)
        half = [Worth(best, 13.0), *(Worth(p, 11.5) for p in rest if p != one.placement)]
        own = Worth(one.placement, 10.0)
        finds = [*(p != one.placement for p in placed), True]
        weakest = next(n for n in range(len(LEVELS)) if all(finds[n:]))
        assert who_sees_better(moment, 0, own, (*half, own)) == LEVELS[weakest]
    assert len(named) > 1
