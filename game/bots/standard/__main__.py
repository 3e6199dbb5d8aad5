"""Measures the networks of the standard game: `python -m game.bots.standard --help`.

Deals are fixed by the seed. Two weights files or two depths can be compared deal by deal.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from game.bots.standard.book import load_book
from game.bots.standard.measure import Played, fixed_deals, mean_and_error, play
from game.bots.standard.network import load_networks
from game.bots.standard.values import FULL
from game.resources import asset


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
