"""A medal: a hexagon of metal with a ring inside."""

from typing import Final

import pygame

from game.ui.draw.sprites.hexagons import HexCanvas, cut_out, vertical_gradient
from game.ui.draw.theme import Metal

MEDAL_MARGIN: Final = 0.3


def render_medal(radius: float, metal: Metal, *, has_glow: bool) -> pygame.Surface:
    """Light from above; the ring is the metal's bright edge. `has_glow` adds a halo."""
    canvas = HexCanvas(radius, MEDAL_MARGIN)
    if has_glow:
        for scale in (1.26, 1.16):
            halo = canvas.layer()
            halo.fill((*metal.foot, 70))
            canvas.surface.blit(cut_out(halo, canvas.mask(scale)), (0, 0))
    for scale, top, foot in (
        (1.0, metal.edge, metal.foot),
        (0.94, metal.top, metal.foot),
        (0.84, metal.edge, metal.edge),
        (0.8, metal.top, metal.foot),
    ):
        layer = vertical_gradient(canvas.size, top, foot)
        canvas.surface.blit(cut_out(layer, canvas.mask(scale)), (0, 0))
    return canvas.finish()
