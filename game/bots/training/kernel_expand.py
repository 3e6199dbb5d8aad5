"""Every placement of a tile at once, without computing its features anew.

What a placement changes on one line (its state, its chances, the wishes of its empty spaces) is
the same whichever space of the line is chosen. So the change of the first hidden layer is
summed up once a line, and a placement's layer is the tile's base plus the changes of the three
lines through the space, less the features of the space itself. One more column, the screen,
holds a linear estimate of the value; only the best few placements by it are computed in full.
"""

from __future__ import annotations

import numpy as np

from game.bots.standard.layout import (
    CHANCE_AT,
    CHANCE_OF_ANY,
    CHANCE_OF_NEED,
    CLOSED,
    DEMAND_AT,
    DUMP_AT,
    LENGTH,
    LINE_AT,
    LINE_SPACES,
    LINE_STATE,
    LINES,
    OPEN,
    POINTS,
    SPACE_AT,
    SPACE_FEATURES,
    SPACE_LINES,
    SPACES,
    SURPLUS_AT,
    TILE_NUMBERS,
)
from game.bots.training.boards import Boards, Counts, Floats, Ints, Rows
from game.bots.training.jit import jit
from game.bots.training.kernel_features import (
    count_bag,
    count_demand,
    hope_of,
    new_counts,
    surplus,
    weigh_space,
)

__all__ = ["SCREEN", "expand"]

SCREEN = 16
"""Columns beyond the hidden layer's width; the first is the screen, the rest padding."""

_NONE = np.float32(-1e9)


@jit
def _add(factor: float, weights: Floats, out: Floats) -> None:
    scale = np.float32(factor)
    for h in range(len(out)):
        out[h] += scale * weights[h]


@jit
def _line_change(
    line: int,
    own: int,
    state: int,
    filled: int,
    placed: int,
    tiles: int,
    counts: Counts,
    x: Floats,
    w: Floats,
    out: Floats,
) -> None:
    """Change of the first layer by a tile with number `own` on a line, its spaces apart."""
    direction, length = line // 5, LENGTH[line]
    need, expected = length - filled, (SPACES - placed) / tiles
    chance = CHANCE_OF_NEED[placed]
    if state == CLOSED:
        _add(-0.1, w[DUMP_AT + direction], out)
        return
    concerned = own if state == OPEN else state
    count, demand = counts.single[direction, concerned], counts.demand[direction, concerned]
    _add(-1.0, w[LINE_STATE[line, state, filled]], out)
    for n in range(3):
        if state in (OPEN, n):
            at, gap = CHANCE_AT + line * 3 + n, SURPLUS_AT + line * 3 + n
            now, spare = -x[at], -x[gap]
            if n == own and need > 1:
                now += chance[count, need - 1]
                spare += surplus(count, expected, need - 1)
            if now != 0.0:
                _add(now, w[at], out)
            _add(spare, w[gap], out)
    if state in (OPEN, own):
        closes = need == 1
        _add(1.0, w[LINE_AT[line + 1] - 1 if closes else LINE_STATE[line, own, filled + 1]], out)
        after = demand + (length - 1 if state == OPEN else -1)
    else:
        _add(1.0, w[LINE_AT[line + 1] - 1], out)
        after = demand - need
        if need > 1:
            _add((need - 1) * 0.1, w[DUMP_AT + direction], out)
    shift = chance[count, after] - chance[count, demand]
    if shift != 0.0:
        _add(shift, w[DEMAND_AT + direction * 3 + concerned], out)


@jit
def _line_changes(
    boards: Boards,
    b: int,
    tile: int,
    placed: int,
    tiles: int,
    counts: Counts,
    x: Floats,
    w: Floats,
    change: Floats,
    wish: Floats,
    later: Ints,
) -> None:
    """For each line its state with the tile on it, and the change of the first layer.

    `wish` [19, 5] adds up the changes of the empty spaces' chances.
    """
    number, filled = boards.number[b], boards.filled[b]
    chances, states = np.zeros(5, np.float32), np.zeros(3, np.int64)
    for line in range(LINES):
        if filled[line] == LENGTH[line]:
            later[line] = number[line]
            continue
        d, state = line // 5, int(number[line])
        own = TILE_NUMBERS[tile, d]
        part = change[line]
        part[:] = 0.0
        _line_change(line, own, state, filled[line], placed, tiles, counts, x, w, part)
        later[line] = own if state in (OPEN, own) else CLOSED
        if later[line] == state:
            continue
        for u in range(LENGTH[line]):
            s = LINE_SPACES[line, u]
            if boards.empty[b, s]:
                for e in range(3):
                    states[e] = number[SPACE_LINES[s, e]]
                states[d] = later[line]
                weigh_space(states, boards.bag[b], counts, tiles, CHANCE_OF_ANY[placed], chances)
                at = SPACE_AT + s * SPACE_FEATURES + 1
                for v in range(5):
                    shift = chances[v] - x[at + v]
                    wish[s, v] += shift
                    if shift != 0.0:
                        _add(shift, w[at + v], part)


