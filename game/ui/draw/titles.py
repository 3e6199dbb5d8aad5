"""The game's name as it stands on the cabinet, and the heads of the other screens."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import pygame

from game.rules.tiles import Direction
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.stripes import render_stripe
from game.ui.draw.theme import WHITE, Theme, find_theme
from game.ui.layout.rects import Rect

TITLE: Final = "Take It Easy!"

_RIBBON: Final = (9, 6, 4)
"""One number of each direction, top to bottom."""


@lru_cache(maxsize=24)
def _bar(name: str, stripe_set: str, number: int, width: int, length: int) -> pygame.Surface:
    theme = find_theme(name, stripe_set)
    upright = render_stripe(
        Direction.VERTICAL,
        number,
        width,
        length,
        theme.stripes,
        theme.palette,
        has_pattern=False,
    )
    bar = pygame.transform.rotate(upright, 90)
    w, h = bar.get_size()
    row = pygame.Surface((w, 1), pygame.SRCALPHA)
    row.fill(WHITE)
    for x in range(2 * w // 3, w):
        # Solid for two thirds of its way, then gone.
        row.set_at((x, 0), (*WHITE, round(255 * min(1.0, (w - x) / (w / 3)))))
    fade = pygame.transform.scale(row, (w, h))
    out = pygame.Surface((w, h), pygame.SRCALPHA)
    out.blit(bar, (0, 0))
    out.blit(fade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def _draw_ribbon(
    surface: pygame.Surface, theme: Theme, left: int, top: int, length: int, thickness: int
) -> None:
    """Three stripes running to the right and fading; lengths in pixels, `thickness` of one."""
    for i, number in enumerate(_RIBBON):
        bar = _bar(
            theme.name,
            theme.stripe_set,
            number,
            max(2, thickness),
            max(8, length - i * length // 7),
        )
        surface.blit(bar, (left, top + i * (bar.get_height() + max(1, thickness // 4))))


def draw_title(
    surface: pygame.Surface,
    painter: Painter,
    rect: Rect,
    align: Literal["left", "centre"] = "left",
) -> None:
    """Draw the name with its ribbon underneath, as large as `rect` allows."""
    theme = painter.theme
    style = theme.type.display
    words, foot = rect.cut_top(rect.h * 68 // 100)
    wanted = words.h / 1.1 / painter.view.scale
    width = painter.text_width(TITLE, style.sized(wanted))
    share = min(1.0, rect.w * 0.98 / max(1, width))
    style = style.sized(min(wanted * share, 130))
    style = type(style)(style.size, style.colour, True, style.leading, max(2.0, style.size / 18))
    x = rect.x if align == "left" else rect.centre[0]
    drawn = painter.text(surface, TITLE, (x, words.centre[1]), style, align)
    thickness = max(3, painter.px(style.size * 0.085))
    top = min(foot.bottom - 4 * thickness, words.centre[1] + painter.px(style.size * 0.56))
    left = drawn.x + painter.px(style.size * 0.06)
    _draw_ribbon(surface, theme, left, top, drawn.w, thickness)
