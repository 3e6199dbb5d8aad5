"""A table apart before its match: the invitation to hand on, and who has come so far."""

from dataclasses import replace
from functools import partial
from importlib.util import find_spec

import pygame

from game.net.names import marked
from game.net.service import SeatApplicant, TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.draw.theme import BLACK, WHITE
from game.ui.frame.apart import has_listener
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Pulse, Push, Replace
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, Box, PageScene, Panel, Picture, Row, Scroll, Text, Widget
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.words import copied_words, state_words, table_name, trouble_words
from game.ui.scenes.shared.names import rules_name
from game.ui.widgets import Button, Look, Toggle
from game.ui.widgets.menu_row import MenuRow


class WaitingScene(PageScene):
    """See the module's docstring.

    The invitation is a secret of whoever holds it: it is hidden until it is to be shown.
    """

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._service = context.apart.service
        self.is_shown = False
        self._said = ""
        self._known = self._service.changes

    @property
    def seen(self) -> TableSnapshot:
        """The table as it is known now."""
        return self._service.seen[self._id]

    def page(self) -> Widget:
        """The invitation at the left, the seats at the right."""
        title, back = table_name(self.context, self.seen), self.context.text("together.back")
        return self.headed(title, Row(self._invitation(), self._who(), gap=20, share=1), back=back)

    def _invitation(self) -> Widget:
        text, seen = self.context.text, self.seen
        asks = any(kept.name for kept in seen.seating.cards)
        about = "invitation" if seen.is_master else "joined" if asks else "watching"
        code = self._service.invitation(self._id)
        has_picture = self.is_shown and has_code_pictures()
        shown = _broken(code, 24 if has_picture else 44) if self.is_shown else _hidden(code)
        return Panel(
            Text(text("together.invitation"), "heading"),
            Text(text(f"together.{about}_about")),
            Box(
                Row(
                    has_picture and Picture(self._paint_code, share=1),
                    Text(shown, "caption" if self.is_shown else "heading", align="centre", share=1),
                    gap=12,
                    share=1,
                ),
                share=1,
            ),
            Text(trouble_words(self.context, seen) or self._said, "caption", size=26, live=True),
            Row(
                Button(
                    text("together.copy"),
                    self._copy_code,
                    icon=Icon.COPY,
                    look=Look.PRIMARY,
                    id=MAIN,
                    shortcut=Action.COPY,
                ),
                Button(
                    text("together.hide" if self.is_shown else "together.show"),
                    self._turn,
                    icon=Icon.LOCK,
                ),
                Button(
                    text("together.carry"),
                    lambda: Push(CarryingScene(self.context, self._id)),
                    icon=Icon.SEND,
                    look=Look.QUIET,
                ),
                gap=10,
                even=True,
            ),
            gap=10,
            pad=(28, 22),
            share=62,
        )

    def _who(self) -> Widget:
        text, seen = self.context.text, self.seen
        desk, state = seen.seating.desk, state_words(self.context, seen)
        is_known = seen.table is not None
        rules = "" if seen.table is None else rules_name(self.context, seen.table.opened.rules)
        return Panel(
            Text(text("together.who"), "heading"),
            not is_known and Text(state, align="centre", share=1, live=True),
            is_known and Scroll(*self._rows(), gap=8, share=1),
            is_known and Text(f"{rules}\n{state}", "caption", live=state),
            seen.is_master
            and desk.lets_in
            and Button(
                text("together.begin"),
                self._begin_now,
                icon=Icon.PLAY,
                look=Look.PRIMARY,
                why_disabled=text("together.seats_missing") if self._missing > 0 else None,
            ),
            seen.is_master and Toggle(text("together.lets_in"), desk.lets_in, self._set_lets_in),
            seen.is_master
            and seen.seating.is_hosted
            and has_listener()
            and Toggle(
                text("together.tell_house"), self._service.is_told(self._id), self._tell_house
            ),
            share=38,
        )

    def _rows(self) -> list[Widget]:
        """A row for each that asks, in the order in which they get seats, then the free seats."""
        seats, asking = self._seats, self.seen.asking
        coming = [one for one in asking if not one.is_sent_away]
        rows: list[Widget] = [
            self._row(one, "seated" if index < seats else "in_line")
            for index, one in enumerate(coming)
        ]
        rows += [self._free_row() for _ in range(self._missing)]
        return rows + [self._row(one, "sent_away") for one in asking if one.is_sent_away]

    @property
    def _seats(self) -> int:
        return 0 if self.seen.table is None else self.seen.table.opened.seats

    @property
    def _missing(self) -> int:
        """How many seats are still free."""
        return self._seats - sum(not one.is_sent_away for one in self.seen.asking)

    def _free_row(self) -> Widget:
        words, why = (
            self.context.text("together.free_seat"),
            self.context.text("together.nobody_yet"),
        )
        return MenuRow(
            self.context, words, lambda: None, Icon.DOTS, look=Look.QUIET, why_disabled=why
        )

    def _row(self, one: SeatApplicant, state: str) -> Widget:
        icons = {"seated": Icon.CHECK, "in_line": Icon.HOURGLASS, "sent_away": Icon.CLOSE}
        can_turn = self.seen.is_master and not one.is_here
        body = self.context.text(f"together.asking.{state}{'_press' if can_turn else ''}")
        if one.mark:
            body = f"{body} · {self.context.text('together.same_name')}"
        return MenuRow(
            self.context,
            marked(one.name, one.mark),
            partial(self._turn_away, one),
            icons[state],
            body=body,
            look=Look.QUIET if one.is_sent_away else Look.NORMAL,
            why_disabled=None if can_turn else body,
            live=not one.is_here
            and labelled(
                (marked(one.name, one.mark), self.context.text(f"together.asking.{state}"))
            ),
            id=one.author,
        )

    def _paint_code(self, surface: pygame.Surface, rect: Rect) -> None:
        """The invitation for a camera, as large as there is room for."""
        code, room = self._service.invitation(self._id), min(rect.size)
        picture = self.context.painter.kept((code, room), lambda: draw_code(code, room))
        surface.blit(picture, rect.centred(*picture.get_size())[:2])

    # what is done

    def _tell_house(self, is_on: bool) -> None:
        self._service.tell_house(self._id, self.context.preferences.player_name, is_on=is_on)

    def _set_lets_in(self, is_on: bool) -> None:
        self._service.lead(self._id, replace(self.seen.seating.desk, lets_in=is_on))

    def _begin_now(self) -> None:
        self._service.lead(self._id, self.seen.seating.desk, goes_on=True)

    def _turn_away(self, one: SeatApplicant) -> None:
        """Send somebody away who asks for a seat, or let them ask again."""
        desk, author = self.seen.seating.desk, one.author.hex()
        away = set(desk.sent_away) ^ {author}
        self._service.lead(self._id, replace(desk, sent_away=tuple(sorted(away))))

    def _copy_code(self) -> None:
        done = self.context.text("together.copied")
        self._said = copied_words(self.context, self._service.invitation(self._id), done)

    def _turn(self) -> None:
        self.is_shown = not self.is_shown

    def enter(self) -> None:
        """The table may have begun meanwhile."""
        super().enter()
        self._known = -1

    def animate(self, dt: float) -> Pulse:
        """Go to the table when all seats are taken."""
        if self._service.changes == self._known:
            return STILL
        self._known = self._service.changes
        seen = self.seen
        if seen.table is not None and seen.table.match is not None:
            return Pulse(True, Replace(self.context.routes.apart_next(self._id)))
        return self.redraw()


def _broken(code: str, most: int) -> str:
    """Return a code in lines of a length that can be read aloud."""
    return "\n".join(code[i : i + most] for i in range(0, len(code), most))


def _hidden(code: str) -> str:
    """As much of a code as everybody may see."""
    return f"{code[:6]}{'•' * 24}"


def has_code_pictures() -> bool:
    """Whether the extra `qr` is installed."""
    return find_spec("segno") is not None


def draw_code(code: str, room: int) -> pygame.Surface:
    """The invitation as a picture for a camera, as large as fits; needs the extra `qr`."""
    import segno

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
