"""A benchmark that anybody can run: `python -m game.research.benchmark --help`.

Ten thousand fixed deals of any rules, the same for every bot, so that differences are paired; and
from every total the luck of the draw is taken out, which makes the error of the mean three to five
times smaller and leaves the mean itself where it was. The deals are those of the seeds
`benchmark 0`, `benchmark 1`, … as `take-it-easy deal` prints them.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Final

from game.bots.evaluate import EDITIONS, Measured, bot_named, compare, measure, standard_error
from game.bots.players.outside import OutsideBotError, is_outside
from game.bots.players.registry import BOT_NAMES, LEVELS, UnknownBotError
from game.bots.spread import HERE, Spread
from game.rules.errors import RulesError
from game.rules.ruleset import Ruleset

STANDARD: Final = Ruleset()

PUBLISHED: Final = (
    ("TakeItEasyAI (github.com/polarbart/TakeItEasyAI), learned by quantile regression", 167.0),
    ("an experienced player there, 10 games", 170.0),
)
"""What others have published for the standard game, as they give it."""


def run(bot: str, games: int, spread: Spread = HERE, rules: Ruleset = STANDARD) -> Measured:
    """Let a bot play the first `games` deals, where rules compare players beside `fox`."""
    return measure(bot, rules, games, "benchmark", spread=spread, level=True)


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.2f} ± {standard_error(values):.2f}"


def main(arguments: list[str] | None = None) -> int:
    """The command; prints a table in Markdown. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.research.benchmark", description=__doc__)
    add = parser.add_argument
    add("--bots", nargs="+", default=list(LEVELS), metavar="BOT", help="names, or from outside")
    add("--rules", nargs="+", default=[str(STANDARD)], help="some, or `every` edition")
    add("--games", type=_number_from(1), default=10_000)
    add("--jobs", type=_number_from(0), default=1, help="how many processes; 0: all cores")
    add("--dask", metavar="ADDRESS", help="a Dask scheduler to share out to")
    options = parser.parse_args(arguments)
    if options.rules == ["every"]:
        options.rules = EDITIONS
    try:
        for bot in options.bots:
            if not is_outside(bot):
                bot_named(bot)
        _print_table(options)
    except UnknownBotError as error:
        known = ", ".join(BOT_NAMES)
        parser.error(f"there is no bot {error}; there are: {known}; MODULE:NAME, command:PROGRAM …")
    except (OutsideBotError, RulesError) as error:
        reason = error.reason if isinstance(error, OutsideBotError) else error
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


def _print_table(options: argparse.Namespace) -> None:
    spread = Spread(options.jobs, options.dask)
    head = f"player, {options.games} deals | mean | without luck | against {options.bots[0]}"
    print(f"| rules | {head} | ms a move | 99 of 100 |")
    print("|---" * 7 + "|")
    for rules in map(Ruleset.parse, options.rules):
        first: Measured | None = None
        for bot in options.bots:
            found = run(bot, options.games, spread, rules)
            first = first or found
            gap = "" if found is first else "{:+.2f} ± {:.2f}".format(*compare(found, first))
            spent, count = sorted(1000 * one for one in found.seconds), len(found.seconds)
            timed = f"{sum(spent) / count:.1f} | {spent[count * 99 // 100]:.0f}"
            cells = (rules, bot, _mean(found.totals), _mean(found.levels), gap, timed)
            print(f"| {' | '.join(map(str, cells))} |", flush=True)
    if STANDARD in map(Ruleset.parse, options.rules):
        for name, mean in PUBLISHED:
            print(f"| {STANDARD} | {name} | {mean:g} | | | | |")


if __name__ == "__main__":
    sys.exit(main())
