"""Tiles as solid pieces: a bevelled body, three stripes, digits, a sun or a moon."""

import math
from collections.abc import Collection, Mapping
from enum import Enum, auto
from typing import Final

import pygame

from game.rules.tiles import NUMBERS, Direction, Tile
from game.ui.draw.animation import mix_colour
from game.ui.draw.fonts import Fonts
from game.ui.draw.shapes import blit_faded
from game.ui.draw.sprites.hexagons import (
    HexCanvas,
    cut_out,
    fill_hex,
    hex_outline,
    vertical_gradient,
)
from game.ui.draw.sprites.stripes import render_stripe
from game.ui.draw.surface_cache import SurfaceCache, cached_in, make
from game.ui.draw.theme import BLACK, WHITE, Colour, Palette, digit_colours
from game.ui.layout.hexagon import SQRT3

TILE_MARGIN: Final = 0.14
"""Room around a tile's hexagon for the shadow, in radii."""

_BODY: Final = 0.985
_FACE: Final = 0.925
_BODY_CUTS: Final = (_BODY - 0.008, _FACE)
"""The outer radii of the rim and of the face."""
_STRIPE_WIDTH: Final = 0.40
_GONE_EDGE: Final = 0.06
"""The width of the outline of a tile gone from the bag, in radii; never below 1.9 pixels."""

_SMALLEST_DIGITS: Final = 9.0
"""The radius in pixels below which digits and symbols would only hide the stripes."""

_DIGIT_PLACES: Final = {
    Direction.VERTICAL: (0.0, -0.575),
    Direction.RISING: (-0.52, 0.30),
    Direction.FALLING: (0.52, 0.30),
}


_DIGITS: Final = ((44.0, 0.56, 0.043), (34.0, 0.66, 0.049), (0.0, 0.80, 0.053))
"""Sizes of digits in radii and widths of their edges, each with the least radius in pixels."""

_TRIPLE: Final = 0.36
_SMALLEST_TRIPLE: Final = 26.0
"""The size of a wild stripe's three digits in radii, and the radius in pixels below which a star
replaces them."""

_TRIPLE_STEPS: Final = {
    Direction.VERTICAL: (0.255, 0.0),
    Direction.RISING: (0.255 / 2, 0.255 * SQRT3 / 2),
    Direction.FALLING: (-0.255 / 2, 0.255 * SQRT3 / 2),
}
"""Steps from one of these digits to the next, along the tile's own edge, the largest first."""


class TileLook(Enum):
    """The looks of a tile."""

    NORMAL = auto()
    DIMMED = auto()
    GHOST = auto()
    LIFTED = auto()


_PARTS: Final = SurfaceCache()
"""Parts shared by the tiles of a size, at the canvas's size; `forget_parts` sets the limit."""


@cached_in(_PARTS)
def _mask(radius: float, scale: float) -> pygame.Surface:
    return HexCanvas(radius, TILE_MARGIN).mask(scale)


@cached_in(_PARTS)
def _render_body(radius: float, palette: Palette) -> pygame.Surface:
    """Return rim, light from above, and the face: the same for all tiles of a size."""
    inside, face_mask = (_mask(radius, scale) for scale in _BODY_CUTS)
    canvas = HexCanvas(radius, TILE_MARGIN)
    surface, radius = canvas.surface, canvas.R
    x, y = canvas.centre
    rim = palette.tile_edge
    fill_hex(surface, (*palette.outline, 255), (x, y), radius)
    fill_hex(
        surface,
        (*mix_colour(palette.tile, palette.outline, 0.55 * palette.depth), 255),
        (x, y),
        radius * _BODY,
    )
    # The rim catches light at the top and loses it towards the foot.
    light = vertical_gradient(canvas.size, (*rim, 255), (*rim, 26))
    surface.blit(cut_out(light, inside), (0, 0))
    fill_hex(
        surface,
        (*mix_colour(palette.tile, palette.outline, 0.30 * palette.depth), 255),
        (x, y + radius * 0.008),
        radius * (_FACE + 0.016),
    )
    face = vertical_gradient(
        canvas.size,
        (*mix_colour(palette.tile, palette.light, 0.10), 255),
        (*mix_colour(palette.tile, palette.outline, 0.30 * palette.depth), 255),
    )
    surface.blit(cut_out(face, face_mask), (0, 0))
    return surface


