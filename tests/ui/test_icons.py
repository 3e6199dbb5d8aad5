"""Icons: each draws something of its own, and what its strokes say."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.ui.draw.icons import Icon, render_icon
from game.ui.draw.painter import Painter
from tests.ui.painted import Sketch, compare_sketches

INK: Final = (255, 255, 255)
SIDE: Final = 48
ICONS: Final = tuple(Icon)


def test_every_icon_draws_something_of_its_own() -> None:
    pictures = {}
    for icon in Icon:
        picture = render_icon(icon, 32, INK)
        assert picture.get_size() == (32, 32)
        ink = picture.get_bounding_rect(min_alpha=100)
        assert ink.w >= 10 or ink.h >= 10
        assert pygame.Rect(0, 0, 32, 32).contains(ink)
        pictures[pygame.image.tobytes(picture, "RGBA")] = icon
    assert len(pictures) == len(Icon)


def draw_row(icons: tuple[Icon, ...], surface: pygame.Surface, painter: Painter) -> None:
    """Draw icons beside each other."""
    for place, icon in enumerate(icons):
        surface.blit(render_icon(icon, SIDE, INK), (place * SIDE, 0))


SKETCHES = [
    Sketch(
        " ".join(icon.name.lower() for icon in icons),
        (SIDE * len(icons), SIDE),
        (24 * len(icons), 12),
        partial(draw_row, icons),
        lambda theme: {"#": INK},
        near=300,
    )
    for icons in (ICONS[start : start + 6] for start in range(0, len(ICONS), 6))
]


def test_icons_are_drawn_as_their_letters_say() -> None:
    compare_sketches(SKETCHES, "icons")


def test_the_smallest_icon_has_four_pixels() -> None:
    assert [render_icon(Icon.PLAY, size, INK).get_width() for size in (1, 4, 5)] == [4, 4, 5]
