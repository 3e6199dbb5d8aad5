"""Teaches a network what became of boards: `python -m game.bots.training.refine OUT.npz`.

It learns from the files of `python -m game.bots.training.labels`. What matters for play is the
difference between boards that were choices for one tile, and that is also what the labels know
best, since such boards were played on with the same calls: so boards are learned in pairs.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from game.bots.standard.features import features
from game.bots.standard.graph import Graph
from game.bots.standard.network import Ensemble, Network, load_networks, save_networks
from game.bots.standard.positions import Positions
from game.bots.training.graph_net import GraphNet
from game.bots.training.layered_net import STAGES, TURNED_FEATURES, TURNED_LINES, LayeredNet

_SCALE = 0.1
"""Losses are in units of ten points, so that gradients are about one."""
_LEVEL, _LINE = 0.3, 0.2
"""Weights of the pairs' mean error, and of the errors by line, beside that of the difference."""
_SMOOTH = 0.002
_SAVE_EVERY = 150
_AT_ONCE = 4000
_BOARD = ("number", "filled", "empty", "bag")

Net = GraphNet | LayeredNet


@dataclass(slots=True)
class Stage:
    """The labelled boards with so many tiles, by group; groups are slices of the boards.

    `x` [n, 400] float16, `hope` and `lines` [n, 15]; `first` and `size` [groups].
    """

    x: Tensor
    hope: Tensor
    lines: Tensor
    first: np.ndarray[tuple[int], np.dtype[np.int64]]
    size: np.ndarray[tuple[int], np.dtype[np.int64]]

    def pairs(self, count: int, random: np.random.Generator) -> Tensor:
        """Rows of `count` pairs [2 * count], two boards of one group each; single ones twice."""
        group = random.integers(0, len(self.first), count)
        size = self.size[group]
        one = (random.random(count) * size).astype(np.int64)
        other = (one + 1 + (random.random(count) * (size - 1)).astype(np.int64)) % size
        rows = self.first[group][:, None] + np.stack([one, other], 1)
        return torch.from_numpy(rows.ravel())


def read_labels(folders: list[Path]) -> list[Stage]:
    """The labelled boards by stage. Raises `ValueError` where a stage has none."""
    stages = []
    files = [np.load(path) for folder in folders for path in sorted(folder.glob("*.npz"))]
    for placed in range(1, STAGES + 1):
        parts, groups, before = [], [], 0
        for file in files:
            (rows,) = np.nonzero(file["placed"] == placed)
            groups.append(file["group"][rows] + before)
            before += int(file["group"][-1]) + 1
            for at in range(0, len(rows), _AT_ONCE):
                parts.append(_part(file, placed, rows[at : at + _AT_ONCE]))
        if not parts:
            raise ValueError(f"no labels of boards with {placed} tiles; play more games")
        x, hope, lines = (torch.from_numpy(np.concatenate(p)) for p in zip(*parts, strict=True))
        first = np.unique(np.concatenate(groups), return_index=True)[1]
        stages.append(Stage(x, hope, lines, first, np.diff(np.append(first, len(x)))))
    return stages


def _part(file: np.lib.npyio.NpzFile, placed: int, rows: np.ndarray) -> tuple[np.ndarray, ...]:
    number, filled, empty, bag = (file[name][rows] for name in _BOARD)
    p = Positions(placed, number, filled, empty, bag, np.zeros(len(rows), np.float32))
    x, hope = features(p)
    return x.astype(np.float16), hope, file["lines"][rows]


