"""Whether a bundle plays on its own: `python -m tests.end_to_end.bundle PROGRAM`.

It is started from a folder that holds nothing of the game, on a screen of its own: a tile is
placed, the coach asked, and an engine must think in a process of its own. Prints its size and how
long the window took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from game.tools.bundle import size_of
from tests.end_to_end.stage import Game, open_stage, wait_for

MOST_BYTES: Final = 110_000_000
"""80 MB is the aim: the BLAS of numpy's wheel alone is 28, voices and music are 6."""


def has_engine(game: Game) -> bool:
    """Whether an engine runs in a process of its own, of the bundle's program."""
    found = subprocess.run(
        ["pgrep", "-P", str(game.process.pid), "-f", "engine-process"], capture_output=True
    )
    return found.returncode == 0


def main() -> int:
    """Check it; raises where it does not play."""
    program = Path(sys.argv[1]).resolve()
    size = size_of(program.parent)
    assert size <= MOST_BYTES, f"{size} bytes"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open_stage(Path(folder)) as stage:
            stage.program = (str(program),)
            played = stage.run(str(program), "play", "--bot", "master", "--games", "1", "--json")
            assert played.startswith('{"format":"take-it-easy"')
            since = time.monotonic()
            game = stage.start_game("--lang", "en", "--edition", "standard", "--seed", "42")
            seconds = time.monotonic() - since
            # The coach marks the match, which has to be confirmed.
            game.press("h")
            time.sleep(1)
            game.press("Return")
            wait_for("the coach's engine", lambda: has_engine(game))
            game.press("Return")
            game.wait_for_match(
                "a tile placed, with the coach",
                lambda match: (
                    bool(match.round.seats[0].position.filled) and "coached" in (match.meta or "")
                ),
            )
            game.kill()
    print(f"{program.parent}: {size / 1e6:.1f} MB, a window after {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
