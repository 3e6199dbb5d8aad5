"""The faces of the computers, each drawn from discs and polygons; cached until the next resize."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final, NamedTuple

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import SUPERSAMPLE, blit_centred, clear_canvas, shrink
from game.ui.draw.theme import Colour
from game.ui.layout.rects import Point

_PARTS: Final = 100.0
"""The shapes' units in a face's radius: hundredths, from the middle."""


class FaceShape(NamedTuple):
    """A disc of `radius` at the only point, else a polygon; with `twin` also on the other side."""

    ink: str
    points: tuple[Point, ...]
    radius: float = 0.0
    twin: bool = False


def face_disc(ink: str, x: float, y: float, radius: float, *, twin: bool = False) -> FaceShape:
    """Return a disc around `x`, `y`."""
    return FaceShape(ink, ((x, y),), radius, twin)


def polygon(ink: str, *points: Point, twin: bool = False) -> FaceShape:
    """Return a polygon with these corners."""
    return FaceShape(ink, points, twin=twin)


def _eyes(x: float, y: float, radius: float = 11) -> tuple[FaceShape, ...]:
    glint = radius * 0.36
    return (
        face_disc("dark", x, y, radius, twin=True),
        face_disc("white", -x + glint, y - glint, glint),
        face_disc("white", x + glint, y - glint, glint),
    )


_FACES: Final[Mapping[str, tuple[FaceShape, ...]]] = {
    "duckling": (
        polygon("yellow", (-16, -60), (-4, -96), (6, -72), (20, -92), (18, -58)),
        face_disc("yellow", 0, 4, 66),
        face_disc("rose", 40, 22, 12, twin=True),
        *_eyes(26, -8, 12),
        polygon("orange", (-34, 20), (0, 6), (34, 20), (0, 42)),
        polygon("brown", (-30, 22), (0, 27), (30, 22), (0, 29)),
    ),
    "magpie": (
        # A pale rim: the head itself is as dark as the panels.
        face_disc("silver", 0, 0, 74),
        face_disc("night", 0, 0, 67),
        polygon("white", (-60, 30), (-20, 20), (0, 66), (-40, 56), twin=True),
        face_disc("blue", 34, -34, 18, twin=True),
        face_disc("night", 30, -30, 18, twin=True),
        face_disc("white", 26, -10, 17, twin=True),
        *_eyes(26, -10, 10),
        polygon("silver", (-18, 4), (18, 4), (0, 58)),
        polygon("yellow", (58, -92), (66, -70), (88, -62), (66, -54), (58, -32),
                 (50, -54), (28, -62), (50, -70)),
    ),
    "beaver": (
        face_disc("brown", 48, -50, 20, twin=True),
        face_disc("rose", 48, -50, 10, twin=True),
        face_disc("brown", 0, 4, 68),
        face_disc("sand", 20, 30, 27, twin=True),
        *_eyes(28, -14),
        face_disc("dark", 0, 10, 14),
        polygon("white", (-14, 44), (-1, 44), (-1, 76), (-13, 74), twin=True),
    ),
    "squirrel": (
        polygon("rust", (-62, -34), (-54, -98), (-14, -54), twin=True),
        polygon("sand", (-50, -50), (-48, -76), (-28, -54), twin=True),
        face_disc("rust", 0, 6, 64),
        face_disc("sand", 24, 32, 26, twin=True),
        face_disc("sand", 0, 46, 20),
        *_eyes(26, -6, 13),
        face_disc("dark", 0, 22, 9),
        polygon("white", (-8, 42), (8, 42), (7, 56), (-7, 56)),
    ),
    "fox": (
        polygon("orange", (-74, -14), (-66, -96), (-8, -48), twin=True),
        polygon("dark", (-62, -52), (-60, -78), (-36, -56), twin=True),
        polygon("orange", (-76, -20), (0, -62), (76, -20), (52, 34), (0, 82),
                 (-52, 34)),
        polygon("white", (-74, -4), (-22, 16), (0, 82), (-52, 40), twin=True),
        *_eyes(30, -8, 10),
        face_disc("dark", 0, 66, 13),
    ),
    "master": (
        polygon("cool", (-62, -30), (-58, -90), (-16, -56), twin=True),
        face_disc("cool", 0, 6, 70),
        face_disc("gold", 30, -10, 31, twin=True),
        face_disc("white", 30, -10, 25, twin=True),
        *_eyes(28, -8, 14),
        polygon("orange", (-12, 12), (12, 12), (0, 40)),
        polygon("gold", (-30, -62), (-34, -98), (-14, -80), (0, -104), (14, -80),
                 (34, -98), (30, -62)),
        polygon("white", (-26, 50), (-13, 60), (0, 50), (13, 60), (26, 50),
                 (13, 70), (0, 60), (-13, 70)),
    ),
    "greedy": (
        face_disc("silver", 0, 10, 62),
        polygon("yellow", (-70, -22), (-56, -66), (0, -84), (56, -66), (70, -22)),
        *_eyes(24, 6),
        polygon("dark", (-26, 40), (26, 40), (22, 50), (-22, 50)),
    ),
    "random": (
        face_disc("sand", 0, 0, 70),
        polygon("dark", (-44, -6), (-28, 4), (-12, -6), (-28, 10), twin=True),
        face_disc("rose", 42, 18, 13, twin=True),
        face_disc("dark", 0, 34, 10),
    ),
}  # fmt: skip


def has_portrait(bot: str) -> bool:
    """Whether a computer has a portrait."""
    return bot in _FACES


def draw_portrait(
    surface: pygame.Surface, painter: Painter, bot: str, centre: Point, side: float
) -> None:
    """Draw a computer's face, `side` pixels wide; one from outside has the robot's."""
    if not has_portrait(bot):
        painter.icon(surface, Icon.ROBOT, centre, round(side), painter.theme.palette.ink_soft)
        return
    size = max(8, round(side))
    made = painter.cached(("portrait", bot, size), partial(_render, painter, bot, size))
    blit_centred(surface, made, centre)


def draw_framed_portrait(
    surface: pygame.Surface, painter: Painter, bot: str, centre: Point, radius: float, edge: Colour
) -> None:
    """Draw a computer's face in a hexagon."""
    well, thick = painter.theme.palette.well, painter.px(3)
    draw_hexagon(surface, painter, centre, radius, well, edge, thick)
    draw_portrait(surface, painter, bot, centre, radius * 1.1)


