"""The pictures that people choose for themselves: a dark figure on a hexagon in the seat's colour.

Each differs from the others by its outline alone, at 20 pixels and without any colour.
"""

import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

import pygame

from game.ui.draw.painter import Painter
from game.ui.draw.portraits import FaceShape, face_disc, paint_shapes, polygon
from game.ui.draw.shapes import SUPERSAMPLE, blit_centred, clear_canvas, shrink
from game.ui.draw.theme import Colour
from game.ui.layout.hexagon import hex_corners
from game.ui.layout.rects import Point


def _around(count: int, reach: float, start: float = -90) -> Iterator[Point]:
    """Yield points on a circle, clockwise from `start` degrees."""
    for index in range(count):
        angle = math.radians(start + index * 360 / count)
        yield reach * math.cos(angle), reach * math.sin(angle)


def _ring(count: int, inner: float, outer: float, start: float = -90) -> FaceShape:
    """A star of `count` points."""
    near = _around(count, inner, start + 180 / count)
    corners = zip(_around(count, outer, start), near, strict=True)
    return polygon("dark", *(point for pair in corners for point in pair))


def _rays() -> Iterator[FaceShape]:
    for index in range(8):
        (tip,) = _around(1, 80, index * 45)
        (left,), (right,) = (_around(1, 46, index * 45 + aside) for aside in (-17, 17))
        yield polygon("dark", left, tip, right)


def _petals() -> Iterator[FaceShape]:
    for index in range(6):
        turn = index * 60 - 90
        ends = ((12, 0), (52, -25), (70, -13), (80, 0), (70, 13), (52, 25))
        yield polygon("dark", *(next(_around(1, reach, turn + aside)) for reach, aside in ends))


def _cells() -> Iterator[FaceShape]:
    for centre in _around(3, 40, 0):
        yield polygon("dark", *hex_corners(centre, 37))
        yield polygon("seat", *hex_corners(centre, 17))


def _oval(ink: str, x: float, y: float, wide: float, high: float, turn: float = 0) -> FaceShape:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    points = ((wide * px, high * py) for px, py in _around(24, 1))
    return polygon(ink, *((x + px * c - py * s, y + px * s + py * c) for px, py in points))


def _dome(y: float, wide: float, high: float) -> tuple[Point, ...]:
    """Return the upper half of an oval above `y`, from the left."""
    points = (_around(1, 1, 180 + index * 12) for index in range(16))
    return tuple((wide * px, y + high * py) for ((px, py),) in points)


def _bristles() -> Iterator[Point]:
    """Yield the corners of the hedgehog's back, from the neck to the tail."""
    for index in range(15):
        reach = 76 if index % 2 else 58
        ((x, y),) = _around(1, reach, 205 + index * 11)
        yield x + 8, y * 0.92 + 28


