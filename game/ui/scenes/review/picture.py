"""The board of a review, with the real placement and the best one."""

import pygame

from game.progress.review_steps import ReviewStep
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.theme import LEAST_SIZE, Sky
from game.ui.draw.value_chip import draw_value_chip
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Point, Rect
from game.ui.parts.leaves import coloured
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.review.page import VERDICT_INKS


class ReviewPicture:
    """Draws the board of a `ReviewControl`, which it only reads."""

    def __init__(self, context: Context, control: ReviewControl) -> None:
        self._context, self._control = context, control
        self._board = BoardPicture(context.painter, is_first=True)

    def draw(self, surface: pygame.Surface, room: Rect, sky: Sky | None) -> None:
        """Draw the board before the page's sky; at a placement, with the value of every other
        one.
        """
        control, rules = self._control, self._control.match.rules
        layout = self._lay_out(room)
        self._board.sky = sky
        self._board.draw(surface, layout, BoardLook(rules, control.position))
        if control.step is not None and not control.shows_best:
            self._draw_step(surface, layout, control.step)

    def space_at(self, room: Rect, at: Point) -> int | None:
        """Return the space under a point of the board drawn in `room`."""
        return self._lay_out(room).hit(at)

    def _lay_out(self, room: Rect) -> BoardLayout:
        rules = self._control.match.rules
        return lay_out_board(rules.grid, room, 0.62, has_aside=rules.has_aside)

    def _draw_step(self, surface: pygame.Surface, board: BoardLayout, step: ReviewStep) -> None:
        """Draw the tile on its space, the best placement as a ghost, and values on other spaces."""
        painter, reviewed = self._context.painter, step.reviewed
        placed, best = reviewed.placement, reviewed.best
        is_same_tile = best.placement.tile == placed.tile
        shown = {placed.space} | ({best.placement.space} if is_same_tile else set())
        for worth in reviewed.choices:
            space = worth.placement.space
            if worth.placement.tile == placed.tile and space not in shown and space != ASIDE_INDEX:
                words = self._context.catalogue.number(round(worth.value))
                at, cost = board.centres[space], max(0.0, best.value - worth.value)
                draw_value_chip(surface, painter, words, at, board.tile_radius, cost)
        if is_same_tile and best.placement.space != placed.space:
            at, radius = _place(board, best.placement.space, step)
            good = painter.theme.palette.good
            painter.sprites.draw_tile(surface, placed.tile, at, radius, TileLook.GHOST)
            painter.sprites.draw_cursor(surface, at, radius, good)
            self._write_value(surface, at, radius, best.value)
        at, radius = _place(board, placed.space, step)
        colour = coloured(VERDICT_INKS[reviewed.verdict], painter)
        painter.sprites.draw_tile(surface, placed.tile, at, radius)
        painter.sprites.draw_cursor(surface, at, radius, colour)
        self._write_value(surface, at, radius, reviewed.value)

    def _write_value(self, surface: pygame.Surface, at: Point, radius: float, value: float) -> None:
        """Write a tile's value below its middle, clear of its digits."""
        painter, p = self._context.painter, self._context.painter.theme.palette
        words = self._context.catalogue.number(round(value))
        size = max(LEAST_SIZE, radius * 0.34 / painter.view.scale)
        style = painter.theme.type.strong.sized(size).coloured(p.digit)._replace(outline=5)
        painter.text(surface, words, (at[0], at[1] + radius * 0.62), style, "centre")


def _place(board: BoardLayout, space: int, step: ReviewStep) -> tuple[Point, float]:
    if space == ASIDE_INDEX:
        return board.aside[min(len(step.position.aside), 2)], board.aside_radius
    return board.centres[space], board.tile_radius
