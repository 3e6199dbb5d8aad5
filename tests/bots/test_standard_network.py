"""The value network's positions and features, against the rules and against themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from game.bots.values.boards import empty_boards
from game.bots.values.lookahead import lookahead
from game.bots.values.positions import Positions
from game.bots.values.standard_features import features, hopes
from game.bots.values.standard_layout import CLOSED, GRID, LINES, SPACES, TILES
from game.bots.values.standard_values import space_values, standard_valuer
from game.rules.boards import CLASSIC
from game.rules.tiles import REGULAR_TILES, Direction


def start_positions(n: int) -> Positions:
    """n empty boards with full bags."""
    return Positions.of(empty_boards(GRID, n), np.ones((n, TILES), np.bool_))


def random_positions(n: int, placed: int, seed: int = 1) -> Positions:
    """n boards after `placed` random placements."""
    random = np.random.default_rng(seed)
    p = start_positions(n)
    for _ in range(placed):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bag])
        spaces = np.array([random.choice(np.flatnonzero(empty)) for empty in p.empty])
        p = p.put(np.arange(len(p)), tiles, spaces)
    return p


def position_of(tiles: list[int]) -> Positions:
    """The board with these tiles by space, -1 where none lies, and all others in the bag."""
    p = start_positions(1)
    for space, tile in enumerate(tiles):
        if tile >= 0:
            p = p.put(np.arange(len(p)), np.array([tile]), np.array([space]))
    return p


def values_of(
    tiles: list[int], tile: int, *, deeply: bool
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """What the next tile is worth on each space of that board."""
    p = position_of(tiles)
    return space_values(p.boards, p.bag[0], tile, deeply=deeply)


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
        tiles = sorted(random.permutation(TILES)[:SPACES].tolist())
        assert position_of(tiles).banked[0] == line_points(tiles)


def test_the_last_placement_is_exact() -> None:
    p = random_positions(40, SPACES - 1)
    exact = p.banked + hopes(p).sum(1)
    for i in range(len(p)):
        totals = []
        for tile in np.flatnonzero(p.bag[i]):
            end = p.take(np.array([i]))
            end = end.put(np.arange(len(end)), np.array([tile]), np.flatnonzero(p.empty[i]))
            totals.append(end.banked[0])
        assert np.mean(totals) == pytest.approx(exact[i], abs=1e-3)


@pytest.mark.parametrize("placed", [1, 6, 11, 16])
def test_half_turned_boards_have_turned_features(placed: int) -> None:
    p = random_positions(20, placed)
    lines = np.arange(LINES).reshape(3, 5)[:, ::-1].ravel()
    boards = replace(
        p.boards,
        bits=p.boards.bits[:, lines],
        left=p.boards.left[:, lines],
        filled=p.boards.filled[:, ::-1],
    )
    turned = replace(p, boards=boards)
    x, hope = features(p)
    turned_x, turned_hope = features(turned)
    assert np.array_equal(turned_hope, hope[:, lines])
    # The same features stand elsewhere.
    assert np.array_equal(np.sort(turned_x), np.sort(x))
    assert not np.array_equal(turned_x, x)


def test_closed_lines_hold_no_hope() -> None:
    p = random_positions(60, 10)
    assert not hopes(p)[p.number == CLOSED].any()


def test_values_stand_where_the_board_is_empty_and_the_search_agrees_on_them() -> None:
    tiles = [-1] * SPACES
    for step, tile in enumerate([0, 26, 13, 5, 17, 8, 20]):
        fast, full = (values_of(tiles, tile, deeply=deeply) for deeply in (False, True))
        assert np.isfinite(fast).tolist() == [t < 0 for t in tiles]
        assert np.isfinite(full).tolist() == [t < 0 for t in tiles]
        assert abs(fast.max() - full.max()) < 15, step
        tiles[int(full.argmax())] = tile


def test_looking_ahead_from_the_last_but_one_space_is_the_plain_mean() -> None:
    p = random_positions(3, SPACES - 2)
    valuer = standard_valuer()
    for i, value in enumerate(lookahead(valuer.values, p)):
        totals = []
        for tile in np.flatnonzero(p.bag[i]):
            best = 0.0
            for space in np.flatnonzero(p.empty[i]):
                child = p.take(np.array([i]))
                child = child.put(np.arange(len(child)), np.array([tile]), np.array([space]))
                best = max(best, float(valuer.values(child)[0]))
            totals.append(best)
        assert np.mean(totals) == pytest.approx(value, abs=1e-3)
