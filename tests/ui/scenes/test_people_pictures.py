"""The pictures of players: a face, a chosen picture, or a seat's hexagon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame
import pytest

from game.play.choices import SeatChoice
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_framed_portrait
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Picture
from game.ui.scenes.shared.choosing import last_choices, remember_choices
from game.ui.scenes.shared.people_pictures import (
    computer_picture,
    people_pictures,
    seat_picture,
)

AT: Final = (30, 50)
pytestmark = pytest.mark.usefixtures("pixels")


def shows(picture: Picture, draw: Callable[[pygame.Surface], object]) -> bool:
    """Whether a picture in a rectangle around `AT` has the pixels that `draw` paints, and any."""
    painted, drawn, empty = (pygame.Surface((99, 99)) for _ in range(3))
    picture.paint(painted, Rect(10, 20, 40, 60))
    draw(drawn)
    pixels = [pygame.image.tobytes(one, "RGB") for one in (painted, drawn, empty)]
    return pixels[0] == pixels[1] != pixels[2]


def test_a_computer_has_its_face_and_a_seat_its_colour_and_icon(context: Context) -> None:
    painter, p = context.painter, context.painter.theme.palette
    blue = painter.theme.seats["blue"]

    def draw_free(on: pygame.Surface) -> None:
        draw_hexagon(on, painter, AT, 26, p.well, p.line, 3)
        painter.icon(on, Icon.PERSON, AT, 26, p.ink_soft)

    def draw_blue(on: pygame.Surface) -> None:
        draw_hexagon(on, painter, AT, 26, blue)
        painter.icon(on, Icon.CLOCK, AT, 26, painter.theme.ink_on(blue))

    face = computer_picture(context, "fox")
    assert shows(face, lambda on: draw_framed_portrait(on, painter, "fox", AT, 20, p.line))
    assert not shows(face, lambda on: draw_framed_portrait(on, painter, "owl", AT, 20, p.line))
    assert shows(seat_picture(context, None), draw_free)
    assert shows(seat_picture(context, 1, Icon.CLOCK), draw_blue)


def test_only_people_who_have_chosen_a_picture_have_one(player: Context) -> None:
    seats = (SeatChoice("green", name="Ana", avatar="frog"), SeatChoice("red", name="Ben"))
    remember_choices(player, replace(last_choices(player), seats=seats))
    (picture,) = people_pictures(player, ("Ben", "Ana", "Cleo"), 32)
    assert picture.id == ("avatar", "Ana")
    painter = player.painter
    green = painter.theme.seats["green"]
    assert shows(picture, lambda on: draw_avatar(on, painter, "frog", green, AT, 40))
