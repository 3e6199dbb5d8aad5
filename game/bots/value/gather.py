"""Puts networks together for play: `python -m game.bots.value.gather OUT NET...`.

Writes the networks of all the .npz files as one ensemble, with the values of all first
placements, which look the same in every game: they take a tenth of a second each time otherwise.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from game.bots.standard import FULL
from game.bots.value.layout import TILES
from game.bots.value.network import Ensemble, load_networks, save_networks
from game.bots.value.positions import Positions
from game.bots.value.search import search


def main() -> int:
    """Write the file and say how large it is."""
    parser = argparse.ArgumentParser(prog="python -m game.bots.value.gather", description=__doc__)
    parser.add_argument("out", type=Path, help="the file to write (.npz)")
    parser.add_argument("net", type=Path, nargs="+", help="what training exported")
    args = parser.parse_args()
    networks = [network for path in args.net for network in load_networks(path).networks]
    empty = Positions.start(1)
    opening = np.concatenate(
        [search(Ensemble(tuple(networks)), empty, np.array([t]), FULL) for t in range(TILES)]
    )
    save_networks(args.out, [network.weights for network in networks], opening)
    print(f"{len(networks)} networks, {args.out.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
