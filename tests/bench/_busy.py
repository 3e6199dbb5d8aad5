"""A scene busier than any in the game."""

from __future__ import annotations

import pygame

from game.rules.boards import CLASSIC
from game.rules.tiles import REGULAR_TILES
from game.ui.draw.animation import mix_point
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.tiles import TileLook
from game.ui.frame.context import Context
from game.ui.frame.scene import ANIMATING, Pulse
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import View
from game.ui.widgets.scenes import BaseScene

__all__ = ["Busy"]


class Busy(BaseScene):
    """Everything moves."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._time = 0.0

    def resize(self, view: View) -> None:
        """Lay out."""
        super().resize(view)
        area = view.area.inset(view.px(16))
        self._left, rest = area.cut_left(view.px(270), view.px(16))
        self._right, middle = rest.cut_right(view.px(250), view.px(16))
        self._board = lay_out_board(CLASSIC, middle)

    def update(self, dt: float) -> Pulse:
        """Move."""
        self._time += dt
        return ANIMATING

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        painter, board, t = self.context.painter, self._board, self._time % 1
        sprites, theme = painter.sprites, painter.theme
        painter.draw_background(surface)
        cells = self._left.inset(painter.px(10)).grid(3, 9)
        for tile, cell in zip(REGULAR_TILES, cells, strict=True):
            look = TileLook.DIMMED if tile.index % 3 else TileLook.NORMAL
            sprites.draw_tile(surface, tile, cell.centre, cell.h / 2.2, look)
        sprites.draw_plate(surface, board)
        for line in CLASSIC.lines:
            sprites.draw_track(surface, board, line.index, 1 + line.index % 9)
        for i, centre in enumerate(board.centres):
            sprites.draw_tile(surface, REGULAR_TILES[i], centre, board.tile_radius)
        for line in CLASSIC.lines:
            sprites.draw_badge(surface, board, line.index, LineLook.COMPLETE, 1 + line.index % 9)
        for i in range(5):
            colour = theme.stripes[5 + i % 5]
            sprites.draw_beam(surface, board, 3 * i, colour, reach=(t + i / 5) % 1)
        flying = mix_point(self._right.centre, board.centres[9], t)
        squeeze = abs(1 - 2 * t)
        sprites.draw_tile(
            surface,
            REGULAR_TILES[20],
            flying,
            board.tile_radius,
            TileLook.LIFTED,
            squeeze=max(0.05, squeeze),
            zoom=1.2,
        )
        points = theme.type.points
        for i in range(5):
            at = mix_point(board.centres[i * 3], self._right.centre, t)
            painter.text(surface, f"+{9 * i}", at, points, "centre")
        score = str(int(self._time * 120) % 300)
        painter.text(surface, score, self._right.centre, theme.type.number, "centre")
