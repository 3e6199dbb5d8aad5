"""The caller's picture: the called tiles and their numbers, as large as possible.

Everything is as large as the window allows: it is read from the far end of a table.
"""

import math
from typing import Final

import pygame

from game.locale.formats import write_clock
from game.rules.tiles import NUMBERS, Direction, Tile
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.layout.hexes import SQRT3
from game.ui.layout.rects import Point, Rect
from game.ui.sound.voices import words_of

RING_STEPS: Final = 180
"""Steps in which the clock's ring goes round."""

SIDES: Final = (
    (Direction.RISING, "left"),
    (Direction.VERTICAL, "top"),
    (Direction.FALLING, "right"),
)
"""The order in which a tile is called (T3), and where its numbers stand."""


def tile_spots(stage: Rect, count: int) -> tuple[list[Point], float]:
    """Where one to three called tiles lie inside the clock's ring, and their radius."""
    x, y = stage.x + stage.w / 2, stage.y + stage.h / 2
    reach = ring_radius(stage) * 0.93
    if count <= 1:
        return [(x, y)], reach * 0.96
    if count == 2:
        radius = reach * 0.52
        return [(x - radius * 0.98, y - radius * 0.35), (x + radius * 0.98, y + radius * 0.35)], (
            radius
        )
    radius = reach * 0.47
    step = radius * 1.04
    return [(x, y - step), (x - step, y + step * 0.72), (x + step, y + step * 0.72)], radius


def ring_radius(stage: Rect) -> float:
    """Return the radius of the clock's ring."""
    return min(stage.w, stage.h) / 2 * 0.955


