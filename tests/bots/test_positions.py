"""Boards with their bags, and what the network of the standard game makes of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from game.bots.training.close_choices import start_positions
from game.bots.values.classic import CLOSED, LINE_COUNT, SPACE_COUNT, TILE_COUNT, encode_lines
from game.bots.values.lookahead import lookahead
from game.bots.values.positions import Positions
from game.bots.values.standard_values import space_values, standard_values
from game.rules.boards import CLASSIC
from game.rules.tiles import REGULAR_TILES, Direction


def random_positions(n: int, placed: int, seed: int = 1) -> Positions:
    """n boards after `placed` random placements."""
    random = np.random.default_rng(seed)
    p = start_positions(n)
    for _ in range(placed):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bags])
        spaces = np.array([random.choice(np.flatnonzero(empty)) for empty in p.empty])
        p = p.put(np.arange(len(p)), tiles, spaces)
    return p


def position_of(tiles: list[int]) -> Positions:
    """Return the board with these tiles by space, -1 where empty, and all others in the bag."""
    p = start_positions(1)
    for space, tile in enumerate(tiles):
        if tile >= 0:
            p = p.put(np.arange(len(p)), np.array([tile]), np.array([space]))
    return p


def values_of(tiles: list[int], tile: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return the value of the next tile on each space of that board."""
    p = position_of(tiles)
    return space_values(p.boards, p.bags[0], tile)


def totals_of(p: Positions) -> list[float]:
    """Return the totals of full boards."""
    return [float(total) for total in p.boards.score(with_rays=False)]


def line_points(tiles: list[int]) -> int:
    """A full board's points counted from the rules' own tiles and lines (S1)."""
    total = 0
    for line in CLASSIC.lines:
        numbers: set[int | None] = set()
        for space in line.spaces:
            tile = REGULAR_TILES[tiles[space]]
            stripes = {
                Direction.VERTICAL: tile.vertical,
                Direction.RISING: tile.rising,
                Direction.FALLING: tile.falling,
            }
            numbers.add(stripes[line.direction])
        if len(numbers) == 1:
            total += (numbers.pop() or 0) * len(line)
    return total


def test_full_boards_bank_what_the_rules_count() -> None:
    random = np.random.default_rng(5)
    for _ in range(50):
        # Tiles sorted along one number make lines that do score.
        tiles = sorted(random.permutation(TILE_COUNT)[:SPACE_COUNT].tolist())
        assert totals_of(position_of(tiles)) == [line_points(tiles)]


def test_a_line_is_closed_when_it_is_full_or_shows_two_numbers() -> None:
    random = np.random.default_rng(6)
    tiles = random.permutation(TILE_COUNT)[:SPACE_COUNT]
    tiles[random.permutation(SPACE_COUNT)[:9]] = -1
    numbers = encode_lines(position_of(tiles.tolist()).boards)[0]
    by_lines = {frozenset(line.spaces) for line in CLASSIC.lines}
    assert len(by_lines) == LINE_COUNT
    closed = 0
    for line in CLASSIC.lines:
        lying = [REGULAR_TILES[tiles[space]] for space in line.spaces if tiles[space] >= 0]
        shown = {
            {
                Direction.VERTICAL: tile.vertical,
                Direction.RISING: tile.rising,
                Direction.FALLING: tile.falling,
            }[line.direction]
            for tile in lying
        }
        closed += len(lying) == len(line) or len(shown) > 1
    assert (numbers == CLOSED).sum() == closed > 0


@pytest.mark.parametrize("placed", [1, 6, 11, 16])
def test_a_board_is_worth_the_same_from_the_other_side(placed: int) -> None:
    p = random_positions(20, placed)
    lines = np.arange(LINE_COUNT).reshape(3, 5)[:, ::-1].ravel()
    boards = replace(
        p.boards,
        bits=p.boards.bits[:, lines],
        left=p.boards.left[:, lines],
        filled=p.boards.filled[:, ::-1],
    )
    turned = standard_values(replace(p, boards=boards))
    assert turned == pytest.approx(standard_values(p), abs=0.02)


def test_values_stand_where_the_board_is_empty() -> None:
    tiles = [-1] * SPACE_COUNT
    for step, tile in enumerate([0, 26, 13, 5, 17, 8, 20]):
        found = values_of(tiles, tile)
        assert np.isfinite(found).tolist() == [t < 0 for t in tiles]
        p = position_of(tiles)
        children = p.put(
            np.zeros(len(tiles) - step, np.intp),
            np.full(len(tiles) - step, tile),
            np.flatnonzero(p.empty[0]),
        )
        assert abs(standard_values(children).max() - found.max()) < 15, step
        tiles[int(found.argmax())] = tile


@pytest.mark.parametrize("left", [1, 2])
def test_looking_ahead_is_the_plain_mean_of_the_best(left: int) -> None:
    p = random_positions(3, SPACE_COUNT - left)
    for i, value in enumerate(lookahead(standard_values, p)):
        totals = []
        for tile in np.flatnonzero(p.bags[i]):
            best = -np.inf
            for space in np.flatnonzero(p.empty[i]):
                child = p.take(np.array([i]))
                child = child.put(np.arange(len(child)), np.array([tile]), np.array([space]))
                best = max(best, float(standard_values(child)[0]))
            totals.append(best)
        assert np.mean(totals) == pytest.approx(value, abs=1e-3)
