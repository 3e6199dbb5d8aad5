"""Choices shown as pictures: themes as small tables, stripes as tiles."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial
from typing import Final, TypeVar, Unpack

import pygame

from game.rules.tiles import Tile
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import (
    SLOPE,
    End,
    draw_band,
    draw_band_focus,
    draw_flat,
    draw_hexagon,
)
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import find_theme
from game.ui.frame.context import Context
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect, View
from game.ui.widgets import PressResult, Segmented, WidgetOptions, Words, say

_T = TypeVar("_T")

SAMPLE_TILES: Final = tuple(Tile.parse(text) for text in ("294", "658", "713"))

_ASPECT: Final = 0.18
"""The windows' height as a share of their total width."""

_HIGHEST: Final = 215
"""Most units of height, so that all rows are visible at 1280x800."""

_TILES_WIDE: Final = 122
"""Units of width of three tiles before words, with the gap after them."""

_SAMPLE_BANDS: Final = ((9, 1.0), (8, 0.7), (6, 0.5), (3, 0.8), (4, 0.58))
"""The bands in a theme's window: number, and length as a share of the longest."""


class ThemeChoice(Segmented[str]):
    """The themes side by side, each in a slanted window in its own colours."""

    def __init__(
        self,
        context: Context,
        options: Sequence[tuple[str, Words]],
        value: str,
        on_change: Callable[[str], PressResult],
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(options, value, on_change, **common)
        self._context = context

    def height_for(self, painter: Painter, width: int) -> int:
        return min(round(width * _ASPECT), painter.px(_HIGHEST))

    def least_width(self, painter: Painter) -> int:
        return super().least_width(painter) * 3 // 2

    def name_and_state(self, context: Context) -> str:
        # The segments have no words beside their windows.
        return labelled((context.text("settings.theme"), super().name_and_state(context)))

    def _windows(self, painter: Painter) -> list[tuple[Rect, End, End]]:
        """Return each theme's window with the shapes of its left and right end."""
        lean, gap, last = round(self.rect.h * SLOPE), painter.px(8), len(self.options) - 1
        pitch = (self.rect.w - lean) / (last + 1)
        windows: list[tuple[Rect, End, End]] = []
        for index in range(last + 1):
            left = self.rect.x + round(index * pitch) + (gap if index else 0)
            right = self.rect.x + round((index + 1) * pitch) + lean
            ends: tuple[End, End] = ("cut" if index else "edge", "cut" if index < last else "edge")
            windows.append((self.rect._replace(x=left, w=right - left), *ends))
        return windows

    def cells(self) -> list[Rect]:
        lean, count = round(self.rect.h * SLOPE), len(self.options)
        pitch = (self.rect.w - lean) / count
        edges = [round(self.rect.x + lean / 2 + index * pitch) for index in range(1, count)]
        starts, ends = [self.rect.x, *edges], [*edges, self.rect.right]
        return [self.rect._replace(x=x, w=end - x) for x, end in zip(starts, ends, strict=True)]

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        values = [value for value, _ in self.options]
        window, start, end = self._windows(painter)[values.index(self.value)]
        draw_band_focus(surface, painter, window.inset(painter.px(8)), end, start)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        settings, scale = self._context.preferences, painter.view.scale
        lean = self.rect.h * SLOPE
        for index, (window, start, end) in enumerate(self._windows(painter)):
            name, words = self.options[index]
            is_chosen = name == self.value
            is_hovered = self.is_hovered and self._hovered_index == index
            theme = find_theme(name, settings.stripes)
            p = theme.palette
            if is_chosen:
                chosen = painter.theme.palette.chosen
                draw_flat(surface, painter, chosen, window, end, start)
                window = window.inset(painter.px(5))
            fill = mix_colour(p.sky, p.ink, 0.08) if is_hovered else p.sky
            draw_flat(surface, painter, fill, window, end, start)
            # The bands begin inside the slant of the left edge, the tile ends inside the right one.
            left = window.x + round(lean * 0.9) + painter.px(12)
            inner = Rect(left, window.y, round(window.w - lean * 1.32) - painter.px(20), window.h)
            foot, room = inner.inset(0, painter.px(18)).cut_bottom(painter.px(30), painter.px(8))
            key = ("theme", name, room.size, settings.stripes, settings.has_stripe_patterns)
            picture = painter.cached(key, partial(paint_theme, self._context, name, room.size))
            surface.blit(picture, (room.x, room.y))
            style = painter.theme.type.label.coloured(p.ink)
            with painter.ink_on(fill):
                drawn = painter.text_in(surface, say(words), foot, style, max_lines=1)
                if is_chosen:
                    at = (drawn.right + 22 * scale, foot.centre[1])
                    painter.icon(surface, Icon.CHECK, at, painter.px(22), p.ink)


class StripeChoice(Segmented[_T]):
    """A choice with three tiles before the words of each option, drawn by `paint`."""

    def __init__(
        self,
        options: Sequence[tuple[_T, Words]],
        value: _T,
        on_change: Callable[[_T], PressResult],
        paint: Callable[[_T, tuple[int, int]], pygame.Surface],
        key: Hashable,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(options, value, on_change, **common)
        self.paint, self.key = paint, key

    def _wishes(self, painter: Painter) -> list[int]:
        return [wish + painter.px(_TILES_WIDE) for wish in super()._wishes(painter)]

    def least_width(self, painter: Painter) -> int:
        return super().least_width(painter) + len(self.options) * painter.px(_TILES_WIDE)

    def _inner_width(self, painter: Painter, width: int) -> int:
        if width >= sum(self._wishes(painter)):
            return width
        return max(1, super()._inner_width(painter, width) - painter.px(_TILES_WIDE))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, style = painter.theme.palette, painter.theme.type.label
        for index, (cell, (value, words)) in enumerate(
            zip(self.cells(), self.options, strict=True)
        ):
            is_chosen = value == self.value
            cut = self._cut(painter, cell)
            if is_chosen:
                draw_band(surface, painter, p.chosen, cut, "cut", start="cut")
            inner = cut.inset(painter.px(18), 0)
            tiles, inner = inner.cut_left(painter.px(_TILES_WIDE) - painter.px(8), painter.px(8))
            picture = painter.cached(
                (value, tiles.size, self.key), partial(self.paint, value, tiles.size)
            )
            surface.blit(picture, (tiles.x, tiles.y))
            with painter.ink_on(p.chosen if is_chosen else painter.ground):
                drawn = painter.text_in(surface, say(words), inner, style.coloured(p.ink))
            if self.is_hovered and self._hovered_index == index and not is_chosen:
                painter.underline(surface, drawn, p.ink)


@lru_cache(maxsize=16)
def sample_painter(
    theme: str, stripes: str, has_patterns: bool, size: tuple[int, int], scale: float
) -> Painter:
    """Return a cached painter for one small picture, so that the page's keeps its own theme.

    It is cached so that a picture that takes longer than a frame finds the parts already drawn.
    """
    view, colours = View(Rect(0, 0, *size), scale), find_theme(theme, stripes)
    painter = Painter(view, colours, is_whole=False)
    painter.apply_patterns(has_patterns=has_patterns)
    return painter


def paint_theme(context: Context, name: str, size: tuple[int, int]) -> pygame.Surface:
    """Paint bands and a tile in the colours of a theme."""
    settings, view = context.preferences, context.painter.view
    painter = sample_painter(name, settings.stripes, settings.has_stripe_patterns, size, view.scale)
    p, surface = painter.theme.palette, pygame.Surface(size, pygame.SRCALPHA)
    bands, side = painter.view.area.cut_left(size[0] * 58 // 100, painter.px(12))
    pitch = bands.h / len(_SAMPLE_BANDS)
    for index, (number, length) in enumerate(_SAMPLE_BANDS):
        at = Rect(bands.x, round(index * pitch), round(bands.w * length), round(pitch * 0.84))
        draw_band(surface, painter, painter.theme.stripes[number], at)
    radius = min(side.w / 2, side.h / 2.1)
    draw_hexagon(surface, painter, side.centre, radius, p.plate)
    painter.sprites.draw_tile(surface, SAMPLE_TILES[0], side.centre, radius * 0.84)
    return surface


def paint_tiles(
    context: Context, stripes: str, has_patterns: bool, size: tuple[int, int]
) -> pygame.Surface:
    """Paint tiles in the theme's style with these stripes."""
    theme, scale = context.preferences.theme, context.painter.view.scale
    sprites = sample_painter(theme, stripes, has_patterns, size, scale).sprites
    surface = pygame.Surface(size, pygame.SRCALPHA)
    radius = min(size[0] / (2.15 * len(SAMPLE_TILES)), size[1] / 1.8)
    middle = (size[0] / 2, size[1] / 2)
    sprites.draw_row(surface, SAMPLE_TILES, middle, radius * 0.97, radius * 2.1)
    return surface
