"""Two small pictures of a player's totals: how they went over time, and how they spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from game.ui.draw.painter import Painter
from game.ui.layout.rects import Rect

__all__ = ["MOST_POINTS_SHOWN", "draw_curve", "draw_histogram"]

MOST_POINTS_SHOWN: Final = 60
"""The curve shows the last ones."""


def draw_curve(
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


def draw_histogram(
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
