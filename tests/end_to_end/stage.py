"""A private screen with a window manager, and the game on it as a player would start it.

Journeys know what the game does only from outside: its window, its pictures, its exit status
and the files in its home, first of all the autosave, which is the match's record.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, TypeVar

import pygame
import pytest

from game.rules.match import Match
from game.storage.autosave import Autosave
from game.storage.places import HOME_VARIABLE, find_places

__all__ = ["CLASS", "JOURNEYS_VARIABLE", "Game", "Stage", "open_stage", "require_tools", "wait_for"]

JOURNEYS_VARIABLE: Final = "TAKE_IT_EASY_JOURNEYS"
"""Set to `required`, it turns skipping for lack of tools into failing."""

PROGRAM_VARIABLE: Final = "TAKE_IT_EASY_PROGRAM"
"""A JSON list: the command that starts the game under Wine, whose drive Z is the root."""

TOOLS: Final = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "xclip": "xclip",
}
"""Programs the journeys need, and the Debian packages that have them."""

CLASS: Final = "take-it-easy"
"""The window's class."""

HELD: Final = 1.0
"""Seconds after which a page that came by itself takes a press that confirms."""

STILL: Final = 3.0
"""Seconds longer than any breath between two moments of a count."""

SETTLING: Final = 8.0
"""Seconds for which a picture that is kept may still change."""

BREATH: Final = 0.5
"""Seconds without a new picture after which a window has settled."""

AGAIN: Final = 3.0
"""Seconds after which a press without its effect is made again."""

GLANCE: Final = 0.1
"""Seconds between two looks at the screen."""

TITLE: Final = "Take It Easy!"
"""The window's title."""

PATIENCE: Final = 60.0
"""Seconds before a journey gives up waiting; a slow machine may need many of them."""

_T = TypeVar("_T")


PICTURE_PATIENCE: Final = 5.0
"""Seconds one picture may take."""


def require_tools() -> None:
    """Skip the test where tools are missing, naming them; fail it where they are required."""
    missing = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    if sys.platform == "win32" or sys.platform == "darwin":
        missing = ["an X11 system"]
    if not missing:
        return
    message = f"a journey in a real window needs {', '.join(missing)}"
    if os.environ.get(JOURNEYS_VARIABLE) == "required":
        pytest.fail(message)
    pytest.skip(message)


def wait_for(what: str, look: Callable[[], _T | None], patience: float = PATIENCE) -> _T:
    """Return the first result of `look` that is not None or False; fail after `patience` s."""
    end = time.monotonic() + patience
    while True:
        found = look()
        if found is not None and found is not False:
            return found
        if time.monotonic() > end:
            pytest.fail(f"waited {patience:.0f} s for {what}")
        time.sleep(0.05)


