"""The window: opening, sizes, full screen, and the clipboard."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Final

import pygame

from game import PROGRAM
from game.processes import NO_CONSOLE
from game.ui.layout.rects import DESIGN_SIZE, MIN_WINDOW, Rect
from game.ui.system.screens import (
    Screen,
    ask_window,
    fills_screen,
    find_display_scale,
    find_screens,
)
from game.ui.system.session_bus import pass_silent_bus
from game.ui.system.silence import is_display_silent
from game.ui.system.x_errors import outlive_x_errors

_DRIVER_VARIABLES: Final = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")

_BLIND_DRIVERS: Final = ("offscreen", "dummy", "evdev")


WindowPlace = tuple[int, int]
"""The top left pixel of the window's content, on the desktop of all screens."""


class NoDisplayError(Exception):
    """No screen was found for a window; `args[0]` is the driver that SDL fell back to silently
    (`offscreen`, `dummy`), if any.
    """


class NoColourError(NoDisplayError):
    """The screen's colour depth is one that SDL cannot draw in."""


def open_display() -> None:
    """Start SDL's video, or raise `NoDisplayError`.

    If no screen can be reached SDL silently picks a driver that draws into nothing; that is only
    right if the environment names it (tests, the gallery).
    """
    asked = next(filter(None, map(os.environ.get, _DRIVER_VARIABLES)), "")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", PROGRAM)
    os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", PROGRAM)
    # Shows the candidates of input methods for Chinese and Japanese.
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    # Windows would stretch the picture where its scale is not 100 %.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ[_CLICKS_THROUGH] = "1"
    if not asked:
        # An empty one is the name of no driver, and SDL would take a blind one.
        for name in _DRIVER_VARIABLES:
            os.environ.pop(name, None)
    if not asked or asked not in _BLIND_DRIVERS:
        pass_silent_bus()
        if is_display_silent():
            raise NoDisplayError
    try:
        pygame.display.init()
    except pygame.error as error:
        if not asked:
            raise NoDisplayError from error
        # A profile may name the driver of another session, or of another system.
        os.environ.update(dict.fromkeys(_DRIVER_VARIABLES, ""))
        open_display()
        return
    driver = pygame.display.get_driver()
    if driver in _BLIND_DRIVERS and driver not in asked.split(","):
        pygame.display.quit()
        raise NoDisplayError(driver)
    if driver == "x11":
        outlive_x_errors()
        # A frame would go through OpenGL even where no graphics card does the work: 8 ms of a
        # processor and 70 MB, for one copy into memory that is shared with the screen otherwise.
        # Elsewhere SDL may have no other way.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def _open_window(
    title: str, size: tuple[int, int], at: WindowPlace | int, *, is_hidden: bool
) -> pygame.Window:
    """Open a window that can be drawn on, or raise `NoDisplayError`."""
    hidden = {"hidden": True} if is_hidden else {}
    try:
        window = pygame.Window(title, size, at, resizable=True, allow_high_dpi=True, **hidden)
    except pygame.error as error:
        raise NoDisplayError from error
    try:
        window.get_surface()
    except pygame.error as error:
        window.destroy()
        raise NoColourError from error
    return window


