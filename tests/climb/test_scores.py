"""The high-score table of climbs: periods, names, days, and which climb of a seed counts."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

from game.climb.arrivals import Arrival, meet_climb
from game.climb.earned import earning_climbs, progress_of_climbs
from game.climb.game import begin_game
from game.climb.progress import read_climb_progress
from game.climb.record import ClimbRecord
from game.climb.scores import (
    PLACES_SHOWN,
    Period,
    best_own_climb,
    counted_climbs,
    finished_climb,
    first_climb_of,
    friends_climb,
    is_replayed,
    name_on_table,
    rank_climbs,
)
from game.climb.sharing import with_climber
from game.climb.state import day_seed
from game.progress.goals import Goal
from game.rules.names import NAMELESS
from game.storage.climbs import FinishedClimb
from game.storage.problems import ProblemKind
from game.storage.store import Storage
from tests.climb.test_game import store_at
from tests.each import each
from tests.gallery.climb import play_climb

DAY = date(2026, 11, 25)
"""A Wednesday."""
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def record_of(seed: str, most: int = 1) -> ClimbRecord:
    return play_climb(seed, "greedy", most=most).record


def row(seed: str, hours: float = 0, stage: int = 1, name: str = "") -> FinishedClimb:
    """A row of the table so many hours after noon, without a record."""
    when = NOON + timedelta(hours=hours)
    return FinishedClimb(f"{seed} {hours}", seed, "", 1, stage, name, when, "")


@each([DAY + timedelta(n) for n in range(-3, 12)])
def test_a_day_is_in_its_own_week_from_monday_on_and_ever(today: date) -> None:
    for day in (today + timedelta(n) for n in range(-15, 16)):
        assert Period.DAY.has(day, today) is (day == today)
        assert Period.WEEK.has(day, today) is (day.isocalendar()[:2] == today.isocalendar()[:2])
        assert Period.EVER.has(day, today)


def test_a_climb_is_ranked_by_the_players_clock_and_the_days_table_has_the_days_seed() -> None:
    """It is 0:30 of the day for the player, and still the day before elsewhere."""
    when, zone = datetime(2026, 11, 24, 22, 30, tzinfo=UTC), timezone(timedelta(hours=2))
    of_day, free = record_of(day_seed(DAY)), record_of("1")
    climbs = [
        finished_climb(of_day, when, DAY),
        friends_climb(with_climber(of_day, "Mia"), when + timedelta(seconds=1), DAY),
        finished_climb(free, when),
    ]
    counts = {
        (period, days): len(rank_climbs(climbs, period, DAY + timedelta(days), zone))
        for period in Period
        for days in (-1, 0, 4, 5)
    }
    week, ever = dict.fromkeys((-1, 0, 4, 5), 3) | {5: 0}, dict.fromkeys((-1, 0, 4, 5), 3)
    assert counts == {
        (period, days): count
        for period, by_day in zip(Period, ({-1: 0, 0: 2, 4: 0, 5: 0}, week, ever), strict=True)
        for days, count in by_day.items()
    }
    assert rank_climbs(climbs, Period.DAY, DAY, UTC) == ()
    assert rank_climbs(climbs, Period.DAY, DAY - timedelta(1), UTC) == (), "another day's seed"
    (first, second) = rank_climbs(climbs, Period.DAY, DAY, zone)
    assert [one.climb.name for one in (first, second)] == ["", "Mia"]


def test_ten_places_are_shown_and_the_earlier_of_equals_first() -> None:
    record = record_of("1")
    climbs = [
        friends_climb(with_climber(record, f"F{n}"), NOON - timedelta(hours=n), DAY)
        for n in range(PLACES_SHOWN + 1)
    ]
    ranked = rank_climbs(climbs, Period.EVER, DAY, UTC)
    assert [one.climb.name for one in ranked] == [f"F{n}" for n in range(PLACES_SHOWN, 0, -1)]
    assert {one.place for one in ranked} == {1}


@each([(-1, 1), (0, 0), (1, 1), (365, 365), (366, None), (-2, None)])
def test_a_friends_climb_has_the_day_of_its_seed_within_a_year(ago: int, day: int | None) -> None:
    """Tomorrow's too: it may be tomorrow where the friend lives."""
    of_day = DAY - timedelta(ago)
    climb = friends_climb(ClimbRecord(day_seed(of_day)), NOON, DAY)
    assert climb.day == ("" if day is None else of_day.isoformat())
    assert (climb.name, climb.finished_at) == (NAMELESS, NOON)


def test_the_name_on_the_table_is_the_friends_or_the_first_that_was_entered() -> None:
    record = record_of("2", most=2)
    climb = finished_climb(with_climber(record, "A\u202ena"), NOON)
    value = json.loads(climb.record)
    value["stages"][1]["record"]["players"][0]["name"] = "Eva"
    assert name_on_table(climb) == "Ana"
    assert name_on_table(climb._replace(record=json.dumps(value))) == "Ana"
    assert name_on_table(climb._replace(name="M\u202eia")) == "Mia"
    broken = ("", "[]", "{}", '{"stages": []}', '{"stages": [{"record": {"players": 1}}]}')
    assert {name_on_table(climb._replace(record=text)) for text in broken} == {NAMELESS}


def test_of_a_seed_the_earliest_climb_of_each_player_counts_if_it_has_a_stage() -> None:
    climbs = [
        row("a", 3, 2), row("a", 1, 5), row("a", 0, 9, name="Mia"), row("a", 2, name="Mia"),
        row("b", 1, 0), row("b", 2, 7), row("c", -1), row("b", 9, name="Zoe"),
    ]  # fmt: skip
    counted = [(one.seed, one.name, one.stage) for one in counted_climbs(climbs)]
    assert counted == [("c", "", 1), ("a", "Mia", 9), ("a", "", 5), ("b", "Zoe", 1)]
    same = [row("a")._replace(id=7, stage=7), row("a")._replace(id=6, stage=6)]
    assert [one.stage for one in counted_climbs(same)] == [6]


