"""The page that chooses the picture and the colour of a person's seat."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, Unpack

import pygame

from game.play.choices import SeatChoice, next_colour
from game.play.table import AVATARS
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.bands import draw_hexagon, draw_hexagon_focus
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import draw_portrait
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    ActionBand,
    Cells,
    PageScene,
    Row,
    Text,
    Widget,
    WidgetOptions,
    WordLink,
)
from game.ui.widgets import OnPress, PressResult

_IN_ROW: Final = 8


class SeatButton(Widget):
    """A hexagon in the seat's colour with a picture, a number, or a computer's face.

    A computer's has only an edge in that colour; a ring marks the one that `is_chosen`.
    """

    def __init__(
        self,
        number: int,
        seat: SeatChoice,
        on_press: OnPress,
        *,
        is_chosen: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.number = number
        self.seat = seat
        self.is_chosen = is_chosen

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        colour, avatar = painter.theme.seats[self.seat.colour], self.seat.avatar
        radius = min(self.rect.w / 2, self.rect.h / 1.78)
        if not self.is_hovered:
            radius *= 0.93
        bot = self.seat.bot
        if bot:
            p, edge = painter.theme.palette, max(2, painter.px(3))
            draw_hexagon(surface, painter, self.rect.centre, radius, p.sunken, colour, edge)
            draw_portrait(surface, painter, bot, self.rect.centre, round(radius * 1.15))
        else:
            draw_avatar(surface, painter, avatar, colour, self.rect.centre, 2 * radius)
        if not avatar and not bot:
            style = painter.theme.type.label.coloured(painter.theme.palette.ink_dark)
            painter.text(surface, str(self.number), self.rect.centre, style, "centre")
        if self.is_chosen:
            ink = painter.theme.palette.gold
            painter.sprites.draw_cursor(surface, self.rect.centre, radius * 1.02, ink)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        radius = min(self.rect.w / 2, self.rect.h / 1.78) * 0.93
        draw_hexagon_focus(surface, painter, self.rect.centre, radius)


class SeatLookScene(PageScene):
    """Every picture in the seat's colour, and the seat's number for no picture.

    `on_change` gets the new seats; choosing a picture closes the page.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        seats: tuple[SeatChoice, ...],
        index: int,
        name: str,
        on_change: Callable[[tuple[SeatChoice, ...]], PressResult],
    ) -> None:
        super().__init__(context)
        self._seats, self._index, self._name = seats, index, name
        self._on_change = on_change
        self.keys = {Action.CANCEL: Pop}

    def page(self) -> Widget:
        text = self.context.text
        return self.lifted(
            Text(text("setup.look", name=self._name), "title", id=READ_WITH_HEADING),
            Cells(*map(self._button, ("", *AVATARS)), columns=_IN_ROW, gap=8),
            Row(
                ActionBand(text("setup.done"), Pop, bleeds="left", small=True, id="done"),
                WordLink(
                    text("setup.change_colour"),
                    lambda: self._change(next_colour(self._seats, self._index)),
                    id="colour",
                ),
                gap=44,
                stacks=True,
            ),
            width=640,
            gap=16,
        )

    def _button(self, avatar: str) -> Widget:
        text, seat = self.context.text, self._seats[self._index]
        is_chosen = avatar == seat.avatar
        name = text(f"setup.avatar.{avatar}" if avatar else "setup.avatar_none")
        return SeatButton(
            self._index + 1,
            replace(seat, avatar=avatar),
            partial(self._choose, avatar),
            is_chosen=is_chosen,
            tooltip=name,
            reads=name,
            size=64,
            id=MAIN if is_chosen else ("avatar", avatar),
        )

    def _choose(self, avatar: str) -> Navigation:
        seat, index = replace(self._seats[self._index], avatar=avatar), self._index
        self._change((*self._seats[:index], seat, *self._seats[index + 1 :]))
        return Pop()

    def _change(self, seats: tuple[SeatChoice, ...]) -> None:
        self._seats = seats
        self._on_change(seats)
