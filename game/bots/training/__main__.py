"""Trains the networks of the standard game; see README.md beside this file."""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch

from game.bots.standard.network import Ensemble, Network, load_networks, save_networks
from game.bots.training.games import fixed_deals, play_deals, play_games
from game.bots.training.kernel_board import seed_draws
from game.bots.training.learning import Learner
from game.bots.training.model import ValueNet, net_of, split_stages
from game.bots.training.player import Player


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m game.bots.training", description=__doc__)
    add = parser.add_argument
    add("checkpoint", type=Path, help="written every few minutes; resumed from if it exists")
    add("--start", type=Path, help="begin with these weights (.npz) if there is no checkpoint")
    add("--minutes", type=float, default=60, help="how long to train (default 60)")
    add("--seed", type=int, default=1)
    add("--widths", type=int, nargs=3, default=[512, 128, 64], metavar="W")
    add("--split", action="store_true", help="weights of its own for each number of tiles")
    add("--rate", type=float, default=1e-3, help="learning rate at the start (default 0.001)")
    add("--last-rate", type=float, default=2e-5, help="at the end, by a half cosine")
    add("--games", type=int, default=256, help="games a round (default 256)")
    add("--boards", type=int, default=8, help="boards a stage in a step (default 8)")
    add("--passes", type=float, default=3, help="how often a sample is learned (default 3)")
    add("--memory", type=int, default=12, help="rounds of games remembered (default 12)")
    add("--line-weight", type=float, default=1.0, help="weight of the lines' errors")
    add("--smooth", type=float, default=0.999, help="running mean of the weights")
    add("--explore", type=float, default=0.2, help="share of moves drawn at random")
    add("--heat", type=float, default=1.0, help="temperature of those moves, in points")
    add("--trace", type=float, default=0.0, help="share of later errors carried back (to 1)")
    add("--keep", type=int, default=4, help="placements judged in full for each tile")
    add("--curve", type=Path, help="CSV file to append the training curve to")
    add("--export", type=Path, help="write the network for play (.npz) at the end")
    return parser.parse_args()


def _start(args: argparse.Namespace) -> tuple[Learner, dict[str, float]]:
    settings = (args.rate, args.line_weight, args.memory, args.smooth)
    if args.checkpoint.exists():
        return Learner.resume(args.checkpoint, *settings, args.split)
    if args.start:
        network = load_networks(args.start).networks[0]
        if not isinstance(network, Network):
            raise SystemExit(f"{args.start} holds a graph network; this trains layered ones")
        net = net_of(network.weights)
        return Learner(split_stages(net) if args.split and len(net.W2) == 1 else net, *settings), {}
    first, second, third = args.widths
    return Learner(ValueNet((first, second, third), split=args.split), *settings), {}


def main() -> int:
    """Train until the time is up; Ctrl-C stops early and keeps what was learned."""
    args = _arguments()
    torch.manual_seed(args.seed)
    learner, progress = _start(args)
    games, minutes_before = int(progress.get("games", 0)), progress.get("minutes", 0.0)
    # Another seed after each resumption, or the same games would come again.
    random = np.random.default_rng([args.seed, games])
    seed_draws(args.seed + games)
    player, deals = Player(learner.mean, args.keep), fixed_deals(2000, 12345)
    started = measured = time.monotonic()
    errors: list[float] = []
    rounds, stop = 0, False
    while not stop:
        try:
            spent = (time.monotonic() - started) / 60
            stop = spent > args.minutes
            share = 0.5 * (1 + math.cos(math.pi * min(1.0, spent / args.minutes)))
            rate = args.last_rate + (args.rate - args.last_rate) * share
            samples, _ = play_games(player, args.games, args.explore, args.heat, args.trace, random)
            learner.remember(samples)
            for _ in range(int(args.passes * args.games / args.boards)):
                # New moments of the optimiser need a few careful steps.
                learner.set_rate(rate * min(1.0, len(errors) / 50 + 0.02 if rounds == 0 else 1.0))
                errors.append(learner.learn(args.boards, random))
        except KeyboardInterrupt:
            stop = True
        games += args.games
        player.update(learner.mean)
        rounds += 1
        if rounds == 4 or rounds % 25 == 0:
            player.fit_screen(learner.recent(8))
        if stop or time.monotonic() - measured > 150:
            measured = time.monotonic()
            totals = play_deals(player, deals)
            error = totals.std() / len(totals) ** 0.5
            minutes = minutes_before + (measured - started) / 60
            line = (
                f"{minutes:.1f},{games},{learner.steps},{rate:.2e},"
                f"{totals.mean():.2f},{error:.2f},{np.mean(errors[-1000:]):.2f}"
            )
            print(line, flush=True)
            if args.curve:
                with args.curve.open("a") as file:
                    file.write(line + "\n")
            learner.save(args.checkpoint, games=games, minutes=minutes)
    if args.export:
        save_networks(args.export, Ensemble((Network(learner.mean.arrays()),)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
