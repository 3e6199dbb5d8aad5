"""What a scene asked the tables' threads for, and is told later: the window never waits."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from game.ui.frame.context import Context
from game.ui.scenes.apart.words import failure_words

T = TypeVar("T")


class Errand:
    """One thing asked for at a time; `poll` has the words of what came of it, once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._look: Callable[[], str | None] = lambda: None

    def copy_packet(self, table: bytes) -> None:
        """Put all that is here of a table on the clipboard."""
        context = self._context

        def words(packet: str) -> str:
            key = "packet_copied" if context.copy_text(packet) else "not_copied"
            return context.text(f"together.{key}")

        self._wait_for(context.apart.service.packet(table), words)

    def take_packet(self, packet: str) -> None:
        """Take in a packet that was pasted."""
        taken = self._context.apart.service.take(packet)
        self._wait_for(taken, lambda _: self._context.text("together.taken"))

    def save_report(self, name: str, page: str) -> None:
        """Keep a web page among this home's reports."""
        context = self._context

        def words(path: Path) -> str:
            return context.text("together.report_saved", path=str(path))

        self._wait_for(context.apart.service.save_report(name, page), words)

    def _wait_for(self, future: Future[T], words: Callable[[T], str]) -> None:
        def look() -> str | None:
            if not future.done():
                return None
            error = future.exception()
            if error is not None:
                return failure_words(self._context, error)
            return words(future.result())

        self._look = look

    def poll(self) -> str | None:
        """The words, once it is done."""
        words = self._look()
        if words is not None:
            self._look = lambda: None
        return words
