"""Flags at the ends of the lines that a challenge wants complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.draw.icons import Icon

if TYPE_CHECKING:
    import pygame

    from game.play.challenges import Challenge
    from game.ui.frame.context import Context
    from game.ui.layout.hexes import BoardLayout


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
