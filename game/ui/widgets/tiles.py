"""Tiles to choose from, side by side: the bag, or what was called."""

import math
from collections.abc import Callable
from typing import Unpack

import pygame

from game.rules.tiles import Tile
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.sprites.wells import Well
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Point, Rect
from game.ui.widgets.base import UNUSED, USED, Outcome, PressResult, Widget, WidgetOptions

_STEPS = {Action.LEFT: (-1, 0), Action.RIGHT: (1, 0), Action.UP: (0, -1), Action.DOWN: (0, 1)}


class TileGrid(Widget):
    """Tiles in a grid; a tile that `is_free` denies leaves an empty place.

    Arrows walk over all of them, a click or Enter picks one that is free. `picked` are drawn
    lifted. `hovered` is the free tile under the pointer.
    """

    cursor: int
    state_names = Widget.state_names | {"cursor", "hovered", "columns", "radius"}

    def adopt(self, newer: Widget) -> None:
        super().adopt(newer)
        self.cursor = min(self.cursor, max(0, len(self.tiles) - 1))

    def measure(self, painter: Painter) -> tuple[int, int]:
        rows = -(-len(self.tiles) // 9)
        return painter.px(9 * 56), painter.px(50 * rows)

    def __init__(
        self,
        tiles: tuple[Tile, ...],
        is_free: Callable[[Tile], bool],
        on_pick: Callable[[Tile], PressResult],
        *,
        name_of: Callable[[Tile], str],
        picked: tuple[Tile, ...] = (),
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.tiles = tiles
        self.is_free = is_free
        self.picked = picked
        self.cursor = 0
        self.hovered: Tile | None = None
        self._on_pick = on_pick
        self._name_of = name_of
        self.columns = 1
        self.radius = 1.0

    def place(self, rect: Rect) -> None:
        super().place(rect)
        count = max(1, len(self.tiles))

        def radius(columns: int) -> float:
            rows = -(-count // columns)
            return min(rect.w / columns / 2.12, rect.h / rows / (SQRT3 + 0.14))

        most = max(radius(columns) for columns in range(1, count + 1))
        # In rows of nine a column has one number at the top, in rows of three one at the left (T1).
        large = [c for c in range(1, count + 1) if radius(c) > 0.94 * most]
        self.columns = max(large, key=lambda c: (c % 9 == 0, c % 3 == 0, radius(c)))
        self.radius = max(1.0, radius(self.columns))

    def spot(self, index: int) -> Point:
        """Return the pixel in a tile's middle."""
        row, column = divmod(index, self.columns)
        rows = -(-max(1, len(self.tiles)) // self.columns)
        x = self.rect.x + self.rect.w * (column + 0.5) / self.columns
        # Rows keep together where there is more room than they need.
        pitch = min(self.rect.h / rows, self.radius * 2.3)
        top = self.rect.y + (self.rect.h - pitch * rows) / 2
        return x, top + pitch * (row + 0.5)

    def tile_at(self, at: Point) -> Tile | None:
        """Return the free tile under a pixel."""
        for index, tile in enumerate(self.tiles):
            if math.dist(self.spot(index), at) <= self.radius * 0.95 and self.is_free(tile):
                return tile
        return None

    def name_and_state(self, context: Context) -> str:
        if not self.tiles:
            return context.text("heard.spoken.nothing_to_place")
        tile = self.tiles[min(self.cursor, len(self.tiles) - 1)]
        words = self._name_of(tile)
        return words if self.is_free(tile) else f"{words}, {context.text('heard.spoken.is_idle')}"

    def handle(self, intent: Intent) -> Outcome:
        match intent:
            case PointerMoved(at):
                was, self.hovered = self.hovered, self.tile_at(at)
                return USED if was is not self.hovered else UNUSED
            case PointerLeft():
                self.hovered = None
                return USED
            case PointerPressed(at, MouseButton.PRIMARY):
                tile = self.tile_at(at)
                if tile is not None:
                    self.cursor = self.tiles.index(tile)
                return USED
            case PointerReleased(at, MouseButton.PRIMARY, start, is_drag):
                tile = self.tile_at(at)
                if tile is None or is_drag or tile is not self.tile_at(start):
                    return USED
                return Outcome(True, self._on_pick(tile))
            case Command(Action() as action) if action in _STEPS:
                return self._step(*_STEPS[action])
            case Command(Action.CONFIRM, is_repeat=False) if self.tiles:
                tile = self.tiles[self.cursor]
                return Outcome(True, self._on_pick(tile)) if self.is_free(tile) else USED
            case _:
                return UNUSED

    def _step(self, dx: int, dy: int) -> Outcome:
        row, column = divmod(self.cursor, self.columns)
        column, row = column + dx, row + dy
        last = len(self.tiles) - 1
        index = row * self.columns + column
        # The last row may be shorter than those above it.
        if dy > 0 and index > last and row * self.columns <= last:
            index = last
        if not 0 <= column < self.columns or row < 0 or not 0 <= index <= last:
            return UNUSED
        self.cursor = index
        return USED

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        # Draw nothing more: the tile under the cursor is framed.
        return

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        radius = self.radius * 0.93
        for index, tile in enumerate(self.tiles):
            at = self.spot(index)
            if not self.is_free(tile):
                painter.sprites.draw_well(surface, at, radius, Well.CLOSED)
                continue
            is_lit = tile in self.picked or tile is self.hovered
            look = TileLook.LIFTED if is_lit else TileLook.NORMAL
            painter.sprites.draw_tile(surface, tile, at, radius, look)
        for index, tile in enumerate(self.tiles):
            is_cursor = self.shows_focus and index == self.cursor
            if is_cursor or tile in self.picked:
                painter.sprites.draw_cursor(surface, self.spot(index), radius)
