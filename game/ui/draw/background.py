"""The sky behind everything, and the light in that sky."""

from math import hypot
from typing import Final

import pygame

from game.ui.draw.shapes import opaque_canvas
from game.ui.draw.theme import Sky

_SMALL: Final = (40, 25)

_FINENESS: Final = (4, 2, 1)
"""How many steps of a sky there may be between two steps of a channel, the most first."""

_TILE: Final = 64
_DITHER: Final = [*([0, 2] * 32), *([3, 1] * 32)] * 32
"""What the pixels of a square tile lack, in quarters of a channel's step: neighbours differ."""


def render_background(size: tuple[int, int], sky: Sky) -> pygame.Surface:
    """Return an opaque picture of a sky, of `size` pixels.

    A channel has few steps on so large a picture, and the edge of each would be seen. So the sky
    is first made brighter, from its darkest colour on, and neighbouring pixels round it apart.
    """
    across, down = _SMALL
    (middle, high), (wide, deep) = sky.at, sky.reach
    lit = []
    for place in range(across * down):
        x, y = (place % across + 0.5) / across, (place // across + 0.5) / down
        far = min(1.0, hypot((x - middle) / wide, (y - high) / deep))
        lit.append((y, sky.strength * (1 - far) ** 2 * (1 + 2 * far)))
    small, tile = bytearray(4 * across * down), bytearray(4 * _TILE**2)
    least, scale = [], []
    for i, (top, foot, light) in enumerate(zip(sky.top, sky.foot, sky.light, strict=True)):
        exact = [(top + (foot - top) * y) * (1 - share) + light * share for y, share in lit]
        low, most = int(min(exact)), max(exact)
        fine = next(k for k in _FINENESS if k * (most - low) <= 255)
        small[i::4] = [round((value - low) * fine) for value in exact]
        tile[i::4] = [quarters * fine // 4 for quarters in _DITHER]
        least.append(low)
        scale.append(min(255, 256 // fine))
    surface = opaque_canvas(size)
    picture = pygame.image.frombuffer(small, _SMALL, "RGBX").convert(surface)
    pygame.transform.smoothscale(picture, size, surface)
    pattern = pygame.image.frombuffer(tile, (_TILE, _TILE), "RGBX").convert(surface)
    corners = ((x, y) for x in range(0, size[0], _TILE) for y in range(0, size[1], _TILE))
    surface.fblits([(pattern, corner) for corner in corners], pygame.BLEND_SUB)
    surface.fill(scale, special_flags=pygame.BLEND_MULT)
    surface.fill(least, special_flags=pygame.BLEND_ADD)
    return surface
