"""The library that pygame has loaded: where it is looked for, and sleeping until an event."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.ui.system import sdl
from game.ui.system.sdl import loaded_sdl, wait_for_event

REAL = [*Path(pygame.__file__).parents[1].glob("pygame_ce.libs/libSDL2-2*")]


class Loader:
    """A `ctypes.CDLL` that notes each library that it is to open, and has those named."""

    def __init__(self, *there: str) -> None:
        self.asked: list[str] = []
        self.modes: set[int] = set()
        self._there = there

    def __call__(self, path: str, mode: int) -> str:
        self.asked.append(path)
        self.modes.add(mode)
        if path not in self._there:
            raise OSError(path)
        return f"library {path}"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a pygame with libraries of its own for Linux and macOS."""
    folder = tmp_path / "pygame"
    for libraries, ending in ((tmp_path / "pygame_ce.libs", "so"), (folder / ".dylibs", "dylib")):
        libraries.mkdir(parents=True)
        for name in ("libSDL2-2", "libSDL2_image-2", "libother"):
            (libraries / f"{name}.{ending}").touch()
    monkeypatch.setattr(pygame, "__file__", str(folder / "__init__.py"))
    loaded_sdl.cache_clear()
    yield folder
    loaded_sdl.cache_clear()


@pytest.mark.skipif(
    not os.path.exists("/proc/self/maps") or not REAL, reason="needs Linux's pygame"
)
@pytest.mark.parametrize(
    ("system", "names"),
    [
        ("win32", ["{0}/SDL2.dll"]),
        ("darwin", ["{0}/.dylibs/libSDL2-2.dylib", str(*REAL[:1])]),
        ("linux", ["{0}/../pygame_ce.libs/libSDL2-2.so", str(*REAL[:1])]),
    ],
)
def test_the_library_is_looked_for_in_pygame_and_then_among_what_is_loaded(
    package: Path, monkeypatch: pytest.MonkeyPatch, system: str, names: list[str]
) -> None:
    places = [os.path.normpath(name.format(package)) for name in names]
    monkeypatch.setattr(sys, "platform", system)
    for there in ((), places[-1:], places[:1]):
        load = Loader(*there)
        monkeypatch.setattr(ctypes, "CDLL", load)
        loaded_sdl.cache_clear()
        found = loaded_sdl()
        assert found == (f"library {there[0]}" if there else None)  # type: ignore[comparison-overlap]
        assert load.asked == (places[: places.index(there[0]) + 1] if there else places)
        assert load.modes == {os.RTLD_NOLOAD | ctypes.DEFAULT_MODE}
        assert loaded_sdl() is found, "searched once"
        assert len(load.asked) <= len(places)


@pytest.mark.skipif(not REAL, reason="needs Linux's pygame")
def test_a_pygame_without_libraries_of_its_own_uses_the_system_s(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame, "__file__", str(package / "elsewhere" / "__init__.py"))
    load = Loader(str(REAL[0]))
    monkeypatch.setattr(ctypes, "CDLL", load)
    assert loaded_sdl() == f"library {REAL[0]}"  # type: ignore[comparison-overlap]
    assert load.asked == [str(REAL[0])]


def test_it_sleeps_where_the_driver_does_and_no_gamepad_is_polled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[tuple[object, int]] = []
    pads = 0
    library = SimpleNamespace(
        SDL_NumJoysticks=lambda: pads,
        SDL_WaitEventTimeout=lambda event, timeout: slept.append((event, timeout)),
    )
    monkeypatch.setattr(sdl, "loaded_sdl", lambda: library)
    for driver, sleeps in (
        *((driver, False) for driver in ("dummy", "offscreen", "kmsdrm")),
        *((driver, True) for driver in ("x11", "wayland", "windows", "cocoa")),
    ):
        monkeypatch.setattr(pygame.display, "get_driver", partial(str, driver))
        assert wait_for_event(0.4567) is sleeps
        assert slept == [(None, 457)] * sleeps
        slept.clear()
    pads = 1
    assert wait_for_event(0.5) is False
    pads = 0
    monkeypatch.setattr(sdl, "loaded_sdl", lambda: None)
    assert wait_for_event(0.5) is False
    assert slept == []
