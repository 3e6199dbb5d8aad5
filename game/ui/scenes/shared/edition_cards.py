"""The editions as a row of cards, each with the digit that chooses it."""

from collections.abc import Callable
from functools import partial
from typing import Unpack

import pygame

from game.play.editions import Edition, all_editions
from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation
from game.ui.layout.rects import Rect
from game.ui.widgets import OnPress, PressResult, Widget
from game.ui.widgets.base import Told


class EditionCard(Widget):
    """A small card with the digit that chooses it."""

    def __init__(
        self,
        context: Context,
        edition: Edition,
        on_press: OnPress,
        *,
        is_selected: bool = False,
        **told: Unpack[Told],
    ) -> None:
        super().__init__(on_press, **told)
        self._context = context
        self.edition = edition
        self.is_selected = is_selected

    @property
    def title(self) -> str:
        """The edition's name."""
        return self._context.text(f"editions.{self.edition.name}.name")

    def name_and_state(self, context: Context) -> str:
        """Its name, and whether it is chosen."""
        state = context.text("heard.spoken.is_chosen") if self.is_selected else ""
        return ", ".join(filter(None, (self.title, state)))

    @staticmethod
    def _style(painter: Painter) -> TextStyle:
        return painter.theme.type.strong.sized(16.5)

    def measure(self, painter: Painter) -> tuple[int, int]:
        """Room for the title on one line."""
        width = painter.text_width(self.title, self._style(painter))
        return width + painter.px(62), painter.px(54)

    def least_width(self, painter: Painter) -> int:
        """Room for the longest word."""
        return painter.widest_word(self.title, self._style(painter)) + painter.px(62)

    def height_for(self, painter: Painter, width: int) -> int:
        """Room for the title in as many lines as it needs."""
        inner = max(1, width - painter.px(60))
        words = painter.height_of(self.title, inner, self._style(painter))
        return max(painter.px(54), words + painter.px(14))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw box, key cap and title."""
        p = painter.theme.palette
        fill, edge, ink = p.panel, p.panel_edge, p.ink_soft
        if self.is_hovered or self.shows_focus:
            fill, edge, ink = p.raised_hover, p.raised_edge, p.ink
        if self.is_pressed:
            fill = p.raised_press
        width = painter.theme.border
        if self.is_selected:
            fill, edge, ink, width = p.raised, p.accent, p.ink, 2.6
        painter.box(
            surface,
            self.rect,
            fill,
            edge,
            width=max(1.0, width * painter.view.scale),
            is_glossy=True,
        )
        inner = self.rect.inset(painter.px(12), painter.px(7))
        cap = min(painter.px(26), inner.h)
        key = Rect(inner.x, inner.centre[1] - cap // 2, cap, cap)
        key_fill, key_ink = (p.accent, p.ink_dark) if self.is_selected else (p.raised, p.ink)
        painter.box(surface, key, key_fill, p.raised_edge, radius=painter.px(7), is_glossy=True)
        style = painter.theme.type.caption
        painter.text(
            surface, str(self.edition.place), key.centre, style.coloured(key_ink), "centre"
        )
        words = inner.cut_left(cap, painter.px(10))[1]
        painter.text_in(surface, self.title, words, self._style(painter).coloured(ink))
        if self.shows_focus:
            painter.focus_ring(surface, self.rect)


def edition_cards(
    context: Context,
    choose: Callable[[Edition], PressResult],
    *,
    chosen: str = "",
    has_tooltips: bool = True,
) -> list[EditionCard]:
    """A card for each edition, in their order; the one named `chosen` is lit."""
    return [
        EditionCard(
            context,
            card,
            partial(choose, card),
            is_selected=card.name == chosen,
            tooltip=partial(context.text, f"editions.{card.name}.about") if has_tooltips else "",
            id=("card", card.name),
        )
        for card in all_editions()
    ]


def press_digit(root: Widget, digit: str) -> Navigation | None:
    """Press the card of that digit, where a page's tree has it."""
    for part in root.walk():
        if isinstance(part, EditionCard) and str(part.edition.place) == digit:
            return part.press()
    return Ignored()
