"""Joining a table apart: the invitation pasted, a name, and on which way packets travel."""

from functools import partial
from typing import Final

import pygame

from game.play.choices import MAX_NAME
from game.rules.names import clean_name
from game.ui.draw.icons import Icon
from game.ui.frame.apart import has_listener
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pulse, Replace
from game.ui.layout.rects import Rect, View
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import Button, Look, PageHead, TextField, WidgetScene

_LONGEST: Final = 4_096


class JoinScene(WidgetScene):
    """See the module's docstring."""

    def __init__(self, context: Context, text: str = "") -> None:
        super().__init__(context)
        say = context.text
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._trouble = ""
        self._head = PageHead(context, "together.join", "together.back")
        self.code = TextField(
            context, text, self._sync_text, placeholder=lambda: say("together.code"),
            max_length=_LONGEST, on_enter=lambda _: self._join(),
        )  # fmt: skip
        self.name = TextField(
            context, context.preferences.player_name, self._sync_text,
            placeholder=lambda: say("together.name"), max_length=MAX_NAME,
            on_enter=lambda _: self._join(),
        )  # fmt: skip
        self.folder = TextField(
            context, "", self._sync_text, placeholder=lambda: say("together.folder_maybe"),
            max_length=_LONGEST, on_enter=lambda _: self._join(),
        )  # fmt: skip
        self._paste = self.button("together.paste", self._paste_code, Icon.COPY)
        self._button = self.button("together.join_now", self._join, Icon.TOGETHER, Look.PRIMARY)
        self._watch = self.button("together.watch", self._watch_only, Icon.EYE)
        self._look = self.button("together.look", self._listen, Icon.SOUND, Look.QUIET)
        self._look.is_hidden = not has_listener()
        self._is_listening = False
        self._known = 0
        self._heard = [
            Button(partial(self._heard_words, i), partial(self._take_heard, i)) for i in range(3)
        ]
        self.form.replace(
            [
                self._head.back,
                self.code,
                self._paste,
                self.name,
                self.folder,
                self._button,
                self._watch,
                self._look,
                *self._heard,
            ]
        )
        self.form.rest = self._button
        self.keys[Action.CONFIRM] = self._join
        self._sync()
        self.form.focus(self.code, is_shown=False)
        self._panel = self._about = self._status = Rect(0, 0, 0, 0)

    def _listen(self) -> None:
        self._is_listening = True
        self.context.apart.service.listen()
        self._sync()

    def _heard_words(self, index: int) -> str:
        heard = self.context.apart.service.heard
        return heard[index][0] or "?" if index < len(heard) else ""

    def _take_heard(self, index: int) -> None:
        heard = self.context.apart.service.heard
        if index < len(heard):
            self.code.show(heard[index][1])
            self._sync()

    def _paste_code(self) -> None:
        self.code.show(self.context.paste_text().strip()[:_LONGEST])
        self._trouble = ""
        self._sync()

    def _sync_text(self, text: str) -> None:
        self._trouble = ""
        self._sync()

    def _sync(self) -> None:
        is_card = self.code.text.strip().startswith("TIE1C.")
        key = None
        if not self.code.text.strip():
            key = "together.needs_code"
        elif not clean_name(self.name.text) and not is_card:
            key = "together.needs_name"
        self._button.why_disabled = None if key is None else self.context.text(key)
        has_code = bool(self.code.text.strip())
        self._watch.why_disabled = None if has_code else self.context.text("together.needs_code")
        for index, button in enumerate(self._heard):
            button.is_hidden = index >= len(self.context.apart.service.heard)

    def _join(self) -> None:
        if self._button.why_disabled is None:
            self._ask(clean_name(self.name.text))

    def _watch_only(self) -> None:
        # Who says no name asks for no seat.
        self._ask("")

    def _ask(self, name: str) -> None:
        if not self._request.is_open:
            self._trouble, service = "", self.context.apart.service
            self._request.ask(
                service.join(self.code.text, name, self.folder.text.strip()),
                lambda id: Replace(self.context.routes.apart_next(id)),
            )

    def animate(self, dt: float) -> Pulse:
        """Go on to the table once it is kept here."""
        heard = len(self.context.apart.service.heard)
        if self._is_listening and heard != self._known:
            self._known = heard
            self._sync()
            return Pulse(True)
        came = self._request.poll()
        if isinstance(came, str):
            self._trouble = came
        return STILL if came is None else Pulse(True, None if isinstance(came, str) else came)

    def resize(self, view: View) -> None:
        """A column in the middle."""
        super().resize(view)
        px = view.px
        area = self._head.place(view)
        self._panel = area.centred(min(px(760), area.w), min(px(530), area.h))
        inner = self._panel.inset(px(32), px(26))
        self._about, inner = inner.cut_top(px(96), px(12))
        line, inner = inner.cut_top(px(48), px(14))
        paste, field = line.cut_right(px(170), px(12))
        self._paste.place(paste)
        self.code.place(field)
        line, inner = inner.cut_top(px(48), px(14))
        self.name.place(line)
        line, inner = inner.cut_top(px(48), px(18))
        self.folder.place(line)
        line, inner = inner.cut_top(px(52), px(12))
        right, left = line.cut_right(line.w * 34 // 100, px(12))
        self._button.place(left)
        self._watch.place(right)
        foot, self._status = inner.cut_bottom(px(44), px(8))
        cells = foot.columns(4, px(10))
        self.place_all((self._look, *self._heard), cells)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Panel and words."""
        super().draw_below(surface)
        painter, text = self.context.painter, self.context.text
        theme = painter.theme.type
        self._head.draw(surface)
        painter.panel(surface, self._panel)
        painter.text_in(surface, text("together.join_about"), self._about, theme.body)
        words = self._trouble or (text("together.joining") if self._request.is_open else "")
        if words:
            ink = painter.theme.palette.bad if self._trouble else painter.theme.palette.ink_soft
            painter.text_in(surface, words, self._status, theme.caption.coloured(ink))
