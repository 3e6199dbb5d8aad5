"""The sky behind everything, and the light in it."""

from __future__ import annotations

from math import hypot
from typing import Final

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import opaque_canvas
from game.ui.draw.theme import Sky

_SMALL: Final = (40, 25)


def render_background(size: tuple[int, int], sky: Sky) -> pygame.Surface:
    """Return an opaque picture of a sky, of `size` pixels."""
    small = pygame.Surface(_SMALL, 0, 32)
    across, down = _SMALL
    for y in range(down):
        high = (y + 0.5) / down
        dark = mix_colour(sky.top, sky.foot, high)
        for x in range(across):
            share = _light_at((x + 0.5) / across, high, sky)
            small.set_at((x, y), mix_colour(dark, sky.light, share))
    surface = opaque_canvas(size)
    surface.blit(pygame.transform.smoothscale(small, size), (0, 0))
    return surface


def _light_at(x: float, y: float, sky: Sky) -> float:
    """Return the light's share (0…1) at a place given in shares of the sky's size."""
    (middle, high), (wide, deep) = sky.at, sky.reach
    far = min(1.0, hypot((x - middle) / wide, (y - high) / deep))
    return sky.strength * (1 - far) ** 2 * (1 + 2 * far)
