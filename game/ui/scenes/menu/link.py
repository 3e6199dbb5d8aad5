"""A link: words without a box, which light up under the pointer."""

from typing import Unpack

import pygame

from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.widgets import OnPress, Widget, WidgetOptions


class QuietLink(Widget):
    """Words without a box, on as many lines as they need."""

    def __init__(self, label: str, on_press: OnPress, **common: Unpack[WidgetOptions]) -> None:
        super().__init__(on_press, **common)
        self.label = label

    def _style(self, painter: Painter) -> TextStyle:
        p = painter.theme.palette
        is_lit = self.is_hovered or self.shows_focus
        return painter.theme.type.caption.coloured(p.accent if is_lit else p.ink)

    def measure(self, painter: Painter) -> tuple[int, int]:
        style = self._style(painter)
        width = painter.text_width(self.label, style) + 2 * painter.px(4)
        return width, painter.line_height(style)

    def height_for(self, painter: Painter, width: int) -> int:
        inner = max(1, width - 2 * painter.px(4))
        return painter.height_of(self.label, inner, self._style(painter))

    def least_width(self, painter: Painter) -> int:
        return painter.widest_word(self.label, self._style(painter)) + 2 * painter.px(4)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        painter.text_in(surface, self.label, self.rect, self._style(painter), "centre")
