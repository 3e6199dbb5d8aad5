"""A number on a coin: what a space is worth."""

from typing import Final

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.painter import Painter
from game.ui.draw.theme import LEAST_SIZE
from game.ui.layout.rects import Point

_WORST: Final = 25.0
"""Points lost at which a space has the coldest colour."""


def draw_value_chip(
    surface: pygame.Surface, painter: Painter, words: str, at: Point, tile: float, cost: float
) -> None:
    """Write `words` on a coin.

    `tile` is the tiles' radius in pixels, `cost` the points lost against the best space, whose coin
    is the largest.
    """
    palette = painter.theme.palette
    scale = painter.view.scale
    colour = mix_colour(palette.good, palette.bad, min(1.0, cost / _WORST) ** 0.6)
    is_best = cost == 0
    size = max(LEAST_SIZE, tile * (0.42 if is_best else 0.34) / scale)
    style = painter.theme.type.strong.sized(size).coloured(colour)
    radius = max(tile * (0.48 if is_best else 0.36), painter.text_width(words, style) * 0.6)
    edge = colour if is_best else mix_colour(palette.sunken, colour, 0.45)
    width = max(1.0, scale * (2.5 if is_best else 1.2))
    painter.disc(surface, at, radius, palette.sunken, edge, width)
    painter.text(surface, words, at, style, "centre")
