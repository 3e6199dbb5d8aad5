"""Gradient descent on labelled boards: gradients derived by hand, and Adam's steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from game.bots.arrays import Float32s
from game.bots.training.labels import LabelledBoards
from game.bots.values.features import (
    BOARD_FEATURES,
    LINE_FEATURES,
    RULE_FEATURES,
    SPACE_FEATURES,
    Bags,
    rule_features,
    see,
)
from game.bots.values.grid import Grid
from game.bots.values.network import LAYERS, ROUNDS, Network, crossing_of

Weights = dict[str, Float32s]

LINE_WIDTH: Final = 64
SPACE_WIDTH: Final = 48
BOARD_WIDTH: Final = 64
CONTEXT_WIDTH: Final = 32
FARTHEST: Final = 20.0
"""Points to which a board's error is limited, because some totals are mostly luck."""
PAIR_WEIGHT: Final = np.float32(3)
"""Weight of the error of a pair's difference, relative to the error of its mean."""


def fresh_weights(random: np.random.Generator) -> Weights:
    """Return initial weights, which estimate a line at half of its hope, a ray at a third."""

    def drawn(rows: int, columns: int, scale: float = 1.0) -> Float32s:
        spread = scale * (2 / rows) ** 0.5
        return random.normal(0, spread, (rows, columns)).astype(np.float32)

    h, k, g, q = LINE_WIDTH, SPACE_WIDTH, BOARD_WIDTH, CONTEXT_WIDTH
    weights = {
        "ctx": drawn(RULE_FEATURES, q, 2),
        "ctx_bias": np.zeros(q, np.float32),
        "line": drawn(LINE_FEATURES, h),
        "out": drawn(h, 2, 0.1),
        "out_bias": np.array([0.5, 0.3], np.float32),
        "whole": np.zeros((g, 1), np.float32),
        "whole_bias": np.zeros(1, np.float32),
    }
    for r in range(ROUNDS):
        weights[f"ask{r}"] = drawn(h, k, 0.5)
        weights[f"space{r}"] = drawn(k if r else SPACE_FEATURES, k, 0.7)
        weights[f"all{r}"] = drawn((g if r else BOARD_FEATURES) + h + k, g)
        weights[f"keep{r}"] = drawn(h, h, 0.7)
        weights[f"answer{r}"] = drawn(k, h, 0.3)
        weights[f"tell{r}"] = drawn(g, h, 0.5)
    for layer, parts in LAYERS.items():
        for name in ("_s", "_b"):
            width = weights[parts[0]].shape[1]
            weights[layer + name] = np.zeros((q + 1, width), np.float32)
    return weights


def gradient(network: Network, lesson: LabelledBoards) -> tuple[Weights, float]:
    """Return the gradient of the loss, and the sum of squared errors in points².

    The loss is the sum of squared errors / 200; the error of a pair's difference is multiplied by
    `PAIR_WEIGHT`.
    """
    p = lesson.positions
    rules, to_come = p.rules, p.to_come
    w = network.fold(rules, to_come)
    rows, bags = np.arange(len(p)), Bags.of(p.bags)
    features = see(rules, p.boards, rows, bags, to_come, int(p.bags[0].sum()))
    tape = _Tape(w, p.boards.grid)
    shares, whole = tape.forward(features.lines, features.spaces, features.boards)
    values = features.settled + (features.hopes * shares[:, :, 0]).sum(axis=0)
    values += (features.ray_hopes * shares[:, :, 1]).sum(axis=0) + whole
    error = values - lesson.targets
    felt = error
    if lesson.in_pairs:
        pairs = error.reshape(-1, 2)
        middle = pairs.mean(axis=1, keepdims=True)
        felt = (middle + PAIR_WEIGHT * (pairs - middle)).ravel()
    pull = np.clip(felt, -FARTHEST, FARTHEST) / 100
    gradients = tape.backward(
        np.stack([features.hopes * pull, features.ray_hopes * pull], axis=2), pull
    )
    folded = _unfold(network.weights, gradients, rule_features(rules, to_come))
    return folded, float((error * error).sum())


