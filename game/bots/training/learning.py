"""Learning from samples: batches, the optimiser, the running mean of the weights, checkpoints."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch

from game.bots.training.model import TURNED_FEATURES, TURNED_LINES, ValueNet, split_stages
from game.bots.training.player import Samples

__all__ = ["Learner"]

_SCALE = 0.1
"""Losses are in units of ten points, so that gradients are about one."""


class Learner:
    """A network in training, and `mean`, the exponential running mean of its weights.

    `mean` plays and makes the targets: it is steadier and stronger than the last weights.
    """

    def __init__(
        self, net: ValueNet, rate: float, line_weight: float, memory: int, smooth: float
    ) -> None:
        self.net = net
        self.mean = deepcopy(net)
        self.rate, self.line_weight, self.smooth = rate, line_weight, smooth
        self.steps = 0
        self.optimiser = torch.optim.Adam(net.parameters(), lr=rate, betas=(0.9, 0.99))
        self._memory: deque[list[torch.Tensor]] = deque(maxlen=memory)
        self._turned_x = torch.from_numpy(TURNED_FEATURES)
        self._turned_lines = torch.from_numpy(TURNED_LINES)

    def remember(self, samples: Iterable[Samples]) -> None:
        """Take in the samples of one batch of games (stages 1 to 17), forgetting the oldest."""
        parts = [(s.x, s.hope, s.target, s.lines) for s in samples]
        self._memory.append([torch.from_numpy(np.stack(p)) for p in zip(*parts, strict=True)])

    def recent(self, batches: int) -> list[Samples]:
        """The samples of the last few batches of games, by stage."""
        last = list(self._memory)[-batches:]
        x, hope, target, lines = (torch.cat(p, 1).numpy() for p in zip(*last, strict=True))
        return [Samples(*p) for p in zip(x, hope, target, lines, strict=True)]

    def learn(self, boards: int, random: np.random.Generator) -> float:
        """One step on `boards` remembered boards a stage; returns the squared error (points²).

        Half of the boards are turned by 180 degrees. Small batches matter: for the same number
        of samples, 8 boards a stage learned far more than 64.
        """
        halves = []
        for _ in range(2):
            games = self._memory[int(random.integers(len(self._memory)))]
            rows = torch.from_numpy(random.integers(0, games[0].shape[1], boards // 2))
            halves.append([part[:, rows] for part in games])
        first, second = halves
        turned = [
            first[0][:, :, self._turned_x],
            first[1][:, :, self._turned_lines],
            first[2],
            first[3][:, :, self._turned_lines],
        ]
        x, hope, target, lines = (torch.cat(pair, 1) for pair in zip(turned, second, strict=True))
        found = self.net(x.float(), hope)
        error = ((found.sum(2) - target) * _SCALE).square().mean()
        by_line = ((found - lines) * _SCALE).square().sum(2).mean()
        self.optimiser.zero_grad(set_to_none=True)
        (error + self.line_weight * by_line).backward()
        self.optimiser.step()
        self.steps += 1
        share = max(1 - self.smooth, 1 / (self.steps * 0.2 + 1))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), share)
        return float(error.item()) / _SCALE**2

    def set_rate(self, rate: float) -> None:
        """Set the learning rate."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    def save(self, path: Path, **progress: float) -> None:
        """Write a checkpoint, whole or not at all."""
        state = {
            "widths": list(self.net.widths),
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "progress": progress,
        }
        fresh = path.with_suffix(".new")
        torch.save(state, fresh)
        os.replace(fresh, path)

    @classmethod
    def resume(
        cls, path: Path, rate: float, line_weight: float, memory: int, smooth: float, split: bool
    ) -> tuple[Learner, dict[str, float]]:
        """Go on from a checkpoint; `split` gives each stage weights of its own from here on."""
        state = torch.load(path, weights_only=True)
        was_split = len(state["net"]["W2"]) > 1
        first, second, third = state["widths"]
        net = ValueNet((first, second, third), split=was_split)
        net.load_state_dict(state["mean" if split and not was_split else "net"])
        if split and not was_split:
            return cls(split_stages(net), rate, line_weight, memory, smooth), state["progress"]
        learner = cls(net, rate, line_weight, memory, smooth)
        learner.mean.load_state_dict(state["mean"])
        learner.optimiser.load_state_dict(state["optimiser"])
        learner.steps = state["steps"]
        return learner, state["progress"]
