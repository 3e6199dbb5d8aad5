"""The graph network as torch trains it; `Graph` is the same at play time."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from game.bots.standard.graph import BOARD, CROSSING, LINE_FEATURES, ROUNDS
from game.bots.standard.layout import BAG_AT, LINES, SPACE_AT, SPACE_FEATURES, SPACES
from game.bots.training.layered_net import STAGES, Floats

_CROSSING = torch.from_numpy(CROSSING)
_SPACES_OF = _CROSSING.T.contiguous()
_SEEN = torch.from_numpy(LINE_FEATURES.ravel())


class GraphNet(nn.Module):  # type: ignore[misc, unused-ignore]
    """Expected further points of each line; layers and names as at `Graph`.

    `widths` are the values a line, a space, and for the whole board.
    """

    def __init__(self, widths: tuple[int, int, int]) -> None:
        super().__init__()
        self.widths = widths
        line, space, board = widths

        def normal(name: str, *shape: int, scale: float) -> None:
            self._add(name, torch.randn(*shape) * scale)

        def bias(name: str, *shape: int) -> None:
            self._add(name + ".bias", torch.zeros(STAGES, *shape))

        normal("line", 3, LINE_FEATURES.shape[1], line, scale=0.35)
        bias("line", LINES, line)
        own, all_own = SPACE_FEATURES, BOARD.stop - BOARD.start
        for r in range(ROUNDS):
            normal(f"{r}.ask", 3, line, space, scale=(0.5 / line) ** 0.5)
            normal(f"{r}.space", own, space, scale=(2 / own if r == 0 else 1 / own) ** 0.5)
            bias(f"{r}.space", SPACES, space)
            mixed = all_own + line + space
            normal(f"{r}.all", mixed, board, scale=(1 / (line + space)) ** 0.5)
            bias(f"{r}.all", 1, board)
            normal(f"{r}.keep", 3, line, line, scale=(1 / line) ** 0.5)
            normal(f"{r}.answer", 3, space, line, scale=(0.3 / space) ** 0.5)
            normal(f"{r}.tell", board, line, scale=(0.5 / board) ** 0.5)
            bias(f"{r}.line", LINES, line)
            own, all_own = space, board
        normal("out", LINES, line, scale=0.1 * line**-0.5)
        # An untrained network thus says 0.4 of the hopes, a fair first guess.
        self._add("out.bias", torch.full((STAGES, LINES), 0.4))

    def _add(self, name: str, values: Tensor) -> None:
        self.register_parameter(name.replace(".", "/"), nn.Parameter(values))

    def forward(self, x: Tensor, hope: Tensor, first: int = 0) -> Tensor:
        """x [s, n, 400], hope [s, n, 15] to [s, n, 15]: n boards of each of s stages.

        Stages (tiles placed, less one) begin with `first`.
        """
        stages, n, _ = x.shape
        boards, last = stages * n, first + stages
        w = {name.replace("/", "."): part for name, part in self.named_parameters()}

        def biased(values: Tensor, name: str) -> Tensor:
            """Adds a bias [stages, things, width] to values [things, boards, width]."""
            own = w[name + ".bias"][first:last].transpose(0, 1).unsqueeze(2)
            shaped = values.view(len(values), stages, n, -1)
            return (shaped + own).relu_().view(len(values), boards, -1)

        flat = x.reshape(boards, -1)
        seen = flat.index_select(1, _SEEN).view(boards, LINES, -1).transpose(0, 1)
        lines = biased(_each(seen, w["line"]), "line")
        cells = flat[:, SPACE_AT:BAG_AT].reshape(boards, SPACES, SPACE_FEATURES)
        spaces = cells.transpose(0, 1).contiguous()
        empty, board = spaces[:, :, :1], flat[:, BOARD]
        for r in range(ROUNDS):
            asked = _along(_SPACES_OF, _each(lines, w[f"{r}.ask"]))
            spaces = biased(asked + spaces @ w[f"{r}.space"], f"{r}.space") * empty
            mixed = torch.cat([board, lines.mean(0), spaces.mean(0)], 1) @ w[f"{r}.all"]
            board = biased(mixed[None], f"{r}.all")[0]
            answer = _each(_along(_CROSSING, spaces), w[f"{r}.answer"])
            told = _each(lines, w[f"{r}.keep"]) + answer + board @ w[f"{r}.tell"]
            lines = biased(told, f"{r}.line")
        shares = (lines * w["out"][:, None]).sum(2).T.reshape(stages, n, LINES)
        return hope * (shares + w["out.bias"][first:last, None])

    def arrays(self) -> dict[str, Floats]:
        """Copies of the weights by the names that `Graph` takes."""
        return {
            name.replace("/", "."): part.detach().numpy().copy()
            for name, part in self.named_parameters()
        }

    @classmethod
    def of(cls, arrays: dict[str, Floats]) -> GraphNet:
        """The network with such weights, the inverse of `arrays`."""
        spaces, lines = arrays["0.answer"].shape[1:]
        net = cls((lines, spaces, len(arrays["0.tell"])))
        with torch.no_grad():
            for name, part in net.named_parameters():
                part.copy_(torch.from_numpy(arrays[name.replace("/", ".")]).reshape(part.shape))
        return net


def _each(lines: Tensor, weights: Tensor) -> Tensor:
    count, n, width = lines.shape
    product = torch.bmm(lines.reshape(3, count // 3 * n, width), weights)
    return product.view(count, n, -1)


def _along(table: Tensor, values: Tensor) -> Tensor:
    _, n, width = values.shape
    return (table @ values.reshape(-1, n * width)).view(-1, n, width)
