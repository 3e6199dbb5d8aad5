"""The page Play: resume a saved game, or choose edition, rules and players of a new one.

Enter starts the match from everywhere but a button; digits choose an edition or the player's own
rules. Choices that cannot be played are explained, never corrected silently.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame

from game.locale import write_list
from game.play.choices import Choices
from game.play.presets import MAX_PRESET_NAME
from game.play.table import TableSetup
from game.storage.autosave import WaitingMatch
from game.storage.codes import MOST_CHARACTERS
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop, Push, Scene
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    Ink,
    ListRow,
    Maybe,
    Picture,
    PressedPanel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.parts.leaves import Paint
from game.ui.scenes.editions.page import EditionPage
from game.ui.scenes.editions.topics import named_value, wrong_seats
from game.ui.scenes.setup.control import SetupControl
from game.ui.scenes.setup.seats import SeatRows
from game.ui.scenes.shared.choosing import evening_choices, last_choices, player_names
from game.ui.scenes.shared.starting import continue_match, start_match
from game.ui.scenes.shared.waiting import flag_painter, progress_words, waiting_name
from game.ui.widgets import Segmented, TextField

_MOST_FLAGS: Final = 4
"""Most small flags after the large ones."""


class SetupScene(EditionPage):
    """The page Play; `choices` are its initial ones, with a deal's `code` if there is one."""

    door = 9

    def __init__(self, context: Context, choices: Choices, code: str = "") -> None:
        self.control = SetupControl(context, choices)
        super().__init__(context, self.control)
        self._has_code = bool(code)
        """Whether the field for a deal's code is shown."""
        self._name: str | None = None
        """The name being typed for a preset, None outside that field."""
        self._waiting: tuple[WaitingMatch, ...] = ()
        self.control.type_code(code)
        self._update_record()

    def _update_record(self) -> None:
        self.control.read_record()
        self._waiting = self.context.store.waiting()

    def title(self) -> str:
        return self.context.text("setup.title")

    # games that wait

    def has_above(self) -> bool:
        return bool(self._waiting)

    def above(self) -> Maybe:
        if not self._waiting:
            return None
        text, with_words = self.context.text, 2 if self.is_narrow else 3
        games, others = self._waiting[:with_words], self._waiting[with_words:]
        row = Row(
            *(self._game(one, is_first=one is games[0]) for one in games),
            self._others(others),
            gap=24,
            size=62,
        )
        has_caption = bool(others) and not self.is_low
        caption = has_caption and Text(text("waiting.title"), "strong", "ink_soft")
        return Column(caption, row, gap=4, align="left")

    def _game(self, waiting: WaitingMatch, *, is_first: bool) -> Widget:
        match = waiting.match
        name = waiting_name(self.context, match)
        progress = progress_words(self.context, match)
        ink: Ink | None = "accent" if is_first else None
        return PressedPanel(
            partial(continue_match, self.context, match),
            Row(
                Picture(flag_painter(self.context, match, is_first=is_first), size=56, least=50),
                Column(
                    Text(name, "heading", ink, lines=1),
                    Text(progress, "body", lines=1, halves=True),
                    share=1,
                ),
                gap=14,
                share=1,
            ),
            pad=(2, 2),
            share=1,
            most=330,
            reads=f"{name}, {progress}",
            id=("game", waiting.key),
        )

    def _others(self, others: tuple[WaitingMatch, ...]) -> Widget:
        """Return the link to the page of saved games, with small flags of the others."""
        text, routes = self.context.text, self.context.routes
        words = text("setup.more", count=len(others)) if others else text("waiting.title")
        paints = [flag_painter(self.context, one.match) for one in others[:_MOST_FLAGS]]
        flags = Picture(partial(_paint_beside, paints), size=23 * len(paints))
        return PressedPanel(
            lambda: Push(routes.waiting()),
            Row(
                bool(others) and not self.is_narrow and flags,
                Text(f"{words}\u00a0›", "label", lines=1),
                gap=12,
                share=1,
            ),
            pad=(6, 4),
            share=0 if self.is_narrow else 0.65,
            reads=words,
            id="waiting",
        )

    # mixtures

    def more_rows(self) -> Iterator[Widget]:
        chosen = self.control.preset
        for preset in self.control.presets:
            name = preset.name
            yield ListRow(
                partial(self._take_preset, name),
                name,
                is_chosen=preset == chosen,
                id=("preset", name),
            )

    def count_more(self) -> int:
        return len(self.control.presets)

    def is_mixture(self) -> bool:
        return self.control.preset is not None

    def _take_preset(self, name: str) -> None:
        preset = next(one for one in self.control.presets if one.name == name)
        self.control.take_preset(preset)
        self._name = None

    def take_own(self) -> Navigation | None:
        if self.control.choices.is_of_card or self.is_mixture():
            if not self.control.take_own():
                return super().take_own()
            self.renew()
            return None
        return super().take_own()

    def drawer_links(self) -> Iterator[Maybe]:
        text, control = self.context.text, self.control
        if self._name is not None:
            yield TextField(
                self.context,
                self._name,
                self._type_name,
                placeholder=text("setup.preset_name"),
                max_length=MAX_PRESET_NAME,
                on_enter=lambda _: self._save_preset(),
                share=1,
                id="preset-name",
            )
            yield WordLink(
                text("setup.preset_save"),
                self._save_preset,
                why_disabled=None if self._name.strip() else "",
                id="preset-save",
            )
        elif control.preset is not None:
            yield WordLink(text("setup.preset_rename"), self._rename, id="preset-rename")
            yield WordLink(text("setup.preset_delete"), control.delete_preset, id="preset-delete")
        elif control.can_save:
            yield WordLink(text("setup.preset_keep"), self._rename, id="preset-keep")

    def _rename(self) -> None:
        self._name = "" if self.control.preset is None else self.control.preset.name
        self.renew()
        self.focus("preset-name")

    def _type_name(self, name: str) -> None:
        self._name = name

    def _save_preset(self) -> None:
        self.control.save_preset(self._name or "")
        self._name = None
        self.renew()
        self.focus(MAIN)

    # players

    def people(self) -> Iterator[Maybe]:
        text, control = self.context.text, self.control
        seats, choices = control.choices.seats, control.choices
        yield Text(text("setup.seats"), "heading")
        parts = SeatRows(self.context, seats, control.choose_seats).parts()
        yield Scroll(*parts, Spacer(share=1), gap=6)
        yield sum(not seat.bot for seat in seats) > 1 and Segmented(
            [(False, text("setup.boards_open")), (True, text("setup.boards_hidden"))],
            choices.has_hidden_boards,
            partial(control.choose, "has_hidden_boards"),
            tooltip=text("setup.explain.hidden"),
            id="has_hidden_boards",
        )
        if control.record:
            points = self.context.catalogue.number(control.record)
            yield Text(text("score.best", points=points), "label", "accent", id="record")

    # the foot

    def links(self) -> Iterator[Maybe]:
        context, control, text = self.context, self.control, self.context.text
        yield from super().links()
        seconds = control.choices.answer_seconds
        clock = partial(self.open, "answer_seconds")
        if not self.is_narrow:
            yield WordLink(named_value(context, "answer_seconds", seconds), clock, id="clock")
        if self._has_code:
            yield TextField(
                context,
                control.typed,
                control.type_code,
                placeholder=text("setup.code"),
                max_length=MOST_CHARACTERS,
                on_enter=lambda _: self.begin(),
                most=300,
                id="code",
            )
        else:
            yield WordLink(text("setup.deal"), self._ask_code, id="deal")

    def _ask_code(self) -> None:
        self._has_code = True
        self.renew()
        self.focus("code")

    def remark(self) -> str:
        if self.control.deal is not None:
            return self.context.text("setup.code_taken")
        return wrong_seats(self.context, self.control.choices)

    def action(self) -> ActionBand:
        text, troubles = self.context.text, self.control.troubles
        names = player_names(self.context, self.control.choices)
        shown = write_list(self.context.catalogue, names)
        if len(names) > 2:
            shown = text("terms.count.players", count=len(names))
        return ActionBand(
            text("setup.start"),
            self.begin,
            icon=Icon.PLAY,
            about="" if self.is_narrow else shown,
            why_disabled="\n".join(troubles) if troubles else None,
            most=440 if self.is_narrow else 620,
            id=MAIN,
        )

    def start(self) -> Navigation:
        if self.control.troubles:
            return Ignored()
        return Pop(start_match(self.context, self.control.table()))

    # the scene

    def enter(self) -> None:
        self._update_record()
        super().enter()


