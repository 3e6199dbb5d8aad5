"""The table of runs, what a run came to, and the squares that are shared of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest

from game.bots.players.registry import make_bot
from game.progress.run.arrivals import Arrival, meet_run
from game.progress.run.game import begin_run
from game.progress.run.outcome import ABOVE, BROKEN, EMPTY, MISSED, PASSED, outcome_of, squares_of
from game.progress.run.progress import RunProgress, read_run_progress
from game.progress.run.record import RunRecord, parse_run, print_run
from game.progress.run.scores import (
    Period,
    counted_runs,
    finished_run,
    friends_run,
    identity_of_run,
    name_of_run,
    name_on_table,
    rank_runs,
    with_name,
)
from game.progress.run.state import day_seed
from game.rules.errors import FormatError
from game.storage.problems import ProblemKind
from game.storage.runs import FinishedRun
from game.storage.store import Storage
from tests.progress.run.plays import play_run

SUNDAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def run() -> RunRecord:
    """A run of some stages, to its end."""
    return play_run("5", make_bot("beaver"), Random(5))


@pytest.fixture
def believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What rows say is believed, since their records are none."""
    monkeypatch.setattr("game.progress.run.scores.is_replayed", lambda run: True)


def run_on(day: date, points: int, seed: str, hour: int = 12, **changes: Any) -> FinishedRun:
    when = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    one = FinishedRun(f"{seed}{when}{points}", seed, "clock", "", points, 3, "", when, "{}")
    return one._replace(**changes)


def places(runs: list[FinishedRun], period: Period, kind: str = "clock") -> list[str]:
    return [f"{one.place} {one.run.seed}" for one in rank_runs(runs, kind, period, SUNDAY, UTC)]


@pytest.mark.usefixtures("believed")
def test_a_day_a_week_from_monday_and_all_time_rank_the_best_first() -> None:
    monday, sunday_before = SUNDAY - timedelta(6), SUNDAY - timedelta(7)
    runs = [
        run_on(SUNDAY, 300, "a"),
        run_on(monday, 500, "b"),
        run_on(sunday_before, 400, "c"),
        run_on(SUNDAY, 900, "calm", kind="calm"),
    ]
    assert places(runs, Period.DAY) == ["1 a"]
    assert places(runs, Period.WEEK) == ["1 b", "2 a"]
    assert places(runs, Period.EVER) == ["1 b", "2 c", "3 a"]
    assert places(runs, Period.EVER, "calm") == ["1 calm"]


@pytest.mark.usefixtures("believed")
def test_a_run_belongs_to_the_day_on_the_players_calendar() -> None:
    late = [run_on(SUNDAY - timedelta(1), 300, "a", 23)]
    east = timezone(timedelta(hours=2))
    assert not places(late, Period.DAY)
    assert [one.run.seed for one in rank_runs(late, "clock", Period.DAY, SUNDAY, east)] == ["a"]


@pytest.mark.usefixtures("believed")
def test_equal_points_share_a_place_and_the_earlier_run_stands_first() -> None:
    runs = [run_on(SUNDAY, 300, "later", 20), run_on(SUNDAY, 300, "a"), run_on(SUNDAY, 200, "b")]
    assert places(runs, Period.DAY) == ["1 a", "1 later", "3 b"]


@pytest.mark.usefixtures("believed")
def test_of_a_seed_the_first_run_of_each_player_counts_whatever_its_kind() -> None:
    calm = run_on(SUNDAY - timedelta(1), 100, "a", kind="calm")
    again, friend = run_on(SUNDAY, 800, "a", 13), run_on(SUNDAY, 500, "a", name="Mia")
    assert list(counted_runs([again, friend, calm])) == [calm, friend]
    assert places([again, friend, calm], Period.EVER) == ["1 a"]


@pytest.mark.usefixtures("believed")
def test_a_run_left_before_its_first_stage_is_known_and_stands_nowhere() -> None:
    left = run_on(SUNDAY, 0, "a", 8)._replace(stage=0)
    assert not places([left, run_on(SUNDAY, 800, "a", 9)], Period.EVER)


@pytest.mark.usefixtures("believed")
def test_progress_knows_the_run_that_waits_todays_and_the_best(run: RunRecord) -> None:
    store = Storage.in_memory()
    store.clock = lambda: NOON
    assert read_run_progress(store) == RunProgress()
    runs = store.profile.runs
    runs.add(run_on(SUNDAY, 900, "x", name="Mia"))
    runs.add(run_on(SUNDAY, 300, "y"))
    runs.add(run_on(SUNDAY, 200, day_seed(SUNDAY)))
    runs.add(run_on(SUNDAY, 800, day_seed(SUNDAY), 14))
    runs.add(run_on(SUNDAY, 0, "left", stage=0))
    runs.add(run_on(SUNDAY, 5, "odd", kind="odd"))
    begin_run(store, "Ana", is_timed=True)
    found = read_run_progress(store)
    assert (found.waits, found.ended) == (1, 3)
    assert found.today is not None
    assert found.best is not None
    assert (found.today.points, found.best.points) == (200, 300)
    problem = store.problems.take()
    assert problem is not None
    assert (problem.kind, problem.detail) == (ProblemKind.RUNS, "1")


@pytest.mark.usefixtures("believed")
def test_the_table_has_ten_places() -> None:
    assert len(places([run_on(SUNDAY, n, f"{n}") for n in range(12)], Period.DAY)) == 10


