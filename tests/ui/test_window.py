"""The window: found out where there is no screen; nothing heavy is loaded with it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

NO_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")


def run(program: str, **environment: str) -> str:
    """What a fresh Python prints."""
    kept = {k: v for k, v in os.environ.items() if k not in NO_SCREEN}
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**kept, "PYGAME_HIDE_SUPPORT_PROMPT": "1", **environment},
    )
    return done.stdout.strip()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
def test_without_a_screen_there_is_a_typed_error() -> None:
    program = """
from game.ui.frame.window import GameWindow
from game.ui.frame.window import NoDisplayError
try:
    GameWindow("x")
except NoDisplayError as error:
    print("no display:", error)
"""
    assert run(program).startswith("no display:")


def test_a_blind_driver_is_fine_when_asked_for_by_name() -> None:
    program = """
from game.ui.frame.window import GameWindow
window = GameWindow("x", (1024, 700))
print(window.size, window.pixels_per_point)
"""
    assert run(program, SDL_VIDEODRIVER="dummy") == "(1024, 700) 1.0"


def test_text_is_asked_of_the_system_for_a_field_alone() -> None:
    program = """
from game.ui.frame.window import GameWindow
from game.ui.layout.rects import Rect
from game.ui.system.sdl import loaded_sdl
window = GameWindow("x", (1024, 700))
for area in (None, Rect(1, 2, 30, 40), Rect(5, 6, 30, 40), None, Rect(1, 2, 30, 40)):
    window.take_text(area)
    print(loaded_sdl().SDL_IsTextInputActive(), end="")
"""
    assert run(program, SDL_VIDEODRIVER="dummy") == "01101"


def test_the_window_s_rooms_load_no_numpy() -> None:
    program = """
import sys
import game.ui.draw.painter, game.ui.widgets
import game.ui.frame.loop, game.ui.frame.window, game.ui.sound.mixer
print("numpy" in sys.modules)
"""
    assert run(program, SDL_VIDEODRIVER="dummy") == "False"
