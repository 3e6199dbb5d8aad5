"""A table apart before its match: the invitation to hand on, and who has come so far."""

from dataclasses import replace
from functools import partial
from typing import Final

from game.net.names import marked
from game.net.service import SeatApplicant, TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.frame.apart import has_listener
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Pop, Pulse, Push, Replace
from game.ui.frame.topics import labelled
from game.ui.parts import MAIN, Box, PageScene, Panel, Row, Scroll, Text, Widget
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import (
    copied_words,
    leader_words,
    state_words,
    table_name,
    trouble_words,
)
from game.ui.scenes.shared.names import rules_name
from game.ui.widgets import Button, Look, Toggle
from game.ui.widgets.menu_row import MenuRow

_LINE_SIGNS: Final = 44
"""Signs of the invitation in a line."""


class WaitingScene(PageScene):
    """See the module's docstring.

    The invitation is a secret of whoever holds it: it is hidden until it is to be shown.
    """

    door = 3

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service
        self._request: PendingRequest[str] = PendingRequest(context)
        self.is_shown = False
        self._message = ""
        self._known = self._service.changes

    @property
    def snapshot(self) -> TableSnapshot:
        """The table as it is known now."""
        return self._service.snapshot(self._id)

    def page(self) -> Widget:
        """The invitation at the left, the seats at the right."""
        title, back = table_name(self.context, self.snapshot), self.context.text("together.back")
        return self.headed(title, Row(self._invitation(), self._who(), gap=20, share=1), back=back)

    def _invitation(self) -> Widget:
        text, snapshot = self.context.text, self.snapshot
        asks = any(seat.name for seat in snapshot.seating.seats)
        about = "invitation" if snapshot.is_master else "joined" if asks else "watching"
        code = self._service.invitation(self._id)
        lines = "\n".join(code[i : i + _LINE_SIGNS] for i in range(0, len(code), _LINE_SIGNS))
        shown = lines if self.is_shown else f"{code[:6]}{'•' * 24}"
        return Panel(
            Text(text("together.invitation"), "heading"),
            Text(text(f"together.{about}_about")),
            not snapshot.is_master and Text(leader_words(self.context, snapshot), "caption"),
            Box(
                Text(shown, "caption" if self.is_shown else "heading", align="centre", share=1),
                share=1,
            ),
            Text(
                trouble_words(self.context, snapshot) or self._message,
                "caption",
                size=26,
                live=True,
            ),
            Row(
                snapshot.must_send
                and Button(
                    text("together.copy_turns"),
                    lambda: Push(CarryingScene(self.context, self._id, copies=True)),
                    icon=Icon.SEND,
                    look=Look.PRIMARY,
                    id=MAIN,
                ),
                Button(
                    text("together.copy"),
                    self._copy_code,
                    icon=Icon.COPY,
                    look=Look.NORMAL if snapshot.must_send else Look.PRIMARY,
                    id="copy" if snapshot.must_send else MAIN,
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
        text, snapshot = self.context.text, self.snapshot
        desk, state = snapshot.seating.desk, state_words(self.context, snapshot)
        if snapshot.table is None:
            return Panel(
                Text(text("together.who"), "heading"),
                Text(state, align="centre", share=1, live=True),
                share=38,
            )
        coming = [one for one in snapshot.asking if not one.is_sent_away]
        seats = snapshot.table.opened.seats
        free = max(0, seats - len(coming))
        return Panel(
            Text(text("together.who"), "heading"),
            Scroll(
                *(self._row(one, i < seats) for i, one in enumerate(coming)),
                *(self._free_row() for _ in range(free)),
                *(self._row(one, False) for one in snapshot.asking if one.is_sent_away),
                gap=8,
                share=1,
            ),
            Text(
                f"{rules_name(self.context, snapshot.table.opened.rules)}\n{state}",
                "caption",
                live=state,
            ),
            snapshot.is_master
            and desk.lets_in
            and Button(
                text("together.begin"),
                lambda: self._service.lead(self._id, desk, goes_on=True),
                icon=Icon.PLAY,
                why_disabled=text("together.seats_missing") if free else None,
            ),
            snapshot.is_master
            and Toggle(text("together.lets_in"), desk.lets_in, self._set_lets_in),
            snapshot.is_master
            and snapshot.seating.is_hosted
            and has_listener()
            and Toggle(
                text("together.announce"), self._service.is_announced(self._id), self._announce
            ),
            share=38,
        )

    def _free_row(self) -> Widget:
        words, why = map(self.context.text, ("together.free_seat", "together.nobody_yet"))
        return MenuRow(
            self.context, words, lambda: None, Icon.DOTS, look=Look.QUIET, why_disabled=why
        )

    def _row(self, one: SeatApplicant, has_seat: bool) -> Widget:
        """Somebody who asks; the game master sends them away, or lets them ask again."""
        state = "sent_away" if one.is_sent_away else "seated" if has_seat else "in_line"
        icons = {"seated": Icon.CHECK, "in_line": Icon.HOURGLASS, "sent_away": Icon.CLOSE}
        can_turn = self.snapshot.is_master and not one.is_here
        name = marked(one.name, one.mark)
        body = self.context.text(f"together.asking.{state}{'_press' if can_turn else ''}")
        if one.mark:
            body = f"{body} · {self.context.text('together.same_name')}"
        return MenuRow(
            self.context,
            name,
            partial(self._turn_away, one),
            icons[state],
            body=body,
            look=Look.QUIET if one.is_sent_away else Look.NORMAL,
            why_disabled=None if can_turn else body,
            live=not one.is_here
            and labelled((name, self.context.text(f"together.asking.{state}"))),
            id=one.key,
        )

    # what is done

    def _announce(self, is_on: bool) -> None:
        name = self.context.preferences.player_name
        announced = self._service.announce(self._id, name, is_on=is_on)
        self._request.ask(announced, lambda _: "")

    def _set_lets_in(self, is_on: bool) -> None:
        self._service.lead(self._id, replace(self.snapshot.seating.desk, lets_in=is_on))

    def _turn_away(self, one: SeatApplicant) -> None:
        desk = self.snapshot.seating.desk
        away = set(desk.sent_away) ^ {one.key.hex()}
        self._service.lead(self._id, replace(desk, sent_away=tuple(sorted(away))))

    def _copy_code(self) -> None:
        done = self.context.text("together.copied")
        self._message = copied_words(self.context, self._service.invitation(self._id), done)

    def _turn(self) -> None:
        self.is_shown = not self.is_shown

    def enter(self) -> None:
        """Look anew at the table, which may have begun meanwhile."""
        super().enter()
        self._known = -1

    def animate(self, dt: float) -> Pulse:
        """Go to the table when all seats are taken."""
        if self.snapshot.is_gone:
            return Pulse(True, Pop())
        words = self._request.poll()
        if words is None and self._service.changes == self._known:
            return STILL
        self._message = self._message if words is None else words
        self._known = self._service.changes
        if self.snapshot.table is not None and self.snapshot.table.match is not None:
            return Pulse(True, Replace(self.context.routes.apart_next(self._id)))
        return self.redraw()
