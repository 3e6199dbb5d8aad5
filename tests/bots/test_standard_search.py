"""Playing on, the quick look before it, the search and the book of the first placements."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from game.bots.arrays import Bools
from game.bots.training.close_choices import start_positions
from game.bots.values.book import Book, load_book
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
from game.bots.values.endgame import EXACT, exact_values
from game.bots.values.lookahead import after_placing
from game.bots.values.master_search import search
from game.bots.values.positions import Positions
from game.bots.values.race import race
from game.bots.values.rollouts import Rollouts, chosen, orders, values_after
from game.bots.values.shortlist import line_codes, meanings, worth_judging
from game.bots.values.standard_values import standard_values
from game.resources import asset
from game.rules.boards import CLASSIC
from game.rules.ruleset import Ruleset
from tests.bots.test_positions import position_of, random_positions, values_of


def self_played(n: int, placed: int, seed: int = 3) -> Positions:
    """n boards after `placed` placements of the network's choice."""
    random = np.random.default_rng(seed)
    p = start_positions(n)
    for _ in range(placed):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bags])
        spaces = after_placing(standard_values, p, tiles).argmax(1)
        p = p.put(np.arange(len(p)), tiles, spaces)
    return p


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
        found = values_after(standard_values, board, calls).mean(1)
        assert found == pytest.approx(exact_values(board), abs=1e-2)


def test_more_time_is_more_often_played_on() -> None:
    few, many = Rollouts(boards=3000), Rollouts(boards=30000)
    for to_come in range(1, SPACE_COUNT):
        assert 1 <= few.times(to_come, 3) <= many.times(to_come, 3)
        assert few.times(to_come, 4) <= few.times(to_come, 2)
        assert 1 <= few.length(to_come) <= to_come


@pytest.mark.slow
def test_a_race_goes_on_with_the_choices_that_may_be_best() -> None:
    p = self_played(1, 12, seed=4)
    tile = int(p.bags[0].argmax())
    values = after_placing(standard_values, p, np.array([tile]))[0]
    spaces = np.argsort(-values)[[0, 1, 2, 6]]
    choices = p.take(np.zeros(4, np.int64))
    choices = choices.put(np.arange(len(choices)), np.full(4, tile), spaces)
    before = values[spaces]

    def raced(rollouts: Rollouts, seed: int = 1) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        random = np.random.default_rng(seed)
        return race(standard_values, choices, before, rollouts, random)

    # The calls' luck is left out.
    assert raced(Rollouts(rounds=1)).mean() == pytest.approx(before.mean(), abs=1e-3)
    # One that is far behind stays as far behind as the first round saw it.
    once, twice = raced(Rollouts(rounds=1)), raced(Rollouts(rounds=2))
    assert once.max() - once[3] == pytest.approx(twice.max() - twice[3], abs=1e-3)
    # Much time leaves little to the luck of the calls between the two that are close.
    apart = [
        np.std([raced(Rollouts(boards=boards, enough=0), seed)[:2] for seed in range(12)], 0).mean()
        for boards in (300, 5_000)
    ]
    assert apart[1] < 0.7 * apart[0]
    # Nothing to gain: one round is enough.
    assert np.array_equal(raced(Rollouts(enough=100)), once)


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


def test_a_book_knows_the_board_from_both_sides() -> None:
    random = np.random.default_rng(2)
    book = Book(
        random.random((TILE_COUNT, SPACE_COUNT), np.float32),
        random.random((TILE_COUNT, TILE_COUNT, SPACE_COUNT), np.float32),
    )
    tiles = [-1] * SPACE_COUNT
    found = book.find(position_of(tiles), 4)
    assert found is not None
    assert found.tolist() == book.first[4].tolist()
    best = int(found.argmax())
    for space, step in ((best, 1), (SPACE_COUNT - 1 - best, -1)):
        board = [4 if s == space else -1 for s in range(SPACE_COUNT)]
        second = book.find(position_of(board), 20)
        assert second is not None
        assert second.tolist() == book.second[4, 20, ::step].tolist()
    elsewhere = next(s for s in range(SPACE_COUNT) if s not in (best, SPACE_COUNT - 1 - best))
    assert (
        book.find(position_of([4 if s == elsewhere else -1 for s in range(SPACE_COUNT)]), 20)
        is None
    )
    assert book.find(position_of([4, 5] + [-1] * 17), 20) is None


def test_the_games_book_is_whole_and_says_what_the_network_says() -> None:
    book = load_book(asset("bots", "book.npz"))
    assert np.isfinite(book.first).all()
    for tile in (0, 13, 26):
        values = values_of([-1] * SPACE_COUNT, tile)
        assert values.tolist() == book.first[tile].tolist()
        start = start_positions(1)
        glance = after_placing(standard_values, start, np.array([tile]))
        assert abs(values.max() - glance.max()) < 5
        space = int(values.argmax())
        for other in set(range(TILE_COUNT)) - {tile}:
            second = book.second[tile, other]
            assert np.isneginf(second[space])
            assert np.isfinite(np.delete(second, space)).all()
