"""The variant picker: start from a card, change anything, and play.

Enter starts from anywhere but a button; digits choose a card. What cannot be played is said
in words beside the start button, and nothing is changed behind the player's back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from game.locale import write_list
from game.rules.deal import MAX_SEED_LENGTH
from game.storage import CodeError, Filter, new_seed, parse_code
from game.ui.bindings import Action
from game.ui.gallery import Sample
from game.ui.icons import Icon
from game.ui.intents import Command, Intent
from game.ui.layout import Rect, View
from game.ui.scene import Ignored, Pop, Pulse, Push, Transition
from game.ui.scenes.dialogs import ask_before_new_match
from game.ui.scenes.menu import continue_match, start_match
from game.ui.scenes.menu_rows import NumberedCard
from game.ui.scenes.names import all_editions, edition_name, find_edition, match_words
from game.ui.scenes.setup_choices import (
    Choices,
    SeatChoice,
    choices_of_edition,
    last_choices,
    remember_choices,
    table_of,
    troubles,
    with_rules,
)
from game.ui.scenes.setup_preview import BoardPreview
from game.ui.scenes.setup_rows import OptionRow, make_rows, sync_rows
from game.ui.scenes.setup_seats import SeatsEditor
from game.ui.store import store_of
from game.ui.widgets import (
    Answer,
    Button,
    IconButton,
    Look,
    TextField,
    Toggle,
    Widget,
    WidgetScene,
)

if TYPE_CHECKING:
    from game.play.editions import Edition
    from game.ui.context import Context
    from game.ui.scene import Scene

__all__ = ["SetupScene", "setup_scene"]


class SetupScene(WidgetScene):
    """See the module's docstring. `choices` are what it starts from."""

    def __init__(self, context: Context, choices: Choices) -> None:
        super().__init__(context)
        self.choices = choices
        self._code = ""
        self._explained = ""
        self._record: float | None = None
        self._panels: list[Rect] = []
        self._heads: list[tuple[str, Rect]] = []
        nowhere = Rect(0, 0, 0, 0)
        self._title = self._about = self._facts = self._status = self._hint = nowhere
        self._seats_area = self._best = nowhere
        text = context.text
        self._back = IconButton(Icon.LEFT, Pop, tooltip=lambda: text("setup.back"))
        self._cards = [self._make_card(card) for card in all_editions()]
        self._rows: list[OptionRow] = make_rows(context, choices, self._choose)
        self._preview = BoardPreview(choices.rules)
        self._seats = SeatsEditor(context, self._choose_seats, self._start)
        self._hidden = Toggle(
            lambda: text("setup.hidden"),
            choices.has_hidden_boards,
            lambda is_on: self._choose("has_hidden_boards", is_on),
            tooltip=lambda: text("setup.explain.hidden"),
        )
        self._field = TextField(
            "",
            self._type_code,
            placeholder=lambda: text("setup.code"),
            max_length=MAX_SEED_LENGTH,
            on_enter=lambda _: self._start(),
            paste=context.paste_text,
            tooltip=lambda: text("setup.code_random"),
        )
        self._button = Button(
            lambda: text("setup.start"), self._start, icon=Icon.PLAY, look=Look.PRIMARY
        )
        self._seats.show(choices.seats)
        self._fill_form()
        self._sync()
        self.form.focus(self._button, is_shown=False)

    def _make_card(self, card: Edition) -> NumberedCard:
        text = self.context.text
        return NumberedCard(
            card.place,
            lambda: text(f"editions.{card.name}.name"),
            lambda: self._take_card(card),
            tooltip=lambda: text(f"editions.{card.name}.about"),
        )

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
        deal = self._deal()
        if deal is not None:
            self._show(with_rules(self.choices, deal[0]))
        return None

    def _deal(self) -> tuple[Any, str] | None:
        """Rules and seed of the code that was typed, `None` where it is a mere seed."""
        try:
            deal = parse_code(self._code)
        except CodeError:
            return None
        return deal.rules, deal.seed

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
        widgets: list[Widget] = [self._back, *self._cards]
        for row in self._rows:
            widgets += [row.label, row.control]
        widgets += [self._preview, *self._seats.widgets, self._hidden]
        self.form.replace([*widgets, self._field, self._button])

    def _sync(self) -> None:
        choices = self.choices
        sync_rows(self.context, self._rows, choices)
        self._preview.rules = choices.rules
        self._record = store_of(self.context).profile.best(Filter(rules=str(choices.rules)))
        self._hidden.is_on = choices.has_hidden_boards
        for card, edition in zip(self._cards, all_editions(), strict=True):
            card.is_selected = edition.name == choices.edition
        found = troubles(self.context, choices)
        self._button.why_disabled = "\n".join(found) if found else None

    # starting

    def _start(self) -> Transition:
        if troubles(self.context, self.choices):
            return Ignored()
        store = store_of(self.context)
        match = store.autosave.load().match
        if match is None or match.is_complete:
            return Pop(self._begin())
        waiting = match
        return Push(
            ask_before_new_match(
                self.context,
                lambda: match_words(self.context, waiting),
                lambda: Pop(self._begin()),
                lambda: Pop(continue_match(self.context, waiting)),
            )
        )

    def _begin(self) -> Transition:
        remember_choices(self.context, self.choices)
        deal = self._deal()
        seed = deal[1] if deal is not None else self._code or new_seed()
        return start_match(self.context, table_of(self.context, self.choices, seed))

    # the scene

    def react(self, intent: Intent) -> Transition | None:
        """Escape goes back, Enter starts, digits choose a card."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                return Pop()
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                return self._start()
            case Command(text=digit) if digit.isdigit():
                found = [card for card in self._cards if str(card.number) == digit]
                return found[0].press() if found else Ignored()
            case _:
                return Ignored()

    def animate(self, dt: float) -> Pulse:
        """Explain the row under the pointer, or the one with the keyboard."""
        hovered = [row.key for row in self._rows if row.control.is_hovered]
        focused = [row.key for row in self._rows if row.control.shows_focus]
        now = (hovered or focused or [self._explained])[0]
        has_changed = now != self._explained
        self._explained = now
        return Pulse(needs_frame=has_changed)

    def enter(self) -> None:
        """Words may have changed meanwhile."""
        self._sync()

    def resize(self, view: View) -> None:
        """Cards along the top; rules, board and seats side by side; deal and start below."""
        super().resize(view)
        self._sync()
        painter = self.context.painter
        theme = painter.theme.type
        area = view.area.inset(view.px(28), view.px(20))
        gap = view.px(14)
        head, area = area.cut_top(view.px(46), view.px(12))
        back, head = head.cut_left(head.h, gap)
        self._back.place(back)
        self._title, self._hint = head.columns(2, gap)
        cards, area = area.cut_top(view.px(56), gap)
        for card, cell in zip(
            self._cards, cards.columns(len(self._cards), view.px(10)), strict=True
        ):
            card.place(cell)
        foot, area = area.cut_bottom(view.px(54), gap)
        self._place_foot(foot, view)
        # A large interface in a small window needs its room for words, not for the picture.
        is_tight = area.w < view.px(1100)
        weights = [1.5, 0.72, 1.12] if is_tight else [1.34, 0.96, 1.02]
        left, middle, right = area.weighted_columns(weights, gap)
        self._panels = [left, middle, right]
        pad = view.px(16)
        heading = painter.line_height(theme.heading)
        name, rules = left.inset(pad, view.px(12)).cut_top(heading, view.px(8))
        self._heads = [("setup.rules", name)]
        spacing = view.px(6)
        count = len(self._rows)
        height = min(view.px(48), (rules.h - spacing * (count - 1)) // count)
        total = height * count + spacing * (count - 1)
        top = rules.moved(0, max(0, (rules.h - total) // 3))
        label_width = rules.w * (23 if is_tight else 27) // 100
        for row, line in zip(self._rows, top.stack([height] * count, spacing), strict=True):
            label, control = line.cut_left(label_width, view.px(8))
            row.label.place(label)
            row.control.place(control)
        inner = middle.inset(pad, view.px(12))
        words, board = inner.cut_bottom(
            max(view.px(120), inner.h * (48 if is_tight else 27) // 100), view.px(6)
        )
        self._preview.place(board)
        self._about, self._facts = words.cut_top(
            words.h * (50 if is_tight else 56) // 100, view.px(4)
        )
        seats = right.inset(pad, view.px(12))
        name, seats = seats.cut_top(heading, view.px(8))
        self._heads.append(("setup.seats", name))
        hidden, seats = seats.cut_bottom(view.px(38), view.px(6))
        self._hidden.place(hidden)
        self._seats_area = seats
        self._best = hidden.moved(0, -hidden.h - view.px(6))
        self._place_seats()

    def _place_foot(self, foot: Rect, view: View) -> None:
        button, foot = foot.cut_right(min(view.px(270), foot.w // 4), view.px(16))
        self._button.place(button)
        field, status = foot.cut_left(min(view.px(330), foot.w * 2 // 5), view.px(18))
        self._field.place(field.centred(field.w, view.px(46)))
        self._status = status

    def _place_seats(self) -> None:
        self._seats.place(self._seats_area, self.context.painter)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, panels and words."""
        super().draw_below(surface)
        painter = self.context.painter
        theme = painter.theme
        text = self.context.text
        painter.text_in(surface, text("setup.title"), self._title, theme.type.title)
        painter.text_in(surface, self._edition_words(), self._hint, theme.type.caption, "right")
        for panel in self._panels:
            painter.panel(surface, panel)
        for key, rect in self._heads:
            painter.text_in(surface, text(key), rect, theme.type.heading)
        explained = next((row for row in self._rows if row.key == self._explained), None)
        about = (
            text(f"editions.{self._card_key()}.about")
            if explained is None
            else explained.explain(self.choices)
        )
        style = theme.type.body.coloured(theme.palette.ink)
        painter.text_in(surface, about, self._about, style, "centre", valign="top")
        facts = "\n".join(self._fact_words())
        painter.text_in(surface, facts, self._facts, theme.type.small, "centre", valign="bottom")
        self._draw_best(surface)
        self._draw_status(surface)

    def _draw_best(self, surface: pygame.Surface) -> None:
        """The record to beat, where the seats leave room for it."""
        if any(widget.rect.overlaps(self._best) for widget in self._seats.widgets):
            return
        if self._record is not None:
            painter = self.context.painter
            points = self.context.catalogue.number(self._record)
            words = self.context.text("score.best", points=points)
            painter.text_in(surface, words, self._best, painter.theme.type.points, "centre")

    def _card_key(self) -> str:
        return self.choices.edition if self.choices.is_of_card else "custom"

    def _edition_words(self) -> str:
        name = edition_name(self.context, self.choices.edition)
        if self.choices.is_of_card or find_edition(self.choices.edition) is None:
            return name
        return self.context.text("setup.changed", edition=name)

    def _fact_words(self) -> list[str]:
        """What is known about the card as it is."""
        card = find_edition(self.choices.edition)
        if card is None or not self.choices.is_of_card:
            return []
        text = self.context.text
        words = []
        if card.facts.maximum is not None and card.facts.maximum_boards is not None:
            points = text("terms.count.points", count=card.facts.maximum)
            words.append(
                text("editions.fact.maximum", count=card.facts.maximum_boards, points=points)
            )
        fewest, most = card.players
        words.append(text("editions.fact.players", fewest=fewest, most=most))
        return words

    def _draw_status(self, surface: pygame.Surface) -> None:
        """Beside the start button: what stands in the way, else who plays which deal."""
        painter = self.context.painter
        theme = painter.theme
        text = self.context.text
        found = troubles(self.context, self.choices)
        if found:
            style = theme.type.caption.coloured(theme.palette.bad)
            painter.text_in(surface, "\n".join(found), self._status, style)
            return
        if self._deal() is not None:
            words = text("setup.code_taken")
        elif self._code:
            words = text("setup.code_seed", seed=self._code)
        else:
            names = [p.name for p in table_of(self.context, self.choices, "0").players]
            words = f"{write_list(self.context.catalogue, names)}\n{text('setup.code_random')}"
        painter.text_in(surface, words, self._status, theme.type.caption)


