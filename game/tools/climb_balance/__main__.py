"""`python -m game.tools.climb_balance FILE`: measure how far computers come in the Climb.

Plays climbs that FILE lacks for each player and manner, appends them to FILE, and prints the
statistics. An interrupted run resumes. With `--days` it writes the computers' climbs of a number of
days' seeds instead, reusing the notes in FILE.
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
    ("squirrel", CardManner.NUMBER, 100),
    ("squirrel", CardManner.NONE, 100),
    ("squirrel", CardManner.CAREFUL, 100),
    ("master", CardManner.ROUGH, 20),
)


def main(arguments: list[str]) -> int:
    """Play, append and print; return the exit status."""
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
        # An interrupted run resumes here.
        sys.exit(130)
