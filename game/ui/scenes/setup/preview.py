"""The board of the chosen rules, small, with what they allow shown on it.

What is lit is what the core allows: an example position is built by the rules themselves, and
its legal spaces are those of the tile beside the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import pygame

from game.rules.placement import (
    ASIDE_INDEX,
    Position,
    empty_position,
    legal_spaces,
    put,
)
from game.rules.ruleset import PlacementRule, RayRule, Ruleset
from game.rules.tiles import WILD_TILES, Symbol, Tile
from game.ui.draw.sprites import TileLook, Well
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Point, Rect
from game.ui.widgets import Widget

if TYPE_CHECKING:
    from game.ui.draw.painter import Painter


FIRST: Final = Tile.parse("294")
SECOND: Final = Tile.parse("653")
STRIP_PERCENT: Final = 18
"""How much of the width the tiles beside the board take."""

CALLED: Final = (Tile.parse("758"), Tile.parse("613"), Tile.parse("798"))
"""What the first call of up to three tiles names in the picture."""


def example_tiles(rules: Ruleset) -> tuple[Tile, ...]:
    """The tiles that already lie in the picture: as many as it takes to show the rule."""
    if rules.placement is PlacementRule.ADJACENT:
        return (FIRST,)
    if rules.placement is PlacementRule.ADJACENT_SYMBOL:
        return (FIRST, SECOND)
    return ()


@lru_cache(maxsize=64)
def example_position(rules: Ruleset) -> tuple[Position, tuple[int, ...]]:
    """A board by these rules with the example's tiles, and where the next may go."""
    board = rules.grid
    position = empty_position(board)
    middle = (
        _middle(board.spaces[i].q for i in range(len(board))),
        _middle(board.spaces[i].r for i in range(len(board))),
    )
    for number, tile in enumerate(example_tiles(rules)):
        open_spaces = [s for s in legal_spaces(rules, position, tile) if s != ASIDE_INDEX]
        # The first lies in the middle, the second well away from it.
        sign = 1 if number == 0 else -1
        space = min(
            open_spaces,
            key=lambda s: (
                sign * math.dist((board.spaces[s].q, board.spaces[s].r), middle),
                s,
            ),
        )
        position = put(position, tile, space)
    return position, legal_spaces(rules, position, CALLED[0])


def _middle(values: Iterable[int]) -> float:
    numbers = list(values)
    return (min(numbers) + max(numbers)) / 2


class BoardPreview(Widget):
    """See the module's docstring."""

    is_focusable = False

    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self.rules = rules

    def _layout(self) -> BoardLayout:
        side = self.rect.w * STRIP_PERCENT // 100
        return lay_out_board(self.rules.grid, self.rect.cut_right(side)[1], 0.35)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the board, what lies on it, what may come, and the tiles of one call."""
        layout = self._layout()
        sprites = painter.sprites
        position, legal = example_position(self.rules)
        sprites.draw_plate(surface, layout)
        for index, centre in enumerate(layout.centres):
            is_stamen = index in layout.board.stamens
            if index in legal:
                well = Well.STAMEN_LEGAL if is_stamen else Well.LEGAL
            else:
                well = Well.STAMEN if is_stamen else Well.CLOSED
            tile = position.tiles[index]
            sprites.draw_well(surface, centre, layout.tile_radius, well)
            if tile is not None:
                sprites.draw_tile(surface, tile, centre, layout.tile_radius)
        self._draw_call(surface, painter, layout)
        if layout.board.stamens:
            self._draw_wild(surface, painter, layout)

    def _column(self, layout: BoardLayout) -> tuple[float, float]:
        """The middle of the strip at the right, and the radius of tiles in it."""
        strip = self.rect.cut_right(self.rect.w * STRIP_PERCENT // 100)[0]
        return strip.centre[0], min(layout.tile_radius, strip.w * 0.46)

    def _draw_call(self, surface: pygame.Surface, painter: Painter, layout: BoardLayout) -> None:
        x, radius = self._column(layout)
        y = self.rect.y + radius * 1.3
        for tile in CALLED[: self.rules.call_sizes[0]]:
            painter.sprites.draw_tile(surface, tile, (x, y), radius)
            y += radius * 1.9
        if self.rules.rays is not RayRule.NONE:
            for symbol in Symbol:
                at: Point = (x, y + radius * 0.1)
                is_sun = symbol is Symbol.SUN
                painter.sprites.draw_symbol(surface, at, radius * 0.4, is_sun=is_sun)
                y += radius * 1.0

    def _draw_wild(self, surface: pygame.Surface, painter: Painter, layout: BoardLayout) -> None:
        """The triple wild tile at the foot, and the daffodil's room where tiles go aside."""
        x, radius = self._column(layout)
        at = (x, self.rect.bottom - radius * 1.2)
        look = TileLook.NORMAL
        painter.sprites.draw_tile(surface, WILD_TILES[0], at, radius, look)
        if self.rules.has_aside:
            spot = Rect(round(x - radius), round(at[1] - radius * 2.9), round(2 * radius), 1)
            centre = (spot.centre[0], spot.y + radius)
            painter.sprites.draw_well(surface, centre, radius * 0.8, Well.STAMEN_LEGAL)
