"""The quiet room behind everything: a glow in the middle, hexagons hardly seen."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import opaque_canvas
from game.ui.draw.theme import Colour, Palette
from game.ui.layout.hexes import SQRT3, hex_corners

_SMALL: Final = (40, 25)
_LINES: Final = 0.27


def render_background(size: tuple[int, int], scale: float, palette: Palette) -> pygame.Surface:
    """Return an opaque picture of `size` pixels; `scale` is the pixels of a unit."""
    w, h = size
    small = pygame.Surface(_SMALL, 0, 32)
    across, down = _SMALL
    for y in range(down):
        for x in range(across // 2):
            # The right half is the left one's mirror.
            light = _light_at((x + 0.5) / across, (y + 0.5) / down, palette)
            small.set_at((x, y), light)
            small.set_at((across - 1 - x, y), light)
    surface = opaque_canvas(size)
    surface.blit(pygame.transform.smoothscale(small, size), (0, 0))
    radius = 58 * scale
    for column in range(int(w / (1.5 * radius)) + 2):
        for row in range(int(h / (SQRT3 * radius)) + 2):
            cx = column * 1.5 * radius
            cy = (row + (0.5 if column % 2 else 0)) * SQRT3 * radius
            # Lines take the light of their place, which spares a second full-size layer.
            ink = mix_colour(_light_at(cx / w, cy / h, palette), palette.pattern, _LINES)
            # Three sides are enough: neighbours draw the others.
            pygame.draw.aalines(surface, ink, False, hex_corners((cx, cy), radius * 0.97)[:4])
    return surface


def _light_at(x: float, y: float, palette: Palette) -> Colour:
    """Return the room's colour at a place given in shares of its size.

    Written out instead of mixing colour by colour: the first frame waits for a thousand of them.
    """
    dx, dy = (x - 0.5) / 0.72, (y - 0.45) / 0.86
    t = min(1.0, (dx * dx + dy * dy) ** 0.5)
    t *= t * (3 - 2 * t)
    corner = 0.43 * min(1.0, max(0.0, abs(2 * x - 1) ** 3 + abs(2 * y - 1) ** 3 - 0.25))
    (r, g, b), (far_r, far_g, far_b) = palette.backdrop, palette.backdrop_edge
    r, g, b = round(r + (far_r - r) * t), round(g + (far_g - g) * t), round(b + (far_b - b) * t)
    return (
        round(r + (far_r - r) * corner),
        round(g + (far_g - g) * corner),
        round(b + (far_b - b) * corner),
    )
