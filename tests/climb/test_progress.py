"""The progress in the Climb: open climbs, today's, the best one, and those that have ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from game.climb.game import begin_game
from game.climb.progress import read_climb_progress
from game.climb.record import ClimbRecord
from game.climb.scores import (
    finished_climb,
    friends_climb,
)
from game.climb.sharing import with_climber
from game.climb.state import day_seed
from game.storage.problems import ProblemKind
from tests.climb.stores import DAY, NOON, record_of, row, store_at


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
