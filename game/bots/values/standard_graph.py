"""The value network that judges: lines and spaces as a graph, numpy alone.

A line is worth what the tiles to come can make of it, which depends on the lines that cross it:
a space wants a tile for all three of its lines at once. So lines tell their spaces what they
hold and need, spaces tell their lines what that comes to, and again. All lines of a direction
share their weights, all spaces too, which takes far fewer games to learn than one wide layer
over the whole board.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.bots.values.positions import Positions
from game.bots.values.standard_layout import (
    BAG_AT,
    CHANCE_AT,
    CLOSED,
    DEMAND_AT,
    DUMP_AT,
    FEATURES,
    LENGTH,
    LINE_STATE,
    LINES,
    OPEN,
    SPACE_AT,
    SPACE_FEATURES,
    SPACE_LINES,
    SPACES,
    SURPLUS_AT,
)

ROUNDS: Final = 2
"""How often lines and spaces hear from each other."""
BOARD: Final = slice(BAG_AT, DUMP_AT + 3)
"""The features of the whole board: the bag, what lines ask of it, spaces on dead lines."""
_TOGETHER: Final = 192
"""Boards judged at once: what they hold stays in the processor's cache."""


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


def _crossing() -> Float32s:
    table = np.zeros((LINES, SPACES), np.float32)
    for space, lines in enumerate(SPACE_LINES):
        table[lines, space] = 1
    return table


LINE_FEATURES: Final = _line_features()
"""[15, 24]: what each line sees of the feature vector: open, closed, its number with 1 to 4 tiles
needed, and by number the chance, the surplus, and what its direction asks of the bag."""
CROSSING: Final = _crossing()
"""[15, 19]: 1 where the line runs through the space."""
_SPACES_OF: Final = np.ascontiguousarray(CROSSING.T)
_SEEN: Final = LINE_FEATURES.ravel()


@dataclass(frozen=True, slots=True)
class Graph:
    """Weights of one network, by name; H values a line, K a space, G for the whole board.

    `line` [3, 24, H] (by direction) takes in the lines' features. In each round r, `r.ask`
    [3, H, K] and `r.space` [6 or K, K] make the spaces of their lines and of themselves,
    `r.all` [.., G] the board of itself, of lines and spaces, `r.keep` [3, H, H], `r.answer`
    [3, K, H] and `r.tell` [G, H] the lines of themselves, their spaces and the board. `.bias`
    are for each number of placed tiles: [17, 15, H], [17, 19, K], [17, G]. `out` [15, H] and
    `out.bias` [17, 15] give a number a line: times its hope its expected points.
    """

    weights: dict[str, Float32s]

    def line_values(self, p: Positions, x: Float32s, hope: Float32s) -> Float32s:
        """Expected further points of each line [n, 15]; `x`, `hope` as `features` gives them."""
        values = np.empty_like(hope)
        for first in range(0, len(x), _TOGETHER):
            part = slice(first, first + _TOGETHER)
            values[part] = hope[part] * self._shares(x[part], p.placed - 1)
        return values

    def _shares(self, x: Float32s, stage: int) -> Float32s:
        w, n = self.weights, len(x)
        # Lines and spaces come first, boards second: one direction's lines are one matrix.
        seen = x.take(_SEEN, 1).reshape(n, LINES, -1).transpose(1, 0, 2)
        lines = _each(seen, w["line"])
        _activate(lines, w["line.bias"][stage][:, None])
        cells = x[:, SPACE_AT:BAG_AT].reshape(n, SPACES, SPACE_FEATURES).transpose(1, 0, 2)
        spaces = np.ascontiguousarray(cells)
        empty, board = spaces[:, :, :1], x[:, BOARD]
        for r in range(ROUNDS):
            asked = _each(lines, w[f"{r}.ask"])
            spaces = _along(_SPACES_OF, asked) + spaces @ w[f"{r}.space"]
            _activate(spaces, w[f"{r}.space.bias"][stage][:, None])
            spaces *= empty
            board = np.concatenate([board, lines.mean(0), spaces.mean(0)], 1) @ w[f"{r}.all"]
            _activate(board, w[f"{r}.all.bias"][stage])
            lines = _each(lines, w[f"{r}.keep"])
            lines += _each(_along(CROSSING, spaces), w[f"{r}.answer"])
            lines += board @ w[f"{r}.tell"]
            _activate(lines, w[f"{r}.line.bias"][stage][:, None])
        shares: Float32s = np.einsum("lnh,lh->nl", lines, w["out"]) + w["out.bias"][stage]
        return shares


def _each(lines: Float32s, weights: Float32s) -> Float32s:
    """Lines [15, n, in] times the weights of their direction [3, in, out]: [15, n, out]."""
    count, n, width = lines.shape
    product: Float32s = np.matmul(lines.reshape(3, count // 3 * n, width), weights)
    return product.reshape(count, n, -1)


def _along(table: Float32s, values: Float32s) -> Float32s:
    """Sums over crossing lines or spaces: [to, from] and [from, n, width] give [to, n, width]."""
    _, n, width = values.shape
    sums: Float32s = table @ values.reshape(-1, n * width)
    return sums.reshape(-1, n, width)


def _activate(values: Float32s, bias: Float32s) -> None:
    values += bias
    np.maximum(values, 0, out=values)
