"""The game on a Windows Python under Wine: `python -m tests.on_windows FOLDER [STEP …]`.

The steps, all of them unless some are named, are

    check     `--check-here` of the installed game, each line as it should be
    journeys  whole games in a real window by mouse and by keys, sizes, full screen, kills, sharing,
              in a home whose name has umlauts
    bundle    the Windows zip, made there, started from another folder, and asked in the same way
    tests     the tests that need no window, on that Python

FOLDER keeps the Python, the reports, the pictures and the zip. The first run takes twenty minutes
and a gigabyte. It needs Wine, a compiler for Windows, and what the journeys need; `WINE_LACKS` is
what differs from Windows by Wine's fault alone.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from game.tools.downloads import build_for_windows
from game.tools.wine import WineError, WinePython, missing_tools
from tests.end_to_end.stage import PROGRAM_VARIABLE, TOOLS

TOP: Final = Path(__file__).parents[1]

LIBRARIES: Final = ("pillow", "prismatoid", "accesskit")
TESTED_WITH: Final = (
    *("pytest", "hypothesis", "pytest-xdist", "pytest-rerunfailures", "jsonschema", "colorama"),
)

WINE_LACKS: Final = {
    "lock": "Wine's msvcrt.locking sets no errno: a second window is not refused",
    "sound": "no sound device: opening one takes eight seconds and fails",
    "reader": "no UI Automation: no screen reader is found",
    "voices": "no SAPI voices, and a PowerShell that does nothing",
}
"""Findings that are Wine's fault, by the line of the report or the kind of thing."""

JOURNEYS: Final = ("tests/end_to_end/test_solo.py",)
"""Journeys that know the game from outside alone, and so play a program for another system."""

ROOMS: Final = (
    *("rules", "play", "locale", "storage", "progress", "climb", "page", "net", "bots", "tools"),
    *("test_cli.py", "test_desktop.py", "test_foreign_records.py", "test_resources.py"),
    "test_windows.py",
)
"""The tests' folders and files that need no window."""

EXPECTED: Final = {
    "system": r"Windows-10",
    "python": r"3\.",
    "libraries": r"SDL \d",
    "rename onto an open file": r"done|refused while open, done later",
    "engine": r"Placement",
    "signature": r"True",
    "driver": r"windows",
    "own SDL": r".*pygame.SDL2\.dll",
    "frames in a second": r"[1-9]",
    "window": r".*WindowState\(is_full=False",
    "full screen": r".*WindowState\(is_full=True.*full=True",
    "window again": r".*WindowState\(is_full=False.*full=False",
}
"""The patterns with which the lines of the report begin, by the line's name."""


