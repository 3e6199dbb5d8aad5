"""The game's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.ui.draw.painter import Painter
from game.ui.layout.rects import Rect, View

if TYPE_CHECKING:
    from game.play.examples import ExampleBoard

TITLE: Final = "Take It Easy!"

_SIZE: Final = 84

NAME_LEFT: Final = 58
NAME_TOP: Final = 44
NAME_HEIGHT: Final = 106
"""The name's place on the title in units, the last two for a window 800 units high."""

_TALLEST: Final = 1.35


def title_factor(view: View) -> float:
    """Return the factor on the title's heights.

    It is limited: in a tall window a door's words would have no room beside the fold.
    """
    return min(_TALLEST, view.units_high / 800)


def title_column(view: View) -> float:
    """Return the width in units of the column beside the title's board."""
    return max(500.0, view.units_wide - view.units_high * 0.933)


def name_place(view: View) -> Rect:
    """Return the place of the name on the title, the same from the first frame on."""
    left, part = view.px(NAME_LEFT), title_factor(view)
    width = view.px(title_column(view)) - left
    return Rect(left, view.px(NAME_TOP * part), width, view.px(NAME_HEIGHT * part))


def draw_name(painter: Painter, surface: pygame.Surface, rect: Rect) -> None:
    """Draw the name in the given place."""
    style = painter.theme.type.display.sized(_SIZE)
    painter.text_in(surface, TITLE, rect, style, max_lines=1)


def draw_example(
    surface: pygame.Surface, painter: Painter, room: Rect, example: ExampleBoard
) -> None:
    """Draw the board of the first launch, where the title's own will be."""
    # Imported late: the first frame does not wait for a board.
    from game.ui.draw.board_picture import BoardLook, BoardPicture
    from game.ui.layout.hexes import lay_out_board

    look = BoardLook(example.rules, example.position, has_names=False)
    BoardPicture(painter).draw(surface, lay_out_board(example.rules.grid, room), look)
