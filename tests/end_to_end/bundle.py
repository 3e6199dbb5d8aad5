"""Whether a bundle plays on its own: `python -m tests.end_to_end.bundle PROGRAM`.

It is started from a folder that holds nothing of the game, on a screen of its own: a tile is
placed, the coach asked, an engine must think in a process of its own, and something must be heard.
A match is drawn as a moving picture, a record is shown in the window.
Prints its size and how long the window took.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from game.bots.service.process import PICTURE_ARGUMENT
from game.tools.bundle import find_twins, size_of
from game.tools.licences import find_unlicensed
from tests.end_to_end.report import find_wrong
from tests.end_to_end.stage import Game, Stage, open_stage, wait_for

MOST_BYTES: Final = 125_000_000
"""17 MB of it are the libraries of Prism and AccessKit, for screen readers."""
TOP: Final = Path(__file__).parents[2]


def has_engine(game: Game) -> bool:
    """Whether an engine runs in a process of its own, of the bundle's program."""
    found = subprocess.run(
        ["pgrep", "-P", str(game.process.pid), "-f", "engine-process"], capture_output=True
    )
    return found.returncode == 0


def check_data(folder: Path) -> None:
    """Every asset and every seed must be there, voices and music too."""
    for name in ("assets", "seeds"):
        own, there = TOP / name, folder / "_internal" / "game" / "data" / name
        for path in own.rglob("*"):
            if path.is_file():
                kept = there / path.relative_to(own)
                assert kept.read_bytes() == path.read_bytes(), kept


def check_commands(stage: Stage, program: str, folder: Path) -> Path:
    """Run the commands that need the libraries beside the game; return a record."""
    record, moving = folder / "match.json", folder / "match.webp"
    record.write_text(
        stage.run(program, "play", "--bot", "master", "--games", "1", "--json"), encoding="utf-8"
    )
    assert record.read_text(encoding="utf-8").startswith('{"format":"take-it-easy"')
    stage.run(program, PICTURE_ARGUMENT, "de", "", "", str(record), "-o", str(moving))
    assert moving.read_bytes()[8:12] == b"WEBP"
    return record


def check_report(stage: Stage, program: str, folder: Path) -> None:
    """The bundle itself is asked what works in it, and each line is as it should be."""
    report = folder / "report.txt"
    stage.run("env", "SDL_AUDIODRIVER=dummy", program, "--check-here", str(report))
    inside = re.escape(str(Path(program).parent))
    frozen = {
        "python": r"3\..*frozen=True",
        "program": re.escape(program),
        "own SDL": rf"<\w*CDLL '{inside}.*",
    }
    assert find_wrong(report, frozen) == []


def main() -> int:
    """Check it; raises where it does not play."""
    program = Path(sys.argv[1]).resolve()
    size = size_of(program.parent)
    assert size <= MOST_BYTES, f"{size} bytes"
    check_data(program.parent)
    assert find_twins(program.parent) == []
    assert find_unlicensed(program.parent / "_internal") == []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        with open_stage(folder) as stage:
            stage.program = (str(program),)
            check_report(stage, str(program), folder)
            record = check_commands(stage, str(program), folder)
            heard = folder / "heard.raw"
            since = time.monotonic()
            options = ("--lang", "en", "--edition", "standard", "--seed", "42")
            game = stage.start_game(*options, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(heard))
            seconds = time.monotonic() - since
            # The coach marks the match, which has to be confirmed.
            game.press("h")
            game.settle()
            game.press("Return")
            wait_for("the coach's engine", lambda: has_engine(game))
            game.press("Down", "Return")
            game.wait_for_match(
                "a tile placed, with the coach",
                lambda match: (
                    bool(match.round.seats[0].position.filled) and "coached" in (match.meta or "")
                ),
            )
            wait_for("a sound", lambda: any(heard.read_bytes()))
            game.close()
            stage.start_game("--lang", "en", str(record)).close()
    print(f"{program.parent}: {size / 1e6:.1f} MB, a window after {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
