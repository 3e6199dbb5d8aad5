"""Puzzles at their table, for tests."""

from __future__ import annotations

from game.rules.placement import Placement
from game.ui.frame.scene import Scene
from game.ui.scenes.puzzles.control import PuzzlesControl
from game.ui.scenes.puzzles.mode import PuzzleMode
from game.ui.scenes.table.scene import TableScene
from tests.ui.scenes.stage import Stage


def mode_of(scene: Scene) -> PuzzleMode:
    """Return the mode of a table with a puzzle."""
    assert isinstance(scene, TableScene)
    assert isinstance(scene.mode, PuzzleMode)
    return scene.mode


def puzzles_on(stage: Stage) -> PuzzleMode:
    """Return the mode of the puzzle on top."""
    return mode_of(stage.top)


def best(control: PuzzlesControl) -> Placement:
    """Return the best answer."""
    assert control.best is not None
    return control.best.placement


def worst(control: PuzzlesControl) -> Placement:
    """Return the worst answer."""
    assert control.advice is not None
    return control.advice.placements[-1].placement
