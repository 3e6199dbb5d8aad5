"""The SDL library that pygame has loaded, for calls that pygame does not offer."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterator

_WAITING_DRIVERS: Final = ("x11", "wayland", "windows", "cocoa")
"""SDL's drivers that sleep while they wait for an event."""


@cache
def loaded_sdl() -> ctypes.CDLL | None:
    """Return the SDL that pygame has loaded, None if no library is found."""
    import ctypes

    for path in _places():
        with suppress(OSError):
            # Another copy of the library would not be pygame's.
            return ctypes.CDLL(path, getattr(os, "RTLD_NOLOAD", 0) | ctypes.DEFAULT_MODE)
    return None


def _places() -> Iterator[str]:
    package = Path(pygame.__file__).parent
    if sys.platform == "win32":
        # Of a bare name a bundle's ctypes loads the copy beside the program, where there is one.
        yield str(package / "SDL2.dll")
        return
    libraries = package / ".dylibs"
    if sys.platform == "linux":
        libraries = package.with_name("pygame_ce.libs")
    with suppress(OSError):
        names = os.listdir(libraries)
        yield from (str(libraries / name) for name in names if name.startswith("libSDL2-2"))
    with suppress(OSError):
        # A distribution's pygame uses the system's library; finding that takes a while.
        maps = Path("/proc/self/maps").read_text("utf-8", "replace")
        paths = (line.partition("/")[2] for line in maps.splitlines() if "libSDL2-2" in line)
        yield from dict.fromkeys(f"/{path}" for path in paths)


def wait_for_event(seconds: float) -> bool:
    """Sleep until an event is pending, `seconds` at most; return False at once where SDL cannot.

    With other drivers and with gamepads it polls a thousand times a second, as `pygame.event.wait`
    always does.
    """
    library = loaded_sdl()
    if library is None or pygame.display.get_driver() not in _WAITING_DRIVERS:
        return False
    if library.SDL_NumJoysticks() > 0:
        return False
    library.SDL_WaitEventTimeout(None, round(seconds * 1000))
    return True
