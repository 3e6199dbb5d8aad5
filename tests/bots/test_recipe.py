"""The one command that trains everything: its steps follow from each other and are resumed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from game.bots.training.recipe import Step, run, steps
from game.resources import asset

FIRST = asset("bots", "standard.npz")


def test_every_step_uses_what_earlier_ones_made() -> None:
    made = {str(FIRST)}
    for step in steps(5, 2, FIRST):
        for command in step.commands:
            module, *words = command.split()
            assert find_spec(f"game.bots.training.{module}") is not None
            files = {w for w in words if w.endswith(".npz") or w == "labels"}
            assert step.makes in files
            assert files - {step.makes} <= made
        made.add(step.makes)
    assert {"standard.npz", "shortlist.npz"} <= made
    labels = next(step for step in steps(5, 3, FIRST) if step.makes == "labels")
    assert len(set(labels.commands)) == 3


def test_a_step_that_is_done_is_left_out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    step = Step("it", ("labels --help",))
    run(tmp_path, step)
    assert "game.bots.training.labels" in capfd.readouterr().out
    run(tmp_path, step)
    assert capfd.readouterr().out == ""


def test_a_step_that_fails_is_named_and_tried_again(tmp_path: Path) -> None:
    step = Step("it", ("labels --help", "labels"))
    for _ in range(2):
        with pytest.raises(SystemExit, match=r"stopped at: python -m game.bots.training.labels$"):
            run(tmp_path, step)


def test_nothing_from_the_folder_is_run(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise SystemExit(3)")
    run(tmp_path, Step("it", ("labels --help",)))


def test_labels_and_gathering_are_run_from_the_games_own_networks(tmp_path: Path) -> None:
    """What needs numpy alone; the steps between need torch (`test_training`)."""
    run(tmp_path, Step("labels", (f"labels labels --weights {FIRST} --minutes 0.001 --boards 1",)))
    assert [path.name for path in (tmp_path / "labels").iterdir()] == ["labels-1-0.npz"]
    run(tmp_path, Step("out.npz", (f"gather out.npz {FIRST} --boards 0",)))
    assert (tmp_path / "out.npz").stat().st_size > 100_000
