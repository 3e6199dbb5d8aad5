"""Spaces as wells, and the plate they are cut into."""

import math
from enum import Enum, auto
from typing import Final

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import clear_canvas, shrink
from game.ui.draw.sprites.hexagons import (
    HexCanvas,
    cut_out,
    fill_hex,
    hex_outline,
    vertical_gradient,
)
from game.ui.draw.theme import BLACK, WHITE, Colour, Palette
from game.ui.layout.hexagon import hex_corners
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Point, Rect


class Well(Enum):
    """The states of an empty space."""

    EMPTY = auto()
    LEGAL = auto()
    CLOSED = auto()
    STAMEN = auto()
    STAMEN_LEGAL = auto()


_K = 2
"""The plate's supersampling."""

_STAMENS = (Well.STAMEN, Well.STAMEN_LEGAL)


def render_well(radius: float, well: Well, palette: Palette) -> pygame.Surface:
    """Return a space without a tile: a recess with its shade at the top and light on its
    lower lip.
    """
    canvas = HexCanvas(radius, 0.1)
    surface = canvas.surface
    x, y = canvas.centre
    size = canvas.R
    is_legal = well in (Well.LEGAL, Well.STAMEN_LEGAL)
    floor: Colour = palette.well
    edge: Colour = palette.well_edge
    if well in _STAMENS:
        # Bright only where a tile may go: a closed one must not be what the eye finds first.
        glow = 0.45 if is_legal else 0.14
        floor = mix_colour(palette.well, palette.stamen, glow)
        edge = mix_colour(palette.well_edge, palette.stamen_grain, glow)
    if is_legal:
        floor = mix_colour(floor, palette.faint, 0.42)
        edge = mix_colour(edge, palette.ink_soft, 0.45)
    if well is Well.CLOSED:
        floor = mix_colour(floor, palette.plate, 0.5)
        edge = mix_colour(edge, palette.plate, 0.6)
    lip = mix_colour(palette.plate, palette.light, 0.14)
    fill_hex(surface, (*lip, 255), (x, y + size * 0.028), size)
    fill_hex(
        surface,
        (*mix_colour(palette.plate, palette.dark, 0.62 * palette.depth), 255),
        (x, y - size * 0.006),
        size,
    )
    face = vertical_gradient(
        canvas.size,
        (*mix_colour(floor, palette.dark, 0.42 * palette.depth), 255),
        (*mix_colour(floor, palette.light, 0.035), 255),
    )
    surface.blit(cut_out(face, canvas.mask(0.965)), (0, 0))
    width = max(1, round(size * (0.038 if is_legal else 0.028)))
    pygame.draw.polygon(surface, edge, hex_outline((x, y), size * 0.90), width=width)
    if well in _STAMENS:
        _draw_stamen(canvas, palette, is_bright=is_legal)
    return canvas.finish()


def _draw_stamen(canvas: HexCanvas, palette: Palette, *, is_bright: bool) -> None:
    """Six small grains around a seventh."""
    grain = palette.stamen_grain
    glow = grain if is_bright else mix_colour(palette.well, grain, 0.3)
    for x, y in [(0.0, 0.0), *hex_corners((0, 0), 0.3)]:
        pygame.draw.circle(
            canvas.surface,
            mix_colour(glow, palette.symbol, 0.55 * palette.depth),
            canvas.at(x, y + 0.015),
            canvas.R * 0.098,
        )
        pygame.draw.circle(canvas.surface, glow, canvas.at(x, y), canvas.R * 0.08)


def render_cursor(radius: float, colour: Colour, edge: Colour) -> pygame.Surface:
    """Return the keyboard's frame around a space: with a line of another shade on both sides."""
    canvas = HexCanvas(radius, 0.2)
    outer = canvas.layer()
    size = canvas.R
    for scale, ink in ((1.10, edge), (1.075, colour), (0.985, edge)):
        fill_hex(outer, (*ink, 255), canvas.centre, size * scale, 0.19)
    hole = canvas.layer()
    fill_hex(hole, (*BLACK, 255), canvas.centre, size * 0.96, 0.16)
    outer.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    canvas.surface = outer
    return canvas.finish()


