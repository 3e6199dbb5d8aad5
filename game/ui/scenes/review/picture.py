"""Draws the board of a review, with the placement made and the best one."""

import pygame

from game.progress.review_steps import ReviewStep
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.sprites import TileLook
from game.ui.draw.theme import Colour
from game.ui.draw.value_chip import draw_value_chip
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Point, Rect
from game.ui.parts.leaves import coloured
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.review.page import VERDICT_INKS


class ReviewPicture:
    """Draws the board of a `ReviewControl`, and changes nothing of it."""

    def __init__(self, context: Context, control: ReviewControl) -> None:
        self._context, self._control = context, control
        self._board = BoardPicture(context.painter, is_first=True)

    def draw(self, surface: pygame.Surface, room: Rect) -> None:
        """Draw the board; while a placement is in view what could have been done instead."""
        control, rules = self._control, self._control.match.rules
        layout = lay_out_board(rules.grid, room, 0.62, has_aside=rules.has_aside)
        self._board.draw(surface, layout, BoardLook(rules, control.position))
        if control.step is not None and not control.shows_best:
            self._draw_step(surface, layout, control.step)

    def _draw_step(self, surface: pygame.Surface, board: BoardLayout, step: ReviewStep) -> None:
        """Draw the tile where it was placed, the best one as a ghost, numbers everywhere else."""
        painter, reviewed = self._context.painter, step.reviewed
        placed, best = reviewed.placement, reviewed.best
        is_same_tile = best.placement.tile == placed.tile
        shown = {placed.space} | ({best.placement.space} if is_same_tile else set())
        for worth in reviewed.choices:
            space = worth.placement.space
            if worth.placement.tile == placed.tile and space not in shown and space != ASIDE_INDEX:
                words = self._context.catalogue.number(round(worth.value))
                at, radius = board.centres[space], board.tile_radius
                draw_value_chip(surface, painter, words, at, radius, best.value - worth.value)
        if is_same_tile and best.placement.space != placed.space:
            at, radius = _place(board, best.placement.space, step)
            good = painter.theme.palette.good
            painter.sprites.draw_tile(surface, placed.tile, at, radius, TileLook.GHOST)
            painter.sprites.draw_cursor(surface, at, radius, good)
            self._draw_pill(surface, at, radius, best.value, good)
        at, radius = _place(board, placed.space, step)
        colour = coloured(VERDICT_INKS[reviewed.verdict], painter)
        painter.sprites.draw_tile(surface, placed.tile, at, radius)
        painter.sprites.draw_cursor(surface, at, radius, colour)
        self._draw_pill(surface, at, radius, reviewed.value, colour)

    def _draw_pill(
        self, surface: pygame.Surface, at: Point, radius: float, value: float, colour: Colour
    ) -> None:
        """Draw a tile's value under its middle, so that its digits stay free."""
        painter = self._context.painter
        words = self._context.catalogue.number(round(value))
        style = painter.theme.type.strong.coloured(colour)
        width = painter.text_width(words, style) + painter.px(18)
        height = painter.px(24)
        y = at[1] + radius * 0.62
        box = Rect(round(at[0] - width / 2), round(y - height / 2), width, height)
        painter.box(surface, box, painter.theme.palette.sunken, colour, radius=height // 2)
        painter.text(surface, words, box.centre, style, "centre")


def _place(board: BoardLayout, space: int, step: ReviewStep) -> tuple[Point, float]:
    if space == ASIDE_INDEX:
        return board.aside[min(len(step.position.aside), 2)], board.aside_radius
    return board.centres[space], board.tile_radius
