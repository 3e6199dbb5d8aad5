"""Positions of the standard game for the tests of their values."""

from __future__ import annotations

import numpy as np

from game.bots.training.close_choices import start_positions
from game.bots.values.lookahead import after_placing
from game.bots.values.positions import Positions
from game.bots.values.standard_values import space_values, standard_values
from game.rules.boards import CLASSIC
from game.rules.tiles import REGULAR_TILES, Direction


def random_positions(n: int, placed: int, seed: int = 1) -> Positions:
    """n boards after `placed` random placements."""
    random = np.random.default_rng(seed)
    p = start_positions(n)
    for _ in range(placed):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bags])
        spaces = np.array([random.choice(np.flatnonzero(empty)) for empty in p.empty])
        p = p.put(np.arange(len(p)), tiles, spaces)
    return p


def position_of(tiles: list[int]) -> Positions:
    """Return the board with these tiles by space, -1 where empty, and all others in the bag."""
    p = start_positions(1)
    for space, tile in enumerate(tiles):
        if tile >= 0:
            p = p.put(np.arange(len(p)), np.array([tile]), np.array([space]))
    return p


def values_of(tiles: list[int], tile: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return the value of the next tile on each space of that board."""
    p = position_of(tiles)
    return space_values(p.boards, p.bags[0], tile)


def line_points(tiles: list[int]) -> int:
    """A full board's points counted from the rules' own tiles and lines (S1)."""
    total = 0
    for line in CLASSIC.lines:
        numbers: set[int | None] = set()
        for space in line.spaces:
            tile = REGULAR_TILES[tiles[space]]
            stripes = {
                Direction.VERTICAL: tile.vertical,
                Direction.RISING: tile.rising,
                Direction.FALLING: tile.falling,
            }
            numbers.add(stripes[line.direction])
        if len(numbers) == 1:
            total += (numbers.pop() or 0) * len(line)
    return total


def self_played(n: int, placed: int, seed: int = 3) -> Positions:
    """n boards after `placed` placements of the network's choice."""
    random = np.random.default_rng(seed)
    p = start_positions(n)
    for _ in range(placed):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bags])
        spaces = after_placing(standard_values, p, tiles).argmax(1)
        p = p.put(np.arange(len(p)), tiles, spaces)
    return p
