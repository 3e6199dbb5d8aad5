"""The pictures of people differ by shape alone, small, in every seat's colour and theme."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.play.choices import SeatChoice
from game.play.table import AVATARS, SEAT_COLOURS
from game.ui.draw.avatars import AVATAR_FIGURES, draw_avatar
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.scenes.shared.choosing import last_choices, remember_choices
from game.ui.scenes.shared.people_pictures import people_pictures
from tests.ui.painted import Sketch, compare_sketches

SIDE = 20
LEAST = 28
"""The least number of the 400 pixels that must differ plainly."""


def drawn(context: Context, avatar: str, colour: Colour) -> pygame.Surface:
    surface = pygame.Surface((SIDE, SIDE))
    draw_avatar(surface, context.painter, avatar, colour, (SIDE / 2, SIDE / 2), SIDE)
    return surface


def dark_pixels(surface: pygame.Surface, colour: Colour) -> set[tuple[int, int]]:
    """The pixels that are much darker or lighter than the hexagon, whatever its colour."""
    grey = sum(colour)
    points = ((x, y) for x in range(SIDE) for y in range(3, SIDE - 3))
    return {at for at in points if abs(sum(surface.get_at(at)[:3]) - grey) > grey * 0.4}


def test_each_has_a_figure_and_a_name_of_its_own_in_every_language() -> None:
    assert len(AVATARS) >= 12
    assert set(AVATARS) == AVATAR_FIGURES.keys()
    for language in Language:
        text = load_catalogue(language).text
        assert len({text(f"setup.avatar.{avatar}") for avatar in AVATARS}) == len(AVATARS)


@pytest.mark.parametrize("seat", SEAT_COLOURS)
def test_any_two_differ_in_shape_at_twenty_pixels(context: Context, seat: str) -> None:
    colour = context.painter.theme.seats[seat]
    shapes = {avatar: dark_pixels(drawn(context, avatar, colour), colour) for avatar in AVATARS}
    assert all(len(shape) >= LEAST for shape in shapes.values())
    for one, other in combinations(AVATARS, 2):
        assert len(shapes[one] ^ shapes[other]) >= LEAST, (one, other)


def test_the_hexagon_has_the_seat_s_colour_and_an_unknown_figure_is_none(context: Context) -> None:
    for colour in context.painter.theme.seats.values():
        bare = drawn(context, "", colour)
        assert bare.get_at((SIDE // 2, SIDE // 2))[:3] == colour
        assert pygame.image.tobytes(drawn(context, "unicorn", colour), "RGB") == (
            pygame.image.tobytes(bare, "RGB")
        )


def test_people_are_shown_by_their_pictures_in_the_order_asked_for(context: Context) -> None:
    names = ("Ana", "Ben", "Cleo")
    seats = [SeatChoice(SEAT_COLOURS[i], name) for i, name in enumerate(names)]
    seats[0], seats[2] = replace(seats[0], avatar="sun"), replace(seats[2], avatar="cat")
    remember_choices(context, replace(last_choices(context), seats=tuple(seats)))
    shown = [picture.id for picture in people_pictures(context, (*names[::-1], "Dan"), SIDE)]
    assert shown == [("avatar", "Cleo"), ("avatar", "Ana")]
    # Another person at the screen later takes no picture away.
    remember_choices(context, replace(last_choices(context), seats=(SeatChoice("red", "Eva"),)))
    assert [picture.id for picture in people_pictures(context, names, SIDE)] == shown[::-1]


def draw_people(avatars: tuple[str, ...], surface: pygame.Surface, painter: Painter) -> None:
    """Draw pictures of people beside each other, in the colours of seats."""
    for place, avatar in enumerate(avatars):
        colour = painter.theme.seats["blue"]
        draw_avatar(surface, painter, avatar, colour, (place * 60 + 30, 30), 60)


SKETCHES = [
    Sketch(
        " ".join(avatars),
        (60 * len(avatars), 60),
        (30 * len(avatars), 15),
        partial(draw_people, avatars),
        lambda theme: {"#": theme.palette.ink_dark, ".": theme.seats["blue"]},
    )
    for avatars in (tuple(AVATARS)[start : start + 5] for start in range(0, len(AVATARS), 5))
]


def test_people_are_drawn_as_their_letters_say() -> None:
    compare_sketches(SKETCHES, "avatars")