def test_the_first_climb_of_a_day_is_the_players_earliest_on_its_seed() -> None:
    seed = day_seed(DAY)
    climbs = [row(seed, 3), row(seed, 2), row(seed, 1, name="Mia"), row("x", 0)]
    assert first_climb_of(climbs, DAY) == climbs[1]
    newest = climbs[0]._replace(identity="0")
    assert first_climb_of([newest, *climbs], DAY) == climbs[1], "the time counts, no other field"
    assert first_climb_of(climbs[2:], DAY) is None
    assert first_climb_of([], DAY) is None


def test_the_best_own_climb_is_replayed_and_no_friends() -> None:
    small, large = finished_climb(record_of("1"), NOON), finished_climb(record_of("2", 2), NOON)
    friends = friends_climb(with_climber(record_of("4", 3), "Mia"), NOON, DAY)
    assert small.points < large.points < friends.points
    assert best_own_climb([small, large, friends]) == large
    for edited in (large._replace(points=10**6), large._replace(stage=3), large._replace(seed="5")):
        assert not is_replayed(edited)
        assert best_own_climb([small, edited, friends]) == small
    assert best_own_climb([friends]) is None


def test_a_climb_that_arrives_is_new_known_ones_own_or_unfinished() -> None:
    climbs = Storage.in_memory().profile.climbs
    own, sent, begun = (play_climb(seed, "duckling").record for seed in "123")
    begun = replace(begun, stages=(replace(begun.stages[0], choice=None),))
    assert begun.replay().chooses, "its player has passed the first stage"
    climbs.add(finished_climb(own, NOON))
    for record, relation in (
        (own, Arrival.OWN), (sent, Arrival.NEW), (begun, Arrival.UNFINISHED),
    ):  # fmt: skip
        assert meet_climb(climbs, record, NOON, DAY).relation is relation
    friends = friends_climb(with_climber(sent, "Mia"), NOON, DAY)
    number = climbs.add(friends)
    later = NOON + timedelta(1)
    known = meet_climb(climbs, with_climber(sent, "Eva"), later, DAY)
    assert known.relation is Arrival.KNOWN
    assert (known.climb.id, known.climb.name, known.climb.finished_at) == (number, "Mia", NOON)


def test_a_goal_is_earned_by_the_first_own_climb_that_counts() -> None:
    """Three stages without an ace; with one, or with two stages, it is not earned."""
    bare = play_climb("50", has_aces=False, most=3)
    aided = play_climb("50", most=3)
    for climb in (bare, aided):
        assert climb.steps[2].end.is_passed
    three, two = (replace(bare.record, stages=bare.record.stages[:n]) for n in (3, 2))
    for record, goals in ((three, (Goal.CLIMB_NO_ACES,)), (two, ()), (aided.record, ())):
        one = finished_climb(record, NOON)
        assert [*earning_climbs([one])] == [(one, goals)]
        assert [*earning_climbs([friends_climb(record, NOON, DAY)])] == []
    later = NOON + timedelta(1)
    again = finished_climb(play_climb("52", has_aces=False, most=3).record, later)
    assert [goals for _, goals in earning_climbs([again])] == [(Goal.CLIMB_NO_ACES,)]
    both = [goals for _, goals in earning_climbs([again, finished_climb(three, NOON)])]
    assert both == [(Goal.CLIMB_NO_ACES,), ()]
    assert [*earning_climbs([row("a", stage=12)])] == [(row("a", stage=12), ())], "not a record"


def test_the_progress_of_goals_is_the_highest_stage_of_own_climbs_that_count() -> None:
    goals = (Goal.CLIMB_STAGE_6, Goal.CLIMB_STAGE_9, Goal.CLIMB_SUMMIT)
    for climbs, stages in (
        ([], (0, 0, 0)),
        ([row("a", stage=4), row("b", stage=7)], (6, 7, 7)),
        ([row("a", stage=4), row("b", stage=20, name="Mia")], (4, 4, 4)),
        ([row("a", 1, stage=13), row("a", stage=8)], (6, 8, 8)),
        ([row("a", stage=13)], (6, 9, 12)),
    ):
        progress = progress_of_climbs(climbs)
        assert progress == dict(zip(goals, zip(stages, (6, 9, 12), strict=True), strict=True))


def test_the_progress_is_read_without_friends_climbs_and_reports_lost_ones(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    store = replace(store, clock=lambda: NOON)
    assert read_climb_progress(store)[:] == (0, None, None, 0)
    own = finished_climb(record_of(day_seed(store.today)), NOON, store.today)
    mia = friends_climb(with_climber(record_of(day_seed(store.today)), "Mia"), NOON, DAY)
    mia = mia._replace(identity="another", finished_at=NOON - timedelta(hours=1))
    climbs = store.profile.climbs
    climbs.add(mia)
    assert read_climb_progress(store)[:] == (0, None, None, 0)
    own = own._replace(id=climbs.add(own) or 0)
    climbs.add(finished_climb(ClimbRecord("unplayed"), NOON))
    begin_game(store, "Ana", seed="7")
    waits, today, best, ended = read_climb_progress(store)
    assert (waits, today, best, ended) == (1, own, own, 1)
    assert store.problems.take() is None
    climbs.add(row("lost")._replace(day="no day"))
    assert read_climb_progress(store).ended == 1
    problem = store.problems.take()
    assert problem is not None
    assert (problem.kind, problem.detail) == (ProblemKind.CLIMBS, "1")
