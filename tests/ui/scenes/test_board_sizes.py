"""A larger interface enlarges words and leaves the board and its digits as large as they are."""

from __future__ import annotations

from typing import Final

import pytest

from game.locale import Language
from game.ui.layout.rects import find_scale_ends, make_view
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.table.scene import TableScene
from tests.each import some
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.scenes.test_table_layout import ROUNDED, SIZES, views

TABLES: Final = (
    "play-solo", "play-seats", "play-coach-seats", "play-league", "play-left", "play-closing",
    "tutorial-first", "tutorial-misfit", "climb-table-first", "calculator", "review-branch",
)  # fmt: skip
"""Samples of tables, those with words above the board too."""


@pytest.mark.parametrize("name", some(TABLES, 4))
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