AVATAR_FIGURES: Final[Mapping[str, tuple[FaceShape, ...]]] = {
    "sun": (*_rays(), face_disc("dark", 0, 0, 38)),
    "moon": (face_disc("dark", -6, 2, 66), face_disc("seat", 24, -12, 54)),
    "star": (_ring(5, 33, 80),),
    "daffodil": (*_petals(), face_disc("seat", 0, 0, 27), face_disc("dark", 0, 0, 17)),
    "leaf": (
        polygon("dark", (-58, 66), (-50, 4), (-14, -44), (62, -66), (58, 0), (26, 44), (-30, 60)),
        polygon("seat", (-64, 78), (-54, 64), (40, -46), (-46, 72)),
        polygon("seat", (-22, 26), (-26, -10), (-16, 16)),
        polygon("seat", (-4, 8), (34, 10), (4, 2)),
        polygon("dark", (-76, 76), (-58, 54), (-50, 60), (-68, 82)),
    ),
    "mushroom": (
        polygon("dark", *_dome(2, 72, 70)),
        polygon("dark", (-22, 12), (22, 12), (28, 72), (-28, 72)),
        face_disc("seat", -34, -22, 13),
        face_disc("seat", 10, -42, 14),
        face_disc("seat", 40, -12, 11),
    ),
    "honeycomb": tuple(_cells()),
    "rabbit": (
        polygon("dark", (6, 4), (4, -44), (16, -80), (34, -70), (36, -34), (28, 4), twin=True),
        polygon("seat", (15, -18), (16, -48), (22, -62), (26, -44), (23, -18), twin=True),
        face_disc("dark", 0, 30, 46),
        face_disc("seat", 18, 20, 8, twin=True),
        polygon("seat", (-9, 38), (9, 38), (0, 48)),
    ),
    "cat": (
        polygon("dark", (-62, 10), (-60, -74), (-8, -34), twin=True),
        _oval("dark", 0, 16, 64, 54),
        _oval("seat", -26, 4, 13, 9, 20),
        _oval("seat", 26, 4, 13, 9, -20),
        polygon("seat", (-10, 28), (10, 28), (0, 40)),
    ),
    "frog": (
        face_disc("dark", 38, -36, 29, twin=True),
        _oval("dark", 0, 16, 76, 48),
        face_disc("seat", 38, -38, 15, twin=True),
        face_disc("dark", 38, -38, 7, twin=True),
        polygon("seat", (-50, 16), (-24, 30), (24, 30), (50, 16), (26, 42), (-26, 42)),
    ),
    "fish": (
        _oval("dark", -14, 0, 58, 40),
        polygon("dark", (26, 0), (78, -44), (66, 0), (78, 44)),
        polygon("dark", (-22, -32), (14, -60), (20, -22)),
        face_disc("seat", -44, -9, 9),
        polygon("seat", (-20, -28), (-10, 0), (-20, 28), (-14, 28), (-2, 0), (-14, -28)),
    ),
    "snail": (
        polygon("dark", (-78, 26), (-78, -2), (-56, -2), (-46, 34), (76, 46), (78, 62), (-58, 62)),
        polygon("dark", (-76, 2), (-86, -40), (-79, -42), (-64, 2)),
        polygon("dark", (-68, 2), (-54, -40), (-47, -36), (-56, 6)),
        face_disc("dark", 16, -4, 54),
        face_disc("seat", 18, -2, 37),
        face_disc("dark", 22, 2, 26),
        face_disc("seat", 22, 2, 10),
    ),
    "butterfly": (
        polygon("dark", (0, 10), (14, -44), (52, -70), (78, -52), (66, -6), (0, 14), twin=True),
        polygon("dark", (0, 2), (52, 12), (60, 42), (34, 68), (10, 44), twin=True),
        polygon("dark", (0, -40), (14, -78), (20, -75), (6, -36), twin=True),
        face_disc("seat", 48, -38, 12, twin=True),
        face_disc("seat", 34, 36, 9, twin=True),
        polygon("seat", (2, -34), (6, -34), (5, 60), (2, 60), twin=True),
    ),
    "turtle": (
        polygon("dark", *_dome(20, 60, 62)),
        _oval("dark", 66, 10, 20, 17),
        polygon("dark", (-80, 30), (-52, 6), (-44, 28)),
        polygon("dark", (-54, 16), (-20, 16), (-26, 54), (-52, 54)),
        polygon("dark", (22, 16), (56, 16), (54, 54), (28, 54)),
        face_disc("seat", 70, 6, 5),
        polygon("seat", *hex_corners((0, -8), 20)),
        polygon("seat", (-46, 4), (-26, -4), (-24, 2), (-44, 12)),
        polygon("seat", (46, 4), (26, -4), (24, 2), (44, 12)),
    ),
    "hedgehog": (
        polygon("dark", *_bristles(), (58, 56), (-40, 56)),
        polygon("dark", (-36, -6), (-84, 38), (-78, 50), (-40, 58), (-10, 58)),
        face_disc("seat", -48, 24, 7),
        polygon("seat", (-28, 0), (-20, -2), (-14, 30), (-24, 54), (-30, 54), (-22, 28)),
    ),
}  # fmt: skip
"""The shapes of each avatar of `game.play.table`; "seat" leaves the hexagon's colour."""


def draw_avatar(
    surface: pygame.Surface,
    painter: Painter,
    avatar: str,
    colour: Colour,
    centre: Point,
    side: float,
) -> None:
    """Draw a hexagon in the seat's colour, `side` pixels wide, with an avatar, if any."""
    size = max(8, round(side))
    render = partial(_render, painter, avatar, colour, size)
    made = painter.cached(("avatar", avatar, colour, size), render)
    blit_centred(surface, made, centre)


def _render(painter: Painter, avatar: str, colour: Colour, size: int) -> pygame.Surface:
    side = size * SUPERSAMPLE
    canvas = clear_canvas(side, side, colour)
    pygame.draw.polygon(canvas, colour, hex_corners((side / 2, side / 2), side / 2))
    inks = {"dark": painter.theme.palette.ink_dark, "seat": colour}
    margin = side // 25
    figure = pygame.Surface((side - 2 * margin, side - 2 * margin), pygame.SRCALPHA)
    paint_shapes(figure, AVATAR_FIGURES.get(avatar, ()), inks)
    canvas.blit(figure, (margin, margin))
    return shrink(canvas)
