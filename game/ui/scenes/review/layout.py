"""Where everything of a review lies; no pygame."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.boards import Board
from game.ui.layout.hexes import BoardLayout, lay_out_aside, lay_out_board
from game.ui.layout.rects import Point, Rect, View

__all__ = ["ReviewLayout", "lay_out_review"]


@dataclass(frozen=True, slots=True)
class ReviewLayout:
    """Rectangles in pixels: tabs and caption over the board, a panel of words at the right,
    buttons at the foot.
    """

    tabs: tuple[Rect, ...]
    caption: Rect
    board_area: Rect
    board: BoardLayout
    panel: Rect
    title: Rect
    sums: tuple[Rect, ...]
    curve: Rect
    pages: Rect
    page: Rect
    buttons: tuple[Rect, ...]
    aside: tuple[Point, ...]
    aside_radius: float


def lay_out_review(
    view: View, board: Board, *, tabs: int = 0, widths: tuple[int, ...] = (), has_aside: bool
) -> ReviewLayout:
    """Lay the review out; `widths` are what each button at the foot needs, in pixels."""
    px = view.px
    area = view.area.inset(px(24), px(16))
    foot, area = area.cut_bottom(px(50), px(12))
    right, left = area.cut_right(min(px(500), area.w * 43 // 100), px(20))
    rows = []
    for _ in range(tabs):
        row, left = left.cut_top(px(42), px(8))
        rows.append(row.centred(min(row.w, px(640)), row.h))
    caption, left = left.cut_top(px(34), px(2))
    layout = lay_out_board(board, left, 0.62)
    inner = right.inset(px(20), px(14))
    title, inner = inner.cut_top(px(34), px(6))
    sums, inner = inner.cut_top(px(64), px(10))
    curve, inner = inner.cut_top(inner.h * 36 // 100, px(10))
    pages, page = inner.cut_top(px(40), px(12))
    aside, radius = lay_out_aside(layout) if has_aside else ((), 0.0)
    return ReviewLayout(
        tuple(rows),
        caption,
        left,
        layout,
        right,
        title,
        tuple(sums.columns(4, px(8))),
        curve,
        pages,
        page,
        tuple(foot.weighted_columns([float(w) for w in widths], px(12))),
        aside,
        radius,
    )
