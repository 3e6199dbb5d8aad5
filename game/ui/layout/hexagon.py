"""The measures of a flat-topped hexagon; no pygame."""

from math import sqrt
from typing import Final

from game.ui.layout.rects import Point

SQRT3: Final = sqrt(3)


def hex_height(radius: float) -> float:
    """Return the height of a flat-topped hexagon whose corners lie `radius` from its centre."""
    return SQRT3 * radius


def hex_corners(centre: Point, radius: float) -> list[Point]:
    """Return the six corners, clockwise from the right one."""
    x, y = centre
    half = radius * SQRT3 / 2
    return [
        (x + radius, y),
        (x + radius / 2, y + half),
        (x - radius / 2, y + half),
        (x - radius, y),
        (x - radius / 2, y - half),
        (x + radius / 2, y - half),
    ]
