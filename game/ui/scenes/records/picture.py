"""The records' picture: figures along the top, how totals went and how they spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from game.ui.layout.rects import Rect, View, cut_page

if TYPE_CHECKING:
    from game.ui.draw.painter import Painter
    from game.ui.frame.context import Context
    from game.ui.scenes.records.control import Figures, RecordsControl


MOST_POINTS_SHOWN: Final = 60
"""The curve shows the last ones."""

FIGURES: Final = ("games", "best", "mean", "last_mean", "wins", "days")


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


def lay_out_records(view: View, actions: int, button: tuple[int, int]) -> RecordsLayout:
    """Groups at the left; figures, pictures, matches and what can be done with one at the right.

    `button` is the size in pixels that the lonely button wants.
    """
    back, title, area = cut_page(view)
    gap = view.px(14)
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
        tuple(top.columns(len(FIGURES), view.px(10))),
        curve.inset(view.px(14), view.px(10)),
        bars.inset(view.px(14), view.px(10)),
        matches.inset(view.px(10)),
        tuple(foot.columns(actions, view.px(10))),
        area,
        lonely.moved(0, area.h * 28 // 100),
    )


def draw_records(
    surface: pygame.Surface, context: Context, layout: RecordsLayout, control: RecordsControl
) -> None:
    """Title, figures, pictures; or a kind word where there is nothing yet."""
    painter, figures = context.painter, control.figures
    theme = painter.theme.type
    painter.text_in(surface, context.text("records.title"), layout.title, theme.title)
    if not control.matches:
        _draw_empty(surface, context, layout.empty)
        return
    for panel in layout.panels:
        painter.panel(surface, panel)
    _draw_figures(surface, context, layout.figures, figures)
    plots = []
    for rect, key in ((layout.curve, "curve"), (layout.bars, "histogram")):
        head, plot = rect.cut_top(painter.line_height(theme.caption), painter.px(4))
        words = context.text(f"records.{key}")
        painter.text_in(surface, words, head, theme.caption, max_lines=1)
        plots.append(plot)
    if figures.totals:
        _draw_curve(surface, painter, plots[0], figures.totals)
        _draw_histogram(surface, painter, plots[1], figures.bins)


def _draw_figures(
    surface: pygame.Surface,
    context: Context,
    cells: Sequence[Rect],
    figures: Figures,
) -> None:
    """One box for each of `FIGURES`."""
    painter = context.painter
    theme = painter.theme

    def number(value: float | None, decimals: int | None = None) -> str:
        if value is None:
            return context.text("records.none")
        return context.catalogue.number(value, decimals)

    summary = figures.summary
    values = (
        number(summary.matches),
        number(summary.best),
        number(summary.mean, 1),
        number(summary.last_mean, 1),
        number(summary.wins),
        number(figures.days),
    )
    for key, value, cell in zip(FIGURES, values, cells, strict=True):
        painter.panel(surface, cell)
        top, below = cell.inset(painter.px(10), painter.px(8)).cut_top(cell.h // 2)
        colour = theme.palette.accent if key == "best" else theme.palette.ink
        style = theme.type.heading.sized(28).coloured(colour)
        painter.text_in(surface, value, top, style, "centre", max_lines=1)
        small = theme.type.small.coloured(theme.palette.ink_soft)
        painter.text_in(surface, context.text(f"records.{key}"), below, small, "centre")


def _draw_empty(surface: pygame.Surface, context: Context, area: Rect) -> None:
    """A kind word where no match was finished yet."""
    painter = context.painter
    theme = painter.theme.type
    painter.panel(surface, area)
    middle = (area.centre[0], area.y + area.h * 26 // 100)
    painter.sprites.draw_tile(surface, None, middle, area.h * 0.15)
    lines = area.inset(area.w // 5, 0)
    title = Rect(lines.x, area.y + area.h * 46 // 100, lines.w, painter.px(44))
    painter.text_in(surface, context.text("records.empty_title"), title, theme.title, "centre")
    body = Rect(lines.x, title.bottom + painter.px(8), lines.w, painter.px(60))
    words = context.text("records.empty_body")
    painter.text_in(surface, words, body, theme.body, "centre", valign="top")


def _draw_curve(
    surface: pygame.Surface, painter: Painter, rect: Rect, totals: Sequence[float]
) -> None:
    """Totals from old to new as a line with dots; the best one is lit."""
    shown = list(totals)[-MOST_POINTS_SHOWN:]
    p = painter.theme.palette
    low, high = _bounds(shown)
    left = painter.px(34)
    plot = Rect(
        rect.x + left,
        rect.y + painter.px(8),
        rect.w - left - painter.px(8),
        rect.h - painter.px(18),
    )
    style = painter.theme.type.small.sized(12.5)
    for value in (low, (low + high) / 2, high):
        y = _height(plot, value, low, high)
        surface.fill(p.panel_edge, (plot.x, round(y), plot.w, 1))
        at = (rect.x + left - painter.px(7), y)
        painter.text(surface, f"{value:.0f}", at, style, "right")
    step = plot.w / max(1, len(shown) - 1)
    first = plot.x if len(shown) > 1 else plot.centre[0]
    points = [(first + i * step, _height(plot, total, low, high)) for i, total in enumerate(shown)]
    if len(points) > 1:
        for shift in (0.0, 0.7, -0.7):
            pygame.draw.aalines(surface, p.cool, False, [(x, y + shift) for x, y in points])
    best = max(range(len(shown)), key=lambda i: (shown[i], i))
    radius = painter.view.scale * (3.2 if len(points) < 40 else 2.4)
    for i, point in enumerate(points):
        if i != best:
            painter.disc(surface, point, max(1.5, radius), p.cool)
    painter.disc(surface, points[best], painter.px(6), p.accent, p.panel, painter.px(1.5))


def _draw_histogram(
    surface: pygame.Surface, painter: Painter, rect: Rect, bins: Mapping[int, int]
) -> None:
    """How many totals lie in each bin, with the bins' lower ends below."""
    p = painter.theme.palette
    style = painter.theme.type.small.sized(12.5)
    foot, plot = rect.cut_bottom(painter.px(18), painter.px(2))
    columns = plot.columns(len(bins), 0)
    most = max(bins.values())
    every = max(1, -(-len(bins) * painter.px(30) // max(1, rect.w)))
    surface.fill(p.panel_edge, (plot.x, plot.bottom, plot.w, 1))
    for i, ((start, count), column) in enumerate(zip(bins.items(), columns, strict=True)):
        height = round((plot.h - painter.px(16)) * count / most)
        if count:
            bar = Rect(column.x + 1, plot.bottom - max(3, height), column.w - 2, max(3, height))
            colour = p.accent if count == most else p.raised_edge
            painter.box(surface, bar, colour, radius=painter.px(3), is_glossy=False)
            if column.w >= painter.px(14):
                above = (column.centre[0], bar.y - painter.px(8))
                painter.text(surface, str(count), above, style.coloured(p.ink_soft), "centre")
        if i % every == 0:
            at = (column.x + column.w / 2, foot.centre[1])
            painter.text(surface, str(start), at, style, "centre")


def _bounds(totals: Sequence[float]) -> tuple[float, float]:
    """Round numbers around all totals, at least forty points apart."""
    low = min(totals) // 20 * 20
    high = -(-max(totals) // 20) * 20
    while high - low < 40:
        low, high = max(0, low - 20), high + 20
    return low, high


def _height(plot: Rect, value: float, low: float, high: float) -> float:
    return plot.bottom - plot.h * (value - low) / (high - low)
