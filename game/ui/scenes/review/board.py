"""A reviewed placement on its board: what was done, what was best, what each space was worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.locale import write_number
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.sprites import TileLook
from game.ui.draw.value_chip import draw_value_chip
from game.ui.layout.rects import Rect

if TYPE_CHECKING:
    import pygame

    from game.bots.coach.verdicts import Verdict
    from game.ui.draw.painter import Painter
    from game.ui.draw.theme import Colour
    from game.ui.frame.context import Context
    from game.ui.layout.rects import Point
    from game.ui.scenes.review.layout import ReviewLayout
    from game.ui.scenes.review.steps import Step

__all__ = ["draw_step", "verdict_colour"]


def verdict_colour(painter: Painter, verdict: Verdict) -> Colour:
    """A verdict's colour; its word always stands beside it."""
    p = painter.theme.palette
    return {
        "best": p.good,
        "good": (178, 224, 108),
        "inaccurate": (255, 176, 84),
        "costly": p.bad,
    }[verdict.value]


def draw_step(surface: pygame.Surface, context: Context, layout: ReviewLayout, step: Step) -> None:
    """The tile where it was placed, the best one as a ghost, numbers everywhere else."""
    painter = context.painter
    found = step.found
    placed, best = found.placement, found.best
    is_same_tile = best.placement.tile == placed.tile
    shown = {placed.space} | ({best.placement.space} if is_same_tile else set())
    for worth in found.choices:
        space = worth.placement.space
        if worth.placement.tile == placed.tile and space not in shown and space != ASIDE_INDEX:
            loss = best.value - worth.value
            words = write_number(context.catalogue, round(worth.value))
            at, radius = layout.board.centres[space], layout.board.tile_radius
            draw_value_chip(surface, painter, words, at, radius, loss)
    if is_same_tile and best.placement.space != placed.space:
        at, radius = _place(layout, best.placement.space, step)
        good = painter.theme.palette.good
        painter.sprites.draw_tile(surface, placed.tile, at, radius, TileLook.GHOST)
        painter.sprites.draw_cursor(surface, at, radius, good)
        _draw_pill(surface, context, at, radius, best.value, good)
    at, radius = _place(layout, placed.space, step)
    colour = verdict_colour(painter, found.verdict)
    painter.sprites.draw_tile(surface, placed.tile, at, radius)
    painter.sprites.draw_cursor(surface, at, radius, colour)
    _draw_pill(surface, context, at, radius, found.value, colour)


def _place(layout: ReviewLayout, space: int, step: Step) -> tuple[Point, float]:
    if space == ASIDE_INDEX:
        return layout.aside[min(len(step.position.aside), 2)], layout.aside_radius
    return layout.board.centres[space], layout.board.tile_radius


def _draw_pill(
    surface: pygame.Surface,
    context: Context,
    at: Point,
    radius: float,
    value: float,
    colour: Colour,
) -> None:
    """A tile's value under its middle, so that its digits stay free."""
    painter = context.painter
    p = painter.theme.palette
    words = write_number(context.catalogue, round(value))
    style = painter.theme.type.strong.coloured(colour)
    width = painter.text_width(words, style) + painter.px(18)
    height = painter.px(24)
    y = at[1] + radius * 0.62
    box = Rect(round(at[0] - width / 2), round(y - height / 2), width, height)
    painter.box(surface, box, p.sunken, colour, radius=height // 2)
    painter.text(surface, words, box.centre, style, "centre")
