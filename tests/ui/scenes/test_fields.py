"""Any text typed or pasted into a field of any page, then Enter, is used or refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import pytest

from game.locale import Language
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Typed
from game.ui.widgets import TextField
from tests.each import each
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.scenes.stage import Stage
from tests.ui.test_draw_changes_nothing import one_of_each
from tests.ui.unseen import SLOW, draw_blank

pytestmark = pytest.mark.slow

TEXTS: Final = (
    "", " ", "x", "9" * 400, "-1", "٣", "²", "é" * 300, "\u200b", "\x00", "../..", "/", "~", "{}",
    "[1]", "0000-7FX", "0000-7FY", "CLIMB-0000", "CLIMB-0000-7FX", "CLIMB-", "TIE1I.4.abcd",
    "TIE1T.", "nats://", "nats://a:b@[::1", "http://x:99999", "C:\\x?", "محمد", "<b>%s{0}</b>",
)  # fmt: skip
"""Texts that look like a number, a code, a path, an address or a name, but are invalid."""


class Typing:
    """A sample, opened again whenever it was left."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.open()

    def open(self) -> None:
        context: Context = make_context(Language.ENGLISH, (1024, 640))
        self._scenes = open_sample(collect_samples()[self._name], context, SLOW)
        self.stage = Stage.__new__(Stage)
        self.stage.context, self.stage.size = context, context.painter.view.area.size
        self.stage.stack = self._scenes
        self._page = self._scenes.top

    def fields(self) -> Iterator[tuple[int, TextField]]:
        for number, widget in enumerate(self.stage.widgets()):
            if isinstance(widget, TextField) and widget.can_focus:
                yield number, widget

    def enter(self, number: int, text: str) -> None:
        if self._scenes.is_empty or self._scenes.top is not self._page:
            self.open()
        field = next((field for at, field in self.fields() if at == number), None)
        if field is None:
            return
        self.stage.click(field)
        self.stage.give(Command(None, key="a", text="a", is_ctrl=True, chord="ctrl+a"))
        self.stage.give(Typed(text))
        self.stage.give(Command(Action.CONFIRM, key="return"))
        self.stage.let(0.1)
        self.stage.draw()


@each(enumerate(one_of_each()))
def test_every_field_takes_any_text(page: int, name: str) -> None:
    """Each page gets every third text, and the next two pages get the others."""
    with pytest.MonkeyPatch.context() as patch:
        draw_blank(patch)
        typing = Typing(name)
        with suppress(AttributeError):
            for number, _ in [*typing.fields()]:
                for text in TEXTS[page % 3 :: 3]:
                    typing.enter(number, text)
