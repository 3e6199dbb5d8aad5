"""The standard game's networks at play time: numpy alone, float16 weights on disk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from game.bots.arrays import Float32s, Int64s, read_arrays
from game.bots.values.network import TOGETHER, hear
from game.bots.values.positions import Positions
from game.bots.values.standard_features import features, hopes
from game.bots.values.standard_layout import (
    BAG_AT,
    CHANCE_AT,
    CLOSED,
    DEMAND_AT,
    DUMP_AT,
    FEATURES,
    GRID,
    LENGTH,
    LINE_STATE,
    LINES,
    OPEN,
    SPACE_AT,
    SPACE_FEATURES,
    SPACES,
    SURPLUS_AT,
)

LAST_LEARNED: Final = SPACES - 2
"""With one empty space left the value is the sum of hopes, exactly; before that it is learned."""

_TOGETHER: Final = 3000
"""Boards judged at once; about 20 MB of features and hidden values."""


def _line_features() -> Int64s:
    rows = []
    for line, length in enumerate(LENGTH):
        states = [LINE_STATE[line, OPEN, 0], LINE_STATE[line, CLOSED, 0]]
        for number in range(3):
            for need in range(1, 5):
                filled = length - need
                states.append(LINE_STATE[line, number, filled] if filled > 0 else FEATURES - 1)
        direction = line // 5
        by_number = [CHANCE_AT + 3 * line, SURPLUS_AT + 3 * line, DEMAND_AT + 3 * direction]
        more = [first + number for first in by_number for number in range(3)]
        rows.append([*states, *more, DUMP_AT + direction])
    return np.array(rows, np.int64)


LINE_FEATURES: Final = _line_features()
"""[15, 24]: what each line sees of the feature vector: open, closed, its number with 1 to 4 tiles
needed, and by number the chance, the surplus, and what its direction asks of the bag."""
BOARD: Final = slice(BAG_AT, DUMP_AT + 3)
"""The features of the whole board: the bag, what lines ask of it, spaces on dead lines."""


class StandardNetwork(Protocol):
    """What judges boards by the features of the classic one."""

    def shares(self, x: Float32s, stage: int) -> Float32s:
        """A number a line [n, 15]: times its hope its expected points; `x` are features."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph whose lines share their weights by direction, and have biases of their own.

    Weights are named as those of `Network`, without the rules; biases are for each number of
    placed tiles, and so is `out_bias` [17, 15]; `out` is [15, H].
    """

    weights: dict[str, Float32s]

    def shares(self, x: Float32s, stage: int) -> Float32s:
        """As `StandardNetwork` has it."""
        w = {n: a[stage] if n.endswith(("_b", "_bias")) else a for n, a in self.weights.items()}
        found = np.empty((len(x), LINES), np.float32)
        for first in range(0, len(x), TOGETHER):
            some = x[first : first + TOGETHER]
            # Lines and spaces come first, boards second: one direction's lines are one matrix.
            lines = some.take(LINE_FEATURES, 1).transpose(1, 0, 2)
            spaces = some[:, SPACE_AT:BAG_AT].reshape(-1, SPACES, SPACE_FEATURES).transpose(1, 0, 2)
            known, _ = hear(w, lines, np.ascontiguousarray(spaces), some[:, BOARD], GRID)
            found[first : first + TOGETHER] = np.einsum("lnh,lh->nl", known, w["out"])
        return found + w["out_bias"]


@dataclass(frozen=True, slots=True)
class Layered:
    """Features -> hidden 1 -> hidden 2 -> hidden 3 -> 15 numbers; `W` [in, out] are shared, biases
    [17, out] are for each number of placed tiles.
    """

    weights: dict[str, Float32s]

    def shares(self, x: Float32s, stage: int) -> Float32s:
        """As `StandardNetwork` has it."""
        w = self.weights
        for layer in "123":
            x = x @ w["W" + layer]
            x += w["b" + layer][stage]
            np.maximum(x, 0, out=x)
        found: Float32s = x @ w["W4"] + w["b4"][stage]
        return found


@dataclass(frozen=True)
class StandardValuer:
    """Judges boards of the standard game by one network; `small` is a fast one for playing on."""

    network: StandardNetwork
    small: StandardNetwork

    @cached_property
    def quick(self) -> StandardValuer:
        """The small network alone."""
        return StandardValuer(self.small, self.small)

    def values(self, p: Positions) -> Float32s:
        """Expected final totals [n] of boards that hold at least one tile."""
        if p.placed > LAST_LEARNED:
            end: Float32s = p.banked + hopes(p).sum(1)
            return end
        total = p.banked
        for first in range(0, len(p), _TOGETHER):
            part = np.arange(first, min(first + _TOGETHER, len(p)))
            x, hope = features(p.take(part) if len(p) > _TOGETHER else p)
            total[part] += (hope * self.network.shares(x, p.placed - 1)).sum(1)
        return total


def load_networks(path: Path) -> StandardValuer:
    """The networks in a file, each weight `NETWORK.NAME`. Raises `ResourceError`."""
    weights: dict[str, dict[str, Float32s]] = {"graph": {}, "small": {}}
    for name, array in read_arrays(path, "graph.line", "small.W1").items():
        network, _, part = name.partition(".")
        weights.setdefault(network, {})[part] = array
    return StandardValuer(Graph(weights["graph"]), Layered(weights["small"]))
