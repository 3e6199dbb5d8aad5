"""The shortest journeys: the window opens, shows something, and closes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from tests.end_to_end.stage import JOURNEYS_VARIABLE, Stage, require_tools

pytestmark = pytest.mark.window


def count_colours(picture: pygame.Surface) -> int:
    """How many colours a grid of points shows."""
    width, height = picture.get_size()
    return len(
        {tuple(picture.get_at((x, y))) for x in range(0, width, 7) for y in range(0, height, 7)}
    )


def test_the_window_opens_draws_and_closes(stage: Stage) -> None:
    game = stage.start_game("--lang", "en", "--windowed", "1280x800", "--mute")
    assert game.size() == (1280, 800)
    game.wait_for_picture("first", lambda picture: count_colours(picture) > 20)
    game.close()


def test_without_a_display_one_line_says_so(tmp_path: Path) -> None:
    environment = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("DISPLAY", "WAYLAND", "SDL_", "XDG_", "LC_", "LANG"))
    }
    environment |= {"TAKE_IT_EASY_HOME": str(tmp_path), "LANG": "de_DE.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "game"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("take-it-easy: Es gibt keinen Bildschirm")
    assert done.stderr.count("\n") == 1


def test_missing_tools_are_named_or_failed_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(JOURNEYS_VARIABLE, raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"needs .*xdotool"):
        require_tools()
    monkeypatch.setenv(JOURNEYS_VARIABLE, "required")
    with pytest.raises(pytest.fail.Exception, match=r"needs .*xdotool"):
        require_tools()
