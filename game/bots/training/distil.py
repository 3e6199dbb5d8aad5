"""Teaches a network what another one sees one call ahead: `python -m game.bots.training.distil`.

The teacher plays first, with targets over all tiles of the bag, free of noise; the pupil then
learns from these games alone. Five minutes of each make a network a quarter as wide that plays
within a point of its teacher, and another one to judge beside it.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch

from game.bots.training.games import ALL_DRAWS, fixed_deals, play_deals, play_games
from game.bots.training.kernel_board import seed_draws
from game.bots.training.learning import Learner
from game.bots.training.model import ValueNet, net_of
from game.bots.training.player import Player
from game.bots.value.network import Ensemble, Network, load_networks, save_networks

_TOGETHER = 256
"""Games played in lock-step."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.distil", description=__doc__
    )
    add = parser.add_argument
    add("out", type=Path, help="the network to write (.npz); a checkpoint (.pt) beside it")
    add("--teacher", type=Path, required=True, help="who plays: the first network of a .npz file")
    add("--games", type=int, default=50_000, help="games of the teacher (16 kB each in memory)")
    add("--minutes", type=float, default=5, help="how long to learn")
    add("--widths", type=int, nargs=3, default=[192, 64, 32], metavar="W")
    add("--start", type=Path, help="begin with these weights (.npz) instead of new ones")
    add("--rate", type=float, default=1.5e-3, help="learning rate at the start")
    add("--boards", type=int, default=8, help="boards a stage in a step")
    add("--seed", type=int, default=1)
    return parser.parse_args()


def _play(args: argparse.Namespace, learner: Learner, random: np.random.Generator) -> None:
    teacher = Player(net_of(load_networks(args.teacher).networks[0].weights), keep=5)
    rounds = max(1, args.games // _TOGETHER)
    for done in range(1, rounds + 1):
        samples, _ = play_games(teacher, _TOGETHER, 0.2, 1.0, 0.0, random, ALL_DRAWS)
        learner.remember(samples)
        if done == 4:
            # Until here all placements were judged in full; now a screen can be fitted.
            teacher.fit_screen(learner.recent(4))
        if done % 20 == 0:
            print(f"{done * _TOGETHER} games", flush=True)


def main() -> int:
    """Play, learn, write; print the squared error and what the pupil earns on 2,000 deals."""
    args = _arguments()
    torch.manual_seed(args.seed)
    random = np.random.default_rng(args.seed)
    seed_draws(args.seed)
    checkpoint = args.out.with_suffix(".pt")
    settings = (args.rate, 1.0, max(1, args.games // _TOGETHER), 0.998)
    if checkpoint.exists():
        learner, _ = Learner.resume(checkpoint, *settings, False)
    elif args.start:
        learner = Learner(net_of(load_networks(args.start).networks[0].weights), *settings)
    else:
        first, second, third = args.widths
        learner = Learner(ValueNet((first, second, third)), *settings)
    _play(args, learner, random)
    started, told, errors = time.monotonic(), 0, list[float]()
    while (share := (time.monotonic() - started) / 60 / args.minutes) < 1:
        warm = min(1.0, len(errors) / 100 + 0.01)
        learner.set_rate(args.rate * warm * (0.02 + 0.49 * (1 + math.cos(math.pi * share))))
        errors.append(learner.learn(args.boards, random))
        if share * args.minutes >= told + 1:
            told += 1
            print(f"{told} minutes, squared error {np.mean(errors[-2000:]):.3f}", flush=True)
    learner.save(checkpoint, games=args.games, minutes=args.minutes)
    save_networks(args.out, Ensemble((Network(learner.mean.arrays()),)))
    totals = play_deals(Player(learner.mean), fixed_deals(2000, 12345))
    error = totals.std() / len(totals) ** 0.5
    print(f"{args.out}: mean {totals.mean():.2f} (standard error {error:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
