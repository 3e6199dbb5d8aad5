"""Windows and macOS, as far as another system can imitate them."""

from __future__ import annotations

import ast
import errno
import io
import os
import queue
import re
import subprocess
import sys
import threading
import time
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

import pygame
import pytest

from game import __main__ as command
from game.__main__ import BROKEN_PIPE_STATUS, main
from game.cli import alert
from game.locale import Language
from game.locale.languages import system_language
from game.storage.places import HOME_VARIABLE, find_places
from game.ui.frame import window as window_module
from game.ui.frame.bindings import Action
from game.ui.frame.title import read_place
from game.ui.frame.window import (
    GameWindow,
    NoDisplayError,
    first_place,
    first_size,
    open_display,
    screen_of,
    smallest_size,
)
from game.ui.layout.rects import DESIGN_SIZE, Rect
from game.ui.scenes.shared.names import action_key
from game.ui.sound.names import Volumes
from game.ui.sound.speech import find_engine
from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram
from game.ui.sound.worker import SoundWorker
from game.ui.system import screens as screens_module
from game.ui.system.screens import Screen, WindowState, fills_screen
from tests.each import each
from tests.gallery import make_context
from tests.sources import GAME, MODULES, nodes_of

TOP = Path(__file__).parents[1]

elsewhere = pytest.mark.skipif(sys.platform == "win32", reason="Windows itself does it there")
"""For tests that imitate Windows or macOS by another system's paths, streams and windows."""

WITHOUT_CONSOLE = """
import fcntl, os, sys, traceback
saved, sent = os.open, {report!r}
def open_above(*arguments, **named):
    # The C runtime of Windows keeps 0, 1 and 2 for a console, although there is none.
    number = saved(*arguments, **named)
    if number < 3:
        above = fcntl.fcntl(number, fcntl.F_DUPFD, 3)
        os.close(number)
        number = above
    return number
def refuse(*_):
    raise OSError(6, "the handle is invalid")
os.open = open_above
if {is_strict}:
    os.dup2 = refuse
try:
    from game.__main__ import main
    said = f"status {{main(['--version'])}}"
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not {is_strict}:
        said += str([stream.fileno() for stream in streams])
except BaseException:
    said = traceback.format_exc()
handle = saved(sent, os.O_WRONLY | os.O_CREAT, 0o600)
os.write(handle, said.encode())
"""
"""A start as the program without a console has it; `is_strict` where no number can be had."""


@elsewhere
@pytest.mark.parametrize("is_strict", [False, True])
def test_the_program_without_a_console_starts(tmp_path: Path, is_strict: bool) -> None:
    report = tmp_path / "report"
    code = WITHOUT_CONSOLE.format(report=str(report), is_strict=is_strict)
    closed = ["sh", "-c", 'exec "$0" -c "$1" <&- >&- 2>&-', sys.executable, code]
    subprocess.run(closed, check=False, cwd=TOP)
    assert report.read_text() == ("status 0" if is_strict else "status 0[0, 1, 2]")


def test_shells_of_windows_take_the_lines_of_the_documents() -> None:
    """PowerShell 5.1, which Windows opens, knows neither `&&` nor `||`; cmd knows no `;`."""
    shown = [
        block
        for page in (*TOP.glob("*.md"), *(TOP / "game").rglob("*.md"), *TOP.glob("tests/**/*.md"))
        for block in re.findall(
            r"```(?:bat|powershell|cmd)\n(.*?)```", page.read_text("utf-8"), re.S
        )
    ]
    assert shown
    for line in "".join(shown).splitlines():
        assert not re.search(r"&&|\|\||;", line)
        assert re.match(r"py |\.venv\\Scripts\\[\w-]+(?: |$)", line), line


