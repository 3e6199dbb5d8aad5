"""Choices shown as pictures: themes as small tables, stripes as tiles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial
from typing import Final, TypeVar, Unpack

import pygame

from game.play.examples import load_examples
from game.resources import seed_file
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import find_theme
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.widgets import PressResult, Segmented, WidgetOptions, Words, say

T = TypeVar("T")

SAMPLE_TILES: Final = tuple(Tile.parse(text) for text in ("294", "658", "713"))

_ASPECT: Final = 1.8
"""A small table's width over its height, at least."""

_HIGHEST: Final = 222
"""Units: in wide windows as high as in one of 1280x800, so that all rows are seen."""


class PictureChoice(Segmented[T]):
    """A choice whose options are cards with a picture over their words; flat ones have it before.

    `paint` draws the picture of a value, and `key` says what else the picture depends on.
    """

    def __init__(
        self,
        options: Sequence[tuple[T, Words]],
        value: T,
        on_change: Callable[[T], PressResult],
        paint: Callable[[T, tuple[int, int]], pygame.Surface],
        key: Hashable,
        *,
        is_flat: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(options, value, on_change, **common)
        self.paint = paint
        self.key = key
        self.is_flat = is_flat

    def height_for(self, painter: Painter, width: int) -> int:
        if self.is_flat:
            return max(painter.px(84), super().height_for(painter, width // 2))
        picture = min(round(width / len(self.options) / _ASPECT), painter.px(_HIGHEST))
        return picture + painter.px(44)

    def least_width(self, painter: Painter) -> int:
        return super().least_width(painter) * (2 if self.is_flat else 1)

    def cells(self) -> list[Rect]:
        return self.rect.columns(len(self.options))

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        values = [value for value, _ in self.options]
        painter.focus_ring(surface, self.cells()[values.index(self.value)].inset(painter.px(4), 0))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, style = painter.theme.palette, painter.theme.type.caption
        for index, (cell, (value, words)) in enumerate(
            zip(self.cells(), self.options, strict=True)
        ):
            cell = cell.inset(painter.px(4), 0)
            is_chosen = value == self.value
            is_hovered = self.is_hovered and self._hovered_index == index
            fill = p.raised if is_chosen or is_hovered else p.sunken
            edge, width = (p.accent, 2.6) if is_chosen else (p.panel_edge, 1.0)
            width = max(1.0, width * painter.view.scale)
            painter.box(surface, cell, fill, edge, width=width)
            inner = cell.inset(painter.px(7))
            if self.is_flat:
                room, foot = inner.cut_left(inner.w // 2, painter.px(8))
            else:
                foot, room = inner.cut_bottom(painter.px(30), painter.px(3))
            look, render = (value, room.size, self.key), partial(self.paint, value, room.size)
            surface.blit(painter.cached(look, render), (room.x, room.y))
            tick, foot = foot.cut_right(min(painter.px(24), foot.w // 4))
            if is_chosen:
                painter.icon(surface, Icon.CHECK, tick.centre, painter.px(20), p.accent)
            ink = p.ink if is_chosen or is_hovered else p.ink_soft
            painter.text_in(surface, say(words), foot, style.coloured(ink))


@lru_cache(maxsize=16)
def sample_painter(
    theme: str, stripes: str, has_patterns: bool, size: tuple[int, int], scale: float
) -> Painter:
    """A painter for one small picture: the page's own has the pictures of the theme in use.

    It stays, so that a picture that takes longer than a frame finds what an earlier try has made.
    """
    view, colours = View(Rect(0, 0, *size), scale), find_theme(theme, stripes)
    painter = Painter(view, colours, is_whole=False)
    painter.sprites.has_patterns = has_patterns
    return painter


def paint_theme(context: Context, name: str, size: tuple[int, int]) -> pygame.Surface:
    """A small table in the colours of a theme."""
    settings, view = context.preferences, context.painter.view
    painter = sample_painter(name, settings.stripes, settings.has_stripe_patterns, size, view.scale)
    p, types, gap = painter.theme.palette, painter.theme.type, painter.px(8)
    surface = pygame.Surface(size)
    painter.draw_background(surface)
    side, board = painter.view.area.inset(gap).cut_right(size[0] * 28 // 100, gap)
    example = load_examples(seed_file("deals", "examples.toml"))["standard"]
    layout = lay_out_board(example.rules.grid, board, 0.9)
    look = BoardLook(example.rules, example.position, has_names=False)
    BoardPicture(painter).draw(surface, layout, look)
    button, side = side.cut_bottom(side.h // 6, gap)
    score, hand = side.cut_top(side.h * 36 // 100, gap)
    painter.text_in(surface, "56", score.inset(gap), types.points, "centre", max_lines=1)
    painter.sprites.draw_tile(surface, SAMPLE_TILES[1], hand.centre, min(hand.w, hand.h) * 0.46)
    painter.box(surface, button, p.accent)
    return surface


def paint_tiles(
    context: Context, stripes: str, has_patterns: bool, size: tuple[int, int]
) -> pygame.Surface:
    """Tiles in the theme's own look, with these stripes."""
    theme, scale = context.preferences.theme, context.painter.view.scale
    sprites = sample_painter(theme, stripes, has_patterns, size, scale).sprites
    surface = pygame.Surface(size, pygame.SRCALPHA)
    radius = min(size[0] / (2.15 * len(SAMPLE_TILES)), size[1] / 1.8)
    middle = (size[0] / 2, size[1] / 2)
    sprites.draw_row(surface, SAMPLE_TILES, middle, radius * 0.97, radius * 2.1)
    return surface