def test_a_row_that_was_edited_stands_in_no_table(run: RunRecord) -> None:
    store = Storage.in_memory()
    true = finished_run(run, NOON)
    changes: dict[str, Any] = {
        "points": 99_999,
        "stage": 13,
        "kind": "calm",
        "seed": "6",
        "record": "{}",
    }
    for name, value in changes.items():
        store.profile.runs.add(true._replace(identity=name, **{name: value}))
    runs = store.profile.runs.finished()
    assert len(runs) == len(changes)
    for kind in ("clock", "calm"):
        assert rank_runs(runs, kind, Period.EVER, SUNDAY, UTC) == ()
    assert read_run_progress(store).best is None
    assert [one.run for one in rank_runs([true], "clock", Period.EVER, SUNDAY, UTC)] == [true]


def test_a_run_is_stored_with_its_name_kind_and_day(run: RunRecord) -> None:
    own = finished_run(with_name(run, "ANA"), NOON, SUNDAY)
    assert (own.kind, own.day, own.stage, own.name) == ("clock", "2026-11-22", len(run.stages), "")
    assert (own.points, name_on_table(own)) == (run.replay()[0].points, "ANA")
    assert parse_run(own.record) == with_name(run, "ANA")
    assert name_on_table(own._replace(record="[]")) == "?"
    friend = friends_run(replace(with_name(run, ""), is_timed=True), NOON, SUNDAY)
    assert (friend.name, friend.day, friend.identity) == ("?", "", own.identity)


def test_a_friends_run_of_the_day_is_known_as_one() -> None:
    record = RunRecord(day_seed(SUNDAY), False)
    assert friends_run(record, NOON, SUNDAY + timedelta(3)).day == "2026-11-22"
    assert friends_run(record, NOON, SUNDAY - timedelta(1)).day == "2026-11-22"
    assert friends_run(record, NOON, SUNDAY - timedelta(9)).day == ""


def test_a_copy_under_another_name_is_the_same_run(run: RunRecord) -> None:
    copy = with_name(run, "Zoé")
    assert (name_of_run(copy), copy != run) == ("Zoé", True)
    assert parse_run(print_run(copy)) == copy
    assert identity_of_run(copy) == identity_of_run(run)
    noted = replace(run.stages[0], match=replace(run.stages[0].match, meta='{"id":"x"}'))
    assert identity_of_run(replace(run, stages=(noted, *run.stages[1:]))) == identity_of_run(run)
    slower = replace(run.stages[0], milliseconds=run.stages[0].milliseconds + 1)
    others = [replace(run, stages=(slower, *run.stages[1:])), replace(run, is_timed=False)]
    assert identity_of_run(run) not in map(identity_of_run, others)


def test_the_outcome_names_the_last_stage_and_what_was_missing(run: RunRecord) -> None:
    outcome = outcome_of(run)
    assert outcome.broken is outcome.stages[-1]
    assert outcome.stage == len(run.stages)
    last, missing = outcome.stages[-1], outcome.missing
    assert missing > 0
    assert last.before.reserve + last.result.surplus + missing == 0
    assert outcome.best is not None
    best = max(one.result.total - one.result.target for one in outcome.stages)
    assert outcome.best.result.total - outcome.best.result.target == best
    assert outcome.state.points == sum(s.result.total * s.result.stage for s in outcome.stages)


def test_an_open_run_is_broken_by_nothing(run: RunRecord) -> None:
    begun = outcome_of(replace(run, stages=run.stages[:1]))
    assert (begun.broken, begun.missing, begun.stage) == (None, 0, 2)
    fresh = outcome_of(RunRecord("5", True))
    assert (fresh.best, fresh.stage, squares_of(fresh)) == (None, 1, ())


def test_squares_show_each_stage_against_its_target(run: RunRecord) -> None:
    rows = squares_of(outcome_of(run))
    assert len(rows) == len(run.stages)
    for row, step in zip(rows, outcome_of(run).stages, strict=True):
        is_last = step.result.stage == len(run.stages)
        if step.is_passed:
            assert row.startswith(PASSED * 5)
            assert set(row) <= {PASSED, ABOVE}
            assert 5 <= len(row) <= 8
        else:
            assert len(row) == 5
            assert set(row) <= ({BROKEN, EMPTY} if is_last else {MISSED, EMPTY})
    assert not rows[-1].startswith(PASSED)
    step = outcome_of(run).stages[0]
    made = replace(step.result, board=step.result.target, pay=0, overtime=0)
    exactly = replace(step, result=made)
    assert exactly.is_passed
    assert squares_of(replace(outcome_of(run), stages=(exactly,))) == (PASSED * 5,)


def test_a_run_that_is_brought_is_new_known_or_ones_own(run: RunRecord) -> None:
    own, friends = Storage.in_memory().profile.runs, Storage.in_memory().profile.runs
    assert meet_run(own, run, NOON, SUNDAY).standing is Arrival.NEW
    begun = replace(run, stages=run.stages[:1])
    assert meet_run(own, begun, NOON, SUNDAY).standing is Arrival.UNFINISHED
    own.add(finished_run(run, NOON))
    friends.add(friends_run(run, NOON, SUNDAY))
    assert meet_run(own, run, NOON, SUNDAY).standing is Arrival.OWN
    assert meet_run(friends, run, NOON, SUNDAY).standing is Arrival.KNOWN


def test_an_edited_run_has_no_outcome(run: RunRecord) -> None:
    twice = replace(run, stages=(run.stages[0], run.stages[0]))
    with pytest.raises(FormatError) as refused:
        outcome_of(twice)
    assert refused.value.where == "stages[1]"
