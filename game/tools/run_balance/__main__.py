"""`python -m game.tools.run_balance`: measure how far computers come in the run.

Plays every stage by every player with aces that change calls, as often as is asked for, then makes
runs of these plays and prints how far they come. What was played is noted in the file at once:
stopped, it goes on where it was; a ladder with the same rules needs no new plays.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

from game.tools.climb_balance.minds import PLAYERS
from game.tools.run_balance.plays import MASTER, master_gain, play_stages
from game.tools.run_balance.runs import FIRST_RUNS, Manner, RunMaker, Tally, table
from game.tools.run_balance.worth import Stock

_CALM: Final = Manner.WEIGHED
"""Calm runs are made by those who choose well alone."""


def main(arguments: list[str]) -> int:
    """Play, run, print; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.run_balance", description=__doc__)
    parser.add_argument("--plays", type=Path, default=Path("run-plays.jsonl"), metavar="FILE")
    parser.add_argument("--stage-plays", type=int, default=82, metavar="N")
    parser.add_argument("--master-plays", type=int, default=10, metavar="N")
    parser.add_argument("--runs", type=int, default=1000, metavar="N")
    parser.add_argument("--players", default=",".join((*PLAYERS, MASTER)), metavar="NAME,…")
    options = parser.parse_args(arguments)
    players: list[str] = options.players.split(",")
    if unknown := set(players) - {*PLAYERS, MASTER}:
        parser.error(f"no player {', '.join(sorted(unknown))}")
    played_by = tuple(
        name for name in PLAYERS if name in players or (name == "fox" and MASTER in players)
    )
    plays = play_stages(options.plays, played_by, options.stage_plays)
    gain = master_gain(options.plays, options.master_plays) if MASTER in players else 0.0
    tallies: dict[tuple[str, Manner, bool], Tally] = {}
    for player in players:
        is_master = player == MASTER
        stock = Stock(plays["fox" if is_master else player], gain if is_master else 0.0)
        runner = RunMaker(player, stock, min(FIRST_RUNS, options.runs))
        for manner in Manner:
            tallies[player, manner, True] = runner.runs(options.runs, manner)
        tallies[player, _CALM, False] = runner.runs(options.runs, _CALM, is_timed=False)
    for line in table(tallies):
        print(line)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        # The next one goes on where this was.
        sys.exit(130)
