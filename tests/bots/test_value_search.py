"""Playing on, the quick look before it, the search and the book of the first placements."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from game.bots.standard import FULL, fast_values, full_values, standard_valuer
from game.bots.value.book import Book, load_book
from game.bots.value.layout import SPACES, TILES
from game.bots.value.lookahead import after_placing, lookahead
from game.bots.value.positions import Positions
from game.bots.value.rollouts import Rollouts, orders, play_on
from game.bots.value.screen import quick_values
from game.bots.value.search import Depth, search
from game.resources import asset
from tests.bots.test_value_network import random_positions


def self_played(n: int, placed: int, seed: int = 3) -> Positions:
    """n boards after `placed` placements of the networks' choice."""
    random = np.random.default_rng(seed)
    p = Positions.start(n)
    for _ in range(placed):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bag])
        p.place(tiles, after_placing(standard_valuer().quick, p, tiles).argmax(1))
    return p


@pytest.mark.parametrize("placed", [4, 6, 8, 10, 12, 15])
def test_the_quick_look_hardly_ever_misses_the_networks_choice(placed: int) -> None:
    p = self_played(60, placed)
    tiles = p.bag.argmax(1)
    values = after_placing(standard_valuer().quick, p, tiles)
    quick = quick_values(p, tiles)
    assert np.array_equal(np.isfinite(quick), p.empty)
    kept = 7 if placed < 6 else 5 if placed < 8 else 4 if placed < 12 else 3
    best = values.argmax(1)[:, None]
    is_missed = (quick > np.take_along_axis(quick, best, 1)).sum(1) >= kept
    assert is_missed.mean() < 0.15
    assert np.corrcoef(quick[p.empty], (values - values.max(1)[:, None])[p.empty])[0, 1] > 0.6


def test_orders_begin_with_every_tile_equally_often_and_repeat_none() -> None:
    bag = random_positions(1, 9).bag[0]
    calls = orders(bag, 5, 3, np.random.default_rng(1))
    assert calls.shape == (54, 5)
    tiles, times = np.unique(calls[:, 0], return_counts=True)
    assert tiles.tolist() == np.flatnonzero(bag).tolist()
    assert set(times.tolist()) == {3}
    assert all(len(set(row)) == 5 for row in calls.tolist())
    assert bag[calls].all()


def test_playing_all_orders_out_is_the_expectation() -> None:
    p = random_positions(3, SPACES - 2)
    valuer = standard_valuer()
    for i in range(len(p)):
        board = p.take(np.array([i]))
        calls = np.array(list(permutations(np.flatnonzero(board.bag[0]).tolist(), 2)))
        # With one space left the networks' values are exact.
        found = play_on(valuer, valuer, board, calls)
        assert found == pytest.approx(lookahead(valuer, board), abs=1e-2)


def test_more_time_is_more_often_played_on() -> None:
    few, many = Rollouts(boards=3000), Rollouts(boards=30000)
    for placed in range(1, SPACES):
        assert 1 <= few.times(placed, 3) <= many.times(placed, 3)
        assert few.times(placed, 4) <= few.times(placed, 2)
        assert 1 <= few.length(placed) <= SPACES - placed


@pytest.mark.parametrize("placed", [2, 7, 12, 16])
def test_the_search_repeats_itself_and_stays_near_the_networks(placed: int) -> None:
    p = self_played(2, placed)
    tiles = p.bag.argmax(1)
    depth = Depth(rollouts=Rollouts(boards=1500))
    found = search(standard_valuer(), p, tiles, depth)
    assert np.array_equal(found, search(standard_valuer(), p, tiles, depth))
    assert np.array_equal(np.isfinite(found), p.empty)
    plain = after_placing(standard_valuer(), p, tiles)
    assert np.abs(found.max(1) - plain.max(1)).max() < 12
    # A board alone is judged as it is among others.
    alone = search(standard_valuer(), p.take(np.array([1])), tiles[1:], depth)
    assert alone[0] == pytest.approx(found[1], abs=1e-3)


def test_a_book_knows_the_board_from_both_sides() -> None:
    random = np.random.default_rng(2)
    book = Book(
        random.random((TILES, SPACES), np.float32),
        random.random((TILES, TILES, SPACES), np.float32),
    )
    tiles = [-1] * SPACES
    found = book.find(tiles, 4)
    assert found is not None
    assert found.tolist() == book.first[4].tolist()
    best = int(found.argmax())
    for space, step in ((best, 1), (SPACES - 1 - best, -1)):
        board = [4 if s == space else -1 for s in range(SPACES)]
        second = book.find(board, 20)
        assert second is not None
        assert second.tolist() == book.second[4, 20, ::step].tolist()
    elsewhere = next(s for s in range(SPACES) if s not in (best, SPACES - 1 - best))
    assert book.find([4 if s == elsewhere else -1 for s in range(SPACES)], 20) is None
    assert book.find([4, 5] + [-1] * 17, 20) is None


def test_the_games_book_is_whole_and_says_what_the_networks_say() -> None:
    book = load_book(asset("bots", "standard.npz"))
    assert book is not None
    assert np.isfinite(book.first).all()
    for tile in (0, 13, 26):
        bag = [t != tile for t in range(TILES)]
        values = full_values([-1] * SPACES, bag, tile, FULL)
        assert values.tolist() == book.first[tile].tolist()
        assert abs(values.max() - fast_values([-1] * SPACES, bag, tile).max()) < 5
        space = int(values.argmax())
        for other in set(range(TILES)) - {tile}:
            second = book.second[tile, other]
            assert np.isneginf(second[space])
            assert np.isfinite(np.delete(second, space)).all()
