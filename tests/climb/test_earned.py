"""The goals of climbs: earned once, by the first own climb that counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from game.climb.earned import earning_climbs, progress_of_climbs
from game.climb.progress import read_climb_progress
from game.climb.scores import (
    finished_climb,
    friends_climb,
)
from game.progress.goals import Goal
from tests.climb.stores import DAY, NOON, row, store_at
from tests.gallery.climb import play_climb


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


def test_goals_are_earned_by_stages_that_were_passed(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    best = play_climb("0", "greedy")
    assert len(best.steps) > 6
    climb = finished_climb(best.record, NOON)
    store.profile.climbs.add(climb)
    ((_, goals),) = earning_climbs(store.profile.climbs.finished())
    passed = max(step.end.stage for step in best.steps if step.end.is_passed)
    wanted = {Goal.CLIMB_STAGE_6: 6, Goal.CLIMB_STAGE_9: 9, Goal.CLIMB_SUMMIT: 12}
    assert set(goals) == {goal for goal, stage in wanted.items() if passed >= stage}
    assert progress_of_climbs([climb])[Goal.CLIMB_STAGE_6] == (6, 6)
    bare = play_climb("1", has_aces=False)
    ((_, goals),) = earning_climbs([finished_climb(bare.record, NOON)])
    reached = max((s.end.stage for s in bare.steps if s.end.is_passed), default=0)
    assert (Goal.CLIMB_NO_ACES in goals) == (reached >= 3)
    assert read_climb_progress(store).ended == 1
