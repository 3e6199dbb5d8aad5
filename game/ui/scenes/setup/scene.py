"""The variant picker: start from a card, change anything, and play.

Enter starts from anywhere but a button; digits choose a card. What cannot be played is said
in words beside the start button, and nothing is changed behind the player's back.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.play.choices import Choices, SeatChoice
from game.play.editions import Edition
from game.play.table import TableSetup
from game.storage.codes import MOST_CHARACTERS
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import STILL, Ignored, Navigation, Pop, Pulse, Scene
from game.ui.layout.rects import View
from game.ui.scenes.setup.control import SetupControl
from game.ui.scenes.setup.picture import SetupLayout, draw_setup, lay_out_setup
from game.ui.scenes.setup.preview import TopicPicture
from game.ui.scenes.setup.seats import SeatsEditor
from game.ui.scenes.setup.topics import (
    SetupTopic,
    bot_topic,
    card_topic,
    hidden_topic,
    option_topic,
)
from game.ui.scenes.shared.choosing import first_choices
from game.ui.scenes.shared.edition_cards import EditionCard, edition_cards, mark_card, press_digit
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.option_rows import OptionRow, make_rows, sync_rows
from game.ui.scenes.shared.starting import start_match
from game.ui.widgets import (
    Button,
    KeyHints,
    Look,
    PageHead,
    PressResult,
    TextField,
    Toggle,
    Widget,
    WidgetScene,
)


class SetupScene(WidgetScene):
    """See the module's docstring. `choices` are what it starts from.

    `begin` says what follows, where it is no table at this screen.
    """

    def __init__(
        self,
        context: Context,
        choices: Choices,
        code: str = "",
        begin: Callable[[TableSetup], Navigation] | None = None,
    ) -> None:
        super().__init__(context)
        self._begin = begin
        self.control = SetupControl(context, choices)
        text = context.text
        self._head = PageHead(context, "setup.title", "setup.back")
        self._cards = edition_cards(context, self._take_card, has_tooltips=False)
        self.rows: list[OptionRow] = make_rows(context, choices, self._choose)
        self._layout: SetupLayout
        self._picture = TopicPicture(context)
        self._pointed: tuple[str, object] = ("", None)
        self._seats = SeatsEditor(context, self._choose_seats)
        self._hidden = Toggle(
            lambda: text("setup.hidden"),
            choices.has_hidden_boards,
            lambda is_on: self._choose("has_hidden_boards", is_on),
        )
        self._field = TextField(
            context,
            code,
            self._type_code,
            placeholder=lambda: text("setup.code"),
            max_length=MOST_CHARACTERS,
            on_enter=lambda _: self._start(),
        )
        self._button = Button(
            lambda: text("setup.start" if begin is None else "together.go_on"),
            self._start,
            icon=Icon.PLAY,
            look=Look.PRIMARY,
        )
        self._keys = KeyHints(
            [
                (f"1–{len(self._cards)}", lambda: text("setup.key.edition")),
                (lambda: action_key(context, Action.CONFIRM), lambda: text("setup.key.start")),
                (lambda: action_key(context, Action.CANCEL), lambda: text("setup.key.back")),
            ]
        )
        self._seats.show(choices.seats)
        self.form.rest = self._button
        self._fill_form()
        self._type_code(code)
        self.form.focus(self._button, is_shown=False)

    # choosing

    def _take_card(self, card: Edition) -> PressResult:
        self.control.take_card(card)
        answer, pointed = self._show(), self._look_for_topic()
        # What the keyboard is at is not explained anew until it moves: the card is.
        self._pointed = ("", None) if pointed is None else pointed[0]
        return answer

    def _choose(self, key: str, value: Any) -> PressResult:
        self.control.choose(key, value)
        self._pointed = ("", None)
        return self._show()

    def _choose_seats(self, seats: tuple[SeatChoice, ...]) -> PressResult:
        self.control.choose_seats(seats)
        return self._show()

    def _type_code(self, typed: str) -> PressResult:
        self.control.type_code(typed)
        return self._show()

    def _show(self) -> PressResult:
        if self._seats.show(self.control.choices.seats):
            focused = self.form.focused
            self._fill_form()
            if focused not in self.form.widgets:
                self.form.focus(self._button)
            self._place_seats()
        self._sync()
        return None

    def _fill_form(self) -> None:
        widgets: list[Widget] = [self._head.back, self._keys, *self._cards]
        for row in self.rows:
            widgets += [row.label, row.control]
        widgets += [*self._seats.widgets, self._hidden]
        self.form.replace([*widgets, self._field, self._button])

    def _sync(self) -> None:
        choices = self.control.choices
        sync_rows(self.context, self.rows, choices)
        self.control.look_up()
        self._hidden.is_on = choices.has_hidden_boards
        mark_card(self._cards, choices.edition)
        found = self.control.troubles
        self._button.why_disabled = "\n".join(found) if found else None

    # starting

    def _start(self) -> Navigation:
        if self.control.troubles:
            return Ignored()
        if self._begin is not None:
            return self._begin(self.control.table())
        return Pop(start_match(self.context, self.control.table()))

    # the scene

    def handle(self, intent: Intent) -> Navigation | None:
        """Enter starts, unless in a field or where the keyboard has walked to a button."""
        match intent:
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                focused = self.form.focused
                if focused is None or not (focused.shows_focus or focused.wants_text):
                    return self._start()
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        """Escape goes back, Enter starts, digits choose a card."""
        match intent:
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                return self._start()
            case Command(text=digit) if digit.isdigit():
                return press_digit(self._cards, digit)
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        """Explain what the pointer, or else the keyboard, has newly come to."""
        pointed = self._look_for_topic()
        if pointed is None or pointed[0] == self._pointed:
            return STILL
        self._pointed, self.control.topic = pointed[0], pointed[1]()
        return Pulse(needs_frame=True)

    def _look_for_topic(self) -> tuple[tuple[str, object], Callable[[], SetupTopic]] | None:
        """What the pointer or the keyboard is at, as a key, and the topic it is."""
        context, choices = self.context, self.control.choices
        found = [w for w in self.form.widgets if w.is_hovered]
        found += [w for w in self.form.widgets if w.shows_focus]
        for widget in found:
            for row in self.rows:
                if widget is row.control:
                    value = row.pointed(choices)
                    return (row.key, value), partial(option_topic, context, choices, row.key, value)
            if isinstance(widget, EditionCard):
                edition = widget.edition
                return ("card", edition), partial(card_topic, context, choices, edition)
            level = self._seats.level_of(widget)
            if level:
                return ("bot", level), partial(bot_topic, context, choices, level)
            if widget is self._hidden:
                return ("hidden", None), partial(hidden_topic, context, choices)
        return None

    def enter(self) -> None:
        """Words may have changed meanwhile."""
        self._sync()

    def resize(self, view: View) -> None:
        """Place everything."""
        super().resize(view)
        self._sync()
        painter = self.context.painter
        heading = painter.line_height(painter.theme.type.heading)
        area = self._head.place(view)
        layout = lay_out_setup(view, area, len(self._cards), len(self.rows), heading)
        self._layout = layout
        self._picture.forget()
        self.place_all(self._cards, layout.cards)
        for row, (label, cell) in zip(self.rows, layout.rows, strict=True):
            row.label.place(label)
            row.control.place(cell)
        self._keys.place(self._head.cut_right(area.w * 47 // 100))
        self._hidden.place(layout.hidden)
        self._field.place(layout.code)
        self._button.place(layout.start)
        self._place_seats()

    def _place_seats(self) -> None:
        self._seats.place(self._layout.seats, self.context.painter)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background and picture."""
        super().draw_below(surface)
        self._head.draw(surface)
        layout, control = self._layout, self.control
        has_room = not any(widget.rect.overlaps(layout.best) for widget in self._seats.widgets)
        draw_setup(surface, self.context, layout, control, self.rows, has_room=has_room)
        self._picture.draw(surface, control.topic, layout.board)


def setup_scene(
    context: Context,
    edition: str = "",
    code: str = "",
    begin: Callable[[TableSetup], Navigation] | None = None,
) -> Scene:
    """The picker, started from an edition's card, or from the last choice where none is named.

    `code` is a deal code or a seed that is typed in already.
    """
    return SetupScene(context, first_choices(context, edition), code, begin)
