"""Boards in pixels: spaces are where they are hit, cells do not overlap, the cursor reaches all."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.boards import ASIDE_INDEX, CLASSIC, DAFFODIL, Board
from game.rules.tiles import Direction
from game.ui.layout.hexagon import hex_height
from game.ui.layout.hexes import BoardLayout, HexStep, lay_out_board
from game.ui.layout.rects import Rect

boards = st.sampled_from((CLASSIC, DAFFODIL))
areas = st.builds(
    Rect, st.integers(0, 500), st.integers(0, 500), st.integers(120, 3840), st.integers(120, 2160)
)


@given(boards, areas, st.floats(0, 2 * math.pi), st.floats(0, 0.86))
def test_every_space_is_hit_anywhere_inside_its_cell(
    board: Board, area: Rect, angle: float, distance: float
) -> None:
    layout = lay_out_board(board, area)
    reach = layout.radius * distance
    for i, (x, y) in enumerate(layout.centres):
        assert layout.hit((x + reach * math.cos(angle), y + reach * math.sin(angle))) == i


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_beside_an_edge_the_nearer_space_is_hit(board: Board) -> None:
    layout = lay_out_board(board, Rect(0, 0, 800, 800))
    for i, (x, y) in enumerate(layout.centres):
        for degrees in range(5, 360, 10):
            angle = math.radians(degrees)
            to_edge = hex_height(1) / 2 / math.cos(math.radians((degrees % 60) - 30))
            reach = layout.radius * 0.97 * to_edge
            assert layout.hit((x + reach * math.cos(angle), y + reach * math.sin(angle))) == i


@given(boards, areas)
def test_cells_do_not_overlap_and_stay_inside(board: Board, area: Rect) -> None:
    layout = lay_out_board(board, area)
    nearest = min(math.dist(a, b) for i, a in enumerate(layout.centres) for b in layout.centres[:i])
    assert nearest >= hex_height(layout.radius) - 1e-6
    assert area.inset(-1).contains(layout.bounds()[:2])
    assert layout.bounds().right <= area.right + 1
    assert layout.bounds().bottom <= area.bottom + 1


@given(boards, areas)
def test_beside_the_board_nothing_is_hit(board: Board, area: Rect) -> None:
    layout = lay_out_board(board, area)
    bounds = layout.bounds()
    assert layout.hit((bounds.x - layout.radius, bounds.y - layout.radius)) is None
    assert layout.hit((bounds.right + layout.radius, bounds.bottom)) is None


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_columns_stand_vertically_with_the_first_space_on_top(board: Board) -> None:
    layout = lay_out_board(board, Rect(0, 0, 800, 800))
    for space in board.spaces:
        x, y = layout.centres[space.index]
        below = [s for s in board.spaces if s.q == space.q and s.r == space.r + 1]
        for other in below:
            assert layout.centres[other.index][0] == pytest.approx(x)
            assert layout.centres[other.index][1] > y


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_steps_agree_with_the_rules_neighbours(board: Board) -> None:
    layout = lay_out_board(board, Rect(0, 0, 800, 800))
    six = [s for s in HexStep if s.value[1] is not None]
    for space in range(len(board)):
        reached = {layout.move(space, step) for step in six} - {space}
        assert reached == set(board.neighbours[space])


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_lines_end_on_the_board_s_edge_in_their_direction(board: Board) -> None:
    layout = lay_out_board(board, Rect(0, 0, 800, 800))
    degrees = {Direction.VERTICAL: 90, Direction.RISING: -30, Direction.FALLING: 30}
    for line in board.lines:
        start, end = layout.line_ends(line.index)
        angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        assert angle == pytest.approx(degrees[line.direction])
        assert math.dist(start, end) == pytest.approx(len(line) * hex_height(layout.radius))
        for point in layout.beyond(line.index, 3):
            assert layout.hit(point) is None


def test_a_layout_is_scaled_by_its_radius_alone() -> None:
    small = BoardLayout(CLASSIC, 10, (0, 0))
    large = BoardLayout(CLASSIC, 20, (0, 0))
    for a, b in zip(small.centres, large.centres, strict=True):
        assert (a[0] * 2, a[1] * 2) == pytest.approx(b)


def test_the_daffodil_is_hit_where_its_places_lie_and_only_where_there_are_any() -> None:
    area = Rect(30, 10, 900, 700)
    plain, layout = lay_out_board(DAFFODIL, area), lay_out_board(DAFFODIL, area, has_aside=True)
    assert plain.aside == ()
    assert len(layout.aside) == 3
    for x, y in layout.aside:
        edge = (x + layout.aside_radius * 1.19, y)
        assert layout.hit((x, y)) == layout.hit(edge) == ASIDE_INDEX
        assert plain.hit((x, y)) is None
        assert layout.hit((x + layout.aside_radius * 4, y)) is None
    assert [layout.hit(at) for at in layout.centres] == list(range(len(DAFFODIL)))
    # Moved, the board takes its daffodil along.
    moved = replace(layout, origin=(layout.origin[0] + 5, layout.origin[1] - 7))
    for place, (x, y) in zip(moved.aside, layout.aside, strict=True):
        assert place == pytest.approx((x + 5, y - 7))


def test_halfway_between_two_rows_the_cursor_goes_to_the_lower_one() -> None:
    layout = lay_out_board(CLASSIC, Rect(0, 0, 800, 800))
    for space in CLASSIC.spaces:
        for step, side in ((HexStep.LEFT, -1), (HexStep.RIGHT, 1)):
            y = layout.centres[space.index][1]
            beside = [s.index for s in CLASSIC.spaces if s.q == space.q + side]
            if beside:
                near = min(abs(layout.centres[i][1] - y) for i in beside)
                ties = [i for i in beside if abs(layout.centres[i][1] - y) < near + 1e-6]
                goal = layout.move(space.index, step)
                assert goal == max(ties, key=lambda i: layout.centres[i][1])


def test_going_right_and_back_keeps_the_row_that_the_cursor_came_from() -> None:
    layout = lay_out_board(CLASSIC, Rect(0, 0, 800, 800))
    for start in range(len(CLASSIC)):
        row, there = layout.centres[start][1], start
        ways = [start]
        while (beyond := layout.move(there, HexStep.RIGHT, row)) != there:
            ways.append(there := beyond)
            near = abs(layout.centres[there][1] - row)
            column = [s.index for s in CLASSIC.spaces if s.q == CLASSIC.spaces[there].q]
            assert near == pytest.approx(min(abs(layout.centres[i][1] - row) for i in column))
        for before in ways[-2::-1]:
            there = layout.move(there, HexStep.LEFT, row)
            assert there == before
    middle = layout.nearest(layout.bounds().centre)
    assert {layout.move(None, step) for step in HexStep} == {middle}
    assert [layout.nearest(centre) for centre in layout.centres] == list(range(len(CLASSIC)))


def test_a_tile_lies_on_its_space_or_on_the_next_place_of_the_daffodil() -> None:
    layout = lay_out_board(DAFFODIL, Rect(0, 0, 700, 700), has_aside=True)
    assert layout.place_of(4) == (layout.centres[4], layout.tile_radius)
    for lying, place in ((0, 0), (1, 1), (2, 2), (3, 2)):
        assert layout.place_of(ASIDE_INDEX, lying) == (layout.aside[place], layout.aside_radius)
    assert 0.9 < layout.tile_radius / layout.radius < 1
    # The three lie beside each other, and beside the petals.
    for at in layout.aside:
        others = [math.dist(at, other) for other in layout.aside if other != at]
        assert 1.6 < min(others) / layout.aside_radius <= max(others) / layout.aside_radius < 2.4
        assert min(math.dist(at, space) for space in layout.centres) > 1.5 * layout.radius
    # The largest that fits, in the middle, with its margin.
    for board in (CLASSIC, DAFFODIL):
        for area in (Rect(10, 20, 900, 500), Rect(10, 20, 500, 900)):
            bounds = lay_out_board(board, area, margin=0).bounds()
            assert max(bounds.w / area.w, bounds.h / area.h) == pytest.approx(1, abs=0.01)
            assert bounds.centre == pytest.approx(area.centre, abs=2)
            small = lay_out_board(board, area, margin=1)
            assert small.radius < lay_out_board(board, area).radius


def test_the_places_aside_are_one_above_two_beside_the_board() -> None:  # B5
    layout = lay_out_board(DAFFODIL, Rect(0, 0, 800, 600), has_aside=True)
    (top_x, top_y), (left_x, low_y), (right_x, other_y) = layout.aside
    assert low_y == other_y > top_y
    assert left_x < top_x < right_x
    assert top_x - left_x == pytest.approx(right_x - top_x)
    for place in layout.aside:
        distances = [math.dist(place, centre) for centre in layout.centres]
        assert min(distances) > layout.tile_radius + layout.aside_radius * 0.8
    apart = [math.dist(a, b) for a, b in combinations(layout.aside, 2)]
    assert min(apart) >= layout.aside_radius * math.sqrt(3) * 0.95
    assert lay_out_board(DAFFODIL, Rect(0, 0, 800, 600)).aside == ()