def pale_colour(palette: Palette, colour: Colour) -> Colour:
    """Return a stripe's colour in a line that can score no more: dim, of the same hue."""
    return mix_colour(colour, palette.faded, palette.fade)


@cached_in(_PARTS)
def _render_ends(radius: float, bevel: tuple[int, ...]) -> pygame.Surface:
    """Return the shade in which stripes run into the bevel, so that they look let into
    the piece.
    """
    canvas = HexCanvas(radius, TILE_MARGIN)
    for i in range(4):
        pygame.draw.polygon(
            canvas.surface,
            bevel,
            hex_outline(canvas.centre, canvas.R * (_FACE + 0.02 - 0.011 * i)),
            width=max(1, round(canvas.R * (0.05 - 0.01 * i))),
        )
    return cut_out(canvas.surface, _mask(radius, _FACE + 0.025))


@cached_in(_PARTS)
def _render_bar(
    direction: Direction,
    number: int | None,
    width: int,
    length: int,
    colours: tuple[Colour, ...],
    palette: Palette,
    has_pattern: bool,
    is_shadow: bool = False,
) -> pygame.Surface:
    """Return a stripe, or a stripe's shadow; `colours` are those of the direction's numbers."""
    if is_shadow:
        dark = _render_bar(direction, number, width, length, colours, palette, has_pattern).copy()
        shade = round(90 * max(palette.shade, 0.35))
        dark.fill((*BLACK, shade), special_flags=pygame.BLEND_RGBA_MULT)
        return dark
    by_number = dict(zip(NUMBERS[direction], colours, strict=True))
    return render_stripe(
        direction, number, width, length, by_number, palette, has_pattern=has_pattern
    )


def forget_parts(max_pixels: int) -> None:
    """Drop the parts that tiles of a size share, and set how many pixels of them are kept."""
    _PARTS.clear()
    _PARTS.max_pixels = max_pixels


def _draw_stripes(
    canvas: HexCanvas,
    radius: float,
    tile: Tile,
    colours: Mapping[int, Colour],
    palette: Palette,
    *,
    has_patterns: bool,
) -> None:
    """Higher numbers over lower, wild stripes over all; each casts a shadow on those below."""
    width = max(2, round(_STRIPE_WIDTH * canvas.R))
    length = round(SQRT3 * canvas.R * 1.02)
    stripes = [(d, tile.number(d)) for d in Direction]
    stripes.sort(key=lambda s: 10 if s[1] is None else s[1])
    layer = canvas.layer()
    for i, (direction, number) in enumerate(stripes):
        inks = tuple(colours[n] for n in NUMBERS[direction])
        stripe = direction, number, width, length, inks, palette, has_patterns
        bar = _render_bar(*stripe)
        place = bar.get_rect(center=canvas.centre)
        if i:
            dark = _render_bar(*stripe, is_shadow=True)
            for shift in (0.035, 0.07):
                layer.blit(dark, place.move(0, round(canvas.R * shift)))
        layer.blit(bar, place)
    canvas.surface.blit(cut_out(layer, _mask(radius, _FACE + 0.025)), (0, 0))
    canvas.surface.blit(_render_ends(radius, palette.bevel), (0, 0))


def _draw_star(
    layer: pygame.Surface, centre: tuple[float, float], radius: float, palette: Palette
) -> None:
    """Draw the star of a wild stripe (T4), edged as digits are."""
    digit, halo = digit_colours(palette, None)
    for size, colour in ((1.32, halo), (1.0, digit)):
        points = [
            (
                centre[0] + radius * size * reach * math.sin(math.pi * i / 5),
                centre[1] - radius * size * reach * math.cos(math.pi * i / 5),
            )
            for i, reach in enumerate((1.0, 0.46) * 5)
        ]
        pygame.draw.polygon(layer, colour, points)


