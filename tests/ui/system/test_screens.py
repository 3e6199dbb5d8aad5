"""The screens that SDL reports, and whether a window fills one."""

from __future__ import annotations

import ctypes
from functools import partial
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.ui.layout.rects import Rect
from game.ui.system import screens as screens_of
from game.ui.system.screens import (
    Screen,
    WindowState,
    ask_window,
    fills_screen,
    find_display_scale,
    find_screens,
)
from tests.ui.system.conftest import BESIDE, WIDE

BELOW = Screen(Rect(9, 1080, 1280, 1024), Rect(9, 1080, 1280, 1024))


class Library:
    """An SDL that knows the bounds of some screens."""

    def __init__(self, **bounds: list[tuple[int, int, int, int] | None]) -> None:
        self._bounds = bounds

    def _write(self, name: str, number: int, numbers: Any) -> int:
        found = self._bounds[name][number]
        if found is None:
            return -1
        numbers[:] = found
        return 0

    def __getattr__(self, name: str) -> Any:
        return partial(self._write, name)


def test_screens_have_the_bounds_that_sdl_reports_or_all_of_their_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes = [(1920, 1080), (1280, 1024), (800, 600), (640, 480)]
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: sizes)
    library = Library(
        SDL_GetDisplayBounds=[(0, 0, 1920, 1080), (1920, 9, 1280, 1024), None, (7, 7, 0, 480)],
        SDL_GetDisplayUsableBounds=[(0, 40, 1920, 1040), None, None, (7, 9, 640, 400)],
    )
    monkeypatch.setattr("game.ui.system.screens.loaded_sdl", lambda: library)
    assert find_screens() == [
        Screen(Rect(0, 0, 1920, 1080), Rect(0, 40, 1920, 1040)),
        Screen(Rect(1920, 9, 1280, 1024), Rect(1920, 9, 1280, 1024)),
        Screen(Rect(0, 0, 800, 600), Rect(0, 0, 800, 600)),
        Screen(Rect(0, 0, 640, 480), Rect(7, 9, 640, 400)),
    ]
    monkeypatch.setattr("game.ui.system.screens.loaded_sdl", lambda: None)
    assert find_screens() == [Screen(Rect(0, 0, *size), Rect(0, 0, *size)) for size in sizes]


def test_a_window_fills_the_screen_that_it_is_on_and_below_a_notch_on_macos(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screens_of, "find_screens", lambda: [WIDE, BESIDE, BELOW])
    for size, place, state, platform, driver, fills in (
        ((1920, 1080), (0, 0), WindowState(False, 0), "linux", "x11", True),
        ((1920, 1040), (0, 40), WindowState(False, 0), "linux", "x11", False),
        ((1920, 1080), (0, 0), WindowState(False, 1), "linux", "x11", False),
        ((1280, 1024), (1920, 0), WindowState(False, 1), "linux", "x11", True),
        ((800, 600), (0, 0), WindowState(True, 0), "linux", "x11", False),
        ((800, 600), (0, 0), WindowState(True, 0), "linux", "wayland", True),
        ((1280, 1024), (0, 0), WindowState(False, 7), "linux", "wayland", True),
        ((1920, 1040), (0, 0), None, "linux", "wayland", False),
        ((1920, 1080), (0, 0), None, "linux", "wayland", True),
        ((1920, 1040), (0, 40), WindowState(False, 0), "darwin", "cocoa", True),
        ((1920, 1039), (0, 41), WindowState(False, 0), "darwin", "cocoa", False),
        ((1920, 1039), (0, 40), WindowState(False, 0), "darwin", "cocoa", False),
        ((1919, 1040), (0, 40), WindowState(False, 0), "darwin", "cocoa", False),
        ((1280, 984), (9, 1120), WindowState(False, 2), "darwin", "cocoa", True),
        ((1280, 983), (9, 1121), WindowState(False, 2), "darwin", "cocoa", False),
    ):
        monkeypatch.setattr(pygame.display, "get_driver", partial(str, driver))
        monkeypatch.setattr(screens_of, "ask_window", lambda window, state=state: state)
        window: Any = SimpleNamespace(size=size, position=place)
        assert fills_screen(window, platform) is fills, (size, place, state, platform)


def test_a_driver_without_screens_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise pygame.error("no screens here")

    monkeypatch.setattr(pygame.display, "get_desktop_sizes", fail)
    assert find_screens() == []


def test_windows_scale_is_one_at_least_and_one_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_display_scale("win32") == 1.0, "before Windows 10"
    for dots, scale in ((72, 1.0), (96, 1.0), (144, 1.5), (168, 1.75)):
        user32 = SimpleNamespace(GetDpiForSystem=lambda dots=dots: dots)
        monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
        assert find_display_scale("win32") == scale
    assert find_display_scale("linux") == find_display_scale("darwin") == 1.0


class Answer:
    """A function of SDL, whose result has the type that is set for it."""

    restype: Any = None

    def __init__(self, wanted: Any, answers: dict[int | None, int | None]) -> None:
        self._wanted, self._answers = wanted, answers

    def __call__(self, given: Any) -> int | None:
        return self._answers[given.value] if self.restype is self._wanted else 0


def test_a_window_s_state_is_that_of_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    pointer, other = 0x1234_5678_9ABC, 0x1234_5678_9DEF
    library = SimpleNamespace(
        SDL_GetWindowFromID=Answer(ctypes.c_void_p, {7: pointer, 8: other, 9: None}),
        SDL_GetWindowFlags=Answer(ctypes.c_uint32, {pointer: 0x8000_0001, other: 0x8000_0FFE}),
        SDL_GetWindowDisplayIndex=lambda given: {pointer: 2, other: -1}[given.value],
    )
    monkeypatch.setattr(screens_of, "loaded_sdl", lambda: library)
    windows: list[Any] = [SimpleNamespace(id=number) for number in (7, 8, 9)]
    states = [ask_window(window) for window in windows]
    assert states == [WindowState(True, 2), WindowState(False, 0), None]
    assert [type(state and state.is_full) for state in states[:2]] == [bool, bool]
    monkeypatch.setattr(screens_of, "loaded_sdl", lambda: None)
    assert ask_window(windows[0]) is None
