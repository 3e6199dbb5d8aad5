"""Playing on, the quick look before it, the search and the book of the first placements."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from game.bots.arrays import Bools
from game.bots.values.book import Book, load_book
from game.bots.values.lookahead import after_placing, lookahead
from game.bots.values.positions import Positions
from game.bots.values.race import race
from game.bots.values.rollouts import Rollouts, chosen, orders, play_on
from game.bots.values.search import search
from game.bots.values.shortlist import line_codes, meanings, worth_judging
from game.bots.values.standard_layout import (
    CHANCE_OF_NEED,
    CLOSED,
    LENGTH,
    LINES,
    OPEN,
    POINTS,
    SPACES,
    TILE_NUMBERS,
    TILES,
)
from game.bots.values.standard_values import standard_valuer
from game.resources import asset
from game.rules.boards import CLASSIC
from game.rules.ruleset import Ruleset
from tests.bots.test_standard_network import (
    position_of,
    random_positions,
    start_positions,
    values_of,
)


def self_played(n: int, placed: int, seed: int = 3) -> Positions:
    """n boards after `placed` placements of the networks' choice."""
    random = np.random.default_rng(seed)
    p = start_positions(n)
    for _ in range(placed):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bag])
        p = p.put(
            np.arange(len(p)),
            tiles,
            after_placing(standard_valuer().quick.values, p, tiles).argmax(1),
        )
    return p


@pytest.mark.parametrize("placed", [1, 3, 6, 17])
def test_who_plays_on_places_where_the_rules_allow(placed: int) -> None:
    def touches(space: int, filled: Bools) -> bool:
        return any(filled[near] for near in CLASSIC.neighbours[space])

    free, rules = random_positions(100, placed), Ruleset.parse("classic adjacent single none")
    p = Positions.of(free.boards, free.bag, rules)
    tiles = p.bag.argmax(1)
    may, would = (chosen(standard_valuer().quick.values, some, tiles) for some in (p, free))
    for space, filled in zip(may, p.boards.filled, strict=True):
        assert not filled[space]
        assert touches(space, filled)
    is_open = all(touches(s, f) or f[s] for f in p.boards.filled for s in range(SPACES))
    assert (p.rules is None) == is_open == (may == would).all() == (placed == 17)


@pytest.mark.parametrize("placed", [1, 3, 5, 7, 9, 11, 13, 15, 16])
def test_the_quick_look_leaves_few_spaces_and_hardly_ever_misses_the_best(placed: int) -> None:
    p = self_played(200, placed)
    tiles = p.bag.argmax(1)
    values = after_placing(standard_valuer().quick.values, p, tiles)
    is_worth = worth_judging(p, tiles, 4, 3.0)
    assert not (is_worth & ~p.empty).any()
    assert is_worth.sum(1).min() >= 1
    assert is_worth.sum(1).mean() <= 4.5
    missed = values.max(1) - np.where(is_worth, values, -np.inf).max(1)
    # Points given away; a game's eighteen placements lose a fifth of a point.
    assert missed.mean() < 0.1


def test_the_quick_look_leaves_out_none_of_the_last_two_spaces() -> None:
    p = self_played(20, SPACES - 2)
    assert np.array_equal(worth_judging(p, p.bag.argmax(1), 1, 0.0), p.empty)


