"""Where everything stands on the records screen; no pygame."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.layout.rects import Rect, View

__all__ = ["RecordsLayout", "lay_out_records"]


@dataclass(frozen=True, slots=True)
class RecordsLayout:
    """Rectangles in pixels; `empty` and `play_one` are for the time before the first match."""

    back: Rect
    title: Rect
    panels: tuple[Rect, ...]
    groups: Rect
    code: Rect
    go: Rect
    figures: tuple[Rect, ...]
    curve: Rect
    bars: Rect
    matches: Rect
    actions: tuple[Rect, ...]
    empty: Rect
    play_one: Rect


def lay_out_records(
    view: View, figures: int, actions: int, button: tuple[int, int]
) -> RecordsLayout:
    """Groups at the left; figures, pictures, matches and what can be done with one at the right.

    `button` is the size in pixels that the lonely button wants.
    """
    area = view.area.inset(view.px(28), view.px(20))
    gap = view.px(14)
    head, area = area.cut_top(view.px(46), gap)
    back, title = head.cut_left(head.h, gap)
    left, right = area.cut_left(min(view.px(300), area.w * 26 // 100), gap)
    top, right = right.cut_top(min(view.px(84), right.h * 15 // 100), gap)
    pictures, right = right.cut_top(right.h * 40 // 100, gap)
    curve, bars = pictures.weighted_columns([1.25, 1.0], gap)
    foot, matches = right.cut_bottom(view.px(46), gap)
    line, groups = left.inset(view.px(10)).cut_bottom(view.px(46), view.px(8))
    go, code = line.cut_right(line.h, view.px(6))
    lonely = area.centred(button[0] + view.px(30), button[1])
    return RecordsLayout(
        back,
        title,
        (left, curve, bars, matches),
        groups,
        code,
        go,
        tuple(top.columns(figures, view.px(10))),
        curve.inset(view.px(14), view.px(10)),
        bars.inset(view.px(14), view.px(10)),
        matches.inset(view.px(10)),
        tuple(foot.columns(actions, view.px(10))),
        area,
        lonely.moved(0, area.h * 28 // 100),
    )