def _inks(painter: Painter) -> dict[str, Colour]:
    """The colours of the faces, from those of the stripes."""
    p, lights = painter.theme.palette, painter.theme.lights
    return {
        "dark": p.dark,
        "night": mix_colour(p.dark, p.cool, 0.16),
        "white": mix_colour(lights[2], p.light, 0.6),
        "silver": lights[5],
        "yellow": lights[9],
        "gold": mix_colour(lights[9], lights[8], 0.25),
        "orange": lights[8],
        "rust": mix_colour(mix_colour(lights[8], lights[6], 0.45), p.dark, 0.12),
        "brown": mix_colour(lights[8], p.dark, 0.45),
        "sand": mix_colour(lights[8], lights[2], 0.62),
        "rose": lights[3],
        "blue": lights[4],
        "cool": mix_colour(p.cool, p.dark, 0.1),
    }


def _render(painter: Painter, bot: str, size: int) -> pygame.Surface:
    inks, side = _inks(painter), size * SUPERSAMPLE
    canvas = clear_canvas(side, side, inks["dark"])
    paint_shapes(canvas, _FACES[bot], inks)
    return shrink(canvas)


def paint_shapes(
    canvas: pygame.Surface, shapes: Iterable[FaceShape], inks: Mapping[str, Colour]
) -> None:
    """Paint shapes on a square canvas, one over another."""
    side = canvas.get_width()
    unit = side / 2 / (_PARTS * 1.05)
    for shape in shapes:
        for way in (1, -1) if shape.twin else (1,):
            points = [(side / 2 + way * x * unit, side / 2 + y * unit) for x, y in shape.points]
            if shape.radius:
                pygame.draw.circle(canvas, inks[shape.ink], points[0], shape.radius * unit)
            else:
                pygame.draw.polygon(canvas, inks[shape.ink], points)