def _plate_shape(
    surface: pygame.Surface,
    layout: BoardLayout,
    at: Point,
    k: int,
    grow: float,
    colour: tuple[int, ...],
) -> None:
    """Fill the plate's outline, `grow` radii around the cells."""
    # Imported late: the title does not need it.
    from game.rules.boards import BoardName

    radius = layout.radius * k

    def place(point: Point) -> Point:
        return (point[0] - at[0]) * k, (point[1] - at[1]) * k

    if layout.board.name is BoardName.DAFFODIL:
        for centre in layout.centres:
            pygame.draw.circle(surface, colour, _pixel(*place(centre)), radius * (0.93 + grow))
        return
    corners = [place(p) for c in layout.centres for p in hex_corners(c, layout.radius)]
    hull = _convex_hull(corners)
    pygame.draw.polygon(surface, colour, [_pixel(*p) for p in hull])
    reach = radius * grow
    for a, b in zip(hull, [*hull[1:], hull[0]], strict=True):
        pygame.draw.circle(surface, colour, _pixel(*a), reach)
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = (dx * dx + dy * dy) ** 0.5
        nx, ny = -dy / length * reach, dx / length * reach
        pygame.draw.polygon(
            surface,
            colour,
            [
                _pixel(a[0] + nx, a[1] + ny),
                _pixel(b[0] + nx, b[1] + ny),
                _pixel(b[0] - nx, b[1] - ny),
                _pixel(a[0] - nx, a[1] - ny),
            ],
        )


def _pixel(x: float, y: float) -> tuple[int, int]:
    """Return the pixel of a point, both coordinates rounded down.

    pygame would round negative ones up, and the bands would not meet. A whole number that
    arithmetic left a trace short of itself stays that number.
    """
    return math.floor(x + 1e-6), math.floor(y + 1e-6)


def _convex_hull(points: list[Point]) -> list[Point]:
    ordered = sorted({(round(x, 3), round(y, 3)) for x, y in points})

    def half(sequence: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in sequence:
            while (
                len(chain) >= 2
                and (
                    (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1])
                    - (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])
                )
                <= 0
            ):
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


_LEAST_SHADE: Final = 12.0
"""The radius in pixels below which a shadow would only be a dark box around the plate."""


def plate_area(layout: BoardLayout) -> Rect:
    """Return the rectangle, in pixels, that the plate's picture covers, shadow included."""
    return layout.bounds().inset(-round(layout.radius * 1.2))


def render_shade(layout: BoardLayout, palette: Palette) -> pygame.Surface:
    """Return the plate's shadow on the table; it is soft, so that a sixth of the size is enough
    where the board is large. A pixel of a small one's would reach beyond the picture and be cut.
    """
    area, k = plate_area(layout), max(1, min(6, round(layout.radius / 9)))
    shade = clear_canvas(area.w // k, area.h // k, palette.shadow)
    if layout.radius < _LEAST_SHADE:
        return shade
    small = BoardLayout(
        layout.board,
        layout.radius / k,
        ((layout.origin[0] - area.x) / k, (layout.origin[1] - area.y + layout.radius * 0.12) / k),
    )
    _plate_shape(shade, small, (0.0, 0.0), 1, 0.5, (*palette.shadow, round(190 * palette.shade)))
    return pygame.transform.gaussian_blur(shade, max(1, round(layout.radius * 0.18 / k)))


def render_rim(layout: BoardLayout, palette: Palette, area: Rect) -> pygame.Surface:
    """Return the plate's body within `area`: its frame, and the thickness seen below it."""
    canvas = clear_canvas(area.w * _K, area.h * _K, palette.plate_edge)
    low = (area.x, area.y - layout.radius * 0.03)
    _plate_shape(canvas, layout, low, _K, 0.5, mix_colour(palette.plate, palette.dark, 0.6))
    _plate_shape(canvas, layout, (area.x, area.y), _K, 0.5, palette.plate_edge)
    return shrink(canvas, _K)


def render_face(layout: BoardLayout, palette: Palette, area: Rect) -> pygame.Surface:
    """Return the plate's upper side within `area`, lit from above."""
    whole = plate_area(layout)
    face = clear_canvas(area.w * _K, area.h * _K, palette.plate)
    at = (area.x, area.y - layout.radius * 0.012)
    _plate_shape(face, layout, at, _K, 0.458, WHITE)
    light = vertical_gradient(
        (1, whole.h),
        (*mix_colour(palette.plate, palette.light, 0.07), 255),
        (*mix_colour(palette.plate, palette.dark, 0.24 * palette.depth), 255),
    )
    light = pygame.transform.scale(light.subsurface((0, area.y - whole.y, 1, area.h)), area.size)
    # Hidden colours are the plate's own outside the shape: the mask must be white there too.
    mask = clear_canvas(*area.size, WHITE)
    mask.blit(shrink(face, _K), (0, 0))
    return cut_out(light, mask)
