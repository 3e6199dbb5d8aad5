"""Trains the shortlist on a network's values:
`python -m game.bots.training.quick_look --out assets/bots/shortlist.npz`.

In standard games the network judges every space for the called tile; the shortlist learns the
differences between spaces, mainly between the best ones.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.bots.training.close_choices import disturbed, draw, start_positions
from game.bots.training.learn import Learner, Weights, save_weights
from game.bots.values.classic import GRID, SPACE_COUNT, THROUGH
from game.bots.values.lookahead import after_placing
from game.bots.values.network import Network, crossing_of, read_network
from game.bots.values.shortlist import MEANINGS, line_codes, meanings
from game.resources import asset

HIDDEN_VALUES: Final = 24
"""Values of a line in the shortlist's hidden layer."""
CALLS: Final = SPACE_COUNT - 2
"""Calls at which the shortlist is used: of the last two spaces none is left out."""
NEAR: Final = 5.0
"""Points behind the best at which a space has about a third of its weight."""
TOGETHER: Final = 500
PARALLEL_GAMES: Final = 1024
"""Games played in parallel; boards of one call in a step of learning, with four calls a step."""

JudgedSpaces = list[tuple[Int64s, Float32s]]
"""[call]: the lines' codes [n, 15] and the spaces' values [n, 19]."""


def collect(judge: Network, games: int, random: np.random.Generator) -> JudgedSpaces:
    """Return the values that `judge` gives all placements in `games` of its games."""
    codes: list[list[Int64s]] = [[] for _ in range(CALLS)]
    values: list[list[Float32s]] = [[] for _ in range(CALLS)]
    for first in range(0, games, TOGETHER):
        p = start_positions(min(TOGETHER, games - first))
        for call in range(CALLS):
            tiles = draw(p.bags, random)
            judged = after_placing(judge.judge, p, tiles)
            codes[call].append(line_codes(p, tiles))
            values[call].append(judged)
            p = p.put(np.arange(len(p)), tiles, disturbed(judged, random).argmax(axis=1))
    return [(np.concatenate(c), np.concatenate(v)) for c, v in zip(codes, values, strict=True)]


def fresh_look(random: np.random.Generator) -> Weights:
    """Return untrained weights."""
    return {
        "line": random.normal(0, 0.7, (3, MEANINGS, HIDDEN_VALUES)).astype(np.float32),
        "bias": np.zeros((SPACE_COUNT, HIDDEN_VALUES), np.float32),
        "out": random.normal(0, 1, (SPACE_COUNT, HIDDEN_VALUES)).astype(np.float32),
    }


def slopes_of(
    weights: Weights, call: int, codes: Int64s, values: Float32s
) -> tuple[Weights, float]:
    """Return the gradient of the loss at one call, and the loss in points² / 2.

    The loss is the mean over boards of the mean squared error over spaces, weighted by their
    nearness to the best.
    """
    n, slopes = len(codes), {name: np.zeros_like(array) for name, array in weights.items()}
    # By direction, because a direction's five lines share their weights.
    marks = _by_direction(meanings(call).take(codes, 0))
    each = (marks @ weights["line"]).reshape(3, n, 5, HIDDEN_VALUES)
    lines = each.transpose(1, 0, 2, 3).reshape(n, -1, HIDDEN_VALUES)
    hidden = weights["bias"][call] + sum(lines.take(through, 1) for through in THROUGH)
    np.maximum(hidden, 0, out=hidden)
    is_free = np.isfinite(values)
    behind = np.where(is_free, values.max(axis=1, keepdims=True) - values, np.inf)
    share = np.exp(-behind / np.float32(NEAR))
    share /= share.sum(axis=1, keepdims=True)
    error = np.where(is_free, hidden @ weights["out"][call] - values, np.float32(0))
    error -= (error * share).sum(axis=1, keepdims=True)
    pull = error * share / np.float32(n)
    slopes["out"][call] = np.einsum("ns,nsh->h", pull, hidden)
    back = pull[:, :, None] * weights["out"][call] * (hidden > 0)
    slopes["bias"][call] = back.sum(axis=(0, 1))
    slopes["line"] = marks.transpose(0, 2, 1) @ _by_direction(crossing_of(GRID) @ back)
    return slopes, float((error * pull).sum() / 2)


def _by_direction(lines: Float32s) -> Float32s:
    """Reshape lines' values from [n, 15, width] to [3, n * 5, width]."""
    n, _, width = lines.shape
    return lines.reshape(n, 3, 5, width).transpose(1, 0, 2, 3).reshape(3, -1, width)


def teach(judged: JudgedSpaces, steps: int, rate: float, random: np.random.Generator) -> Weights:
    """Return the weights after `steps` of learning; print the loss ten times."""
    learner, left = Learner(fresh_look(random)), 0.0
    for step in range(steps):
        total = {name: np.zeros_like(array) for name, array in learner.weights.items()}
        for call in random.permutation(CALLS)[:4]:
            codes, values = judged[call]
            rows = random.integers(0, len(codes), PARALLEL_GAMES)
            slopes, error = slopes_of(learner.weights, int(call), codes[rows], values[rows])
            total = {name: total[name] + slope for name, slope in slopes.items()}
            left += error / 4
        done = step / steps
        learner.step(total, rate * (0.02 + 0.98 * (1 - done)) * min(1, (step + 1) / 100))
        if (step + 1) % max(1, steps // 10) == 0:
            print(f"{step + 1}/{steps}: {left / max(1, steps // 10):.2f} points²", flush=True)
            left = 0.0
    return learner.mean


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m game.bots.training.quick_look", description=__doc__
    )
    add = parser.add_argument
    add("--out", type=Path, required=True, help="the file of weights")
    add("--network", type=Path, default=asset("bots", "network.npz"), help="who teaches it")
    add("--games", type=int, default=10_000)
    add("--steps", type=int, default=4_000)
    add("--rate", type=float, default=0.02)
    add("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    random = np.random.default_rng(options.seed)
    judged = collect(read_network(options.network), options.games, random)
    save_weights(teach(judged, options.steps, options.rate, random), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