class Refiner:
    """A network, the running mean of its weights, and the steps it has made."""

    def __init__(self, net: Net, rate: float) -> None:
        self.net, self.mean, self.steps, self.minutes = net, deepcopy(net), 0, 0.0
        self._rate = rate
        self._optimiser = torch.optim.Adam(net.parameters(), lr=rate, betas=(0.9, 0.99))
        self._turned = torch.from_numpy(TURNED_FEATURES), torch.from_numpy(TURNED_LINES)

    def learn(self, stages: list[Stage], pairs: int, random: np.random.Generator) -> float:
        """One step on so many pairs a stage; half the squared error of differences (points²)."""
        chosen = []
        for stage in stages:
            rows = stage.pairs(pairs, random)
            x, hope, lines = stage.x[rows], stage.hope[rows], stage.lines[rows]
            if random.random() < 0.5:
                by_feature, by_line = self._turned
                x, hope, lines = x[:, by_feature], hope[:, by_line], lines[:, by_line]
            chosen.append((x, hope, lines))
        x, hope, lines = (torch.stack(part) for part in zip(*chosen, strict=True))
        error = (self.net(x.float(), hope) - lines) * _SCALE
        pair = error.sum(2).view(len(stages), pairs, 2)
        apart = (pair[:, :, 0] - pair[:, :, 1]).square().mean() / 2
        loss = apart + _LEVEL * pair.mean(2).square().mean()
        self._optimiser.zero_grad(set_to_none=True)
        (loss + _LINE * error.square().sum(2).mean()).backward()
        self._optimiser.step()
        self.steps += 1
        share = max(_SMOOTH, 1 / (self.steps * 0.2 + 1))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), share)
        return float(apart.item()) / _SCALE**2

    def set_progress(self, share: float) -> None:
        """Set the learning rate for a share of the time: it rises quickly and falls slowly."""
        rate = self._rate * min(1.0, self.steps / 200 + 0.01)
        for group in self._optimiser.param_groups:
            group["lr"] = rate * (0.02 + 0.49 * (1 + math.cos(math.pi * share)))

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        state = {
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "steps": self.steps,
            "minutes": self.minutes,
        }
        fresh = path.with_suffix(".new")
        torch.save(state, fresh)
        os.replace(fresh, path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint of the same kind and widths."""
        state = torch.load(path, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self._optimiser.load_state_dict(state["optimiser"])
        self.steps, self.minutes = state["steps"], state["minutes"]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.refine", description=__doc__
    )
    add = parser.add_argument
    add("out", type=Path, help="the network to write (.npz); a checkpoint (.pt) beside it")
    add("labels", type=Path, nargs="+", help="folders of labels")
    add("--minutes", type=float, default=20, help="how long to learn")
    add("--graph", type=int, nargs=3, metavar="W", help="a graph network of such widths")
    add("--layers", type=int, nargs=3, metavar="W", help="a layered one, fast, for playing on")
    add("--start", type=Path, help="begin with the small network of this file, or the first")
    add("--rate", type=float, default=2e-3, help="learning rate at the start")
    add("--pairs", type=int, default=8, help="pairs of boards a stage in a step")
    add("--seed", type=int, default=1)
    args = parser.parse_args()
    if sum(kind is not None for kind in (args.graph, args.layers, args.start)) != 1:
        parser.error("give one of --graph, --layers and --start")
    return args


def _net(args: argparse.Namespace) -> Net:
    if args.graph:
        return GraphNet(tuple(args.graph))
    if args.layers:
        return LayeredNet(tuple(args.layers))
    (network,) = load_networks(args.start).quick.networks
    weights = network.weights
    return (GraphNet if isinstance(network, Graph) else LayeredNet).of(weights)


def main() -> int:
    """Learn, write; print half the squared error of differences, the labels' noise included."""
    args = _arguments()
    torch.manual_seed(args.seed)
    random = np.random.default_rng(args.seed)
    try:
        stages = read_labels(args.labels)
    except ValueError as error:
        raise SystemExit(str(error)) from None
    print(f"{sum(len(stage.x) for stage in stages)} boards", flush=True)
    refiner, checkpoint = Refiner(_net(args), args.rate), args.out.with_suffix(".pt")
    if checkpoint.exists():
        refiner.resume(checkpoint)
    before, started, errors = refiner.minutes, time.monotonic(), list[float]()
    told, saved = before, started
    while (share := refiner.minutes / args.minutes) < 1:
        refiner.set_progress(share)
        errors.append(refiner.learn(stages, args.pairs, random))
        refiner.minutes = before + (time.monotonic() - started) / 60
        if refiner.minutes >= told + 1:
            told += 1
            print(f"{told:.0f} minutes, error {np.mean(errors[-2000:]):.3f}", flush=True)
        if time.monotonic() >= saved + _SAVE_EVERY:
            saved = time.monotonic()
            refiner.save(checkpoint)
    refiner.save(checkpoint)
    network = (Graph if isinstance(refiner.mean, GraphNet) else Network)(refiner.mean.arrays())
    save_networks(args.out, Ensemble((network,)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
