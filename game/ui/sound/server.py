"""Finds out whether the sound server answers, without stopping the other threads.

A server that accepts and never answers costs half a minute. `pygame.mixer.init` holds Python's
lock all that time, so that no click is taken (measured: 30 s); a call through ctypes lets go of it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    import ctypes

_AUDIO: Final = 0x10
"""SDL_INIT_AUDIO."""


def reach_server() -> bool:
    """Whether the server answers, as far as known; SDL's sound is started for it and ended."""
    library = _loaded_sdl()
    if library is None:
        return True
    if library.SDL_InitSubSystem(_AUDIO) != 0:
        return False
    # pygame opens its mixer only where SDL's sound is not started yet.
    library.SDL_QuitSubSystem(_AUDIO)
    return True


def _loaded_sdl() -> ctypes.CDLL | None:
    """Return the SDL that pygame has loaded, None where it is not found."""
    import ctypes

    for path in _places():
        with suppress(OSError):
            # Another copy of the library would not be pygame's.
            return ctypes.CDLL(path, getattr(os, "RTLD_NOLOAD", 0) | ctypes.DEFAULT_MODE)
    return None


def _places() -> list[str]:
    if sys.platform == "win32":
        return ["SDL2.dll"]
    if sys.platform == "linux":
        with suppress(OSError):
            maps = Path("/proc/self/maps").read_text("utf-8", "replace")
            paths = (line.partition("/")[2] for line in maps.splitlines() if "libSDL2-2" in line)
            return list(dict.fromkeys(f"/{path}" for path in paths))
    return [str(p) for p in Path(pygame.__file__).parent.glob(".dylibs/libSDL2-2*.dylib")]
