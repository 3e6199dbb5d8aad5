"""`game.bots.standard.features` board by board, as compiled loops over plain arrays.

`placed` always counts the tiles that the board is judged with: it sets the chances.
"""

from __future__ import annotations

import numpy as np

from game.bots.standard.layout import (
    BAG_AT,
    CHANCE_AT,
    CHANCE_OF_ANY,
    CHANCE_OF_NEED,
    CLOSED,
    DEMAND_AT,
    DUMP_AT,
    LENGTH,
    LINE_AT,
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
    TILES,
)
from game.bots.training.boards import Boards, Counts, Floats, Ints, Small
from game.bots.training.jit import jit

__all__ = [
    "base_features",
    "count_bag",
    "count_demand",
    "hope_of",
    "new_counts",
    "state_features",
    "surplus",
    "weigh_space",
]


@jit
def new_counts() -> Counts:
    """Working space for `count_bag` and `count_demand`."""
    return Counts(
        np.zeros((3, 3), np.int64), np.zeros((3, 9), np.int64), np.zeros((3, 3), np.int64)
    )


@jit
def count_demand(number: Small, filled: Small, demand: Ints) -> None:
    """Count the tiles that a board's alive lines still need, by number."""
    demand[:] = 0
    for line in range(LINES):
        if number[line] < 3:
            demand[line // 5, number[line]] += LENGTH[line] - filled[line]


@jit
def count_bag(bag: Small, counts: Counts) -> int:
    """Count a bag's numbers and pairs of numbers; returns how many tiles it holds."""
    single, pair, _ = counts
    single[:] = 0
    pair[:] = 0
    tiles = 0
    for t in range(TILES):
        if bag[t]:
            tiles += 1
            v, r, f = TILE_NUMBERS[t, 0], TILE_NUMBERS[t, 1], TILE_NUMBERS[t, 2]
            single[0, v] += 1
            single[1, r] += 1
            single[2, f] += 1
            pair[0, v * 3 + r] += 1
            pair[1, v * 3 + f] += 1
            pair[2, r * 3 + f] += 1
    return tiles


@jit
def surplus(count: int, expected: float, need: int) -> float:
    """Tiles of a number expected to come beyond the need, in thirds, clipped."""
    return min(1.5, max(-1.0, (count * expected - need) / 3.0))


@jit
def weigh_space(
    states: Ints, bag: Small, counts: Counts, tiles: int, any_: Floats, out: Floats
) -> None:
    """The five chances of an empty space whose three lines are in `states`."""
    single, pair, _ = counts
    v, r, f = states
    out[2] = 0.0
    out[3] = 0.0
    out[4] = 0.0
    fitting = tiles
    if v < 3:
        fitting = single[0, v]
        if r < 3:
            out[2] = any_[pair[0, v * 3 + r]]
            fitting = pair[0, v * 3 + r]
        if f < 3:
            out[3] = any_[pair[1, v * 3 + f]]
            fitting = pair[1, v * 3 + f]
    elif r < 3:
        fitting = single[1, r]
    elif f < 3:
        fitting = single[2, f]
    if r < 3 and f < 3:
        out[4] = any_[pair[2, r * 3 + f]]
        fitting = pair[2, r * 3 + f]
        if v < 3:
            fitting = int(bag[v * 9 + r * 3 + f])
    out[0] = any_[fitting]
    out[1] = fitting / tiles


@jit
def hope_of(state: int, filled: int, line: int, single: Ints, chance: Floats) -> float:
    """A line's points times the chance [count, need] that enough tiles come."""
    direction = line // 5
    if state == CLOSED or filled == LENGTH[line]:
        return 0.0
    best = 0.0
    for number in range(3):
        if state in (OPEN, number):
            enough = chance[single[direction, number], LENGTH[line] - filled]
            best = max(best, float(POINTS[line, number] * enough))
    return best


@jit
def _write(boards: Boards, b: int, placed: int, x: Floats, counts: Counts, chances: Floats) -> None:
    """Write the features of board b; fills the counts too."""
    number, filled, bag = boards.number[b], boards.filled[b], boards.bag[b]
    tiles = count_bag(bag, counts)
    count_demand(number, filled, counts.demand)
    single, demand = counts.single, counts.demand
    expected, chance = (SPACES - placed) / tiles, CHANCE_OF_NEED[placed]
    x[:] = 0.0
    for line in range(LINES):
        length, direction, state = LENGTH[line], line // 5, number[line]
        need = length - filled[line]
        if state < 3 and need == 0:
            x[LINE_AT[line + 1] - 1] = 1.0
            continue
        x[LINE_STATE[line, state, filled[line]]] = 1.0
        if state == CLOSED:
            x[DUMP_AT + direction] += need / 10.0
            continue
        for n in range(3):
            if state in (OPEN, n):
                x[CHANCE_AT + line * 3 + n] = chance[single[direction, n], need]
                x[SURPLUS_AT + line * 3 + n] = surplus(single[direction, n], expected, need)
    states = np.zeros(3, np.int64)
    for space in range(SPACES):
        if boards.empty[b, space]:
            for d in range(3):
                states[d] = number[SPACE_LINES[space, d]]
            weigh_space(states, bag, counts, tiles, CHANCE_OF_ANY[placed], chances)
            at = SPACE_AT + space * SPACE_FEATURES
            x[at] = 1.0
            for i in range(5):
                x[at + 1 + i] = chances[i]
    for t in range(TILES):
        x[BAG_AT + t] = bag[t]
    for i in range(9):
        x[DEMAND_AT + i] = chance[single[i // 3, i % 3], demand[i // 3, i % 3]]


@jit
def state_features(boards: Boards, placed: int, x: Floats, hope: Floats) -> None:
    """Features [n, 400] and hopes [n, 15] of n boards."""
    counts, chances = new_counts(), np.zeros(5, np.float32)
    chance = CHANCE_OF_NEED[placed]
    for b in range(len(x)):
        _write(boards, b, placed, x[b], counts, chances)
        for line in range(LINES):
            state, filled = boards.number[b, line], boards.filled[b, line]
            hope[b, line] = hope_of(state, filled, line, counts.single, chance)


@jit
def base_features(boards: Boards, tiles: Ints, placed: int, x: Floats) -> None:
    """Features [n * m, 400] with tile `tiles[b, i]` out of the bag but not on the board yet."""
    counts, chances = new_counts(), np.zeros(5, np.float32)
    row = 0
    for b in range(len(tiles)):
        for tile in tiles[b]:
            boards.bag[b, tile] = 0
            _write(boards, b, placed, x[row], counts, chances)
            boards.bag[b, tile] = 1
            row += 1
