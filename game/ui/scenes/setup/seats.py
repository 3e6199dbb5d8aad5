"""The rows of the seats: a row of controls each, and buttons that add one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pygame

from game.bots.players.registry import LEVELS
from game.play.choices import MAX_NAME, SeatChoice, add_seat, free_level, next_colour, remove_seat
from game.rules.ruleset import MAX_PLAYERS
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_portrait
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.layout.rects import Rect
from game.ui.parts import Picture, Row
from game.ui.scenes.setup.look import SeatButton, SeatLookScene
from game.ui.scenes.shared.choosing import USUAL_LEVELS, default_name
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import (
    Button,
    IconButton,
    Look,
    PressResult,
    Stepper,
    TextField,
    Widget,
)


class SeatRows:
    """Makes the parts that show and change who plays; `on_change` gets the new seats."""

    def __init__(
        self,
        context: Context,
        seats: tuple[SeatChoice, ...],
        on_change: Callable[[tuple[SeatChoice, ...]], PressResult],
    ) -> None:
        self._context = context
        self._seats = seats
        self._on_change = on_change

    def parts(self) -> Iterator[Widget]:
        """A row for each seat, then the buttons that add one."""
        text = self._context.text
        yield from map(self._row, range(len(self._seats)))
        full = text("setup.full") if len(self._seats) == MAX_PLAYERS else None
        yield Row(
            *(
                Button(
                    text(f"setup.add_{words}"),
                    partial(self._add, bot),
                    icon=icon,
                    look=Look.QUIET,
                    why_disabled=full,
                    reads=text(f"setup.adding.{words}"),
                    id=words,
                )
                for words, bot, icon in (
                    ("person", "", Icon.PERSON),
                    ("computer", free_level(self._seats, USUAL_LEVELS), Icon.ROBOT),
                )
            ),
            gap=8,
            even=True,
            stacks=True,
            id="add",
        )

    def _row(self, index: int) -> Widget:
        text, seat = self._context.text, self._seats[index]
        alone = text("errors.conflict.too-few-players") if len(self._seats) == 1 else None
        # The name stays whole in a large interface; the face gives way.
        has_room = self._context.painter.least_word_scale > 0.9
        return Row(
            SeatButton(
                index + 1,
                seat,
                partial(self._next_colour if seat.bot else self._choose_look, index),
                tooltip=text(f"setup.{'change_colour' if seat.bot else 'change_look'}"),
                reads=text(f"setup.avatar.{seat.avatar}") if seat.avatar else "",
                size=46,
                id=("colour", index),
            ),
            bool(seat.bot)
            and has_room
            and Picture(partial(self._paint_face, bot=seat.bot), 1, least=40, size=40),
            self._who(index, seat),
            IconButton(
                Icon.CLOSE,
                partial(self._on_change, remove_seat(self._seats, index)),
                tooltip=text("setup.remove"),
                why_disabled=alone,
                reads=str(index + 1),
                size=46,
                id=("remove", index),
            ),
            gap=6,
            reads=f"{index + 1}. {self._name(index, seat)}",
        )

    def _paint_face(self, surface: pygame.Surface, rect: Rect, bot: str) -> None:
        draw_portrait(surface, self._context.painter, bot, rect.centre, min(rect.size))

    def _name(self, index: int, seat: SeatChoice) -> str:
        """Return what a seat's player is called."""
        if seat.bot:
            return bot_name(self._context, seat.bot)
        return seat.name or default_name(self._context, index)

    def _who(self, index: int, seat: SeatChoice) -> Widget:
        """A person's name, or which computer it is."""
        if seat.bot:
            others = {other.bot for other in self._seats if other is not seat}
            return Stepper(
                [level for level in LEVELS if level not in others or level == seat.bot],
                seat.bot,
                lambda level: self._replace(index, bot=level),
                show=partial(bot_name, self._context),
                share=1,
                id=("bot", index),
            )
        return TextField(
            self._context,
            seat.name,
            lambda name: self._replace(index, name=name),
            placeholder=default_name(self._context, index),
            max_length=MAX_NAME,
            share=1,
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
