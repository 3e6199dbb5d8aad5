"""Boards and tiles as tables, against the rules' own."""

from __future__ import annotations

import numpy as np
import pytest

from game.bots.values.grid import FITTING, STRIPE_MASKS, SUNS, SYMBOLS, grid_of
from game.rules.boards import BOARDS, BoardName
from game.rules.tiles import DIRECTIONS, NUMBERS, TILES


@pytest.mark.parametrize("name", list(BoardName))
def test_a_grid_has_the_lines_points_and_neighbours_of_its_board(name: BoardName) -> None:
    board = BOARDS[name]
    grid = grid_of(board)
    assert (grid.spaces, grid.lines, grid.tiles) == (
        *(len(board), len(board.lines), len(board.tile_set)),
    )
    for line in board.lines:
        assert tuple(np.flatnonzero(grid.online[:, line.index])) == tuple(sorted(line.spaces))
        assert grid.lengths[line.index] == len(line)
        assert DIRECTIONS[grid.directions[line.index]] is line.direction
        numbers = NUMBERS[line.direction]
        for bits in range(8):
            best = max((n for i, n in enumerate(numbers) if bits >> i & 1), default=0)
            assert grid.points[line.index, bits] == best * len(line)
    assert not grid.online[-1].any(), "the daffodil is on no line"
    for space in range(len(board)):
        through = [line.index for line in board.lines_through[space]]
        assert grid.through[space].tolist() == through
        assert {*np.flatnonzero(grid.neighbours[space])} == {*board.neighbours[space]}
    assert {*np.flatnonzero(grid.stamens)} == {*board.stamens}


def test_a_tile_meets_the_wants_that_have_a_number_of_each_of_its_stripes() -> None:
    for tile in TILES:
        assert SUNS[tile.index] == tile.is_sun
        assert SYMBOLS[tile.index] == (1 if tile.is_sun else 2)
        assert STRIPE_MASKS[tile.index].tolist() == list(tile.masks)
        for want in range(512):
            sets = (want >> 6, want >> 3 & 7, want & 7)
            fits = all(mask & one for mask, one in zip(tile.masks, sets, strict=True))
            assert FITTING[tile.index, want] == fits
