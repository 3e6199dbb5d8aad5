"""Who plays: a row of controls for every seat, and how seats are added and given up."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

import pygame

from game.play.choices import MAX_NAME, SeatChoice, add_seat
from game.play.table import SEAT_COLOURS
from game.rules.ruleset import MAX_PLAYERS
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import clear_canvas, shrink
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.layout.hexes import hex_corners
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.choosing import USUAL_LEVEL, default_name, opponents
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import (
    Button,
    IconButton,
    Look,
    OnPress,
    PressResult,
    Stepper,
    TextField,
    Widget,
    WidgetScene,
    Words,
)


@lru_cache(maxsize=32)
def _hexagon(radius: int, colour: Colour) -> pygame.Surface:
    side = 2 * radius + 2
    canvas = clear_canvas(side * 4, side * 4, colour)
    pygame.draw.polygon(canvas, (*colour, 255), hex_corners((side * 2, side * 2), radius * 4))
    return shrink(canvas)


class ColourButton(Widget):
    """A hexagon in the seat's colour with the seat's number; pressed it takes the next one."""

    def __init__(self, number: int, colour: str, on_press: OnPress, tooltip: Words) -> None:
        super().__init__(on_press, tooltip=tooltip)
        self.number = number
        self.colour = colour

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the hexagon."""
        colour = painter.theme.seats[self.colour]
        radius = min(self.rect.w / 2, self.rect.h / 1.78)
        if not self.is_hovered:
            radius *= 0.93
        picture = _hexagon(round(radius), colour)
        x, y = self.rect.centre
        surface.blit(picture, (x - picture.get_width() // 2, y - picture.get_height() // 2))
        style = painter.theme.type.label.coloured(painter.theme.palette.ink_dark)
        painter.text(surface, str(self.number), (x, y), style, "centre")
        if self.shows_focus:
            painter.focus_ring(surface, self.rect)


class SeatsEditor:
    """Makes the widgets for the seats; `on_change` gets the new seats."""

    def __init__(
        self, context: Context, on_change: Callable[[tuple[SeatChoice, ...]], PressResult]
    ) -> None:
        self._context = context
        self._on_change = on_change
        self.seats: tuple[SeatChoice, ...] = ()
        self._rows: list[list[Widget]] = []
        text = context.text
        self._add = [
            Button(
                lambda: text("setup.add_person"),
                lambda: self._on_change(add_seat(self.seats)),
                icon=Icon.PERSON,
                look=Look.QUIET,
            ),
            Button(
                lambda: text("setup.add_computer"),
                lambda: self._on_change(add_seat(self.seats, USUAL_LEVEL)),
                icon=Icon.ROBOT,
                look=Look.QUIET,
            ),
        ]

    @property
    def widgets(self) -> list[Widget]:
        """All widgets in tab order."""
        return [*(widget for row in self._rows for widget in row), *self._add]

    def show(self, seats: tuple[SeatChoice, ...]) -> bool:
        """Show these seats; whether the widgets are others than before."""
        old, self.seats = self.seats, seats
        full = None if len(seats) < MAX_PLAYERS else lambda: self._context.text("setup.full")
        for button in self._add:
            button.why_disabled = full
        if [s.bot == "" for s in old] != [s.bot == "" for s in seats]:
            self._rows = [self._make_row(index, seat) for index, seat in enumerate(seats)]
            return True
        for row, seat in zip(self._rows, seats, strict=True):
            for widget in row:
                if isinstance(widget, ColourButton):
                    widget.colour = seat.colour
                elif isinstance(widget, TextField):
                    widget.show(seat.name)
                elif isinstance(widget, Stepper):
                    widget.value = seat.bot
        return False

    def _make_row(self, index: int, seat: SeatChoice) -> list[Widget]:
        text = self._context.text
        colour = ColourButton(
            index + 1,
            seat.colour,
            lambda: self._next_colour(index),
            lambda: text("setup.change_colour"),
        )
        kind = IconButton(
            Icon.ROBOT if seat.bot else Icon.PERSON,
            lambda: self._replace(index, bot="" if seat.bot else USUAL_LEVEL),
            tooltip=lambda: text(f"setup.{'add_person' if seat.bot else 'add_computer'}"),
        )
        remove = IconButton(
            Icon.CLOSE,
            lambda: self._on_change(self.seats[:index] + self.seats[index + 1 :]),
            tooltip=lambda: text("setup.remove"),
            why_disabled=(lambda: text("errors.conflict.too-few-players"))
            if len(self.seats) == 1
            else None,
        )
        who: Widget
        if seat.bot:
            who = Stepper(
                opponents(self._context),
                seat.bot,
                lambda level: self._replace(index, bot=level),
                show=partial(bot_name, self._context),
            )
        else:
            who = TextField(
                self._context,
                seat.name,
                lambda name: self._replace(index, name=name),
                placeholder=lambda: default_name(self._context, index),
                max_length=MAX_NAME,
            )
        return [colour, kind, who, remove]

    def level_of(self, widget: Widget) -> str:
        """The computer that a widget chooses, "" for another widget."""
        for row, seat in zip(self._rows, self.seats, strict=True):
            if widget in row[1:3]:
                return seat.bot
        return ""

    def _replace(self, index: int, **changes: str) -> PressResult:
        seat = replace(self.seats[index], **changes)
        return self._on_change((*self.seats[:index], seat, *self.seats[index + 1 :]))

    def _next_colour(self, index: int) -> PressResult:
        """The next colour; whoever has it gets this seat's in exchange."""
        own = self.seats[index].colour
        wanted = SEAT_COLOURS[(SEAT_COLOURS.index(own) + 1) % len(SEAT_COLOURS)]
        seats = tuple(
            replace(seat, colour=own) if seat.colour == wanted else seat for seat in self.seats
        )
        seats = (*seats[:index], replace(seats[index], colour=wanted), *seats[index + 1 :])
        return self._on_change(seats)

    def place(self, area: Rect, painter: Painter) -> None:
        """A row for each seat from the top, the two buttons below them."""
        gap = painter.px(7)
        count = MAX_PLAYERS + 1
        height = min(painter.px(46), (area.h - gap * (count - 1)) // count)
        lines = area.stack([height] * (len(self._rows) + 1), gap)
        for row, line in zip(self._rows, lines, strict=False):
            space = min(painter.px(6), line.w // 50)
            colour, rest = line.cut_left(height, space)
            kind, rest = rest.cut_left(height, space)
            remove, who = rest.cut_right(height, space)
            WidgetScene.place_all(row, (colour, kind, who, remove))
        WidgetScene.place_all(self._add, lines[-1].columns(2, painter.px(8)))
