"""The layered network as torch trains it; `Network` is the same at play time.

What both kinds of network need is here too: their stages, and a board turned by 180 degrees.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
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

Floats = NDArray[np.float32]

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


class LayeredNet(nn.Module):  # type: ignore[misc, unused-ignore]
    """Expected further points of each line; layers as described at `Network`.

    `widths` are those of the three hidden layers. Each number of placed tiles has biases of its
    own, all share the weights.
    """

    def __init__(self, widths: tuple[int, int, int]) -> None:
        super().__init__()
        first, second, third = widths

        def normal(*shape: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape) * scale)

        # About 60 of the features are far from zero on a typical board.
        self.W1 = normal(FEATURES, first, scale=0.5 * (2 / 60) ** 0.5)
        self.b1 = nn.Parameter(torch.zeros(STAGES, first))
        self.W2 = normal(first, second, scale=(2 / first) ** 0.5)
        self.b2 = nn.Parameter(torch.zeros(STAGES, second))
        self.W3 = normal(second, third, scale=(2 / second) ** 0.5)
        self.b3 = nn.Parameter(torch.zeros(STAGES, third))
        self.W4 = normal(third, LINES, scale=0.1 * (1 / third) ** 0.5)
        # An untrained network thus says 0.4 of the hopes, a fair first guess (about 115 points).
        self.b4 = nn.Parameter(torch.full((STAGES, LINES), 0.4))

    def forward(self, x: Tensor, hope: Tensor) -> Tensor:
        """x [17, n, 400], hope [17, n, 15] -> expected further points by line [17, n, 15]."""
        h = torch.relu(x @ self.W1 + self.b1[:, None])
        h = torch.relu(h @ self.W2 + self.b2[:, None])
        h = torch.relu(h @ self.W3 + self.b3[:, None])
        return hope * (h @ self.W4 + self.b4[:, None])

    def arrays(self) -> dict[str, Floats]:
        """Copies of the weights in the shapes that `Network` and `save_networks` take."""
        found = {name: part.detach().numpy().copy() for name, part in self.named_parameters()}
        return {name: a[None] if name[0] == "W" else a for name, a in found.items()}

    @classmethod
    def of(cls, arrays: dict[str, Floats]) -> LayeredNet:
        """The network with such weights, the inverse of `arrays`."""
        net = cls((arrays["b1"].shape[1], arrays["b2"].shape[1], arrays["b3"].shape[1]))
        with torch.no_grad():
            for name, part in net.named_parameters():
                part.copy_(torch.from_numpy(arrays[name]).reshape(part.shape))
        return net