def test_windows_is_told_that_the_game_draws_every_pixel(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str | None] = []

    def start() -> None:
        told.append(os.environ.get("SDL_WINDOWS_DPI_AWARENESS"))
        raise pygame.error("no screen")

    monkeypatch.delenv("SDL_WINDOWS_DPI_AWARENESS", raising=False)
    # A driver that does not start is forgotten; those that follow in this process need theirs.
    monkeypatch.setenv("SDL_VIDEODRIVER", os.environ.get("SDL_VIDEODRIVER", "dummy"))
    monkeypatch.setattr(pygame.display, "init", start)
    with pytest.raises(NoDisplayError):
        open_display()
    assert set(told) == {"permonitorv2"}
    # Windows would then be measured in points, and screens in pixels.
    assert "SDL_WINDOWS_DPI_SCALING" not in os.environ


PIXELS: Final = ((1280, 720), (1366, 768), (1920, 1080), (2560, 1600), (2880, 1800), (3840, 2160))
SCALES: Final = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)
TASKBARS: Final = ("bottom", "top", "left", "right", "hidden")


def make_screen(size: tuple[int, int], scale: float, side: str) -> Screen:
    """A screen of Windows with its taskbar."""
    whole, bar = Rect(0, 0, *size), round(48 * scale)
    usable = {
        "bottom": whole._replace(h=whole.h - bar),
        "top": whole._replace(y=bar, h=whole.h - bar),
        "left": whole._replace(x=bar, w=whole.w - bar),
        "right": whole._replace(w=whole.w - bar),
        "hidden": whole,
    }[side]
    return Screen(whole, usable)


@each(list(product(PIXELS, SCALES, TASKBARS, (None, (1280, 800), (5000, 4000)))))
def test_the_first_window_is_seen_whole(
    pixels: tuple[int, int], scale: float, side: str, asked: tuple[int, int] | None
) -> None:
    screen = make_screen(pixels, scale, side)
    width, height = first_size([screen], scale, asked)
    x, y = first_place(screen, scale, (width, height))
    room, title = screen.usable, round(31 * scale)
    assert room.x <= x
    assert x + width <= room.right
    assert room.y <= y - title
    assert y + height <= room.bottom
    least = smallest_size([screen], scale)
    assert least[0] <= width
    assert least[1] <= height
    if asked is None and room.w >= 1280 * scale and room.h >= 860 * scale:
        assert (width, height) >= (round(DESIGN_SIZE[0] * scale), round(DESIGN_SIZE[1] * scale))


class FakeWindow:
    """A window as macOS has it: when it fills the screen it is below the notch."""

    SCREEN: Final = Screen(Rect(0, 0, 1512, 982), Rect(0, 38, 1512, 944))
    full = Rect(0, 33, 1512, 949)
    is_told = True
    """Whether SDL hears of who fills the screen."""

    def get_surface(self) -> None:
        """It can be drawn on."""

    def __init__(self, *_: object, **__: object) -> None:
        self.id, self.minimum_size, self.acts = 1, (1, 1), list[str]()
        self._own = self._rect = Rect(116, 90, 1280, 800)

    @property
    def size(self) -> tuple[int, int]:
        return self._rect.size

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self._rect = Rect(self._rect.x, self._rect.y, *size)

    @property
    def position(self) -> tuple[int, int]:
        return self._rect.x, self._rect.y

    def set_fullscreen(self, *, desktop: bool) -> None:
        assert desktop
        self._rect, self._is_asked = self.full, True
        self.acts.append("full")

    def set_windowed(self) -> None:
        self._rect, self._is_asked = self._own, False
        self.acts.append("window")

    def press_green_button(self) -> None:
        self._rect = self.full

    _is_asked = False

    @property
    def state(self) -> WindowState:
        return WindowState(self._is_asked, 0)


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> tuple[GameWindow, FakeWindow]:
    """A window on a MacBook with a notch, and what SDL has of it."""
    fake = FakeWindow()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame, "Window", lambda *_, **__: fake)
    for module in (window_module, screens_module):
        monkeypatch.setattr(module, "find_screens", lambda: [FakeWindow.SCREEN])
    monkeypatch.setattr(screens_module, "ask_window", lambda window: window.state)
    fills = partial(fills_screen, platform="darwin")
    monkeypatch.setattr(window_module, "fills_screen", fills)
    return GameWindow("x"), fake


