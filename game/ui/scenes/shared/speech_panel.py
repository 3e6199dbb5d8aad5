"""What a lesson draws over a table: the speech, marked spaces, a ring around a panel."""

from functools import partial
from typing import Final, Unpack

import pygame

from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Rect
from game.ui.parts import Column, Maybe, Picture, Row, Text, WidgetOptions
from game.ui.scenes.shared.table_layout import NOWHERE

_LEAST: Final = 110
"""Units of height."""


class Speech(Column):
    """A friendly panel with a bulb, words, the steps as dots, and perhaps buttons. Its tail points
    to the `thing` that it is about. A larger interface does not make it larger: the board needs
    the room.
    """

    def __init__(
        self,
        context: Context,
        words: str,
        buttons: tuple[Maybe, ...] = (),
        step: int = 0,
        steps: int = 1,
        thing: Rect = NOWHERE,
        **common: Unpack[WidgetOptions],
    ) -> None:
        painter, usual = context.painter, context.painter.least_word_scale
        answers = any(buttons) and Row(*buttons, gap=6, even=True, size=160 * usual, across=44)
        side = 42 * usual
        bulb = Picture(partial(_paint_bulb, painter), 1, least=side, size=side)
        super().__init__(
            Row(bulb, Text(words, "label", share=1), answers, gap=14 * usual, share=1),
            Picture(partial(_paint_dots, painter, step, steps), size=12 * usual),
            gap=4 * usual,
            pad=(20 * usual, 13 * usual),
            look="panel",
            **common,
        )
        self.thing = thing

    def height_for(self, painter: Painter, width: int) -> int:
        least = painter.px(_LEAST * painter.least_word_scale)
        return max(least, super().height_for(painter, width))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, radius = painter.theme.palette, painter.px(16)
        painter.shadow(surface, self.rect, radius, painter.px(14), 150)
        painter.box(surface, self.rect, p.panel, p.accent, radius=radius)
        self._draw_tail(surface, painter)

    def _draw_tail(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw an edge or a lower corner of the panel pulled towards what is talked about."""
        p, panel, thing = painter.theme.palette, self.rect, self.thing
        size, curve = painter.px(11), painter.px(27)
        x = _nearest(panel.centre[0], thing.x, thing.right)
        y = _nearest(panel.centre[1], thing.y, thing.bottom)
        side, inwards = (panel.right - 2, -curve) if x > panel.centre[0] else (panel.x + 1, curve)
        if panel.x <= x <= panel.right:
            root = _nearest(x, panel.x + curve, panel.right - curve)
            ends = (root - size, panel.bottom - 2), (root + size, panel.bottom - 2)
        elif y > panel.bottom:
            ends = (side, panel.bottom - curve), (side + inwards, panel.bottom - 2)
        else:
            root = _nearest(y, panel.y + curve, panel.bottom - curve)
            ends = (side, root - size), (side, root + size)
        points = [ends[0], (x, y), ends[1]]
        pygame.draw.polygon(surface, p.panel, points)
        pygame.draw.aalines(surface, p.accent, False, points)


def _paint_bulb(painter: Painter, surface: pygame.Surface, rect: Rect) -> None:
    p, side = painter.theme.palette, min(rect.size)
    painter.disc(surface, rect.centre, side / 2, p.raised, p.accent, painter.px(1.5))
    painter.icon(surface, Icon.BULB, rect.centre, side * 6 // 10, p.accent)


def _paint_dots(
    painter: Painter, step: int, steps: int, surface: pygame.Surface, rect: Rect
) -> None:
    p, gap = painter.theme.palette, painter.px(16)
    left = rect.centre[0] - gap * (steps - 1) / 2
    for i in range(steps):
        colour = p.accent if i <= step else p.raised_edge
        at = (left + i * gap, rect.centre[1])
        painter.disc(surface, at, painter.px(5 if i == step else 3), colour)


def _nearest(place: int, least: int, most: int) -> int:
    return min(max(place, least), most)


def mark_spaces(
    surface: pygame.Surface, context: Context, layout: BoardLayout, spaces: tuple[int, ...]
) -> None:
    """Frame the spaces that serve the step."""
    painter = context.painter
    for space in spaces:
        centre = layout.centres[space]
        painter.sprites.draw_cursor(
            surface, centre, layout.tile_radius * 0.96, painter.theme.palette.accent
        )


def ring(surface: pygame.Surface, context: Context, rect: Rect) -> None:
    """Draw a bright frame around a panel."""
    painter = context.painter
    p = painter.theme.palette
    width = max(2.0, painter.view.scale * 2.6)
    outer = rect.inset(-painter.px(3))
    radius = painter.px(painter.theme.radius * 1.6)
    painter.box(surface, outer, (*p.accent, 0), p.accent, radius=radius, width=width)
