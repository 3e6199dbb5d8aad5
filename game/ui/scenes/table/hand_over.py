"""The curtain between two people at one screen whose boards are hidden."""

from collections.abc import Callable, Sequence

import pygame

from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop
from game.ui.parts import MAIN, QUESTION, Column, PageScene, Spacer, Text, Widget
from game.ui.widgets import Button, Look


class HandOver(PageScene):
    """A curtain over the table until the next person is ready.

    `told` are sentences about what happened to others. `previous` is who may still take a tile
    back (C4), which `take_back` does.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        name: str,
        told: Sequence[str] = (),
        previous: str = "",
        take_back: Callable[[], Navigation | None] | None = None,
    ) -> None:
        super().__init__(context)
        self._name, self._told, self._take_back = name, told, take_back
        self._previous = previous
        self.keys = {Action.TAKE_BACK: self._go_back}

    def page(self) -> Widget:
        """Words above the large buttons, the news below."""
        text = self.context.text
        return Column(
            Spacer(share=1),
            Text(text("play.pass_on", name=self._name), "title", align="centre", id=QUESTION),
            Text(text("play.pass_body", name=self._name), align="centre", most=700),
            Spacer(size=14),
            Button(text("play.ready"), Pop, look=Look.PRIMARY, id=MAIN, size=54, across=440),
            self._take_back is not None
            and Button(
                text("play.pass_take_back", name=self._previous),
                self._go_back,
                size=54,
                across=440,
            ),
            Text("\n".join(self._told), align="centre", most=700),
            Spacer(share=1),
            gap=14,
            pad=(20, 16),
        )

    def _go_back(self) -> Navigation:
        return Ignored() if self._take_back is None else Pop(self._take_back())

    def draw_below(self, surface: pygame.Surface) -> None:
        """Cover the whole table, so that no board can be seen."""
        self.context.painter.draw_background(surface)