@elsewhere
def test_full_screen_below_a_notch_is_left_again(mac: tuple[GameWindow, FakeWindow]) -> None:
    window, fake = mac
    for _ in range(3):
        assert not window.is_fullscreen
        window.toggle_fullscreen()
        assert (window.is_fullscreen, fake.acts) == (True, ["full"])
        fake.acts.clear()
        window.toggle_fullscreen()
        assert (window.is_fullscreen, fake.acts) == (False, ["window"])
        fake.acts.clear()


@elsewhere
def test_full_screen_by_the_green_button_is_known(mac: tuple[GameWindow, FakeWindow]) -> None:
    window, fake = mac
    fake.press_green_button()
    assert window.is_fullscreen
    window.toggle_fullscreen()
    assert fake.acts[-1] == "window"
    assert not window.is_fullscreen


LARGE, SMALL = Rect(0, 0, 2560, 1440), Rect(2560, 200, 1920, 1080)


@each(
    [
        # Of the size of the other monitor.
        (0, SMALL._replace(x=300, y=180), False),
        (0, LARGE, True),
        (1, SMALL, True),
        (1, Rect(2600, 300, 1280, 800), False),
        # As high, or as wide, alone.
        (0, Rect(0, 0, 1280, 1440), False),
        (1, Rect(2560, 252, 1920, 1028), False),
    ]
)
def test_a_window_fills_its_own_screen_alone(number: int, lies: Rect, is_full: bool) -> None:
    class Window:
        size, position = lies.size, (lies.x, lies.y)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            screens_module, "find_screens", lambda: [Screen(r, r) for r in (LARGE, SMALL)]
        )
        patch.setattr(screens_module, "ask_window", lambda _: WindowState(False, number))
        for platform in ("linux", "win32", "darwin"):
            assert fills_screen(Window(), platform) is is_full  # type: ignore[arg-type]


LAYOUTS: Final = {
    "one": [Rect(0, 0, 1920, 1080)],
    "beside": [LARGE, SMALL],
    "left and above": [LARGE, Rect(-1280, -200, 1280, 1024), Rect(300, -1080, 1920, 1080)],
    "portrait": [Rect(0, 0, 1366, 768), Rect(1366, -300, 1080, 1920)],
    "4K": [Rect(0, 0, 3840, 2160), Rect(3840, 0, 1024, 768)],
}
PLACED: Final = ((320, 140), (2700, 300), (-1200, -100), (1500, 60), (9000, 9000), (-40, -40))


class PlacedWindow(FakeWindow):
    """A window that is where it was asked to be, on one of some screens."""

    def __init__(self, _: str, size: tuple[int, int], at: object, **__: object) -> None:
        super().__init__()
        x, y = at if isinstance(at, tuple) else (50, 60)
        self._own = self._rect = Rect(x, y, *size)

    @property
    def position(self) -> tuple[int, int]:
        return super().position

    @position.setter
    def position(self, place: tuple[int, int]) -> None:
        self._own = self._rect = Rect(*place, *self.size)

    def set_fullscreen(self, *, desktop: bool) -> None:
        screen = screen_of(screens_module.find_screens(), self._rect)
        assert screen is not None
        self.full = screen.bounds
        super().set_fullscreen(desktop=desktop)

    @property
    def state(self) -> WindowState:
        screens = screens_module.find_screens()
        here = screen_of(screens, self._rect)
        return WindowState(self._is_asked, 0 if here is None else screens.index(here))


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> list[Screen]:
    """The screens of a desk, which may be taken away."""
    screens: list[Screen] = []
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame, "Window", PlacedWindow)
    for module in (window_module, screens_module):
        monkeypatch.setattr(module, "find_screens", lambda: list(screens))
    monkeypatch.setattr(screens_module, "ask_window", lambda window: window.state)
    monkeypatch.setattr(window_module, "ask_window", lambda window: window.state)
    return screens


def lies(window: GameWindow) -> Rect:
    place = window.normal_place
    assert place is not None
    return Rect(*place, *window.normal_size)


