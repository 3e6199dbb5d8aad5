"""Finds out whether the sound server answers, without stopping the other threads.

A server that accepts and never answers costs half a minute, and on Windows a machine without a
device eight seconds. `pygame.mixer.init` holds Python's lock all that time, so that no click is
taken (measured: 30 s, 8 s); a call through ctypes lets go of it.
"""

import sys
from typing import Final

from game.ui.system.sdl import loaded_sdl

_AUDIO: Final = 0x10
"""SDL_INIT_AUDIO."""


def reach_server() -> bool:
    """Whether the server answers and, on Windows, has a device, as far as known.

    SDL's sound is started for it and ended.
    """
    library = loaded_sdl()
    if library is None:
        return True
    if library.SDL_InitSubSystem(_AUDIO) != 0:
        return False
    # Other systems' drivers need not list what they can open.
    has_device = sys.platform != "win32" or library.SDL_GetNumAudioDevices(0) != 0
    # pygame opens its mixer only where SDL's sound is not started yet.
    library.SDL_QuitSubSystem(_AUDIO)
    return has_device
