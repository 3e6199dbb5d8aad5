"""Computes the opening book:
`python -m game.bots.training.opening_book --out assets/bots/book.npz`.

Every first tile is searched on the empty board, then every second one with the first on its best
space, by the standard game's network with many times the time of a move. The file is written after
each first tile, so that a stopped run can be resumed.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

import numpy as np

from game.bots.arrays import Float32s
from game.bots.spread import HERE, Spread
from game.bots.training.close_choices import start_positions
from game.bots.values.classic import SPACE_COUNT, TILE_COUNT
from game.bots.values.master_search import search
from game.bots.values.rollouts import Rollouts
from game.bots.values.standard_values import standard_values


def search_openings(tile: int, depth: Rollouts) -> tuple[Float32s, Float32s]:
    """Return the values [19] of `tile` on the empty board, and of all second tiles [27, 19].

    For the second tiles `tile` is on its best space, whose value is -inf.
    """
    start, here = start_positions(1), np.zeros(1, np.int64)
    first = search(standard_values, start, np.array([tile]), depth)[0]
    second = np.full((TILE_COUNT, SPACE_COUNT), -np.inf, np.float32)
    after = start.put(here, np.array([tile]), first.argmax(keepdims=True))
    for other in range(TILE_COUNT):
        if other != tile:
            second[other] = search(standard_values, after, np.array([other]), depth)[0]
    return first, second


def make_book(path: Path, depth: Rollouts, spread: Spread = HERE, tiles: int = TILE_COUNT) -> None:
    """Compute the openings of the first `tiles` tiles that the file lacks, and write them."""
    first = np.zeros((TILE_COUNT, SPACE_COUNT), np.float32)
    second = np.full((TILE_COUNT, TILE_COUNT, SPACE_COUNT), -np.inf, np.float32)
    if path.exists():
        with np.load(path, allow_pickle=False) as stored:
            first, second = stored["first"], stored["second"]
    left = [tile for tile in range(tiles) if not first[tile].any()]
    openings = spread.map(partial(search_openings, depth=depth), left)
    for tile, opening in zip(left, openings, strict=True):
        first[tile], second[tile] = opening
        np.savez_compressed(path, first=first, second=second)
        print(f"{tile + 1}/{TILE_COUNT}: {first[tile].max():.1f} points", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    command = "python -m game.bots.training.opening_book"
    parser = argparse.ArgumentParser(prog=command, description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the file")
    parser.add_argument("--boards", type=int, default=30_000, help="boards judged in a round")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes; 0: all cores")
    options = parser.parse_args(arguments)
    make_book(options.out, Rollouts(boards=options.boards), Spread(options.jobs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
