"""Lines made visible: faint tracks while alive, a beam when complete, badges at their ends."""

import math
from enum import Enum, auto
from typing import Final

import pygame

from game.rules.tiles import Direction
from game.ui.draw.animation import mix_colour
from game.ui.draw.fonts import Fonts
from game.ui.draw.icons import Icon, render_icon
from game.ui.draw.shapes import blit_faded, clear_canvas, shrink
from game.ui.draw.theme import Colour, Palette, digit_colours
from game.ui.layout.rects import Point

LINE_ANGLES: Final = {Direction.VERTICAL: 90.0, Direction.RISING: 30.0, Direction.FALLING: -30.0}
"""Degrees counter-clockwise from a horizontal bar."""

_SLICES: Final = 6
"""The number of slices of a slanting line's picture."""


class LineLook(Enum):
    """The looks of a line's badge."""

    OPEN = auto()
    ALIVE = auto()
    COMPLETE = auto()
    DEAD = auto()


class Strip:
    """A bar turned into a line's direction, cut into upright slices as high as the bar is there.

    A slanting line fills a small part of its rectangle; blitting the slices takes a share of
    the time of the whole.
    """

    def __init__(self, bar: pygame.Surface, direction: Direction) -> None:
        angle = LINE_ANGLES[direction]
        if direction is Direction.VERTICAL:
            picture, count = pygame.transform.rotate(bar, angle), 1
        else:
            picture, count = pygame.transform.rotozoom(bar, angle, 1.0), _SLICES
        self._size = width, height = picture.get_size()
        self._slices: list[tuple[int, int, pygame.Surface]] = []
        slope = math.tan(math.radians(angle))
        reach = bar.get_height() / 2 / math.cos(math.radians(angle)) + 1
        for i in range(count):
            left, right = width * i // count, width * (i + 1) // count
            top, foot = 0, height
            if count > 1:
                ends = [height / 2 - (x - width / 2) * slope for x in (left, right)]
                top = max(0, math.floor(min(ends) - reach))
                foot = min(height, math.ceil(max(ends) + reach))
            # A copy, because a subsurface keeps its parent's corners in memory.
            part = picture.subsurface(left, top, right - left, foot - top).copy()
            self._slices.append((left, top, part))

    def place(self, centre: Point) -> pygame.Rect:
        """Return the rectangle that the whole covers around `centre`."""
        w, h = self._size
        return pygame.Rect(round(centre[0] - w / 2), round(centre[1] - h / 2), w, h)

    def draw(self, surface: pygame.Surface, centre: Point, alpha: float = 1.0) -> None:
        """Draw the line's picture around `centre` at an opacity of 0…1."""
        left, top, _, _ = self.place(centre)
        pieces = [(part, (left + x, top + y)) for x, y, part in self._slices]
        if alpha >= 0.995:
            surface.fblits(pieces)
            return
        for part, at in pieces:
            blit_faded(surface, part, at, alpha)


