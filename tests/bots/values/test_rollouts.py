"""Rollouts: legal placements, even orders of calls, and their expectation."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from game.bots.arrays import Bools
from game.bots.values.classic import (
    SPACE_COUNT,
)
from game.bots.values.endgame import exact_values
from game.bots.values.lookahead import after_placing
from game.bots.values.rollouts import Rollouts, chosen, orders, values_after
from game.bots.values.shortlist import worth_judging
from game.bots.values.standard_values import standard_values
from game.rules.boards import CLASSIC
from game.rules.ruleset import Ruleset
from tests.bots.values.positions import (
    random_positions,
)


@pytest.mark.parametrize("placed", [1, 3, 6, 17])
def test_who_plays_on_places_where_the_rules_allow(placed: int) -> None:
    def touches(space: int, filled: Bools) -> bool:
        return any(filled[near] for near in CLASSIC.neighbours[space])

    free, rules = random_positions(100, placed), Ruleset.parse("classic adjacent single none")
    p = replace(free, rules=rules).without_bounds()
    tiles = p.bags.argmax(1)
    may, would = (chosen(standard_values, some, tiles) for some in (p, free))
    for space, filled in zip(may, p.boards.filled, strict=True):
        assert not filled[space]
        assert touches(space, filled)
    is_open = all(touches(s, f) or f[s] for f in p.boards.filled for s in range(SPACE_COUNT))
    assert (p.rules == free.rules) == is_open == (may == would).all() == (placed == 17)


@pytest.mark.parametrize("placed", [6, 17])
def test_of_the_close_spaces_the_one_worth_most_is_chosen(placed: int) -> None:
    p = random_positions(30, placed)
    tiles = p.bags.argmax(1)
    is_close = worth_judging(p, tiles, 4, 3.0)
    assert {2} <= {*is_close.sum(1).tolist()} <= {1, 2, 3, 4}
    values = np.where(is_close, after_placing(standard_values, p, tiles), -np.inf)
    found = values[np.arange(len(p)), chosen(standard_values, p, tiles)]
    assert found == pytest.approx(values.max(1), abs=1e-3)


@pytest.mark.parametrize("times", [1, 3])
def test_orders_call_every_tile_equally_often_at_every_place_and_repeat_none(times: int) -> None:
    bag = random_positions(1, 9).bags[0]
    calls = orders(bag, 5, times, np.random.default_rng(1))
    assert calls.shape == (18 * times, 5)
    for column in calls.T:
        tiles, often = np.unique(column, return_counts=True)
        assert tiles.tolist() == np.flatnonzero(bag).tolist()
        assert set(often.tolist()) == {times}
    assert all(len(set(row)) == 5 for row in calls.tolist())


def test_orders_are_those_of_a_game() -> None:
    bag = random_positions(1, 9).bags[0]
    assert orders(bag, SPACE_COUNT - 9, 1, np.random.default_rng(1)).shape == (18, 10)
    with pytest.raises(ValueError, match="11 calls of 18 tiles are more than a game has"):
        orders(bag, 11, 1, np.random.default_rng(1))


def test_orders_leave_pairs_of_tiles_to_chance() -> None:
    bag = random_positions(1, 9).bags[0]
    calls = orders(bag, 2, 1700, np.random.default_rng(1))
    _, often = np.unique(calls, axis=0, return_counts=True)
    # Each of the 18 x 17 pairs 100 times on average.
    assert len(often) == 18 * 17
    assert often.min() > 50
    assert often.max() < 150


def test_playing_all_orders_out_is_the_expectation() -> None:
    p = random_positions(3, SPACE_COUNT - 2)
    for i in range(len(p)):
        board = p.take(np.array([i]))
        calls = np.array(list(permutations(np.flatnonzero(board.bags[0]).tolist(), 2)))
        found = values_after(standard_values, board, calls)
        assert found.mean(1) == pytest.approx(exact_values(board), abs=1e-2)
        alone = [values_after(standard_values, board, calls[j : j + 1]) for j in (0, 5)]
        assert found[:, [0, 5]] == pytest.approx(np.hstack(alone), abs=1e-2)


def test_more_time_is_more_often_played_on() -> None:
    few, many = Rollouts(boards=3000), Rollouts(boards=30000)
    for to_come in range(1, SPACE_COUNT):
        assert 1 <= few.times(to_come, 3) <= many.times(to_come, 3)
        assert few.times(to_come, 4) <= few.times(to_come, 2)
        assert 1 <= few.length(to_come) <= to_come


def test_rollouts_are_longest_in_the_middle_and_as_many_as_the_time_allows() -> None:
    lengths = [Rollouts().length(n) for n in (1, 3, 6, 7, 9, 10, 13, 14, 18)]
    assert lengths == [1, 3, 3, 4, 4, 5, 5, 4, 4]
    # 2 or 3 boards judged for each call and the end, for each of the bag's tiles and each choice.
    for to_come, choices, boards in ((10, 6, 2 * 6 * 18), (15, 2, 2 * 5 * 23), (16, 2, 3 * 5 * 24)):
        assert Rollouts().times(to_come, choices) == 2_800 // (choices * boards)
