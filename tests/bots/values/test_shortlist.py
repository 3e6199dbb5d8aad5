"""The quick filter of placements, and its codes of lines."""

from __future__ import annotations

import numpy as np
import pytest

from game.bots.values.classic import (
    CHANCE_OF_NEED,
    CLOSED,
    LINE_COUNT,
    OPEN,
    POINTS,
    SPACE_COUNT,
    TILE_COUNT,
    TILE_NUMBERS,
    encode_lines,
)
from game.bots.values.endgame import EXACT
from game.bots.values.lookahead import after_placing
from game.bots.values.shortlist import line_codes, meanings, worth_judging
from game.bots.values.standard_values import standard_values
from tests.bots.values.positions import (
    random_positions,
    self_played,
)


@pytest.mark.parametrize("placed", [1, 5, 9, 13, 16])
def test_the_quick_look_leaves_few_spaces_and_hardly_ever_misses_the_best(placed: int) -> None:
    p = self_played(120, placed)
    tiles = p.bags.argmax(1)
    values = after_placing(standard_values, p, tiles)
    is_worth = worth_judging(p, tiles, 4, 3.0)
    assert not (is_worth & ~p.empty).any()
    assert is_worth.sum(1).min() >= 1
    assert is_worth.sum(1).mean() <= 4.5
    missed = values.max(1) - np.where(is_worth, values, -np.inf).max(1)
    # Points given away; a game's seventeen placements lose three quarters of a point. The last ones
    # are not looked at where the search is exact.
    assert missed.mean() < (0.2 if SPACE_COUNT - placed > EXACT + 1 else 0.4)


def test_the_quick_look_leaves_out_none_of_the_last_two_spaces() -> None:
    p = self_played(20, SPACE_COUNT - 2)
    assert np.array_equal(worth_judging(p, p.bags.argmax(1), 1, 0.0), p.empty)


def test_codes_of_lines_mean_what_the_tile_does_to_them() -> None:
    for placed in (1, 6, 12):
        p = random_positions(50, placed)
        tiles = p.bags.argmax(1)
        seen = meanings(placed)[line_codes(p, tiles)]
        own, number = TILE_NUMBERS[tiles][:, np.arange(LINE_COUNT) // 5], encode_lines(p.boards)
        assert np.array_equal(seen[:, :, 0] == 1, number == CLOSED)
        goes_on = (number == own) | (number == OPEN)
        assert np.array_equal(seen[:, :, 1:6].any(2), goes_on)
        assert np.array_equal(seen[:, :, 18:22].any(2), ~goes_on & (number != CLOSED))
        # Going on with a line brings it the points of its number, if enough of them still come.
        after = p.take(np.arange(len(p)))
        after.bags[np.arange(len(p)), tiles] = False
        is_same = TILE_NUMBERS[None, :, np.arange(LINE_COUNT) // 5] == own[:, None]
        left = (is_same & after.bags[:, :TILE_COUNT, None]).sum(1)
        chance = CHANCE_OF_NEED[placed + 1][left, np.maximum(p.boards.left - 1, 0)]
        hoped = chance * POINTS[np.arange(LINE_COUNT), own] / 20
        assert np.allclose(seen[:, :, 6:11].sum(2)[goes_on], hoped[goes_on])
