"""The curtain between two people at one screen whose boards are hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.frame.scene import Pop
from game.ui.layout.rects import Rect, View
from game.ui.widgets import Button, Look, WidgetScene

if TYPE_CHECKING:
    import pygame

    from game.ui.frame.context import Context


class HandOver(WidgetScene):
    """A curtain over the table until the next person is ready."""

    is_overlay = True

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context)
        self._name = name
        self._ready = Button(lambda: context.text("play.ready"), Pop, look=Look.PRIMARY)
        self.form.replace([self._ready])
        self.form.focus(self._ready, is_shown=True)
        self._words = Rect(0, 0, 0, 0)
        self._body = self._words

    def resize(self, view: View) -> None:
        """Words above one large button."""
        super().resize(view)
        px = view.px
        box = view.area.centred(min(px(640), view.area.w), px(260))
        self._words, rest = box.cut_top(px(90), px(8))
        self._body, rest = rest.cut_top(px(60), px(20))
        self._ready.place(rest.centred(px(280), px(54)))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Nothing of the boards is to be seen."""
        super().draw_below(surface)
        painter = self.context.painter
        text = self.context.text
        title, body = painter.theme.type.title, painter.theme.type.body
        words = text("play.pass_on", name=self._name)
        painter.text_in(surface, words, self._words, title, "centre")
        words = text("play.pass_body", name=self._name)
        painter.text_in(surface, words, self._body, body, "centre")
