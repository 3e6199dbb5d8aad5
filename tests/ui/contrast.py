"""The contrast of words and signs on the pictures of a theme: `python -m tests.ui.contrast`
measures every sample of the gallery in the theme of high contrast, about a minute long.

The colour of each drawn word and icon is measured against the median of the pixels that were there
just before. Words are held to APCA, signs to the contrast of WCAG 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple
from unittest.mock import patch

import numpy as np
import pygame

from game.locale import Language
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import STRIPE_SETS, Colour, find_theme
from game.ui.layout.rects import Point, Rect
from tests.gallery import collect_samples, make_context, render_sample
from tests.ui.colour_vision import contrast, reading_contrast
from tests.ui.written import WrittenLine, drawing_stills, hearing_lines

__all__ = ["SIGNS", "WORDS", "Faint", "find_faint"]

WORDS: Final = 60.0
"""Lc by APCA, for every word; words that are edged have their edge besides."""

SIGNS: Final = 3.0
"""The ratio of WCAG 2, for every icon."""

SIZE: Final = (1280, 800)


class Faint(NamedTuple):
    """A word or a sign with too little contrast, its picture, and its measure."""

    sample: str
    what: str
    colour: Colour
    ground: Colour
    measured: float


def below(surface: pygame.Surface, place: Rect) -> Colour | None:
    """Return the median colour at a place, None where the surface is clear."""
    part = pygame.Rect(place).clip(surface.get_rect())
    if part.w < 2 or part.h < 2:
        return None
    piece = surface.subsurface(part)
    has_alpha = bool(surface.get_flags() & pygame.SRCALPHA)
    if has_alpha and np.median(pygame.surfarray.array_alpha(piece)) < 200:
        return None
    pixels = pygame.surfarray.array3d(piece).reshape(-1, 3)
    r, g, b = (int(value) for value in np.median(pixels, axis=0))
    return r, g, b


def mixed(colour: Colour, ground: Colour, alpha: float) -> Colour:
    """A colour that lets the ground through."""
    r, g, b = (round(c * alpha + d * (1 - alpha)) for c, d in zip(colour, ground, strict=True))
    return r, g, b


@contextmanager
def measuring(sample: str, faint: list[Faint], theme: str) -> Iterator[None]:
    """Measure what the painter writes and draws meanwhile."""
    draw = Painter.icon

    def hear_line(line: WrittenLine) -> None:
        ground, colour = below(line.surface, line.letters), line.style.colour
        # What is disabled has a measure of its own.
        is_idle = colour == find_theme(theme, STRIPE_SETS[0]).idle_ink((0, 0, 0))
        is_plain = line.alpha > 0.9 and not line.style.outline and not is_idle
        if line.text.strip() and ground is not None and is_plain:
            found = reading_contrast(colour, ground)
            if found < WORDS:
                faint.append(Faint(sample, line.text, colour, ground, found))

    def measured_icon(
        painter: Painter,
        surface: pygame.Surface,
        icon: Icon,
        centre: Point,
        size: int,
        colour: Colour,
    ) -> None:
        half, colour = size // 2, painter.inked(colour)
        ground = below(surface, Rect(round(centre[0]) - half, round(centre[1]) - half, size, size))
        if ground is not None:
            found = contrast(colour, ground)
            if found < SIGNS:
                faint.append(Faint(sample, f"icon {icon.name}", colour, ground, found))
        draw(painter, surface, icon, centre, size, colour)

    with (
        hearing_lines(hear_line, is_before=True),
        patch.object(Painter, "icon", measured_icon),
        drawing_stills(),
    ):
        yield


def find_faint(*samples: str, theme: str = "contrast") -> list[Faint]:
    """Measure samples of the gallery, all of them where none is named."""
    faint: list[Faint] = []
    for name in samples or tuple(collect_samples()):
        context = make_context(Language.GERMAN, SIZE, theme=theme)
        with measuring(name, faint, theme):
            render_sample(collect_samples()[name], context, SIZE)
    return faint


if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    found = find_faint(*sys.argv[1:])
    for one in dict.fromkeys(found):
        print(*one)
    sys.exit(bool(found))