class GameWindow:
    """A resizable window, of at least 1024×640 if the screen is large enough.

    Sizes are those of the surface, in pixels; on high-density screens the system's own sizes differ
    by `pixels_per_point`. A window manager may fill the screen, or end that, by itself: the
    window's state is queried, not stored.
    """

    def __init__(
        self,
        title: str,
        size: tuple[int, int] | None = None,
        place: WindowPlace | None = None,
        *,
        is_fullscreen: bool = False,
        is_maximised: bool = False,
        is_hidden: bool = False,
    ) -> None:
        """Open the window, at `place` if that screen still exists. Raises `NoDisplayError`.

        A hidden one waits for `show`.
        """
        open_display()
        screens, scale = find_screens(), find_display_scale()
        home = place and screen_of(screens, Rect(*place, *(size or DESIGN_SIZE)))
        screens = [home] if home else screens
        first = first_size(screens, scale, size)
        if home and place:
            place = seen_place(home, scale, place, first)
        elif sys.platform == "win32" and screens:
            # SDL centres it on all of the screen, taskbar included.
            place = first_place(screens[0], scale, first)
        else:
            place = None
        at = place or pygame.WINDOWPOS_UNDEFINED
        try:
            self._window = _open_window(title, first, at, is_hidden=is_hidden)
        except NoColourError:
            # X screens of 30 bits are drawn on through OpenGL alone.
            os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "1"
            self._window = _open_window(title, first, at, is_hidden=is_hidden)
        self._window.minimum_size = smallest_size(screens, scale)
        if place is not None:
            # Only now X11 knows the frame around it, which it would place there instead.
            self._window.position = place
        self._asked_to_fill = False
        """The window's state as SDL believes it: SDL does not notice changes by others."""
        self._rects = [(0.0, Rect(*self._window.position, *first))]
        """The window's places when neither maximised nor full, with their seconds; the last one
        last."""
        self.is_maximised = self._is_minimised = False
        if is_maximised:
            self._window.maximize()
        if is_fullscreen:
            self.toggle_fullscreen()
        self._text_area: Rect | None = None
        # SDL starts with text input, and an input method would take letters that are commands.
        pygame.key.stop_text_input()

    @property
    def number(self) -> int:
        """SDL's number of the window."""
        return self._window.id

    @property
    def title(self) -> str:
        return self._window.title

    def show(self) -> None:
        """Show a window that was opened hidden."""
        self._window.show()

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on; another one after each change of size."""
        return self._window.get_surface()

    @property
    def size(self) -> tuple[int, int]:
        """The surface's size in pixels."""
        return self.surface.get_size()

    @property
    def pixels_per_point(self) -> float:
        """Surface pixels for each of the system's units, in which it reports the pointer."""
        return self.size[0] / max(1, self._window.size[0])

    @property
    def normal_size(self) -> tuple[int, int]:
        """The size, in the system's units, when the window is neither maximised nor full."""
        return self._rects[-1][1].size

    @property
    def normal_place(self) -> WindowPlace | None:
        """The place when the window is neither maximised nor full, on the screen that it fills now.

        None if the system does not report places.
        """
        if pygame.display.get_driver() == "wayland":
            return None
        screens, normal, state = find_screens(), self._rects[-1][1], ask_window(self._window)
        if state is None or state.screen >= len(screens):
            return normal.x, normal.y
        screen = screens[state.screen]
        is_there = screen_of(screens, normal) == screen
        return (
            (normal.x, normal.y)
            if is_there
            else first_place(screen, find_display_scale(), normal.size)
        )

    @property
    def is_fullscreen(self) -> bool:
        """Whether the window fills a screen, also by the window manager's doing."""
        return fills_screen(self._window)

    def describe(self) -> str:
        """Return the window's state in words, for fault reports."""
        return f"{self.size} at {tuple(self._window.position)} {ask_window(self._window)}"

    def set_icon(self, icon: pygame.Surface) -> None:
        """Show `icon` in the title bar and the task list."""
        self._window.set_icon(icon)

    def take_text(self, area: Rect | None) -> None:
        """Accept typed text for that part of the surface, or none; an input method's list is shown
        beside it.
        """
        if area == self._text_area:
            return
        if area is not None:
            k = self.pixels_per_point
            pygame.key.set_text_input_rect(pygame.Rect([round(side / k) for side in area]))
        if area is None:
            pygame.key.stop_text_input()
        elif self._text_area is None:
            pygame.key.start_text_input()
        self._text_area = area

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or restore the window with its old size and place."""
        fills = not self.is_fullscreen
        if fills is self._asked_to_fill:
            # Another program has changed the state: SDL would ignore the call as done already.
            self._set_fullscreen(not fills)
        self._set_fullscreen(fills)
        if fills:
            return
        if self.is_fullscreen and not self.is_maximised:
            self._window.size = self.normal_size
        screens, normal = find_screens(), self._rects[-1][1]
        if screens and screen_of(screens, normal) is None:
            # The screen that it was on has been unplugged.
            self._window.position = first_place(screens[0], find_display_scale(), normal.size)

    def _set_fullscreen(self, fills: bool) -> None:
        if fills:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
        self._asked_to_fill = fills

    def take_events(self) -> list[pygame.Event]:
        """Return the pending events, and update the window's state by them."""
        events = [*read_events()]
        for event in events:
            if event.type in _STATES:
                self._follow(event.type)
        return events

    def _follow(self, kind: int) -> None:
        now = perf_counter()
        match kind:
            case pygame.WINDOWMINIMIZED:
                self._is_minimised = True
            case pygame.WINDOWRESTORED if self._is_minimised:
                self._is_minimised = False
            case pygame.WINDOWRESTORED:
                self.is_maximised = False
            case pygame.WINDOWFOCUSGAINED:
                os.environ[_CLICKS_THROUGH] = "0"
            case pygame.WINDOWMAXIMIZED:
                self.is_maximised, self._is_minimised = True, False
                # The place reported with it is the maximised one, not the window's own.
                older = [one for one in self._rects if one[0] < now - _TOGETHER]
                self._rects = older[-1:] or self._rects[:1]
            case _ if not (
                self.is_maximised or self._is_minimised or self._asked_to_fill or self.is_fullscreen
            ):
                lies = Rect(*self._window.position, *self._window.size)
                self._rects = [*self._rects[-_PLACES:], (now, lies)]

    def bring_to_front(self) -> None:
        """Show the window before all others, also if it was minimised."""
        if self._is_minimised:
            self._window.restore()
        self._window.focus()

    def flip(self) -> None:
        self._window.flip()

    def close(self) -> None:
        """Close the window; the copied text stays on the clipboard."""
        keep_copied()
        self._window.destroy()


_CLICKS_THROUGH: Final = "SDL_MOUSE_FOCUS_CLICKTHROUGH"
"""SDL's setting whether a click that comes with the keyboard is a press too. While the game starts
it is: SDL finds both at once, and would drop a press on the menu. Later such a click only brings
the window to the front, and places no tile."""

