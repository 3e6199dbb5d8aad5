"""The pictures of players: a face, a chosen picture, or a seat's hexagon."""

from __future__ import annotations

from dataclasses import replace

from game.play.choices import SeatChoice
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Picture
from game.ui.scenes.shared.choosing import last_choices, remember_choices
from game.ui.scenes.shared.people_pictures import (
    computer_picture,
    people_pictures,
    seat_picture,
)
from tests.ui.drawn import drawn_lines


def lines_of(picture: Picture) -> list[str]:
    """Return what a picture draws in a rectangle."""
    return drawn_lines(
        lambda: lambda surface: picture.paint(surface, Rect(10, 20, 40, 60)), (99, 99)
    )


def test_a_computer_has_its_face_and_a_seat_its_colour_and_icon(context: Context) -> None:
    assert lines_of(computer_picture(context, "fox")) == [
        "draw_framed_portrait bot='fox' centre=(30 50) radius=20 edge=line"
    ]
    assert lines_of(seat_picture(context, None)) == [
        "draw_hexagon centre=(30 50) radius=26 fill=sunken edge=line width=3",
        "icon icon=PERSON centre=(30 50) size=26 colour=ink_soft",
    ]
    assert lines_of(seat_picture(context, 1, Icon.CLOCK)) == [
        "draw_hexagon centre=(30 50) radius=26 fill=seat blue edge=None width=0",
        "icon icon=CLOCK centre=(30 50) size=26 colour=band_dark",
    ]


def test_only_people_who_have_chosen_a_picture_have_one(player: Context) -> None:
    seats = (SeatChoice("green", name="Ana", avatar="frog"), SeatChoice("red", name="Ben"))
    remember_choices(player, replace(last_choices(player), seats=seats))
    (picture,) = people_pictures(player, ("Ben", "Ana", "Cleo"), 32)
    assert picture.id == ("avatar", "Ana")
    assert lines_of(picture) == [
        "draw_avatar avatar='frog' colour=seat green centre=(30 50) side=40"
    ]
