"""The window: found out where there is no screen; nothing heavy is loaded with it."""

from __future__ import annotations

import os
import subprocess
import sys

import pygame
import pytest

from game.ui.frame.window import (
    GameWindow,
    copy_text,
    first_place,
    first_size,
    keep_copied,
    paste_text,
    screen_of,
    seen_place,
    smallest_size,
)
from game.ui.layout.rects import Rect
from tests.ui.system.conftest import BESIDE, WIDE, screen

NO_SCREEN = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")


def run(program: str, **environment: str) -> str:
    """Return the output of a fresh Python."""
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


UNREADABLE = r"""
import ctypes, pygame
from game.ui.frame.window import GameWindow
from game.ui.system.sdl import loaded_sdl
window, sdl = GameWindow("x"), loaded_sdl()
sdl.SDL_strdup.restype = ctypes.c_void_p
class Event(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint32), ("time", ctypes.c_uint32), ("rest", ctypes.c_byte * 64)]
def push(kind, offset, raw):
    event = Event(kind)
    event.rest[offset:offset + len(raw)] = [byte - 256 * (byte > 127) for byte in raw]
    sdl.SDL_PushEvent(ctypes.byref(event))
window.take_events()
pygame.key.start_text_input()
cut, name = b"ab\xe6\x97", sdl.SDL_strdup(ctypes.c_char_p(b"/home/m\xfcller.json"))
for kind, offset, raw in (
    (pygame.DROPFILE, 0, name.to_bytes(8, "little")),
    (pygame.TEXTINPUT, 4, cut),
    (pygame.TEXTEDITING, 4, cut),
):
    pygame.event.post(pygame.Event(pygame.USEREVENT, number=1))
    push(kind, offset, raw)
    pygame.event.post(pygame.Event(pygame.USEREVENT, number=2))
    print([getattr(event, "number", event.type) for event in window.take_events()], end="")
"""


def test_only_while_the_game_starts_a_click_that_brings_the_keyboard_presses_too() -> None:
    program = """
import pygame
from game.ui.frame.window import GameWindow
from game.ui.system.sdl import loaded_sdl
window = GameWindow("x", (1024, 700))
setting = b"SDL_MOUSE_FOCUS_CLICKTHROUGH"
print(loaded_sdl().SDL_GetHintBoolean(setting, 0), end="")
pygame.event.post(pygame.Event(pygame.WINDOWFOCUSGAINED))
window.take_events()
print(loaded_sdl().SDL_GetHintBoolean(setting, 1), end="")
"""
    assert run(program, SDL_VIDEODRIVER="dummy") == "10"


def test_an_event_that_cannot_be_read_takes_no_other_with_it() -> None:
    """A file with a name in Latin-1 ended the game when it was dropped."""
    assert run(UNREADABLE, SDL_VIDEODRIVER="dummy") == "[1, 2]" * 3


def test_the_window_s_rooms_load_no_numpy() -> None:
    program = """
import sys
import game.ui.draw.painter, game.ui.widgets
import game.ui.frame.loop, game.ui.frame.window, game.ui.sound.mixer
print("numpy" in sys.modules)
"""
    assert run(program, SDL_VIDEODRIVER="dummy") == "False"


REQUESTS = """
import time
from ctypes import CDLL, c_char_p, c_ulong, c_void_p
from game.ui.frame.window import GameWindow, copy_text
window, x11 = GameWindow("x", (200, 100)), CDLL("libX11.so.6")
window.surface
assert copy_text("kept")
x11.XOpenDisplay.restype = c_void_p
x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = c_ulong
x11.XCreateSimpleWindow.restype = c_ulong
other = c_void_p(x11.XOpenDisplay(None))
root = c_ulong(x11.XDefaultRootWindow(other))
clipboard, text, to = (
    c_ulong(x11.XInternAtom(other, c_char_p(name), 0))
    for name in (b"CLIPBOARD", b"UTF8_STRING", b"TO")
)
for _ in range(20):
    asker = c_ulong(x11.XCreateSimpleWindow(other, root, 0, 0, 1, 1, 0, c_ulong(0), c_ulong(0)))
    x11.XConvertSelection(other, clipboard, text, to, asker, c_ulong(0))
    x11.XDestroyWindow(other, asker)
    x11.XSync(other, 0)
    window.take_events()
    window.flip()
    time.sleep(0.01)
print("alive")
"""


