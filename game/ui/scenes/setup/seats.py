"""The rows of the seats: controls for each, and rows that add one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.bots.players.registry import LEVELS, STRENGTH
from game.play.choices import MAX_NAME, SeatChoice, add_seat, free_level, next_colour, remove_seat
from game.rules.ruleset import MAX_PLAYERS
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.layout.rects import Rect
from game.ui.parts import SILENT, Column, Maybe, Picture, PressedPanel, Row, Text
from game.ui.scenes.setup.look import SeatButton, SeatLookScene
from game.ui.scenes.shared.choosing import USUAL_LEVELS, default_name
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import IconButton, OnPress, PressResult, Stepper, TextField, Widget

_HEXAGON: Final = 50
"""Units of width of a seat's hexagon."""


class SeatRows:
    """Makes the rows that show and change the players; `on_change` gets the new seats."""

    def __init__(
        self,
        context: Context,
        seats: tuple[SeatChoice, ...],
        on_change: Callable[[tuple[SeatChoice, ...]], PressResult],
    ) -> None:
        self._context = context
        self._seats = seats
        self._on_change = on_change

    def parts(self) -> Iterator[Maybe]:
        """Yield a row for each seat, then the rows that add one."""
        text, count = self._context.text, len(self._seats)
        yield from map(self._row, range(count))
        if count == MAX_PLAYERS:
            yield Text(text("setup.full"), "body", id="full")
            return
        yield self._adder("person", partial(self._add, ""))
        yield self._adder("computer", partial(self._add, free_level(self._seats, USUAL_LEVELS)))
        elsewhere = self._context.routes.apart
        yield count < MAX_PLAYERS - 1 and self._adder("elsewhere", lambda: Push(elsewhere()))

    def _adder(self, name: str, press: OnPress) -> Widget:
        """Return the row of an empty seat: a plus in a hexagon, and the kind of player."""
        words = self._context.text(f"setup.adding.{name}")
        return PressedPanel(
            press,
            Row(
                Picture(self._paint_plus, size=_HEXAGON, least=40, reads=SILENT),
                Text(words, "label", "ink_soft", lines=1),
                gap=14,
                share=1,
            ),
            pad=0,
            reads=words,
            size=46,
            id=name,
        )

    def _paint_plus(self, surface: pygame.Surface, rect: Rect) -> None:
        painter = self._context.painter
        p, radius = painter.theme.palette, painter.px(21)
        edge = max(2, painter.px(2))
        draw_hexagon(surface, painter, rect.centre, radius, p.sunken, p.line, edge)
        painter.icon(surface, Icon.PLUS, rect.centre, painter.px(18), p.ink_soft)

    def _row(self, index: int) -> Widget:
        text, seat = self._context.text, self._seats[index]
        has_room = len(self._seats) < 4
        return Row(
            SeatButton(
                index + 1,
                seat,
                partial(self._next_colour if seat.bot else self._choose_look, index),
                tooltip=text(f"setup.{'change_colour' if seat.bot else 'change_look'}"),
                reads=text(f"setup.avatar.{seat.avatar}") if seat.avatar else "",
                size=_HEXAGON,
                across=54,
                id=("colour", index),
            ),
            Column(
                self._who(index, seat),
                has_room
                and bool(seat.bot)
                and Text(
                    text("setup.strength", points=round(STRENGTH[seat.bot])),
                    "body",
                    align="centre",
                    lines=1,
                ),
                share=1,
            ),
            len(self._seats) > 1
            and IconButton(
                Icon.CLOSE,
                partial(self._on_change, remove_seat(self._seats, index)),
                tooltip=text("setup.remove"),
                reads=f"{index + 1}: {self._name(index, seat)}",
                size=36,
                across=46,
                id=("remove", index),
            ),
            gap=10,
            reads=f"{index + 1}. {self._name(index, seat)}",
            id=("seat", index),
        )

    def _name(self, index: int, seat: SeatChoice) -> str:
        """Return the name of a seat's player."""
        if seat.bot:
            return bot_name(self._context, seat.bot)
        return seat.name or default_name(self._context, index)

    def _who(self, index: int, seat: SeatChoice) -> Widget:
        """Return the field of a person's name, or the choice of a computer's level."""
        if seat.bot:
            taken = {other.bot for other in self._seats}
            return Stepper(
                [level for level in LEVELS if level not in taken or level == seat.bot],
                seat.bot,
                lambda level: self._replace(index, bot=level),
                show=partial(bot_name, self._context),
                id=("bot", index),
            )
        return TextField(
            self._context,
            seat.name,
            lambda name: self._replace(index, name=name),
            placeholder=default_name(self._context, index),
            max_length=MAX_NAME,
            id=("name", index),
        )

    def _add(self, bot: str) -> PressResult:
        return self._on_change(add_seat(self._seats, bot))

    def _replace(self, index: int, **changes: str) -> PressResult:
        seat = replace(self._seats[index], **changes)
        return self._on_change((*self._seats[:index], seat, *self._seats[index + 1 :]))

    def _next_colour(self, index: int) -> PressResult:
        return self._on_change(next_colour(self._seats, index))

    def _choose_look(self, index: int) -> PressResult:
        name = self._name(index, self._seats[index])
        return Push(SeatLookScene(self._context, self._seats, index, name, self._on_change))
