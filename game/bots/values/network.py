"""The value network: lines and spaces of any board as a graph, numpy alone.

A line's expected points depend on the lines that cross it, because a space needs a tile that fits
all three of its lines. So the network passes messages from lines to their spaces and back, twice.
All lines of all boards share their weights, and so do all spaces; the rules and the number of tiles
to come scale and shift each layer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Index, read_arrays
from game.bots.values.boards import Boards
from game.bots.values.features import Bags, rule_features, see
from game.bots.values.final import final_totals
from game.bots.values.grid import Grid
from game.bots.values.positions import Positions
from game.resources import asset
from game.rules.ruleset import Ruleset

ROUNDS: Final = 2
"""Rounds of messages between lines and spaces."""
ENCODED_AT_ONCE: Final = 256
JUDGED_AT_ONCE: Final = 64
"""Boards in a batch of features, and of the network; its values stay in the processor's cache."""
LAYERS: Final = {
    "line": ("line",),
    "space0": ("ask0", "space0"),
    "all0": ("all0",),
    "keep0": ("keep0", "answer0", "tell0"),
    "space1": ("ask1", "space1"),
    "all1": ("all1",),
    "keep1": ("keep1", "answer1", "tell1"),
}
"""The weights that are summed in each layer."""


@dataclass(frozen=True)
class Network:
    """Weights of one network by name.

    There are H values for each line, K for each space, G for the board. `line` [.., H] transforms
    the lines' features. In each round `ask` [H, K] and `space` [.., K] compute the spaces from
    their lines and features, `all` [.., G] the board from itself, lines and spaces, and `keep`
    [H, H], `answer` [K, H] and `tell` [G, H] the lines from themselves, their spaces and the board.
    `ctx` computes the scale (`_s`) and bias (`_b`) of each layer from the rules' features. `out`
    [H, 2] gives each line the factors of its `hopes` and `ray_hopes`, which are its expected
    points.
    """

    weights: dict[str, Float32s]
    _folded: dict[tuple[Ruleset, int], dict[str, Float32s]] = field(default_factory=dict)

    def values(
        self,
        rules: Ruleset,
        boards: Boards,
        rows: Index,
        bags: Bags,
        to_come: int,
        ray_worth: Float32s | None = None,
        is_blind: bool = False,
    ) -> Float32s:
        """Return the expected final totals (n,) of boards with `to_come` tiles still to be called.

        Board i has the bag `bags[rows[i]]`; `ray_worth` (4, 28) weights best rays by symbol (1
        sun, 2 moon, 3 either) and length. `is_blind` ignores that lines compete for tiles.
        Totals are rounded to 0.01, so that symmetric boards are equal.
        """
        if to_come == 0:
            return final_totals(rules, boards, ray_worth)
        values = np.empty(len(boards), dtype=np.float32)
        size = int(bags.tiles[0].sum())
        weights = self.fold(rules, to_come)
        for first in range(0, len(boards), ENCODED_AT_ONCE):
            part = np.arange(first, min(first + ENCODED_AT_ONCE, len(boards)))
            some = boards.take(part) if len(part) < len(boards) else boards
            features = see(rules, some, rows[part], bags, to_come, size)
            if is_blind:
                features.forget_demand()
            worth: Float32s | None = None
            if ray_worth is not None:
                lengths = boards.grid.lengths.astype(np.intp)[:, None]
                worth = ray_worth[some.symbols.T, lengths]
            for at in range(0, len(part), JUDGED_AT_ONCE):
                few = slice(at, at + JUDGED_AT_ONCE)
                known, board = pass_messages(
                    weights,
                    features.lines[:, few],
                    features.spaces[:, few],
                    features.boards[few],
                    boards.grid,
                )
                shares = known @ weights["out"] + weights["out_bias"]
                whole = 10 * (board @ weights["whole"] + weights["whole_bias"])[:, 0]
                lines = (features.hopes[:, few] * shares[:, :, 0]).sum(axis=0)
                rays = features.ray_hopes[:, few] * shares[:, :, 1]
                if worth is not None:
                    rays *= worth[:, few]
                values[part[few]] = features.settled[few] + lines + rays.sum(axis=0) + whole
        return np.round(values, 2)

    def judge(self, p: Positions) -> Float32s:
        """Return the expected final totals [n] of positions."""
        return self.values(p.rules, p.boards, np.arange(len(p)), Bags.of(p.bags), p.to_come)

    def fold(self, rules: Ruleset, to_come: int) -> dict[str, Float32s]:
        """Return the weights scaled for these rules and tiles to come, with each layer's bias."""
        key = (rules, to_come)
        if key not in self._folded:
            w = self.weights
            context = np.maximum(rule_features(rules, to_come) @ w["ctx"] + w["ctx_bias"], 0)
            context = np.append(context, np.float32(1))
            folded = {name: w[name] for name in ("out", "out_bias", "whole", "whole_bias")}
            for layer, parts in LAYERS.items():
                scale = 1 + context @ w[layer + "_s"]
                folded |= {part: np.ascontiguousarray(w[part] * scale) for part in parts}
                folded[layer + "_b"] = context @ w[layer + "_b"]
            if len(self._folded) > 200:
                self._folded.clear()
            self._folded[key] = folded
        return self._folded[key]


def pass_messages(
    w: dict[str, Float32s], x: Float32s, spaces: Float32s, board: Float32s, grid: Grid
) -> tuple[Float32s, Float32s]:
    """Return the values of lines [lines, n, H] and boards [n, G] after `ROUNDS` of messages."""
    crossing = crossing_of(grid)
    empty = spaces[:, :, :1]
    lines = _activate(x @ w["line"], w["line_b"])
    for r in range(ROUNDS):
        asked = _along(crossing.T, lines @ w[f"ask{r}"])
        asked += spaces @ w[f"space{r}"]
        spaces = _activate(asked, w[f"space{r}_b"])
        spaces *= empty
        board = np.concatenate([board, lines.mean(axis=0), spaces.mean(axis=0)], axis=1)
        board = _activate(board @ w[f"all{r}"], w[f"all{r}_b"])
        lines = lines @ w[f"keep{r}"]
        lines += _along(crossing, spaces) @ w[f"answer{r}"]
        lines += board @ w[f"tell{r}"]
        lines = _activate(lines, w[f"keep{r}_b"])
    return lines, board


def _along(table: Float32s, values: Float32s) -> Float32s:
    """Multiply [to, from] by [from, n, width] into [to, n, width]."""
    _, n, width = values.shape
    sums: Float32s = table @ values.reshape(-1, n * width)
    return sums.reshape(-1, n, width)


def _activate(values: Float32s, bias: Float32s) -> Float32s:
    values += bias
    np.maximum(values, 0, out=values)
    return values


def crossing_of(grid: Grid) -> Float32s:
    """Return [lines, spaces]: 1 if the line runs through the space."""
    return np.ascontiguousarray(grid.online[:-1].T.astype(np.float32))


def read_network(path: Path) -> Network:
    """Read a network from a file. Raises `ResourceError`."""
    return Network(read_arrays(path, "line", "out"))


@cache
def network() -> Network:
    """Return the network of all rules; the first call reads it in a few milliseconds."""
    return read_network(asset("bots", "network.npz"))
