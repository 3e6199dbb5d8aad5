"""Open and finished runs in the profile: saved, claimed by one window, never lost."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.progress.run.progress import read_run_progress
from game.storage.database import STEPS
from game.storage.problems import ProblemKind
from game.storage.profile import Profile
from game.storage.runs import FinishedRun, RunElsewhereError, copy_open_runs
from game.storage.store import Storage

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def finished(identity: str, points: int, kind: str = "clock", name: str = "") -> FinishedRun:
    return FinishedRun(identity, "7", kind, "2026-11-21", points, 4, name, NOON, "{}")


def test_open_runs_come_back_one_for_each_kind_and_day(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        version = profile.runs.save("clock", "", "first", None)
        assert profile.runs.save("clock", "", "second", version, is_flushed=False) != version
        profile.runs.save("calm", "", "calm", None)
        profile.runs.save("clock", "2026-11-21", "day", None)
    with Profile(path) as profile:
        assert profile.problem is None
        stored = {(run.kind, run.day): run.text for run in profile.runs.open_runs()}
        texts = {("clock", ""): "second", ("calm", ""): "calm", ("clock", "2026-11-21"): "day"}
        assert stored == texts
        profile.runs.save("clock", "", "another", None)
        profile.runs.end("calm", "")
        assert profile.runs.open_run("calm") is None
        open_run = profile.runs.open_run("clock")
        assert open_run is not None
        assert open_run.text == "another"


def test_a_run_that_another_window_has_opened_is_saved_no_more(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as first, Profile(path) as second:
        version = first.runs.save("clock", "", "one", None)
        claimed = second.runs.claim("clock")
        assert claimed is not None
        with pytest.raises(RunElsewhereError):
            first.runs.save("clock", "", "better", version)
        assert second.runs.save("clock", "", "two", claimed.version) is not None
        second.runs.end("clock", "")
        with pytest.raises(RunElsewhereError):
            first.runs.save("clock", "", "again", version)


def test_finished_runs_are_listed_by_points_and_added_once(tmp_path: Path) -> None:
    with Profile(tmp_path / "profile.db") as profile:
        runs = profile.runs
        runs.save("clock", "", "text", None)
        assert runs.end("clock", "", finished("a", 300))
        number = runs.id_of("a")
        assert number is not None
        assert runs.run(number) == finished("a", 300)._replace(id=number)
        assert runs.open_run("clock") is None
        runs.add(finished("b", 500, name="Bob"))
        assert runs.add(finished("a", 300)) == number
        runs.add(finished("c", 900, "calm"))
        assert [run.identity for run in runs.finished("clock")] == ["b", "a"]
        assert [run.points for run in runs.finished()] == [900, 500, 300]
        assert runs.delete(number)
        assert runs.run(number) is None


def test_rows_that_no_game_wrote_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.runs.save("clock", "", "text", None)
        profile.runs.add(finished("a", 300))
    wrong = ["'x'", "x'00ff'", "1.5", "''", "-1"]
    for table, columns in (
        ("open_run", ("kind", "day", "text", "version", "saved_at")),
        ("run", FinishedRun._fields),
    ):
        for column, value in product(columns, wrong):
            copy = tmp_path / f"{table} {column} {value}.db"
            shutil.copy(path, copy)
            with contextlib.suppress(sqlite3.IntegrityError), sqlite3.connect(copy) as database:
                database.execute(f"UPDATE {table} SET {column} = {value}")
            database.close()
            with Profile(copy) as profile:
                (stored,) = profile.runs.open_runs() or (None,)
                (run,) = profile.runs.finished() or (None,)
            if stored is not None:
                assert [type(part) for part in stored] == [str, str, str, int, datetime], copy
            if run is not None:
                assert [type(part) for part in run] == [type(part) for part in finished("a", 3)], (
                    copy
                )
                assert run.day in ("", "2026-11-21")


@pytest.mark.parametrize(
    ("column", "value"), [("kind", "x"), ("day", "9"), ("points", -1), ("stage", 1 << 50)]
)
def test_a_finished_run_that_makes_no_sense_is_told_in_the_window(column: str, value: Any) -> None:
    store = Storage.in_memory()
    store.profile.runs.add(finished("a", 300))
    assert read_run_progress(store).ended == 1
    assert not store.problems.are_untold
    odd = finished("b", 400)._replace(**{column: value})
    store.profile.runs.add(odd)
    assert store.profile.runs.count() == 2
    read_run_progress(store)
    problem = store.problems.take()
    assert problem is not None
    assert (problem.kind, problem.detail) == (ProblemKind.RUNS, "1")
    read_run_progress(store)
    assert store.problems.take() is None, "once"


def test_runs_survive_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with Profile(path) as profile:
        profile.runs.save("clock", "", "open", None)
        profile.runs.add(finished("a", 300))
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE foreign_one (a)")
    database.close()
    with Profile(path) as profile:
        assert profile.problem is not None
        assert [run.text for run in profile.runs.open_runs()] == ["open"]
        assert [run.identity for run in profile.runs.finished()] == ["a"]


def test_of_two_copies_of_an_open_run_the_later_one_stays(tmp_path: Path) -> None:
    older, newer = tmp_path / "older.db", tmp_path / "newer.db"
    for path in (older, newer):
        with Profile(path) as profile:
            profile.runs.save("clock", "", path.stem, None)
    for source, target in ((older, newer), (newer, older)):
        with (
            contextlib.closing(sqlite3.connect(source)) as one,
            contextlib.closing(sqlite3.connect(target)) as other,
        ):
            copy_open_runs(one, other)
            assert other.execute("SELECT text FROM open_run").fetchall() == [("newer",)]


def test_a_profile_without_runs_gets_their_tables(tmp_path: Path) -> None:
    path = tmp_path / "profile.db"
    with sqlite3.connect(path) as old:
        for step in STEPS[:4]:
            step(old)
        old.execute("PRAGMA user_version=4")
    old.close()
    shutil.copy(path, tmp_path / "copy.db")
    with Profile(path) as profile:
        assert profile.problem is None
        assert profile.runs.save("clock", "", "text", None) is not None