def is_whole(rect: Rect, screens: list[Screen]) -> bool:
    rooms = [screen.usable for screen in screens]
    return any(r.contains((rect.x, rect.y)) and r.contains((rect.right - 1, rect.bottom - 1))
               for r in rooms)  # fmt: skip


@elsewhere
@pytest.mark.parametrize(
    ("layout", "place", "size"), [*product(LAYOUTS, PLACED, [(1280, 800), (1900, 1000)])]
)
def test_a_window_comes_back_to_its_place_while_a_screen_is_there(
    desk: list[Screen], layout: str, place: tuple[int, int], size: tuple[int, int]
) -> None:
    desk[:] = [Screen(r, r._replace(y=r.y + 30, h=r.h - 30)) for r in LAYOUTS[layout]]
    wanted = Rect(*place, *size)
    window = GameWindow("x", size, place)
    found = lies(window)
    if is_whole(wanted, desk):
        assert found == wanted
    elif screen_of(desk, wanted) is not None:
        assert is_whole(found, desk)
        assert screen_of(desk, found) == screen_of(desk, wanted)
    else:
        assert found[:2] == (50, 60), "where the system puts it"
    # Full screen is on the same one, and leads back.
    window.toggle_fullscreen()
    assert lies(window) == found
    window.toggle_fullscreen()
    assert lies(window) == found


def test_a_window_is_seen_after_full_screen_on_a_screen_that_is_gone(desk: list[Screen]) -> None:
    desk[:] = [Screen(r, r) for r in LAYOUTS["beside"]]
    window = GameWindow("x", (1280, 800), (2600, 300))
    window.toggle_fullscreen()
    del desk[1]
    window.toggle_fullscreen()
    window.toggle_fullscreen()
    assert is_whole(lies(window), desk)


@each(["", "1", "a b", "1 2 3", "999999 1", "1e3 4", "²2 3", "1\n2", "-1 -"])
def test_no_odd_words_are_a_place(words: str) -> None:
    assert read_place(words) is None
    assert read_place("-12 340") == (-12, 340)


STARTS: Final = ("Popen", "run", "call", "check_call", "check_output")


def test_every_program_is_started_without_a_console() -> None:
    """No program opens a console, which would stay all evening and end the table when closed."""
    found = 0
    for path in MODULES:
        if path.is_relative_to(GAME / "tools"):
            continue
        for node in nodes_of(path):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            of = node.func.value
            if not (isinstance(of, ast.Name) and of.id == "subprocess"):
                continue
            if node.func.attr in STARTS:
                found += 1
                flags = [k.value for k in node.keywords if k.arg == "creationflags"]
                is_quiet = [isinstance(f, ast.Name) and f.id == "NO_CONSOLE" for f in flags]
                assert is_quiet == [True], f"{path}:{node.lineno}"
        # None is started in another way.
        names = {alias.name for node in nodes_of(path) if isinstance(node, ast.ImportFrom)
                 and node.module == "subprocess" for alias in node.names}  # fmt: skip
        assert not names & set(STARTS), path
        called = {node.attr for node in nodes_of(path) if isinstance(node, ast.Attribute)}
        assert not called & {"system", "popen", "create_subprocess_exec"}, path
    assert found > 8


def test_what_moves_and_sounds_is_timed_by_the_fine_clock() -> None:
    """`time.monotonic` goes by steps of 15.6 ms on Windows before Python 3.13."""
    for path in MODULES:
        if path.is_relative_to(GAME / "ui"):
            used = {n.attr for n in nodes_of(path) if isinstance(n, ast.Attribute)}
            assert "monotonic" not in used, path


