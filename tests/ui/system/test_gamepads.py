"""SDL's gamepads, which are started beside the window where SDL allows that."""

from __future__ import annotations

import os
import threading

import pygame
import pytest

from game.ui.system import gamepads
from game.ui.system.gamepads import Gamepads


class SlowLibrary:
    """An SDL that takes long over its gamepads."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, str]] = []
        self.thread: threading.Thread | None = None
        self.has_begun, self.is_done = threading.Event(), threading.Event()

    def SDL_InitSubSystem(self, flags: int) -> int:  # noqa: N802
        self.thread = threading.current_thread()
        self.begun.append((flags, os.environ["SDL_JOYSTICK_THREAD"]))
        self.has_begun.set()
        self.is_done.wait(20)
        return 0


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the threads in which pygame itself has started its gamepads, and failed."""
    threads: list[str] = []

    def fail() -> None:
        threads.append(threading.current_thread().name)
        raise pygame.error("no gamepads here")

    monkeypatch.setattr(pygame.joystick, "init", fail)
    monkeypatch.delenv("SDL_JOYSTICK_THREAD", raising=False)
    return threads


def test_where_sdl_cannot_be_called_pygame_starts_them_at_once(
    started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = SlowLibrary()
    for found, platform in ((None, "linux"), (None, "win32"), (library, "darwin")):
        monkeypatch.setattr(gamepads, "loaded_sdl", lambda found=found: found)
        pads = Gamepads()
        pads.start(platform)
        assert not pads.is_starting
    assert started == [threading.current_thread().name] * 3
    assert library.begun == []


@pytest.mark.parametrize("own", [None, "0"])
@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_elsewhere_the_window_waits_for_no_gamepad(
    started: list[str], monkeypatch: pytest.MonkeyPatch, platform: str, own: str | None
) -> None:
    """With some sound cards in Windows, SDL looks for them for 40 seconds."""
    if own is not None:
        monkeypatch.setenv("SDL_JOYSTICK_THREAD", own)
    library, pads = SlowLibrary(), Gamepads()
    monkeypatch.setattr(gamepads, "loaded_sdl", lambda: library)
    assert not pads.is_starting
    pads.start(platform)
    assert library.has_begun.wait(20)
    assert pads.is_starting
    library.is_done.set()
    thread = library.thread
    assert thread is not None
    assert thread is not threading.current_thread()
    thread.join(0.05 if platform == "win32" else 20)
    # A window of Windows is closed with its thread.
    assert thread.is_alive() is (platform == "win32")
    assert not pads.is_starting
    assert library.begun == [(0x200, own or "1")]
    assert started == []


def test_where_no_thread_starts_nothing_is_waited_for(
    started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gamepads, "loaded_sdl", SlowLibrary)
    monkeypatch.setattr(gamepads, "start_thread", lambda work: None)
    pads = Gamepads()
    pads.start("linux")
    assert not pads.is_starting
