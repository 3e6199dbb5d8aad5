"""Compiled loops over boards played in lock-step: placing, drawing tiles, exact endings."""

from __future__ import annotations

import numpy as np

from game.bots.standard.layout import (
    CLOSED,
    LENGTH,
    LINES,
    OPEN,
    POINTS,
    SPACE_LINES,
    SPACES,
    TILE_NUMBERS,
    TILES,
)
from game.bots.training.boards import Boards, Floats, Ints, Small
from game.bots.training.jit import jit

__all__ = ["draw_tiles", "place", "seed_draws", "two_left"]


@jit
def seed_draws(seed: int) -> None:
    """Seed the generator behind `draw_tiles`."""
    np.random.seed(seed)


@jit
def draw_tiles(bag: Small, out: Ints) -> None:
    """Draw different tiles from each bag into out [n, m]; the bags stay as they are."""
    left = np.zeros(TILES, np.int64)
    for b in range(len(bag)):
        n = 0
        for t in range(TILES):
            if bag[b, t]:
                left[n] = t
                n += 1
        for i in range(out.shape[1]):
            j = i + np.random.randint(0, n - i)
            left[i], left[j] = left[j], left[i]
            out[b, i] = left[i]


@jit
def place(boards: Boards, tiles: Ints, spaces: Ints) -> None:
    """Put `tiles[b]` on `spaces[b]` of each board b."""
    number, filled, empty, bag, earned = boards
    for b in range(len(number)):
        bag[b, tiles[b]] = 0
        empty[b, spaces[b]] = 0
        for d in range(3):
            line, own = SPACE_LINES[spaces[b], d], TILE_NUMBERS[tiles[b], d]
            if number[b, line] == OPEN:
                number[b, line] = own
            elif number[b, line] != own:
                number[b, line] = CLOSED
            filled[b, line] += 1
            if number[b, line] < 3 and filled[b, line] == LENGTH[line]:
                earned[b, line] = POINTS[line, own]


@jit
def _gains(
    number: Small, filled: Small, single: Ints, tile: int, here: int, there: int, out: Floats
) -> float:
    """Expected points by line when `tile` goes `here` and a tile still in the bag `there`."""
    total = 0.0
    out[:] = 0.0
    for d in range(3):
        line, other, own = SPACE_LINES[here, d], SPACE_LINES[there, d], TILE_NUMBERS[tile, d]
        if number[line] in (OPEN, own):
            if filled[line] + 1 == LENGTH[line]:
                out[line] = POINTS[line, own]
            elif line == other:
                out[line] = POINTS[line, own] * (single[d, own] - 1) / 9.0
        if line != other and number[other] < 3 and filled[other] + 1 == LENGTH[other]:
            wanted = number[other]
            out[other] = POINTS[other, wanted] * (single[d, wanted] - (own == wanted)) / 9.0
        total += out[line]
        if line != other:
            total += out[other]
    return total


@jit
def two_left(boards: Boards, value: Floats, lines: Floats) -> None:
    """Exact further points of boards with two empty spaces: value [n], by line [n, 15]."""
    number, filled, empty, bag, _ = boards
    single = np.zeros((3, 3), np.int64)
    first, second = np.zeros(LINES, np.float32), np.zeros(LINES, np.float32)
    for b in range(len(number)):
        one, two = -1, -1
        for s in range(SPACES):
            if empty[b, s]:
                if one < 0:
                    one = s
                else:
                    two = s
        single[:] = 0
        for t in range(TILES):
            if bag[b, t]:
                for d in range(3):
                    single[d, TILE_NUMBERS[t, d]] += 1
        value[b] = 0.0
        lines[b] = 0.0
        for t in range(TILES):
            if bag[b, t]:
                left = _gains(number[b], filled[b], single, t, one, two, first)
                right = _gains(number[b], filled[b], single, t, two, one, second)
                value[b] += max(left, right) / 10.0
                for line in range(LINES):
                    lines[b, line] += (first[line] if left >= right else second[line]) / 10.0
