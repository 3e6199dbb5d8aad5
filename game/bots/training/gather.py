"""Puts networks together for play: `python -m game.bots.training.gather OUT NET...`.

Writes the networks of all the .npz files as one ensemble, and with them the book of the first
two placements.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from game.bots.standard.book import make_book
from game.bots.standard.network import Ensemble, load_networks, save_networks


def main() -> int:
    """Write the file and say how large it is."""
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.gather", description=__doc__
    )
    add = parser.add_argument
    add("out", type=Path, help="the file to write (.npz)")
    add("net", type=Path, nargs="+", help="what training exported")
    add("--small", type=Path, help="a small network that plays on")
    add(
        "--boards",
        type=int,
        default=200_000,
        help="judged in a round for each position of the book (0: no book)",
    )
    args = parser.parse_args()
    networks = tuple(network for path in args.net for network in load_networks(path).networks)
    small = load_networks(args.small).networks[0] if args.small else None
    ensemble = Ensemble(networks, small)
    book = make_book(ensemble, args.boards, _tell).arrays() if args.boards else {}
    save_networks(args.out, ensemble, book)
    print(f"{len(networks)} networks, {args.out.stat().st_size:,} bytes")
    return 0


def _tell(done: int) -> None:
    print(f"book: {done} of 27 first tiles", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
