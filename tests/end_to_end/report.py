"""What `--check-here` writes where everything works, line by line, on Linux and on Windows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from game import __version__

_FOLDER: Final = r".+ is (not )?there"
_STREAM: Final = r"(none|\w+ [\w-]+ terminal=(True|False), its number is (open|closed))"
_VERSION: Final = r"\d[\w.]*"
_LIBRARIES: Final = (
    *("pygame-ce", "numpy", "platformdirs", "psutil", "pynacl", "fontpkg-baloo-2", "pillow"),
    *("prismatoid", "accesskit"),
)
_WINDOW: Final = r"\(\d+, \d+\) at \(-?\d+, -?\d+\) WindowState\(is_full={}, screen=\d+\)"

LINES: Final[Mapping[str, str]] = {
    "game": re.escape(__version__),
    "system": r"Linux.*",
    "python": r"3\.\d+\.\d+ .*frozen=False",
    "program": r".*python.*",
    "libraries": ", ".join(f"{name} {_VERSION}" for name in ("SDL", *_LIBRARIES)),
    "streams": "; ".join(f"{name}: {_STREAM}" for name in ("stdin", "stdout", "stderr")),
    "language": r"en|fr|de|ro",
    "clocks": r"monotonic [\de.-]+, perf_counter [\de.-]+",
    "folders": ", ".join([_FOLDER] * 5),
    "rename onto an open file": r"done|refused while open, done later",
    "lock": r"\[True, False, True\], where \[True, False, True\] is right",
    "engine": r"Placement\(tile=Tile\.parse\('\d{3}'\), space=\d+\)",
    "signature": "True",
    "speech": r".+",
    "reader": r"none|no screen reader runs|.+, voices: .+",
    "driver": r"x11|wayland",
    "screens": r"\[Screen\(bounds=Rect\(.+\), usable=Rect\(.+\)\)\]",
    "scale": r"\d+\.\d+, \d+\.\d+ pixels a point",
    "own SDL": r"<CDLL '.*SDL2.*",
    "sound": r"open=True \(\d+, -?\d+, \d\) closed=True",
    "frames in a second": r"[1-9]\d*",
    "window": _WINDOW.format("False"),
    "full screen": _WINDOW.format("True") + " full=True",
    "window again": _WINDOW.format("False") + " full=False",
}
"""The pattern of each line, by its name; the time at its end is left out."""

ON_WINDOWS: Final[Mapping[str, str]] = {
    "system": r"Windows-1[01].*",
    "rename onto an open file": "refused while open, done later",
    "speech": r"powershell",
    "driver": "windows",
    "own SDL": r"<CDLL '.*\\pygame\\SDL2\.dll'.*",
}
"""The lines that differ there."""


def find_wrong(report: Path, own: Mapping[str, str]) -> list[str]:
    """Return a sentence for each line of a report that is missing, unknown, or not as expected.

    `own` are the patterns of the lines in which this program or system differs.
    """
    lines = report.read_text(encoding="utf-8").splitlines()
    found = dict(line.split(": ", 1) for line in lines if ": " in line)
    expected = {**LINES, **own}
    wrong = [f"{name}: no such line" for name in expected if name not in found]
    for name, words in found.items():
        if name not in expected:
            wrong.append(f"{name}: an unknown line")
        elif re.fullmatch(rf"(?:{expected[name]}) \(\d+\.\d+ s\)", words) is None:
            wrong.append(f"{name}: {words}")
    return wrong
