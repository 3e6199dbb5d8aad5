"""The place of the title's board."""

from __future__ import annotations

import pytest

from game.ui.draw.painter import Painter
from game.ui.draw.titles import title_column
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import Picture
from game.ui.scenes.shared.title_board import beside_or_below


@pytest.mark.parametrize(
    ("size", "above", "is_beside"),
    [
        ((1280, 800), 500, True),
        ((1920, 1080), 500, True),
        ((800, 1280), 500, False),
        ((800, 1280), 960, True),
        ((800, 1280), 959, False),
    ],
)
def test_the_board_is_beside_the_doors_or_below_them_where_it_is_larger(
    context: Context, size: tuple[int, int], above: float, is_beside: bool
) -> None:
    view = make_view(size)
    context.painter = Painter(view)
    left = Picture(lambda *_: None, size=title_column(view))
    board = Picture(lambda *_: None, share=1)
    page = beside_or_below(view, left, board, above)
    page.arrange(context, Rect(0, 0, *size))
    assert [part for part in page.walk() if part in (left, board)] == [left, board]
    doors = Rect(0, 0, view.px(title_column(view)), size[1])
    assert left.rect == doors
    if is_beside:
        assert board.rect == doors._replace(x=doors.w, w=size[0] - doors.w)
    else:
        top = view.px(above)
        assert board.rect == Rect(0, top, size[0], size[1] - top - view.px(140))
    wide = view.units_wide - title_column(view)
    assert is_beside == (view.units_high - above - 140 <= wide)
