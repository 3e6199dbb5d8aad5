"""A table apart before its match: the invitation to hand on, and who has come so far."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.net.service import Seen
from game.ui.draw.icons import Icon
from game.ui.draw.theme import BLACK, WHITE
from game.ui.frame.apart import has_ears
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Pop, Pulse, Replace, Scene
from game.ui.layout.rects import Rect, View, cut_page
from game.ui.scenes.apart.packets import Errand
from game.ui.scenes.apart.words import rules_name, state_words, table_name
from game.ui.widgets import Answer, Button, IconButton, Look, Toggle, WidgetScene


class WaitingScene(WidgetScene):
    """See the module's docstring. `open_scene` says where the table goes on once it begins.

    The invitation is a secret of whoever holds it: it is hidden until it is to be shown.
    """

    def __init__(
        self, context: Context, table: bytes, open_scene: Callable[[Context, Seen], Scene]
    ) -> None:
        super().__init__(context)
        text = context.text
        self._id, self._open_scene = table, open_scene
        self._service = context.apart.service
        self.is_shown = False
        self._said = ""
        self._errand = Errand(context)
        self._known = self._service.changes
        self._back = IconButton(Icon.LEFT, Pop, tooltip=lambda: text("together.back"))
        self._copy = Button(
            lambda: text("together.copy"), self._copy_code, icon=Icon.COPY, look=Look.PRIMARY
        )
        self._show = Button(
            lambda: text("together.hide" if self.is_shown else "together.show"), self._turn,
            icon=Icon.LOCK,
        )  # fmt: skip
        self._packet = Button(
            lambda: text("together.copy_packet"), self._copy_packet, icon=Icon.SEND,
            look=Look.QUIET,
        )  # fmt: skip
        self._tell = Toggle(lambda: text("together.tell_house"), False, self._tell_house)
        self._tell.is_on = self._service.is_told(table)
        self._tell.is_hidden = not (self.seen.is_master and self._has_server and has_ears())
        self.form.replace([self._back, self._copy, self._show, self._packet, self._tell])
        self.keys[Action.COPY] = self._copy_code
        self.form.focus(self._copy, is_shown=False)
        self._head = self._left = self._right = self._code = self._note = Rect(0, 0, 0, 0)
        self._qr: tuple[str, pygame.Surface] | None = None

    @property
    def seen(self) -> Seen:
        """The table as it is known now."""
        return self._service.seen[self._id]

    @property
    def _has_server(self) -> bool:
        return self.seen.seating.is_hosted

    def _tell_house(self, is_on: bool) -> Answer:
        self._service.tell_house(self._id, self.context.preferences.player_name, is_on=is_on)
        return None

    def _copy_code(self) -> Answer:
        is_copied = self.context.copy_text(self._service.invitation(self._id))
        self._said = self.context.text("together.copied" if is_copied else "together.not_copied")
        return None

    def _copy_packet(self) -> Answer:
        self._errand.copy_packet(self._id)
        return None

    def _turn(self) -> Answer:
        self.is_shown = not self.is_shown
        self._qr = None
        if self.is_shown:
            code = self._service.invitation(self._id)
            room = min(self._code.h - self.view.px(130), self._code.w // 2)
            picture = draw_code(code, room)
            self._qr = None if picture is None else (code, picture)
        return None

    def enter(self) -> None:
        """The table may have begun meanwhile."""
        self._known = -1

    def animate(self, dt: float) -> Pulse:
        """Go to the table when all seats are taken."""
        words = self._errand.poll()
        if words is not None:
            self._said = words
            return Pulse(True)
        if self._service.changes == self._known:
            return STILL
        self._known = self._service.changes
        seen = self.seen
        if seen.table is not None and seen.table.match is not None:
            return Pulse(True, Replace(self._open_scene(self.context, seen)))
        return Pulse(True)

    def resize(self, view: View) -> None:
        """The invitation at the left, the seats at the right."""
        super().resize(view)
        px = view.px
        back, self._head, area = cut_page(view)
        self._back.place(back)
        self._left, self._right = area.cut_left(area.w * 62 // 100, px(20))
        inner = self._left.inset(px(28), px(22))
        foot, inner = inner.cut_bottom(px(48), px(12))
        buttons = foot.columns(3, px(10))
        for button, cell in zip((self._copy, self._show, self._packet), buttons, strict=True):
            button.place(cell)
        self._note, self._code = inner.cut_bottom(px(26), px(8))
        line, _ = self._right.inset(px(24), px(20)).cut_bottom(px(40))
        self._tell.place(line)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Panels, the invitation or dots, the seats."""
        super().draw_below(surface)
        painter, text, px = self.context.painter, self.context.text, self.view.px
        theme, palette = painter.theme.type, painter.theme.palette
        seen = self.seen
        painter.text_in(surface, table_name(self.context, seen), self._head, theme.title)
        painter.panel(surface, self._left)
        head, rest = self._code.cut_top(px(30), px(6))
        painter.text_in(surface, text("together.invitation"), head, theme.heading)
        about, rest = rest.cut_top(px(64), px(10))
        key = "together.invitation_about" if seen.is_master else "together.joined_about"
        painter.text_in(surface, text(key), about, theme.body, valign="top")
        painter.box(surface, rest, palette.sunken, palette.panel_edge)
        code = self._service.invitation(self._id)
        if self._qr is not None:
            picture, rest = rest.inset(px(12)).cut_left(
                min(self._qr[1].get_width(), rest.w // 2), px(12)
            )
            surface.blit(
                self._qr[1], (picture.x, picture.centre[1] - self._qr[1].get_height() // 2)
            )
        shown = _broken(code) if self.is_shown else f"{code[:6]}{'•' * 24}"
        style = theme.caption if self.is_shown else theme.heading
        painter.text_in(surface, shown, rest.inset(px(14), px(10)), style, "centre")
        words = self._said or seen.trouble
        painter.text_in(surface, words, self._note, theme.caption, max_lines=1)
        painter.panel(surface, self._right)
        inner = self._right.inset(px(24), px(20))
        head, inner = inner.cut_top(px(30), px(8))
        painter.text_in(surface, text("together.who"), head, theme.heading)
        seats = 0 if seen.table is None else seen.table.opened.seats
        if not self._tell.is_hidden:
            _, inner = inner.cut_bottom(px(40), px(8))
        foot, inner = inner.cut_bottom(px(66), px(8))
        height = min(px(50), (inner.h - px(8) * 5) // 6)
        for index, line in enumerate(inner.stack([height] * seats, px(8))):
            is_taken = index < len(seen.asking)
            painter.box(surface, line, palette.raised if is_taken else palette.sunken)
            cell, words_at = line.inset(px(12), px(4)).cut_left(px(26), px(10))
            ink = palette.good if is_taken else palette.ink_muted
            icon = Icon.CHECK if is_taken else Icon.DOTS
            painter.icon(surface, icon, cell.centre, px(20), ink)
            name = seen.asking[index] if is_taken else text("together.free_seat")
            style = theme.strong if is_taken else theme.body.coloured(palette.ink_muted)
            painter.text_in(surface, name, words_at, style, max_lines=1)
        words = state_words(self.context, seen)
        if seen.table is not None:
            words = f"{rules_name(self.context, seen.table.opened.rules)}\n{words}"
        painter.text_in(surface, words, foot, theme.caption)


def _broken(code: str) -> str:
    """A code in lines of a length that can be read aloud."""
    return "\n".join(code[i : i + 44] for i in range(0, len(code), 44))


def draw_code(code: str, room: int) -> pygame.Surface | None:
    """The invitation as a picture for a camera, as large as fits; None without the extra `qr`."""
    try:
        import segno
    except ImportError:
        return None
    rows = [list(row) for row in segno.make(code, error="l", micro=False).matrix]
    border = 3
    pixel = max(2, room // (len(rows) + 2 * border))
    side = (len(rows) + 2 * border) * pixel
    picture = pygame.Surface((side, side))
    picture.fill(WHITE)
    for y, row in enumerate(rows):
        for x, is_dark in enumerate(row):
            if is_dark:
                at = ((x + border) * pixel, (y + border) * pixel, pixel, pixel)
                picture.fill(BLACK, at)
    return picture
