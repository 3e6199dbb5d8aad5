"""Stripes: glossy bars in the box's colours, twisting where wild, patterned where asked for."""

import itertools
from collections.abc import Mapping
from typing import Final

import pygame

from game.rules.tiles import NUMBERS, Direction
from game.ui.draw.animation import mix_colour
from game.ui.draw.shapes import SUPERSAMPLE, clear_canvas, shrink
from game.ui.draw.theme import Colour, Palette

STRIPE_ANGLES: Final = {Direction.VERTICAL: 0, Direction.RISING: -60, Direction.FALLING: 60}
"""Degrees counter-clockwise by which an upright bar is turned."""

_PROFILE: Final = (
    (0.00, -0.62),
    (0.05, -0.40),
    (0.12, -0.08),
    (0.24, 0.34),
    (0.33, 0.50),
    (0.44, 0.14),
    (0.62, 0.00),
    (0.84, -0.16),
    (0.95, -0.40),
    (1.00, -0.66),
)
"""The brightness of a round bar across the width: (place, -1 black … 1 white)."""


def _shade_at(place: float) -> float:
    for (a, shade_a), (b, shade_b) in itertools.pairwise(_PROFILE):
        if place <= b:
            return shade_a + (shade_b - shade_a) * (place - a) / (b - a)
    return _PROFILE[-1][1]


def _lit(colour: Colour, shade: float, palette: Palette) -> Colour:
    if shade >= 0:
        return mix_colour(colour, palette.light, shade * 0.8)
    return mix_colour(colour, palette.stripe_shade, -shade * 0.8)


def _solid(
    width: int, length: int, number: int, colour: Colour, palette: Palette
) -> pygame.Surface:
    """Return an upright bar of one colour."""
    steps = min(width, 48)
    row = pygame.Surface((steps, 1), pygame.SRCALPHA)
    for x in range(steps):
        place = (x + 0.5) / steps
        if number == 1:
            # Black has no darker side: light edges and a thin glint make it round.
            edge = min(place, 1 - place)
            share = min(1.0, max(0.0, (edge - 0.035) / 0.05))
            lit = mix_colour(palette.black_edge, colour, share)
            glint = max(0.0, 1 - abs(place - 0.32) / 0.16)
            row.set_at((x, 0), mix_colour(lit, palette.black_glint, glint * 0.62))
        else:
            row.set_at((x, 0), _lit(colour, _shade_at(place), palette))
    return pygame.transform.scale(pygame.transform.smoothscale(row, (width, 1)), (width, length))


