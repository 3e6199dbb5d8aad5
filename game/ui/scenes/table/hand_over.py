"""The curtain between two people at one screen whose boards are hidden."""

from collections.abc import Callable, Sequence

import pygame

from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop
from game.ui.layout.rects import Rect, View
from game.ui.widgets import Button, Look, WidgetScene


class HandOver(WidgetScene):
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
        text = context.text
        ready = Button(lambda: text("play.ready"), Pop, look=Look.PRIMARY)
        back = Button(lambda: text("play.pass_take_back", name=previous), self._go_back)
        self.form.replace([ready] if take_back is None else [ready, back])
        self.keys = {Action.TAKE_BACK: self._go_back}
        self.form.focus(ready, is_shown=True)
        self._words = self._body = self._news = Rect(0, 0, 0, 0)

    def _go_back(self) -> Navigation:
        return Ignored() if self._take_back is None else Pop(self._take_back())

    def resize(self, view: View) -> None:
        """Words above the large buttons, the news below."""
        super().resize(view)
        px = view.px
        news = px(40) * len(self._told)
        box = view.area.centred(min(px(700), view.area.w), px(330) + news)
        self._words, rest = box.cut_top(px(90), px(8))
        self._body, rest = rest.cut_top(px(60), px(20))
        for widget in self.form.widgets:
            row, rest = rest.cut_top(px(54), px(14))
            widget.place(row.centred(min(row.w, px(440)), row.h))
        self._news = rest

    def draw_below(self, surface: pygame.Surface) -> None:
        """Cover the whole table, so that no board can be seen."""
        super().draw_below(surface)
        painter = self.context.painter
        text = self.context.text
        title, body = painter.theme.type.title, painter.theme.type.body
        words = text("play.pass_on", name=self._name)
        painter.text_in(surface, words, self._words, title, "centre")
        words = text("play.pass_body", name=self._name)
        painter.text_in(surface, words, self._body, body, "centre")
        if self._told:
            painter.text_in(surface, "\n".join(self._told), self._news, body, "centre")
