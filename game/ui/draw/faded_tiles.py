"""Tiles whose stripes in dead lines have gone pale."""

from __future__ import annotations

import pygame

from game.rules.tiles import NUMBERS, Direction, Tile
from game.ui.draw.animation import mix_colour
from game.ui.draw.fonts import Fonts
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import SurfaceCache
from game.ui.draw.sprites.tiles import TileLook, render_tile
from game.ui.layout.rects import Point

__all__ = ["FadedTiles"]


class FadedTiles:
    """Draws tiles like `Sprites`, but with the stripes of some directions faded.

    Every number belongs to one direction (T1), so fading a direction is fading its colours.
    """

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._fonts = Fonts()
        self._cache = SurfaceCache(40_000_000)

    def clear(self) -> None:
        """Forget all pictures."""
        self._cache.clear()
        self._fonts.clear()

    def draw(
        self,
        surface: pygame.Surface,
        tile: Tile,
        centre: Point,
        radius: float,
        faded: frozenset[Direction],
    ) -> None:
        """Draw a tile in its place."""
        sprites = self._painter.sprites
        sprites.draw_tile(surface, tile, centre, radius)
        if not faded:
            return
        key = (tile, round(radius * 2), faded, sprites.has_patterns)
        picture = self._cache.get(key, lambda: self._render(tile, radius, faded))
        w, h = picture.get_size()
        surface.blit(picture, (round(centre[0] - w / 2), round(centre[1] - h / 2)))

    def _render(self, tile: Tile, radius: float, faded: frozenset[Direction]) -> pygame.Surface:
        theme = self._painter.theme
        shade = mix_colour(theme.palette.tile, theme.palette.outline, 0.45)
        colours = dict(theme.stripes)
        for direction in faded:
            for number in NUMBERS[direction]:
                colours[number] = mix_colour(colours[number], shade, 0.80)
        return render_tile(
            tile,
            max(6.0, round(radius * 2) / 2),
            TileLook.NORMAL,
            theme.palette,
            colours,
            self._fonts,
            has_patterns=self._painter.sprites.has_patterns,
        )
