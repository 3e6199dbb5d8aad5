"""The tables that a club lists for its users; pressing one asks for a seat."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from game.locale import write_list
from game.net.at_club import ListedTable
from game.rules.names import show_name
from game.storage.settings import MAX_ADDRESS
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Navigation, Pulse, Push, Replace
from game.ui.parts import (
    MAIN,
    ListRow,
    PageScene,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import pace_words
from game.ui.scenes.shared.names import rules_name
from game.ui.widgets import TextField

LIST_PAUSE: Final = 10.0
"""Seconds between two requests for a club's list, while it answers."""


class ListedScene(PageScene):
    """The list of a club's tables; `address` includes the user's name and password."""

    door = 3

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._service = context.apart.service
        self.address = context.preferences.club_address
        self.tables: tuple[ListedTable, ...] | None = None
        """The latest list; None before the first answer and after a change of the address."""
        self._looking: PendingRequest[tuple[ListedTable, ...]] = PendingRequest(context)
        self._joining: PendingRequest[Navigation] = PendingRequest(context)
        self._trouble, self._waited = "", 0.0
        if self.address:
            self._request_list()

    def page(self) -> Widget:
        text = self.context.text
        address = TextField(
            self.context,
            self.address,
            self._put,
            placeholder=text("together.club"),
            max_length=MAX_ADDRESS,
            on_enter=lambda _: self._request_list(),
            most=760,
            grow=1,
            id="address",
        )
        look = WordLink(
            text("together.look"),
            self._request_list,
            why_disabled=None if self.address.strip() else text("together.needs_club"),
            id=MAIN,
        )
        words = Text(
            self._words(), "label", "bad" if self._trouble else "ink_soft", lines=3, live=True
        )
        return self.headed(
            text("together.club_tables"),
            Row(address, look, Spacer(share=1), gap=24, pad=(20, 10, 20, 0)),
            Row(words, pad=(20, 6, 20, 6)),
            Scroll(*self._rows(), gap=4, share=1),
        )

    def _words(self) -> str:
        text = self.context.text
        if self._joining.is_open or (self._looking.is_open and self.tables is None):
            return text("together.joining" if self._joining.is_open else "together.loading")
        return self._trouble or (text("together.none_listed") if self.tables == () else "")

    def _rows(self) -> Iterator[Widget]:
        text, action = self.context.text, f"{self.context.text('together.join_now')}\u00a0›"
        for table in self.tables or ():
            rules = rules_name(self.context, table.rules)
            name = show_name(table.title) if table.title else rules
            about = (
                text("together.state.opening", count=table.free),
                pace_words(self.context, table.seconds),
                rules if table.title else "",
                write_list(self.context.catalogue, [show_name(one) for one in table.names]),
            )
            yield ListRow(
                partial(self._ask, table),
                name,
                " · ".join(filter(None, about)),
                mark=Sign(Icon.TOGETHER, "ink_soft", 34, size=68),
                value=action,
                bleeds=False,
                id=table.invitation.table,
            )

    def _put(self, words: str) -> None:
        self.address, self.tables, self._trouble = words, None, ""

    def _request_list(self) -> None:
        address = self.address.strip()
        if address and not self._looking.is_open:
            self._trouble, self._waited = "", 0.0
            self._looking.ask(self._service.listed_at(address), lambda tables: tables)

    def _ask(self, table: ListedTable) -> Navigation | None:
        """Ask for a seat; a user without a name enters it on the page that joins."""
        name, code = self.context.preferences.player_name, str(table.invitation)
        if not name:
            return Push(self.context.routes.join(code))
        if not self._joining.is_open:
            joined = self._service.join(code, name)
            self._joining.ask(joined, lambda id: Replace(self.context.routes.apart_next(id)))
        return None

    def animate(self, dt: float) -> Pulse:
        came = self._joining.poll()
        if came is not None and not isinstance(came, str):
            return Pulse(True, came)
        listed = self._looking.poll()
        self._waited += dt
        if self.tables is not None and not self._trouble and self._waited > LIST_PAUSE:
            self._request_list()
        if came is None and listed is None:
            return Pulse()
        if isinstance(listed, tuple):
            self.tables = listed
            if self.address.strip() != self.context.preferences.club_address:
                change_settings(self.context, club_address=self.address.strip())
        self._trouble = came or (listed if isinstance(listed, str) else "")
        return self.redraw()
