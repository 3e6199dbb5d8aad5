"""A table apart before its match: the invitation to hand on, and who has come so far."""

from dataclasses import replace
from functools import partial

import pygame

from game.net.service import Asking, Seen
from game.ui.draw.icons import Icon
from game.ui.draw.theme import BLACK, WHITE
from game.ui.frame.apart import has_listener
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Pulse, Push, Replace
from game.ui.layout.rects import Rect, View
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.words import rules_name, state_words, table_name, trouble_words
from game.ui.widgets import (
    Button,
    Look,
    PageHead,
    PressResult,
    ScrollArea,
    Toggle,
    Widget,
    WidgetScene,
)
from game.ui.widgets.menu_row import MenuRow


class WaitingScene(WidgetScene):
    """See the module's docstring.

    The invitation is a secret of whoever holds it: it is hidden until it is to be shown.
    """

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        text = context.text
        self._id = table
        self._service = context.apart.service
        self.is_shown = False
        self._said = ""
        self._known = self._service.changes
        self._head = PageHead(context, self._title_words, "together.back")
        self._copy = self.button("together.copy", self._copy_code, Icon.COPY, Look.PRIMARY)
        self._show = Button(
            lambda: text("together.hide" if self.is_shown else "together.show"),
            self._turn,
            icon=Icon.LOCK,
        )
        self._packet = self.button(
            "together.carry", lambda: Push(CarryingScene(context, table)), Icon.SEND, Look.QUIET
        )
        self._lets_in = Toggle(
            lambda: text("together.lets_in"), self.seen.seating.desk.lets_in, self._set_lets_in
        )
        self._lets_in.is_hidden = not self.seen.is_master
        self._begin = self.button("together.begin", self._begin_now, Icon.PLAY, Look.PRIMARY)
        self._list = ScrollArea(context)
        self._tell = Toggle(lambda: text("together.tell_house"), False, self._tell_house)
        self._tell.is_on = self._service.is_told(table)
        self._tell.is_hidden = not (self.seen.is_master and self._has_server and has_listener())
        self.form.replace(
            [
                self._head.back,
                self._copy,
                self._show,
                self._packet,
                self._list,
                self._begin,
                self._lets_in,
                self._tell,
            ]
        )
        self.keys[Action.COPY] = self._copy_code
        self.form.focus(self._copy, is_shown=False)
        self._left = self._right = self._code = self._note = Rect(0, 0, 0, 0)
        self._foot = Rect(0, 0, 0, 0)
        self._qr: tuple[str, pygame.Surface] | None = None
        self._fill()

    @property
    def seen(self) -> Seen:
        """The table as it is known now."""
        return self._service.seen[self._id]

    def _title_words(self) -> str:
        return table_name(self.context, self.seen)

    @property
    def _has_server(self) -> bool:
        return self.seen.seating.is_hosted

    def _tell_house(self, is_on: bool) -> PressResult:
        self._service.tell_house(self._id, self.context.preferences.player_name, is_on=is_on)
        return None

    # who sits down

    def _set_lets_in(self, is_on: bool) -> PressResult:
        self._service.lead(self._id, replace(self.seen.seating.desk, lets_in=is_on))
        return None

    def _begin_now(self) -> PressResult:
        self._service.lead(self._id, self.seen.seating.desk, goes_on=True)
        return None

    def _turn_away(self, one: Asking) -> PressResult:
        """Send somebody away who asks for a seat, or let them ask again."""
        desk, author = self.seen.seating.desk, one.author.hex()
        away = set(desk.sent_away) ^ {author}
        self._service.lead(self._id, replace(desk, sent_away=tuple(sorted(away))))
        return None

    def _fill(self) -> None:
        """A row for each that asks, in the order in which they get seats, then the free seats."""
        seen = self.seen
        seats = 0 if seen.table is None else seen.table.opened.seats
        coming = [one for one in seen.asking if not one.is_sent_away]
        away = [one for one in seen.asking if one.is_sent_away]
        rows: list[Widget] = [
            self._row(one, "seated" if index < seats else "in_line")
            for index, one in enumerate(coming)
        ]
        rows += [self._free_row() for _ in range(seats - len(coming))]
        rows += [self._row(one, "sent_away") for one in away]
        self._list.form.replace(rows)
        self._begin.is_hidden = not (seen.is_master and seen.seating.desk.lets_in)
        missing = seats - len(coming)
        self._begin.why_disabled = (
            self.context.text("together.seats_missing") if missing > 0 else None
        )
        self._lets_in.is_on = seen.seating.desk.lets_in

    def _free_row(self) -> MenuRow:
        text = self.context.text
        words = partial(text, "together.free_seat")
        row = MenuRow(self.context, words, lambda: None, Icon.DOTS, look=Look.QUIET)
        row.why_disabled = text("together.nobody_yet")
        return row

    def _row(self, one: Asking, state: str) -> MenuRow:
        icons = {"seated": Icon.CHECK, "in_line": Icon.HOURGLASS, "sent_away": Icon.CLOSE}
        can_turn = self.seen.is_master and not one.is_here
        key = f"together.asking.{state}{'_press' if can_turn else ''}"
        row = MenuRow(
            self.context,
            one.name,
            partial(self._turn_away, one),
            icons[state],
            body=lambda: self.context.text(key),
            look=Look.QUIET if one.is_sent_away else Look.NORMAL,
        )
        if not can_turn:
            row.why_disabled = self.context.text(key)
        return row

    # the invitation

    def _copy_code(self) -> PressResult:
        is_copied = self.context.copy_text(self._service.invitation(self._id))
        self._said = self.context.text("together.copied" if is_copied else "together.not_copied")
        return None

    def _turn(self) -> PressResult:
        self.is_shown = not self.is_shown
        self._make_code()
        return None

    def _make_code(self) -> None:
        """The picture of the invitation, as large as there is room for."""
        self._qr = None
        if self.is_shown:
            code = self._service.invitation(self._id)
            room = min(self._code.h - self.view.px(130), self._code.w // 2)
            picture = draw_code(code, room)
            self._qr = None if picture is None else (code, picture)

    def enter(self) -> None:
        """The table may have begun meanwhile."""
        self._known = -1

    def animate(self, dt: float) -> Pulse:
        """Go to the table when all seats are taken."""
        if self._service.changes == self._known:
            return STILL
        self._known = self._service.changes
        seen = self.seen
        if seen.table is not None and seen.table.match is not None:
            return Pulse(True, Replace(self.context.routes.apart_next(self._id)))
        self._fill()
        # The button that begins comes and goes, and others make room for it.
        self.resize(self.view)
        return Pulse(True)

    def resize(self, view: View) -> None:
        """The invitation at the left, the seats at the right."""
        super().resize(view)
        px = view.px
        area = self._head.place(view)
        self._left, self._right = area.cut_left(area.w * 62 // 100, px(20))
        inner = self._left.inset(px(28), px(22))
        foot, inner = inner.cut_bottom(px(48), px(12))
        buttons = foot.columns(3, px(10))
        self.place_all((self._copy, self._show, self._packet), buttons)
        self._note, self._code = inner.cut_bottom(px(26), px(8))
        inner = self._right.inset(px(20), px(18))
        for toggle in (self._tell, self._lets_in):
            if not toggle.is_hidden:
                line, inner = inner.cut_bottom(px(40), px(6))
                toggle.place(line)
        if not self._begin.is_hidden:
            line, inner = inner.cut_bottom(px(48), px(8))
            self._begin.place(line)
        self._foot, inner = inner.cut_bottom(px(66), px(8))
        _, inner = inner.cut_top(px(30), px(8))
        self._list.place(inner)
        self._list.stack(px(50), px(8))
        self._make_code()

    def draw_below(self, surface: pygame.Surface) -> None:
        """Panels, the invitation or dots, the seats."""
        super().draw_below(surface)
        painter, text, px = self.context.painter, self.context.text, self.view.px
        theme, palette = painter.theme.type, painter.theme.palette
        seen = self.seen
        self._head.draw(surface)
        painter.panel(surface, self._left)
        head, rest = self._code.cut_top(px(30), px(6))
        painter.text_in(surface, text("together.invitation"), head, theme.heading)
        about, rest = rest.cut_top(px(64), px(10))
        asks = any(kept.name for kept in seen.seating.cards)
        key = "joined_about" if asks else "watching_about"
        key = f"together.{'invitation_about' if seen.is_master else key}"
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
        shown = (
            _broken(code, 44 if self._qr is None else 32)
            if self.is_shown
            else f"{code[:6]}{'•' * 24}"
        )
        style = theme.caption if self.is_shown else theme.heading
        painter.text_in(surface, shown, rest.inset(px(14), px(10)), style, "centre")
        words = trouble_words(self.context, seen) or self._said
        painter.text_in(surface, words, self._note, theme.caption, max_lines=1)
        painter.panel(surface, self._right)
        head, _ = self._right.inset(px(20), px(18)).cut_top(px(30), px(8))
        painter.text_in(surface, text("together.who"), head, theme.heading)
        words = state_words(self.context, seen)
        if seen.table is None:
            painter.text_in(surface, words, self._list.rect, theme.body, "centre")
            words = ""
        else:
            words = f"{rules_name(self.context, seen.table.opened.rules)}\n{words}"
        painter.text_in(surface, words, self._foot, theme.caption)


def _broken(code: str, most: int) -> str:
    """A code in lines of a length that can be read aloud."""
    return "\n".join(code[i : i + most] for i in range(0, len(code), most))


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
