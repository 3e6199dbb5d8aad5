"""Three pictures that explain a table apart: opening, inviting, playing."""

from collections.abc import Iterable
from itertools import product
from typing import Final

import pygame

from game.play.table import SEAT_COLOURS
from game.rules.deal import deal_calls
from game.rules.placement import Position, empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Point, Rect

_RULES: Final = Ruleset()
_TILES: Final = [call[0] for call in deal_calls(_RULES, "7")[:9]]
"""What both players of the third picture have been called, the last one not placed yet."""

_SPACES: Final = ((9, 4, 13, 0, 16, 7, 11, 2), (1, 8, 15, 10, 5, 12, 18, 6))
"""Where either has put it."""


class StepPictures:
    """Paints them, each on a board of its own."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._boards = [BoardPicture(context.painter) for _ in range(3)]

    def open(self, surface: pygame.Surface, rect: Rect) -> None:
        """An empty board; a seat is taken, three are free."""
        room = rect.centred(rect.w, min(rect.h, rect.w * 8 // 10))
        side = min(room.h, rect.w * 7 // 10)
        self._paint_board(surface, 0, room.centred(side, side), empty_position(_RULES.grid))
        radius = min(self._context.painter.px(28), rect.w // 11)
        seats = room.inset(min(radius * 3 // 2, room.w // 8), radius)
        for index, at in enumerate(product((seats.x, seats.right), (seats.y, seats.bottom))):
            icon = (Icon.PERSON, Icon.PLUS, Icon.PLUS, Icon.ROBOT)[index]
            self._paint_seat(surface, at, radius, icon, index)

    def invite(self, surface: pygame.Surface, rect: Rect) -> None:
        """A card with a code, which goes several ways."""
        painter = self._context.painter
        p, px = painter.theme.palette, painter.px
        width = min(rect.w * 8 // 10, rect.h)
        card = rect.centred(width, width * 3 // 5)
        painter.shadow(surface, card, px(14), px(14), 150)
        painter.box(surface, card, p.light, p.accent_edge, radius=px(14))
        code, words = card.inset(card.w // 10).cut_left(card.w * 45 // 100, card.w // 14)
        self._paint_code(surface, code.centred(code.w, code.w))
        for index, row in enumerate(words.centred(words.w, card.w * 2 // 5).rows(4, px(8))):
            bar = row._replace(w=round(row.w * (1, 0.8, 0.9, 0.5)[index]), h=max(3, row.h // 2))
            painter.box(surface, bar, p.accent if index == 0 else p.ink_name, radius=bar.h // 2)
        radius = min(px(22), rect.w // 14)
        for index, icon in enumerate((Icon.COPY, Icon.PAGE, Icon.SEND)):
            centre = (card.right - radius * (5.5 - index * 2.5), card.bottom)
            painter.disc(surface, centre, radius, p.raised, p.accent, max(1.0, px(1.5)))
            painter.icon(surface, icon, centre, round(radius * 1.05), p.ink)

    def play(self, surface: pygame.Surface, rect: Rect) -> None:
        """Two boards, the same tile for both; one plays by day, one by night."""
        painter = self._context.painter
        side = min(rect.h * 10 // 13, rect.w * 56 // 100)
        room = rect.centred(min(rect.w, side * 178 // 100), side * 13 // 10)
        boards = (
            room._replace(w=side, h=side),
            Rect(room.right - side, room.bottom - side, side, side),
        )
        for index, (cell, spaces) in enumerate(zip(boards, _SPACES, strict=True), 1):
            self._paint_board(surface, index, cell, _filled(spaces))
        painter.sprites.draw_tile(surface, _TILES[-1], rect.centre, side * 0.2)
        for cell, icon, index in ((boards[0], Icon.SUN, 0), (boards[1], Icon.MOON, 1)):
            small = side * 0.1
            at = (cell.centre[0] + (1 - 2 * index) * -side * 0.34, cell.bottom - small)
            self._paint_seat(surface, at, small, icon, index)

    def _paint_board(
        self, surface: pygame.Surface, index: int, rect: Rect, position: Position
    ) -> None:
        look = BoardLook(_RULES, position, has_badges=False, has_names=False)
        self._boards[index].draw(surface, lay_out_board(_RULES.grid, rect, 0.2), look)

    def _paint_seat(
        self, surface: pygame.Surface, centre: Point, radius: float, icon: Icon, index: int
    ) -> None:
        """A taken seat in its colour; one that is still free is hollow."""
        painter = self._context.painter
        p, is_free = painter.theme.palette, icon in (Icon.PLUS, Icon.ROBOT)
        colour = p.sunken if is_free else painter.theme.seats[SEAT_COLOURS[index]]
        edge = p.ink_muted if is_free else p.panel
        painter.disc(surface, centre, radius, colour, edge, max(1.0, painter.px(2)))
        ink = p.ink_soft if is_free else p.ink_dark
        painter.icon(surface, icon, centre, round(radius * 1.1), ink)

    def _paint_code(self, surface: pygame.Surface, rect: Rect) -> None:
        """What looks like a code for a camera: squares that nobody can read."""
        dark, count = self._context.painter.theme.palette.dark, 19
        cell = max(1, rect.w // count)
        x, y, _, _ = rect.centred(count * cell, count * cell)
        for row, column in product(range(count), repeat=2):
            # Three corners have an eye in a frame; nothing else is near them.
            down, across = min(row, count - 1 - row), min(column, count - 1 - column)
            if max(down, across) < 6 and min(row, column) < 6:
                is_dark = max(abs(down - 2), abs(across - 2)) in (0, 2)
            else:
                is_dark = (row * 31 + column * 17 ^ row * column * 7) % 7 < 3
            if is_dark:
                surface.fill(dark, (x + column * cell, y + row * cell, cell, cell))


def _filled(spaces: Iterable[int]) -> Position:
    position = empty_position(_RULES.grid)
    for tile, space in zip(_TILES, spaces, strict=False):
        position = put_unchecked(position, tile, space)
    return position
