"""Where everything stands at the setup; no pygame."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.layout.rects import Rect, View

__all__ = ["SetupLayout", "lay_out_setup"]


@dataclass(frozen=True, slots=True)
class SetupLayout:
    """Rectangles in pixels. `rows` has a label and a control for each row of the rules."""

    back: Rect
    title: Rect
    keys: Rect
    cards: tuple[Rect, ...]
    panels: tuple[Rect, ...]
    rules_heading: Rect
    rows: tuple[tuple[Rect, Rect], ...]
    board: Rect
    about: Rect
    facts: Rect
    seats_heading: Rect
    seats: Rect
    best: Rect
    hidden: Rect
    code: Rect
    status: Rect
    start: Rect


def lay_out_setup(view: View, cards: int, rows: int, heading: int) -> SetupLayout:
    """Cards along the top; rules, board and seats side by side; deal and start below.

    `heading` is the height of a heading in pixels.
    """
    area = view.area.inset(view.px(28), view.px(20))
    gap, pad = view.px(14), view.px(16)
    head, area = area.cut_top(view.px(46), view.px(12))
    back, head = head.cut_left(head.h, gap)
    title, keys = head.columns(2, gap)
    strip, area = area.cut_top(view.px(56), gap)
    foot, area = area.cut_bottom(view.px(54), gap)
    start, foot = foot.cut_right(min(view.px(270), foot.w // 4), view.px(16))
    code, status = foot.cut_left(min(view.px(330), foot.w * 2 // 5), view.px(18))
    # A large interface in a small window needs its room for words, not for the picture.
    is_tight = area.w < view.px(1100)
    weights = [1.5, 0.72, 1.12] if is_tight else [1.34, 0.96, 1.02]
    left, middle, right = area.weighted_columns(weights, gap)
    rules_heading, rules = left.inset(pad, view.px(12)).cut_top(heading, view.px(8))
    inner = middle.inset(pad, view.px(12))
    share = inner.h * (48 if is_tight else 27) // 100
    words, board = inner.cut_bottom(max(view.px(124), share), view.px(6))
    about, facts = words.cut_top(words.h * 50 // 100, view.px(4))
    seats_heading, seats = right.inset(pad, view.px(12)).cut_top(heading, view.px(8))
    hidden, seats = seats.cut_bottom(view.px(38), view.px(6))
    return SetupLayout(
        back,
        title,
        keys,
        tuple(strip.columns(cards, view.px(10))),
        (left, middle, right),
        rules_heading,
        _lay_out_rows(view, rules, rows, 23 if is_tight else 27),
        board,
        about,
        facts,
        seats_heading,
        seats,
        hidden.moved(0, -hidden.h - view.px(6)),
        hidden,
        code.centred(code.w, view.px(46)),
        status,
        start,
    )


def _lay_out_rows(
    view: View, area: Rect, count: int, label_percent: int
) -> tuple[tuple[Rect, Rect], ...]:
    gap = view.px(6)
    height = min(view.px(48), (area.h - gap * (count - 1)) // count)
    total = height * count + gap * (count - 1)
    top = area.moved(0, max(0, (area.h - total) // 3))
    width = area.w * label_percent // 100
    return tuple(line.cut_left(width, view.px(8)) for line in top.stack([height] * count, gap))
