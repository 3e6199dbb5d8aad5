"""SDL's start of gamepads, beside the window."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Final

import pygame

from game.threads import start_thread
from game.ui.system.sdl import loaded_sdl

if TYPE_CHECKING:
    import ctypes

_JOYSTICK: Final = 0x200
"""SDL_INIT_JOYSTICK."""


class Gamepads:
    """Starts SDL's gamepads in a thread: with some sound cards, monitors and hubs plugged in that
    takes Windows up to 40 seconds. Once it is done SDL reports each gamepad as newly plugged in.
    """

    def __init__(self) -> None:
        self.is_starting = False
        """Whether SDL is still starting its gamepads; `pygame.quit` would wait for that."""

    def start(self, platform: str = sys.platform) -> None:
        """Start them and return at once; after the first frame, for it always takes a while."""
        library = loaded_sdl()
        if library is None or platform == "darwin":
            # macOS reports gamepads only to the thread that started their subsystem.
            with suppress(pygame.error):
                pygame.joystick.init()
            return
        self.is_starting = True
        if start_thread(partial(self._start, library, platform)) is None:
            self.is_starting = False

    def _start(self, library: ctypes.CDLL, platform: str) -> None:
        # Windows would report to this thread too, which hears nothing.
        os.environ.setdefault("SDL_JOYSTICK_THREAD", "1")
        library.SDL_InitSubSystem(_JOYSTICK)
        self.is_starting = False
        if platform == "win32":
            # A window of Windows goes with its thread, and SDL has made one for its gamepads.
            Event().wait()
