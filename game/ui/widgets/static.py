"""Words and key hints, which are not pressed."""

from collections.abc import Callable, Sequence
from typing import Literal, Unpack

import pygame

from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.widgets.base import OnPress, Widget, WidgetOptions, Words, say


class Label(Widget):
    """Words that wrap and shrink to stay inside their rectangle."""

    is_focusable = False
    names = True
    """Whether it can label the part behind it; a page's title does not."""

    def __init__(
        self,
        words: Words,
        style: Callable[[Painter], TextStyle] = lambda painter: painter.theme.type.body,
        valign: Literal["top", "middle", "bottom"] = "middle",
        *,
        max_lines: int | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self.words = words
        self.style = style
        self.valign: Literal["top", "middle", "bottom"] = valign
        self.max_lines = max_lines

    def height_for(self, painter: Painter, width: int) -> int:
        return painter.height_of(say(self.words), width, self.style(painter))

    def turn(self, painter: Painter) -> float:
        return self.style(painter).size * self.word_scale

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        painter.text_in(
            surface,
            say(self.words),
            self.rect,
            self.style(painter),
            valign=self.valign,
            max_lines=self.max_lines,
        )


class Explained(Widget):
    """A number drawn by the scene, explained to pointer and keyboard; `on_press` opens its
    subject.
    """

    def __init__(
        self, words: Words, on_press: OnPress | None = None, **common: Unpack[WidgetOptions]
    ) -> None:
        common["tooltip"] = common["explain"] = words
        super().__init__(on_press, **common)


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