@dataclass
class _Tape:
    """One forward pass with folded weights; its intermediate values serve the backward pass."""

    weights: Weights
    grid: Grid
    steps: list[tuple[Float32s, ...]] = field(default_factory=list)

    def forward(self, x: Float32s, spaces: Float32s, board: Float32s) -> tuple[Float32s, Float32s]:
        """Return the network's outputs: shares [lines, n, 2] and whole [n]."""
        w, crossing = self.weights, crossing_of(self.grid)
        empty = spaces[:, :, :1]
        lines = np.maximum(x @ w["line"] + w["line_b"], 0)
        self.steps.append((x, lines, empty))
        for r in range(ROUNDS):
            asked = _along(crossing.T, lines @ w[f"ask{r}"])
            asked += spaces @ w[f"space{r}"]
            asked += w[f"space{r}_b"]
            then: Float32s = np.maximum(asked, 0) * empty
            joined: Float32s = np.concatenate(
                [board, lines.mean(axis=0), then.mean(axis=0)], axis=1
            )
            pooled = np.maximum(joined @ w[f"all{r}"] + w[f"all{r}_b"], 0)
            heard = _along(crossing, then)
            after = lines @ w[f"keep{r}"] + heard @ w[f"answer{r}"] + pooled @ w[f"tell{r}"]
            after = np.maximum(after + w[f"keep{r}_b"], 0)
            self.steps.append((lines, spaces, then, joined, pooled, heard, after))
            lines, spaces, board = after, then, pooled
        whole = 10 * (board @ w["whole"] + w["whole_bias"])[:, 0]
        return lines @ w["out"] + w["out_bias"], whole

    def backward(self, d_shares: Float32s, d_whole: Float32s) -> Weights:
        """Return the gradient with respect to the folded weights."""
        w, crossing, d = self.weights, crossing_of(self.grid), dict[str, Float32s]()
        last = self.steps[-1]
        lines, board = last[6], last[4]
        d["out"] = _outer(lines, d_shares)
        d["out_bias"] = d_shares.sum(axis=(0, 1))
        d["whole"] = 10 * (board.T @ d_whole[:, None])
        d["whole_bias"] = 10 * d_whole.sum(keepdims=True)
        d_lines = d_shares @ w["out"].T
        d_board = 10 * d_whole[:, None] @ w["whole"].T
        d_spaces = np.zeros_like(last[2])
        for r in reversed(range(ROUNDS)):
            before, spaces, then, joined, pooled, heard, after = self.steps[1 + r]
            z = _back(d_lines, after)
            d[f"keep{r}"], d[f"answer{r}"] = _outer(before, z), _outer(heard, z)
            of_boards = z.sum(axis=0)
            d[f"tell{r}"], d[f"keep{r}_b"] = pooled.T @ of_boards, of_boards.sum(axis=0)
            d_lines = z @ w[f"keep{r}"].T
            d_spaces += _along(crossing.T, z @ w[f"answer{r}"].T)
            zb = _back(d_board + of_boards @ w[f"tell{r}"].T, pooled)
            d[f"all{r}"], d[f"all{r}_b"] = joined.T @ zb, zb.sum(axis=0)
            back = zb @ w[f"all{r}"].T
            wide, high = before.shape[2], then.shape[2]
            d_lines += back[:, -high - wide : -high] / len(before)
            d_spaces += back[:, -high:] / len(then)
            d_board = back[:, : -high - wide]
            zs = _back(d_spaces, then)
            d[f"space{r}"], d[f"space{r}_b"] = _outer(spaces, zs), zs.sum(axis=(0, 1))
            asked = _along(crossing, zs)
            d[f"ask{r}"] = _outer(before, asked)
            d_lines += asked @ w[f"ask{r}"].T
            d_spaces = zs @ w[f"space{r}"].T
        x, lines, _ = self.steps[0]
        z = _back(d_lines, lines)
        d["line"], d["line_b"] = _outer(x, z), z.sum(axis=(0, 1))
        return d


def _along(table: Float32s, values: Float32s) -> Float32s:
    _, n, width = values.shape
    sums: Float32s = (table @ values.reshape(-1, n * width)).reshape(-1, n, width)
    return sums


def _back(slopes: Float32s, values: Float32s) -> Float32s:
    """Return the gradient at the input of a rectifier with these output values."""
    return np.where(values > 0, slopes, np.float32(0))


def _outer(inputs: Float32s, outputs: Float32s) -> Float32s:
    """Return the gradient of a matrix from `inputs` [.., n, in] and output slopes [.., n, out]."""
    wide, high = inputs.shape[-1], outputs.shape[-1]
    product: Float32s = inputs.reshape(-1, wide).T @ outputs.reshape(-1, high)
    return product