@dataclass(slots=True)
class Game:
    """A running game and its window."""

    stage: Stage
    process: subprocess.Popen[str]
    window: str = ""
    rows: tuple[int, int] | None = None
    """The screen's first row with the window and the one below it; None for the whole screen."""
    before: int | None = None
    """The checksum of what the screen showed before the latest press; None before the first."""

    def wait_for_window(self) -> None:
        """Wait until the window is open, and give it the keyboard."""

        def look() -> str | None:
            self.check_alive()
            # Under Wine a window has the class of the Python that runs the program.
            named = ("--name", TITLE) if PROGRAM_VARIABLE in os.environ else ("--class", CLASS)
            found = self.stage.try_xdotool("search", "--onlyvisible", *named).split()
            # While it starts, SDL opens windows that are gone a moment later.
            for window in reversed(found):
                wide = self.stage.try_xdotool("getwindowgeometry", "--shell", window)
                if "WIDTH=" in wide and "WIDTH=1\n" not in wide:
                    return window
            return None

        def activate() -> bool:
            self.check_alive()
            self.window = wait_for("the game's window", look)
            self.stage.try_xdotool("windowactivate", self.window)
            active = self.stage.try_xdotool("getactivewindow").strip()
            # SDL may open the window anew before it draws for the first time.
            return active == self.window and self.has_drawn()

        wait_for("the game's window to get the keyboard", activate)

    def has_drawn(self) -> bool:
        """Whether the window is there and shows anything."""
        path = self.stage.pictures / "opening.bmp"
        command = ["import", "-silent", "-window", self.window, str(path)]
        try:
            done = subprocess.run(
                command, env=self.stage.environment, capture_output=True, timeout=PICTURE_PATIENCE
            )
        except subprocess.TimeoutExpired:
            # It holds the whole display while it waits for a window that SDL has just replaced.
            return False
        if done.returncode != 0:
            return False
        picture = pygame.image.load(path)
        width, height = picture.get_size()
        return len({tuple(picture.get_at((x, height // 2))) for x in range(0, width, 3)}) > 1

    def check_alive(self) -> None:
        """Fail if the game has ended."""
        if self.process.poll() is not None:
            _, err = self.process.communicate()
            pytest.fail(f"the game ended with status {self.process.returncode}: {err}")

    def look(self) -> int:
        """Return a checksum of what the screen shows in the window's rows."""
        return self.stage.look(self.rows)

    def remember(self) -> None:
        """Remember what the screen shows: `settled` waits until that has changed."""
        self.before = self.look()

    def press(self, *keys: str) -> None:
        """Press keys by xdotool's names: `Return`, `ctrl+z`, `F11`."""
        self.remember()
        self.stage.xdotool("key", "--clearmodifiers", *keys)

    def move_to(self, x: int, y: int) -> None:
        """Move the pointer to a place in the window."""
        self.stage.xdotool("mousemove", "--window", self.window, str(x), str(y))

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click a place in the window."""
        self.remember()
        # Without --sync, which waits long seconds for a pointer that is there already.
        move = ("mousemove", "--window", self.window, str(x), str(y))
        self.stage.xdotool(*move, "click", str(button))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press at `start`, move in steps, release at `end`."""
        self.remember()
        self.move_to(*start)
        self.stage.xdotool("mousedown", "1")
        for step in range(1, 6):
            x = start[0] + (end[0] - start[0]) * step // 5
            y = start[1] + (end[1] - start[1]) * step // 5
            self.move_to(x, y)
        self.stage.xdotool("mouseup", "1")

    def resize(self, width: int, height: int) -> None:
        """Ask the window manager for another size, and wait until the window has it."""
        self.remember()
        self.stage.xdotool("windowsize", "--sync", self.window, str(width), str(height))

    def size(self) -> tuple[int, int]:
        """The window's size."""
        text = self.stage.xdotool("getwindowgeometry", "--shell", self.window)
        values = dict(line.split("=", 1) for line in text.split())
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def picture(self, name: str) -> pygame.Surface:
        """Return the window's picture, also saved as `NAME.bmp` among the stage's pictures."""
        # To compress them took more time than the games that they show.
        path = self.stage.pictures / f"{name}.bmp"
        self.stage.run("import", "-silent", "-window", self.window, str(path))
        return pygame.image.load(path)

    def settle(self) -> None:
        """Wait until the screen has changed since the latest press, and then shows nothing new for
        a breath; `SETTLING` seconds at most.
        """
        self._wait_for_nothing_new(BREATH, SETTLING)

    def settled(self, name: str) -> pygame.Surface:
        """Return the window's picture once it has settled."""
        self.settle()
        return self.picture(name)

    def wait_until_still(self) -> None:
        """Wait until the screen has changed since the latest press, if it does, and then shows
        nothing new for `STILL` seconds.
        """
        if not self._wait_for_nothing_new(STILL, PATIENCE):
            pytest.fail(f"the window is not still after {PATIENCE:.0f} s")

    def _wait_for_nothing_new(self, seconds: float, patience: float) -> bool:
        """Return whether the screen came to show nothing new within `patience` seconds.

        A caret that blinks shows nothing new, and a press may change nothing.
        """
        start, seen = time.monotonic(), {self.before}
        latest = start + SETTLING
        while (now := time.monotonic()) < start + patience:
            self.check_alive()
            picture = self.look()
            if picture not in seen:
                seen.add(picture)
                latest = now
            elif now >= latest + seconds:
                return True
            time.sleep(GLANCE)
        return False

    def wait_for_picture(
        self, name: str, is_right: Callable[[pygame.Surface], bool]
    ) -> pygame.Surface:
        """The first picture that is right."""

        def look() -> pygame.Surface | None:
            self.check_alive()
            picture = self.picture(name)
            return picture if is_right(picture) else None

        return wait_for(f"the picture {name}", look)

    def match(self) -> Match | None:
        """The match as it is saved at this moment."""
        return Autosave(find_places({HOME_VARIABLE: str(self.stage.home)}).autosave).load().match

    def wait_for_match(self, what: str, is_right: Callable[[Match], bool]) -> Match:
        """The saved match, once it is right."""

        def look() -> Match | None:
            self.check_alive()
            match = self.match()
            return match if match is not None and is_right(match) else None

        return wait_for(what, look)

    def kill(self) -> None:
        """`kill -9`."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def close(self) -> None:
        """Close the window by the window manager; the game must end well and say nothing."""
        for _ in range(2):
            self.stage.xdotool("windowactivate", "--sync", self.window)
            self.stage.xdotool("key", "--clearmodifiers", "alt+F4")
            # A window manager that is busy with a new window may lose the keys, not the request.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE / 3)
                break
        self.wait_for_end()

    def insist(self, what: str, act: Callable[[], None], look: Callable[[], _T | None]) -> _T:
        """Act until `look` finds something, and return that.

        A page that came by itself takes no press that confirms in its first second, and on a busy
        machine it may come late.
        """
        end = time.monotonic() + PATIENCE
        while True:
            act()
            again = time.monotonic() + AGAIN
            while time.monotonic() < again:
                self.check_alive()
                found = look()
                if found is not None and found is not False:
                    return found
                time.sleep(GLANCE)
            if again > end:
                pytest.fail(f"insisted for {PATIENCE:.0f} s on {what}")

    def wait_for_end(self) -> None:
        """Wait until the game has ended, well and without a word."""
        try:
            out, err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            pytest.fail("the game does not end")
        assert (self.process.returncode, out, err) == (0, "", "")


@dataclass(slots=True)
class Stage:
    """A screen of its own and a home of its own for the games started on it."""

    home: Path
    pictures: Path
    environment: dict[str, str]
    screen: mmap.mmap
    """The virtual screen's memory, as an XWD file."""
    games: list[Game] = field(default_factory=list)
    program: tuple[str, ...] = tuple(
        json.loads(os.environ.get(PROGRAM_VARIABLE) or json.dumps([sys.executable, "-m", "game"]))
    )
    """The command that starts the game."""

    def start_game(self, *arguments: str, waits: bool = True, **environment: str) -> Game:
        """Start the game and wait for its window."""
        process = subprocess.Popen(
            [*self.program, *arguments],
            env=self.environment | environment,
            # Wine's Python ends where its input is no pipe.
            stdin=subprocess.PIPE if PROGRAM_VARIABLE in os.environ else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        game = Game(self, process)
        self.games.append(game)
        if waits:
            game.wait_for_window()
        return game

    def look(self, rows: tuple[int, int] | None = None) -> int:
        """Return a checksum of all that the screen shows, or of some of its rows."""
        # The file's head has its own length and that of a row, and the number of its colours.
        header, row, colours = (int.from_bytes(self.screen[at : at + 4]) for at in (0, 48, 76))
        pixels = header + 12 * colours
        top, bottom = rows or (0, (len(self.screen) - pixels) // row)
        with memoryview(self.screen) as screen:
            return zlib.crc32(screen[pixels + top * row : pixels + bottom * row])

    def run(self, *command: str) -> str:
        """A tool's output; fails where the tool does."""
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
        return done.stdout

    def xdotool(self, *arguments: str) -> str:
        """xdotool's output; fails where it does."""
        return self.run("xdotool", *arguments)

    def try_xdotool(self, *arguments: str) -> str:
        """xdotool's output, empty where it finds nothing."""
        command = ["xdotool", *arguments]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        return done.stdout if done.returncode == 0 else ""

    def put_on_clipboard(self, words: str) -> None:
        """Copy words as another program does."""
        command = ["xclip", "-selection", "clipboard", "-i"]
        subprocess.run(command, input=words.encode(), env=self.environment, check=True)

    def read_clipboard(self) -> str:
        """Return the words that the last program has copied; "" while there are none.

        The program that offers a picture passes it on as words too.
        """
        command = ["xclip", "-selection", "clipboard", "-o", "-target", "UTF8_STRING"]
        done = subprocess.run(command, env=self.environment, capture_output=True, timeout=PATIENCE)
        with contextlib.suppress(UnicodeDecodeError):
            return done.stdout.decode()
        return ""

    def end_games(self) -> None:
        """End what still runs."""
        for game in self.games:
            if game.process.poll() is None:
                game.kill()


@contextlib.contextmanager
def open_stage(
    directory: Path, *, screen: tuple[int, int] = (1920, 1200), language: str = "en_GB.UTF-8"
) -> Iterator[Stage]:
    """A virtual screen with a window manager; needs the tools of `require_tools`.

    `directory` gets the home, the pictures and the servers' logs. No file of the user's own
    home is seen.
    """
    home = directory / "home"
    pictures = directory / "pictures"
    for path in (home, pictures):
        path.mkdir()
    with contextlib.ExitStack() as stack:
        log = stack.enter_context((directory / "servers.log").open("w"))
        read_end, write_end = os.pipe()
        server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(write_end),
                "-screen",
                "0",
                f"{screen[0]}x{screen[1]}x24",
                "-nolisten",
                "tcp",
                # Otherwise the server restarts when its last client leaves, and loses a client
                # that connects just then: xdotool may leave before the window manager connects.
                "-noreset",
                # What it shows is read from this folder's file, without a program for each look,
                # and a pointer that moves is no change.
                "-fbdir",
                str(directory),
                "-nocursor",
            ],
            pass_fds=[write_end],
            stdout=log,
            stderr=log,
        )
        stack.callback(_end, server)
        os.close(write_end)
        with open(read_end) as numbers:
            number = numbers.readline().strip()
        assert number, "the virtual screen did not start"
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("SDL_", "LC_", "LANG", "XDG_", "WAYLAND", "PYTEST"))
        }
        environment |= {
            "DISPLAY": f":{number}",
            "LANG": language,
            "HOME": str(home),
            HOME_VARIABLE: str(home),
            "XDG_RUNTIME_DIR": str(home),
        }
        if PROGRAM_VARIABLE in os.environ:
            # Wine reads names by the locale, and a Windows program wants a drive.
            environment |= {HOME_VARIABLE: f"Z:{home}", "LC_ALL": "C.UTF-8"}
        file = stack.enter_context((directory / "Xvfb_screen0").open("rb"))
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        shown = stack.enter_context(contextlib.closing(memory))
        stage = Stage(home, pictures, environment, shown)
        _start_manager(stage, stack, log)
        stack.callback(stage.end_games)
        yield stage


def _start_manager(stage: Stage, stack: contextlib.ExitStack, log: IO[str]) -> None:
    """A window manager on the stage; started again where it ended early or hangs at its start."""
    for last in (False, False, True):
        manager = subprocess.Popen(
            ["openbox", "--sm-disable"], env=stage.environment, stdout=log, stderr=log
        )
        stack.callback(_end, manager)
        end = time.monotonic() + (PATIENCE if last else 15)
        while manager.poll() is None and time.monotonic() < end:
            if stage.try_xdotool("get_num_desktops"):
                return
            time.sleep(0.1)
        _end(manager)
    pytest.fail(f"the window manager did not start; its words: {log.name}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
