"""`python -m game.tools.climb_balance FILE`: measure how far computers come in the Climb.

Plays climbs of each player and manner that the file lacks, notes them there, and prints what all
come to. Stopped, it resumes. With `--days` it writes the computers' climbs of so many days' seeds
instead, by the notes in FILE.
"""

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import Final

from game.tools.climb_balance.days import write_days
from game.tools.climb_balance.runs import CardManner
from game.tools.climb_balance.table import climb_rows, describe

_FIRST_DAY: Final = date(2026, 12, 1)
_PARTIES: Final = (
    ("magpie", CardManner.SHINY, 100),
    ("beaver", CardManner.SHINY, 100),
    ("squirrel", CardManner.SHINY, 100),
    ("squirrel", CardManner.ROUGH, 100),
    ("squirrel", CardManner.RANDOM, 100),
    ("squirrel", CardManner.NONE, 100),
    ("squirrel", CardManner.CAREFUL, 100),
    ("master", CardManner.ROUGH, 20),
)


def main(arguments: list[str]) -> int:
    """Play, note, print; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.climb_balance", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--climbs", type=int, default=100, metavar="N")
    parser.add_argument("--days", type=int, default=0, metavar="N")
    parser.add_argument("--first", type=date.fromisoformat, default=_FIRST_DAY, metavar="DATE")
    parser.add_argument("--out", type=Path, default=Path("seeds/climbs.txt"), metavar="FILE")
    options = parser.parse_args(arguments)
    if options.days:
        write_days(options.file, options.first, options.days, options.out)
        return 0
    for player, manner, most in _PARTIES:
        rows = climb_rows(options.file, player, manner, min(most, options.climbs))
        for line in describe(rows):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        # The next one goes on where this was.
        sys.exit(130)
