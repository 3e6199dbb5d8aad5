"""The window: opening, sizes, full screen, and the clipboard."""

import os
from contextlib import suppress
from typing import Final

import pygame

from game.ui.layout.rects import DESIGN_SIZE, MIN_WINDOW

_BLIND_DRIVERS: Final = ("offscreen", "dummy", "evdev")


class NoDisplayError(Exception):
    """There is no screen to open a window on; `args[0]` is the driver that SDL fell back to
    silently (`offscreen`, `dummy`), if any.
    """


def open_display() -> None:
    """Start SDL's video, or raise `NoDisplayError`.

    Where no screen can be reached SDL picks a driver that draws into nothing and says so
    nowhere; that is only right for somebody who asked for it by name (tests, the gallery).
    """
    asked = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER") or ""
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "take-it-easy")
    os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "take-it-easy")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplayError from error
    driver = pygame.display.get_driver()
    if driver in _BLIND_DRIVERS and driver not in asked.split(","):
        pygame.display.quit()
        raise NoDisplayError(driver)
    if driver == "x11":
        # A frame would go through OpenGL even where no graphics card does the work: 8 ms of a
        # processor and 70 MB, for one copy into memory that is shared with the screen otherwise.
        # Elsewhere SDL may have no other way.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


class GameWindow:
    """A resizable window of at least 1024×640.

    Sizes given out are those of the surface, in pixels; on high-density screens the system's
    own sizes differ by `pixels_per_point`.
    """

    def __init__(
        self, title: str, size: tuple[int, int] | None = None, *, is_fullscreen: bool = False
    ) -> None:
        """Open the window; raises `NoDisplayError`."""
        open_display()
        try:
            self._window = pygame.Window(
                title, _first_size(size), resizable=True, allow_high_dpi=True
            )
        except pygame.error as error:
            raise NoDisplayError from error
        self._window.minimum_size = MIN_WINDOW
        self.is_fullscreen = False
        if is_fullscreen:
            self.toggle_fullscreen()
        pygame.key.start_text_input()

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on; another one after each change of size."""
        return self._window.get_surface()

    @property
    def size(self) -> tuple[int, int]:
        """The surface's size in pixels."""
        return self.surface.get_size()

    @property
    def pixels_per_point(self) -> float:
        """Surface pixels for each of the system's units, in which it reports the pointer."""
        return self.size[0] / max(1, self._window.size[0])

    def set_icon(self, icon: pygame.Surface) -> None:
        """Show `icon` in the title bar and the task list."""
        self._window.set_icon(icon)

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to the window with its old size and place."""
        if self.is_fullscreen:
            self._window.set_windowed()
        else:
            self._window.set_fullscreen(desktop=True)
        self.is_fullscreen = not self.is_fullscreen

    def flip(self) -> None:
        """Show what was drawn."""
        self._window.flip()

    def close(self) -> None:
        """Close the window."""
        self._window.destroy()


def _first_size(asked: tuple[int, int] | None) -> tuple[int, int]:
    """Return the asked size or the designed one, kept within the screen and above the minimum."""
    width, height = asked or DESIGN_SIZE
    try:
        desktop = pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        return width, height
    if asked is None and desktop[0] >= 1920 and desktop[1] >= 1200:
        width, height = desktop[0] * 3 // 4, desktop[1] * 3 // 4
    return (
        max(MIN_WINDOW[0], min(width, desktop[0])),
        max(MIN_WINDOW[1], min(height, desktop[1] - 60)),
    )


def open_gamepads() -> None:
    """Start listening to gamepads; after the first frame, for it takes a while."""
    from pygame._sdl2 import controller

    with suppress(pygame.error):
        pygame.joystick.init()
        controller.init()


def copy_text(text: str) -> bool:
    """Put `text` on the clipboard; whether that worked."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def paste_text() -> str:
    """Return the clipboard's text, "" if it has none."""
    try:
        return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except pygame.error:
        return ""
