"""The charts of the records: totals over time, their spread, lines, and mistakes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from game.locale import write_signed
from game.progress.daily import days_in_a_row
from game.storage.history import Summary
from game.ui.draw.animation import mix_colour
from game.ui.draw.sprites import Well
from game.ui.frame.context import Context
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect

MOST_POINTS_SHOWN: Final = 60
"""The curve shows the last ones."""

NARROW_SPREAD: Final = 160
"""Points between the best and the worst, below which ten points make a bin."""

LEAST_BINS: Final = 8
"""Bins on show, however few were met."""

MOST_TILES: Final = 12
"""Tiles on one another; where more games are alike a tile stands for several."""

_FEWEST_TILES: Final = 6
"""On how many at least the fullest column of very many games is shared out."""

_READ_ALOUD: Final = 10
"""The curve's totals that are read aloud, the latest."""

FIGURES: Final = ("games", "best", "mean", "last_mean", "wins", "days")


def figure_words(context: Context, key: str, summary: Summary) -> str:
    """One of `FIGURES` as a number."""
    value: float | None
    if key == "days":
        value = days_in_a_row(summary.dates, context.store.today)
    else:
        value = getattr(summary, "matches" if key == "games" else key)
    if value is None:
        return context.text("records.none")
    return context.catalogue.number(value, 1 if key in ("mean", "last_mean") else None)


def line_words(context: Context, figures: Summary) -> str:
    """Return how many lines scored, a sentence for each length."""
    text, sentences = context.text, []
    for length in range(2, 6):
        each = [
            text("heard.spoken.bag_number", count=count, number=number)
            for number in range(1, 10)
            if (count := figures.lines.get(f"{length}x{number}", 0))
        ]
        if each:
            sentences.append(labelled([text("records.of_tiles", count=length), *each]))
    return "\n".join(sentences)


def mistake_words(context: Context, mistakes: Mapping[str, float]) -> str:
    """Return what cost how many points a reviewed round, the dearest first."""
    if not mistakes:
        return context.text("records.no_mistakes")
    return "\n".join(
        f"{context.text(f'review.mistake.{kind}')}: "
        f"{write_signed(context.catalogue, -round(points, 1), 1)}"
        for kind, points in _dearest(mistakes)
    )


