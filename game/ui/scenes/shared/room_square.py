"""The square by which a phone finds a room."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import pygame

from game.play.phone_room import PhoneRoom
from game.ui.draw.painter import Align
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect

if TYPE_CHECKING:
    from game.ui.scenes.shared.table_layout import TableLayout

SMALL: Final = 104
"""Units of the side of the square beside a game."""

_QUIET_EDGE: Final = 4
"""Modules of white around the square, without which phones do not find it."""

_WORDS: Final = 46
_LEAST: Final = 74
"""Units: the height of the words below a square, the least side of one that phones can read."""


@lru_cache(maxsize=2)
def _modules(text: str) -> tuple[bytes, ...]:
    import segno

    return tuple(map(bytes, segno.make(text, error="m", micro=False).matrix))


def draw_square(surface: pygame.Surface, rect: Rect, text: str) -> None:
    """Draw a QR code, black on white in every theme, with its quiet edge."""
    rows = _modules(text)
    count = len(rows) + 2 * _QUIET_EDGE
    size = max(1, min(rect.w, rect.h) // count)
    left = rect.x + (rect.w - size * count) // 2
    top = rect.y + (rect.h - size * count) // 2
    surface.fill("white", (left, top, size * count, size * count))
    for y, row in enumerate(rows, _QUIET_EDGE):
        for x, is_dark in enumerate(row, _QUIET_EDGE):
            if is_dark:
                surface.fill("black", (left + x * size, top + y * size, size, size))


def draw_small_square(
    surface: pygame.Surface, context: Context, layout: TableLayout, room: PhoneRoom
) -> None:
    """Draw the square and its words at the edge beside a board, above the bag.

    A window without room for one that phones can read has none.
    """
    painter, corner = context.painter, layout.corner
    edge = layout.window.right - layout.title.right if layout.is_mirrored else layout.title.x
    inner = corner.inset(min(edge, corner.w // 6), painter.px(10))
    words, above = inner.cut_bottom(painter.px(_WORDS))
    side = min(painter.px(SMALL), above.w, above.h)
    if side < painter.px(_LEAST):
        return
    near = (above.cut_right if layout.is_mirrored else above.cut_left)(side)[0]
    draw_square(surface, near.cut_bottom(side)[0], room.link)
    body = painter.theme.type.body.coloured(painter.theme.palette.ink_soft)
    align: Align = "right" if layout.is_mirrored else "left"
    painter.text_in(surface, context.text("room.back"), words, body, align, "top", max_lines=2)
