"""Measures bots: `python -m game.bots.evaluate --help`.

Deals are fixed by the seed and the same for every bot, so that differences are paired. The other
bots are compared with the first one. Under rules that compare players (best ray, bonuses), each bot
plays against the same rival. `--level` removes the luck of the calls from every total: the mean
stays, its standard error is some three times smaller.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import fmean, stdev
from typing import Final

from game.bots.bar import Bar
from game.bots.players.external import ExternalBot, ExternalBotError, is_external
from game.bots.players.playing import TimedBot, play_calls
from game.bots.players.registry import BOT_NAMES, UnknownBotError, make_bot
from game.bots.protocol import Bot
from game.bots.spread import HERE, Spread
from game.bots.values.luck import luck_of
from game.rules.deal import deal_calls
from game.rules.errors import RulesError
from game.rules.match_score import score_match
from game.rules.ruleset import RayRule, Ruleset

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
"""A sample of rules that covers all editions and variants."""


@dataclass(frozen=True, slots=True)
class Measuring:
    """A command that measures bots: its name, its default options, and `published` means.

    `published` are the means of other authors' bots in the standard game.

    `name` is the command. By default it plays `games` with `seed`, of `bots` by `rules`; with
    `level` the luck of the calls is removed from totals.
    """

    name: str
    seed: str
    games: int
    bots: Sequence[str]
    rules: Sequence[str]
    level: bool
    published: Sequence[tuple[str, float]] = ()


EVALUATE: Final = Measuring(
    "python -m game.bots.evaluate", "evaluate", 100, ("greedy", "master"), EDITIONS, level=False
)


@dataclass(slots=True)
class Measured:
    """A bot's totals by match, its totals without luck (`levels`), and the seconds of its moves.

    `levels` is empty unless measured.
    """

    totals: list[float] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, other: Measured) -> None:
        """Append the measurements of other matches."""
        self.totals += other.totals
        self.levels += other.levels
        self.seconds += other.seconds

    @property
    def mean(self) -> float:
        """The mean total."""
        return fmean(self.totals)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return standard_error(self.totals)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of `values`; 0 for fewer than two."""
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class _Game:
    """One measurement: a bot, the rules, a deal and a rival; it can be pickled."""

    name: str
    rules: Ruleset
    number: int
    seed: str
    rival: str
    level: bool


@cache
def bot_named(name: str) -> Bot:
    """Return a bot by its name, one for each process. Raises `UnknownBotError`."""
    return ExternalBot(name) if is_external(name) else make_bot(name)


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


def measure_engine(
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

    The totals do not depend on the number of workers.
    """
    measured, bar = Measured(), Bar(games)
    tasks = (_Game(name, rules, number, seed, rival, level) for number in range(games))
    for number, one in enumerate(spread.map(_measure_game, tasks), 1):
        measured.add(one)
        bar.show(number, f"{name}  {measured.mean:.2f}" if bar.is_drawn else "")
    bar.clear()
    return measured


def compare(one: Measured, other: Measured) -> tuple[float, float]:
    """Return the mean difference of the levels on the same deals, and its standard error."""
    differences = [a - b for a, b in zip(one.levels, other.levels, strict=True)]
    return sum(differences) / len(differences), standard_error(differences)


def main(arguments: list[str] | None = None, command: Measuring = EVALUATE) -> int:
    """Run the command, which prints a table in Markdown; return the exit status."""
    parser = argparse.ArgumentParser(prog=command.name)
    add = parser.add_argument
    names = f"of {', '.join(BOT_NAMES)}, or external; the first is the yardstick"
    add("--bots", nargs="+", default=command.bots, metavar="BOT", help=names)
    add("--rules", nargs="+", default=command.rules, help="some, or `every` edition")
    add("--games", type=_number_from(1), default=command.games)
    add("--seed", default=command.seed)
    add("--rival", default="fox", help="who sits beside, where rules compare players")
    add("--level", action="store_true", default=command.level, help="take the calls' luck out")
    add("--jobs", type=_number_from(0), default=1, help="how many processes; 0: all cores")
    add("--dask", metavar="ADDRESS", help="a Dask scheduler to share out to")
    options = parser.parse_args(arguments)
    if list(options.rules) == ["every"]:
        options.rules = EDITIONS
    try:
        for bot in options.bots:
            if not is_external(bot):
                bot_named(bot)
        _print_table(options, command.published)
    except UnknownBotError as error:
        known = ", ".join(BOT_NAMES)
        parser.error(f"there is no bot {error}; there are: {known}; MODULE:NAME, command:PROGRAM …")
    except (ExternalBotError, RulesError) as error:
        reason = error.reason if isinstance(error, ExternalBotError) else error
        print(f"{parser.prog}: {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _number_from(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        return number

    read.__name__ = "number"
    return read


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.2f} ± {standard_error(values):.2f}"


def _print_table(options: argparse.Namespace, published: Sequence[tuple[str, float]]) -> None:
    spread = Spread(options.jobs, options.dask)
    head = f"player, {options.games} deals | mean | without luck | against {options.bots[0]}"
    print(f"| rules | {head} | ms a move | 99 of 100 |")
    print("|---" * 7 + "|")
    for rules in map(Ruleset.parse, options.rules):
        first: Measured | None = None
        for bot in options.bots:
            measured = measure_engine(
                bot, rules, options.games, options.seed, options.rival, spread, level=options.level
            )
            first = first or measured
            gap = "" if measured is first else "{:+.2f} ± {:.2f}".format(*compare(measured, first))
            level = _mean(measured.levels) if options.level else ""
            spent, count = sorted(1000 * one for one in measured.seconds), len(measured.seconds)
            timed = f"{sum(spent) / count:.1f} | {spent[count * 99 // 100]:.0f}"
            cells = (rules, bot, _mean(measured.totals), level, gap, timed)
            print(f"| {' | '.join(map(str, cells))} |", flush=True)
        for name, mean in published if rules == Ruleset() else ():
            print(f"| {rules} | {name} | {mean:g} | | | | |")


if __name__ == "__main__":
    sys.exit(main())
