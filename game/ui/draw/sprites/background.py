"""The sky behind everything, and the glow in it at night."""

from __future__ import annotations

from math import hypot
from typing import Final

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import opaque_canvas
from game.ui.draw.theme import Colour, Palette

_SMALL: Final = (40, 25)


def render_background(size: tuple[int, int], palette: Palette) -> pygame.Surface:
    """Return an opaque picture of `size` pixels."""
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
    return surface


def _light_at(x: float, y: float, palette: Palette) -> Colour:
    """Return the sky's colour at a place given in shares of its size."""
    sky = mix_colour(palette.sky, palette.sky_foot, y)
    far = min(1.0, hypot((x - 0.5) / 0.42, (y - 0.48) / 0.56))
    share = palette.glow[3] / 255 * (1 - far) ** 2 * (1 + 2 * far)
    return mix_colour(sky, palette.glow[:3], share)
