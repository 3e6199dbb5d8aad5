"""Clause T5: which tiles bear a sun."""

from __future__ import annotations

from collections import Counter

from game.rules.tiles import NUMBERS, REGULAR_TILES, WILD_TILES, Symbol


def test_t5_suns_are_the_regular_tiles_with_an_even_sum_of_positions() -> None:
    places = {
        tile: sum(
            numbers.index(number)
            for direction, numbers in NUMBERS.items()
            if (number := tile.number(direction)) is not None
        )
        for tile in REGULAR_TILES
    }
    assert all(tile.is_sun is (place % 2 == 0) for tile, place in places.items())
    assert Counter(t.symbol for t in REGULAR_TILES) == {Symbol.SUN: 14, Symbol.MOON: 13}
    assert [t.is_sun for t in WILD_TILES] == [True, False, True, False]