@pytest.mark.usefixtures("x_server")
def test_a_program_that_asks_for_the_copied_text_and_ends_does_not_end_the_game() -> None:
    assert run(REQUESTS, DISPLAY=os.environ["DISPLAY"], SDL_VIDEODRIVER="x11") == "alive"


def test_a_window_has_the_size_asked_for_as_far_as_its_screen_goes() -> None:
    asked = (3000, 500)
    for screens, scale, size, first, least in (
        ([], 1.0, None, (1280, 800), (1024, 640)),
        ([], 1.5, None, (1920, 1200), (1536, 960)),
        ([], 1.5, asked, asked, (1536, 960)),
        ([WIDE], 1.0, None, (1280, 800), (1024, 640)),
        ([WIDE, BESIDE], 1.0, asked, (1920, 640), (1024, 640)),
        ([BESIDE, WIDE], 1.0, asked, (1280, 640), (1024, 640)),
        ([WIDE], 1.0, (1300, 1300), (1300, 1008), (1024, 640)),
        ([WIDE], 1.5, None, (1920, 990), (1536, 960)),
        ([screen(1920, 1080, bar=100)], 1.5, None, (1920, 932), (1536, 932)),
        ([screen(1920, 1200)], 1.0, None, (1440, 900), (1024, 640)),
        ([screen(1919, 1200)], 1.0, None, (1280, 800), (1024, 640)),
        ([screen(1920, 1199)], 1.0, None, (1280, 800), (1024, 640)),
        ([screen(2560, 1440)], 1.0, (1280, 800), (1280, 800), (1024, 640)),
        ([screen(1366, 768, bar=0)], 1.0, None, (1280, 708), (1024, 640)),
        ([screen(800, 600)], 1.0, None, (800, 528), (800, 528)),
    ):
        assert first_size(screens, scale, size) == first, (screens, scale, size)
        assert smallest_size(screens, scale) == least


def test_a_window_is_placed_where_all_of_it_is_seen() -> None:
    for one, scale, size, middle in (
        (WIDE, 1.0, (1280, 800), (320, 176)),
        (WIDE, 1.0, (1920, 1040), (0, 72)),
        (WIDE, 1.5, (1280, 800), (320, 184)),
        (BESIDE, 1.0, (1000, 600), (2060, 248)),
    ):
        assert first_place(one, scale, size) == middle
    for one, place, seen in (
        (WIDE, (100, 90), (100, 90)),
        (WIDE, (100, 40), (100, 40)),
        (WIDE, (100, 39), (100, 72)),
        (WIDE, (-50, 1000), (0, 280)),
        (WIDE, (1900, 100), (640, 100)),
        (BESIDE, (100, 100), (1920, 100)),
    ):
        assert seen_place(one, 1.0, place, (1280, 800)) == seen


def test_a_window_is_on_the_screen_that_shows_most_of_it() -> None:
    screens = [WIDE, BESIDE]
    for window, shown in (
        (Rect(100, 100, 800, 600), WIDE),
        (Rect(1600, 100, 800, 600), BESIDE),
        (Rect(1400, 100, 800, 600), WIDE),
        (Rect(-2000, 100, 800, 600), None),
        (Rect(100, 0, 800, 40), None),
        (Rect(1920, 0, 800, 41), BESIDE),
    ):
        assert screen_of(screens, window) == shown
        assert screen_of(screens[::-1], window) == shown


