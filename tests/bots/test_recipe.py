"""The one command that trains everything: its steps follow from each other and are resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.bots.training.recipe import Step, run, steps


def test_every_step_uses_what_earlier_ones_made() -> None:
    made: set[str] = set()
    for step in steps(5, 2):
        for command in step.commands:
            module, *words = command.split()
            assert module.startswith("game.bots.")
            files = {w for w in words if w.endswith(".npz") or w.startswith("labels-")}
            assert files - {step.makes} <= made
            assert step.makes in files or "--export" in words
        made.add(step.makes)
    assert "standard.npz" in made
    labels = next(step for step in steps(5, 3) if step.makes == "labels-1")
    assert len(set(labels.commands)) == 3


def test_a_step_that_is_done_is_left_out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    step = Step("it", ("json.tool --help",))
    run(tmp_path, step)
    assert "json.tool" in capfd.readouterr().out
    run(tmp_path, step)
    assert capfd.readouterr().out == ""


def test_a_step_that_fails_is_named_and_tried_again(tmp_path: Path) -> None:
    step = Step("it", ("json.tool --help", "json.tool missing.json"))
    for _ in range(2):
        with pytest.raises(SystemExit, match=r"stopped at: python -m json.tool missing\.json"):
            run(tmp_path, step)
