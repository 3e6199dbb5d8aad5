"""Finished runs in the profile: listed by points, each once, and none that makes no sense."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.climb.progress import read_climb_progress
from game.storage.climbs import FinishedClimb, copy_climbs, is_day, make_climb_table
from game.storage.problems import ProblemKind
from game.storage.profile import Profile
from game.storage.store import Storage

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def finished(identity: str, points: int, name: str = "") -> FinishedClimb:
    return FinishedClimb(identity, "7", "2026-11-21", points, 4, name, NOON, "{}")


def test_finished_climbs_are_listed_by_points_and_added_once(tmp_path: Path) -> None:
    with Profile(tmp_path / "profile.db") as profile:
        climbs = profile.climbs
        number = climbs.add(finished("a", 300))
        assert number is not None
        assert number == climbs.id_of("a")
        assert climbs.climb(number) == finished("a", 300)._replace(id=number)
        climbs.add(finished("b", 500, name="Bob"))
        assert climbs.add(finished("a", 300)) == number
        # Another zone's time is the same moment in a database, as text.
        east = NOON.astimezone(timezone(timedelta(hours=14)))
        climbs.add(finished("c", 900)._replace(finished_at=east))
        rows = sqlite3.connect(tmp_path / "profile.db").execute("SELECT finished_at FROM climb")
        assert {when for (when,) in rows} == {"2026-11-21T12:00:00+00:00"}
        climbs.add(finished("d", 500))
        nothing = climbs.add(finished("z", 0))
        assert [climb.identity for climb in climbs.finished()] == ["c", "b", "d", "a", "z"]
        assert climbs.finished()[1] == finished("b", 500, name="Bob")._replace(id=2)
        assert [climbs.id_of(identity) for identity in "abcdz"] == [1, 2, 3, 4, 5]
        assert climbs.count() == 5
        assert climbs.delete(nothing or 0)
        assert climbs.set_record(number, "[]")
        assert [climb.record for climb in climbs.finished()] == ["{}", "{}", "{}", "[]"]
        assert (climbs.id_of("x"), climbs.climb(99)) == (None, None)
        assert climbs.delete(number)
        assert (climbs.count(), climbs.id_of("a")) == (3, None)
        assert climbs.climb(number) is None


def test_a_history_that_is_locked_takes_no_change_of_a_climb(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile, contextlib.closing(sqlite3.connect(path)) as other:
        number = profile.climbs.add(finished("a", 300)) or 0
        before = profile.climbs.finished()
        profile._database.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")
        assert profile.climbs.add(finished("b", 500)) is None
        assert profile.climbs.set_record(number, "[]") is False
        assert profile.climbs.delete(number) is False
        other.rollback()
        assert profile.climbs.finished() == before


def test_rows_that_no_game_wrote_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.climbs.add(finished("a", 300))
    for column, value in product(FinishedClimb._fields, ["'x'", "x'00ff'", "1.5", "''", "-1"]):
        copy = tmp_path / f"{column} {value}.db"
        shutil.copy(path, copy)
        with contextlib.suppress(sqlite3.IntegrityError), sqlite3.connect(copy) as database:
            database.execute(f"UPDATE climb SET {column} = {value}")
        database.close()
        with Profile(copy) as profile:
            (climb,) = profile.climbs.finished() or (None,)
        if climb is not None:
            assert [type(part) for part in climb] == [type(part) for part in finished("a", 3)], copy
            assert climb.day in ("", "2026-11-21")


@pytest.mark.parametrize(("column", "value"), [("day", "9"), ("points", -1), ("stage", 1 << 50)])
def test_a_finished_climb_that_makes_no_sense_is_told_in_the_window(
    column: str, value: Any
) -> None:
    store = Storage.in_memory()
    store.profile.climbs.add(finished("a", 300))
    assert read_climb_progress(store).ended == 1
    assert not store.problems.are_unshown
    odd = finished("b", 400)._replace(**{column: value})
    store.profile.climbs.add(odd)
    assert store.profile.climbs.count() == 2
    read_climb_progress(store)
    problem = store.problems.take()
    assert problem is not None
    assert (problem.kind, problem.detail) == (ProblemKind.CLIMBS, "1")
    read_climb_progress(store)
    assert store.problems.take() is None, "once"


def test_finished_climbs_are_copied_once_and_only_whole() -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as copy:
        make_climb_table(copy)
        columns = [row[1] for row in copy.execute("PRAGMA table_info(climb)") if row[1] != "id"]
        numbers = {"points": 700, "stage": 3}
        whole = [{name: numbers.get(name, f"{name} {i}") for name in columns} for i in range(2)]
        for _ in range(2):
            assert copy_climbs(whole, copy)
        stored = copy.execute(f"SELECT {', '.join(columns)} FROM climb ORDER BY id").fetchall()
        assert [dict(zip(columns, row, strict=True)) for row in stored] == whole
        broken = {**whole[0], "identity": "2", "record": None}
        assert not copy_climbs([broken, {**whole[0], "identity": "3"}], copy)
        assert copy.execute("SELECT count(*) FROM climb").fetchone() == (3,)


def test_a_climb_has_a_day_or_none() -> None:
    days: tuple[Any, ...] = ("", "2026-11-21", "2026-11-31", "9", None, 20261121)
    assert [is_day(day) for day in days] == [True, True, False, False, False, False]
    profile = Profile(None)
    climbs = [
        finished(name, 300)._replace(day=day) for name, day in zip("abcd", days, strict=False)
    ]
    for climb in climbs:
        profile.climbs.add(climb)
    assert [climb.day for climb in profile.climbs.finished()] == ["", "2026-11-21"]