def render_track(
    direction: Direction, length: float, width: float, colour: Colour, ink: Colour, palette: Palette
) -> Strip:
    """A thin matt groove in the colour of the number a line is alive in; lengths in pixels.

    It is of the stripe's `colour`, edged with `ink` where that alone would be seen on the board.
    """
    k = 3
    w, h = max(2, round(length * k)), max(2, round(width * k))
    alpha, edge = palette.track_alpha, (*mix_colour(colour, palette.dark, 0.7), 130)
    pad = k
    if ink != colour:
        alpha, edge, pad = 255, (*ink, 190), round(1.4 * k)
    elif alpha == 255:
        edge = (*edge[:3], 255)
    bar = clear_canvas(w + 8 * k, h + 4 * k, edge[:3])
    rim = (2 * k, 2 * k - pad, w + 4 * k, h + 2 * pad)
    pygame.draw.rect(bar, edge, rim, border_radius=h)
    pygame.draw.rect(bar, (*colour, alpha), (4 * k, 2 * k, w, h), border_radius=h // 2)
    # Made small first: turned large, it is mostly corners.
    return Strip(shrink(bar, k), direction)


def hot_colour(palette: Palette, ink: Colour) -> Colour:
    """Return the core of a completed line's rails: brighter than the ink, and so little that 1
    and 5 stay ΔE 14 apart for every eye.
    """
    return ink if palette.is_flat else mix_colour(ink, palette.light, 0.2)


def render_beam(
    direction: Direction, length: float, width: float, ink: Colour, palette: Palette
) -> Strip:
    """Light lying along a completed line: two bright rails and a glow; lengths in pixels.

    Where there is no light, the rails are solid, with a dark edge.
    """
    hot = hot_colour(palette, ink)
    edge = mix_colour(ink, palette.dark, 0.55) if palette.is_flat else ink
    pad = width * 0.9
    w, h = round(length + 2 * pad), round(width + 2 * pad)
    # Soft light is blurred at a small size, in a fraction of the time.
    k = max(3, round(pad / 7))
    glow = clear_canvas(max(4, w // k), max(4, h // k), ink)
    pygame.draw.rect(
        glow,
        (*ink, 56),
        (pad / k, pad / k, length / k, width / k),
        border_radius=max(1, round(width / k * 3 / 8)),
    )
    glow = pygame.transform.gaussian_blur(glow, max(1, round(pad / k / 3)))
    bar = pygame.transform.smoothscale(glow, (w, h))
    rail = max(2, round(width * 0.11))
    # Edges that lie straight need no finer canvas: what turns them smooths them.
    for y in (round(pad - rail / 4), round(pad + width - rail * 0.75)):
        pygame.draw.rect(bar, (*edge, 255), (pad, y, length, rail), border_radius=rail // 2)
        core = (pad, y + rail // 4, length, rail - rail // 4 * 2)
        pygame.draw.rect(bar, (*hot, 255), core, border_radius=rail // 2)
    return Strip(bar, direction)


def render_badge(
    look: LineLook,
    number: int | None,
    radius: float,
    colour: Colour,
    ink: Colour,
    palette: Palette,
    fonts: Fonts,
) -> pygame.Surface:
    """Return the mark at a line's end; its square surface holds a glow of twice `radius`.

    Open: a hollow dot. Alive: a disc in the number's colour with the number. Complete: the
    same in a bright ring with a glow. Dead: a small dim cross. `colour` is the stripe's, `ink`
    the same as light on the board.
    """
    k = 4
    side = 2 * math.ceil(radius * 2)
    canvas = clear_canvas(side * k, side * k, palette.sunken)
    middle = (side * k / 2, side * k / 2)
    r = radius * k
    if look is LineLook.OPEN:
        pygame.draw.circle(
            canvas,
            mix_colour(palette.plate, palette.ink_soft, 0.8),
            middle,
            r * 0.4,
            width=max(1, round(r * 0.13)),
        )
        return shrink(canvas, k)
    if look is LineLook.DEAD:
        grey = mix_colour(palette.plate, palette.ink_soft, 0.6)
        return render_icon(Icon.CLOSE, round(radius * 1.35), grey)
    is_complete = look is LineLook.COMPLETE
    if is_complete:
        glow = clear_canvas(side, side, ink)
        pygame.draw.circle(glow, (*ink, 190), (side / 2, side / 2), radius * 1.15)
        glow = pygame.transform.gaussian_blur(glow, max(1, round(radius * 0.35)))
        canvas.blit(pygame.transform.smoothscale(glow, canvas.get_size()), (0, 0))
    edge = palette.light if is_complete else mix_colour(ink, palette.light, 0.35)
    if palette.is_flat:
        edge = palette.ink if is_complete else mix_colour(ink, palette.ink, 0.35)
    pygame.draw.circle(canvas, palette.outline, middle, r * 1.06)
    pygame.draw.circle(canvas, edge, middle, r * 0.98)
    core = colour if is_complete else mix_colour(colour, palette.sunken, 0.18)
    pygame.draw.circle(canvas, core, middle, r * (0.80 if is_complete else 0.86))
    if number is not None:
        size = max(6, round(r * 1.5))
        digit, halo = digit_colours(palette, number)
        words = fonts.render(
            str(number), size, digit, is_bold=True, outline=max(1, round(r * 0.17)), halo=halo
        )
        top = middle[1] - fonts.cap_middle(size, is_bold=True) - max(1, round(r * 0.17))
        canvas.blit(words, (middle[0] - words.get_width() / 2, top))
    return shrink(canvas, k)
