"""The charts of the records: lines, mistakes, and the distribution of totals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from game.locale import write_signed
from game.progress.daily import days_in_a_row
from game.rules.tiles import NUMBERS
from game.storage.history import Summary
from game.ui.draw.bands import draw_band, draw_ghost, draw_hexagon
from game.ui.frame.context import Context
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect

NARROW_SPREAD: Final = 160
"""Points between the best and the worst total below which a bin has ten points."""

LEAST_BINS: Final = 8
"""Least bins on display."""

MOST_TILES: Final = 12
"""Most tiles in a column; with more games a tile represents several."""

_FEWEST_TILES: Final = 6
"""Least tiles in the highest column if tiles represent several games."""

_LEAST_LINES = 6
"""The lines of one number that fill a column's height at least."""

FIGURES: Final = ("games", "best", "mean", "last_mean", "wins", "days")


def figure_words(context: Context, key: str, summary: Summary) -> str:
    """Return one of `FIGURES` as a number."""
    value: float | None
    if key == "days":
        value = days_in_a_row(summary.dates, context.store.today)
    else:
        value = getattr(summary, "matches" if key == "games" else key)
    if value is None:
        return context.text("records.none")
    return context.catalogue.number(value, 1 if key in ("mean", "last_mean") else None)


def line_words(context: Context, figures: Summary) -> str:
    """Return the number of scoring lines, a sentence for each length."""
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
    """Return the mean points lost in a reviewed round by each mistake, the largest first."""
    if not mistakes:
        return context.text("records.no_mistakes")
    return "\n".join(
        f"{context.text(f'review.mistake.{kind}')}: "
        f"{write_signed(context.catalogue, -round(points, 1), 1)}"
        for kind, points in _dearest(mistakes)
    )


