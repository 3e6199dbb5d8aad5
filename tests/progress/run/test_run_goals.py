"""The goals that runs earn: by the first run that counts, from the record and not from its row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from game.progress.goals import Goal
from game.progress.run.earned import earning_runs, progress_of_runs
from game.progress.run.record import RunRecord
from game.progress.run.scores import finished_run
from game.storage.runs import FinishedRun
from tests.gallery.run import play_run

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def ended(record: RunRecord, hours: int, friend: str = "") -> FinishedRun:
    return finished_run(record, NOON + timedelta(hours=hours), None, friend)


def by_hand(text: str) -> Iterator[Goal]:
    """The goals of a run, from its JSON alone."""
    stages = json.loads(text)["stages"]
    for stage in (4, 8, 13):
        if stages[stage - 1 : stage]:
            yield Goal(f"run-stage-{stage}")
    if len(stages) > 4 and {stage["taken"] for stage in stages[:4]} == {None}:
        yield Goal.RUN_NO_ACES


def test_each_goal_is_earned_by_the_first_run_that_does_it() -> None:
    far = play_run("2", "greedy")
    bare = play_run("1", "greedy", has_aces=False)
    runs = [
        ended(far, 0, "Mia"),
        ended(play_run("3", "duckling"), 1),
        ended(bare, 2),
        ended(far, 3),
        ended(play_run("2", "greedy", is_timed=False), 4),
    ]
    found = {run.identity: goals for run, goals in earning_runs(runs[::-1])}
    # Neither a friend's run nor one whose seed was known earns anything.
    assert set(found) == {run.identity for run in runs[1:4]}
    earned: set[Goal] = set()
    for run in runs[1:4]:
        goals = set(by_hand(run.record)) - earned
        assert set(found[run.identity]) == goals
        earned |= goals
    assert {Goal.RUN_STAGE_4, Goal.RUN_NO_ACES} <= earned
    assert progress_of_runs(runs)[Goal.RUN_STAGE_13] == (
        min(13, max(r.stage for r in runs[1:4])),
        13,
    )
    assert progress_of_runs(runs)[Goal.RUN_STAGE_4] == (4, 4)
    assert progress_of_runs(runs[:2])[Goal.RUN_STAGE_13] == (runs[1].stage, 13)
    # Left at the very stage.
    one = ended(replace(far, stages=far.stages[:4]), 0)
    assert [set(goals) for _, goals in earning_runs([one])] == [set(by_hand(one.record))]


def test_a_row_that_promises_more_than_its_record_earns_nothing() -> None:
    short = ended(play_run("1", "duckling"), 0)
    ((_, goals),) = earning_runs([short._replace(stage=13)])
    assert goals == ()
    ((_, goals),) = earning_runs([short._replace(stage=13, record="{}")])
    assert goals == ()
