"""The sky behind everything, and the glow in it at night."""

from __future__ import annotations

from math import hypot
from typing import Final

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import opaque_canvas
from game.ui.draw.theme import Colour, Palette

_SMALL: Final = (40, 25)


def render_background(
    size: tuple[int, int], palette: Palette, *, is_sunset: bool = False
) -> pygame.Surface:
    """Return an opaque picture of `size` pixels: the sky, or that of a great moment."""
    small = pygame.Surface(_SMALL, 0, 32)
    across, down = _SMALL
    light_at = _sunset_at if is_sunset and palette.sunset is not None else _light_at
    for y in range(down):
        for x in range(across):
            small.set_at((x, y), light_at((x + 0.5) / across, (y + 0.5) / down, palette))
    surface = opaque_canvas(size)
    surface.blit(pygame.transform.smoothscale(small, size), (0, 0))
    return surface


def _light_at(x: float, y: float, palette: Palette) -> Colour:
    """Return the sky's colour at a place given in shares of its size."""
    sky = mix_colour(palette.sky, palette.sky_foot, y)
    far = min(1.0, hypot((x - 0.5) / 0.42, (y - 0.48) / 0.56))
    share = palette.glow[3] / 255 * (1 - far) ** 2 * (1 + 2 * far)
    return mix_colour(sky, palette.glow[:3], share)


def _sunset_at(x: float, y: float, palette: Palette) -> Colour:
    """Return the colour of the evening sky at a place, whose sun is low at the right."""
    assert palette.sunset is not None
    top, foot, sun = palette.sunset
    sky = mix_colour(top, foot, y)
    far = min(1.0, hypot((x - 0.94) / 0.52, (y - 1.04) / 0.8))
    return mix_colour(sky, sun, 0.78 * (1 - far) ** 2 * (1 + 2 * far))
