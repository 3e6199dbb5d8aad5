"""The shortest journeys: the window opens, shows something, and closes."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest

from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.settings import SettingsStore
from tests.end_to_end.hands import finished_matches, prepare
from tests.end_to_end.stage import (
    CLASS,
    JOURNEYS_VARIABLE,
    Game,
    Stage,
    open_stage,
    require_tools,
    wait_for,
)
from tests.gallery.records import play_out

pytestmark = pytest.mark.window

FOOT = pygame.Rect(20, 700, 1240, 80)
DOORS = pygame.Rect(0, 200, 40, 480)
"""The row of buttons at the foot of a window of 1280×800, and where the title's doors begin."""


def brightness(picture: pygame.Surface, place: pygame.Rect) -> int:
    """The mean brightness of a part of the window: red, green and blue together."""
    return sum(pygame.transform.average_color(picture, place)[:3])


def count_colours(picture: pygame.Surface) -> int:
    """Return the number of colours in a grid of points."""
    width, height = picture.get_size()
    return len(
        {tuple(picture.get_at((x, y))) for x in range(0, width, 7) for y in range(0, height, 7)}
    )


def has_yellow_band(picture: pygame.Surface) -> bool:
    """Whether a page's main action is shown at the left of the window."""
    colours = [picture.get_at((20, y)) for y in range(0, picture.get_height(), 10)]
    return any(red > 200 and green > 160 and blue < 100 for red, green, blue, _ in colours)


def test_the_window_opens_draws_and_closes(stage: Stage) -> None:
    game = stage.start_game("--lang", "en", "--windowed", "1280x800", "--mute")
    assert game.size() == (1280, 800)
    game.wait_for_picture("first", lambda picture: count_colours(picture) > 20)
    # A frame through OpenGL would cost ten times as much where no card does the work.
    assert "libGL" not in Path(f"/proc/{game.process.pid}/maps").read_text()
    game.close()


