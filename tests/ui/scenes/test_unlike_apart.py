"""Unlike things are compared nowhere: each place that compares games takes those of the same rules
and the same number of rounds alone.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from game.climb.scores import Period, counted_climbs, rank_climbs
from game.climb.state import day_seed
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.challenges import all_challenges, solve_challenge
from game.progress.daily import STANDARD_EDITION
from game.progress.daily_history import DailyHistory
from game.rules.marks import Mark
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.rules.ruleset import RayRule, Ruleset
from game.ui.frame.context import Context
from game.ui.scenes.climb.control import ClimbList, list_climbs
from game.ui.scenes.count.finish import MatchFinish
from game.ui.scenes.count.next_steps import count_scene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.records.control import RecordsControl
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.table.mode import MatchMode
from game.ui.scenes.you.control import YouControl
from tests.gallery import NOW
from tests.gallery.climb import keep_climb, play_climb
from tests.gallery.daily import play_deal
from tests.gallery.records import play_out

STANDARD = [play_out(Ruleset(), ("Ana",), str(seed), "standard") for seed in (1, 2, 3)]


def unlike(context: Context) -> list[Match]:
    """Games that are in no chart with a standard one."""
    challenge = next(one for one in all_challenges() if str(one.rules) == str(Ruleset()))
    solved = replace(solve_challenge(challenge), meta=challenge_table(context, challenge).to_meta())
    return [
        play_out(Ruleset(rounds=4), ("Ana",), "4"),
        play_out(Ruleset(rounds=2), ("Ana",), "5"),
        play_out(Ruleset(rays=RayRule.RAYS), ("Ana",), "6"),
        play_out(Ruleset.parse("daffodil-4 adjacent single rays"), ("Ana",), "7"),
        play_out(Ruleset(), ("Ana",), "8", "standard", Mark.COACHED),
        solved,
    ]


def totals_of(matches: list[Match]) -> list[float]:
    return [score_match(match).players[0].total for match in matches]


@pytest.fixture
def played(player: Context) -> Context:
    """A player with three standard games among many others."""
    player.store.clock = lambda: NOW
    others = unlike(player)
    for number, match in enumerate([*others[:3], *STANDARD, *others[3:]]):
        when = NOW - timedelta(days=30 - number)
        assert player.store.profile.add_match(match, when) is not None
    assert max(totals_of(others)) > max(totals_of(STANDARD)), "they would be seen"
    return player


def finish_of(context: Context, match: Match) -> MatchFinish:
    setup = TableSetup.from_match(match)
    scene = count_scene(context, TableGame(setup, LocalKeeper(match)))
    assert isinstance(scene, CountScene)
    assert scene.finish is not None
    return scene.finish


def test_standard_games_are_compared_with_standard_games(played: Context) -> None:
    totals = totals_of(STANDARD)
    best, mean = max(totals), sum(totals) / 3
    you = YouControl(played)
    assert [one.result.total for one in you.last] == totals
    assert you.best is not None
    assert (you.best.result.total, you.mean) == pytest.approx((best, mean))
    records = RecordsControl(played.store.profile, played.engines)
    assert (records.figures.totals, records.figures.best) == (tuple(totals), best)
    assert records.figures.mean == pytest.approx(mean)
    assert records.figures.matches == len(records.matches) == 9
    new = TableSetup(Ruleset(), (Player("Ana"),), "9", "standard")
    past = MatchMode(played, TableGame.start(new)).past
    assert [past.best, past.mean] == pytest.approx([best, mean])
    finish = finish_of(played, play_out(Ruleset(), ("Ana",), "9", "standard"))
    assert [finish.record, finish.average] == pytest.approx([best, mean])


@pytest.mark.parametrize("rounds", [2, 4])
def test_games_of_several_rounds_are_compared_with_as_many(played: Context, rounds: int) -> None:
    rules = Ruleset(rounds=rounds)
    total = next(iter(totals_of([m for m in unlike(played) if m.rules == rules])))
    finish = finish_of(played, play_out(rules, ("Ana",), "9"))
    assert (finish.record, finish.average) == (total, total)
    records = RecordsControl(played.store.profile, played.engines)
    group = next(one for one in records.groups if one.rules == str(rules))
    assert len(records.summaries[group].totals) == 2


def test_each_group_of_the_records_compares_by_one_set_of_rules(played: Context) -> None:
    records = RecordsControl(played.store.profile, played.engines)
    for group in records.groups:
        records.show(group)
        counted = [one for one in records.shown if group.measures(one)]
        rules = records.compared.get(group)
        same = [one for one in counted if rules in (None, one.rules)]
        assert len({one.rules for one in same}) <= 1
        assert sorted(records.figures.totals) == sorted(one.result.total for one in same)


def test_a_day_is_compared_with_its_own_deal_alone(played: Context) -> None:
    day = NOW.date() - timedelta(days=1)
    match = play_deal(day)
    played.store.profile.add_match(match, NOW)
    book = DailyHistory(played.store.profile, NOW)
    attempts = book.attempts(day, STANDARD_EDITION)
    assert [one.result.total for one in attempts] == totals_of([match])
    assert book.attempts(day - timedelta(days=1), STANDARD_EDITION) == ()


def test_a_free_climb_is_in_no_list_of_the_days(played: Context) -> None:
    today = NOW.date()
    mine = keep_climb(played, play_climb(day_seed(today), "magpie").record, day=today)
    free = keep_climb(played, play_climb("free").record)
    assert free.points > mine.points, "it would be first"
    ranked = list_climbs(played, ClimbList.DAY)
    assert [one.climb.identity for one in ranked] == [mine.identity]
    climbs = played.store.profile.climbs.finished()
    assert len([*counted_climbs(climbs)]) == 2
    ever = rank_climbs(climbs, Period.EVER, today, None)
    assert [one.climb.identity for one in ever] == [free.identity, mine.identity]
