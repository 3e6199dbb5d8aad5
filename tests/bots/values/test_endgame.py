"""The exact end of a game, against a plain recursion over the rules' own boards."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from game.bots.values.classic import SPACE_COUNT, TILE_COUNT
from game.bots.values.endgame import EXACT, exact_values
from game.bots.values.master_search import search
from game.bots.values.rollouts import Rollouts
from game.bots.values.standard_values import standard_values
from tests.bots.values.positions import (
    line_points,
    position_of,
)


def sorted_board(left: int, seed: int) -> list[int]:
    """A board with so many empty spaces whose tiles, nearly in order, make lines that score."""
    random = np.random.default_rng(seed)
    tiles = sorted(random.permutation(TILE_COUNT)[:SPACE_COUNT].tolist())
    for space in random.permutation(SPACE_COUNT)[:left]:
        tiles[space] = -1
    return tiles


def expected(board: list[int]) -> float:
    """The expected total with the best placements, by trying everything (S1)."""
    bag = frozenset(range(TILE_COUNT)) - set(board)

    @cache
    def value(placed: tuple[int, ...]) -> float:
        free = [space for space, tile in enumerate(placed) if tile < 0]
        if not free:
            return line_points(list(placed))
        left = bag - set(placed)
        return sum(
            max(value((*placed[:space], tile, *placed[space + 1 :])) for space in free)
            for tile in left
        ) / len(left)

    return value(tuple(board))


@pytest.mark.parametrize("left", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_end_is_the_expectation_of_the_best_placements(left: int, seed: int) -> None:
    board = sorted_board(left, seed)
    assert exact_values(position_of(board)) == pytest.approx([expected(board)], abs=1e-3)


def test_five_empty_spaces_are_one_call_before_four() -> None:
    board = sorted_board(EXACT, 4)
    p, total = position_of(board), 0.0
    for tile in np.flatnonzero(p.bags[0]):
        free = np.flatnonzero(p.empty[0])
        then = p.take(np.zeros(len(free), np.int64))
        then = then.put(np.arange(len(then)), np.full(len(free), tile), free)
        total += float(exact_values(then).max())
    assert exact_values(p) == pytest.approx([total / p.bags[0].sum()], abs=1e-3)


def test_the_search_is_exact_on_every_space_for_the_last_six_placements() -> None:
    for left in range(1, 7):
        board = sorted_board(left, 5)
        p = position_of(board)
        tile = int(p.bags[0].argmax())
        found = search(standard_values, p, np.array([tile]), Rollouts())[0]
        assert np.array_equal(np.isfinite(found), p.empty[0])
        for space in np.flatnonzero(p.empty[0])[: 6 if left < 5 else 1]:
            then = list(board)
            then[space] = tile
            exact = expected(then) if left < 5 else float(exact_values(position_of(then))[0])
            assert found[space] == pytest.approx(exact, abs=1e-3)
