"""The sky behind everything, and the light in that sky."""

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
    (middle, high), (wide, deep) = sky.at, sky.reach
    columns = [((x + 0.5) / across - middle) / wide for x in range(across)]
    for y in range(down):
        place = (y + 0.5) / down
        dark = mix_colour(sky.top, sky.foot, place)
        small.fill(dark, (0, y, across, 1))
        far_down = (place - high) / deep
        for x, far_across in enumerate(columns):
            if (far := hypot(far_across, far_down)) < 1:
                share = sky.strength * (1 - far) ** 2 * (1 + 2 * far)
                small.set_at((x, y), mix_colour(dark, sky.light, share))
    surface = opaque_canvas(size)
    pygame.transform.smoothscale(small, size, surface)
    return surface
