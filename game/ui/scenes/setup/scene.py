"""The variant picker: start from a card, change anything, and play.

Enter starts from anywhere but a button; digits choose a card. What cannot be played is said
in words beside the start button, and nothing is changed behind the player's back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from game.play.choices import Choices, SeatChoice, with_rules
from game.play.editions import all_editions
from game.storage.codes import MOST_CHARACTERS, new_seed
from game.storage.history import Filter
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Ignored, Pop, Pulse, Transition
from game.ui.layout.rects import View
from game.ui.scenes.setup.layout import lay_out_setup
from game.ui.scenes.setup.preview import BoardPreview
from game.ui.scenes.setup.rows import OptionRow, make_rows, sync_rows
from game.ui.scenes.setup.seats import SeatsEditor
from game.ui.scenes.setup.words import (
    about_words,
    code_trouble,
    deal_in,
    edition_words,
    fact_words,
    status_words,
)
from game.ui.scenes.shared.choosing import (
    choices_of_edition,
    first_choices,
    remember_choices,
    table_of,
    troubles,
)
from game.ui.scenes.shared.edition_cards import edition_cards, press_digit
from game.ui.scenes.shared.names import key_name
from game.ui.scenes.shared.starting import begin_or_ask, start_match
from game.ui.widgets import (
    Answer,
    Button,
    IconButton,
    KeyHints,
    Look,
    TextField,
    Toggle,
    Widget,
    WidgetScene,
)

if TYPE_CHECKING:
    from game.play.editions import Edition
    from game.ui.frame.context import Context
    from game.ui.frame.scene import Scene

__all__ = ["SetupScene", "setup_scene"]


class SetupScene(WidgetScene):
    """See the module's docstring. `choices` are what it starts from."""

    def __init__(self, context: Context, choices: Choices, code: str = "") -> None:
        super().__init__(context)
        self.choices = choices
        self._code = ""
        self._explained = ""
        self._record: float | None = None
        text = context.text
        self._back = IconButton(Icon.LEFT, Pop, tooltip=lambda: text("setup.back"))
        self._cards = edition_cards(context, self._take_card)
        self.rows: list[OptionRow] = make_rows(context, choices, self._choose)
        self._layout = lay_out_setup(self.view, len(self._cards), len(self.rows), 1)
        self._preview = BoardPreview(choices.rules)
        self._seats = SeatsEditor(context, self._choose_seats, self._start)
        self._hidden = Toggle(
            lambda: text("setup.hidden"),
            choices.has_hidden_boards,
            lambda is_on: self._choose("has_hidden_boards", is_on),
            tooltip=lambda: text("setup.explain.hidden"),
        )
        self._field = TextField(
            code,
            self._type_code,
            placeholder=lambda: text("setup.code"),
            max_length=MOST_CHARACTERS,
            on_enter=lambda _: self._start(),
            paste=context.paste_text,
            tooltip=lambda: text("setup.code_random"),
        )
        self._button = Button(
            lambda: text("setup.start"), self._start, icon=Icon.PLAY, look=Look.PRIMARY
        )
        self._keys = KeyHints(
            [
                (f"1–{len(self._cards)}", lambda: text("setup.key.edition")),
                (lambda: key_name(context, "return"), lambda: text("setup.key.start")),
                (lambda: key_name(context, "escape"), lambda: text("setup.key.back")),
            ]
        )
        self._seats.show(choices.seats)
        self._fill_form()
        self._sync()
        self._type_code(code)
        self.form.focus(self._button, is_shown=False)

    # choosing

    def _take_card(self, card: Edition) -> Answer:
        self._explained = ""
        self._show(choices_of_edition(self.context, card, self.choices))
        return None

    def _choose(self, key: str, value: Any) -> Answer:
        self._explained = key
        changes: dict[str, Any] = {key: value}
        self._show(replace(self.choices, **changes))
        return None

    def _choose_seats(self, seats: tuple[SeatChoice, ...]) -> Answer:
        self._show(replace(self.choices, seats=seats))
        return None

    def _type_code(self, typed: str) -> Answer:
        self._code = typed.strip()
        deal = deal_in(self._code)
        if deal is not None:
            self._show(with_rules(self.choices, deal.rules))
        self._sync()
        return None

    def _show(self, choices: Choices) -> None:
        self.choices = choices
        if self._seats.show(choices.seats):
            focused = self.form.focused
            self._fill_form()
            if focused not in self.form.widgets:
                self.form.focus(self._button)
            self._place_seats()
        self._sync()

    def _fill_form(self) -> None:
        widgets: list[Widget] = [self._back, self._keys, *self._cards]
        for row in self.rows:
            widgets += [row.label, row.control]
        widgets += [self._preview, *self._seats.widgets, self._hidden]
        self.form.replace([*widgets, self._field, self._button])

    def _sync(self) -> None:
        choices = self.choices
        sync_rows(self.context, self.rows, choices)
        self._preview.rules = choices.rules
        self._record = self.context.store.profile.best(Filter(rules=str(choices.rules)))
        self._hidden.is_on = choices.has_hidden_boards
        for card, edition in zip(self._cards, all_editions(), strict=True):
            card.is_selected = edition.name == choices.edition
        found = self._troubles()
        self._button.why_disabled = "\n".join(found) if found else None

    # starting

    def _troubles(self) -> tuple[str, ...]:
        mistyped = code_trouble(self.context, self._code)
        return (*troubles(self.context, self.choices), *filter(None, [mistyped]))

    def _start(self) -> Transition:
        if self._troubles():
            return Ignored()
        return begin_or_ask(self.context, self._begin, Pop)

    def _begin(self) -> Transition:
        remember_choices(self.context, self.choices)
        deal = deal_in(self._code)
        seed = deal.seed if deal is not None else self._code or new_seed()
        return start_match(self.context, table_of(self.context, self.choices, seed))

    # the scene

    def handle(self, intent: Intent) -> Transition | None:
        """Enter starts, unless the keyboard has walked to a button that it can see."""
        match intent:
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                focused = self.form.focused
                if focused is None or not focused.shows_focus:
                    return self._start()
        return super().handle(intent)

    def react(self, intent: Intent) -> Transition | None:
        """Escape goes back, Enter starts, digits choose a card."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                return Pop()
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                return self._start()
            case Command(text=digit) if digit.isdigit():
                return press_digit(self._cards, digit)
            case _:
                return Ignored()

    def animate(self, dt: float) -> Pulse:
        """Explain the row under the pointer, or the one with the keyboard."""
        hovered = [row.key for row in self.rows if row.control.is_hovered]
        focused = [row.key for row in self.rows if row.control.shows_focus]
        now = (hovered or focused or [self._explained])[0]
        has_changed = now != self._explained
        self._explained = now
        return Pulse(needs_frame=has_changed)

    def enter(self) -> None:
        """Words may have changed meanwhile."""
        self._sync()

    def resize(self, view: View) -> None:
        """Place everything."""
        super().resize(view)
        self._sync()
        painter = self.context.painter
        heading = painter.line_height(painter.theme.type.heading)
        layout = lay_out_setup(view, len(self._cards), len(self.rows), heading)
        self._layout = layout
        for card, cell in zip(self._cards, layout.cards, strict=True):
            card.place(cell)
        for row, (label, control) in zip(self.rows, layout.rows, strict=True):
            row.label.place(label)
            row.control.place(control)
        self._back.place(layout.back)
        self._keys.place(layout.keys)
        self._preview.place(layout.board)
        self._hidden.place(layout.hidden)
        self._field.place(layout.code)
        self._button.place(layout.start)
        self._place_seats()

    def _place_seats(self) -> None:
        self._seats.place(self._layout.seats, self.context.painter)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, panels and words."""
        super().draw_below(surface)
        painter = self.context.painter
        theme = painter.theme
        text = self.context.text
        layout = self._layout
        painter.text_in(surface, text("setup.title"), layout.title, theme.type.title)
        words = edition_words(self.context, self.choices)
        for panel in layout.panels:
            painter.panel(surface, panel)
        painter.text_in(surface, words, layout.rules_heading, theme.type.heading, max_lines=1)
        painter.text_in(surface, text("setup.seats"), layout.seats_heading, theme.type.heading)
        explained = next((row for row in self.rows if row.key == self._explained), None)
        about = (
            about_words(self.context, self.choices)
            if explained is None
            else explained.explain(self.choices)
        )
        style = theme.type.body.coloured(theme.palette.ink)
        painter.text_in(surface, about, layout.about, style, "centre", valign="top")
        self._draw_facts(surface)
        self._draw_best(surface)
        self._draw_status(surface)

    def _draw_facts(self, surface: pygame.Surface) -> None:
        """As many facts as have room."""
        painter = self.context.painter
        rect = self._layout.facts
        style = painter.theme.type.small.coloured(painter.theme.palette.ink_soft)
        facts = fact_words(self.context, self.choices)
        while len(facts) > 1 and painter.height_of("\n".join(facts), rect.w, style) > rect.h:
            facts.pop()
        painter.text_in(surface, "\n".join(facts), rect, style, "centre", valign="bottom")

    def _draw_best(self, surface: pygame.Surface) -> None:
        """The record to beat, where the seats leave room for it."""
        if any(widget.rect.overlaps(self._layout.best) for widget in self._seats.widgets):
            return
        if self._record is not None:
            painter = self.context.painter
            points = self.context.catalogue.number(self._record)
            words = self.context.text("score.best", points=points)
            painter.text_in(surface, words, self._layout.best, painter.theme.type.points, "centre")

    def _draw_status(self, surface: pygame.Surface) -> None:
        """Beside the start button: what stands in the way, else who plays which deal."""
        painter = self.context.painter
        theme = painter.theme
        found = self._troubles()
        style = theme.type.caption.coloured(theme.palette.bad) if found else theme.type.caption
        words = "\n".join(found) or status_words(self.context, self.choices, self._code)
        painter.text_in(surface, words, self._layout.status, style)


def setup_scene(context: Context, edition: str = "", code: str = "") -> Scene:
    """The picker, started from an edition's card, or from the last choice where none is named.

    `code` is a deal code or a seed that is typed in already.
    """
    return SetupScene(context, first_choices(context, edition), code)
