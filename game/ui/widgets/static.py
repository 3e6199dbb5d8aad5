"""The key hints at the foot of the table."""

from collections.abc import Sequence
from typing import Unpack

import pygame

from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.widgets.base import Widget, WidgetOptions, Words, say


class KeyHints(Widget):
    """The line of keys at the foot: `[(key, what it does), …]`, in catalogue words.

    Hints that do not fit are left out from the end, so put the important ones first; the way out,
    by the key `stays`, goes last of all.
    """

    is_focusable = False
    stays: Words = ""

    def __init__(
        self, hints: Sequence[tuple[Words, Words]] = (), **common: Unpack[WidgetOptions]
    ) -> None:
        super().__init__(**common)
        self.hints = list(hints)

    def name_and_state(self, context: Context) -> str:
        return ", ".join(say(words) for hint in self.hints for words in hint)

    def _width(self, painter: Painter, key: Words, words: Words) -> int:
        style = painter.theme.type.strong
        return (
            painter.text_width(say(key), style)
            + painter.text_width(say(words), painter.theme.type.body)
            + painter.px(38)
        )

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        bold, soft = painter.theme.type.strong, painter.theme.type.body
        shown = list(self.hints)
        while (total := sum(self._width(painter, *hint) for hint in shown)) > self.rect.w:
            leaves = [hint for hint in shown if say(hint[0]) != say(self.stays)] or shown
            shown.remove(leaves[-1])
        x = self.rect.x + (self.rect.w - total) // 2 + painter.px(14)
        middle = self.rect.centre[1]
        for key, words in shown:
            x = painter.text(surface, say(key), (x, middle), bold).right + painter.px(9)
            x = painter.text(surface, say(words), (x, middle), soft).right + painter.px(29)
