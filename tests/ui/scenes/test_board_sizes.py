"""A larger interface enlarges words and leaves the board and its digits as large as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise, product
from typing import Any, Final

import pygame
import pytest

from game.locale import Language
from game.rules.boards import CLASSIC, DAFFODIL
from game.ui.layout.rects import Rect, View, find_scale_ends, make_view
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.shared.table_layout import HEAD, TableLayout, lay_out_table
from game.ui.scenes.table.scene import TableScene
from tests.each import some
from tests.gallery import collect_samples, make_context, open_sample

SIZES: Final = ((1024, 640), (1024, 768), (1280, 800), (1920, 1080), (2560, 1080), (1080, 1920))

MODES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"others": 1},
    {"others": 5},
    {"has_coach": True},
    {"others": 5, "has_coach": True},
    {"has_score": True},
    {"most_tiles": 3},
    {"others": 5, "most_tiles": 3},
    {"most_tiles": 3, "has_coach": True},
    {"is_mirrored": True, "others": 2},
    {"is_mirrored": True, "others": 5, "most_tiles": 3, "has_coach": True},
    {"is_mirrored": True, "has_score": True},
)
"""The ways in which a table differs for its layout."""

ROUNDED: Final = 2
"""Pixels by which lengths differ that are rounded at two scales."""

TABLES: Final = (
    "play-solo", "play-seats", "play-coach-seats", "play-league", "play-left", "play-closing",
    "tutorial-first", "tutorial-misfit", "climb-table-five", "calculator", "review-branch",
)  # fmt: skip
"""Samples of tables, those with words above the board too."""


def views(size: tuple[int, int], steps: int = 4) -> list[View]:
    """The window's views from the smallest interface to the largest."""
    least, most = find_scale_ends(size)
    return [make_view(size, least + (most - least) * n / steps) for n in range(steps + 1)]


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
        with_band = [table.with_action() for table in laid]
        for table in with_band:
            assert not pygame.Rect(table.action).colliderect(table.bag), mode
            assert not pygame.Rect(table.hand).colliderect(table.bag), mode
        for table in (*laid, strip, *with_band):
            for name, rect in rectangles(table):
                assert min(rect) >= 0, (mode, name)
                assert rect.right <= size[0], (mode, name)
                assert rect.bottom <= size[1], (mode, name)


def rectangles(table: TableLayout) -> Iterator[tuple[str, Rect]]:
    """Yield every rectangle of a table's layout by its name."""
    for field in fields(table):
        value = getattr(table, field.name)
        if isinstance(value, Rect):
            yield field.name, value
    yield from (("seat", seat) for seat in table.seats)
    yield "slab", table.slab
    yield "coach_rows", table.coach_rows
    yield "board", table.board.bounds()


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


RIM: Final = 0.5
"""The width of the plate's rim around the spaces, in a space's radius."""


def test_the_coach_writes_beside_the_plate() -> None:
    for size in SIZES:
        for others in (1, 5):
            table = lay_out_table(make_view(size), CLASSIC, others=others, has_coach=True)
            plate = table.board.bounds().inset(-round(RIM * table.board.radius))
            assert table.coach is not None
            assert not pygame.Rect(table.coach).colliderect(plate), (size, others)


@pytest.mark.parametrize("name", some(TABLES, 2))
def test_no_page_has_a_smaller_board_in_a_larger_interface(name: str) -> None:
    for size in SIZES[:3]:
        context = make_context(Language.GERMAN, size)
        stack = open_sample(collect_samples()[name], context)
        scene, radii = stack.top, []
        for view in views(size, 2):
            context.painter.resize(view)
            stack.resize(view)
            assert isinstance(scene, TableScene)
            assert scene.layout is not None
            radii.append(scene.layout.board.radius)
        assert radii == sorted(radii), size


RESULTS: Final = (
    *("breakdown", "breakdown-record", "breakdown-match", "breakdown-rounds", "breakdown-won"),
    *("breakdown-daffodil", "challenge-missed", "apart-result"),
)
"""Samples of counts, of one player and of several."""


@pytest.mark.parametrize("name", RESULTS[:2])
def test_an_upright_result_has_its_columns_below_a_board_of_the_windows_width(name: str) -> None:
    size = SIZES[-1]
    scene = open_sample(collect_samples()[name], make_context(Language.GERMAN, size)).top
    assert isinstance(scene, CountScene)
    board = scene.part("board").rect
    assert board.bottom <= scene.part("harvests").rect.y
    assert min(board.size) > 0.7 * size[0]


@pytest.mark.parametrize("name", RESULTS)
def test_no_result_has_a_smaller_board_in_a_larger_interface(name: str) -> None:
    for size in (SIZES[0], SIZES[2]):
        context = make_context(Language.GERMAN, size)
        stack = open_sample(collect_samples()[name], context)
        scene, sides = stack.top, []
        usual, most = make_view(size), find_scale_ends(size).most
        for view in (usual, make_view(size, (1 + most) / 2), make_view(size, most)):
            context.painter.resize(view)
            stack.resize(view)
            assert isinstance(scene, CountScene)
            sides.append(min(scene.part("board").rect.size))
        assert min(sides) >= sides[0] - ROUNDED, (size, sides)
