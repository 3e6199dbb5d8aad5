"""A climb in a real window: by the menu, by keys, killed, and gone on with exactly there."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.progress.climb.open_climb import OpenClimb, parse_open_climb
from game.storage.open_runs import OpenRuns
from game.ui.scenes.menu.scene import MenuScene
from tests.end_to_end.hands import QUICK, prepare, widget_at
from tests.end_to_end.stage import Game, Stage, wait_for

pytestmark = pytest.mark.window


def open_run_of(home: Path) -> OpenClimb | None:
    """The climb as it is saved at this moment."""
    stored = OpenRuns(home).all()
    return parse_open_climb(stored[0].text) if stored else None


def wait_for_acts(stage: Stage, game: Game, count: int) -> OpenClimb:
    """The saved climb, once so many things have been done in its stage."""

    def look() -> OpenClimb | None:
        game.check_alive()
        run = open_run_of(stage.home)
        return run if run is not None and len(run.acts) >= count else None

    return wait_for(f"{count} acts of a run", look)


def test_a_killed_climb_goes_on_exactly_there(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    size = game.size()
    game.click(*widget_at(MenuScene, "climb", size, "en", QUICK))

    def is_begun() -> bool:
        game.check_alive()
        game.press("Return")
        return open_run_of(stage.home) is not None

    wait_for("a run to begin", is_begun)
    for number, (column, space) in enumerate((("c", "1"), ("b", "2"), ("d", "2")), 1):
        wait_for_acts(stage, game, 2 * number - 1)
        game.press(column, space, "Return")
    left = wait_for_acts(stage, game, 7)
    game.kill()
    left = open_run_of(stage.home) or left
    game = stage.start_game("--windowed", "1280x800", "--mute")
    assert open_run_of(stage.home) == left, "the clock stands while no window is open"
    game.click(*widget_at(MenuScene, "climb", size, "en", QUICK))

    def has_gone_on() -> OpenClimb | None:
        game.check_alive()
        game.press("Return")
        game.press("a", "2", "Return")
        run = open_run_of(stage.home)
        return run if run is not None and len(run.acts) > len(left.acts) else None

    after = wait_for("the run to go on", has_gone_on)
    assert after.acts[: len(left.acts)] == left.acts
    assert after.record == left.record
