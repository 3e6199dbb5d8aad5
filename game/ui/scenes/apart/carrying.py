"""What is carried by hand: a table's packets, and the card with which one goes on elsewhere."""

import pygame

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Pulse
from game.ui.layout.rects import Rect, View
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.widgets import Look, WidgetScene


class CarryingScene(WidgetScene):
    """See the module's docstring. It lies over the table, desk or invitation that it is about."""

    is_overlay = True

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._request: PendingRequest[str] = PendingRequest(context)
        self._said = ""
        copy = self.button("together.copy_packet", self._copy_packet, Icon.SEND, Look.PRIMARY)
        take = self.button("together.take", self._take_packet, Icon.COPY)
        card = self.button("together.copy_card", self._copy_card, Icon.LOCK)
        self.form.replace([copy, take, card, self.button("together.back", Pop)])
        self.form.focus(copy, is_shown=True)
        self._panel = self._title = self._about = self._note = Rect(0, 0, 0, 0)

    def _copy_packet(self) -> None:
        def words(packet: str) -> str:
            key = "packet_copied" if self.context.copy_text(packet) else "not_copied"
            return self.context.text(f"together.{key}")

        self._request.ask(self.context.apart.service.packet(self._id), words)

    def _take_packet(self) -> None:
        taken = self.context.apart.service.take(self.context.paste_text())
        self._request.ask(taken, lambda _: self.context.text("together.taken"))

    def _copy_card(self) -> None:
        is_copied = self.context.copy_text(self.context.apart.service.card(self._id))
        self._said = self.context.text(f"together.{'card_copied' if is_copied else 'not_copied'}")

    def animate(self, dt: float) -> Pulse:
        """Say what came of it."""
        words = self._request.poll()
        if words is None:
            return Pulse()
        self._said = words
        return Pulse(True)

    def resize(self, view: View) -> None:
        """A panel in the middle: words above, buttons below."""
        super().resize(view)
        px, painter = view.px, self.context.painter
        pad, gap = px(28), px(12)
        width = min(px(560), view.area.w - px(48))
        about = self.context.text("together.carry_about")
        high = painter.height_of(about, width - 2 * pad, painter.theme.type.body)
        rows = len(self.form.widgets)
        buttons = px(46) * rows + gap * (rows - 1)
        height = 2 * pad + px(34) + gap + high + px(64) + gap + buttons
        self._panel = view.area.centred(width, min(height, view.area.h - px(32)))
        self._title, rest = self._panel.inset(pad).cut_top(px(34), gap)
        low, rest = rest.cut_bottom(buttons, gap)
        self._note, self._about = rest.cut_bottom(px(56), px(8))
        self.place_all(self.form.widgets, low.rows(rows, gap))

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and its words over what lies below."""
        painter, text = self.context.painter, self.context.text
        theme = painter.theme.type
        painter.dim(surface)
        painter.panel(surface, self._panel, is_lifted=True)
        painter.text_in(surface, text("together.carry"), self._title, theme.heading)
        painter.text_in(
            surface, text("together.carry_about"), self._about, theme.body, valign="top"
        )
        ink = painter.theme.palette.accent
        painter.text_in(surface, self._said, self._note, theme.caption.coloured(ink), "centre")
