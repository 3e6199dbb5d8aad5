"""The little box of words beside a widget."""

from __future__ import annotations

import pygame

from game.ui.draw.painter import Painter
from game.ui.layout.rects import Rect

__all__ = ["draw_tooltip"]


def draw_tooltip(surface: pygame.Surface, painter: Painter, text: str, anchor: Rect) -> None:
    """Draw `text` above `anchor`, or below where there is no room, inside the surface."""
    p = painter.theme.palette
    style = painter.theme.type.caption.coloured(p.ink)
    pad = painter.px(11)
    margin = painter.px(8)
    widest = min(painter.px(340), surface.get_width() - 2 * (pad + margin))
    width = min(widest, painter.text_width(text, style) + 2)
    height = painter.height_of(text, width, style)
    w, h = width + 2 * pad, height + 2 * pad * 2 // 3
    x = max(margin, min(anchor.centre[0] - w // 2, surface.get_width() - w - margin))
    y = anchor.y - h - margin
    if y < margin:
        y = min(anchor.bottom + margin, surface.get_height() - h - margin)
    rect = Rect(x, y, w, h)
    radius = painter.px(painter.theme.radius_small)
    painter.shadow(surface, rect, radius, painter.px(10), 150)
    painter.box(surface, rect, p.raised, p.raised_edge, radius=radius)
    painter.text_in(surface, text, rect.inset(pad, pad * 2 // 3), style, "centre")
