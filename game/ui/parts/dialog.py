"""Dialogs: questions over the scene below."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Navigation, Pop
from game.ui.parts.bands import Across, ActionBand
from game.ui.parts.boxes import Column, Row
from game.ui.parts.leaves import Spacer, Text
from game.ui.parts.page import PageScene
from game.ui.widgets.base import MAIN, READ_WITH_HEADING, OnPress, Widget, Words, say
from game.ui.widgets.buttons import Look, WordLink

_WIDTH = 1000
"""The most units that a question's words are wide."""


_MANY: Final = 4
"""Choices beside the safe one that have a row of their own below its band."""


class DialogChoice(NamedTuple):
    """A dialog's button. The dialog closes first, then does what `on_press` returns."""

    label: str
    on_press: OnPress = lambda: None
    look: Look = Look.NORMAL


class Dialog(PageScene):
    """A question over the scene below; Escape takes the last choice. One with `on_command` hands
    every key and button there.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        title: Words,
        body: Words,
        choices: Sequence[DialogChoice],
        *,
        on_command: Callable[[Command], Navigation | None] | None = None,
    ) -> None:
        super().__init__(context)
        self._on_command = on_command
        self._title_words, self.body, self._choices = title, body, choices
        self.keys = {Action.CANCEL: partial(self._take, choices[-1])}

    def page(self) -> Widget:
        # A dangerous choice is never the one that a hasty Enter takes.
        places = {Look.PRIMARY: 0, Look.DANGER: 2}
        calm = min(self._choices, key=lambda choice: places.get(choice.look, 1))
        is_lossy = any(choice.look is Look.DANGER for choice in self._choices)
        band = ActionBand(calm.label, partial(self._take, calm), bleeds="left", small=True, id=MAIN)
        words = [
            WordLink(one.label, partial(self._take, one), is_bad=one.look is Look.DANGER)
            for one in self._choices
            if one is not calm
        ]
        beside = [band, *words] if len(words) < _MANY else words
        across = Across(
            Text(say(self._title_words), "action", most=_WIDTH),
            Text(say(self.body), "label", "ink_soft", id=READ_WITH_HEADING, most=_WIDTH),
            len(words) >= _MANY and band,
            Row(*beside, gap=44, stacks=True),
            is_lossy=is_lossy,
        )
        return Column(Spacer(share=1), across, Spacer(share=1))

    def _take(self, choice: DialogChoice) -> Navigation:
        return Pop(choice.on_press())

    def handle(self, intent: Intent) -> Navigation | None:
        if self._on_command is not None and isinstance(intent, Command):
            return self._on_command(intent)
        return super().handle(intent)


def make_dialog(
    context: Context, title: str, body: str, *choices: DialogChoice, **values: str
) -> Dialog:
    """Return a question whose title, body and choices are keys of the catalogue.

    `values` are those of the body.
    """
    text = context.text
    worded = [choice._replace(label=text(choice.label)) for choice in choices]
    return Dialog(context, text(title), text(body, **values), worded)
