"""Measures the networks of the standard game: `python -m game.bots.standard --help`.

Deals are fixed by the seed, many are played in lock-step. Two weights files or two depths can be
compared deal by deal.
"""

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.standard.book import Book, load_book
from game.bots.standard.layout import SPACES, TILES
from game.bots.standard.lookahead import Valuer, after_placing
from game.bots.standard.luck import luck_of
from game.bots.standard.network import load_networks
from game.bots.standard.positions import Positions
from game.bots.standard.search import Depth, search
from game.bots.standard.values import FULL
from game.resources import asset

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

_TOGETHER = 40
"""Games in lock-step; more only costs memory."""


@dataclass(frozen=True, slots=True)
class Played:
    """Final totals [n], the same less the luck of the draw [n], and seconds spent choosing.

    `level` is what the player would have got had every call been worth its average: the total
    less, for each call, the value of the tile that came minus the mean value of all tiles in
    the bag. Each such difference is 0 on average whatever the values are, so its mean estimates
    the same strength, with an error about five times smaller.
    """

    totals: Floats
    level: Floats
    seconds: float


def fixed_deals(n: int, seed: int) -> Ints:
    """n deals of 19 tile indices [n, 19], the same for the same seed."""
    random = np.random.default_rng(seed)
    return np.array([random.permutation(TILES)[:SPACES] for _ in range(n)], np.int64)


def mean_and_error(values: Floats) -> tuple[float, float]:
    """Mean and standard error."""
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5)


def play(
    valuer: Valuer,
    depth: Depth | None,
    deals: Ints,
    *,
    book: Book | None = None,
    level: bool = True,
) -> Played:
    """Play the deals [n, 19]; without `depth` by the network alone, with `book` from the book.

    Finding the `level` costs about as much again as looking ahead does; without it, it is left
    at the totals.
    """
    totals, luck, seconds = [], [], 0.0
    for first in range(0, len(deals), _TOGETHER):
        some = deals[first : first + _TOGETHER]
        p, lucky = Positions.start(len(some)), np.zeros(len(some))
        for tiles in np.ascontiguousarray(some.T):
            if level:
                lucky += luck_of(valuer, p, tiles)
            started = time.perf_counter()
            if book is not None and p.placed < 2:
                # The first tile lies where the book says.
                pages = book.second[some[:, 0], some[:, 1]] if p.placed else book.first[tiles]
                spaces = pages.argmax(1)
            elif depth is None:
                spaces = after_placing(valuer, p, tiles).argmax(1)
            else:
                spaces = search(valuer, p, tiles, depth).argmax(1)
            seconds += time.perf_counter() - started
            p.place(tiles, spaces)
        totals.append(p.banked.astype(np.float64))
        luck.append(lucky)
    total = np.concatenate(totals)
    return Played(total, total - np.concatenate(luck), seconds)


def _show(name: str, played: Played) -> None:
    mean, error = mean_and_error(played.totals)
    level, level_error = mean_and_error(played.level)
    moves = len(played.totals) * 19
    print(
        f"{name}: mean {mean:.2f} (standard error {error:.2f}); "
        f"less luck {level:.2f} ({level_error:.2f}); "
        f"{played.seconds / moves * 1000:.1f} ms a move, {len(played.totals)} deals"
    )


def main() -> int:
    """Play, and print means, standard errors, times and the paired difference."""
    parser = argparse.ArgumentParser(prog="python -m game.bots.standard", description=__doc__)
    add = parser.add_argument
    add("--games", type=int, default=200)
    add("--seed", type=int, default=1)
    add("--weights", type=Path, help="an .npz file instead of the game's own")
    add("--against", type=Path, help="compare with these weights, equally deep")
    add("--fast", action="store_true", help="the network alone, without looking ahead")
    add("--both", action="store_true", help="compare looking ahead with the network alone")
    add("--boards", type=int, default=FULL.rollouts.boards, help="judged in a round of playing on")
    add("--no-level", action="store_true", help="totals only: half the time")
    args = parser.parse_args()
    deals = fixed_deals(args.games, args.seed)
    weights = args.weights or asset("bots", "standard.npz")
    full = replace(FULL, rollouts=replace(FULL.rollouts, boards=args.boards))
    sides = [(weights, None if args.fast else full)]
    if args.both:
        sides = [(weights, full), (weights, None)]
    if args.against:
        sides.append((args.against, sides[0][1]))
    results = []
    for path, depth in sides:
        valuer, book = load_networks(path), load_book(path) if depth else None
        results.append(play(valuer, depth, deals, book=book, level=not args.no_level))
        _show(f"{path.name}, {'network alone' if depth is None else 'looking ahead'}", results[-1])
    for other in results[1:]:
        gap, error = mean_and_error(results[0].totals - other.totals)
        level, level_error = mean_and_error(results[0].level - other.level)
        print(f"difference {gap:+.2f} ({error:.2f}); less luck {level:+.2f} ({level_error:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
