"""The network as torch trains it; `Network` is the same at play time."""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from game.bots.standard.layout import (
    CHANCE_AT,
    FEATURES,
    LINE_AT,
    LINES,
    SPACE_AT,
    SPACE_FEATURES,
    SPACES,
    SURPLUS_AT,
)
from game.bots.training.boards import Floats

__all__ = ["STAGES", "TURNED_FEATURES", "TURNED_LINES", "ValueNet", "net_of", "split_stages"]

STAGES: Final = SPACES - 2
"""Numbers of placed tiles (1 to 17) that have learned values."""

TURNED_LINES: Final = np.arange(LINES).reshape(3, 5)[:, ::-1].ravel().copy()
"""Where a half turn puts each line."""


def _turned_features() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    order = np.arange(FEATURES)
    for line, other in enumerate(TURNED_LINES):
        order[LINE_AT[line] : LINE_AT[line + 1]] = np.arange(LINE_AT[other], LINE_AT[other + 1])
        for first in (CHANCE_AT, SURPLUS_AT):
            order[first + 3 * line : first + 3 * line + 3] = first + 3 * other + np.arange(3)
    cells = np.arange(SPACE_AT, SPACE_AT + SPACES * SPACE_FEATURES).reshape(SPACES, -1)
    order[cells.ravel()] = cells[::-1].ravel()
    return order


TURNED_FEATURES: Final = _turned_features()
"""The features of a board turned by 180 degrees, as indices into those of the board."""


class ValueNet(nn.Module):  # type: ignore[misc, unused-ignore]
    """Expected further points of each line; layers as described at `Network`.

    `widths` are those of the three hidden layers. With `split`, each number of placed tiles
    has weights of its own after the first layer; biases are always its own.
    """

    def __init__(self, widths: tuple[int, int, int], *, split: bool = False) -> None:
        super().__init__()
        self.widths = widths
        first, second, third = widths
        copies = STAGES if split else 1

        def normal(*shape: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape) * scale)

        # About 60 of the features are far from zero on a typical board.
        self.W1 = normal(FEATURES, first, scale=0.5 * (2 / 60) ** 0.5)
        self.b1 = nn.Parameter(torch.zeros(STAGES, first))
        self.W2 = normal(copies, first, second, scale=(2 / first) ** 0.5)
        self.b2 = nn.Parameter(torch.zeros(STAGES, 1, second))
        self.W3 = normal(copies, second, third, scale=(2 / second) ** 0.5)
        self.b3 = nn.Parameter(torch.zeros(STAGES, 1, third))
        self.W4 = normal(copies, third, LINES, scale=0.1 * (1 / third) ** 0.5)
        # An untrained network thus says 0.4 of the hopes, a fair first guess (about 115 points).
        self.b4 = nn.Parameter(torch.full((STAGES, 1, LINES), 0.4))

    def forward(self, x: Tensor, hope: Tensor) -> Tensor:
        """x [17, n, 400], hope [17, n, 15] -> expected further points by line [17, n, 15]."""
        stages, n, _ = x.shape
        h = (x.reshape(stages * n, -1) @ self.W1).reshape(stages, n, -1)
        h = torch.relu(h + self.b1[:, None])
        for weights, bias in ((self.W2, self.b2), (self.W3, self.b3)):
            h = torch.relu(_apply(h, weights, bias))
        return hope * _apply(h, self.W4, self.b4)

    def arrays(self) -> dict[str, Floats]:
        """Copies of the weights in the shapes that `Network` and `save_networks` take."""
        found = {name: p.detach().numpy().copy() for name, p in self.named_parameters()}
        found["W1"] = found["W1"][None]
        return {n: a[:, 0] if n in ("b2", "b3", "b4") else a for n, a in found.items()}


def _apply(h: Tensor, weights: Tensor, bias: Tensor) -> Tensor:
    stages, n, _ = h.shape
    if len(weights) == 1:
        return (h.reshape(stages * n, -1) @ weights[0]).reshape(stages, n, -1) + bias
    return torch.baddbmm(bias.expand(stages, n, -1), h, weights)


def split_stages(net: ValueNet) -> ValueNet:
    """The same function with weights of its own for each number of placed tiles."""
    copy = ValueNet(net.widths, split=True)
    with torch.no_grad():
        for mine, theirs in zip(copy.parameters(), net.parameters(), strict=True):
            mine.copy_(theirs.expand_as(mine))
    return copy


def net_of(arrays: dict[str, Floats]) -> ValueNet:
    """The network with such weights, the inverse of `ValueNet.arrays`."""
    widths = (arrays["b1"].shape[1], arrays["b2"].shape[1], arrays["b3"].shape[1])
    net = ValueNet(widths, split=len(arrays["W2"]) > 1)
    with torch.no_grad():
        for name, part in net.named_parameters():
            part.copy_(torch.from_numpy(arrays[name]).reshape(part.shape))
    return net
