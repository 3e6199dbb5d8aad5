"""The places of a table's parts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations, pairwise, product
from typing import Any, Final

import pygame
import pytest

from game.rules.boards import CLASSIC, DAFFODIL, Board
from game.rules.tiles import TILES
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Point, Rect, View, find_scale_ends, make_view
from game.ui.scenes.shared.table_layout import HEAD, TableLayout, lay_out_hand, lay_out_table
from tests.each import each, some
from tests.golden.pages import changed_pages
from tests.ui.scenes.table_modes import MODES

SIZES: Final = ((1024, 640), (1024, 768), (1280, 800), (1920, 1080), (2560, 1080), (1080, 1920))

ROUNDED: Final = 2
"""Pixels by which lengths differ that are rounded at two scales."""

RIM: Final = 0.5
"""The width of the plate's rim around the spaces, in a space's radius."""


def views(size: tuple[int, int], steps: int = 4) -> list[View]:
    """The window's views from the smallest interface to the largest."""
    least, most = find_scale_ends(size)
    return [make_view(size, least + (most - least) * n / steps) for n in range(steps + 1)]


def around(at: Point, reach: float) -> pygame.Rect:
    """The square around a point."""
    return pygame.Rect(Rect(round(at[0]), round(at[1]), 0, 0).inset(-round(reach)))


def rectangles(table: TableLayout) -> Iterator[tuple[str, Rect]]:
    """Yield every rectangle of a table's layout by its name."""
    for field in fields(table):
        value = getattr(table, field.name)
        if isinstance(value, Rect):
            yield field.name, value
    yield from (("seat", seat) for seat in table.seats)
    yield "slab", table.slab
    yield "corner", table.corner
    yield "coach_rows", table.coach_rows
    yield "board", table.board.bounds()


@each(product(((1024, 640), (1280, 800), (1920, 1080), (640, 1000)), range(6)))
def test_nothing_covers_the_coach(size: tuple[int, int], others: int) -> None:
    layout = lay_out_table(make_view(size), CLASSIC, others=others, has_coach=True)
    assert layout.coach is not None
    parts = [layout.harvest, layout.hand_area, layout.hints, layout.sign, *layout.seats]
    cells = [around(at, layout.board.radius) for at in layout.board.centres]
    for part in (*map(pygame.Rect, parts), *cells):
        overlap = part.clip(pygame.Rect(layout.coach))
        assert overlap.w * overlap.h == 0


@each(product(((1024, 640), (1280, 800), (1920, 1080)), (0, 1, 5)))
def test_calling_the_coach_moves_neither_board_nor_tile(size: tuple[int, int], others: int) -> None:
    view = make_view(size)
    without, with_coach = (
        lay_out_table(view, CLASSIC, others=others, has_coach=is_on) for is_on in (False, True)
    )
    assert without.board == with_coach.board
    assert without.hand_spot((), TILES[0]) == with_coach.hand_spot((), TILES[0])
    assert 2 * without.hand_spot((), TILES[0]).radius >= view.px(240)
    largest = lay_out_board(CLASSIC, without.board_area, 0.62)
    assert without.board.radius == largest.radius, "the tile takes nothing from the board"


def test_the_next_tile_of_a_hand_is_the_largest_and_none_overlap() -> None:
    area = Rect(10, 20, 350, 244)
    for count in range(1, 6):
        for chosen in range(count):
            spots = lay_out_hand(area, count, chosen)
            assert max(spots, key=lambda spot: spot.radius) == spots[chosen]
            for one, other in combinations(spots, 2):
                apart = math.dist(one.centre, other.centre)
                assert apart >= 3**0.5 / 2 * (one.radius + other.radius)
            cells = [around(spot.centre, spot.radius - 1) for spot in spots]
            assert all(pygame.Rect(area).inflate(0, 40).contains(cell) for cell in cells)


@each(product((1.0, 1.5, 2.0), (0, 3, 5)))
def test_the_called_tile_is_large_beside_the_coach_too(scale: float, others: int) -> None:
    view = make_view((1024, 640), scale)
    layout = lay_out_table(view, CLASSIC, others=others, has_coach=True)
    assert pygame.Rect(layout.hand).contains(pygame.Rect(layout.hand_area))
    assert layout.hand_spot((), TILES[0]).radius >= 25


@each(product(((1024, 640), (1280, 800), (1920, 1080)), (1.0, 1.5, 2.0), (CLASSIC, DAFFODIL)))
def test_notices_cover_nothing_but_the_keys(
    size: tuple[int, int], scale: float, board: Board
) -> None:
    view = make_view(size, scale)
    layout = lay_out_table(view, board, others=5, has_aside=board is DAFFODIL, has_coach=True)
    notices = pygame.Rect(layout.notices)
    assert pygame.Rect(view.area).contains(notices)
    assert notices.contains(pygame.Rect(layout.hints))
    assert layout.coach is not None
    parts = [
        layout.bag,
        layout.harvest,
        layout.hand,
        layout.board_area,
        layout.coach,
        *layout.seats,
    ]
    assert notices.collidelist([pygame.Rect(part) for part in parts]) == -1
    ends = [layout.board.beyond(line.index, layout.board.radius * 0.22) for line in board.lines]
    assert all(y + layout.board.radius * 0.3 < notices.y for both in ends for _, y in both)