def _draw_digits(
    canvas: HexCanvas,
    tile: Tile,
    fonts: Fonts,
    radius: float,
    palette: Palette,
    directions: Collection[Direction],
    share: float = 1.0,
    *,
    settled: frozenset[int] = frozenset(),
) -> None:
    """Draw the digits of some directions, at an opacity of 0…1. A wild stripe has all its numbers,
    or the one of the `settled` that its line will score with.
    """
    em, edge = next(sizes for least, *sizes in _DIGITS if radius >= least)
    layer = canvas.layer()
    # In one order, for edges of digits meet: a set has the order in which it was filled.
    for direction in filter(directions.__contains__, Direction):
        dx, dy = _DIGIT_PLACES[direction]
        fixed = settled.intersection(NUMBERS[direction])
        number = tile.number(direction) or next(iter(fixed), None)
        if number is not None:
            _draw_digit(layer, fonts, canvas.at(dx, dy), number, em * canvas.R, edge, palette)
        elif radius < _SMALLEST_TRIPLE:
            # Three digits would be too small to be distinguished.
            _draw_star(layer, canvas.at(dx * 0.95, dy), 0.34 * canvas.R, palette)
        else:
            along, down = _TRIPLE_STEPS[direction]
            reach = 1.0 if direction is Direction.VERTICAL else 1.06
            for step, each in zip((-1, 0, 1), reversed(NUMBERS[direction]), strict=True):
                at = canvas.at(dx * reach + step * along, dy * reach + step * down)
                _draw_digit(layer, fonts, at, each, _TRIPLE * canvas.R, 0.043, palette)
    blit_faded(canvas.surface, cut_out(layer, _mask(radius, _BODY)), (0, 0), share)


def _draw_digit(
    layer: pygame.Surface,
    fonts: Fonts,
    at: tuple[float, float],
    number: int,
    em: float,
    edge: float,
    palette: Palette,
) -> None:
    """Draw one digit of a size in canvas pixels around a place; the edge is in ems of 0.56."""
    size = max(6, round(em))
    outline = max(1, round(edge / 0.56 * em))
    digit, halo = digit_colours(palette, number)
    words = fonts.render(str(number), size, digit, is_bold=True, outline=outline, halo=halo)
    left = round(at[0] - words.get_width() / 2)
    layer.blit(words, (left, round(at[1] - fonts.cap_middle(size, is_bold=True) - outline)))


def render_digits(
    tile: Tile,
    radius: float,
    directions: frozenset[Direction],
    palette: Palette,
    fonts: Fonts,
    settled: frozenset[int] = frozenset(),
) -> pygame.Surface:
    """Return only some of a tile's digits, to draw over the light of their lines."""
    canvas = HexCanvas(radius, TILE_MARGIN)
    _draw_digits(canvas, tile, fonts, radius, palette, directions, settled=settled)
    return canvas.finish()


def draw_symbol(
    surface: pygame.Surface,
    centre: tuple[float, float],
    radius: float,
    palette: Palette,
    *,
    is_sun: bool,
) -> None:
    """Draw a sun or a moon on a dark disc of `radius` pixels, without smoothing."""
    x, y = centre
    pygame.draw.circle(surface, palette.symbol, centre, radius)
    ring = palette.sun if is_sun else palette.moon
    pygame.draw.circle(
        surface,
        mix_colour(palette.symbol, ring, palette.ring),
        centre,
        radius * 0.93,
        width=max(1, round(radius * 0.07)),
    )
    if is_sun:
        for i in range(8):
            a = i * math.pi / 4 + math.pi / 8
            points = []
            for r, w in ((0.50, 0.15), (0.80, 0.03)):
                points.append(
                    (
                        x + radius * (r * math.cos(a) - w * math.sin(a)),
                        y + radius * (r * math.sin(a) + w * math.cos(a)),
                    )
                )
                points.insert(
                    0,
                    (
                        x + radius * (r * math.cos(a) + w * math.sin(a)),
                        y + radius * (r * math.sin(a) - w * math.cos(a)),
                    ),
                )
            pygame.draw.polygon(surface, palette.sun, points)
        pygame.draw.circle(surface, palette.sun, centre, radius * 0.44)
    else:
        pygame.draw.circle(surface, palette.moon, (x - radius * 0.04, y), radius * 0.64)
        pygame.draw.circle(
            surface, palette.symbol, (x + radius * 0.26, y - radius * 0.17), radius * 0.53
        )


