"""The window: found out where there is no screen; nothing heavy is loaded with it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

import pygame
import pytest

from game.ui.frame.window import (
    GameWindow,
    NoColourError,
    NoDisplayError,
    copy_text,
    first_place,
    first_size,
    keep_copied,
    keep_screen_awake,
    open_display,
    paste_text,
    screen_of,
    seen_place,
    smallest_size,
)
from game.ui.layout.rects import Rect
from game.ui.system.screens import WindowState
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
    given: list[tuple[object, ...]] = []
    monkeypatch.setattr("game.ui.frame.window._copied", [])
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: None)
    monkeypatch.setattr("game.ui.frame.window.paste_text", lambda: clipboard)
    monkeypatch.setattr("shutil.which", lambda name: program)
    monkeypatch.setattr(
        subprocess, "run", lambda words, input, **how: given.append((words, input, how["timeout"]))
    )
    keep_copied()
    assert given == []
    assert copy_text("an older text")
    assert copy_text("text")
    keep_copied()
    assert given == [(["/bin/xclip", "-selection", "clipboard", "-in"], b"text", 1)]
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


class SystemWindow:
    """A window as pygame opens it, which notes what is done to it."""

    opened: ClassVar[list[SystemWindow]] = []
    density = 1
    fails_to_open = fails_to_draw = 0

    def __init__(self, title: str, size: tuple[int, int], at: object, **flags: bool) -> None:
        kind = type(self)
        if kind.fails_to_open > 0:
            kind.fails_to_open -= 1
            raise pygame.error("no window")
        self.id, self.title, self.size, self.flags = 5, title, size, flags
        self.at, self.position = at, at if isinstance(at, tuple) else (3, 4)
        self.minimum_size = (0, 0)
        self.done: list[object] = []
        kind.opened.append(self)

    def get_surface(self) -> pygame.Surface:
        kind = type(self)
        if kind.fails_to_draw > 0:
            kind.fails_to_draw -= 1
            raise pygame.error("no colours")
        return pygame.Surface([side * kind.density for side in self.size])

    def set_fullscreen(self, *, desktop: bool = False) -> None:
        self.done.append(("full", desktop))

    def __getattr__(self, name: str) -> Any:
        return lambda *given: self.done.append((name, *given) if given else name)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> type[SystemWindow]:
    """The windows that pygame opens, on two screens."""

    class Windows(SystemWindow):
        """Those of one test."""

        opened: ClassVar[list[SystemWindow]] = []

    monkeypatch.setattr(pygame, "Window", Windows)
    for name, answer in (
        ("find_screens", lambda: [WIDE, BESIDE]),
        ("find_display_scale", lambda: 1.0),
        ("ask_window", lambda window: None),
        ("fills_screen", lambda window: False),
    ):
        monkeypatch.setattr(f"game.ui.frame.window.{name}", answer)
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")
    return Windows


def test_a_window_is_opened_as_it_is_asked_for(
    windows: type[SystemWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {"resizable": True, "allow_high_dpi": True}
    stopped: list[str] = []
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: stopped.append("text"))
    undefined = pygame.WINDOWPOS_UNDEFINED
    for place, states, flags, at, position, done in (
        (None, {}, usual, undefined, (3, 4), []),
        ((2000, 100), {}, usual, (2000, 100), (2000, 100), []),
        ((2900, 0), {}, usual, (2176, 72), (2176, 72), []),
        ((9000, 0), {}, usual, undefined, (3, 4), []),
        (None, {"is_hidden": True}, {**usual, "hidden": True}, undefined, (3, 4), []),
        (None, {"is_maximised": True}, usual, undefined, (3, 4), ["maximize"]),
        (None, {"is_fullscreen": True}, usual, undefined, (3, 4), [("full", True)]),
    ):
        window = GameWindow("Take it", (1020, 700), place, **states)
        opened = windows.opened.pop()
        assert (opened.title, opened.size, opened.flags) == ("Take it", (1024, 700), flags)
        assert (opened.at, opened.position, opened.done) == (at, position, done)
        assert opened.minimum_size == (1024, 640)
        assert (window.number, window.title, window.normal_size) == (5, "Take it", (1024, 700))
        assert window.normal_place == position
    assert stopped == ["text"] * 7
    # As large as the screen allows on which it was.
    assert GameWindow("Take it", (1900, 700), (2000, 100)).normal_size == (1280, 700)
    monkeypatch.setattr(sys, "platform", "win32")
    GameWindow("Take it", (1020, 700))
    assert windows.opened.pop().position == first_place(WIDE, 1.0, (1024, 700))


def test_a_window_that_cannot_be_drawn_on_is_tried_through_opengl(
    windows: type[SystemWindow],
) -> None:
    windows.fails_to_draw = 1
    window = GameWindow("Take it", is_hidden=True)
    first, second = windows.opened
    assert first.done == ["destroy"]
    assert (second.done, second.flags) == ([], first.flags)
    assert (second.at, second.size) == (first.at, first.size)
    assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == "1"
    window.show()
    assert second.done == ["show"]
    windows.fails_to_draw = 2
    with pytest.raises(NoColourError) as colours:
        GameWindow("Take it")
    windows.fails_to_open = 1
    with pytest.raises(NoDisplayError) as refused:
        GameWindow("Take it")
    assert type(refused.value) is NoDisplayError
    for error in (colours.value, refused.value):
        assert isinstance(error.__cause__, pygame.error)


def test_a_window_does_what_it_is_asked_for(
    windows: type[SystemWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    windows.density = 2
    window, icon = GameWindow("Take it", (1100, 700)), pygame.Surface((1, 1))
    (opened,) = windows.opened
    assert (window.size, window.pixels_per_point) == ((2200, 1400), 2.0)
    assert window.surface.get_size() == (2200, 1400)
    monkeypatch.setattr("game.ui.frame.window.ask_window", lambda _: WindowState(True, 1))
    assert window.describe() == f"(2200, 1400) at (3, 4) {WindowState(True, 1)}"
    window.set_icon(icon)
    window.bring_to_front()
    pygame.event.clear()
    for kind in (pygame.WINDOWMINIMIZED, pygame.WINDOWMAXIMIZED, pygame.WINDOWMINIMIZED):
        pygame.event.post(pygame.Event(kind))
        window.take_events()
        window.bring_to_front()
    window.flip()
    monkeypatch.setattr("game.ui.frame.window.keep_copied", lambda: opened.done.append("copied"))
    window.close()
    assert opened.done == [
        *(("set_icon", icon), "focus", "restore", "focus", "focus", "restore", "focus"),
        *("flip", "copied", "destroy"),
    ]
    opened.size = (0, 0)
    assert window.pixels_per_point == 0.0


def test_text_is_taken_beside_its_field(
    windows: type[SystemWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    windows.density = 2
    window, done = GameWindow("Take it", (1100, 700)), list[object]()
    for name in ("start_text_input", "stop_text_input"):
        monkeypatch.setattr(pygame.key, name, partial(done.append, name))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", done.append)
    field, other = Rect(10, 21, 300, 40), Rect(11, 61, 300, 40)
    for area, happens in (
        (None, []),
        (field, [pygame.Rect(5, 10, 150, 20), "start_text_input"]),
        (field, []),
        (other, [pygame.Rect(6, 30, 150, 20)]),
        (None, ["stop_text_input"]),
        (None, []),
        (other, [pygame.Rect(6, 30, 150, 20), "start_text_input"]),
    ):
        window.take_text(area)
        assert done == happens
        done.clear()


def test_the_place_is_on_the_screen_that_the_window_fills_now(
    windows: type[SystemWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = GameWindow("Take it", (1100, 700), (100, 90))
    driver = "x11"
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    for state, place in (
        (None, (100, 90)),
        (WindowState(True, 0), (100, 90)),
        (WindowState(True, 1), first_place(BESIDE, 1.0, (1100, 700))),
        (WindowState(True, 2), (100, 90)),
    ):
        monkeypatch.setattr("game.ui.frame.window.ask_window", lambda _, state=state: state)
        assert window.normal_place == place
    driver = "wayland"
    assert window.normal_place is None


def test_a_screen_is_filled_and_left_whoever_has_changed_it_meanwhile(
    windows: type[SystemWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    fills: Iterator[bool] = iter(())
    monkeypatch.setattr("game.ui.frame.window.fills_screen", lambda _: next(fills))
    window = GameWindow("Take it", (1100, 700), (2000, 100))
    (opened,) = windows.opened
    full, small = ("full", True), "set_windowed"
    for answers, done in (
        ((False,), [full]),
        ((True, False), [small]),
        # Another program fills the screen: SDL would take the call as done already.
        ((True, False), [full, small]),
        ((False,), [full]),
        # Another program has left it.
        ((False,), [small, full]),
    ):
        fills = iter(answers)
        window.toggle_fullscreen()
        assert (opened.done, [*fills]) == (done, [])
        opened.done.clear()
    # The window manager goes on filling the screen with a window that is not maximised.
    opened.size = (1280, 1024)
    for window.is_maximised, size in ((True, (1280, 1024)), (False, (1100, 700))):
        fills = iter((True, True))
        window.toggle_fullscreen()
        assert (opened.size, opened.position) == (size, (2000, 100))
    monkeypatch.setattr("game.ui.frame.window.find_screens", lambda: [WIDE])
    fills = iter((True, False))
    window.toggle_fullscreen()
    assert opened.position == first_place(WIDE, 1.0, (1100, 700)), "its screen is unplugged"


def test_only_a_place_of_its_own_is_stored(
    windows: type[SystemWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_full = False
    monkeypatch.setattr("game.ui.frame.window.fills_screen", lambda _: is_full)
    monkeypatch.setattr("game.ui.frame.window.perf_counter", lambda: 50.0)
    window = GameWindow("Take it", (1100, 700), (100, 90))
    (opened,) = windows.opened
    pygame.event.clear()

    def move(x: int) -> int | None:
        opened.position = x, 90
        pygame.event.post(pygame.Event(pygame.WINDOWMOVED))
        window.take_events()
        place = window.normal_place
        return place and place[0]

    assert move(200) == 200
    is_full = True
    assert move(300) == 200, "a window manager fills the screen"
    is_full = False
    window.toggle_fullscreen()
    assert move(400) == 200, "SDL does not report it yet"
    is_full = True
    window.toggle_fullscreen()
    is_full = False
    # All at once, as by a drag to the upper edge: the oldest that is stored remains.
    assert [move(x) for x in range(500, 600)] == [*range(500, 600)]
    pygame.event.post(pygame.Event(pygame.WINDOWMAXIMIZED))
    window.take_events()
    assert window.normal_place == (539, 90)


class Video:
    """SDL's video, which finds one driver after the other, or none."""

    def __init__(self, patch: pytest.MonkeyPatch, *drivers: str) -> None:
        self._drivers = [*drivers]
        self.done: list[str] = []
        self.is_silent = False
        patch.setattr(pygame.display, "init", self._init)
        patch.setattr(pygame.display, "get_driver", lambda: self._drivers[0])
        patch.setattr(pygame.display, "quit", partial(self.done.append, "quit"))
        for name, note in (("pass_silent_bus", "bus"), ("outlive_x_errors", "x errors")):
            patch.setattr(f"game.ui.frame.window.{name}", partial(self.done.append, note))
        patch.setattr("game.ui.frame.window.is_display_silent", self._ask)

    def _ask(self) -> bool:
        self.done.append("silent")
        return self.is_silent

    def _init(self) -> None:
        named = [os.environ.get(name) for name in ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")]
        self.done.append(f"init {' '.join(map(str, named))}")
        if not self._drivers[0]:
            self._drivers.pop(0)
            raise pygame.error("no such driver")


QUESTIONS = ("bus", "silent")


@pytest.mark.parametrize(
    ("named", "drivers", "done"),
    [
        ({}, ["x11"], [*QUESTIONS, "init None None", "x errors"]),
        ({"SDL_VIDEODRIVER": ""}, ["wayland"], [*QUESTIONS, "init None None"]),
        ({"SDL_VIDEODRIVER": "dummy"}, ["dummy"], ["init dummy None"]),
        ({"SDL_VIDEO_DRIVER": "evdev"}, ["evdev"], ["init None evdev"]),
        ({"SDL_VIDEO_DRIVER": "x11"}, ["x11"], [*QUESTIONS, "init None x11", "x errors"]),
        (
            {"SDL_VIDEODRIVER": "x11,dummy"},
            ["dummy"],
            [*QUESTIONS, "init x11,dummy None"],
        ),
        (
            {"SDL_VIDEODRIVER": "mir"},
            ["", "wayland"],
            [*QUESTIONS, "init mir None", *QUESTIONS, "init None None"],
        ),
    ],
)
def test_the_screen_is_opened_by_the_driver_that_is_named_else_by_any(
    monkeypatch: pytest.MonkeyPatch, named: dict[str, str], drivers: list[str], done: list[str]
) -> None:
    settings = {
        "SDL_VIDEO_X11_WMCLASS": "take-it-easy",
        "SDL_VIDEO_WAYLAND_WMCLASS": "take-it-easy",
        "SDL_IME_SHOW_UI": "1",
        "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
    }
    for name in (*NO_SCREEN, *settings, "SDL_FRAMEBUFFER_ACCELERATION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_MOUSE_FOCUS_CLICKTHROUGH", "0")
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    video = Video(monkeypatch, *drivers)
    open_display()
    assert video.done == done
    assert {name: os.environ[name] for name in settings} == settings
    assert os.environ["SDL_MOUSE_FOCUS_CLICKTHROUGH"] == "1"
    is_x = "x errors" in done
    assert os.environ.get("SDL_FRAMEBUFFER_ACCELERATION") == ("0" if is_x else None)
    for name in (*settings, *["SDL_FRAMEBUFFER_ACCELERATION"] * is_x):
        monkeypatch.setenv(name, "the player's own")
    video = Video(monkeypatch, drivers[-1])
    open_display()
    assert all(os.environ[name] == "the player's own" for name in settings)
    if is_x:
        assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == "the player's own"


def test_without_a_screen_the_driver_that_draws_into_nothing_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in NO_SCREEN:
        monkeypatch.delenv(name, raising=False)
    for drivers, is_silent, given, done in (
        (["offscreen"], False, ("offscreen",), [*QUESTIONS, "init None None", "quit"]),
        (["x11"], True, (), [*QUESTIONS]),
        (["", "x11"], False, (), [*QUESTIONS, "init None None"]),
    ):
        video = Video(monkeypatch, *drivers)
        video.is_silent = is_silent
        with pytest.raises(NoDisplayError) as refused:
            open_display()
        assert (refused.value.args, video.done) == (given, done)


def test_the_screen_is_kept_awake_and_let_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[bool] = []
    monkeypatch.setattr(pygame.display, "set_allow_screensaver", allowed.append)
    keep_screen_awake(True)
    keep_screen_awake(False)
    assert allowed == [False, True]

    def fail(_: bool) -> None:
        raise pygame.error("no video")

    monkeypatch.setattr(pygame.display, "set_allow_screensaver", fail)
    keep_screen_awake(True)
