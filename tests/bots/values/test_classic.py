"""Lines and totals of the classic board as arrays, against the rules."""

from __future__ import annotations

import numpy as np

from game.bots.values.classic import CLOSED, LINE_COUNT, SPACE_COUNT, TILE_COUNT, encode_lines
from game.bots.values.positions import Positions
from game.rules.boards import CLASSIC
from game.rules.tiles import REGULAR_TILES, Direction
from tests.bots.values.positions import (
    line_points,
    position_of,
)


def totals_of(p: Positions) -> list[float]:
    """Return the totals of full boards."""
    return [float(total) for total in p.boards.score(with_rays=False)]


def test_full_boards_bank_what_the_rules_count() -> None:
    random = np.random.default_rng(5)
    for _ in range(50):
        # Tiles sorted along one number make lines that do score.
        tiles = sorted(random.permutation(TILE_COUNT)[:SPACE_COUNT].tolist())
        assert totals_of(position_of(tiles)) == [line_points(tiles)]


def test_a_line_is_closed_when_it_is_full_or_shows_two_numbers() -> None:
    random = np.random.default_rng(6)
    tiles = random.permutation(TILE_COUNT)[:SPACE_COUNT]
    tiles[random.permutation(SPACE_COUNT)[:9]] = -1
    numbers = encode_lines(position_of(tiles.tolist()).boards)[0]
    by_lines = {frozenset(line.spaces) for line in CLASSIC.lines}
    assert len(by_lines) == LINE_COUNT
    closed = 0
    for line in CLASSIC.lines:
        lying = [REGULAR_TILES[tiles[space]] for space in line.spaces if tiles[space] >= 0]
        shown = {
            {
                Direction.VERTICAL: tile.vertical,
                Direction.RISING: tile.rising,
                Direction.FALLING: tile.falling,
            }[line.direction]
            for tile in lying
        }
        closed += len(lying) == len(line) or len(shown) > 1
    assert (numbers == CLOSED).sum() == closed > 0
