"""The game on a Windows Python under Wine: `python -m tests.on_windows FOLDER [STEP …]`.

The steps, all of them unless some are named, are

    check     `--check-here` of the installed game, each line as it should be
    journeys  in a real window and a home whose name has umlauts: the first game, games by mouse and
              by keys, sizes, full screen, kills, a pasted name, sharing, a room with a browser
    bundle    the Windows zip, made there, unpacked elsewhere, asked in the same way, and played
    tests     the tests that need no window, on that Python

FOLDER keeps the Python, the reports, the pictures, what pytest wrote, and the zip. The first run
takes forty minutes and two gigabytes. It needs Wine, a compiler for Windows, and what the journeys
need. `WINE_LACKS` is what differs from Windows by Wine's fault alone.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from game.tools import wine
from game.tools.bundle import find_twins
from game.tools.downloads import build_for_windows
from game.tools.licences import find_unlicensed
from game.tools.wine import WineError, WinePython, missing_tools, screen
from tests.end_to_end.report import ON_WINDOWS, find_wrong
from tests.end_to_end.stage import JOURNEYS_VARIABLE, PROGRAM_VARIABLE, TOOLS

TOP: Final = Path(__file__).parents[1]

MEMORY: Final = Path("/dev/shm")

LIBRARIES: Final = ("pillow", "prismatoid", "accesskit")
TESTED_WITH: Final = (
    *("pytest", "hypothesis", "pytest-xdist", "pytest-rerunfailures", "jsonschema", "colorama"),
    *("selenium", "selenium-axe-python"),
)

WINE_LACKS: Final[Mapping[str, str]] = {
    "sound": "no device: the check asks SDL's own dummy for one",
    "a screen reader": "no UI Automation: none is found",
    "voices": "no SAPI, and a PowerShell that does nothing",
    "symbolic links": "they are made without an error, and are not there",
    "numpy 2": "it calls a function of the C library that Wine 8 lacks; 1.26 stands in",
}
"""Functions of Windows that Wine lacks."""

JOURNEYS: Final = ("tests/end_to_end/test_solo.py", "tests/end_to_end/test_room_guest.py")
"""Journeys that know the game from outside alone, and so play a program for another system."""

BUNDLE_JOURNEY: Final = (
    f"{JOURNEYS[0]}::test_first_launch_in_romanian_through_a_whole_game_by_mouse"
)

BROWSER: Final = {"chromium": "chromium", "chromedriver": "chromium-driver"}

ROOMS: Final = (
    *("rules", "play", "locale", "storage", "progress", "climb", "page", "net", "bots"),
    *("cli/test_best.py", "cli/test_commands.py", "test_desktop.py", "test_foreign_records.py"),
    *("test_resources.py", "test_windows.py", "tools/test_bundle.py"),
)
"""The tests' folders and files that need no window."""

FROZEN: Final = {
    "python": r"3\..*frozen=True",
    "program": r"C:\\Spiele ü\\.*\\take-it-easy\.exe",
    "own SDL": r"<\w*CDLL 'C:\\Spiele ü\\.*\\SDL2\.dll'.*",
}
"""The lines in which the bundle's report differs from the installed game's."""


OF_WINDOWS: Final = re.compile(
    r"(api-ms-win-.*|advapi32|bcrypt|bcryptprimitives|comctl32|comdlg32|crypt32|gdi32|imm32"
    r"|iphlpapi|kernel32|mpr|msvcrt|ntdll|ole32|oleaut32|pdh|powrprof|propsys|psapi|rpcrt4|secur32"
    r"|setupapi|shell32|shlwapi|uiautomationcore|user32|userenv|version|winmm|ws2_32|xmllite)\.dll"
)
"""The libraries of every Windows 10, which needs no runtime of Microsoft's compilers."""


