"""`--check-here FILE`: opens the window for a few seconds and writes what it found on this machine.

For people who try the game on a system that its makers do not have. Each line is checked by itself:
a failure is written down, and the next line is checked.
"""

import errno
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import pygame

from game import __version__
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import ChoiceTask
from game.locale.languages import system_language
from game.play.signing import is_signed, make_secret, public_key, sign_data
from game.resources import asset
from game.rules.deal import deal_calls
from game.rules.match import apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.ruleset import Ruleset
from game.rules.state import Player
from game.storage.exports import find_downloads, find_folder
from game.storage.files import Lock, replace
from game.storage.places import find_places
from game.threads import start_thread
from game.ui.frame.title import LaunchOptions, TitleResources, open_title
from game.ui.sound.mixer import Mixer
from game.ui.sound.names import Sound, Volumes
from game.ui.sound.reader_voice import has_reader, open_backend
from game.ui.sound.speech import find_engine
from game.ui.system.screens import find_display_scale, find_screens
from game.ui.system.sdl import loaded_sdl
from game.ui.system.silence import refuse_silent_speech

_SHOWN: Final = 1.0
"""Seconds for which the window is open."""

_PATIENCE: Final = 20.0
"""Seconds in which another program has to answer."""


def check_here(file: Path, console: str) -> None:
    """Write what is found into `file`; `console` says what the standard streams were at the start.

    Raises `OSError` where it cannot be written, and what `open_title` raises.
    """
    findings = _Findings(file)
    findings.add("game", lambda: __version__)
    findings.add("system", platform.platform)
    findings.add("python", lambda: f"{sys.version} frozen={getattr(sys, 'frozen', False)}")
    findings.add("program", lambda: sys.executable)
    findings.add("libraries", _libraries)
    findings.add("streams", lambda: console)
    findings.add("language", lambda: system_language().value)
    findings.add("clocks", _clocks)
    findings.add("folders", _folders)
    findings.add("rename onto an open file", _rename)
    findings.add("lock", _lock)
    findings.add("engine", _ask_engine)
    findings.add("signature", _sign)
    findings.add("speech", lambda: str(getattr(find_engine(), "program", None)))
    findings.add("reader", lambda: _patiently(_open_reader))
    with open_title(LaunchOptions()) as opened:
        _look_at_window(findings, opened)


class _Findings:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._lines: list[str] = []

    def add(self, name: str, look: Callable[[], str]) -> None:
        """Write what is found, or how looking for it failed.

        Each is written at once: what crashes or hangs is the line after the last one.
        """
        began = time.perf_counter()
        try:
            value = look()
        except Exception as error:
            value = f"FAILED {type(error).__name__}: {error}"
        seconds = time.perf_counter() - began
        self._lines.append(f"{name}: {value} ({seconds:.3f} s)\n")
        self._file.write_text("".join(self._lines), encoding="utf-8")


def _sign() -> str:
    secret = make_secret()
    return str(is_signed(public_key(secret), b"x", sign_data(secret, b"x")))


def _patiently(look: Callable[[], str]) -> str:
    """Look in a thread of its own; raises `TimeoutError` if another program never answers."""
    answers: SimpleQueue[str | Exception] = SimpleQueue()

    def answer() -> None:
        try:
            answers.put(look())
        except Exception as error:
            answers.put(error)

    if start_thread(answer) is None:
        raise OSError(errno.EAGAIN, "no thread can be started")
    try:
        value = answers.get(timeout=_PATIENCE)
    except Empty:
        raise TimeoutError("no answer") from None
    if isinstance(value, Exception):
        raise value
    return value


def _open_reader() -> str:
    if not has_reader():
        return "none"
    refuse_silent_speech()
    try:
        backend = open_backend()
    except ValueError:
        return "no screen reader runs"
    count = backend.voices_count if backend.features.supports_count_voices else "its own"
    return f"{backend.name}, voices: {count}"


def _look_at_window(findings: _Findings, opened: TitleResources) -> None:
    window = opened.window
    findings.add("driver", pygame.display.get_driver)
    findings.add("screens", lambda: str(find_screens()))
    findings.add(
        "scale", lambda: f"{find_display_scale()}, {window.pixels_per_point} pixels a point"
    )
    findings.add("own SDL", lambda: str(loaded_sdl()))
    findings.add("sound", _play_sound)
    end, frames = time.perf_counter() + _SHOWN, 0
    while time.perf_counter() < end:
        window.take_events()
        window.flip()
        frames += 1
    findings.add("frames in a second", lambda: str(frames))
    findings.add("window", window.describe)
    for state in ("full screen", "window again"):
        window.toggle_fullscreen()
        end = time.perf_counter() + _SHOWN
        while time.perf_counter() < end:
            window.take_events()
            time.sleep(0.02)
        findings.add(state, lambda: f"{window.describe()} full={window.is_fullscreen}")


def _libraries() -> str:
    names = (
        "pygame-ce",
        "numpy",
        "platformdirs",
        "psutil",
        "pynacl",
        "fontpkg-baloo-2",
        "pillow",
        "prismatoid",
        "accesskit",
    )
    parts = [f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}"]
    for name in names:
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            parts.append(f"no {name}")
    return ", ".join(parts)


def _clocks() -> str:
    return ", ".join(
        f"{name} {time.get_clock_info(name).resolution}" for name in ("monotonic", "perf_counter")
    )


def _folders() -> str:
    places = [*find_places(), find_folder(is_picture=True), find_downloads()]
    return ", ".join(f"{path} {'is there' if path.exists() else 'is not there'}" for path in places)


def _rename() -> str:
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name, "new"), Path(name, "old")
        source.touch()
        target.touch()
        try:
            with target.open("rb"):
                replace(source, target)
        except PermissionError:
            replace(source, target)
            return "refused while open, done later"
    return "done"


def _lock() -> str:
    with tempfile.TemporaryDirectory() as name:
        one, other = Lock(Path(name, "lock")), Lock(Path(name, "lock"))
        taken = [one.take(), other.take()]
        one.release()
        taken.append(other.take())
        other.release()
    return f"{taken}, where [True, False, True] is right"


def _ask_engine() -> str:
    match, _ = apply(new_match(Ruleset(), (Player("Ana"),)), BeginRound(None, "1"))
    match, _ = apply(match, Call(deal_calls(match.rules, "1")[0]))
    runner = EngineRunner()
    try:
        (placement,) = runner.ask(ChoiceTask(match, 0, "fox", "1")).result(_PATIENCE)
    finally:
        runner.close()
    return f"{placement}"


def _play_sound() -> str:
    mixer = Mixer(asset(), Volumes(1, 0, 0))
    mixer.open()
    end = time.perf_counter() + 5
    while not mixer.is_open and time.perf_counter() < end:
        time.sleep(0.02)
    mixer.play(Sound.BUTTON)
    state = f"open={mixer.is_open} {pygame.mixer.get_init()}"
    time.sleep(0.3)
    return f"{state} closed={mixer.close()}"
