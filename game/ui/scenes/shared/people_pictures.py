"""The pictures of players: of people known from the last setups here, and of computers."""

from collections.abc import Iterable, Iterator
from functools import partial

import pygame

from game.play.choices import SeatChoice
from game.play.table import SEAT_COLOURS
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.icons import Icon
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


def seat_picture(context: Context, seat: int | None, icon: Icon = Icon.PERSON) -> Picture:
    """Return a hexagon in a seat's colour with an icon; without a seat it has only an edge."""
    painter = context.painter

    def paint(surface: pygame.Surface, rect: Rect) -> None:
        p, radius = painter.theme.palette, painter.px(26)
        if seat is None:
            draw_hexagon(surface, painter, rect.centre, radius, p.well, p.line, painter.px(3))
            painter.icon(surface, icon, rect.centre, radius, p.ink_soft)
            return
        fill = painter.theme.seats[SEAT_COLOURS[seat]]
        draw_hexagon(surface, painter, rect.centre, radius, fill)
        painter.icon(surface, icon, rect.centre, radius, painter.theme.ink_on(fill))

    return Picture(paint, least=40, size=56)
