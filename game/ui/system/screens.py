"""The screens, the room that they leave to a window, and whether a window fills one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.ui.layout.rects import Rect
from game.ui.system.sdl import loaded_sdl

if TYPE_CHECKING:
    import ctypes

_FULLSCREEN: Final = 0x1
"""SDL_WINDOW_FULLSCREEN."""

_NOTCH: Final = 40
"""Points that the camera takes at most from the top of a screen; a title bar and the menu above it
are higher."""


class Screen(NamedTuple):
    """One screen: all of it, and what bars and panels leave; in the system's own units."""

    bounds: Rect
    usable: Rect


def find_screens() -> list[Screen]:
    """Return all screens, the main one first; none where the driver knows none."""
    try:
        sizes = pygame.display.get_desktop_sizes()
    except pygame.error:
        return []
    library = loaded_sdl()
    screens = []
    for number, size in enumerate(sizes):
        whole = Rect(0, 0, *size)
        bounds = usable = whole
        if library is not None:
            bounds = _ask_bounds(library, "SDL_GetDisplayBounds", number) or whole
            usable = _ask_bounds(library, "SDL_GetDisplayUsableBounds", number) or bounds
        screens.append(Screen(bounds, usable))
    return screens


def _ask_bounds(library: ctypes.CDLL, name: str, number: int) -> Rect | None:
    import ctypes

    numbers = (ctypes.c_int * 4)()
    if getattr(library, name)(number, numbers) != 0:
        return None
    x, y, w, h = numbers
    return Rect(x, y, w, h) if w > 0 and h > 0 else None


def find_display_scale(platform: str = sys.platform) -> float:
    """Return how many pixels Windows wants for each that things were designed with: 1.5 where its
    settings say 150 %. Elsewhere windows are measured in units that are as large everywhere.
    """
    if platform != "win32":
        return 1.0
    import ctypes

    try:
        dots: int = ctypes.windll.user32.GetDpiForSystem()  # type: ignore[attr-defined, unused-ignore]
    except (AttributeError, OSError):  # before Windows 10
        return 1.0
    return max(1.0, dots / 96)


class WindowState(NamedTuple):
    """SDL's state of a window: whether it is full screen, and its screen."""

    is_full: bool
    screen: int


def ask_window(window: pygame.Window) -> WindowState | None:
    """Return SDL's state of a window, None if SDL has no answer."""
    library = loaded_sdl()
    if library is None:
        return None
    import ctypes

    find = library.SDL_GetWindowFromID
    find.restype = ctypes.c_void_p
    pointer = ctypes.c_void_p(find(ctypes.c_uint32(window.id)))
    if not pointer:
        return None
    ask_flags = library.SDL_GetWindowFlags
    ask_flags.restype = ctypes.c_uint32
    number = library.SDL_GetWindowDisplayIndex(pointer)
    return WindowState(bool(ask_flags(pointer) & _FULLSCREEN), max(0, number))


def fills_screen(window: pygame.Window, platform: str = sys.platform) -> bool:
    """Whether a window fills a whole screen, even if the window manager did that.

    On X11 SDL does not notice a window manager that fills the screen, or ends it; on macOS not the
    green button, and there a screen is full below the camera's notch.
    """
    screens, state = find_screens(), ask_window(window)
    size = window.size[0], window.size[1]
    if not screens or state is None or state.screen >= len(screens):
        return size in {screen.bounds.size for screen in screens}
    if state.is_full and pygame.display.get_driver() != "x11":
        return True
    bounds = screens[state.screen].bounds
    if size == bounds.size:
        return True
    return (
        platform == "darwin"
        and size[0] == bounds.w
        and window.position[1] - bounds.y <= _NOTCH
        and window.position[1] + size[1] == bounds.bottom
    )