def test_a_maximised_or_minimised_window_keeps_the_place_that_it_had_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = 10.0
    monkeypatch.setattr("game.ui.frame.window.find_screens", lambda: [WIDE])
    monkeypatch.setattr("game.ui.frame.window.ask_window", lambda window: None)
    monkeypatch.setattr("game.ui.frame.window.fills_screen", lambda window: False)
    monkeypatch.setattr("game.ui.frame.window.perf_counter", lambda: seconds)
    window = GameWindow("x", (1100, 700))

    def place(x: int, y: int, w: int, h: int) -> None:
        vars(window)["_window"].position, vars(window)["_window"].size = (x, y), (w, h)
        tell(pygame.WINDOWMOVED)

    def tell(kind: int) -> None:
        pygame.event.post(pygame.Event(kind))
        window.take_events()

    def lies() -> tuple[object, ...]:
        return window.normal_place, window.normal_size, window.is_maximised

    place(100, 80, 1100, 700)
    seconds = 20.0
    place(120, 90, 1200, 720)
    assert lies() == ((120, 90), (1200, 720), False)
    # The new place is reported a little before the new state.
    seconds = 30.0
    place(0, 0, 1900, 1000)
    seconds = 30.2
    tell(pygame.WINDOWMAXIMIZED)
    assert lies() == ((120, 90), (1200, 720), True)
    place(0, 0, 1920, 1008)
    for kind in (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED):
        tell(kind)
        place(5, 5, 1100, 700)
        assert lies() == ((120, 90), (1200, 720), True)
    tell(pygame.WINDOWRESTORED)
    place(60, 70, 1150, 710)
    assert lies() == ((60, 70), (1150, 710), False)
    tell(pygame.WINDOWMINIMIZED)
    place(-9999, -9999, 1150, 710)
    assert lies() == ((60, 70), (1150, 710), False)
    window.close()


def test_a_full_window_comes_back_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.frame.window.find_screens", lambda: [WIDE])
    window = GameWindow("x", (1100, 700))
    for is_full in (True, False, True, False):
        window.toggle_fullscreen()
        window.take_events()
        assert vars(window)["_asked_to_fill"] is is_full
        assert window.normal_size == (1100, 700)
    assert window.size == (1100, 700)
    window.close()


def test_a_window_opens_where_it_was_if_that_screen_is_still_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.ui.frame.window.find_screens", lambda: [WIDE, BESIDE])
    for place, at in (((2000, 100), (2000, 100)), ((-200, 300), (0, 300)), ((2900, 0), (2100, 72))):
        window = GameWindow("x", (1100, 700), place)
        assert (vars(window)["_window"].position, window.size) == (at, (1100, 700))
        window.close()
    # Elsewhere it is as large as the main screen allows, and where the system puts it.
    for lost in (None, (5000, 5000)):
        window = GameWindow("x", (1900, 1300), lost)
        assert window.size == (1900, 1008)
        assert vars(window)["_window"].position != (5000, 5000)
        window.close()


def test_the_copied_text_outlives_the_window_where_x_would_forget_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver, program, clipboard = "x11", "/bin/xclip", "text"
    given: list[bytes] = []
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: None)
    monkeypatch.setattr("game.ui.frame.window.paste_text", lambda: clipboard)
    monkeypatch.setattr("shutil.which", lambda name: program)
    monkeypatch.setattr(subprocess, "run", lambda words, input, **_: given.append(input))
    assert copy_text("text")
    keep_copied()
    assert given == [b"text"]
    clipboard = "another's"
    keep_copied()
    clipboard, driver = "text", "wayland"
    keep_copied()
    driver, program = "x11", ""
    monkeypatch.setattr("shutil.which", lambda name: None)
    keep_copied()
    assert len(given) == 1


def test_the_clipboard_that_cannot_be_used_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "has_text", lambda: True)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "text")
    assert paste_text() == "text"
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: False)
    assert paste_text() == ""
    monkeypatch.setattr(pygame.scrap, "has_text", fail)
    monkeypatch.setattr(pygame.scrap, "put_text", fail)
    assert paste_text() == ""
    assert not copy_text("text")
