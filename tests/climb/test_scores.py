"""The high-score table of climbs: periods, names, days, and which climb of a seed counts."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone

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
from game.rules.names import NAMELESS
from tests.climb.stores import DAY, NOON, record_of, row
from tests.each import each


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
