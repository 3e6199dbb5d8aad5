"""The caller's picture: the called tiles and their numbers, as large as possible.

It is read from the far end of a table, so it fills the window.
"""

import math
from typing import Final

import pygame

from game.locale.formats import write_clock
from game.rules.tiles import NUMBERS, Direction, Tile
from game.ui.draw.bands import SLOPE, draw_band, draw_ring
from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.called_tiles import ring_radius
from game.ui.sound.voices import caller_words

RING_STEPS: Final = 180
"""Steps of the clock's ring in a full round."""

SIDES: Final = (
    (Direction.RISING, "left"),
    (Direction.VERTICAL, "top"),
    (Direction.FALLING, "right"),
)
"""The order in which a tile's numbers are called (T3), and the side of each."""


def draw_clock(
    surface: pygame.Surface, painter: Painter, area: Rect, share: float, seconds: str
) -> None:
    """Draw the ring around the tiles, bright for the time left, and the seconds at its foot."""
    p, radius = painter.theme.palette, ring_radius(area)
    width = max(4.0, radius * 0.04)
    draw_ring(surface, painter, area.centre, radius, 1.0, p.faint, width)
    draw_ring(surface, painter, area.centre, radius, share, p.gold, width)
    # The seconds are in the corner that the hexagon leaves free.
    types, free = painter.theme.type, radius * 0.38
    style = types.action if painter.text_width(seconds, types.action) < free else types.title
    corner = area.centred(round(radius * 2), round(radius * SQRT3)).cut_bottom(painter.px(46))[0]
    painter.text(surface, seconds, (corner.x, corner.centre[1]), style.coloured(p.accent))


def draw_numbers(
    surface: pygame.Surface, context: Context, area: Rect, tiles: tuple[Tile, ...]
) -> None:
    """Draw each tile's numbers in the order of calling, over bands in their colours."""
    painter = context.painter
    high = painter.px(46 if len(tiles) == 1 else 18)
    for row, tile in zip(area.rows(len(tiles), painter.px(14)), tiles, strict=True):
        _draw_row(surface, context, row, tile, high)


def _draw_row(surface: pygame.Surface, context: Context, row: Rect, tile: Tile, high: int) -> None:
    """Draw one tile's numbers, as large as the row allows, and a strip `high` pixels high below."""
    painter = context.painter
    is_alone, gap = high > painter.px(30), painter.px(12)
    below = high + gap + (painter.px(44) if is_alone and tile.is_wild else 0)
    numbers = row.cut_right(painter.px(58))[1]
    width = numbers.columns(3)[0].w
    # A digit of this font is 0.7 em high and 0.6 em wide, with a gap after it.
    em = min((row.h - below) / 0.74, width / 0.72)
    block = row.centred(row.w, min(row.h, round(em * 0.74) + below))
    foot, digits = block.cut_bottom(below)
    style = TextStyle(em / painter.view.scale, painter.theme.palette.ink, is_bold=True, leading=1.0)
    starts = [cell.x for cell in numbers.columns(3)]
    ends = [*starts[1:], painter.view.area.right]
    lean = round(high * SLOPE)
    for (direction, side), left, right in zip(SIDES, starts, ends, strict=True):
        # A wild stripe shows all numbers it can count as, as the tile does.
        shown = _numbers(tile, direction)
        small = style.sized(style.size * (1.0 if len(shown) == 1 else 0.36))
        cell = digits._replace(x=left, w=width if len(shown) == 1 else width - lean)
        for number, place in zip(shown, cell.columns(len(shown)), strict=True):
            painter.text(surface, str(number), place.centre, small, "centre")
        is_last = right == ends[-1]
        strip = Rect(left, foot.y + gap, right - left + (0 if is_last else lean - gap), high)
        words = context.text(f"caller.side.{side}") if is_alone and not tile.is_wild else ""
        _draw_strip(surface, painter, strip, shown, words, is_last=is_last)
    if is_alone and tile.is_wild:
        label = foot.cut_bottom(painter.px(36))[0]
        soft = painter.theme.type.heading.coloured(painter.theme.palette.ink_soft)
        painter.text_in(surface, caller_words(context.catalogue, tile), label, soft, max_lines=1)


def _numbers(tile: Tile, direction: Direction) -> tuple[int, ...]:
    """Return the numbers a stripe can count as, the highest first."""
    number = tile.number(direction)
    return NUMBERS[direction][::-1] if number is None else (number,)


def _draw_strip(
    surface: pygame.Surface,
    painter: Painter,
    strip: Rect,
    shown: tuple[int, ...],
    words: str,
    *,
    is_last: bool,
) -> None:
    """Draw a stripe as a band, a wild one's as three; the last one reaches the window's edge."""
    lean = round(strip.h * SLOPE)
    pitch = (strip.w - lean) // len(shown)
    for index, number in enumerate(shown):
        fill, is_end = painter.theme.stripes[number], is_last and number == shown[-1]
        x = strip.x + index * pitch
        part = strip._replace(x=x, w=strip.right - x if is_end else pitch + lean)
        draw_band(surface, painter, fill, part, "edge" if is_end else "cut", start="cut")
        with painter.ink_on(fill):
            style = painter.theme.type.heading
            inner = part._replace(w=min(part.w, pitch + lean))
            painter.text_in(surface, words, inner, style, "centre", max_lines=1)


def clock_words(left: float) -> str:
    """Return the seconds left, rounded up, so that 0:00 is the moment of the call."""
    return write_clock(math.ceil(left - 1e-9))


def strip_radius(strip: Rect, count: int) -> float:
    """Return the radius of a tile in the row of calls."""
    return min(strip.w / count / 2.06, strip.h / SQRT3)
