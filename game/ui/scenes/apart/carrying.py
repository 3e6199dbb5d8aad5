"""Carries entries by hand: a table's turn files, and the key with which one goes on elsewhere."""

from concurrent.futures import Future

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import Navigation, Pop, Pulse, Replace
from game.ui.parts import MAIN, QUESTION, PageScene, Row, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import copied_words
from game.ui.widgets import Button, Look


class CarryingScene(PageScene):
    """See the module's docstring. It lies over the table, desk or invitation that it is about."""

    is_overlay = True

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._request: PendingRequest[str] = PendingRequest(context)
        self._said = ""

    def page(self) -> Widget:
        """A panel in the middle: words above, buttons below."""
        text = self.context.text
        return self.lifted(
            Text(text("together.carry"), "heading"),
            Text(text("together.carry_about"), id=QUESTION),
            Text(self._said, "caption", "accent", align="centre", size=56, live=True),
            Row(
                Button(
                    text("together.copy_packet"),
                    self._copy_packet,
                    icon=Icon.COPY,
                    look=Look.PRIMARY,
                    id=MAIN,
                ),
                Button(text("together.save_packet"), self._save_packet, icon=Icon.PAGE),
                gap=12,
                even=True,
                stacks=True,
            ),
            Button(text("together.take"), self._take_packet, icon=Icon.DOWN),
            Button(text("together.copy_card"), self._copy_card, icon=Icon.LOCK, look=Look.QUIET),
            Button(text("together.back"), Pop, look=Look.QUIET),
            width=600,
        )

    def _copy_packet(self) -> None:
        done = self.context.text("together.packet_copied")
        self._request.ask(
            self.context.apart.service.packet(self._id),
            lambda packet: copied_words(self.context, packet, done),
        )

    def _save_packet(self) -> None:
        self._request.ask(
            self.context.apart.service.save_packet(self._id),
            lambda path: self.context.text("together.packet_saved", path=str(path)),
        )

    def _take_packet(self) -> None:
        self._take(self.context.apart.service.take(self.context.paste_text()))

    def _take(self, taken: Future[bytes]) -> None:
        self._request.ask(taken, lambda _: self.context.text("together.taken"))

    def _copy_card(self) -> None:
        card, done = self.context.apart.service.card(self._id), "together.card_copied"
        self._said = copied_words(self.context, card, self.context.text(done))

    def react(self, intent: Intent) -> Navigation | None:
        """A turn file that is dropped here is taken in."""
        match intent:
            case Dropped(path):
                self._take(self.context.apart.service.take_file(path))
                return None
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        """Say what came of it."""
        words = self._request.poll()
        if words is None:
            return Pulse()
        self._said = words
        return self.redraw()


class TakingScene(PageScene):
    """Shows the result of a turn file that was dropped anywhere on the window."""

    is_overlay = True

    def __init__(self, context: Context, path: str) -> None:
        super().__init__(context)
        self._request: PendingRequest[bytes] = PendingRequest(context)
        self._table: bytes | None = None
        self._said = context.text("together.taking")
        self._path, self._is_asked = path, False

    def page(self) -> Widget:
        """The words; the way to the table once it is known."""
        text = self.context.text
        return self.lifted(
            Text(self._said, id=QUESTION, live=True),
            Row(
                self._table is not None
                and Button(text("together.to_table"), self._go, look=Look.PRIMARY, id="go"),
                Button(text("together.back"), Pop, id=MAIN),
                gap=12,
                even=True,
            ),
            width=520,
        )

    def _go(self) -> Navigation | None:
        if self._table is None:
            return None
        return Replace(self.context.routes.apart_next(self._table))

    def animate(self, dt: float) -> Pulse:
        """Ask once the home's tables are there; say what came of it."""
        service, opening = self.context.apart.service, self.context.apart.opening
        if not self._is_asked and (opening is None or opening.done()):
            self._is_asked = True
            self._request.ask(service.take_file(self._path), lambda table: table)
        came = self._request.poll()
        if came is None:
            return Pulse()
        self._table = came if isinstance(came, bytes) else None
        self._said = came if isinstance(came, str) else self.context.text("together.taken")
        return self.redraw()