_STATES: Final = (
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWMINIMIZED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWMOVED,
)
_TOGETHER: Final = 0.5
"""Seconds within which a window manager reports a new state and the place for it."""

_PLACES: Final = 60
"""Most stored places: dragging an edge makes many."""

_TITLE_BAR: Final = 32
"""Units of a window's title bar."""

_BARS: Final = 60
"""Units that a title bar and the system's own bars need at least, if they are not known."""


_MOST_EVENTS: Final = 2000
"""Most events of one tick, in case they arrive faster than they are read."""


def read_events() -> Iterator[pygame.Event]:
    """Yield the pending events, without those whose text pygame cannot decode.

    Unix allows any bytes in the name of a dropped file, and some input methods cut letters in two.
    `pygame.event.get` raises for such an event and loses all others with it.
    """
    for _ in range(_MOST_EVENTS):
        try:
            event = pygame.event.poll()
        except (SystemError, UnicodeError):
            continue
        if event.type == pygame.NOEVENT:
            return
        yield event


def smallest_size(screens: Sequence[Screen], scale: float) -> tuple[int, int]:
    """Return the smallest size of the window, never more than the screen has room for."""
    least = _scaled(MIN_WINDOW, scale)
    if not screens:
        return least
    width, height = _room(screens[0], scale)
    return min(least[0], width), min(least[1], height)


def first_size(
    screens: Sequence[Screen], scale: float, asked: tuple[int, int] | None = None
) -> tuple[int, int]:
    """Return the requested size or the designed one, within the screen and above the minimum."""
    width, height = asked or _scaled(DESIGN_SIZE, scale)
    if not screens:
        return width, height
    screen, large = screens[0].bounds, _scaled(_LARGE_SCREEN, scale)
    room, least = _room(screens[0], scale), smallest_size(screens, scale)
    if asked is None and screen.w >= large[0] and screen.h >= large[1]:
        width, height = screen.w * 3 // 4, screen.h * 3 // 4
    return max(least[0], min(width, room[0])), max(least[1], min(height, room[1]))


def first_place(screen: Screen, scale: float, size: tuple[int, int]) -> tuple[int, int]:
    """Return the place of a window of that size in the middle of the screen's usable part, with its
    title bar.
    """
    bar = round(_TITLE_BAR * scale)
    room = screen.usable
    return room.x + (room.w - size[0]) // 2, room.y + bar + max(0, room.h - bar - size[1]) // 2


def screen_of(screens: Sequence[Screen], window: Rect) -> Screen | None:
    """Return the screen that shows most of a window, None if it is on no screen."""

    def visible_area(screen: Screen) -> int:
        room = screen.usable
        wide = min(room.right, window.right) - max(room.x, window.x)
        high = min(room.bottom, window.bottom) - max(room.y, window.y)
        return max(0, wide) * max(0, high)

    return max(filter(visible_area, screens), key=visible_area, default=None)


def seen_place(
    screen: Screen, scale: float, place: WindowPlace, size: tuple[int, int]
) -> WindowPlace:
    """Return the place nearest to `place` where a window of that size is wholly visible."""
    room = screen.usable
    x = max(room.x, min(place[0], room.right - size[0]))
    y = min(place[1], room.bottom - size[1])
    return x, y if y >= room.y else room.y + round(_TITLE_BAR * scale)


def _room(screen: Screen, scale: float) -> tuple[int, int]:
    """Return the largest size of a window that is wholly visible with its title bar."""
    height = min(
        screen.usable.h - round(_TITLE_BAR * scale), screen.bounds.h - round(_BARS * scale)
    )
    return screen.usable.w, max(1, height)


def _scaled(size: tuple[int, int], scale: float) -> tuple[int, int]:
    return round(size[0] * scale), round(size[1] * scale)


_LARGE_SCREEN: Final = (1920, 1200)
"""Units from which on a window takes three quarters of the screen."""


def keep_screen_awake(is_awake: bool) -> None:
    """Let the screen sleep and lock as the system's settings say, or prevent both."""
    with suppress(pygame.error):
        pygame.display.set_allow_screensaver(not is_awake)


_copied: list[str] = []
"""The last copied text."""


def copy_text(text: str) -> bool:
    """Put `text` on the clipboard; return whether that worked."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    _copied[:] = [text]
    return True


def keep_copied() -> None:
    """Pass the copied text, if still on the clipboard, to `xclip`, which offers it after this
    program.

    X11 clears the clipboard with the window. Without `xclip` a clipboard manager may have the text.
    """
    if pygame.display.get_driver() != "x11" or not _copied or paste_text() != _copied[0]:
        return
    # Imported late, for a quick first frame.
    import subprocess
    from shutil import which

    program = which("xclip")
    if program is not None:
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                [program, "-selection", "clipboard", "-in"],
                input=_copied[0].encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=1,
                check=False,
                creationflags=NO_CONSOLE,
            )


def paste_text() -> str:
    """Return the clipboard's text, "" if it has none."""
    try:
        return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
    except pygame.error:
        return ""
