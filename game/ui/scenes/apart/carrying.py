"""Rare actions on a table: its turn files, its seat key, removing it."""

from concurrent.futures import Future
from typing import Final

from game.ui.frame.apart import has_invitation
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    Across,
    ActionBand,
    Column,
    DialogChoice,
    PageScene,
    Row,
    Spacer,
    Text,
    Widget,
    WordLink,
    make_dialog,
)
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import (
    copied_words,
    failure_words,
    name_apart,
    state_words,
    trouble_words,
)
from game.ui.widgets import Look

_WIDTH: Final = 1000
"""Most units of width of its sentences."""


class CarryingScene(PageScene):
    """Offers the rare actions on a table, over the page that opened it.

    `copies` copies a turn file at once.
    """

    is_overlay = True

    def __init__(
        self, context: Context, table: bytes, *, can_remove: bool = False, copies: bool = False
    ) -> None:
        super().__init__(context)
        self._id, self._service, self._can_remove = table, context.apart.service, can_remove
        self._snapshot = self._service.snapshot(table)
        self._request: PendingRequest[str] = PendingRequest(context)
        self._file: Future[str] | None = None
        """A dropped file that is still being read."""
        self._message = trouble_words(context, self._snapshot)
        if copies:
            self._copy_turns()

    def page(self) -> Widget:
        text, snapshot = self.context.text, self._snapshot
        has_key = snapshot.is_master or bool(snapshot.seating.seats)
        state = state_words(self.context, snapshot)
        must_send = snapshot.must_send and not self._message
        copy, back = text("together.copy_turns"), text("menu.back")
        across = Across(
            Text(f"{name_apart(self.context, snapshot)} · {state}", "title", halves=True),
            Text(
                text("together.carry_about"), "label", "ink_soft", id=READ_WITH_HEADING, most=_WIDTH
            ),
            Text(self._message, "label", "accent", live=True, most=_WIDTH),
            Row(
                not must_send and WordLink(copy, self._copy_turns, id="copy"),
                WordLink(text("together.save_turns"), self._save_turns, id="save"),
                WordLink(
                    text("together.take"), lambda: self._take(self.context.paste_text()), id="take"
                ),
                has_key and WordLink(text("together.copy_key"), self._copy_key, id="key"),
                gap=34,
                stacks=True,
            ),
            Row(
                ActionBand(copy, self._copy_turns, bleeds="left", small=True, id=MAIN)
                if must_send
                else ActionBand(back, Pop, bleeds="left", small=True, id=MAIN),
                self._can_remove
                and snapshot.is_over
                and WordLink(
                    text("together.result"),
                    lambda: Replace(self.context.routes.apart_next(self._id)),
                    leads=True,
                    id="result",
                ),
                self._can_remove
                and WordLink(text("together.remove"), self._ask_remove, is_bad=True, id="remove"),
                must_send and WordLink(back, Pop, id="back"),
                gap=44,
                stacks=True,
            ),
            gap=14,
        )
        return Column(Spacer(share=1), across, Spacer(share=1))

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

    def _take(self, text: str) -> Navigation | None:
        """Import turn files; an invitation opens the page that joins."""
        if has_invitation(text):
            return Replace(self.context.routes.join(text))
        self._request.ask(self._service.take(text), lambda _: self.context.text("together.taken"))
        return None

    def _copy_key(self) -> None:
        key, done = self._service.seat_key(self._id), self.context.text("together.key_copied")
        self._message = copied_words(self.context, key, done)

    def _ask_remove(self) -> Navigation:
        body = "over" if self._snapshot.is_over else "lost"
        choices = (
            DialogChoice("together.remove", self._remove, Look.DANGER),
            DialogChoice("menu.back"),
        )
        return Push(
            make_dialog(self.context, "together.remove_title", f"together.remove_{body}", *choices)
        )

    def _remove(self) -> Navigation:
        self._service.remove(self._id)
        return Pop()

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Dropped(path):
                self._file = self._service.read_file(path)
                return None
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        if self._service.snapshot(self._id).is_gone:
            return Pulse(True, Pop())
        file = self._file
        if file is not None and file.done():
            self._file = None
            if (error := file.exception()) is not None:
                self._message = failure_words(self.context, error)
                return self.redraw()
            if (way := self._take(file.result())) is not None:
                return Pulse(True, way)
        words = self._request.poll()
        if words is None:
            return STILL
        self._message = words
        return self.redraw()
