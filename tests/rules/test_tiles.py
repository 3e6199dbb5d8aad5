"""Clauses T1 to T4: the tiles, their texts and their stripes."""

from __future__ import annotations

import copy
import pickle

import pytest

from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.errors import FormatError
from game.rules.tiles import NUMBERS, REGULAR_TILES, TILES, WILD_TILES, Direction, Tile
from tests.each import each


def test_t1_the_regular_tiles_are_every_combination_of_three_numbers() -> None:
    numbers = {(t.vertical, t.rising, t.falling) for t in REGULAR_TILES}
    assert len(REGULAR_TILES) == 27
    assert numbers == {(v, r, f) for v in (1, 5, 9) for r in (2, 6, 7) for f in (3, 4, 8)}


def test_t1_rising_runs_from_bottom_left_to_top_right_and_falling_from_top_left() -> None:
    middle = CLASSIC.lines_through[CLASSIC.index_of("c3")]
    by_direction = {line.direction: [CLASSIC.name_of(i) for i in line.spaces] for line in middle}
    assert by_direction[Direction.RISING] == ["a3", "b3", "c3", "d2", "e1"]
    assert by_direction[Direction.FALLING] == ["a1", "b2", "c3", "d3", "e3"]


def test_t3_a_tile_reads_left_top_right() -> None:
    tile = Tile.parse("294")
    assert (tile.rising, tile.vertical, tile.falling) == (2, 9, 4)
    assert [tile.number(d) for d in Direction] == [9, 2, 4]
    assert str(tile) == "294"


@each(TILES)
def test_t3_every_tile_has_a_text_that_reads_back(tile: Tile) -> None:
    assert Tile.parse(str(tile)) is tile
    assert eval(repr(tile)) is tile
    assert copy.deepcopy(tile) is copy.copy(tile) is pickle.loads(pickle.dumps(tile)) is tile
    assert TILES[tile.index] is tile
    for direction, mask in zip(Direction, tile.masks, strict=True):
        number, numbers = tile.number(direction), NUMBERS[direction]
        assert [n for i, n in enumerate(numbers) if mask >> i & 1] == (
            list(numbers) if number is None else [number]
        )


@each(["", "29", "2944", "924", "295", "1**", "*5*", "**4", "2*3", "２94"])
def test_t3_other_texts_are_no_tiles(text: str) -> None:
    with pytest.raises(FormatError) as refused:
        Tile.parse(text)
    assert str(refused.value) == f"no such tile: '{text}'"


def test_t4_four_wild_tiles_are_used_on_the_daffodil_board_only() -> None:
    assert [str(t) for t in WILD_TILES] == ["***", "*1*", "2**", "**3"]
    assert DAFFODIL.tile_set == REGULAR_TILES + WILD_TILES
    assert CLASSIC.tile_set == REGULAR_TILES
    assert [t.is_wild for t in TILES] == [False] * 27 + [True] * 4


def test_t4_a_wild_stripe_stands_for_each_of_its_directions_numbers() -> None:
    triple, black, white, pink = WILD_TILES
    masks = [t.masks for t in WILD_TILES]
    assert masks == [(7, 7, 7), (1, 7, 7), (7, 1, 7), (7, 7, 1)]
    assert (triple.vertical, black.vertical, white.rising, pink.falling) == (None, 1, 2, 3)
