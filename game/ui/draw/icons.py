"""Icons, drawn as shapes on a 24 by 24 grid with a supersampling pen; none comes from a font."""

import itertools
import math
from collections.abc import Sequence
from enum import Enum
from typing import Final

import pygame

from game.ui.draw.shapes import clear_canvas, shrink
from game.ui.draw.theme import Colour

_GRID: Final = 24
_SUPERSAMPLE: Final = 4

XY = tuple[float, float]


class Icon(Enum):
    """Every icon there is; the value says what a `_Pen` draws, stroke by stroke."""

    PLAY = "fill 7 4.5 19.5 12 7 19.5; line 2 7 4.5 19.5 12 7 19.5 7 4.5"
    PAUSE = "box 6 4.5 4.4 15 1.5; box 13.6 4.5 4.4 15 1.5"
    UNDO = (
        "line 2.4 8 8.5 14.5 8.5; arc 14.5 13.5 5 -90 90 2.4; line 2.4 14.5 18.5 8 18.5;"
        "fill 3 8.5 9 3.8 9 13.2"
    )
    RESTART = "arc 12 12.5 7.2 -40 240 2.4; fill 19.2 3.6 20.416 10.494 13.138 7.1"
    HOME = (
        "line 2.4 3.5 12 12 4.5 20.5 12; fill 6 12.5 12 7.3 18 12.5 18 20 6 20;"
        "erase; box 10 14 4 7 0.6"
    )
    COMPUTER = "frame 3 4.5 18 11.5 2 2; box 10.6 16 2.8 3 0.4; box 7.5 18.4 9 1.9 0.9"
    SETTINGS = "rays 8 12 12 5 8.6 22.5 3.6; dot 12 12 7; erase; dot 12 12 3"
    SOUND = (
        "fill 3 9 7 9 12 4.5 12 19.5 7 15 3 15;"
        "line 1.2 3.4 9.4 7 9.4 11.6 5.2 11.6 18.8 7 14.6 3.4 14.6 3.4 9.4;"
        "arc 12 12 4.6 -42 42 2; arc 12 12 8.6 -45 45 2"
    )
    MUTED = (
        "fill 3 9 7 9 12 4.5 12 19.5 7 15 3 15;"
        "line 1.2 3.4 9.4 7 9.4 11.6 5.2 11.6 18.8 7 14.6 3.4 14.6 3.4 9.4;"
        "line 2.2 15.5 9 21 15; line 2.2 21 9 15.5 15"
    )
    FULLSCREEN = (
        "line 2.2 8.8 4 4 4 4 8.8; line 2.2 8.8 20 4 20 4 15.2;"
        "line 2.2 15.2 4 20 4 20 8.8; line 2.2 15.2 20 20 20 20 15.2"
    )
    HELP = "arc 12 9 4.2 -190 40 2.6; line 2.6 15.217 11.7 12.2 13.4 12 15.2; dot 12 19.4 1.7"
    BOOK = (
        "fill 11.2 6.6 3 4.6 3 17.6 11.2 19.8; fill 12.8 6.6 21 4.6 21 17.6 12.8 19.8; erase;"
        "line 1.1 5.2 8.1 9 9; line 1.1 5.2 11.1 9 12; line 1.1 5.2 14.1 9 15;"
        "line 1.1 18.8 8.1 15 9; line 1.1 18.8 11.1 15 12; line 1.1 18.8 14.1 15 15"
    )
    TROPHY = (
        "arc 6.6 8 3 80 280 1.9; arc 17.4 8 3 -100 100 1.9;"
        "fill 6.5 4 17.5 4 17 10.5 14.6 13.8 9.4 13.8 7 10.5;"
        "fill 11 13 13 13 13.4 17 10.6 17; box 7.5 17 9 3 1"
    )
    CHART = "box 4 13 4.2 7 1.1; box 10 8.5 4.2 11.5 1.1; box 16 4 4.2 16 1.1"
    COPY = "frame 3.5 3.5 12 13 2.4 2; erase; box 7 6.5 15 15.5 3; ink; frame 8.5 8 12 13 2.4 2"
    CHECK = "line 3 4.5 12.8 10 18.2 19.8 6.4"
    CLOSE = "line 2.8 6 6 18 18; line 2.8 18 6 6 18"
    UP = "line 2.8 17.755 14.191 12 7.8 6.245 14.191"
    DOWN = "line 2.8 6.245 9.809 12 16.2 17.755 9.809"
    LEFT = "line 2.8 14.191 6.245 7.8 12 14.191 17.755"
    RIGHT = "line 2.8 9.809 17.755 16.2 12 9.809 6.245"
    SUN = "rays 8 12 12 7.8 10 0 2.1; dot 12 12 5.2"
    MOON = "dot 11.5 12 8.2; erase; dot 15.6 9.6 6.9"
    CLOCK = "dot 12 12 9.2; erase; dot 12 12 7; ink; line 2 12 7.5 12 12 15 14"
    PERSON = "dot 12 7.8 4.3; box 4 13.6 16 13 6.5; erase; box 0 20.5 24 6 0"
    ROBOT = (
        "line 1.8 12 3.5 12 7; dot 12 3.6 1.6; box 4.5 7 15 12.5 3.4; box 2 11 1.8 5 0.9;"
        "box 20.2 11 1.8 5 0.9; erase; dot 9 12 1.7; dot 15 12 1.7; box 8.6 15.4 6.8 1.6 0.8"
    )
    DICE = (
        "box 4 4 16 16 3.6; erase; dot 8 8 1.5; dot 16 8 1.5; dot 12 12 1.5; dot 8 16 1.5;"
        "dot 16 16 1.5"
    )
    SHARE = "line 1.9 17.5 5.8 6.5 12 17.5 18.2; dot 17.5 5.8 3; dot 6.5 12 3; dot 17.5 18.2 3"
    PLUS = "line 2.8 12 5.5 12 18.5; line 2.8 5.5 12 18.5 12"
    MINUS = "line 2.8 5.5 12 18.5 12"
    FLAG = "line 2.2 6 4 6 20.5; fill 7 4.6 19.5 4.6 16.2 9 19.5 13.4 7 13.4"
    SUMMIT = (
        "fill 1.6 20.4 9.4 8.6 13.2 14.4 15.4 11.4 22.4 20.4; line 1.5 9.4 9 9.4 2.4;"
        "fill 9.4 1.8 15.4 3.9 9.4 6"
    )
    LANGUAGE = (
        "dot 12 12 9.2; erase; dot 12 12 7.5; ink; line 1.5 12 4 12 20; line 1.5 4 12 20 12;"
        "arc 19.5 12 10.6 132 228 1.5; arc 4.5 12 10.6 -48 48 1.5"
    )
    HEX = "star 3 12 12 9.6 9.6 0; erase; star 3 12 12 6.8 6.8 0"
    SKIP = "fill 4 5 14 12 4 19; line 1.4 4 5.4 13.4 12 4 18.6 4 5.4; box 16 4.6 3.6 14.8 1.2"
    BULB = (
        "dot 12 9.2 6.2; fill 8.4 13 15.6 13 14.6 16.6 9.4 16.6; box 9.3 17.4 5.4 1.8 0.8;"
        "box 10.2 19.8 3.6 1.6 0.8"
    )
    PIECE = "star 3 12 12 10 10 0"
    STAR = "star 5 12 12.6 9.8 4.4 -90"
    TOGETHER = (
        "dot 7.6 8 3.5; box 1.6 13 12 12 5.6; dot 17 8 3.1; box 14.2 13 8.6 12 4.6; erase;"
        "box 0 20 24 8 0"
    )
    DOTS = "dot 6 12 1.9; dot 12 12 1.9; dot 18 12 1.9"
    HOURGLASS = (
        "box 5.4 3 13.2 2.4 1; box 5.4 18.6 13.2 2.4 1; fill 7.2 5.4 16.8 5.4 12.9 12 16.8 18.6"
        " 7.2 18.6 11.1 12; erase; fill 9.4 6.4 14.6 6.4 13.7 8 10.3 8; fill 12 13.6 14.2 17"
        " 9.8 17"
    )
    PAGE = (
        "fill 5.5 3 14 3 18.5 7.5 18.5 21 5.5 21; erase; line 1.5 8.4 11.5 15.6 11.5;"
        "line 1.5 8.4 15 15.6 15; fill 13.6 4.4 13.6 8 17.2 8"
    )
    SEND = (
        "line 2.2 4.5 14 4.5 20 19.5 20 19.5 14; line 2.2 12 4.4 12 15;"
        "line 2.2 7.6 8.4 12 4 16.4 8.4"
    )
    FLAME = (
        "fill 12 2.4 16.6 7.6 18.6 12.4 18 16.6 15.4 20 12 21.2 8.6 20 6 16.8 5.4 13 6.8 9.4"
        " 8.6 12 10.4 8.6; erase; fill 12.2 12.4 14.6 15.4 14.4 18 12.2 19.6 9.8 18 9.6 15.6"
    )
    CALENDAR = (
        "box 3.5 5 17 16 2.6; line 2.2 8 3 8 7; line 2.2 16 3 16 7; erase; box 5.6 10 12.8 9 1;"
        "ink; dot 8.8 13 1.3; dot 12 13 1.3; dot 15.2 13 1.3; dot 8.8 16.4 1.3; dot 12 16.4 1.3"
    )
    TARGET = (
        "dot 12 12 9.4; erase; dot 12 12 7.2; ink; dot 12 12 5.2; erase; dot 12 12 3.2; ink;"
        "dot 12 12 1.6"
    )
    PEN = "fill 4 20 5.4 15 15.6 4.8 19.2 8.4 9 18.6; erase; line 1.2 13 7.2 16.8 11"
    BELL = (
        "dot 12 3.9 1.5; dot 12 9.8 5.6; fill 6.4 9.8 17.6 9.8 18.8 16.4 5.2 16.4;"
        "box 3.8 15.4 16.4 2.4 1.2; dot 12 19.6 2"
    )
    EYE = (
        "fill 1.8 12 5 8.2 8.6 6.1 12 5.6 15.4 6.1 19 8.2 22.2 12 19 15.8 15.4 17.9 12 18.4"
        " 8.6 17.9 5 15.8; erase; dot 12 12 4.6; ink; dot 12 12 2.4"
    )
    SWAP = (
        "line 2.4 3.5 8 16 8; fill 14.6 3.2 21 8 14.6 12.8; line 2.4 20.5 16 8 16;"
        "fill 9.4 11.2 3 16 9.4 20.8"
    )
    POCKET = (
        "fill 3.6 6 20.4 6 20.4 14.6 17.6 18.8 12 21 6.4 18.8 3.6 14.6; erase;"
        "line 1.5 5.4 9.4 12 12.6 18.6 9.4"
    )
    FORK = (
        "line 2.6 12 20.5 12 14 6 7.5; line 2.6 12 14 18 7.5; fill 2.8 3.6 10.6 4.2 6 9.8;"
        "fill 21.2 3.6 13.4 4.2 18 9.8"
    )
    FIVE = "dot 3.4 12 2; dot 7.7 12 2; dot 12 12 2; dot 16.3 12 2; dot 20.6 12 2"
    RAINBOW = "arc 12 18 9.4 180 360 2.2; arc 12 18 6 180 360 2.2; arc 12 18 2.6 180 360 2.2"
    SNOWFLAKE = (
        "line 2 12 2.5 12 21.5; line 2 3.8 7.2 20.2 16.8; line 2 3.8 16.8 20.2 7.2;"
        "line 1.6 9.2 4.4 12 7 14.8 4.4; line 1.6 9.2 19.6 12 17 14.8 19.6"
    )
    ECHO = "dot 4.6 12 2.6; arc 4.6 12 8 -52 52 2.4; arc 4.6 12 14 -42 42 2.4"


