"""The pictures of players: of people known from the last setups here, and of computers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import pygame

from game.play.choices import SeatChoice
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.portraits import draw_framed_portrait
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import SILENT, Picture
from game.ui.scenes.shared.choosing import known_people


def computer_picture(context: Context, bot: str) -> Picture:
    """Return the face of a computer in a hexagon."""

    def paint(surface: pygame.Surface, rect: Rect) -> None:
        painter = context.painter
        edge = painter.theme.palette.line
        draw_framed_portrait(surface, painter, bot, rect.centre, min(rect.size) / 2, edge)

    return Picture(paint, size=48, across=48)


def people_pictures(context: Context, names: Iterable[str], side: float) -> Iterator[Picture]:
    """Yield the chosen pictures of these people, `side` units wide, in order."""
    people = known_people(context)
    for name in names:
        seat = people.get(name)
        if seat is not None and seat.avatar:
            paint = partial(_paint, context, seat)
            yield Picture(paint, least=side, size=side, reads=SILENT, id=("avatar", name))


def _paint(context: Context, seat: SeatChoice, surface: pygame.Surface, room: Rect) -> None:
    painter = context.painter
    colour = painter.theme.seats[seat.colour]
    draw_avatar(surface, painter, seat.avatar, colour, room.centre, room.w)