def find_lacking(folder: Path) -> list[str]:
    """Return the libraries that a bundle's files ask for and neither it nor Windows has."""
    asked: set[str] = set()
    files = [path for path in folder.rglob("*") if path.suffix.lower() in (".exe", ".dll", ".pyd")]
    for path in files:
        command = ["x86_64-w64-mingw32-objdump", "-p", str(path)]
        listed = subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
        asked |= {name.lower() for name in re.findall(r"DLL Name: (\S+)", listed)}
    there = {path.name.lower() for path in files}
    return sorted(name for name in asked - there if OF_WINDOWS.fullmatch(name) is None)


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
        return self._ask("report-installed.txt", {}, "-m", "game")

    def _ask(
        self, name: str, own: Mapping[str, str], *arguments: str, program: str = ""
    ) -> list[str]:
        """Let a program write its report, and return what is wrong in it."""
        report = self.folder / name
        report.unlink(missing_ok=True)
        asked = (*arguments, "--check-here", self.python.windows_path(report))
        self.python.run(*asked, program=program, SDL_AUDIODRIVER="dummy")
        return find_wrong(report, {**ON_WINDOWS, **own})

    def journeys(self) -> list[str]:
        """Play whole games in a real window."""
        program = self.python.home / "Scripts" / "take-it-easy-game.exe"
        return self._play(program, "Jürgen Ștefan é", *JOURNEYS)

    def _play(self, program: Path, home: str, *journeys: str) -> list[str]:
        """Let journeys play a program, with homes in that folder; keep their pictures."""
        homes = self.folder / home
        shutil.rmtree(homes, ignore_errors=True)
        environment = self.python.environment | {
            PROGRAM_VARIABLE: json.dumps(["wine", str(program)]),
            JOURNEYS_VARIABLE: "required",
        }
        command = [sys.executable, "-m", "pytest", "-n", "0", "-v", "-p", "no:cacheprovider"]
        command += ["--basetemp", str(homes), "-o", "tmp_path_retention_policy=all", *journeys]
        status = subprocess.run(command, cwd=TOP, env=environment).returncode
        pictures = self.folder / "pictures"
        pictures.mkdir(exist_ok=True)
        for picture in sorted(homes.glob("*[0-9]/pictures/*.*")):
            shutil.copy(picture, pictures / f"{picture.parts[-3]}-{picture.name}")
        return [] if status == 0 else [f"a journey failed: {homes} has its files"]

    def bundle(self) -> list[str]:
        """Make the Windows zip, unpack it in another folder, ask what works, and play it."""
        work = self.folder / "made"
        shutil.rmtree(work, ignore_errors=True)
        packed = build_for_windows(self.python, work)
        shutil.copy(packed, self.folder)
        unpacked = self.python.drive / "Spiele ü"
        shutil.rmtree(unpacked, ignore_errors=True)
        with zipfile.ZipFile(packed) as held:
            held.extractall(unpacked)
        (top,) = unpacked.iterdir()
        wrong = [f"{name} is in it twice" for name in find_twins(top)]
        wrong += [f"{part} has no licence" for part in find_unlicensed(top / "_internal")]
        wrong += [f"{name} is needed, and no Windows has it" for name in find_lacking(top)]
        program = str(top / "take-it-easy.exe")
        wrong += self._ask("report-bundle.txt", FROZEN, program=program)
        return wrong + self._play(top / "Take It Easy.exe", "Bündel", BUNDLE_JOURNEY)

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
        # Wine itself would take a variable of this machine's for its own.
        script = "import os, sys; os.chdir(sys.argv[1]); sys.path.insert(0, os.getcwd()); "
        script += "os.environ['TMPDIR'] = sys.argv[2]; "
        # The program that draws Wine's desktop would keep the pipes of a test's program open.
        script += "import ctypes; ctypes.windll.user32.GetDesktopWindow(); "
        script += "import pytest; sys.exit(pytest.main(sys.argv[3:]))"
        chosen = ("-n", "0", "-rfEs", "-m", "not journey and not window and not slow")
        # Storage's tests flush files by the thousand, and Wine's own folder is on a disk.
        parent = MEMORY if MEMORY.is_dir() else None
        with tempfile.TemporaryDirectory(dir=parent, ignore_cleanup_errors=True) as name:
            places = (r"C:\checkout", self.python.windows_path(Path(name)))
            command = ("-c", script, *places, *chosen, f"tests/{room}")
            words = self.python.run(*command, is_checked=False)
        (self.folder / f"tests-{room.replace('/', '-')}.txt").write_text(words, encoding="utf-8")
        last = words.strip().rpartition("\n")[2]
        print(f"  {room}: {last}", flush=True)
        faults = re.findall(r"^(?:FAILED|ERROR) .*", words, re.MULTILINE)
        has_passed = re.search(r"\d+ passed", last) is not None
        return faults or ([] if has_passed else [f"{room}: {words[-500:]}"])


def main() -> int:
    """Take the steps; status 0 where all is right, 1 where something is wrong, 2 where the machine
    lacks something.
    """
    steps: tuple[str, ...] = ("check", "journeys", "bundle", "tests")
    parser = argparse.ArgumentParser(
        prog="python -m tests.on_windows",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("steps", nargs="*", choices=(*steps, []), default=[], metavar="STEP")
    parser.add_argument("--room", choices=ROOMS, metavar="ROOM", help="whose tests alone run")
    options = parser.parse_args()
    if lacking := missing_tools({**wine.TOOLS, **TOOLS, **BROWSER}):
        print(lacking, file=sys.stderr)
        return 2
    with screen():
        run = Run(options.folder, (options.room,) if options.room else ROOMS)
        wrong = 0
        try:
            run.prepare()
            for name in options.steps or steps:
                step: Callable[[], list[str]] = getattr(run, name)
                print(f"{name} …", flush=True)
                found = step()
                wrong += len(found)
                print(f"{name}: {'as it should be' if not found else ''}")
                print("".join(f"  {words}\n" for words in found), end="", flush=True)
        except WineError as error:
            print(error, file=sys.stderr)
            return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