def setup_scene(context: Context, edition: str = "") -> Scene:
    """The picker, started from an edition's card, or from the last choice where none is named."""
    card = find_edition(edition)
    choices = last_choices(context)
    if card is not None:
        if choices.edition != card.name:
            old = choices
            choices = choices_of_edition(context, card)
            if len(old.seats) >= len(choices.seats) and len(old.seats) <= card.players[1]:
                choices = replace(choices, seats=old.seats)
        else:
            choices = choices_of_edition(context, card, choices)
    return SetupScene(context, choices)


def _custom(context: Context) -> Scene:
    """Nearly everything changed, with a conflict and six seats."""
    from game.rules.ruleset import RayRule

    card = all_editions()[-2]
    choices = choices_of_edition(context, card)
    scene = SetupScene(context, replace(choices, daffodil=4, rays=RayRule.BEST_RAY, rounds=3))
    scene.form.focus(scene._rows[1].control, is_shown=True)
    return scene


def _league(context: Context) -> Scene:
    from game.bots.registry import LEVELS
    from game.ui.scenes.setup_choices import add_seat

    choices = choices_of_edition(context, all_editions()[-1])
    seats = choices.seats
    for level in ("", LEVELS[-1], LEVELS[0]):
        seats = add_seat(seats, level)
    scene = SetupScene(context, replace(choices, seats=seats))
    scene.form.focus(scene._rows[-1].control, is_shown=True)
    return scene


SAMPLES = {
    "setup": Sample(setup_scene, 0.3),
    "setup-custom": Sample(_custom, 0.3),
    "setup-league": Sample(_league, 0.3),
}