def read_report(path: Path, expected: Mapping[str, str] = EXPECTED) -> list[str]:
    """Return a sentence for each line of a report of `--check-here` that is not as expected."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = dict(line.split(": ", 1) for line in lines if ": " in line)
    wrong = [f"{name}: no such line" for name in expected if name not in found]
    for name, words in found.items():
        is_wrong = words.startswith("FAILED") or not re.match(expected.get(name, ""), words)
        if is_wrong and name not in WINE_LACKS:
            wrong.append(f"{name}: {words}")
    return wrong


class Run:
    """The steps on one Windows Python; each returns the sentences that say what is wrong."""

    def __init__(self, folder: Path, rooms: Sequence[str] = ROOMS) -> None:
        self.folder = folder.resolve()
        self.rooms = rooms
        self.python = WinePython(self.folder / "python")

    def prepare(self) -> None:
        """Make the Python unless it is there, and install this checkout. Raises `WineError`."""
        if not self.python.is_made:
            print("making the Windows Python")
            self.python.make()
        self.python.install(TOP, (*LIBRARIES, *TESTED_WITH))

    def check(self) -> list[str]:
        """Ask the installed game what works."""
        report = self.folder / "report-installed.txt"
        self.python.run("-m", "game", "--check-here", self.python.windows_path(report))
        return read_report(report)

    def journeys(self) -> list[str]:
        """Play whole games in a real window."""
        missing = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
        if missing:
            return [f"The journeys need the Debian packages {' '.join(missing)}."]
        program = ["wine", str(self.python.home / "Scripts" / "take-it-easy-game.exe")]
        homes = self.folder / "Jürgen Ștefan é"
        shutil.rmtree(homes, ignore_errors=True)
        environment = self.python.environment | {
            PROGRAM_VARIABLE: json.dumps(program),
            "TAKE_IT_EASY_JOURNEYS": "required",
        }
        command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider"]
        command += ["--basetemp", str(homes), "-o", "tmp_path_retention_policy=all", *JOURNEYS]
        return _report_of(subprocess.run(command, cwd=TOP, env=environment).returncode, "a journey")

    def bundle(self) -> list[str]:
        """Make the Windows zip, start its program from another folder, and ask what works."""
        work = self.folder / "made"
        shutil.rmtree(work, ignore_errors=True)
        packed = build_for_windows(self.python, work)
        shutil.copy(packed, self.folder)
        unpacked = self.python.drive / "Spiele ü"
        shutil.rmtree(unpacked, ignore_errors=True)
        with zipfile.ZipFile(packed) as held:
            held.extractall(unpacked)
        (program,) = unpacked.glob("*/take-it-easy.exe")
        report = self.folder / "report-bundle.txt"
        there = self.python.windows_path(report)
        self.python.run("--check-here", there, program=str(program))
        own = EXPECTED | {"python": r".*frozen=True", "libraries": r"SDL (?!.*no pygame-ce)"}
        return read_report(report, own)

    def tests(self) -> list[str]:
        """Run the tests that need no window, room by room."""
        checkout = self.python.drive / "checkout"
        shutil.rmtree(checkout, ignore_errors=True)
        ignored = shutil.ignore_patterns(
            ".venv", ".git", "__pycache__", ".*_cache", "dist", "build"
        )
        shutil.copytree(TOP, checkout, ignore=ignored)
        return [fault for room in self.rooms for fault in self._test_room(room)]

    def _test_room(self, room: str) -> list[str]:
        script = "import os, sys; os.chdir(sys.argv[1]); sys.path.insert(0, os.getcwd()); "
        script += "import pytest; sys.exit(pytest.main(sys.argv[2:]))"
        chosen = ["-n", "0", "-rfEs", "-m", "not journey and not window and not slow"]
        command = ("-c", script, r"C:\checkout", *chosen, f"tests/{room}")
        words = self.python.run(*command, is_checked=False)
        (self.folder / f"tests-{room}.txt").write_text(words, encoding="utf-8")
        last = words.strip().rpartition("\n")[2]
        print(f"  {room}: {last}", flush=True)
        faults = re.findall(r"^(?:FAILED|ERROR) .*", words, re.MULTILINE)
        has_passed = re.search(r"\d+ passed", last) is not None
        return faults or ([] if has_passed else [f"{room}: {words[-500:]}"])


def _report_of(status: int, what: str) -> list[str]:
    return [] if status == 0 else [f"{what} failed"]


@contextmanager
def _display() -> Iterator[None]:
    """Open a screen if the system has none."""
    if "DISPLAY" in os.environ:
        yield
        return
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x800x24"]
    server = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    with open(read_end) as numbers:
        os.environ["DISPLAY"] = f":{numbers.readline().strip()}"
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def main() -> int:
    """Take the steps; status 0 where all is right, 1 where something is wrong, 2 where the machine
    lacks something.
    """
    steps: tuple[str, ...] = ("check", "journeys", "bundle", "tests")
    parser = argparse.ArgumentParser(prog="python -m tests.on_windows", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("steps", nargs="*", choices=(*steps, []), default=[])
    parser.add_argument("--room", choices=ROOMS, help="the one room whose tests run")
    options = parser.parse_args()
    with _display():
        if lacking := missing_tools():
            print(lacking, file=sys.stderr)
            return 2
        run = Run(options.folder, (options.room,) if options.room else ROOMS)
        wrong = 0
        try:
            run.prepare()
            for name in options.steps or steps:
                step: Callable[[], list[str]] = getattr(run, name)
                found = step()
                wrong += len(found)
                print(f"{name}: {'as it should be' if not found else ''}")
                print("".join(f"  {words}\n" for words in found), end="")
        except WineError as error:
            print(error, file=sys.stderr)
            return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
