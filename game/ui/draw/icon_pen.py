"""A pen for icons: shapes on a 24 by 24 grid, supersampled, in one colour."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.draw.shapes import clear_canvas, shrink
from game.ui.draw.theme import Colour

__all__ = ["XY", "Pen", "polar"]

_GRID: Final = 24
_SUPERSAMPLE: Final = 4

XY = tuple[float, float]


class Pen:
    """Draws on a supersampled canvas in grid units."""

    def __init__(self, size: int, colour: Colour) -> None:
        self.k = size * _SUPERSAMPLE / _GRID
        self.colour: tuple[int, ...] = colour
        self.canvas = clear_canvas(size * _SUPERSAMPLE, size * _SUPERSAMPLE, colour)

    def erase(self) -> None:
        """What is drawn from now on becomes a hole."""
        self.colour = (*self.colour[:3], 0)

    def ink(self) -> None:
        """Draw again."""
        self.colour = self.colour[:3]

    def fill(self, points: Sequence[XY]) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.canvas, self.colour, [(x * self.k, y * self.k) for x, y in points])

    def dot(self, x: float, y: float, r: float) -> None:
        """A filled circle."""
        pygame.draw.circle(self.canvas, self.colour, (x * self.k, y * self.k), r * self.k)

    def line(self, points: Sequence[XY], width: float = 2.2) -> None:
        """A stroke with round ends and joints."""
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / length * width / 2, (bx - ax) / length * width / 2
            self.fill(
                [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            )
        for x, y in points:
            self.dot(x, y, width / 2)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, width: float = 2.2
    ) -> None:
        """A stroke along a circle, in degrees clockwise from the right."""
        steps = max(6, int(abs(end - start) / 6))
        self.line(
            [polar(x, y, r, start + (end - start) * i / steps) for i in range(steps + 1)], width
        )

    def box(self, x: float, y: float, w: float, h: float, r: float = 1.5) -> None:
        """A filled rounded rectangle."""
        k = self.k
        pygame.draw.rect(
            self.canvas,
            self.colour,
            (x * k, y * k, w * k, h * k),
            border_radius=max(0, round(r * k)),
        )

    def frame(
        self, x: float, y: float, w: float, h: float, r: float = 2.0, width: float = 2.0
    ) -> None:
        """An empty rounded rectangle, `width` thick inwards."""
        k = self.k
        pygame.draw.rect(
            self.canvas,
            self.colour,
            (x * k, y * k, w * k, h * k),
            width=max(1, round(width * k)),
            border_radius=round(r * k),
        )

    def finish(self) -> pygame.Surface:
        """The picture in final pixels."""
        return shrink(self.canvas, _SUPERSAMPLE)


def polar(x: float, y: float, r: float, degrees: float) -> XY:
    """The point at distance `r` from (x, y), in degrees clockwise from the right."""
    a = math.radians(degrees)
    return x + r * math.cos(a), y + r * math.sin(a)
