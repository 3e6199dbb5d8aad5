"""Measures bots: `python -m game.bots.evaluate --help`.

Deals are fixed by the seed and the same for every bot, so that differences are paired. The
first bot named is the yardstick. Where rules compare players (best ray, bonuses), each bot sits
at a table with the same rival. `NAME@FOLDER` is the bot of another checkout of the game.
`--level` takes the luck of the calls out of every total, which leaves the mean where it was and
makes its standard error some three times smaller.
"""

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from statistics import stdev

from game.bots.bar import Bar
from game.bots.players.outside import OutsideBot, command_name, is_outside
from game.bots.players.playing import TimedBot, play_calls
from game.bots.players.registry import BOT_NAMES, make_bot
from game.bots.protocol import Bot
from game.bots.spread import HERE, Spread
from game.bots.values.luck import luck_of
from game.rules.deal import deal_calls
from game.rules.ruleset import RayRule, Ruleset
from game.rules.standing import score_match

EDITIONS = (
    "classic free single none",
    "classic adjacent single none",
    "classic adjacent-symbol single rays",
    "classic free single rays",
    "classic free single best-ray",
    "classic free pairs none",
    "classic adjacent pairs none",
    "classic free mail none",
    "daffodil-1 free single none",
    "daffodil-2 free single rays",
    "daffodil-3 adjacent single none",
    "daffodil-4 free single none",
    "daffodil-4 adjacent single rays",
    "daffodil-1 free mail none",
)
"""Rules that stand for all editions and variants."""


@dataclass(slots=True)
class Measured:
    """A bot's totals deal by deal, the same less the luck of the calls (`levels`, the totals
    where that was not asked for), and the seconds of processor time that its moves took, none
    for the bot of another checkout.
    """

    totals: list[float] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean total."""
        return sum(self.totals) / len(self.totals)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return standard_error(self.totals)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of `values`; 0 for fewer than two."""
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class _Game:
    """A deal for a bot, whoever lets it play."""

    name: str
    rules: Ruleset
    number: int
    seed: str
    rival: str
    level: bool


_HOST = """
import json, sys
sys.path.insert(0, sys.argv[1])
from game.bots.players.outside_host import answer
from game.bots.players.registry import make_bot
bot = make_bot(sys.argv[2])
for line in sys.stdin.buffer:
    print(json.dumps(answer(bot, line)), flush=True)
"""


@cache
def bot_named(name: str) -> Bot:
    """A bot by its name, one from outside, or that of another checkout by `NAME@FOLDER`.

    Each is made once a process. Raises `UnknownBotError`.
    """
    if is_outside(name):
        return OutsideBot(name)
    own, _, folder = name.partition("@")
    if not folder:
        return make_bot(own)
    command = [sys.executable, "-c", _HOST, str(Path(folder).resolve()), own]
    return OutsideBot(command_name(command), limit=600)


def _measure_game(game: _Game) -> Measured:
    rules, measured = game.rules, Measured()
    bots: list[Bot] = [TimedBot(bot_named(game.name), measured.seconds, time.thread_time)]
    if rules.rays is RayRule.BEST_RAY or rules.bonus is not None:
        bots.append(bot_named(game.rival))
    randoms = [Random(f"{game.seed} {game.number} {seat}") for seat in range(len(bots))]
    match = play_calls(rules, bots, deal_calls(rules, f"{game.seed} {game.number}"), randoms)
    total = score_match(match).players[0].total
    measured.totals.append(total)
    measured.levels.append(total - (luck_of(match, 0) if game.level else 0))
    return measured


def measure(
    name: str,
    rules: Ruleset,
    games: int,
    seed: str,
    rival: str = "fox",
    spread: Spread = HERE,
    *,
    level: bool = False,
) -> Measured:
    """Let a bot play `games` rounds of `rules` on deals fixed by `seed`.

    The totals are the same whoever does the work.
    """
    measured, bar = Measured(), Bar(games)
    tasks = (_Game(name, rules, number, seed, rival, level) for number in range(games))
    for number, one in enumerate(spread.map(_measure_game, tasks), 1):
        measured.totals += one.totals
        measured.levels += one.levels
        measured.seconds += one.seconds
        bar.show(number, f"{name}  {measured.mean:.2f}" if bar.is_drawn else "")
    bar.clear()
    return measured


def compare(one: Measured, other: Measured) -> tuple[float, float]:
    """The mean of the differences of the levels on the same deals, and its standard error."""
    differences = [a - b for a, b in zip(one.levels, other.levels, strict=True)]
    return sum(differences) / len(differences), standard_error(differences)


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.bots.evaluate")
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["greedy", "master"],
        metavar="BOT",
        help=f"of {', '.join(BOT_NAMES)}, or NAME@FOLDER; the first is the yardstick",
    )
    parser.add_argument(
        "--rules", nargs="+", default=list(EDITIONS), help="such as 'classic free single none'"
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="evaluate")
    parser.add_argument("--rival", default="fox", help="who sits beside, where rules compare")
    parser.add_argument("--level", action="store_true", help="take the luck of the calls out")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes; 0: all cores")
    parser.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler to share out to")
    options = parser.parse_args(arguments)
    spread = Spread(options.jobs, options.dask)
    for text in options.rules:
        rules = Ruleset.parse(text)
        print(f"{rules}: {options.games} deals")
        first: Measured | None = None
        for name in options.bots:
            found = measure(
                name, rules, options.games, options.seed, options.rival, spread, level=options.level
            )
            line = f"  {name.partition('@')[0]:10} {found.mean:7.2f} ± {found.error:.2f}"
            if options.level:
                level = sum(found.levels) / len(found.levels)
                line += f"   less luck {level:7.2f} ± {standard_error(found.levels):.2f}"
            spent = sorted(found.seconds)
            line += f"   {1000 * sum(spent) / len(spent):6.1f} ms a move"
            line += f", 99 of 100 {1000 * spent[len(spent) * 99 // 100]:.0f}"
            if first is None:
                first = found
            else:
                gain, error = compare(found, first)
                line += f"   {gain:+.2f} ± {error:.2f} against the first"
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
