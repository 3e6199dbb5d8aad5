"""The called tiles as large as their place allows, for screens that call for others."""

import pygame

from game.rules.tiles import Tile
from game.ui.draw.painter import Painter
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Point, Rect


def tile_spots(area: Rect, count: int) -> tuple[list[Point], float]:
    """Return the centres of one to three called tiles inside the clock's ring, and their radius."""
    x, y = area.x + area.w / 2, area.y + area.h / 2
    reach = ring_radius(area) * 0.93
    if count <= 1:
        return [(x, y)], reach * 0.96
    if count == 2:
        radius = reach * 0.47
        return [(x - radius * 0.98, y - radius * 0.35), (x + radius * 0.98, y + radius * 0.35)], (
            radius
        )
    radius = reach * 0.41
    step = radius * 1.04
    return [(x, y - step), (x - step, y + step * 0.72), (x + step, y + step * 0.72)], radius


def ring_radius(area: Rect) -> float:
    """Return the radius of the clock's ring, a hexagon."""
    return min(area.w / 2, area.h / SQRT3) * 0.955


def draw_tiles(
    surface: pygame.Surface, painter: Painter, area: Rect, tiles: tuple[Tile, ...], turned: float
) -> None:
    """Draw the called tiles; `turned` is the progress of turning them over, 0 to 1."""
    spots, radius = tile_spots(area, max(1, len(tiles)))
    if not tiles:
        painter.sprites.draw_tile(surface, None, spots[0], radius)
        return
    squeeze = max(0.05, abs(1 - 2 * turned))
    for tile, at in zip(tiles, spots, strict=True):
        shown = tile if turned > 0.5 else None
        painter.sprites.draw_tile(surface, shown, at, radius, squeeze=squeeze)
