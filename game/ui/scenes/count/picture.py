"""The board at the count: counted lines glow, and so does the line under the pointer."""

import pygame

from game.play.count_steps import CountStep
from game.play.own_seats import seat_of_honour
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.finish import KeyPlacement
from game.ui.scenes.count.steps import step_colour


class CountPicture:
    """Draws the board of a `CountControl`, which it only reads."""

    def __init__(self, context: Context, control: CountControl) -> None:
        self._context, self._control = context, control
        self._board = BoardPicture(context.painter)

    def lay_out(self, area: Rect) -> BoardLayout:
        """Return the board's layout in `area`."""
        rules = self._control.match.rules
        return lay_out_board(rules.grid, area, 0.62, has_aside=rules.has_aside)

    def draw_board(self, surface: pygame.Surface, layout: BoardLayout) -> None:
        """Draw the board, with lines that are not counted yet dark."""
        control = self._control
        look = BoardLook(
            control.match.rules,
            control.played.position,
            dark_lines=control.dark_lines,
            is_over=True,
        )
        self._board.draw(surface, layout, look)

    def draw_line(self, surface: pygame.Surface, layout: BoardLayout, step: CountStep) -> None:
        """Draw the glow of a step's line, as far as it has spread."""
        if step.line is not None:
            index, colour = step.line.index, step_colour(self._context, step)
            sprites = self._context.painter.sprites
            sprites.draw_beam(surface, layout, index, colour, self._control.reach)

    def draw_ring(self, surface: pygame.Surface, board: BoardLayout, key: KeyPlacement) -> None:
        """Draw a ring around the placement that mattered most, if its board is on display."""
        control, space = self._control, key.placement.space
        is_shown = control.seat == seat_of_honour(control.match)
        if is_shown and control.round == key.round_index and space != ASIDE_INDEX:
            sprites = self._context.painter.sprites
            sprites.draw_cursor(surface, board.centres[space], board.tile_radius)