def spread_words(context: Context, totals: Sequence[float]) -> str:
    """Return how many games ended in each range of totals."""
    width = _bin_width(totals)
    counts = Counter(int(total // width) for total in totals)
    return "\n".join(
        f"{first * width}–{(first + 1) * width - 1}: "
        f"{context.text('terms.count.games', count=count)}"
        for first, count in sorted(counts.items())
    )


def curve_words(context: Context, figures: Summary) -> str:
    """Return the latest totals."""
    return ", ".join(map(context.catalogue.number, figures.totals[-_READ_ALOUD:]))


def _dearest(mistakes: Mapping[str, float]) -> list[tuple[str, float]]:
    """The dearest first; behind them what is no habit, as in `dearest_habit`."""
    return sorted(mistakes.items(), key=lambda item: (item[0] == "elsewhere", -item[1]))[:5]


def _bin_width(totals: Sequence[float]) -> int:
    is_narrow = max(totals, default=0) - min(totals, default=0) < NARROW_SPREAD
    return 10 if is_narrow else 20


def draw_lines(surface: pygame.Surface, context: Context, rect: Rect, figures: Summary) -> None:
    """Draw how many lines scored, for each length and number; the commonest are lit."""
    painter, p = context.painter, context.painter.theme.palette
    lengths = range(2 if any(k[0] == "2" for k in figures.lines) else 3, 6)
    most = max(figures.lines.values(), default=0)
    small = painter.theme.type.small.coloured(p.ink_soft)
    gap = painter.px(3)
    names = [context.text("records.of_tiles", count=length) for length in lengths]
    wide = max(painter.text_width(name, small) for name in names)
    rows = rect.rows(len(lengths) + 1, gap)
    for row, name, length in zip(rows, ("", *names), (None, *lengths), strict=True):
        head, cells = row.cut_left(max(wide + 1, row.w * 2 // 11), gap)
        painter.text_in(surface, name, head, small, max_lines=1)
        for number, cell in enumerate(cells.columns(9, gap), 1):
            if length is None:
                style = painter.theme.type.strong.coloured(painter.theme.number_ink(number))
                painter.text_in(surface, str(number), cell, style, "centre", max_lines=1)
                continue
            count = figures.lines.get(f"{length}x{number}", 0)
            share = count / most if most else 0
            fill = mix_colour(p.sunken, p.heat, share)
            painter.box(surface, cell, fill, radius=painter.px(4))
            if count:
                words = context.catalogue.number(count)
                style = painter.theme.type.small.coloured(p.ink)
                painter.text_in(surface, words, cell, style, "centre", max_lines=1)


def draw_mistakes(
    surface: pygame.Surface, context: Context, rect: Rect, mistakes: Mapping[str, float]
) -> None:
    """Draw what cost how many points a reviewed round, the dearest first."""
    painter, types = context.painter, context.painter.theme.type
    if not mistakes:
        painter.text_in(surface, context.text("records.no_mistakes"), rect, types.small, "centre")
        return
    dearest = _dearest(mistakes)
    most = max(points for _, points in dearest)
    rows = rect.stack([min(painter.px(38), rect.h // len(dearest))] * len(dearest))
    for row, (kind, points) in zip(rows, dearest, strict=True):
        number, room = row.cut_right(painter.px(60), painter.px(8))
        bar, room = room.cut_bottom(painter.px(6))
        width = round(bar.w * points / most)
        colour = painter.theme.palette.bad
        painter.box(surface, Rect(bar.x, bar.y, max(3, width), painter.px(3)), colour)
        name = context.text(f"review.mistake.{kind}")
        painter.text_in(surface, name, room, types.caption, max_lines=1)
        cost = write_signed(context.catalogue, -round(points, 1), 1)
        painter.text_in(surface, cost, number, types.strong, "right", max_lines=1)


def draw_spread(
    surface: pygame.Surface, context: Context, rect: Rect, totals: Sequence[float]
) -> None:
    """Draw how many totals lie in each bin of ten or twenty points.

    Each game is a tile, the last one golden. Where they would be too many a tile stands for
    several games.
    """
    if not totals:
        return
    painter = context.painter
    width = _bin_width(totals)
    first, last = (int(total // width) for total in (min(totals), max(totals)))
    while last - first + 1 < LEAST_BINS:
        first, last = max(0, first - 1), last + 1
    counts = Counter(int(total // width) for total in totals)
    style = painter.theme.type.small.sized(12.5)
    most = max(counts.values())
    head, below = rect.cut_top(painter.line_height(style), painter.px(2))
    foot, plot = (rect if most <= MOST_TILES else below).cut_bottom(painter.px(18), painter.px(4))
    columns = last - first + 1
    radius = min(plot.w / columns / 1.55, painter.px(17.0))
    pitch = radius * 3**0.5
    # As many as fit without shrinking, so that a low picture is as wide as a high one.
    fitting = min(MOST_TILES, max(_FEWEST_TILES, int(plot.h / pitch)))
    games = 1 if most <= MOST_TILES else -(-most // fitting)
    rows = -(-most // games)
    if rows * pitch > plot.h:
        radius = min(radius, plot.h / rows / 3**0.5)
        pitch = radius * 3**0.5
    step = min(plot.w / columns, radius * 1.9)
    left = plot.x + (plot.w - step * columns) / 2
    every = max(1, -(-painter.px(34) // max(1, round(step))))
    newest = int(totals[-1] // width)
    for i, number in enumerate(range(first, last + 1)):
        x, count = left + step * (i + 0.5), -(-counts[number] // games)
        for row in range(max(1, count)):
            at = (x, plot.bottom - pitch * (row + 0.5))
            if not count:
                painter.sprites.draw_well(surface, at, radius, Well.EMPTY)
                continue
            is_newest = number == newest and row == count - 1
            painter.sprites.draw_medal(surface, "gold" if is_newest else "plain", at, radius)
        if i % every == 0:
            painter.text(surface, str(number * width), (x, foot.centre[1]), style, "centre")
    if games > 1:
        words = context.text("level.several", count=games)
        painter.text_in(surface, words, head, style, "right", max_lines=1)


def draw_curve(surface: pygame.Surface, context: Context, rect: Rect, figures: Summary) -> None:
    """Totals from old to new as a line with dots; the best one is lit."""
    painter, totals = context.painter, figures.totals
    if not totals:
        return
    shown = list(totals)[-MOST_POINTS_SHOWN:]
    p = painter.theme.palette
    low, high = round_bounds(shown, 40)
    left = painter.px(34)
    plot = Rect(
        rect.x + left,
        rect.y + painter.px(8),
        rect.w - left - painter.px(8),
        rect.h - painter.px(18),
    )
    style = painter.theme.type.small.sized(12.5)
    for value in (low, (low + high) / 2, high):
        y = height_in(plot, value, low, high)
        surface.fill(p.panel_edge, (plot.x, round(y), plot.w, 1))
        painter.text(surface, f"{value:.0f}", (rect.x + left - painter.px(7), y), style, "right")
    step = plot.w / max(1, len(shown) - 1)
    first = plot.x if len(shown) > 1 else plot.centre[0]
    points = [
        (first + i * step, height_in(plot, total, low, high)) for i, total in enumerate(shown)
    ]
    if len(points) > 1:
        for shift in (0.0, 0.7, -0.7):
            pygame.draw.aalines(surface, p.cool, False, [(x, y + shift) for x, y in points])
    best = max(range(len(shown)), key=lambda i: (shown[i], i))
    radius = painter.view.scale * (3.2 if len(points) < 40 else 2.4)
    for i, point in enumerate(points):
        if i != best:
            painter.disc(surface, point, max(1.5, radius), p.cool)
    painter.disc(surface, points[best], painter.px(6), p.accent, p.panel, painter.px(1.5))


def round_bounds(totals: Sequence[float], least: int) -> tuple[float, float]:
    """Return round numbers around all totals, at least `least` points apart."""
    low = min(totals) // 20 * 20
    high = -(-max(totals) // 20) * 20
    while high - low < least:
        low, high = max(0, low - 20), high + 20
    return low, high


def height_in(plot: Rect, value: float, low: float, high: float) -> float:
    """Return the height of a total in a plot that reaches from `low` to `high`."""
    return plot.bottom - plot.h * (value - low) / (high - low)
