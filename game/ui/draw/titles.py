"""The game's name."""

from __future__ import annotations

from typing import Final, Literal

import pygame

from game.ui.draw.painter import Painter
from game.ui.layout.rects import Rect

TITLE: Final = "Take It Easy!"


def draw_title(
    surface: pygame.Surface,
    painter: Painter,
    rect: Rect,
    align: Literal["left", "centre"] = "left",
) -> None:
    """Draw the name, as large as `rect` allows."""
    style = painter.theme.type.display
    wanted = rect.h * 0.75 / painter.view.scale
    width = painter.text_width(TITLE, style.sized(wanted))
    style = style.sized(min(wanted * min(1.0, rect.w * 0.98 / max(1, width)), 130))
    style = style._replace(outline=max(2.0, style.size / 18))
    x = rect.x if align == "left" else rect.centre[0]
    painter.text(surface, TITLE, (x, rect.centre[1]), style, align)
