"""The search of `master`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from game.bots.arrays import Float32s
from game.bots.values.endgame import exact_values
from game.bots.values.lookahead import after_placing
from game.bots.values.master_search import look_closely, search
from game.bots.values.positions import Positions
from game.bots.values.rollouts import Rollouts
from game.bots.values.standard_values import standard_values
from game.rules.ruleset import PlacementRule
from tests.bots.values.positions import self_played


@pytest.mark.parametrize("placed", [2, 7, 12, 16])
def test_the_search_repeats_itself_and_stays_near_the_network(placed: int) -> None:
    p = self_played(2, placed)
    tiles = p.bags.argmax(1)
    depth = Rollouts(boards=1500)
    found = search(standard_values, p, tiles, depth)
    assert np.array_equal(found, search(standard_values, p, tiles, depth))
    assert np.array_equal(np.isfinite(found), p.empty)
    plain = after_placing(standard_values, p, tiles)
    assert np.abs(found.max(1) - plain.max(1)).max() < 12
    # A board alone is judged as it is among others.
    alone = search(standard_values, p.take(np.array([1])), tiles[1:], depth)
    assert alone[0] == pytest.approx(found[1], abs=1e-3)


def test_only_a_space_that_was_looked_at_closely_is_the_best() -> None:
    p = self_played(1, 2)

    def judge(later: Positions) -> Float32s:
        # Every board is overrated until it is looked at a call later.
        points = 200 if later.to_come == p.to_come - 1 else 100
        return np.full(len(later), points, np.float32)

    (found,) = search(judge, p, p.bags.argmax(1), Rollouts(choices=1))
    assert sorted(found[p.empty[0]]) == pytest.approx([99.99] * 16 + [100])


def test_boards_without_rollouts_stay_just_behind_the_best_with_them() -> None:
    p = self_played(1, 9)
    tile = int(p.bags[0].argmax())
    spaces = np.flatnonzero(p.empty[0])
    children = p.put(np.zeros(len(spaces), np.intp), np.full(len(spaces), tile), spaces)
    before = np.full(len(spaces), 499, np.float32)
    before[:3] = 500
    rollouts = Rollouts(choices=3, boards=300)
    found = look_closely(standard_values, children, [tile], rollouts, before)
    assert found[:3].min() < found[:3].max() - 0.1
    assert found[3:] == pytest.approx(np.minimum(499, found[:3].max() - 0.01))


@pytest.mark.parametrize(
    ("placed", "placement", "is_exact"),
    [
        (14, PlacementRule.FREE, True),
        (13, PlacementRule.FREE, False),
        (14, PlacementRule.ADJACENT, False),
    ],
)
def test_the_last_placements_are_exact_where_every_space_is_legal(
    placed: int, placement: PlacementRule, is_exact: bool
) -> None:
    p = self_played(1, placed)
    bounded = replace(p, rules=replace(p.rules, placement=placement))

    def judge(later: Positions) -> Float32s:
        return np.full(len(later), 50, np.float32)

    expected = exact_values(p) if is_exact else [50]
    assert look_closely(judge, bounded, [0], Rollouts()) == pytest.approx(expected)