def _twist(
    width: int, length: int, direction: Direction, colours: Mapping[int, Colour], palette: Palette
) -> pygame.Surface:
    """Return an upright bar around which three colours wind like a ribbon."""
    bar = pygame.Surface((width, length), pygame.SRCALPHA)
    numbers = NUMBERS[direction]
    band = width * 0.78
    slant = width * 0.9
    count = int(length / band) + 6
    for i in range(count):
        y = (i - 3) * band + length * 0.5 - (count // 2 - 3) * band
        colour = colours[numbers[(i + 2) % 3]]
        pygame.draw.polygon(
            bar, colour, [(0, y + slant), (width, y), (width, y + band), (0, y + band + slant)]
        )
    shade = pygame.Surface((width, 1), pygame.SRCALPHA)
    for x in range(width):
        s = _shade_at((x + 0.5) / width)
        shade.set_at(
            (x, 0),
            (*palette.light, round(s * 150))
            if s >= 0
            else (*palette.stripe_shade, round(-s * 190)),
        )
    bar.blit(pygame.transform.scale(shade, (width, length)), (0, 0))
    return bar


def _mark(layer: pygame.Surface, ink: tuple[int, ...], number: int, y: float, u: float) -> None:
    """Draw one mark of a number's pattern around height `y`; `u` is the bar's width."""
    x, thick = u / 2, max(1, round(u * 0.13))

    def line(*points: tuple[float, float]) -> None:
        ends = [(x + dx * u, y + dy * u) for dx, dy in points]
        pygame.draw.lines(layer, ink, False, ends, thick)

    match number:
        case 1:  # rails
            for dx in (-0.24, 0.24):
                line((dx, -0.4), (dx, 0.4))
        case 5:  # dots
            pygame.draw.circle(layer, ink, (x, y), u * 0.22)
        case 9:  # rungs
            line((-0.36, -0.2), (0.36, -0.2))
            line((-0.36, 0.2), (0.36, 0.2))
        case 2:  # one rail of dashes
            pygame.draw.rect(layer, ink, (x - u * 0.11, y - u * 0.26, u * 0.22, u * 0.52))
        case 6:  # diamonds
            corners = [(0.0, -0.32), (0.28, 0.0), (0.0, 0.32), (-0.28, 0.0)]
            pygame.draw.polygon(layer, ink, [(x + dx * u, y + dy * u) for dx, dy in corners])
        case 7:  # arrows
            line((-0.34, 0.18), (0.0, -0.2), (0.34, 0.18))
        case 3:  # rings
            pygame.draw.circle(layer, ink, (x, y), u * 0.3, thick)
        case 4:  # a zigzag
            line((-0.28, -0.4), (0.28, 0.0), (-0.28, 0.4))
        case 8:  # bricks
            pygame.draw.rect(layer, ink, (x - u * 0.36, y - u * 0.3, u * 0.3, u * 0.3))
            pygame.draw.rect(layer, ink, (x + u * 0.06, y + u * 0.02, u * 0.3, u * 0.3))


def _pattern_ink(colour: Colour, palette: Palette) -> tuple[int, int, int, int]:
    """Return what a pattern is drawn with: dark on light bars, light on dark."""
    is_light = colour[0] * 0.3 + colour[1] * 0.59 + colour[2] * 0.11 > 130
    return palette.pattern_dark if is_light else palette.pattern_light


def _pattern(bar: pygame.Surface, number: int, colour: Colour, palette: Palette) -> None:
    """Draw the pattern of one of the nine numbers."""
    width, length = bar.get_size()
    ink = _pattern_ink(colour, palette)
    layer = clear_canvas(width, length, (ink[0], ink[1], ink[2]))
    pitch = width * 0.8
    for i in range(int(length / pitch) + 1):
        _mark(layer, ink, number, (i + 0.5) * pitch, width)
    bar.blit(layer, (0, 0))


def render_pattern(
    width: int, length: int, number: int, colour: Colour, palette: Palette
) -> pygame.Surface:
    """Return a lying row of whole marks of a number's pattern, for a band of that colour."""
    k, ink = SUPERSAMPLE, _pattern_ink(colour, palette)
    layer = clear_canvas(width * k, length * k, (ink[0], ink[1], ink[2]))
    count = max(1, round(length / (width * 0.8)))
    for i in range(count):
        _mark(layer, ink, number, (i + 0.5) * length * k / count, width * k)
    return shrink(pygame.transform.rotate(layer, -90))


def render_stripe(
    direction: Direction,
    number: int | None,
    width: int,
    length: int,
    colours: Mapping[int, Colour],
    palette: Palette,
    *,
    has_pattern: bool,
) -> pygame.Surface:
    """Return a stripe in the given direction, edged with a thin shadow; lengths in pixels."""
    if number is None:
        bar = _twist(width, length, direction, colours, palette)
    else:
        bar = _solid(width, length, number, colours[number], palette)
        if has_pattern:
            _pattern(bar, number, colours[number], palette)
    edge = max(1, round(width * 0.06))
    framed = clear_canvas(width + 2 * edge, length, palette.stripe_edge[:3])
    framed.fill(palette.stripe_edge)
    framed.blit(bar, (edge, 0))
    angle = STRIPE_ANGLES[direction]
    return pygame.transform.rotate(framed, angle) if angle else framed
