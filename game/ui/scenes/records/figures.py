"""The figures along the top of the records, and what stands there while there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.layout.rects import Rect
from game.ui.scenes.records.data import Figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.ui.frame.context import Context

__all__ = ["FIGURES", "draw_empty", "draw_figures"]

FIGURES = ("games", "best", "mean", "last_mean", "wins", "days")


def draw_figures(
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


def draw_empty(surface: pygame.Surface, context: Context, area: Rect) -> None:
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
