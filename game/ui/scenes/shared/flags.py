"""Draws the lines that a challenge asks for on its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.draw.icons import Icon

if TYPE_CHECKING:
    import pygame

    from game.progress.challenges import Challenge
    from game.ui.frame.context import Context
    from game.ui.layout.hexes import BoardLayout

_DOTS = 3
"""How many dots a space has of a line that is drawn through it."""


def mark_lines(
    surface: pygame.Surface, context: Context, layout: BoardLayout, challenge: Challenge
) -> None:
    """A flag at both ends of every line that is to be completed."""
    painter = context.painter
    p = painter.theme.palette
    size = max(painter.px(14), round(layout.radius * 0.44))
    for line in challenge.lines:
        for at in layout.beyond(line.index, layout.radius * 0.22):
            painter.disc(surface, at, size * 0.62, p.panel, p.accent, painter.px(1.5))
            painter.icon(surface, Icon.FLAG, at, size * 8 // 10, p.accent)


def draw_lines(
    surface: pygame.Surface, context: Context, layout: BoardLayout, challenge: Challenge
) -> None:
    """Dots from end to end of every line that is to be completed, and its flags."""
    painter = context.painter
    p, radius = painter.theme.palette, max(painter.px(3), layout.radius * 0.12)
    for line in challenge.lines:
        (x, y), (to_x, to_y) = layout.beyond(line.index, layout.radius * 0.22)
        count = _DOTS * (len(line) + 1)
        for number in range(1, count):
            at = (x + (to_x - x) * number / count, y + (to_y - y) * number / count)
            painter.disc(surface, at, radius, p.accent, p.outline, painter.px(1))
    mark_lines(surface, context, layout, challenge)