def spread_words(context: Context, totals: Sequence[float]) -> str:
    """Return the number of games in each range of totals."""
    width = _bin_width(totals)
    counts = Counter(int(total // width) for total in totals)
    return "\n".join(
        f"{first * width}–{(first + 1) * width - 1}: "
        f"{context.text('terms.count.games', count=count)}"
        for first, count in sorted(counts.items())
    )


def _dearest(mistakes: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return the mistakes by their cost; a better space elsewhere comes last, being no habit."""
    return sorted(mistakes.items(), key=lambda item: (item[0] == "elsewhere", -item[1]))[:5]


def _bin_width(totals: Sequence[float]) -> int:
    is_narrow = max(totals, default=0) - min(totals, default=0) < NARROW_SPREAD
    return 10 if is_narrow else 20


def draw_line_columns(
    surface: pygame.Surface, context: Context, rect: Rect, figures: Summary
) -> None:
    """Draw the scoring lines: a column for each number in three directions.

    A column has a block for each length, as high as the length is frequent.
    """
    painter, types = context.painter, context.painter.theme.type
    p, number = painter.theme.palette, context.catalogue.number
    sums = {n: sum(figures.lines.get(f"{k}x{n}", 0) for k in range(2, 6)) for n in range(1, 10)}
    foot, room = painter.line_height(types.heading), rect
    names, room = room.cut_bottom(foot)
    _, room = room.cut_top(painter.line_height(types.label))
    group, gap = painter.px(34), painter.px(8)
    wide = (rect.w - 2 * group - 6 * gap) // 9
    x, unit = rect.x, room.h / max(_LEAST_LINES, *sums.values())
    for numbers in NUMBERS.values():
        for each in sorted(numbers):
            top = float(room.bottom)
            for length in range(2, 6):
                count = figures.lines.get(f"{length}x{each}", 0)
                if not count:
                    continue
                low, top = top, top - count * unit
                block = Rect(x, round(top), wide, round(low) - round(top) - painter.px(2))
                fill = painter.theme.stripes[each]
                draw_band(surface, painter, fill, block)
                if block.h >= painter.px(20):
                    ink = types.strong.coloured(painter.theme.ink_on(fill))
                    painter.text(surface, str(length), block.centre, ink, "centre")
            centre = x + wide / 2
            if sums[each]:
                at = (centre, top - painter.px(14))
                painter.text(surface, number(sums[each]), at, types.label, "centre")
            else:
                surface.fill(p.faint, (x, room.bottom - painter.px(4), wide, painter.px(2)))
            painter.text(surface, str(each), (centre, names.centre[1]), types.heading, "centre")
            x += wide + gap
        x += group - gap


def draw_mistakes(
    surface: pygame.Surface, context: Context, rect: Rect, mistakes: Mapping[str, float]
) -> None:
    """Draw each mistake's mean cost in a reviewed round as a ghost of that thickness.

    The largest is first; they leave the window at the right.
    """
    painter, types = context.painter, context.painter.theme.type
    if not mistakes:
        words = context.text("records.no_mistakes")
        painter.text_in(surface, words, rect, types.body, valign="top")
        return
    dearest, gap = _dearest(mistakes), painter.px(8)
    least = painter.px(28)
    free = rect.h - len(dearest) * (least + gap)
    whole = sum(points for _, points in dearest)
    colour, y = painter.theme.palette.bad, rect.y
    for kind, points in dearest:
        high = least + round(min(max(0, free) * points / whole, painter.px(60)))
        band = Rect(rect.x, y, painter.view.area.right - rect.x, high)
        draw_ghost(surface, painter, band, colour)
        style = types.label if high >= painter.px(36) else painter.lessened(types.label)
        style = style.coloured(colour)
        cost = write_signed(context.catalogue, -round(points, 1), 1)
        room = Rect(rect.x + painter.px(20), y, rect.w - painter.px(20), high)
        painter.text(surface, cost, (room.right, band.centre[1]), style, "right")
        left = room.cut_right(painter.text_width(cost, style), painter.px(12))[1]
        name = context.text(f"review.mistake.{kind}")
        painter.text_in(surface, name, left, style, max_lines=1)
        y += high + gap


def draw_spread(
    surface: pygame.Surface, context: Context, rect: Rect, totals: Sequence[float]
) -> None:
    """Draw the number of totals in each bin of ten or twenty points.

    Each game is a tile, the last one golden. A tile represents several games if columns would have
    more than `MOST_TILES`.
    """
    if not totals:
        return
    painter = context.painter
    width = _bin_width(totals)
    first, last = (int(total // width) for total in (min(totals), max(totals)))
    while last - first + 1 < LEAST_BINS:
        first, last = max(0, first - 1), last + 1
    counts = Counter(int(total // width) for total in totals)
    style, p = painter.theme.type.body, painter.theme.palette
    most = max(counts.values())
    head, below = rect.cut_top(painter.line_height(style), painter.px(2))
    foot, plot = (rect if most <= MOST_TILES else below).cut_bottom(painter.px(24), painter.px(4))
    columns = last - first + 1
    radius = min(plot.w / columns / 1.55, painter.px(17.0))
    pitch = radius * 3**0.5
    # Tiles have the width that fits all bins, so a low chart is as wide as a high one.
    fitting = min(MOST_TILES, max(_FEWEST_TILES, int(plot.h / pitch)))
    games = 1 if most <= MOST_TILES else -(-most // fitting)
    rows = -(-most // games)
    if rows * pitch > plot.h:
        radius = min(radius, plot.h / rows / 3**0.5)
        pitch = radius * 3**0.5
    step = min(plot.w / columns, radius * 1.9)
    left = plot.x + (plot.w - step * columns) / 2
    every = max(1, -(-painter.px(44) // max(1, round(step))))
    newest = int(totals[-1] // width)
    for i, number in enumerate(range(first, last + 1)):
        x, count = left + step * (i + 0.5), -(-counts[number] // games)
        for row in range(max(1, count)):
            at = (x, plot.bottom - pitch * (row + 0.5))
            if not count:
                draw_hexagon(surface, painter, at, radius * 0.5, p.faint)
                continue
            is_newest = number == newest and row == count - 1
            fill = p.gold if is_newest else painter.theme.stripes[4]
            draw_hexagon(surface, painter, at, radius * 0.96, fill)
        if i % every == 0:
            painter.text(surface, str(number * width), (x, foot.centre[1]), style, "centre")
    if games > 1:
        words = context.text("level.several", count=games)
        painter.text_in(surface, words, head, style, "right", max_lines=1)