def _unfold(weights: Weights, folded: Weights, rules: Float32s) -> Weights:
    """Convert a gradient by the weights of `Network.fold` into one by the original weights."""
    names = ("out", "out_bias", "whole", "whole_bias")
    gradients = {name: folded[name] for name in names}
    made = np.maximum(rules @ weights["ctx"] + weights["ctx_bias"], 0)
    context = np.append(made, np.float32(1))
    d_context = np.zeros_like(context)
    for layer, parts in LAYERS.items():
        scale = 1 + context @ weights[layer + "_s"]
        d_scale = sum((weights[p] * folded[p]).sum(axis=0) for p in parts)
        gradients |= {part: folded[part] * scale for part in parts}
        gradients[layer + "_s"] = np.outer(context, d_scale)
        gradients[layer + "_b"] = np.outer(context, folded[layer + "_b"])
        d_context += weights[layer + "_s"] @ d_scale + weights[layer + "_b"] @ folded[layer + "_b"]
    d_made = d_context[:-1] * (made > 0)
    gradients["ctx"], gradients["ctx_bias"] = np.outer(rules, d_made), d_made
    return gradients


def save_weights(weights: Weights, path: Path) -> None:
    """Write weights to a file in half precision."""
    # Not `allow_pickle=False`: numpy 1.26 stores that as an array.
    halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in weights.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, **halves)


@dataclass
class Learner:
    """Weights in training with Adam's moments; their running average `mean` plays better."""

    weights: Weights
    mean: Weights = field(default_factory=dict)
    first: Weights = field(default_factory=dict)
    second: Weights = field(default_factory=dict)
    steps: int = 0

    def __post_init__(self) -> None:
        self.mean = self.mean or {name: array.copy() for name, array in self.weights.items()}
        for moments in (self.first, self.second):
            if not moments:
                moments |= {name: np.zeros_like(array) for name, array in self.weights.items()}

    def learn(self, lessons: list[LabelledBoards], rate: float) -> float:
        """Take one step along the gradient over all lessons; return the mean squared error."""
        network, total, boards, error = Network(self.weights), dict[str, Float32s](), 0, 0.0
        for lesson in lessons:
            gradients, squares = gradient(network, lesson)
            total = {name: total.get(name, np.float32(0)) + gradients[name] for name in gradients}
            boards += len(lesson.targets)
            error += squares
        self.step({name: slope / np.float32(boards) for name, slope in total.items()}, rate)
        return error / boards

    def step(self, slopes: Weights, rate: float) -> None:
        """Take one of Adam's steps along a gradient, which is cut to a length of 1."""
        self.steps += 1
        length = float(np.sqrt(sum(float((g * g).sum()) for g in slopes.values())))
        shrink = np.float32(1 / max(1.0, length))
        decay = min(0.998, 1 - 1 / (self.steps + 1))
        for name, array in self.weights.items():
            slope = slopes[name] * shrink
            self.first[name] += 0.1 * (slope - self.first[name])
            self.second[name] += 0.01 * (slope * slope - self.second[name])
            first = self.first[name] / (1 - 0.9**self.steps)
            second = self.second[name] / (1 - 0.99**self.steps)
            array -= np.float32(rate) * first / (np.sqrt(second) + np.float32(1e-8))
            self.mean[name] += np.float32(1 - decay) * (array - self.mean[name])

    @property
    def network(self) -> Network:
        """The network of the averaged weights."""
        return Network({name: array.copy() for name, array in self.mean.items()})

    def save(self, path: Path) -> None:
        """Write a checkpoint from which `load` continues."""
        parts = {"weights": self.weights, "mean": self.mean}
        parts |= {"first": self.first, "second": self.second}
        arrays: dict[str, Any] = {
            f"{part}.{name}": a for part, some in parts.items() for name, a in some.items()
        }
        np.savez(path, steps=np.array(self.steps), **arrays)

    @classmethod
    def load(cls, path: Path) -> Learner:
        """Read a checkpoint, or start with the weights of a network's file."""
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        if "steps" not in arrays:
            return cls({name: array.astype(np.float32) for name, array in arrays.items()})
        steps = int(arrays.pop("steps"))
        parts: dict[str, Weights] = {}
        for name, array in arrays.items():
            part, _, key = name.partition(".")
            parts.setdefault(part, {})[key] = array
        return cls(**parts, steps=steps)