class _Pen:
    """Draws on a supersampled canvas in grid units; angles are in degrees, clockwise from the
    right.
    """

    def __init__(self, size: int, colour: Colour) -> None:
        self.k = size * _SUPERSAMPLE / _GRID
        self.ink = colour
        self.colour: tuple[int, ...] = colour
        self.canvas = clear_canvas(size * _SUPERSAMPLE, size * _SUPERSAMPLE, colour)

    def draw(self, stroke: str) -> None:
        """Draw one stroke: its name, then its numbers: lengths after places, line widths first."""
        name, *words = stroke.split()
        match name, [float(word) for word in words]:
            case "fill", [*numbers]:
                self._fill(_pairs(numbers))
            case "line", [width, *numbers]:
                self._line(_pairs(numbers), width)
            case "arc", [x, y, r, start, end, width]:
                steps = max(6, int(abs(end - start) / 6))
                turns = [start + (end - start) * i / steps for i in range(steps + 1)]
                self._line([_polar(x, y, r, turn) for turn in turns], width)
            case "dot", [x, y, r]:
                self._dot(x, y, r)
            case "box", [x, y, w, h, r]:
                self._rect((x, y, w, h), r)
            case "frame", [x, y, w, h, r, width]:
                self._rect((x, y, w, h), r, max(1, round(width * self.k)))
            case "star", [count, x, y, r, inner, turn]:
                step = 180 / count
                radii = (r, inner) * int(count)
                self._fill([_polar(x, y, far, i * step + turn) for i, far in enumerate(radii)])
            case "rays", [count, x, y, r, end, turn, width]:
                for i in range(int(count)):
                    angle = i * 360 / count + turn
                    self._line([_polar(x, y, r, angle), _polar(x, y, end, angle)], width)
            case "erase", []:  # what is drawn from now on becomes a hole
                self.colour = (*self.ink, 0)
            case "ink", []:
                self.colour = self.ink
            case _:
                raise ValueError(stroke)

    def _fill(self, points: Sequence[XY]) -> None:
        pygame.draw.polygon(self.canvas, self.colour, [(x * self.k, y * self.k) for x, y in points])

    def _dot(self, x: float, y: float, r: float) -> None:
        pygame.draw.circle(self.canvas, self.colour, (x * self.k, y * self.k), r * self.k)

    def _line(self, points: Sequence[XY], width: float) -> None:
        """Draw a stroke with round ends and joints."""
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / length * width / 2, (bx - ax) / length * width / 2
            self._fill(
                [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            )
        for x, y in points:
            self._dot(x, y, width / 2)

    def _rect(self, at: tuple[float, float, float, float], r: float, width: int = 0) -> None:
        """Draw a rounded rectangle, filled or `width` pixels thick inwards."""
        x, y, w, h = (length * self.k for length in at)
        pygame.draw.rect(
            self.canvas, self.colour, (x, y, w, h), width, border_radius=round(r * self.k)
        )


def _pairs(numbers: Sequence[float]) -> list[XY]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _polar(x: float, y: float, r: float, degrees: float) -> XY:
    a = math.radians(degrees)
    return x + r * math.cos(a), y + r * math.sin(a)


def render_icon(icon: Icon, size: int, colour: Colour) -> pygame.Surface:
    """`icon` in a square of `size` pixels, in one colour on nothing."""
    pen = _Pen(max(4, size), colour)
    for stroke in icon.value.split(";"):
        pen.draw(stroke)
    return shrink(pen.canvas, _SUPERSAMPLE)