def _draw_back(canvas: HexCanvas, palette: Palette) -> None:
    """Draw the hidden side: a quiet ring of light."""
    for scale, colour in (
        (0.66, mix_colour(palette.tile, palette.tile_edge, 0.35)),
        (0.58, mix_colour(palette.tile, palette.outline, 0.25)),
        (0.34, mix_colour(palette.tile, palette.accent, 0.55)),
        (0.26, mix_colour(palette.tile, palette.outline, 0.25)),
    ):
        fill_hex(canvas.surface, (*colour, 255), canvas.centre, canvas.R * scale)


def render_tile(
    tile: Tile | None,
    radius: float,
    look: TileLook,
    palette: Palette,
    colours: Mapping[int, Colour],
    fonts: Fonts,
    *,
    has_patterns: bool,
    spent: frozenset[Direction] = frozenset(),
    settled: frozenset[int] = frozenset(),
) -> pygame.Surface:
    """Return a tile with a hexagon of `radius` pixels, centred, without a shadow; the digits of the
    directions `spent` are dim.

    `None` is a tile's back.
    """
    key = ("face", tile, radius, *colours.values(), palette, has_patterns)

    def render() -> pygame.Surface:
        # Steps of their own, each of which may wait for another frame.
        for scale in _BODY_CUTS:
            _mask(radius, scale)
        canvas = HexCanvas(radius, TILE_MARGIN)
        canvas.surface.blit(_render_body(radius, palette), (0, 0))
        if tile is None:
            _draw_back(canvas, palette)
        else:
            _draw_stripes(canvas, radius, tile, colours, palette, has_patterns=has_patterns)
        return canvas.surface

    # Two steps, for together they would be a good part of a frame's time.
    # The second draws on a copy: where its time is up half-way, it begins again on a clean face.
    canvas = HexCanvas(radius, TILE_MARGIN, _PARTS.get(key, render).copy())
    picture = make(lambda: _finish(canvas, tile, radius, look, palette, fonts, spent, settled))
    _PARTS.drop(key)
    return picture


def _finish(
    canvas: HexCanvas,
    tile: Tile | None,
    radius: float,
    look: TileLook,
    palette: Palette,
    fonts: Fonts,
    spent: frozenset[Direction],
    settled: frozenset[int],
) -> pygame.Surface:
    """Draw the symbol and digits on the stripes; return the picture in its final size."""
    if tile is not None and radius >= _SMALLEST_DIGITS:
        at, size = canvas.at(0, 0.0), canvas.R * (0.185 if radius >= 34 else 0.2)
        draw_symbol(canvas.surface, at, size, palette, is_sun=tile.is_sun)
        if spent:
            share = palette.spent
            _draw_digits(canvas, tile, fonts, radius, palette, spent, share, settled=settled)
        bright = set(Direction) - spent
        _draw_digits(canvas, tile, fonts, radius, palette, bright, settled=settled)
    picture = canvas.finish()
    if look is TileLook.DIMMED:
        return _dimmed(picture, radius, palette)
    if look is TileLook.GHOST:
        picture.fill((*WHITE, 165), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def _dimmed(picture: pygame.Surface, radius: float, palette: Palette) -> pygame.Surface:
    """A shade of the picture in an outline that is seen where the shade is not."""
    grey = pygame.transform.grayscale(picture)
    grey.fill(palette.gone, special_flags=pygame.BLEND_RGBA_MULT)
    ring = HexCanvas(radius, TILE_MARGIN)
    # Hidden pixels of the same colour, so that scaling does not darken the outline.
    ring.surface.fill((*palette.gone_edge, 0))
    fill_hex(ring.surface, (*palette.gone_edge, 255), ring.centre, ring.R * _BODY)
    width = max(1.9 / radius, _GONE_EDGE)
    fill_hex(ring.surface, (*palette.gone_edge, 0), ring.centre, ring.R * (_BODY - width))
    grey.blit(ring.finish(), (0, 0))
    return grey