@pytest.mark.parametrize(
    ("depth", "driver", "wanted"),
    [
        (30, "", None),
        (8, "", "24 bits suit"),
        (16, "", ""),
        (24, "wayland", ""),
        (24, "windows", ""),
    ],
)
def test_screens_of_other_depths_and_drivers_of_other_systems(
    tmp_path: Path, depth: int, driver: str, wanted: str | None
) -> None:
    """The window opens, or a sentence says why not; None where that depends on OpenGL."""
    require_tools()
    # As the stage's screen: one that restarts behind its last client loses the next one, here the
    # window behind the question whether the screen answers.
    command = ["Xvfb", "-screen", "0", f"1280x800x{depth}", "-displayfd", "1", "-noreset"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as screen:
        assert screen.stdout is not None
        environment = {
            **os.environ,
            "DISPLAY": f":{screen.stdout.readline().decode().strip()}",
            HOME_VARIABLE: str(tmp_path / "home"),
            "SDL_VIDEODRIVER": driver,
        }
        done = subprocess.run(
            [sys.executable, "-m", "game", "--check-here", str(tmp_path / "found")],
            env=environment, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        screen.terminate()
    assert len(done.stderr.splitlines()) <= 1
    if wanted or (wanted is None and done.returncode):
        assert (done.returncode, "24 bits suit" in done.stderr) == (1, True)
    else:
        assert (done.returncode, done.stderr) == (0, "")
        assert "driver: x11" in (tmp_path / "found").read_text()


EARLY = """
import ctypes, sys
from game.ui.frame.window import GameWindow
from game.__main__ import main
x, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
screen = ctypes.c_void_p(x.XOpenDisplay(None))
flip = GameWindow.flip
def press(window):
    GameWindow.flip = flip
    flip(window)
    if sys.argv[1] == "key":
        key = x.XKeysymToKeycode(screen, ctypes.c_ulong(0xFF0D))
        for is_down in (1, 0):
            test.XTestFakeKeyEvent(screen, key, is_down, 0)
    else:
        left, top = window._window.position
        test.XTestFakeMotionEvent(screen, -1, left + 250, top + 270, 0)
        for is_down in (1, 0):
            test.XTestFakeButtonEvent(screen, 1, is_down, 0)
    x.XFlush(screen)
GameWindow.flip = press
main(sys.argv[2:])
"""
"""The game, whose first door is pressed as soon as the title is shown, before there are doors."""


@pytest.mark.parametrize("way", ["key", "click"])
def test_a_press_before_the_menu_is_there_is_not_lost(stage: Stage, way: str) -> None:
    prepare(stage)
    stage.program = (sys.executable, "-c", EARLY, way)
    # pygame would name the window after this program.
    stage.environment["SDL_VIDEO_X11_WMCLASS"] = CLASS
    game = stage.start_game("--lang", "en", "--windowed", "1280x800", "--mute")
    game.wait_for_match("a match that Play has begun", lambda match: True)


def test_a_still_window_sleeps(stage: Stage) -> None:
    prepare(stage, has_auto_call=False)
    game = stage.start_game("--edition", "standard", "--seed", "42", "--lang", "en", "--mute")

    def waits() -> int:
        status = Path(f"/proc/{game.process.pid}/status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    def is_still() -> bool:
        before = waits()
        time.sleep(3)
        # Ticks would be two hundred.
        return waits() - before < 60

    wait_for("a window that sleeps", is_still)
    game.press("Right", "Return")
    game.wait_for_match(
        "a tile that keys have placed", lambda match: bool(match.round.seats[0].turns)
    )
    game.close()


def test_a_record_s_file_is_shown_and_never_counted(stage: Stage, tmp_path: Path) -> None:
    prepare(stage)
    good, bad = tmp_path / "zoé's.json", tmp_path / "bad.take-it-easy"
    record = print_record(play_out(Ruleset(), ("Zoé",), "5", "standard"))
    good.write_text(record, encoding="utf-8")
    bad.write_text(record.replace("@a1", "@z9"), encoding="utf-8")
    shown = list[pygame.Surface]()
    for file in ((), (str(good),), (str(bad),)):
        game = stage.start_game("--lang", "en", "--windowed", "1280x800", "--mute", *file)
        # The title is shown before its doors, and until a record is read.
        game.wait_for_picture("shown", has_yellow_band)
        game.wait_until_still()
        shown.append(game.picture(f"shown-{len(shown)}"))
        game.close()
    menu, count, refused = shown
    # The count has no doors, but a bright button; what is wrong is said before dark doors.
    assert brightness(count, DOORS) < brightness(menu, DOORS) * 0.5
    assert brightness(refused, DOORS) < brightness(menu, DOORS) * 0.8
    assert brightness(refused, FOOT) < brightness(count, FOOT) * 0.7
    assert not finished_matches(stage)
    assert game.match() is None


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
    assert done.stderr.startswith("take-it-easy: There is no display")
    assert done.stderr.count("\n") == 1


def test_missing_tools_are_named_or_failed_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(JOURNEYS_VARIABLE, raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"needs .*xdotool"):
        require_tools()
    monkeypatch.setenv(JOURNEYS_VARIABLE, "required")
    with pytest.raises(pytest.fail.Exception, match=r"needs .*xdotool"):
        require_tools()


def wait_for_size(game: Game, *sizes: tuple[int, int]) -> tuple[int, int]:
    """The window's size, once it is one of these."""
    end = time.monotonic() + 20
    while (size := game.size()) not in sizes and time.monotonic() < end:
        time.sleep(0.1)
    assert size in sizes
    return size


@pytest.mark.parametrize("screen", [(800, 600), (1024, 600)])
def test_no_window_is_larger_than_its_screen(tmp_path: Path, screen: tuple[int, int]) -> None:
    require_tools()
    with open_stage(tmp_path, screen=screen) as stage:
        prepare(stage)
        game = stage.start_game("--lang", "en", "--mute")
        width, height = game.size()
        assert width <= screen[0]
        assert height < screen[1]
        game.close()


COPYING = """
from game.ui.frame.window import GameWindow, copy_text
window = GameWindow("x", (1024, 640))
assert copy_text("Zoë K7QX")
window.close()
"""


def test_copied_text_stays_after_the_window(stage: Stage) -> None:
    stage.run(sys.executable, "-c", COPYING)
    assert stage.read_clipboard() == "Zoë K7QX"


@pytest.mark.skipif(shutil.which("wmctrl") is None, reason="needs wmctrl")
def test_full_screen_and_maximised_are_asked_of_the_window(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--lang", "en", "--mute")
    game.wait_for_picture("first", lambda picture: count_colours(picture) > 20)
    window, screen = game.size(), (1920, 1200)

    def change(how: str) -> None:
        stage.run("wmctrl", "-i", "-r", game.window, "-b", how)

    # Whichever program fills the screen or ends that: the next F11 is the other way round.
    change("add,fullscreen")
    wait_for_size(game, screen)
    game.press("F11")
    wait_for_size(game, window)
    game.press("F11")
    wait_for_size(game, screen)
    change("remove,fullscreen")
    wait_for_size(game, window)
    game.press("F11")
    wait_for_size(game, screen)
    game.press("F11")
    wait_for_size(game, window)
    change("add,maximized_vert,maximized_horz")
    large = wait_for("a large window", lambda: size if (size := game.size())[0] >= 1900 else None)
    game.close()
    settings, _ = SettingsStore(find_places({HOME_VARIABLE: str(stage.home)}).settings).load()
    assert (settings.is_maximised, settings.is_fullscreen) == (True, False)
    assert (settings.window_width, settings.window_height) == window
    game = stage.start_game("--lang", "en", "--mute")
    wait_for_size(game, large)
    change("remove,maximized_vert,maximized_horz")
    wait_for_size(game, window)
    game.close()


def test_the_window_comes_back_to_where_it_was_and_waits_for_no_bus(stage: Stage) -> None:
    """A session bus that takes the call and never answers would keep it from opening at all."""
    prepare(stage)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(stage.home / "bus"))
        silent.listen()
        bus = f"unix:path={stage.home / 'bus'}"
        places = set()
        for start in range(3):
            game = stage.start_game("--lang", "en", "--mute", DBUS_SESSION_BUS_ADDRESS=bus)
            if not start:
                stage.xdotool("windowmove", game.window, "231", "187")
                time.sleep(1)
            place = stage.xdotool("getwindowgeometry", "--shell", game.window)
            # The window itself has another number at each start.
            places.add(place.partition("\n")[2])
            game.close()
    settings, _ = SettingsStore(find_places({HOME_VARIABLE: str(stage.home)}).settings).load()
    x, y = map(int, settings.window_place.split())
    # What is above and beside it is the frame's.
    assert 231 <= x <= 240
    assert 187 <= y <= 230
    assert len(places) == 1
