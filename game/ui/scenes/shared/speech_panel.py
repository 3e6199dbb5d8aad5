"""A lesson's parts over a table: the speech, marked spaces, a bar beside a panel."""

from functools import partial
from typing import Final, Unpack

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import End, draw_band, draw_hexagon, inner_rect
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Rect
from game.ui.parts import Column, Maybe, Picture, Row, Text, WidgetOptions

_LEAST: Final = 110
"""Least units of height of the speech."""

_TRIES: Final = 3
"""Tries for a height: a higher band has longer slants, so less room beside them."""


class Speech(Column):
    """A yellow band with a lesson's sentence, an `example` before it and links behind it.

    The steps are hexagons at its foot. Larger interfaces do not enlarge it: the board needs the
    room. Its ends are straight where slants would leave the words too little of it.
    """

    end: End = "cut"

    def __init__(
        self,
        context: Context,
        words: str,
        buttons: tuple[Maybe, ...] = (),
        step: int = 0,
        steps: int = 1,
        example: str = "",
        **common: Unpack[WidgetOptions],
    ) -> None:
        painter, usual = context.painter, context.painter.least_word_scale
        before = bool(example) and Text(example, "action", lines=1)
        sentence, gap = Text(words, "label", share=1), 24 * usual
        lines: tuple[Maybe, ...] = (Row(before, sentence, *buttons, gap=gap, share=1),)
        if painter.view.is_upright:
            # Beside an example or a link, the sentence would have no room.
            lines = (before, sentence, *buttons)
        super().__init__(
            *lines,
            Picture(partial(_paint_steps, painter, step, steps), size=14 * usual),
            gap=4 * usual,
            pad=(10 * usual, 0),
            look="panel",
            **common,
        )

    @staticmethod
    def _edge(painter: Painter) -> int:
        """Return the free pixels above and below its words."""
        return painter.px(10 * painter.least_word_scale)

    def height_for(self, painter: Painter, width: int) -> int:
        edge, least = self._edge(painter), painter.px(_LEAST * painter.least_word_scale)
        high = least
        for _ in range(_TRIES):
            inner = inner_rect(Rect(0, 0, width, high), "cut", "cut", edge)
            high = max(high, super().height_for(painter, inner.w) + 2 * edge)
        if 2 * inner.w < width:
            # Slants would take more room than they leave.
            high = max(least, super().height_for(painter, width) + 2 * edge)
        return high

    def arrange(self, context: Context, rect: Rect) -> None:
        painter = context.painter
        edge = self._edge(painter)
        inner = inner_rect(rect, "cut", "cut", edge)
        with painter.letters_scaled(painter.least_word_scale):
            needed = super().height_for(painter, max(1, inner.w))
        self.end = "cut" if needed <= inner.h else "edge"
        with painter.ink_on(painter.theme.stripes[9]):
            super().arrange(context, inner_rect(rect, self.end, self.end, edge))
        self.rect = rect

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        fill = painter.theme.stripes[9]
        draw_band(surface, painter, fill, self.rect, self.end, start=self.end)


def _paint_steps(
    painter: Painter, step: int, steps: int, surface: pygame.Surface, rect: Rect
) -> None:
    fill, gap = painter.theme.stripes[9], painter.px(18)
    ink = painter.theme.ink_on(fill)
    left = rect.centre[0] - gap * (steps - 1) / 2
    for i in range(steps if steps > 1 else 0):
        colour = ink if i <= step else mix_colour(fill, ink, 0.3)
        at = (left + i * gap, rect.centre[1])
        draw_hexagon(surface, painter, at, painter.px(8 if i == step else 5), colour)


def mark_spaces(
    surface: pygame.Surface, context: Context, layout: BoardLayout, spaces: tuple[int, ...]
) -> None:
    """Frame the spaces that the step is about."""
    painter = context.painter
    for space in spaces:
        centre = layout.centres[space]
        painter.sprites.draw_cursor(
            surface, centre, layout.tile_radius * 0.96, painter.theme.palette.gold
        )


def point_at(surface: pygame.Surface, context: Context, rect: Rect) -> None:
    """Draw a bar in the speech's yellow at the left of the part that the step is about."""
    painter = context.painter
    bar = Rect(rect.x - painter.px(14), rect.y, painter.px(6), rect.h)
    draw_band(surface, painter, painter.theme.stripes[9], bar)