def test_strikes_are_even_where_the_coarse_clock_goes_by_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thread that waited by it would strike each note up to 15.6 ms late."""
    fine, step = time.monotonic, 0.2
    for module in (time, queue, threading):
        for name in ("monotonic", "time", "_time"):
            if getattr(module, name, None) in (time.time, fine):
                monkeypatch.setattr(module, name, lambda: fine() // step * step)
    worker, late = SoundWorker(Path(), Volumes(1, 1, 1), None), list[float]()
    begin = time.perf_counter()

    def strike(at: float) -> None:
        late.append(time.perf_counter() - at)

    for number in range(40):
        delay = 0.05 + number * 0.023
        worker.ask(partial(strike, begin + delay), delay)
    worker.ask(worker.end, 1.1)
    worker.work()
    assert len(late) == 40
    assert sorted(late)[20] < 0.02


def test_a_failed_start_is_shown_where_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(alert, "show_alert", shown.append)
    monkeypatch.setattr(command, "_is_unread", False)
    assert main(["--lang", "en", "--seed"]) == 2
    assert shown == []
    monkeypatch.setattr(command, "_notice_who_reads", lambda words: None)
    monkeypatch.setattr(command, "_is_unread", True)
    assert main(["--lang", "en", "--seed"]) == 2
    assert len(shown) == 1
    assert "--seed" in shown[0]


def test_a_reader_that_leaves_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has another word for a closed pipe."""

    def leave(code: int) -> object:
        class Left(io.StringIO):
            def write(self, _: str) -> int:
                raise OSError(code, os.strerror(code))

        return Left()

    for platform, code, status in (
        ("win32", errno.EINVAL, BROKEN_PIPE_STATUS),
        ("linux", errno.EINVAL, 1),
        ("win32", errno.ENOSPC, 1),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "platform", platform)
            patch.setattr(sys, "stdout", leave(code))
            patch.setattr("game.__main__._silence", lambda _: None)
            assert main(["--version"]) == status


@each(
    [
        ("C:\\Program Files\\WindowsApps\\PythonSoftwareFoundation.Python.3.12_3.12.10_x64", True),
        ("c:\\program files\\windowsapps\\Python.3.13", True),
        ("C:\\Program Files\\Python312", False),
        ("/usr", False),
    ]
)
def test_the_store_s_python_keeps_no_history_in_its_own_package(
    prefix: str, is_apart: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "base_prefix", prefix)
        home = Path(Path.cwd().anchor, "home", "zoe")
        patch.setenv("HOME", str(home))
        patch.setenv("USERPROFILE", str(home))
        places = find_places({})
        own = home / ".take-it-easy"
        assert [path.parent == own for path in places] == [is_apart] * 3
        assert find_places({HOME_VARIABLE: "/stick"}).profile == Path("/stick/profile.db")


def test_windows_reads_aloud_by_one_program_that_stays() -> None:
    """PowerShell takes a second to start: it would come before each focus that is heard."""
    engine = find_engine_of_windows()
    assert engine.is_lasting
    (script,) = engine.arguments("de", SpeechOptions())[-1:]
    # Neither has to be quoted on a command line.
    assert '"' not in script
    assert "\\\\" not in script
    assert script.count("{") == script.count("}")
    assert script.count("(") == script.count(")")


def find_engine_of_windows() -> SpeechProgram:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shutil.which", lambda name: name)
        engine = find_engine("win32")
    assert engine is not None
    return engine


AS_WINDOWS: Final = ("-n", "0", "-q", "-p", "tests.as_windows")


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="stands in for it on Linux")
def test_storage_holds_on_a_file_system_like_windows() -> None:
    """Open files are neither replaced nor deleted; names differ by more than case."""
    left_out = ("test_fault_sweep.py", "test_record_files.py")
    without = [f"--ignore=tests/storage/{name}" for name in left_out]
    # A folder in which files are open is not deleted there.
    without += ["-k", "not a_folder_that_is_deleted_meanwhile"]
    run = [sys.executable, "-m", "pytest", *AS_WINDOWS, *without, "tests/storage"]
    done = subprocess.run(run, cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="stands in for it on Linux")
def test_all_tests_are_collected_without_unix() -> None:
    run = [sys.executable, "-m", "pytest", *AS_WINDOWS, "--collect-only", "tests"]
    done = subprocess.run(run, cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]


