"""A finished match as a picture file: still as PNG, moving as WebP."""

import io
import os
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

import pygame

from game.locale import Catalogue
from game.play.own_seats import seat_of_honour
from game.rules.match import Match
from game.ui.draw.painter import Painter
from game.ui.exports.card import BoardMoment, draw_card, moments_of
from game.ui.layout.rects import make_view

PICTURE_SUFFIX: Final = ".png"

ANIMATION_SUFFIX: Final = ".webp"

STILL_SIZE: Final = (1200, 630)
MOVING_SIZE: Final = (960, 504)
"""Pixels, in the shape in which links are shown."""

_STEP: Final = 450
_PAUSE: Final = 1600
_LAST: Final = 4500
"""Milliseconds that a placement, the end of a round, and the end of a match are shown."""


def picture_of(
    match: Match,
    suffix: str,
    catalogue: Catalogue,
    day: date | None = None,
    medal: str = "",
) -> bytes:
    """Return the file of a complete match's picture, as `PICTURE_SUFFIX` or `ANIMATION_SUFFIX`,
    with the day it was played on and the medal it earned.

    Raises `ImportError` where a moving one is asked for and Pillow is missing.
    """
    if suffix == PICTURE_SUFFIX:
        return save_still(partial(draw_still, match, catalogue, day, medal))
    _open_no_screen()
    return _animate(match, seat_of_honour(match), catalogue, day, medal)


def save_still(draw: Callable[[pygame.Surface, Painter], object]) -> bytes:
    """Return the PNG file of a drawing in the size of a still picture."""
    _open_no_screen()
    surface, file = pygame.Surface(STILL_SIZE), io.BytesIO()
    draw(surface, Painter(make_view(STILL_SIZE)))
    pygame.image.save(surface, file, "card.png")
    return file.getvalue()


def _open_no_screen() -> None:
    # Nothing is shown anywhere, and no screen is needed.
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))


def draw_still(
    match: Match,
    catalogue: Catalogue,
    day: date | None,
    medal: str,
    surface: pygame.Surface,
    painter: Painter,
) -> None:
    """Draw the picture of how a complete match ended, on a surface of the painter's size."""
    end = BoardMoment(len(match.rounds) - 1)
    draw_card(surface, painter, catalogue, match, seat_of_honour(match), end, day, medal)


def _animate(
    match: Match,
    seat: int,
    catalogue: Catalogue,
    day: date | None,
    medal: str,
) -> bytes:
    from PIL import Image

    painter = Painter(make_view(MOVING_SIZE))
    frames, pauses = [], []
    for moment in moments_of(match, seat):
        surface = pygame.Surface(MOVING_SIZE)
        draw_card(surface, painter, catalogue, match, seat, moment, day, medal)
        frames.append(Image.frombytes("RGB", MOVING_SIZE, pygame.image.tobytes(surface, "RGB")))
        is_last = moment.round_index == len(match.rounds) - 1
        pauses.append(_STEP if not moment.is_end else _LAST if is_last else _PAUSE)
    file = io.BytesIO()
    first, *rest = frames
    first.save(file, "WEBP", save_all=True, append_images=rest, duration=pauses, loop=0,
               quality=82, method=4)  # fmt: skip
    return file.getvalue()