def test_codes_of_lines_mean_what_the_tile_does_to_them() -> None:
    for placed in (1, 6, 12):
        p = random_positions(50, placed)
        tiles = p.bag.argmax(1)
        seen = meanings(placed)[line_codes(p, tiles)]
        own = TILE_NUMBERS[tiles][:, np.arange(LINES) // 5]
        assert np.array_equal(seen[:, :, 0] == 1, p.number == CLOSED)
        goes_on = (p.number == own) | (p.number == OPEN)
        assert np.array_equal(seen[:, :, 1:6].any(2), goes_on)
        assert np.array_equal(seen[:, :, 18:22].any(2), ~goes_on & (p.number != CLOSED))
        # Going on with a line brings it the points of its number, if enough of them still come.
        after = p.take(np.arange(len(p)))
        after.bag[np.arange(len(p)), tiles] = False
        left = (TILE_NUMBERS[None, :, np.arange(LINES) // 5] == own[:, None]) & after.bag[
            :, :, None
        ]
        chance = CHANCE_OF_NEED[placed + 1][left.sum(1), np.maximum(LENGTH - p.filled - 1, 0)]
        hoped = chance * POINTS[np.arange(LINES), own] / 20
        assert np.allclose(seen[:, :, 6:11].sum(2)[goes_on], hoped[goes_on])


@pytest.mark.parametrize("times", [1, 3])
def test_orders_call_every_tile_equally_often_at_every_place_and_repeat_none(times: int) -> None:
    bag = random_positions(1, 9).bag[0]
    calls = orders(bag, 5, times, np.random.default_rng(1))
    assert calls.shape == (18 * times, 5)
    for column in calls.T:
        tiles, often = np.unique(column, return_counts=True)
        assert tiles.tolist() == np.flatnonzero(bag).tolist()
        assert set(often.tolist()) == {times}
    assert all(len(set(row)) == 5 for row in calls.tolist())


def test_orders_are_those_of_a_game() -> None:
    bag = random_positions(1, 9).bag[0]
    assert orders(bag, SPACES - 9, 1, np.random.default_rng(1)).shape == (18, 10)
    with pytest.raises(ValueError, match="11 calls of 18 tiles are more than a game has"):
        orders(bag, 11, 1, np.random.default_rng(1))


def test_orders_leave_pairs_of_tiles_to_chance() -> None:
    bag = random_positions(1, 9).bag[0]
    calls = orders(bag, 2, 1700, np.random.default_rng(1))
    _, often = np.unique(calls, axis=0, return_counts=True)
    # Each of the 18 x 17 pairs 100 times on average.
    assert len(often) == 18 * 17
    assert often.min() > 50
    assert often.max() < 150


def test_playing_all_orders_out_is_the_expectation() -> None:
    p = random_positions(3, SPACES - 2)
    valuer = standard_valuer()
    for i in range(len(p)):
        board = p.take(np.array([i]))
        calls = np.array(list(permutations(np.flatnonzero(board.bag[0]).tolist(), 2)))
        # With one space left the networks' values are exact.
        found = play_on(valuer.values, valuer.values, board, calls).mean(1)
        assert found == pytest.approx(lookahead(valuer.values, board), abs=1e-2)


def test_more_time_is_more_often_played_on() -> None:
    few, many = Rollouts(boards=3000), Rollouts(boards=30000)
    for placed in range(1, SPACES):
        assert 1 <= few.times(placed, 3) <= many.times(placed, 3)
        assert few.times(placed, 4) <= few.times(placed, 2)
        assert 1 <= few.length(placed) <= SPACES - placed


def test_a_race_goes_on_with_the_choices_that_may_be_best() -> None:
    # The small network judges too: it is ten times as fast, and nothing here depends on who does.
    valuer = standard_valuer().quick
    p = self_played(1, 12)
    tile = int(p.bag[0].argmax())
    values = after_placing(valuer.values, p, np.array([tile]))[0]
    spaces = np.argsort(-values)[[0, 1, 2, 6]]
    choices = p.take(np.zeros(4, np.int64))
    choices = choices.put(np.arange(len(choices)), np.full(4, tile), spaces)
    before = values[spaces]

    def raced(rollouts: Rollouts, seed: int = 1) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        random = np.random.default_rng(seed)
        return race(valuer, choices, before, rollouts, random)

    # The calls' luck is left out.
    assert raced(Rollouts(rounds=1)).mean() == pytest.approx(before.mean(), abs=1e-3)
    # One that is far behind stays as far behind as the first round saw it.
    once, twice = raced(Rollouts(rounds=1)), raced(Rollouts(rounds=2))
    assert once.max() - once[3] == pytest.approx(twice.max() - twice[3], abs=1e-3)
    # Much time leaves little to the luck of the calls.
    apart = [
        np.std([raced(Rollouts(boards=boards, enough=0), seed) for seed in range(12)], 0).mean()
        for boards in (300, 5_000)
    ]
    assert apart[1] < 0.7 * apart[0]
    # Nothing to gain: one round is enough.
    assert np.array_equal(raced(Rollouts(enough=100)), once)


@pytest.mark.parametrize("placed", [2, 7, 12, 16])
def test_the_search_repeats_itself_and_stays_near_the_networks(placed: int) -> None:
    p = self_played(2, placed)
    tiles = p.bag.argmax(1)
    depth = Rollouts(boards=1500)
    found = search(standard_valuer(), p, tiles, depth)
    assert np.array_equal(found, search(standard_valuer(), p, tiles, depth))
    assert np.array_equal(np.isfinite(found), p.empty)
    plain = after_placing(standard_valuer().values, p, tiles)
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
    found = book.find(position_of(tiles), 4)
    assert found is not None
    assert found.tolist() == book.first[4].tolist()
    best = int(found.argmax())
    for space, step in ((best, 1), (SPACES - 1 - best, -1)):
        board = [4 if s == space else -1 for s in range(SPACES)]
        second = book.find(position_of(board), 20)
        assert second is not None
        assert second.tolist() == book.second[4, 20, ::step].tolist()
    elsewhere = next(s for s in range(SPACES) if s not in (best, SPACES - 1 - best))
    assert book.find(position_of([4 if s == elsewhere else -1 for s in range(SPACES)]), 20) is None
    assert book.find(position_of([4, 5] + [-1] * 17), 20) is None


def test_the_games_book_is_whole_and_says_what_the_networks_say() -> None:
    book = load_book(asset("bots", "standard.npz"))
    assert np.isfinite(book.first).all()
    for tile in (0, 13, 26):
        values = values_of([-1] * SPACES, tile, deeply=True)
        assert values.tolist() == book.first[tile].tolist()
        assert abs(values.max() - values_of([-1] * SPACES, tile, deeply=False).max()) < 5
        space = int(values.argmax())
        for other in set(range(TILES)) - {tile}:
            second = book.second[tile, other]
            assert np.isneginf(second[space])
            assert np.isfinite(np.delete(second, space)).all()