IMPORT_ALL = """
import importlib, pkgutil
import tests.as_windows
names = [m.name for m in pkgutil.walk_packages(["game"], "game.")]
left = (".tools", ".training", ".research", "__main__")
for name in names:
    if not any(part in name for part in left):
        importlib.import_module(name)
print(len(names))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="stands in for it on Linux")
def test_the_game_is_imported_without_unix() -> None:
    run = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(run, cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) > 300


def test_tests_ask_for_unix_where_it_is() -> None:
    """Names that Unix alone has are not used in a test for every system, or during collection."""
    of_unix = re.compile(r"^import .*\b(?:resource|fcntl|pwd|grp|termios|pty)\b", re.MULTILINE)
    for path in sorted((TOP / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        # To read all of them as Python takes three seconds; a program in a text is not meant.
        for node in ast.parse(text).body if of_unix.search(text) else ():
            if isinstance(node, ast.Import):
                names = " ".join(alias.name for alias in node.names)
                assert not of_unix.search(f"import {names}"), path


@pytest.mark.slow
def test_a_machine_says_what_works_on_it(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        HOME_VARIABLE: str(tmp_path),
    }
    run = [sys.executable, "-m", "game", "--check-here", str(report)]
    for _ in range(2):  # into a file that is there, too
        done = subprocess.run(run, cwd=TOP, env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.strip().endswith(str(report))
    said = dict(line.split(": ", 1) for line in report.read_text("utf-8").splitlines())
    # The reader is the machine's own, and may not answer.
    failed = {name for name, words in said.items() if words.startswith("FAILED")}
    assert failed <= {"reader"}
    asked = ("screens", "scale", "driver", "sound", "speech", "folders", "engine", "streams")
    assert {*asked, "rename onto an open file", "lock", "full screen"} <= set(said)
    assert "Placement" in said["engine"]
    assert said["lock"].startswith("[True, False, True]")


def test_the_app_of_macos_may_be_seen_and_may_ask_for_the_network() -> None:
    spec = (GAME / "tools" / "take-it-easy.spec").read_text(encoding="utf-8")
    tree = ast.parse(spec)
    (info,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "INFO"
    ]
    assert info["LSBackgroundOnly"] is False
    assert info["NSHighResolutionCapable"] is True
    assert info["NSLocalNetworkUsageDescription"]
    assert "version=__version__" in spec


@each(
    [
        (b'(\n    "de-DE",\n    "en-GB"\n)\n', "de"),
        (b"(\n    ro\n)\n", "ro"),
        (b'(\n    "fr-CA"\n)\n', "fr"),
        (b'(\n    "ja-JP"\n)\n', "en"),
        (b"", "en"),
    ]
)
def test_macos_is_asked_for_its_language(listed: bytes, language: str) -> None:
    def run(words: list[str], **_: object) -> object:
        return subprocess.CompletedProcess(words, 0, listed)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
            patch.delenv(name, raising=False)
        patch.setattr(sys, "platform", "darwin")
        patch.setattr(subprocess, "run", run)
        patch.setattr("locale.getlocale", lambda: (None, None))
        assert system_language().value == language


@each(
    [
        (Action.FULLSCREEN, "F11", "Cmd+F"),
        (Action.COPY, "Ctrl+C", "Cmd+C"),
        (Action.SPEECH, "F2", "Fn+F2"),
        (Action.SAY_HERE, "F8", "Fn+F8"),
        (Action.NEXT_CALL, "N", "N"),
    ]
)
def test_macos_is_shown_the_keys_that_it_leaves_to_programs(
    action: Action, usual: str, mac: str
) -> None:
    context = make_context(Language.ENGLISH, (1024, 640))
    shown = [action_key(context, action, platform) for platform in ("linux", "win32", "darwin")]
    assert shown == [usual, usual, mac]
    german = make_context(Language.GERMAN, (1024, 640))
    assert action_key(german, Action.COPY, "darwin") == "Cmd+C"


def test_no_terminal_is_sent_what_a_plain_console_shows_as_signs() -> None:
    for path in MODULES:
        constants = (n.value for n in nodes_of(path) if isinstance(n, ast.Constant))
        escaped = [text for text in constants if isinstance(text, str) and "\033[" in text]
        assert not escaped, path
