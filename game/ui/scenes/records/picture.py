"""The records' pictures: how totals went, how they spread, which lines scored, what was dear."""

from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from game.locale import write_signed
from game.storage.history import Summary, histogram
from game.ui.draw.animation import mix_colour
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect

MOST_POINTS_SHOWN: Final = 60
"""The curve shows the last ones."""

NARROW_SPREAD: Final = 160
"""Points between the best and the worst, below which ten points make a bin."""

FIGURES: Final = ("games", "best", "mean", "last_mean", "wins", "days")


def figure_words(context: Context, key: str, summary: Summary) -> str:
    """One of `FIGURES` as a number."""
    value: float | None = getattr(summary, "matches" if key == "games" else key)
    if value is None:
        return context.text("records.none")
    return context.catalogue.number(value, 1 if key in ("mean", "last_mean") else None)


def draw_lines(surface: pygame.Surface, context: Context, rect: Rect, figures: Summary) -> None:
    """How many lines scored, for each length and number; the commonest are lit."""
    painter, p = context.painter, context.painter.theme.palette
    lengths = range(2 if any(k[0] == "2" for k in figures.lines) else 3, 6)
    most = max(figures.lines.values(), default=0)
    small = painter.theme.type.small.coloured(p.ink_soft)
    rows = rect.rows(len(lengths) + 1, painter.px(3))
    for row, length in zip(rows, (None, *lengths), strict=True):
        head, *cells = row.weighted_columns([2.1, *([1.0] * 9)], painter.px(3))
        if length is not None:
            words = context.text("records.of_tiles", count=length)
            painter.text_in(surface, words, head, small, max_lines=1)
        for number, cell in enumerate(cells, 1):
            if length is None:
                colour = painter.theme.inks[number]
                style = painter.theme.type.strong.coloured(colour)
                painter.text_in(surface, str(number), cell, style, "centre", max_lines=1)
                continue
            count = figures.lines.get(f"{length}x{number}", 0)
            share = count / most if most else 0
            fill = mix_colour(p.sunken, p.heat, share)
            painter.box(surface, cell, fill, radius=painter.px(4), is_glossy=False)
            if count:
                words = context.catalogue.number(count)
                style = painter.theme.type.small.coloured(p.ink)
                painter.text_in(surface, words, cell, style, "centre", max_lines=1)


def draw_mistakes(
    surface: pygame.Surface, context: Context, rect: Rect, mistakes: Mapping[str, float]
) -> None:
    """What cost how many points a reviewed round, the dearest first."""
    painter, types = context.painter, context.painter.theme.type
    if not mistakes:
        words = context.text("records.no_mistakes")
        painter.text_in(surface, words, rect, types.small, "centre")
        return
    dearest = sorted(mistakes.items(), key=lambda item: -item[1])[:5]
    rows = rect.stack([min(painter.px(38), rect.h // len(dearest))] * len(dearest))
    for row, (kind, points) in zip(rows, dearest, strict=True):
        number, room = row.cut_right(painter.px(60), painter.px(8))
        bar, room = room.cut_bottom(painter.px(6))
        width = round(bar.w * points / dearest[0][1])
        colour = painter.theme.palette.bad
        painter.box(surface, Rect(bar.x, bar.y, max(3, width), painter.px(3)), colour)
        name = context.text(f"review.mistake.{kind}")
        painter.text_in(surface, name, room, types.caption, max_lines=1)
        cost = write_signed(context.catalogue, -round(points, 1), 1)
        painter.text_in(surface, cost, number, types.strong, "right", max_lines=1)


def draw_spread(surface: pygame.Surface, context: Context, rect: Rect, figures: Summary) -> None:
    """How many totals lie in each bin of ten or twenty points."""
    if figures.totals:
        spread = max(figures.totals) - min(figures.totals)
        bins = histogram(figures.totals, 10 if spread < NARROW_SPREAD else 20)
        _draw_histogram(surface, context.painter, rect, bins)


def draw_curve(surface: pygame.Surface, context: Context, rect: Rect, figures: Summary) -> None:
    """Totals from old to new as a line with dots; the best one is lit."""
    painter, totals = context.painter, figures.totals
    if not totals:
        return
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
