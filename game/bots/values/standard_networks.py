"""The value network at play time: numpy alone, float16 weights on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from game.bots.arrays import Float32s, read_arrays
from game.bots.values.positions import Positions
from game.bots.values.standard_features import features, hopes
from game.bots.values.standard_graph import Graph
from game.bots.values.standard_layout import SPACES
from game.resources import damaged

LAST_LEARNED: Final = SPACES - 2
"""With one empty space left the value is the sum of hopes, exactly; before that it is learned."""
_SMALL: Final = "small"


@dataclass(frozen=True, slots=True)
class StandardNetwork:
    """Weights of one network.

    Features -> hidden 1 -> hidden 2 -> hidden 3 -> 15 numbers, one a line; `W` [1, in, out] are
    shared, biases [17, out] are for each number of placed tiles. A line's expected points are its
    number times its hope; the expected total is their sum on top of the points banked.
    """

    weights: dict[str, Float32s]

    def line_values(self, p: Positions, x: Float32s, hope: Float32s) -> Float32s:
        """Expected further points of each line [n, 15]; `x`, `hope` as `features` gives them."""
        stage = p.placed - 1
        w = self.weights
        for layer in "123":
            x = x @ w["W" + layer][0]
            x += w["b" + layer][stage]
            np.maximum(x, 0, out=x)
        lines: Float32s = hope * (x @ w["W4"][0] + w["b4"][stage])
        return lines


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Networks trained apart, whose mean is better than each of them; perhaps one more, `small`
    and fast, for playing on.
    """

    networks: tuple[StandardNetwork | Graph, ...]
    small: StandardNetwork | Graph | None = None

    @property
    def quick(self) -> Ensemble:
        """The small network alone, or the first where there is none."""
        return Ensemble((self.small or self.networks[0],))

    def values(self, p: Positions) -> Float32s:
        """Expected final totals [n] of boards that hold at least one tile."""
        total: Float32s = p.banked + self.line_values(p).sum(1)
        return total

    def line_values(self, p: Positions) -> Float32s:
        """Expected further points of each line [n, 15], as `values`."""
        if p.placed > LAST_LEARNED:
            return hopes(p)
        x, hope = features(p)
        lines: Float32s = np.mean([net.line_values(p, x, hope) for net in self.networks], axis=0)
        return lines


def load_networks(path: Path) -> Ensemble:
    """The networks in a file, each weight `KEY.NAME`. Raises `ResourceError`."""
    weights: dict[str, dict[str, Float32s]] = {}
    for name, array in read_arrays(path).items():
        key, _, part = name.partition(".")
        if key == _SMALL or key.isdecimal():
            weights.setdefault(key, {})[part] = array
    networks = {key: StandardNetwork(w) if "W1" in w else Graph(w) for key, w in weights.items()}
    small = networks.pop(_SMALL, None)
    if not networks:
        raise damaged(path, "no networks")
    return Ensemble(tuple(networks.values()), small)
