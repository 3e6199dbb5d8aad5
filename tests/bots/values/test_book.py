"""The book of the first two placements."""

from __future__ import annotations

import numpy as np

from game.bots.training.close_choices import start_positions
from game.bots.values.book import Book, load_book
from game.bots.values.classic import (
    SPACE_COUNT,
    TILE_COUNT,
)
from game.bots.values.lookahead import after_placing
from game.bots.values.standard_values import standard_values
from game.resources import asset
from tests.bots.values.positions import (
    position_of,
    values_of,
)


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