@jit
def expand(
    boards: Boards,
    tiles: Ints,
    placed: int,
    base: Floats,
    x: Floats,
    w: Floats,
    screen: Floats,
    keep: int,
    rows: Rows,
) -> int:
    """Fill `rows` with the `keep` best-looking placements of each tile; returns their number.

    `base` [n * m, H + 16] is the first layer (biases included, no activation) of the base
    features `x`; `w` [400, H + 16] its weights; `screen` [15] the screen's weights of hopes.
    """
    layer, row, base_row = rows.layer, 0, -1
    width = layer.shape[1]
    counts = new_counts()
    change = np.zeros((LINES, w.shape[1]), np.float32)
    wish, look = np.zeros((SPACES, 5), np.float32), np.zeros(SPACES, np.float32)
    before, after = np.zeros(LINES, np.float32), np.zeros(LINES, np.float32)
    gain, later = np.zeros(LINES, np.float32), np.zeros(LINES, np.int64)
    chance = CHANCE_OF_NEED[placed]
    for b in range(len(tiles)):
        number, filled, empty = boards.number[b], boards.filled[b], boards.empty[b]
        count_demand(number, filled, counts.demand)
        free = np.sum(empty)
        for tile in tiles[b]:
            base_row += 1
            start, feature = base[base_row], x[base_row]
            boards.bag[b, tile] = 0
            left = count_bag(boards.bag[b], counts)
            wish[:] = 0.0
            _line_changes(boards, b, tile, placed, left, counts, feature, w, change, wish, later)
            for line in range(LINES):
                n, f = number[line], filled[line]
                before[line] = hope_of(n, f, line, counts.single, chance)
                if f < LENGTH[line]:
                    after[line] = hope_of(later[line], f + 1, line, counts.single, chance)
                    done = later[line] < 3 and f + 1 == LENGTH[line]
                    gain[line] = POINTS[line, later[line]] if done else 0.0
            for s in range(SPACES):
                look[s] = _NONE
                if empty[s]:
                    at = SPACE_AT + s * SPACE_FEATURES
                    seen = start[width] - w[at, width]
                    for v in range(5):
                        wish[s, v] += feature[at + 1 + v]
                        seen -= wish[s, v] * w[at + 1 + v, width]
                    for line in SPACE_LINES[s]:
                        seen += change[line, width] + gain[line]
                        seen += screen[line] * (after[line] - before[line])
                    look[s] = seen
            kept, limit = 0, np.sort(look)[SPACES - min(keep, free)]
            for s in range(SPACES):
                if look[s] < limit or kept == min(keep, free):
                    continue
                kept += 1
                at = SPACE_AT + s * SPACE_FEATURES
                l0, l1, l2 = SPACE_LINES[s, 0], SPACE_LINES[s, 1], SPACE_LINES[s, 2]
                y, c0, c1, c2, own = layer[row], change[l0], change[l1], change[l2], w[at]
                for h in range(width):
                    y[h] = start[h] + c0[h] + c1[h]
                for h in range(width):
                    y[h] += c2[h] - own[h]
                for v in range(5):
                    if wish[s, v] != 0.0:
                        _add(-wish[s, v], w[at + 1 + v], y)
                for h in range(width):
                    y[h] = max(y[h], np.float32(0.0))
                rows.hope[row] = before
                rows.banked[row] = gain[l0] + gain[l1] + gain[l2]
                for line in SPACE_LINES[s]:
                    rows.hope[row, line] = after[line]
                rows.space[row] = s
                row += 1
            boards.bag[b, tile] = 1
    return row
