"""Measures the computers' levels: `python -m game.tools.levels [--games N] [--only RULES …]
[--levels LEVEL …]`.

Every computer plays the same deals by each ruleset, against `fox` if rules compare players; its
points without luck are measured by the quick judge, like a person's. The means and their standard
errors are written to `seeds/levels.toml` with the fingerprint of the values; results with the same
fingerprint for other rules and levels stay.

Each measurement is written to a checkpoint (FILE.done) at once, so that a stopped run can be
resumed or extended. The same values give the same file. 200 games take some five minutes a ruleset
on one core.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final

from game.bots.coach.level import measure_attempt
from game.bots.evaluate import standard_error
from game.bots.players.playing import play_calls
from game.bots.players.registry import LEVELS, make_bot
from game.bots.spread import Spread
from game.bots.values.fingerprint import fingerprint
from game.resources import read_table, resource_root
from game.rules.deal import deal_calls
from game.rules.match import Match
from game.rules.ruleset import RayRule, Ruleset

RULES: Final = (
    "classic free single none",
    "daffodil-1 free single none",
    "classic free mail none",
    "daffodil-2 free single none",
    "daffodil-3 free single none",
    "daffodil-4 free single none",
    "classic adjacent single none",
    "classic free single rays",
    "classic adjacent-symbol single none",
    "classic adjacent-symbol single rays",
    "classic free pairs none",
    "classic free single best-ray",
    "classic adjacent pairs none",
    "daffodil-2 free single rays",
    "daffodil-3 adjacent single none",
    "daffodil-4 adjacent single rays",
)
"""The editions' rules, then those of variants that the calendar or the setup offers."""


def play_level(rules: Ruleset, level: str, number: int) -> Match:
    """Let a computer play deal `number` in the first seat; return the match."""
    names = [level]
    if rules.rays is RayRule.BEST_RAY or rules.bonus is not None:
        names.append("fox")
    randoms = [Random(f"level {number} {seat}") for seat in range(len(names))]
    calls = deal_calls(rules, f"level {number}")
    return play_calls(rules, [make_bot(name) for name in names], calls, randoms)


def measure_level(text: str, level: str, number: int) -> float:
    """Return the points of the round of `play_level` without the luck of its calls."""
    sums = measure_attempt(play_level(Ruleset.parse(text), level, number), 0)
    return sums["total"] - sums["luck"]


def _measure(text: str, task: tuple[str, int]) -> float:
    return measure_level(text, *task)


def known_levels(path: Path) -> dict[str, dict[str, list[float]]]:
    """Read the results of the current values: by rules and level the mean, its error, the games."""
    table = read_table(path) if path.exists() else {}
    is_ours = table.pop("values", None) == fingerprint()
    return table if is_ours else {}


def write_levels(means: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """Return the file's text: mean, standard error and games for each ruleset and level."""
    words = [
        "# Made by `python -m game.tools.levels`; game/progress/level.py tells what it means.",
        f'values = "{fingerprint()}"',
    ]
    for text, levels in means.items():
        words.append(f'\n["{text}"]')
        for level in filter(levels.get, LEVELS):
            middle, error, games = levels[level]
            words.append(f"{level} = [{middle:.2f}, {error:.2f}, {games}]")
    return "\n".join(words) + "\n"


def main() -> None:
    """Measure the missing results, and write the file after each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=resource_root() / "seeds" / "levels.toml")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", nargs="+", default=RULES, metavar="RULES")
    parser.add_argument("--levels", nargs="+", default=LEVELS, choices=LEVELS, metavar="LEVEL")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes; 0: all cores")
    options = parser.parse_args()
    done = options.out.with_name(options.out.name + ".done")
    known: dict[str, list[float]] = json.loads(done.read_text("utf-8")) if done.exists() else {}
    means = known_levels(options.out)
    for text in options.only:
        rules = str(Ruleset.parse(text))
        for level in options.levels:
            key = f"{fingerprint()} {rules} {level}"
            points = known.setdefault(key, [])
            tasks = [(level, number) for number in range(len(points), options.games)]
            for number, one in enumerate(
                Spread(options.jobs).map(partial(_measure, rules), tasks), 1
            ):
                points.append(one)
                if number % 20 == 0 or number == len(tasks):
                    done.write_text(json.dumps(known), encoding="utf-8")
            some = points[: options.games]
            means.setdefault(rules, {})[level] = [mean(some), standard_error(some), len(some)]
            print(f"{rules} {level}: {mean(some):.2f}", file=sys.stderr, flush=True)
        options.out.write_text(write_levels(means), encoding="utf-8")


if __name__ == "__main__":
    main()
