"""Rare actions on a table: its turn files, its seat key, removing it."""

from concurrent.futures import Future

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.parts import MAIN, QUESTION, DialogChoice, PageScene, Row, Text, Widget, ask
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import copied_words, state_words, table_name, trouble_words
from game.ui.widgets import Button, Look


class CarryingScene(PageScene):
    """See the module's docstring; it lies over the page from which it was opened.

    With `copies` a turn file is copied at once.
    """

    is_overlay = True

    def __init__(
        self, context: Context, table: bytes, *, can_remove: bool = False, copies: bool = False
    ) -> None:
        super().__init__(context)
        self._id, self._service, self._can_remove = table, context.apart.service, can_remove
        self._snapshot = self._service.snapshot(table)
        self._request: PendingRequest[str] = PendingRequest(context)
        self._message = trouble_words(context, self._snapshot)
        if copies:
            self._copy_turns()

    def page(self) -> Widget:
        """A panel in the middle: words above, buttons below."""
        text = self.context.text
        has_key = self._snapshot.is_master or bool(self._snapshot.seating.seats)
        name = table_name(self.context, self._snapshot)
        state = f"{name} · {state_words(self.context, self._snapshot)}"
        return self.lifted(
            Text(state, "strong"),
            Text(text("together.carry_about"), id=QUESTION),
            Row(
                Button(text("together.copy_turns"), self._copy_turns, icon=Icon.COPY, id="copy"),
                Button(text("together.save_turns"), self._save_turns, icon=Icon.PAGE),
                gap=12,
                even=True,
                stacks=True,
            ),
            Row(
                Button(text("together.take"), self._take_turns, icon=Icon.DOWN),
                has_key and Button(text("together.copy_key"), self._copy_key, icon=Icon.LOCK),
                gap=12,
                even=True,
                stacks=True,
            ),
            Text(self._message, "caption", "accent", align="centre", live=True),
            Row(
                self._can_remove
                and self._snapshot.is_over
                and Button(
                    text("together.result"), self._show_result, icon=Icon.CHART, id="result"
                ),
                self._can_remove
                and Button(
                    text("together.remove"), self._ask_remove, icon=Icon.CLOSE, look=Look.DANGER
                ),
                Button(text("together.back"), Pop, id=MAIN, look=Look.PRIMARY),
                gap=12,
                even=True,
            ),
            width=640,
        )

    def _show_result(self) -> Navigation:
        return Replace(self.context.routes.apart_next(self._id))

    def _copy_turns(self) -> None:
        done = self.context.text("together.turns_copied")
        self._request.ask(
            self._service.turn_file(self._id), lambda text: copied_words(self.context, text, done)
        )

    def _save_turns(self) -> None:
        self._request.ask(
            self._service.save_turn_file(self._id),
            lambda path: self.context.text("together.turns_saved", path=str(path)),
        )

    def _take_turns(self) -> None:
        self._take(self._service.take(self.context.paste_text()))

    def _take(self, taken: Future[bytes]) -> None:
        self._request.ask(taken, lambda _: self.context.text("together.taken"))

    def _copy_key(self) -> None:
        key, done = self._service.seat_key(self._id), self.context.text("together.key_copied")
        self._message = copied_words(self.context, key, done)

    def _ask_remove(self) -> Navigation:
        body = "over" if self._snapshot.is_over else "lost"
        choices = (
            DialogChoice("together.remove", self._remove, Look.DANGER),
            DialogChoice("together.back", look=Look.PRIMARY),
        )
        return Push(ask(self.context, "together.remove_title", f"together.remove_{body}", *choices))

    def _remove(self) -> Navigation:
        self._service.remove(self._id)
        return Pop()

    def react(self, intent: Intent) -> Navigation | None:
        """Take in a turn file that is dropped here."""
        match intent:
            case Dropped(path):
                self._take(self._service.take_file(path))
                return None
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        """Say what came of it."""
        if self._service.snapshot(self._id).is_gone:
            return Pulse(True, Pop())
        words = self._request.poll()
        if words is None:
            return STILL
        self._message = words
        return self.redraw()
