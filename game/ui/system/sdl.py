"""The SDL library that pygame has loaded, for calls that pygame does not offer."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    import ctypes


@cache
def loaded_sdl() -> ctypes.CDLL | None:
    """Return the SDL that pygame has loaded, None where it is not found."""
    import ctypes

    for path in _places():
        with suppress(OSError):
            # Another copy of the library would not be pygame's.
            return ctypes.CDLL(path, getattr(os, "RTLD_NOLOAD", 0) | ctypes.DEFAULT_MODE)
    return None


def _places() -> list[str]:
    if sys.platform == "win32":
        # A bare name is that of the library loaded already.
        return ["SDL2.dll"]
    if sys.platform == "linux":
        with suppress(OSError):
            maps = Path("/proc/self/maps").read_text("utf-8", "replace")
            paths = (line.partition("/")[2] for line in maps.splitlines() if "libSDL2-2" in line)
            return list(dict.fromkeys(f"/{path}" for path in paths))
    return [str(p) for p in Path(pygame.__file__).parent.glob(".dylibs/libSDL2-2*.dylib")]
