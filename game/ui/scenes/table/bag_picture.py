"""The bag: every tile, grouped by its top number, and how many of each number remain."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.rules.tiles import (
    FALLING_NUMBERS,
    NUMBERS,
    RISING_NUMBERS,
    VERTICAL_NUMBERS,
    Direction,
    Tile,
)
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import clear_canvas
from game.ui.draw.sprites import TileLook
from game.ui.frame.context import Context
from game.ui.layout.hexes import SQRT3
from game.ui.layout.rects import Point, Rect, View
from game.ui.scenes.table.explaining import BAG_NUMBERS, BagNumber, ExplainTarget, is_meant

_GROUP_GAP: Final = 0.55
_WIDEST_GAP: Final = 1.1
_PITCH_X: Final = 2.16
_PITCH_Y: Final = SQRT3 + 0.14
"""In tile radii."""

_LABEL: Final = 38
_CHIP: Final = 27
"""In units."""


@dataclass(frozen=True, slots=True)
class _BagLayout:
    """`origin` is the centre of the first tile; `labels` stand right of the three groups,
    `chips` are the counts of the rising and of the falling numbers. `group_gap` is in radii.
    """

    heading: Rect
    origin: Point
    radius: float
    group_gap: float
    labels: tuple[Rect, ...]
    chips: tuple[tuple[Rect, ...], ...]

    def centre(self, tile: Tile) -> Point:
        """Where a tile lies: by its top number, left number and right number (T1)."""
        x, y = self.origin
        r = self.radius
        if tile.is_wild:
            column = tile.index - 27
            return x + r * column * _PITCH_X, y + r * (9 * _PITCH_Y + 3 * self.group_gap)
        # Each stripe stands for one number: the bit set in its mask is the number's place.
        group, row, column = (mask.bit_length() - 1 for mask in tile.masks)
        row += 3 * group
        return x + r * column * _PITCH_X, y + r * (row * _PITCH_Y + group * self.group_gap)

    def place_of(self, asked: BagNumber) -> Rect:
        """Return where one of the nine numbers stands with its count."""
        place = NUMBERS[asked.direction].index(asked.number)
        if asked.direction is Direction.VERTICAL:
            return self.labels[place]
        return self.chips[asked.direction is Direction.FALLING][place]


def _lay_out_bag(view: View, panel: Rect, *, has_wilds: bool) -> _BagLayout:
    """Lay out the bag in its panel, tiles as large as it allows."""
    px = view.px
    inner = panel.inset(px(14), px(10))
    heading, inner = inner.cut_top(px(26), px(6))
    gap = px(5)
    chip = min(px(_CHIP), inner.h // 14)
    chips_area, grid = inner.cut_bottom(2 * chip + gap, px(10))
    label = px(_LABEL)
    rows, gaps = (10, 3) if has_wilds else (9, 2)
    tallest = rows * _PITCH_Y + gaps * _GROUP_GAP
    radius = min((grid.w - label) / (3 * _PITCH_X), grid.h / tallest)
    if has_wilds:
        # The four wild tiles stand in a row of their own that ends under the labels.
        radius = min(radius, grid.w / (4 * _PITCH_X))
    used_w = radius * 3 * _PITCH_X + label
    left = grid.x + (grid.w - used_w) / 2
    # What height is left parts the groups.
    group_gap = min(_WIDEST_GAP, (grid.h / radius - rows * _PITCH_Y) / gaps)
    top = grid.y + (grid.h - radius * (rows * _PITCH_Y + gaps * group_gap)) / 2
    origin = (left + radius * _PITCH_X / 2, top + radius * _PITCH_Y / 2)
    labels = []
    for group in range(3):
        y = top + radius * group * (3 * _PITCH_Y + group_gap)
        x = round(left + radius * 3 * _PITCH_X)
        labels.append(Rect(x, round(y), label, round(radius * 3 * _PITCH_Y)))
    rows_of_chips = chips_area.rows(2, gap)
    return _BagLayout(
        heading,
        origin,
        radius,
        group_gap,
        tuple(labels),
        tuple(tuple(row.columns(3, gap)) for row in rows_of_chips),
    )


class BagPicture:
    """Draws the bag's panel for a board's tile set; rendered anew when a call takes tiles out."""

    def __init__(self, context: Context, tiles: tuple[Tile, ...]) -> None:
        self._context = context
        self._tiles = tiles

    def draw(
        self,
        surface: pygame.Surface,
        rect: Rect,
        left: frozenset[Tile],
        asked: ExplainTarget | None = None,
    ) -> None:
        """Draw the panel; `left` are the tiles still in the bag, what is `asked` for is lit."""
        painter = self._context.painter
        key = ("bag", self._tiles, left, rect.size, self._context.catalogue.language)
        surface.blit(painter.cached(key, partial(self._rendered, rect.size, left)), rect[:2])
        if asked is None:
            return
        accent, layout = painter.theme.palette.accent, self._lay_out(rect)
        for tile in self._tiles:
            if tile in left and is_meant(asked, tile):
                painter.sprites.draw_cursor(surface, layout.centre(tile), layout.radius, accent)
        place = self.place_of(rect, asked)
        if place is not None and not isinstance(asked, Tile):
            painter.focus_ring(surface, place)

    def asked_at(self, rect: Rect, at: Point) -> ExplainTarget | None:
        """The tile or the number at a point of the panel."""
        layout = self._lay_out(rect)
        for tile in self._tiles:
            if math.dist(layout.centre(tile), at) <= layout.radius * 0.95:
                return tile
        return next((n for n in BAG_NUMBERS if layout.place_of(n).contains(at)), None)

    def place_of(self, rect: Rect, asked: ExplainTarget) -> Rect | None:
        """Return where a tile or a number stands in the panel, None for what does not."""
        layout = self._lay_out(rect)
        if isinstance(asked, BagNumber):
            return layout.place_of(asked)
        if not isinstance(asked, Tile):
            return None
        x, y = layout.centre(asked)
        side = round(layout.radius)
        return Rect(round(x) - side, round(y) - side, 2 * side, 2 * side)

    def prerender(self, stage: pygame.Surface, rect: Rect, left: frozenset[Tile]) -> None:
        """Draw every piece of a panel to come on `stage`; the one shown stays as it is."""
        self._render(stage, Rect(0, 0, rect.w, rect.h), left)

    def place(self, rect: Rect, tile: Tile) -> tuple[Point, float]:
        """Where a tile lies in the panel and how large, for the flight of a call."""
        layout = self._lay_out(rect)
        return layout.centre(tile), layout.radius

    def _lay_out(self, rect: Rect) -> _BagLayout:
        has_wilds = any(t.is_wild for t in self._tiles)
        return _lay_out_bag(self._context.painter.view, rect, has_wilds=has_wilds)

    def _rendered(self, size: tuple[int, int], left: frozenset[Tile]) -> pygame.Surface:
        panel = clear_canvas(*size)
        self._render(panel, Rect(0, 0, *size), left)
        return panel

    def _render(self, surface: pygame.Surface, rect: Rect, left: frozenset[Tile]) -> None:
        painter = self._context.painter
        layout = self._lay_out(rect)
        self._draw_heading(surface, layout.heading, len(left))
        for tile in self._tiles:
            look = TileLook.NORMAL if tile in left else TileLook.DIMMED
            picture = painter.sprites.tile(tile, layout.radius, look)
            x, y = layout.centre(tile)
            w, h = picture.get_size()
            surface.blit(picture, (round(x - w / 2), round(y - h / 2)))
        for label, number in zip(layout.labels, VERTICAL_NUMBERS, strict=True):
            _draw_label(surface, painter, label, number, _count(left, Direction.VERTICAL, number))
        for chips, direction, numbers in (
            (layout.chips[0], Direction.RISING, RISING_NUMBERS),
            (layout.chips[1], Direction.FALLING, FALLING_NUMBERS),
        ):
            for chip, number in zip(chips, numbers, strict=True):
                _draw_chip(surface, painter, chip, number, _count(left, direction, number))

    def _draw_heading(self, surface: pygame.Surface, rect: Rect, count: int) -> None:
        painter = self._context.painter
        theme = painter.theme
        words = self._context.text("play.bag_left", count=count)
        style = theme.type.caption.coloured(theme.palette.ink)
        width = min(painter.text_width(words, style) + 2, rect.w * 6 // 10)
        number, name = rect.cut_right(width, painter.px(8))
        painter.text_in(surface, words, number, style, "right", max_lines=1)
        name_style = theme.type.caption
        painter.text_in(surface, self._context.text("terms.bag"), name, name_style, max_lines=1)


def _count(left: frozenset[Tile], direction: Direction, number: int) -> int:
    return sum(1 for t in left if t.number(direction) == number)


def _draw_label(
    surface: pygame.Surface, painter: Painter, rect: Rect, number: int, count: int
) -> None:
    """Draw a group's top number, and below it how many tiles of it remain."""
    theme = painter.theme
    muted = theme.palette.ink_muted
    x, y = rect.centre
    digit = theme.type.heading.sized(30).coloured(theme.number_ink(number) if count else muted)
    painter.text(surface, str(number), (x, y - painter.px(13)), digit, "centre")
    style = theme.type.caption.coloured(theme.palette.ink_soft if count else muted)
    painter.text(surface, f"× {count}", (x, y + painter.px(15)), style, "centre")


def _draw_chip(
    surface: pygame.Surface, painter: Painter, rect: Rect, number: int, count: int
) -> None:
    """Draw a number of a slanting direction and how many tiles of it remain."""
    theme = painter.theme
    p = theme.palette
    painter.box(surface, rect, p.sunken, radius=rect.h // 2)
    middle = (rect.x + rect.h * 0.5, float(rect.centre[1]))
    if count:
        painter.disc(surface, middle, rect.h * 0.40, theme.stripes[number])
    digit = theme.type.caption.coloured(p.ink if count else p.ink_muted)
    if count:
        digit = digit._replace(outline=2)
    painter.text(surface, str(number), middle, digit, "centre")
    style = theme.type.caption.coloured(p.ink_soft if count else p.ink_muted)
    x = rect.x + rect.h + (rect.w - rect.h) * 0.44
    painter.text(surface, f"× {count}", (x, rect.centre[1]), style, "centre")