class OthersRulesScene(SetupScene):
    """The drawer alone, for a table of people elsewhere; `take` gets the rules."""

    door = 3
    left_out: ClassVar[frozenset[str]] = frozenset({"answer_seconds", "caller", "is_blind"})

    def __init__(
        self, context: Context, choices: Choices, take: Callable[[TableSetup], Navigation]
    ) -> None:
        super().__init__(context, choices)
        self._take = take
        self.is_open = True
        key = "board"
        self._explain(key, choices.board)

    def title(self) -> str:
        return self.context.text("together.ask.rules")

    def done(self) -> ActionBand:
        text, troubles = self.context.text, self.control.troubles
        return ActionBand(
            text("together.go_on"),
            self.begin,
            icon=Icon.CHECK,
            small=True,
            why_disabled="\n".join(troubles) if troubles else None,
            id=MAIN,
        )

    def begin(self) -> Navigation:
        return Ignored() if self.control.troubles else self._take(self.control.table())

    def close(self) -> Navigation:
        return Pop()


def setup_scene(
    context: Context,
    begin: Callable[[TableSetup], Navigation] | None = None,
    *,
    people: int = 1,
    code: str = "",
) -> Scene:
    """Return the page Play with the last choices, seats for `people` and a deal's `code`.

    `begin` makes it choose only rules, and gets the table.
    """
    choices = last_choices(context, people)
    if begin is not None:
        return OthersRulesScene(context, choices, begin)
    return SetupScene(context, choices, code)


def people_scene(context: Context) -> Scene:
    """Return the page Play with the people of the last evening, at first two."""
    return SetupScene(context, evening_choices(context))


def _paint_beside(paints: Sequence[Paint], surface: pygame.Surface, room: Rect) -> None:
    """Paint small pictures side by side."""
    for paint, cell in zip(paints, room.columns(len(paints)), strict=True):
        paint(surface, cell)
