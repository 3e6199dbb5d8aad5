"""Teaches the quick look: `python -m game.bots.training.shortlist OUT.npz`.

The small network plays by itself; the look learns which spaces it thinks best. A minute
of games and one of learning are enough.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import log_softmax

from game.bots.standard.features import THROUGH
from game.bots.standard.layout import SPACES, TILES
from game.bots.standard.lookahead import Valuer, after_placing
from game.bots.standard.network import load_networks
from game.bots.standard.positions import Positions
from game.bots.standard.shortlist import MEANINGS, Shortlist, line_codes, meanings
from game.resources import asset

_TOGETHER: Final = 250
_HEAT: Final = 1.0
"""Points; how sharply the best spaces are told from the next ones, and how freely games go."""
_LAST: Final = SPACES - 2
"""With two spaces left both are judged."""

Lessons = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]


def play_lessons(valuer: Valuer, seconds: float, random: np.random.Generator) -> Lessons:
    """Positions of games that play themselves: tiles placed [n], line codes [n, 15], and what the
    networks think of each space [n, 19] (-inf where a tile lies).
    """
    parts: list[Lessons] = []
    started = time.monotonic()
    while not parts or time.monotonic() < started + seconds:
        p = Positions.start(_TOGETHER)
        deals = np.array([random.permutation(TILES)[:_LAST] for _ in range(_TOGETHER)])
        for tiles in np.ascontiguousarray(deals.T):
            values = after_placing(valuer, p, tiles)
            if p.placed:
                parts.append((np.full(len(p), p.placed), line_codes(p, tiles), values))
            is_free = random.random((len(p), 1)) < 0.2 if p.placed else np.ones((len(p), 1))
            p.place(tiles, (values + is_free * random.gumbel(size=values.shape) * _HEAT).argmax(1))
    placed, codes, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return placed, codes, values


class ShortlistNet(nn.Module):  # type: ignore[misc, unused-ignore]
    """The network that makes a `Shortlist`."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.line = nn.Parameter(torch.randn(3, MEANINGS, width) * 0.2)
        self.bias = nn.Parameter(torch.zeros(SPACES, width))
        self.out = nn.Parameter(torch.randn(SPACES, width) * 0.2)
        table = np.stack([meanings(placed) for placed in range(SPACES)])
        self._seen = torch.from_numpy(table).view(SPACES, 3, -1, MEANINGS)

    def forward(self, placed: Tensor, codes: Tensor) -> Tensor:
        """How good each space is [n, 19]."""
        vectors = (self._seen @ self.line).flatten(0, 2)
        per_stage = len(vectors) // SPACES
        lines = vectors[placed[:, None] * per_stage + codes]
        hidden = sum(lines[:, torch.from_numpy(through)] for through in THROUGH)
        hidden = torch.relu(hidden + self.bias[placed][:, None])
        scores: Tensor = (hidden * self.out[placed][:, None]).sum(2)
        return scores

    def shortlist(self) -> Shortlist:
        """What is used for playing."""
        return Shortlist(
            *(part.detach().numpy().copy() for part in (self.line, self.bias, self.out))
        )


def learn(lessons: Lessons, width: int, steps: int, random: np.random.Generator) -> Shortlist:
    """A quick look that sees the spaces as the networks do."""
    placed, codes, values = (torch.from_numpy(part) for part in lessons)
    net = ShortlistNet(width)
    optimiser = torch.optim.Adam(net.parameters(), lr=0.01)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, 1e-4)
    for step in range(steps):
        rows = torch.from_numpy(random.integers(0, len(placed), 2048))
        wanted = values[rows]
        is_legal = torch.isfinite(wanted)
        scores = net(placed[rows], codes[rows]).masked_fill(~is_legal, -1e9)
        likely = torch.softmax(wanted / _HEAT, 1)
        loss = -(likely * log_softmax(scores, 1)).sum(1).mean()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
        optimiser.step()
        falling.step()
        if step % 200 == 0:
            print(f"step {step}, {loss.item():.3f}", flush=True)
    return net.shortlist()


def main() -> int:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.shortlist", description=__doc__
    )
    add = parser.add_argument
    add("out", type=Path, help="the file to write (.npz)")
    add("--weights", type=Path, default=asset("bots", "standard.npz"), help="whose small network")
    add("--seconds", type=float, default=60, help="how long to play")
    add("--steps", type=int, default=3000)
    add("--width", type=int, default=24)
    add("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    random = np.random.default_rng(args.seed)
    lessons = play_lessons(load_networks(args.weights).quick, args.seconds, random)
    print(f"{len(lessons[0])} positions", flush=True)
    learn(lessons, args.width, args.steps, random).save(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