@each(
    product(
        ((1024, 640), (1280, 800), (1024, 768), (2560, 1080), (1080, 1920)),
        (0.75, 1.0, 1.5, 2.0),
        (CLASSIC, DAFFODIL),
        (0, 5),
        (False, True),
    )
)
def test_the_board_is_large_and_covers_nothing(
    size: tuple[int, int],
    scale: float,
    board: Board,
    others: int,
    has_coach: bool,
) -> None:
    layout = lay_out_table(
        make_view(size, scale),
        board,
        others=others,
        has_aside=board is DAFFODIL,
        has_coach=has_coach,
    )
    laid = layout.board
    assert laid.radius >= 26, "digits can be read"
    if scale == 1.0 and not has_coach and size[0] > size[1]:
        assert laid.radius >= lay_out_board(board, layout.board_area, 0.62).radius * 0.85
    window = pygame.Rect(layout.window)
    for at in (*laid.centres, *laid.aside):
        cell = around(at, laid.aside_radius)
        assert window.contains(cell)
        assert cell.collidelist([pygame.Rect(block) for block in layout.blocks]) == -1


@pytest.mark.parametrize(
    ("size", "board"), [((1080, 1920), CLASSIC), ((800, 1280), CLASSIC), ((1080, 1920), DAFFODIL)]
)
def test_hand_board_and_bag_are_one_group_in_an_upright_window(
    size: tuple[int, int], board: Board
) -> None:
    has_aside = board is DAFFODIL
    tables = [
        lay_out_table(
            make_view(size), board, others=others, has_aside=has_aside, most_tiles=tiles, **has
        )
        for others, tiles in ((0, 1), (5, 4))
        for has in ({}, {"has_coach": True})
    ]
    tables.append(lay_out_table(make_view(size), board, has_aside=has_aside, has_score=True))
    for layout in tables:
        bounds, radius = layout.board.bounds(), layout.board.radius
        above = layout.hand if layout.coach is None else layout.coach
        assert bounds.y - radius <= above.bottom + 1
        assert layout.bag.y <= bounds.bottom + radius
        for at in layout.board.centres:
            cell = around(at, layout.board.aside_radius)
            assert cell.collidelist([pygame.Rect(block) for block in layout.blocks]) == -1


@pytest.mark.parametrize("size", some(SIZES, 2))
@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_a_larger_interface_leaves_the_board_and_stays_in_the_window(size: Any, board: Any) -> None:
    for mode in MODES:
        has_aside = board is DAFFODIL
        laid = [lay_out_table(view, board, has_aside=has_aside, **mode) for view in views(size)]
        for smaller, larger in pairwise(laid):
            assert larger.board.radius >= smaller.board.radius, mode
        sizes = [table.bag.h for table in laid]
        assert sizes == sorted(sizes), mode
        view = make_view(size)
        usual = lay_out_table(view, board, has_aside=has_aside, **mode)
        strip = usual.with_strip(view.px(90), view.px(6), view.px(HEAD))
        for table in laid:
            if table.coach is not None and usual.coach is not None:
                assert table.coach.h >= min(view.px(24), usual.coach.h), "a line of reasons"
        with_band = [table.with_action() for table in laid]
        for table in with_band:
            assert not pygame.Rect(table.action).colliderect(table.bag), mode
            assert not pygame.Rect(table.hand).colliderect(table.bag), mode
        for table in (*laid, strip, *with_band):
            for name, rect in rectangles(table):
                assert min(rect) >= 0, (mode, name)
                assert rect.right <= size[0], (mode, name)
                assert rect.bottom <= size[1], (mode, name)


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_a_left_handed_table_is_the_mirror_of_the_usual_one(board: Any) -> None:
    for size, mode in product(SIZES, MODES):
        modes = mode | {"has_aside": board is DAFFODIL}
        usual = lay_out_table(make_view(size), board, **modes | {"is_mirrored": False})
        mirrored = lay_out_table(make_view(size), board, **modes | {"is_mirrored": True})
        pairs = zip(rectangles(usual), rectangles(mirrored), strict=True)
        for (name, rect), (_, mirror) in pairs:
            shift = abs(size[0] - rect.right - mirror.x) + abs(rect.w - mirror.w)
            is_empty = not rect and not mirror
            assert is_empty or shift <= ROUNDED, (size, mode, name, rect, mirror)
            assert (rect.y, rect.h) == (mirror.y, mirror.h), (size, mode, name)


def test_the_coach_writes_beside_the_plate() -> None:
    for size in SIZES:
        for others in (1, 5):
            table = lay_out_table(make_view(size), CLASSIC, others=others, has_coach=True)
            plate = table.board.bounds().inset(-round(RIM * table.board.radius))
            assert table.coach is not None
            assert not pygame.Rect(table.coach).colliderect(plate), (size, others)


def test_every_part_of_a_table_is_where_it_was() -> None:
    assert changed_pages("table_layout") == []


def test_a_pixel_has_a_side_and_may_be_in_another_player_s_column() -> None:
    table = lay_out_table(make_view((1280, 800)), CLASSIC, others=3)
    assert [table.side(x) for x in (-100, 0, 320, 640, 960, 1280, 1400)] == [
        *(-1, -1, -0.5, 0, 0.5, 1, 1)
    ]
    found = [table.seat_at(seat.centre) for seat in table.seats]
    assert found == [0, 1, 2]
    assert table.seat_at(table.harvest.centre) is None


def test_each_tile_of_a_hand_has_its_own_spot_and_another_tile_one_alone() -> None:
    table = lay_out_table(make_view((1280, 800)), CLASSIC, most_tiles=3)
    hand, other = TILES[:3], TILES[3]
    for chosen in range(3):
        spots = [table.hand_spot(hand, tile, chosen) for tile in hand]
        assert spots == lay_out_hand(table.hand_area, 3, chosen)
        assert table.hand_spot(hand, other, chosen) == lay_out_hand(table.hand_area, 1)[0]
