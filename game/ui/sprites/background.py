"""The quiet room behind everything: a glow in the middle, hexagons hardly seen."""

from __future__ import annotations

import pygame

from game.ui.layout_hex import SQRT3, hex_corners
from game.ui.shapes import clear_canvas
from game.ui.theme import Palette

__all__ = ["render_background"]


def render_background(size: tuple[int, int], scale: float, palette: Palette) -> pygame.Surface:
    """An opaque picture of `size` pixels; `scale` is the pixels of a unit."""
    w, h = size
    surface = pygame.transform.smoothscale(_glow(palette), size)
    lines = clear_canvas(w, h, palette.pattern)
    radius = 58 * scale
    for column in range(int(w / (1.5 * radius)) + 2):
        for row in range(int(h / (SQRT3 * radius)) + 2):
            x = column * 1.5 * radius
            y = (row + (0.5 if column % 2 else 0)) * SQRT3 * radius
            corners = hex_corners((x, y), radius * 0.97)
            # Three sides are enough: neighbours draw the others.
            pygame.draw.aalines(lines, (*palette.pattern, 255), False, corners[:4])
    lines.set_alpha(70)
    surface.blit(lines, (0, 0))
    surface.blit(_vignette(size, palette), (0, 0))
    return surface.convert() if pygame.display.get_surface() else surface


def _glow(palette: Palette) -> pygame.Surface:
    """A small picture of the light, to be stretched."""
    w, h = 64, 40
    small = pygame.Surface((w, h))
    for y in range(h):
        for x in range(w):
            dx, dy = (x - w / 2 + 0.5) / (w * 0.72), (y - h * 0.44) / (h * 0.86)
            t = min(1.0, (dx * dx + dy * dy) ** 0.5)
            t = t * t * (3 - 2 * t)
            small.set_at(
                (x, y),
                [
                    round(a + (b - a) * t)
                    for a, b in zip(palette.backdrop, palette.backdrop_edge, strict=True)
                ],
            )
    return small


def _vignette(size: tuple[int, int], palette: Palette) -> pygame.Surface:
    small = pygame.Surface((48, 30), pygame.SRCALPHA)
    for y in range(30):
        for x in range(48):
            dx, dy = abs(x - 23.5) / 24, abs(y - 14.5) / 15
            t = min(1.0, max(0.0, (dx**3 + dy**3) - 0.25))
            small.set_at((x, y), (*palette.backdrop_edge, round(110 * t)))
    return pygame.transform.smoothscale(small, size)
