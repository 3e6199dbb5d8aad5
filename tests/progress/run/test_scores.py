"""The table of runs, what a run came to, and the squares that are shared of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.progress.run.outcome import ABOVE, BROKEN, EMPTY, MISSED, PASSED, outcome_of, squares_of
from game.progress.run.record import RunRecord, parse_run, print_run
from game.progress.run.scores import (
    Period,
    RunScore,
    counted_runs,
    identity_of_run,
    name_of_run,
    rank_runs,
    with_name,
)
from game.rules.errors import FormatError
from tests.progress.run.plays import play_run

SUNDAY = date(2026, 11, 22)


@pytest.fixture(scope="module")
def run() -> RunRecord:
    """A run of some stages, to its end."""
    return play_run("5", make_bot("beaver"), Random(5))


def score_on(day: date, points: int, seed: str, **changes: object) -> RunScore:
    when = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    one = RunScore(f"{seed}{day}{points}", "Ana", True, seed, True, 3, points, when, day)
    return replace(one, **changes)  # type: ignore[arg-type]


def places(scores: list[RunScore], period: Period, *, is_timed: bool = True) -> list[str]:
    ranked = rank_runs(scores, period, SUNDAY, is_timed=is_timed)
    return [f"{one.place} {one.score.seed}" for one in ranked]


def test_a_day_a_week_from_monday_and_all_time_rank_the_best_first() -> None:
    monday, sunday_before = SUNDAY - timedelta(6), SUNDAY - timedelta(7)
    scores = [
        score_on(SUNDAY, 300, "a"),
        score_on(monday, 500, "b"),
        score_on(sunday_before, 400, "c"),
        score_on(SUNDAY, 900, "calm", is_timed=False),
    ]
    assert places(scores, Period.DAY) == ["1 a"]
    assert places(scores, Period.WEEK) == ["1 b", "2 a"]
    assert places(scores, Period.EVER) == ["1 b", "2 c", "3 a"]
    assert places(scores, Period.EVER, is_timed=False) == ["1 calm"]


def test_equal_points_share_a_place_and_the_earlier_run_stands_first() -> None:
    later = score_on(SUNDAY, 300, "later", finished_at=datetime(2026, 11, 22, 20, tzinfo=UTC))
    scores = [later, score_on(SUNDAY, 300, "a"), score_on(SUNDAY, 200, "b")]
    assert places(scores, Period.DAY) == ["1 a", "1 later", "3 b"]


def test_of_a_seed_the_first_run_of_each_player_counts_whatever_its_kind() -> None:
    calm = score_on(SUNDAY - timedelta(1), 100, "a", is_timed=False)
    again = score_on(SUNDAY, 800, "a", name="AAA")
    friend = score_on(SUNDAY, 500, "a", name="Mia", is_own=False)
    assert list(counted_runs([again, friend, calm])) == [calm, friend]
    assert places([again, friend, calm], Period.EVER) == ["1 a"]


def test_the_table_has_ten_places() -> None:
    scores = [score_on(SUNDAY, n, f"{n}") for n in range(12)]
    assert len(places(scores, Period.DAY)) == 10


def test_a_copy_under_another_name_is_the_same_run(run: RunRecord) -> None:
    copy = with_name(run, "Zoé")
    assert (name_of_run(copy), copy != run) == ("Zoé", True)
    assert parse_run(print_run(copy)) == copy
    assert identity_of_run(copy) == identity_of_run(run)
    noted = replace(run.stages[0], match=replace(run.stages[0].match, meta={"id": "x"}))
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


def test_an_edited_run_has_no_outcome(run: RunRecord) -> None:
    twice = replace(run, stages=(run.stages[0], run.stages[0]))
    with pytest.raises(FormatError) as refused:
        outcome_of(twice)
    assert refused.value.where == "stages[1]"
