"""Pictures measured by their colours: as rows of letters, and the place of one colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from game.ui.draw.theme import Colour
from game.ui.layout.rects import Rect

_NEAR: Final = 24
"""The most that the channels of a colour together may differ from its letter's."""


def letters(
    surface: pygame.Surface,
    inks: Mapping[str, Colour],
    area: Rect,
    columns: int,
    rows: int,
) -> list[str]:
    """Return a grid of the colours in the middles of an area's cells, a letter for each; "?" is
    any other colour.
    """

    def letter(x: float, y: float) -> str:
        colour = surface.get_at((int(x), int(y)))[:3]
        apart = {
            sum(abs(a - b) for a, b in zip(colour, ink, strict=True)): name
            for name, ink in inks.items()
        }
        return apart[min(apart)] if min(apart) <= _NEAR else "?"

    wide, high = area.w / columns, area.h / rows
    return [
        "".join(
            letter(area.x + (i + 0.5) * wide, area.y + (j + 0.5) * high) for i in range(columns)
        )
        for j in range(rows)
    ]


def place_of(surface: pygame.Surface, colour: Colour) -> Rect | None:
    """Return the smallest rectangle around all pixels of exactly this colour, None without one."""
    mask = pygame.mask.from_threshold(surface, colour, (1, 1, 1, 255))
    boxes = mask.get_bounding_rects()
    return Rect(*boxes[0].unionall(boxes[1:])) if boxes else None
