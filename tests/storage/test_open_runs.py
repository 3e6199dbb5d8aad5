"""Open runs: one file each, written whole or not at all; a damaged one takes no other with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.storage.open_runs import OpenRuns
from game.storage.problems import ProblemKind


def test_open_runs_come_back_one_for_each_kind_and_day(tmp_path: Path) -> None:
    runs = OpenRuns(tmp_path)
    assert runs.save("clock", "", "first") is None
    assert runs.save("clock", "", "second", is_flushed=False) is None
    runs.save("calm", "", "calm")
    runs.save("clock", "2026-11-21", "day")
    runs = OpenRuns(tmp_path)
    stored = {(run.kind, run.day): run.text for run in runs.all()}
    assert stored == {
        ("clock", ""): "second",
        ("calm", ""): "calm",
        ("clock", "2026-11-21"): "day",
    }
    runs.save("clock", "", "another")
    runs.end("calm")
    assert runs.find("calm") is None
    assert [run.text for run in runs.ended()] == ["calm"]
    found = runs.find("clock")
    assert found is not None
    assert found.text == "another"
    assert {run[:2] for run in runs.all()} == {("clock", ""), ("clock", "2026-11-21")}


def test_the_run_saved_last_is_the_first(tmp_path: Path) -> None:
    runs = OpenRuns(tmp_path)
    for number, kind in enumerate(("clock", "calm", "other")):
        runs.save(kind, "", kind)
        os.utime(tmp_path / f"run-{kind}.json", (number, number))
    assert [run.kind for run in runs.all()] == ["other", "calm", "clock"]


@pytest.mark.parametrize("folder", [None, "in the way"])
def test_where_nothing_can_be_written_runs_are_remembered(
    tmp_path: Path, folder: str | None
) -> None:
    (tmp_path / "in the way").write_text("")
    runs = OpenRuns(None if folder is None else tmp_path / folder)
    problem = runs.save("clock", "", "one")
    if folder is not None:
        assert problem is not None
        assert problem.kind is ProblemKind.UNSAVED
    assert [run.text for run in runs.all()] == ["one"]
    runs.end("clock")
    assert runs.all() == ()
    (ended,) = runs.ended()
    assert ended.text == "one"
    runs.forget(ended)
    assert runs.ended() == ()


def test_what_could_not_be_written_is_written_later_in_place_of_what_there_is(
    tmp_path: Path,
) -> None:
    runs, way = OpenRuns(tmp_path), tmp_path / "run-clock.json"
    way.mkdir()
    assert runs.save("clock", "", "later") is not None
    way.rmdir()
    OpenRuns(tmp_path).save("clock", "", "earlier")
    assert [run.text for run in runs.all()] == ["later"]
    runs.save_again()
    assert [run.text for run in OpenRuns(tmp_path).all()] == ["later"]


def test_what_ends_in_memory_leaves_no_older_file_open(tmp_path: Path) -> None:
    runs, way = OpenRuns(tmp_path), tmp_path / "run-clock.json"
    runs.save("clock", "", "earlier")
    earlier = way.read_text()
    way.unlink()
    way.mkdir()
    runs.save("clock", "", "later")
    way.rmdir()
    way.write_text(earlier)
    runs.end("clock")
    assert [run.text for run in runs.ended()] == ["later"]
    assert OpenRuns(tmp_path).all() == ()


def test_a_run_set_aside_takes_no_other_with_it(tmp_path: Path) -> None:
    runs = OpenRuns(tmp_path)
    runs.save("clock", "", "damaged")
    runs.save("calm", "", "sound")
    stored = runs.find("clock")
    assert stored is not None
    path = runs.set_aside(stored)
    assert path.read_text() == "damaged"
    assert [run.text for run in OpenRuns(tmp_path).all()] == ["sound"]


def test_files_of_other_names_and_kinds_are_left_alone(tmp_path: Path) -> None:
    for name in ("run-clock-yesterday.json", "run-.json", "run.json", "run-clock.kept-1.json"):
        (tmp_path / name).write_text("x")
    (tmp_path / "run-clock.json").mkdir()
    (tmp_path / ".run-clock.json.7.new").write_text("half")
    before = {path.name for path in tmp_path.iterdir()}
    runs = OpenRuns(tmp_path)
    assert runs.all() == runs.ended() == ()
    runs.sweep()
    assert before - {path.name for path in tmp_path.iterdir()} == {".run-clock.json.7.new"}
