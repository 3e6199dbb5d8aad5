"""Chances that needed tiles are called, counted over all calls."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.bots.values.chances import IMPOSSIBLE_NEED, NEEDS, chances, surpluses


@pytest.mark.parametrize(("to_come", "bag"), [(1, 4), (3, 7), (5, 5), (2, 9)])
def test_a_chance_is_the_share_of_calls_with_enough_of_the_tiles(to_come: int, bag: int) -> None:
    table = chances(to_come, bag)
    assert table.shape == (32, NEEDS)
    every = [*combinations(range(bag), to_come)]
    for fitting in range(32):
        for need in range(NEEDS):
            have = [sum(tile < fitting for tile in call) for call in every]
            enough = sum(count >= need for count in have) if need != IMPOSSIBLE_NEED else 0
            assert table[fitting, need] == pytest.approx(enough / len(every), abs=1e-6)


def test_a_surplus_is_what_is_expected_beyond_the_need_in_thirds_within_bounds() -> None:
    table = surpluses(10, 20)
    for fitting, need, thirds in (
        (6, 0, 1), (6, 3, 0), (0, 2, -2 / 3), (0, 3, -1), (0, 9, -1), (9, 0, 1.5), (20, 0, 1.5),
        (31, IMPOSSIBLE_NEED, 0), (0, IMPOSSIBLE_NEED, 0),
    ):  # fmt: skip
        assert table[fitting, need] == pytest.approx(thirds)