def draw_ring(
    surface: pygame.Surface, painter: Painter, stage: Rect, share: float | None, seconds: str
) -> None:
    """Draw the track around the tiles, its bright part the time left, the seconds at its foot."""
    p = painter.theme.palette
    centre = (stage.x + stage.w / 2, stage.y + stage.h / 2)
    radius = ring_radius(stage)
    width = max(4.0, radius * 0.045)
    painter.disc(surface, centre, radius + width / 2, p.panel_edge)
    painter.disc(surface, centre, radius + width / 2 - max(1.0, width * 0.1), p.panel)
    painter.disc(surface, centre, radius - width / 2, p.panel_edge)
    painter.disc(surface, centre, radius - width / 2 - max(1.0, width * 0.1), p.sky)
    if share is None:
        return
    if share > 0:
        _draw_arc(surface, centre, radius, width, share, p.accent)
    style = painter.theme.type.heading.sized(30)
    w = painter.text_width(seconds, style) + painter.px(44)
    h = painter.px(54)
    box = Rect(round(centre[0] - w / 2), round(centre[1] + radius - h / 2), w, h)
    painter.box(surface, box, p.sunken, p.accent, radius=h // 2, width=max(2.0, width * 0.2))
    painter.text(surface, seconds, box.centre, style, "centre")


def _draw_arc(
    surface: pygame.Surface,
    centre: Point,
    radius: float,
    width: float,
    share: float,
    colour: Colour,
) -> None:
    """Draw a share of a ring, clockwise from its top, with round ends."""
    steps = max(2, round(share * RING_STEPS))
    turn = 2 * math.pi * share
    angles = [turn * i / steps - math.pi / 2 for i in range(steps + 1)]

    def along(reach: float) -> list[Point]:
        return [(centre[0] + reach * math.cos(a), centre[1] + reach * math.sin(a)) for a in angles]

    outer, inner = along(radius + width / 2), along(radius - width / 2)
    pygame.draw.polygon(surface, colour, [*outer, *inner[::-1]])
    pygame.draw.aalines(surface, colour, False, outer)
    pygame.draw.aalines(surface, colour, False, inner)
    middle = along(radius)
    for end in (middle[0], middle[-1]):
        pygame.draw.aacircle(surface, colour, end, width / 2)


def draw_numbers(
    surface: pygame.Surface, context: Context, area: Rect, tiles: tuple[Tile, ...]
) -> None:
    """Draw each tile's numbers as they are called, over stripes in their colours."""
    painter = context.painter
    has_words = len(tiles) == 1
    bar = painter.px(24 if has_words else 12)
    words = painter.px(44) if has_words else 0
    gap = painter.px(12 if has_words else 6)
    for row, tile in zip(area.rows(len(tiles), painter.px(14)), tiles, strict=True):
        _draw_row(surface, context, row, tile, (bar, words, gap))


def _draw_row(
    surface: pygame.Surface, context: Context, row: Rect, tile: Tile, below: tuple[int, int, int]
) -> None:
    """Draw one tile's numbers, as large as the row allows; `below` are the heights of the stripe,
    of the words under it, and of the gap over it.
    """
    painter = context.painter
    p = painter.theme.palette
    bar, words, gap = below
    # A dash between two numbers is a fifth of a number wide.
    weights = [1.0, 0.2, 1.0, 0.2, 1.0]
    width = row.weighted_columns(weights)[0].w
    # A digit of this font is 0.7 em high and 0.6 em wide.
    em = min((row.h - sum(below)) / 0.74, width / 0.62)
    block = row.centred(row.w, min(row.h, round(em * 0.74) + sum(below)))
    foot, digits = block.cut_bottom(bar + words, gap)
    style = TextStyle(em / painter.view.scale, p.ink, is_bold=True, leading=1.0)
    soft = painter.theme.type.heading.coloured(p.ink_soft).sized(28)
    cells, feet = digits.weighted_columns(weights), foot.weighted_columns(weights)
    for dash in cells[1::2]:
        box = dash.centred(dash.w * 76 // 100, max(4, round(em * 0.05)))
        painter.box(surface, box, p.ink_muted, radius=box.h // 2)
    for (direction, side), cell, under in zip(SIDES, cells[::2], feet[::2], strict=True):
        # A wild stripe shows what it may stand for, as the tile does.
        numbers = _numbers(tile, direction)
        small = style.sized(style.size * (1.0 if len(numbers) == 1 else 0.36))
        for number, place in zip(numbers, cell.columns(len(numbers)), strict=True):
            painter.text(surface, str(number), place.centre, small, "centre")
        stripe, label = under.cut_top(bar, painter.px(2))
        _draw_bar(surface, painter, stripe, tile, direction)
        if words and not tile.is_wild:
            text = context.text(f"caller.side.{side}")
            painter.text_in(surface, text, label, soft, "centre", max_lines=1)
    if words and tile.is_wild:
        label = foot.cut_bottom(words)[0]
        name = words_of(context.catalogue, tile)
        painter.text_in(surface, name, label, soft, "centre", max_lines=1)


def _numbers(tile: Tile, direction: Direction) -> tuple[int, ...]:
    """What a stripe counts as, the highest first."""
    number = tile.number(direction)
    return NUMBERS[direction][::-1] if number is None else (number,)


def _draw_bar(
    surface: pygame.Surface, painter: Painter, bar: Rect, tile: Tile, direction: Direction
) -> None:
    """Draw the stripe's colour; a wild one shows all three of its direction."""
    p, stripes = painter.theme.palette, painter.theme.stripes
    shown = _numbers(tile, direction)
    for cell, colour in zip(bar.columns(len(shown)), shown, strict=True):
        painter.box(surface, cell, stripes[colour], p.tile_edge, radius=painter.px(4))


def draw_tiles(
    surface: pygame.Surface, painter: Painter, stage: Rect, tiles: tuple[Tile, ...], turned: float
) -> None:
    """Draw the called tiles; while they turn over, `turned` is how far, 0 to 1."""
    spots, radius = tile_spots(stage, max(1, len(tiles)))
    if not tiles:
        painter.sprites.draw_tile(surface, None, spots[0], radius)
        return
    squeeze = max(0.05, abs(1 - 2 * turned))
    for tile, at in zip(tiles, spots, strict=True):
        shown = tile if turned > 0.5 else None
        painter.sprites.draw_tile(surface, shown, at, radius, squeeze=squeeze)


def clock_words(left: float) -> str:
    """Return the seconds left, rounded up: 0:00 is when the call comes."""
    return write_clock(math.ceil(left - 1e-9))


def strip_radius(strip: Rect, count: int) -> float:
    """Return the radius of a tile among the calls so far."""
    return min(strip.w / count / 2.06, strip.h / SQRT3)
