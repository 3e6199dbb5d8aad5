"""The row of edition cards, each with the digit that chooses it."""

from collections.abc import Callable
from functools import partial

import pygame

from game.play.editions import Edition, all_editions
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation
from game.ui.layout.rects import Rect
from game.ui.parts import Picture, PressedPanel, Row, Text, Widget
from game.ui.widgets import OnPress, PressResult, Words


class EditionCard(PressedPanel):
    """A small card with the digit that chooses it; the chosen one is lit."""

    def __init__(
        self,
        context: Context,
        edition: Edition,
        on_press: OnPress,
        *,
        is_selected: bool,
        tooltip: Words,
    ) -> None:
        title = context.text(f"editions.{edition.name}.name")
        state = context.text("heard.spoken.is_chosen") if is_selected else ""

        def paint(surface: pygame.Surface, room: Rect) -> None:
            painter, cap = context.painter, room.centred(room.w, room.w)
            p, style = painter.theme.palette, painter.theme.type.caption
            fill, ink = (p.accent, p.ink_dark) if is_selected else (p.raised, p.ink)
            painter.box(surface, cap, fill, p.raised_edge, radius=painter.px(7))
            painter.text(surface, str(edition.place), cap.centre, style.coloured(ink), "centre")

        super().__init__(
            on_press,
            Row(
                Picture(paint, size=26, least=40),
                Text(title, "strong", "ink" if is_selected else "ink_soft", share=1),
                gap=10,
                share=1,
            ),
            pad=(12, 7),
            is_marked=is_selected,
            reads=", ".join(filter(None, (title, state))),
            tooltip=tooltip,
            id=("card", edition.name),
        )
        self.edition = edition


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
        )
        for card in all_editions()
    ]


def press_digit(context: Context, root: Widget, digit: int) -> Navigation | None:
    """Press the card of that digit, where a page's tree has it, and say which it is."""
    for part in root.walk():
        if isinstance(part, EditionCard) and part.edition.place == digit:
            name = context.text(f"editions.{part.edition.name}.name")
            context.speak(f"{name}, {context.text('heard.spoken.is_chosen')}.")
            return part.press()
    return Ignored()
