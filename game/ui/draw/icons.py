"""Icons, drawn as shapes on a 24 by 24 grid with a supersampling pen; none comes from a font."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

import pygame

from game.ui.draw.shapes import clear_canvas, shrink
from game.ui.draw.theme import Colour

_GRID: Final = 24
_SUPERSAMPLE: Final = 4

XY = tuple[float, float]


class Icon(StrEnum):
    """Every icon there is."""

    PLAY = "play"
    PAUSE = "pause"
    UNDO = "undo"
    RESTART = "restart"
    HOME = "home"
    SETTINGS = "settings"
    SOUND = "sound"
    MUTED = "muted"
    FULLSCREEN = "fullscreen"
    WINDOWED = "windowed"
    HELP = "help"
    BOOK = "book"
    TROPHY = "trophy"
    CHART = "chart"
    COPY = "copy"
    CHECK = "check"
    CLOSE = "close"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    SUN = "sun"
    MOON = "moon"
    CLOCK = "clock"
    PERSON = "person"
    ROBOT = "robot"
    DICE = "dice"
    SHARE = "share"
    PLUS = "plus"
    MINUS = "minus"
    FLAG = "flag"
    LANGUAGE = "language"
    HEX = "hex"
    SKIP = "skip"
    BULB = "bulb"
    STAR = "star"
    LOCK = "lock"
    PEN = "pen"


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


def _arrow_head(pen: Pen, tip: XY, degrees: float, size: float) -> None:
    x, y = tip
    pen.fill([tip, polar(x, y, size, degrees + 145), polar(x, y, size, degrees - 145)])


def _draw_play(pen: Pen) -> None:
    pen.fill([(7, 4.5), (19.5, 12), (7, 19.5)])
    pen.line([(7, 4.5), (19.5, 12), (7, 19.5), (7, 4.5)], 2)


def _draw_pause(pen: Pen) -> None:
    pen.box(6, 4.5, 4.4, 15)
    pen.box(13.6, 4.5, 4.4, 15)


def _draw_undo(pen: Pen) -> None:
    pen.line([(8, 8.5), (14.5, 8.5)], 2.4)
    pen.arc(14.5, 13.5, 5, -90, 90, 2.4)
    pen.line([(14.5, 18.5), (8, 18.5)], 2.4)
    pen.fill([(3, 8.5), (9, 3.8), (9, 13.2)])


def _draw_restart(pen: Pen) -> None:
    pen.arc(12, 12.5, 7.2, -40, 240, 2.4)
    _arrow_head(pen, (19.2, 3.6), -65, 7)


def _draw_home(pen: Pen) -> None:
    pen.line([(3.5, 12), (12, 4.5), (20.5, 12)], 2.4)
    pen.fill([(6, 12.5), (12, 7.3), (18, 12.5), (18, 20), (6, 20)])
    pen.erase()
    pen.box(10, 14, 4, 7, 0.6)


def _draw_settings(pen: Pen) -> None:
    for i in range(8):
        a = i * 45 + 22.5
        pen.line([polar(12, 12, 5, a), polar(12, 12, 8.6, a)], 3.6)
    pen.dot(12, 12, 7)
    pen.erase()
    pen.dot(12, 12, 3)


def _speaker(pen: Pen) -> None:
    pen.fill([(3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15)])
    pen.line(
        [(3.4, 9.4), (7, 9.4), (11.6, 5.2), (11.6, 18.8), (7, 14.6), (3.4, 14.6), (3.4, 9.4)], 1.2
    )


def _draw_sound(pen: Pen) -> None:
    _speaker(pen)
    pen.arc(12, 12, 4.6, -42, 42, 2)
    pen.arc(12, 12, 8.6, -45, 45, 2)


def _draw_muted(pen: Pen) -> None:
    _speaker(pen)
    pen.line([(15.5, 9), (21, 15)], 2.2)
    pen.line([(21, 9), (15.5, 15)], 2.2)


def _draw_corners(pen: Pen, corner: float, end: float) -> None:
    for sx in (-1, 1):
        for sy in (-1, 1):
            pen.line(
                [
                    (12 + sx * end, 12 + sy * corner),
                    (12 + sx * corner, 12 + sy * corner),
                    (12 + sx * corner, 12 + sy * end),
                ]
            )


def _draw_help(pen: Pen) -> None:
    pen.arc(12, 9, 4.2, -190, 40, 2.6)
    pen.line([polar(12, 9, 4.2, 40), (12.2, 13.4), (12, 15.2)], 2.6)
    pen.dot(12, 19.4, 1.7)


def _draw_book(pen: Pen) -> None:
    pen.fill([(11.2, 6.6), (3, 4.6), (3, 17.6), (11.2, 19.8)])
    pen.fill([(12.8, 6.6), (21, 4.6), (21, 17.6), (12.8, 19.8)])
    pen.erase()
    for y in (9, 12, 15):
        pen.line([(5.2, y - 0.9), (9, y)], 1.1)
        pen.line([(18.8, y - 0.9), (15, y)], 1.1)


def _draw_trophy(pen: Pen) -> None:
    pen.arc(6.6, 8, 3, 80, 280, 1.9)
    pen.arc(17.4, 8, 3, -100, 100, 1.9)
    pen.fill([(6.5, 4), (17.5, 4), (17, 10.5), (14.6, 13.8), (9.4, 13.8), (7, 10.5)])
    pen.fill([(11, 13), (13, 13), (13.4, 17), (10.6, 17)])
    pen.box(7.5, 17, 9, 3, 1)


def _draw_chart(pen: Pen) -> None:
    for x, top in ((4, 13), (10, 8.5), (16, 4)):
        pen.box(x, top, 4.2, 20 - top, 1.1)


def _draw_copy(pen: Pen) -> None:
    pen.frame(3.5, 3.5, 12, 13, 2.4)
    pen.erase()
    pen.box(7, 6.5, 15, 15.5, 3)
    pen.ink()
    pen.frame(8.5, 8, 12, 13, 2.4)


def _draw_check(pen: Pen) -> None:
    pen.line([(4.5, 12.8), (10, 18.2), (19.8, 6.4)], 3)


def _draw_close(pen: Pen) -> None:
    pen.line([(6, 6), (18, 18)], 2.8)
    pen.line([(18, 6), (6, 18)], 2.8)


def _draw_chevron(degrees: float) -> Callable[[Pen], None]:
    def draw(pen: Pen) -> None:
        tip = polar(12, 12, 4.2, degrees)
        pen.line([polar(*tip, 8.6, degrees + 138), tip, polar(*tip, 8.6, degrees - 138)], 2.8)

    return draw


def _draw_sun(pen: Pen) -> None:
    for i in range(8):
        pen.line([polar(12, 12, 7.8, i * 45), polar(12, 12, 10, i * 45)], 2.1)
    pen.dot(12, 12, 5.2)


def _draw_moon(pen: Pen) -> None:
    pen.dot(11.5, 12, 8.2)
    pen.erase()
    pen.dot(15.6, 9.6, 6.9)


def _draw_clock(pen: Pen) -> None:
    pen.dot(12, 12, 9.2)
    pen.erase()
    pen.dot(12, 12, 7)
    pen.ink()
    pen.line([(12, 7.5), (12, 12), (15, 14)], 2)


def _draw_person(pen: Pen) -> None:
    pen.dot(12, 7.8, 4.3)
    pen.box(4, 13.6, 16, 13, 6.5)
    pen.erase()
    pen.box(0, 20.5, 24, 6, 0)


def _draw_robot(pen: Pen) -> None:
    pen.line([(12, 3.5), (12, 7)], 1.8)
    pen.dot(12, 3.6, 1.6)
    pen.box(4.5, 7, 15, 12.5, 3.4)
    pen.box(2, 11, 1.8, 5, 0.9)
    pen.box(20.2, 11, 1.8, 5, 0.9)
    pen.erase()
    pen.dot(9, 12, 1.7)
    pen.dot(15, 12, 1.7)
    pen.box(8.6, 15.4, 6.8, 1.6, 0.8)


def _draw_dice(pen: Pen) -> None:
    pen.box(4, 4, 16, 16, 3.6)
    pen.erase()
    for x, y in ((8, 8), (16, 8), (12, 12), (8, 16), (16, 16)):
        pen.dot(x, y, 1.5)


def _draw_share(pen: Pen) -> None:
    pen.line([(17.5, 5.8), (6.5, 12), (17.5, 18.2)], 1.9)
    for x, y in ((17.5, 5.8), (6.5, 12), (17.5, 18.2)):
        pen.dot(x, y, 3)


def _draw_plus(pen: Pen) -> None:
    pen.line([(12, 5.5), (12, 18.5)], 2.8)
    pen.line([(5.5, 12), (18.5, 12)], 2.8)


def _draw_minus(pen: Pen) -> None:
    pen.line([(5.5, 12), (18.5, 12)], 2.8)


def _draw_flag(pen: Pen) -> None:
    pen.line([(6, 4), (6, 20.5)], 2.2)
    pen.fill([(7, 4.6), (19.5, 4.6), (16.2, 9), (19.5, 13.4), (7, 13.4)])


def _draw_language(pen: Pen) -> None:
    pen.dot(12, 12, 9.2)
    pen.erase()
    pen.dot(12, 12, 7.5)
    pen.ink()
    pen.line([(12, 4), (12, 20)], 1.5)
    pen.line([(4, 12), (20, 12)], 1.5)
    pen.arc(19.5, 12, 10.6, 132, 228, 1.5)
    pen.arc(4.5, 12, 10.6, -48, 48, 1.5)


def _draw_hexagon(pen: Pen) -> None:
    pen.fill([polar(12, 12, 9.6, i * 60) for i in range(6)])
    pen.erase()
    pen.fill([polar(12, 12, 6.8, i * 60) for i in range(6)])


def _draw_skip(pen: Pen) -> None:
    pen.fill([(4, 5), (14, 12), (4, 19)])
    pen.line([(4, 5.4), (13.4, 12), (4, 18.6), (4, 5.4)], 1.4)
    pen.box(16, 4.6, 3.6, 14.8, 1.2)


def _draw_bulb(pen: Pen) -> None:
    pen.dot(12, 9.2, 6.2)
    pen.fill([(8.4, 13), (15.6, 13), (14.6, 16.6), (9.4, 16.6)])
    pen.box(9.3, 17.4, 5.4, 1.8, 0.8)
    pen.box(10.2, 19.8, 3.6, 1.6, 0.8)


def _draw_star(pen: Pen) -> None:
    pen.fill([polar(12, 12.6, 9.8 if i % 2 == 0 else 4.4, i * 36 - 90) for i in range(10)])


def _draw_lock(pen: Pen) -> None:
    pen.arc(12, 9.5, 4.4, 180, 360, 2.2)
    pen.box(5, 10.5, 14, 10, 2.2)
    pen.erase()
    pen.dot(12, 15.2, 1.8)


def _draw_pen(pen: Pen) -> None:
    pen.fill([(4, 20), (5.4, 15), (15.6, 4.8), (19.2, 8.4), (9, 18.6)])
    pen.erase()
    pen.line([(13, 7.2), (16.8, 11)], 1.2)


_DRAWERS: Final[dict[Icon, Callable[[Pen], None]]] = {
    Icon.PLAY: _draw_play,
    Icon.PAUSE: _draw_pause,
    Icon.UNDO: _draw_undo,
    Icon.RESTART: _draw_restart,
    Icon.HOME: _draw_home,
    Icon.SETTINGS: _draw_settings,
    Icon.SOUND: _draw_sound,
    Icon.MUTED: _draw_muted,
    Icon.FULLSCREEN: lambda pen: _draw_corners(pen, 8, 3.2),
    Icon.WINDOWED: lambda pen: _draw_corners(pen, 3.2, 8.4),
    Icon.HELP: _draw_help,
    Icon.BOOK: _draw_book,
    Icon.TROPHY: _draw_trophy,
    Icon.CHART: _draw_chart,
    Icon.COPY: _draw_copy,
    Icon.CHECK: _draw_check,
    Icon.CLOSE: _draw_close,
    Icon.UP: _draw_chevron(-90),
    Icon.DOWN: _draw_chevron(90),
    Icon.LEFT: _draw_chevron(180),
    Icon.RIGHT: _draw_chevron(0),
    Icon.SUN: _draw_sun,
    Icon.MOON: _draw_moon,
    Icon.CLOCK: _draw_clock,
    Icon.PERSON: _draw_person,
    Icon.ROBOT: _draw_robot,
    Icon.DICE: _draw_dice,
    Icon.SHARE: _draw_share,
    Icon.PLUS: _draw_plus,
    Icon.MINUS: _draw_minus,
    Icon.FLAG: _draw_flag,
    Icon.LANGUAGE: _draw_language,
    Icon.HEX: _draw_hexagon,
    Icon.SKIP: _draw_skip,
    Icon.BULB: _draw_bulb,
    Icon.STAR: _draw_star,
    Icon.LOCK: _draw_lock,
    Icon.PEN: _draw_pen,
}


def render_icon(icon: Icon, size: int, colour: Colour) -> pygame.Surface:
    """`icon` in a square of `size` pixels, in one colour on nothing."""
    pen = Pen(max(4, size), colour)
    _DRAWERS[icon](pen)
    return pen.finish()
