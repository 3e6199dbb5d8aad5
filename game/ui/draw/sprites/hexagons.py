"""Smooth hexagons with rounded corners, and what is cut out with them."""

import math
from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.draw.shapes import clear_canvas, shrink
from game.ui.draw.theme import WHITE
from game.ui.layout.hexagon import hex_corners, hex_height
from game.ui.layout.rects import Point

_ARC_STEPS: Final = 6


def round_corners(corners: Sequence[Point], radius: float) -> list[Point]:
    """Return a convex polygon with the corners rounded off by circles of `radius`."""
    points: list[Point] = []
    count = len(corners)
    for i, (cx, cy) in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % count]
        a = math.atan2(before[1] - cy, before[0] - cx)
        b = math.atan2(after[1] - cy, after[0] - cx)
        half = abs((b - a + math.pi) % (2 * math.pi) - math.pi) / 2
        reach = radius / math.tan(half)
        start = (cx + reach * math.cos(a), cy + reach * math.sin(a))
        end = (cx + reach * math.cos(b), cy + reach * math.sin(b))
        for step in range(_ARC_STEPS + 1):
            t = step / _ARC_STEPS
            # A quadratic curve through the corner looks as round as an arc.
            u = 1 - t
            points.append(
                (
                    u * u * start[0] + 2 * u * t * cx + t * t * end[0],
                    u * u * start[1] + 2 * u * t * cy + t * t * end[1],
                )
            )
    return points


def hex_outline(centre: Point, radius: float, roundness: float = 0.16) -> list[Point]:
    """Return a flat-topped hexagon's outline; `roundness` in radii."""
    return round_corners(hex_corners(centre, radius), radius * roundness)


def fill_hex(
    surface: pygame.Surface,
    colour: tuple[int, ...],
    centre: Point,
    radius: float,
    roundness: float = 0.16,
) -> None:
    """Fill a rounded hexagon, without smoothing."""
    pygame.draw.polygon(surface, colour, hex_outline(centre, radius, roundness))


def vertical_gradient(
    size: tuple[int, int], top: tuple[int, ...], bottom: tuple[int, ...]
) -> pygame.Surface:
    """A surface that goes from one colour at the top to another at the foot."""
    # Of a single column smoothscale reads one more, behind its end.
    strip = pygame.Surface((2, 32), pygame.SRCALPHA)
    for y in range(32):
        t = y / 31
        between = [round(a + (b - a) * t) for a, b in zip(_rgba(top), _rgba(bottom), strict=True)]
        strip.fill(between, (0, y, 2, 1))
    return pygame.transform.smoothscale(strip, size)


def _rgba(colour: tuple[int, ...]) -> tuple[int, ...]:
    return colour if len(colour) == 4 else (*colour, 255)


def cut_out(picture: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """Erase `picture` where `mask` is not opaque; return it."""
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


class HexCanvas:
    """A supersampled square canvas around one hexagon.

    `radius` is that of the hexagon in final pixels, `margin` the free room around it, in radii. `k`
    is the supersampling, more for small pictures. Draw in canvas pixels around `centre` with
    lengths times `R`, then call `finish()`. `surface` is that of another such canvas, to draw on it
    further.
    """

    def __init__(
        self, radius: float, margin: float = 0.12, surface: pygame.Surface | None = None
    ) -> None:
        self.k = 4 if radius < 60 else 3 if radius < 100 else 2
        self.w = 2 * math.ceil(radius * (1 + margin))
        self.h = 2 * math.ceil(hex_height(radius) / 2 + radius * margin)
        self.R = radius * self.k
        self.size = (self.w * self.k, self.h * self.k)
        self.centre = (self.size[0] / 2, self.size[1] / 2)
        self.surface = surface or clear_canvas(*self.size)

    def layer(self) -> pygame.Surface:
        """Return an empty surface of the canvas's size."""
        return clear_canvas(*self.size)

    def mask(self, scale: float, roundness: float = 0.16) -> pygame.Surface:
        """White inside the hexagon of `scale` radii.

        Outside it is black: what is cut out must not leave light hidden under its transparent
        pixels, or scaling would smear it into a fringe.
        """
        layer = clear_canvas(*self.size)
        fill_hex(layer, (*WHITE, 255), self.centre, self.R * scale, roundness)
        return layer

    def at(self, x: float, y: float) -> Point:
        """Return the canvas pixel of a point given in radii from the centre."""
        return self.centre[0] + x * self.R, self.centre[1] + y * self.R

    def finish(self) -> pygame.Surface:
        """Return the picture in final pixels."""
        return shrink(self.surface, self.k)
