"""How everything that is no program was made: `assets/CREDITS.md`, to be read in the window."""

from typing import NamedTuple

import pygame

from game.resources import asset, read_words
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect, View
from game.ui.widgets import PageHead, ScrollArea, WidgetScene


class CreditsPart(NamedTuple):
    """A heading or a paragraph."""

    words: str
    is_heading: bool = False


def read_credits() -> list[CreditsPart]:
    """The page's parts, without the signs of their markup."""
    parts: list[CreditsPart] = []
    for block in read_words(asset("CREDITS.md")).strip().split("\n\n"):
        lines = block.strip().splitlines() or [""]
        if lines[0].startswith("#"):
            parts.append(CreditsPart(lines[0].lstrip("# "), is_heading=True))
        elif lines[0].startswith("- "):
            parts += [CreditsPart(line.removeprefix("- ").replace("`", "")) for line in lines]
        else:
            parts.append(CreditsPart(" ".join(lines).replace("`", "")))
    return parts


class CreditsScene(WidgetScene):
    """A page to scroll."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._parts = read_credits()
        self._placed: list[tuple[CreditsPart, Rect]] = []
        self._head = PageHead(context, "about.credits", "about.back")
        self._page = ScrollArea(context, paint=self._paint)
        self._panel = Rect(0, 0, 0, 0)
        self.form.replace([self._head.back, self._page])
        self.form.focus(self._page, is_shown=False)

    def resize(self, view: View) -> None:
        """One column."""
        super().resize(view)
        self._panel = self._head.place(view)
        inner = self._panel.inset(view.px(36), view.px(20))
        self._page.place(inner.centred(min(inner.w, view.px(900)), inner.h))
        painter, y = self.context.painter, 0
        theme, self._placed = painter.theme.type, []
        for part in self._parts[1:]:
            y += view.px(14) if part.is_heading else 0
            style = theme.heading if part.is_heading else theme.body
            height = painter.height_of(part.words, self._page.inner_width, style)
            self._placed.append((part, Rect(0, y, self._page.inner_width, height)))
            y += height + view.px(8)
        self._page.content_height = y

    def _paint(self, surface: pygame.Surface, top: int) -> None:
        painter = self.context.painter
        theme = painter.theme.type
        for part, rect in self._placed:
            if top - rect.h < rect.y < top + self._page.rect.h:
                style = theme.heading if part.is_heading else theme.body
                painter.text_in(surface, part.words, rect.moved(0, -top), style, valign="top")

    def draw_below(self, surface: pygame.Surface) -> None:
        """The page's title and its panel."""
        super().draw_below(surface)
        self._head.draw(surface)
        self.context.painter.panel(surface, self._panel)
