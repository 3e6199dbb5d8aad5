"""The setup of a match: start from a card, change anything, and play.

Enter starts from anywhere but a button; digits choose a card. What cannot be played is said
in words beside the start button, and nothing is changed behind the player's back.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from game.locale import write_list
from game.play.choices import Choices
from game.play.editions import Edition, find_edition
from game.play.presets import MAX_PRESET_NAME
from game.play.table import TableSetup
from game.storage.codes import MOST_CHARACTERS
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import STILL, Ignored, Navigation, Pop, Pulse, Scene
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    AlignedRows,
    Column,
    Maybe,
    PageScene,
    Panel,
    Picture,
    PressedPanel,
    Row,
    Sign,
    Spacer,
    Text,
)
from game.ui.scenes.setup.control import SetupControl
from game.ui.scenes.setup.preview import TopicPicture
from game.ui.scenes.setup.seats import SeatRows
from game.ui.scenes.setup.topics import title_of
from game.ui.scenes.shared.choosing import first_choices, player_names
from game.ui.scenes.shared.edition_cards import EditionCard, edition_cards, press_digit
from game.ui.scenes.shared.option_rows import option_control, option_keys, row_name
from game.ui.scenes.shared.starting import start_match
from game.ui.widgets import Button, IconButton, Look, Segmented, TextField, Toggle, Widget

_AT_ONE_SCREEN: Final = frozenset({"answer_seconds", "caller", "is_blind"})
"""What people who are elsewhere have no choice of."""


class SetupScene(PageScene):
    """See the module's docstring. `choices` are what it starts from.

    `begin` says what follows, where it is no table at this screen: then rules alone are chosen.
    """

    door = 9

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
        self.control.type_code(code)
        self._picture = TopicPicture(context)
        self._explained: tuple[str, Any] | None = None
        self._name: str | None = None
        """A name that is being typed for a mixture."""
        self.keys[Action.CONFIRM] = self._start

    def page(self) -> Widget:
        context, control, text = self.context, self.control, self.context.text
        choices, troubles = control.choices, control.troubles
        chosen = choices.edition if choices.is_of_card else ""
        # A large interface in a small window needs its room for words, not for the picture.
        is_tight = self.view.area.w < self.view.px(1180)
        rules, topic, seats = (1.35, 0.7, 1.3) if is_tight else (1.3, 1.0, 1.02)
        cards = edition_cards(context, self._take_card, chosen=chosen, has_tooltips=False)
        is_here = self._begin is None
        return self.headed(
            text("setup.title" if is_here else "together.ask.rules"),
            Row(*cards, gap=10, even=True),
            (bool(control.presets) or control.can_save)
            and Row(*self._presets(), gap=8, size=40, id="presets"),
            Row(
                Panel(AlignedRows(*self._rules(), gap=8), pad=(16, 14), share=rules),
                Panel(*self._topic(), pad=(16, 12), share=topic),
                is_here and Panel(*self._seats(), gap=7, pad=(16, 12), share=seats),
                gap=14,
                share=1,
            ),
            Row(
                is_here
                and TextField(
                    context,
                    control.typed,
                    control.type_code,
                    placeholder=text("setup.code"),
                    max_length=MOST_CHARACTERS,
                    on_enter=lambda _: self._start(),
                    share=0.9,
                    across=46,
                    id="code",
                ),
                Column(
                    Text(title_of(context, choices), "strong"),
                    Text(
                        "\n".join(troubles) or (self._source_words() if is_here else ""),
                        "caption",
                        "bad" if troubles else None,
                    ),
                    share=1.6,
                ),
                Button(
                    text("setup.start" if is_here else "together.go_on"),
                    self._start,
                    icon=Icon.PLAY,
                    look=Look.PRIMARY,
                    share=0.8,
                    across=54,
                    why_disabled="\n".join(troubles) if troubles else None,
                    id=MAIN,
                ),
                gap=16,
            ),
            back=text("setup.back"),
        )

    def _presets(self) -> Iterator[Maybe]:
        """The player's own mixtures as cards; the field that names a new one, or renames one."""
        control, text = self.control, self.context.text
        chosen = control.preset
        for preset in control.presets:
            is_chosen = preset == chosen
            if is_chosen and self._name is not None:
                yield self._name_field()
                continue
            yield PressedPanel(
                partial(control.take_preset, preset),
                Row(
                    Sign(Icon.STAR, "accent" if is_chosen else "ink_muted", 18),
                    Text(preset.name, "strong", "ink" if is_chosen else "ink_soft", share=1),
                    gap=8,
                    share=1,
                ),
                pad=(12, 6),
                is_marked=is_chosen,
                share=1,
                id=("preset", preset.name),
            )
            if is_chosen:
                rename, delete = text("setup.preset_rename"), text("setup.preset_delete")
                yield IconButton(
                    Icon.PEN, self._rename, tooltip=rename, size=40, id="preset-rename"
                )
                yield IconButton(
                    Icon.CLOSE, control.delete_preset, tooltip=delete, size=40, id="preset-delete"
                )
        if control.can_save:
            yield self._name_field()

    def _name_field(self) -> Widget:
        text, name = self.context.text, self._name or ""
        return Row(
            TextField(
                self.context,
                name,
                self._type_name,
                placeholder=text("setup.preset_name"),
                max_length=MAX_PRESET_NAME,
                on_enter=lambda _: self._save_preset(),
                share=1,
                id="preset-name",
            ),
            IconButton(
                Icon.CHECK,
                self._save_preset,
                tooltip=text("setup.preset_save"),
                why_disabled=None if name.strip() else "",
                size=40,
                id="preset-save",
            ),
            gap=6,
            share=1.4,
        )

    def _rename(self) -> None:
        self._name = "" if self.control.preset is None else self.control.preset.name

    def _type_name(self, name: str) -> None:
        self._name = name

    def _save_preset(self) -> None:
        self.control.save_preset(self._name or "")
        self._name = None

    def _rules(self) -> Iterator[Widget]:
        """What can be chosen, a name and a control each."""
        choices = self.control.choices
        left_out = frozenset() if self._begin is None else _AT_ONE_SCREEN
        for key in (key for key in option_keys(choices) if key not in left_out):
            control = option_control(self.context, choices, key, self._choose)
            control.grow = 1
            yield Row(Text(row_name(self.context, key)), control, gap=12, id=("row", key))

    def _topic(self) -> Iterator[Maybe]:
        topic = self.control.topic
        yield Text(topic.title, "heading", align="centre")
        yield Picture(self._paint_topic, least=130, share=1, reads=SILENT)
        yield Text(topic.words, ink="ink", align="centre")
        yield bool(topic.trouble) and Text(topic.trouble, "caption", "bad", align="centre")
        for fact in topic.facts:
            yield Text(fact, "caption", align="centre")

    def _seats(self) -> Iterator[Maybe]:
        text, control = self.context.text, self.control
        seats = control.choices.seats
        yield Text(text("setup.seats"), "heading")
        yield from SeatRows(self.context, seats, control.choose_seats).parts()
        yield Spacer(share=1)
        if control.record:
            points = self.context.catalogue.number(control.record)
            yield Text(text("score.best", points=points), "points", align="centre", id="record")
        yield sum(not seat.bot for seat in seats) > 1 and Toggle(
            text("setup.hidden"),
            control.choices.has_hidden_boards,
            partial(self._choose, "has_hidden_boards"),
            id="has_hidden_boards",
        )

    def _source_words(self) -> str:
        """Return who plays and where the tiles come from, or that the card knows fewer players."""
        context, control = self.context, self.control
        choices, text = control.choices, context.text
        card = find_edition(choices.edition)
        if card is not None and not choices.is_of_card:
            usual = replace(choices, seats=choices.seats[:1] * card.usual)
            if usual.is_of_card:
                name, (fewest, most) = text(f"editions.{card.name}.name"), card.players
                return text("setup.own_seats", edition=name, fewest=fewest, most=most)
        source = text("setup.code_random")
        if control.deal is not None:
            source = text("setup.code_taken")
        elif control.code:
            source = text("setup.code_seed", seed=control.code)
        return f"{write_list(context.catalogue, player_names(context, choices))}\n{source}"

    def _paint_topic(self, surface: pygame.Surface, room: Rect) -> None:
        self._picture.draw(surface, self.control.topic, room)

    # choosing

    def _take_card(self, card: Edition) -> None:
        self.control.take_card(card)
        self.renew()
        # What the keyboard is at is not explained anew until it moves: the card is.
        self._explained = self._look()

    def _choose(self, key: str, value: Any) -> None:
        self.control.choose(key, value)
        self._explained = None

    def _look(self) -> tuple[str, Any] | None:
        """Return what the pointer, or else the keyboard, is at: what `topic_of` is asked for."""
        parts, choices = list(self.root.walk()), self.control.choices
        hovered = [part for part in parts if part.is_hovered]
        for part in hovered + [part for part in parts if part.shows_focus]:
            match part.id:
                case ("card", _) if isinstance(part, EditionCard):
                    return "card", part.edition
                case ("bot", int(index)):
                    return "bot", choices.seats[index].bot
                case str(key) if isinstance(part, Segmented):
                    return key, part.pointed
                case str(key) if hasattr(choices, key):
                    return key, getattr(choices, key)
        return None

    # starting

    def _start(self) -> Navigation:
        if self.control.troubles:
            return Ignored()
        if self._begin is not None:
            return self._begin(self.control.table())
        return Pop(start_match(self.context, self.control.table()))

    # the scene

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                focused = self.form.focused
                if focused is None or not (focused.shows_focus or focused.wants_text):
                    return self._start()
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(digit=int(digit)):
                return press_digit(self.context, self.root, digit)
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        looked_at = self._look()
        if looked_at is None or looked_at == self._explained:
            return STILL
        self._explained = looked_at
        self.control.explain(*looked_at)
        return self.redraw()

    def enter(self) -> None:
        self.control.look_up()
        super().enter()


def setup_scene(
    context: Context,
    edition: str = "",
    code: str = "",
    begin: Callable[[TableSetup], Navigation] | None = None,
    *,
    people: int = 1,
) -> Scene:
    """The picker, started from an edition's card, or from the last choice where none is named;
    with seats for at least so many people.

    `code` is a deal code or a seed that is typed in already.
    """
    return SetupScene(context, first_choices(context, edition, people), code, begin)
