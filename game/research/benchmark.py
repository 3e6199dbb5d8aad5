"""A benchmark that anybody can run: `python -m game.research.benchmark --help`.

Ten thousand fixed deals of the standard game, the same for every bot, so that differences are
paired; and from every total the luck of the draw is taken out, which makes the error of the mean
some five times smaller and leaves the mean itself where it was. The deals are those of the seeds
`benchmark 0`, `benchmark 1`, … as `take-it-easy deal` prints them.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from game.bots.bar import Bar
from game.bots.evaluate import standard_error
from game.bots.players.outside import OutsideBot, OutsideBotError, is_outside
from game.bots.players.playing import play_calls
from game.bots.players.registry import BOT_NAMES, LEVELS, UnknownBotError, make_bot
from game.bots.spread import HERE, Spread
from game.bots.standard.luck import luck_of
from game.bots.standard.positions import Positions
from game.bots.standard.values import standard_valuer
from game.rules.deal import deal_calls
from game.rules.errors import RulesError
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.rules.standing import score_match

RULES: Final = Ruleset()
CHUNK: Final = 20
"""Deals that one process plays at a time."""

PUBLISHED: Final = (
    ("TakeItEasyAI (github.com/polarbart/TakeItEasyAI), learned by quantile regression", 167.0),
    ("an experienced player there, 10 games", 170.0),
)
"""What others have published for the standard game, as they give it."""


@dataclass(frozen=True, slots=True)
class _Chunk:
    bot: str
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class BenchmarkResult:
    """A bot's totals, deal by deal, and the same less the luck of the draw."""

    totals: tuple[float, ...]
    level: tuple[float, ...]


def _play(chunk: _Chunk) -> BenchmarkResult:
    bot = OutsideBot(chunk.bot) if is_outside(chunk.bot) else make_bot(chunk.bot)
    matches = []
    for number in range(chunk.first, chunk.first + chunk.count):
        seed = f"benchmark {number}"
        randoms = [Random(f"{seed} {chunk.bot}")]
        matches.append(play_calls(RULES, [bot], deal_calls(RULES, seed), randoms))
    totals = tuple(score_match(match).players[0].total for match in matches)
    level = np.array(totals) - _luck(matches)
    return BenchmarkResult(totals, tuple(level.tolist()))


def _luck(matches: Sequence[Match]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What the calls of each match were worth above their average, [matches]."""
    positions, luck = Positions.start(len(matches)), np.zeros(len(matches))
    turns = [[t.placements[0] for t in match.round.seats[0].turns] for match in matches]
    for call in range(len(RULES.call_sizes)):
        tiles = np.array([placed[call].tile.index for placed in turns])
        spaces = np.array([placed[call].space for placed in turns])
        luck += luck_of(standard_valuer(), positions, tiles)
        positions.place(tiles, spaces)
    return luck


def run(bot: str, games: int, spread: Spread = HERE) -> BenchmarkResult:
    """Let a bot play the first `games` deals."""
    bar, totals, level = Bar(games), list[float](), list[float]()
    chunks = (_Chunk(bot, first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))
    for found in spread.map(_play, chunks):
        totals += found.totals
        level += found.level
        bar.show(len(totals), bot)
    bar.clear()
    return BenchmarkResult(tuple(totals), tuple(level))


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.2f} ± {standard_error(values):.2f}"


def main(arguments: list[str] | None = None) -> int:
    """The command; prints a table in Markdown. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game.research.benchmark", description=__doc__)
    add = parser.add_argument
    add("--bots", nargs="+", default=list(LEVELS), metavar="BOT", help="names, or from outside")
    add("--games", type=_number_from(1), default=10_000)
    add("--jobs", type=_number_from(0), default=1, help="how many processes; 0: all cores")
    add("--dask", metavar="ADDRESS", help="a Dask scheduler to share out to")
    options = parser.parse_args(arguments)
    try:
        for bot in options.bots:
            if not is_outside(bot):
                make_bot(bot)
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
    print(f"| player, {options.games} deals | mean | without luck | against {options.bots[0]} |")
    print("|---|---|---|---|")
    first: BenchmarkResult | None = None
    for bot in options.bots:
        found = run(bot, options.games, spread)
        first = first or found
        gaps = [a - b for a, b in zip(found.level, first.level, strict=True)]
        gap = "" if found is first else _mean(gaps)
        print(f"| {bot} | {_mean(found.totals)} | {_mean(found.level)} | {gap} |", flush=True)
    for name, mean in PUBLISHED:
        print(f"| {name} | {mean:g} | | |")


if __name__ == "__main__":
    sys.exit(main())
