"""Rare actions on a table: a new address, its turn file and key, removing it."""

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push
from game.ui.parts import MAIN, QUESTION, DialogChoice, PageScene, Row, Text, Widget, ask
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import player_names, state_words, table_name, trouble_words
from game.ui.widgets import Button, Look, TextField

_LONGEST = 1_000


class ManagingScene(PageScene):
    """See the module's docstring. `address` is a server's or a shared folder."""

    is_overlay = True

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._service = context.apart.service
        self._seen = self._service.seen[table]
        seating = self._seen.seating
        self.address = seating.folder or seating.server or seating.invitation.url
        self._request: PendingRequest[str] = PendingRequest(context)
        self._said = trouble_words(context, self._seen)

    def page(self) -> Widget:
        """A panel in the middle."""
        text = self.context.text
        names = ", ".join(player_names(self._seen))
        return self.lifted(
            Text(table_name(self.context, self._seen), "heading"),
            Text(" · ".join(filter(None, (names, state_words(self.context, self._seen))))),
            Text(text("together.address"), "strong"),
            Row(
                TextField(
                    self.context,
                    self.address,
                    self._type,
                    placeholder=text("together.address_hint"),
                    max_length=_LONGEST,
                    on_enter=lambda _: self._move(),
                    id="address",
                    grow=1,
                ),
                Button(
                    text("together.move"),
                    self._move,
                    icon=Icon.CHECK,
                    why_disabled=None if self.address.strip() else text("together.needs_address"),
                ),
                gap=10,
                stacks=True,
            ),
            Text(
                self._said or text("together.address_about"),
                "caption",
                live=self._said,
                id=QUESTION,
            ),
            Row(
                Button(
                    text("together.carry"),
                    lambda: Push(CarryingScene(self.context, self._id)),
                    icon=Icon.SEND,
                ),
                Button(
                    text("together.remove"), self._ask_remove, icon=Icon.CLOSE, look=Look.DANGER
                ),
                gap=10,
                even=True,
                stacks=True,
            ),
            Button(text("together.back"), Pop, id=MAIN, look=Look.PRIMARY),
            width=640,
        )

    def _type(self, words: str) -> None:
        self.address, self._said = words, ""

    def _move(self) -> None:
        address = self.address.strip()
        if address and not self._request.is_open:
            name = "server" if "://" in address else "folder"
            moved = self._service.move(self._id, **{name: address})
            self._request.ask(moved, lambda _: self.context.text("together.moved"))

    def _ask_remove(self) -> Navigation:
        text = self.context.text
        body = "over" if self._seen.is_over else "lost"
        choices = (
            DialogChoice(lambda: text("together.remove"), self._remove, Look.DANGER),
            DialogChoice(lambda: text("together.back"), look=Look.PRIMARY),
        )
        return Push(ask(self.context, "together.remove_title", f"together.remove_{body}", *choices))

    def _remove(self) -> Navigation:
        self._service.remove(self._id)
        return Pop()

    def animate(self, dt: float) -> Pulse:
        """Say what came of a new address."""
        words = self._request.poll()
        if words is None:
            return STILL
        self._said = words
        return self.redraw()
