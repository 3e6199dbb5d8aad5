"""A request to the tables' threads, whose answer a scene polls for: the window never waits."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Generic, TypeVar

from game.ui.frame.context import Context
from game.ui.scenes.apart.words import failure_words

T = TypeVar("T")
R = TypeVar("R")


class PendingRequest(Generic[R]):
    """One request at a time; `poll` returns its answer once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._look: Callable[[], R | str | None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether an answer is still to come."""
        return self._look is not None

    def ask(self, future: Future[T], then: Callable[[T], R]) -> None:
        """Wait for an answer; `then` makes of it what `poll` hands over."""

        def look() -> R | str | None:
            if not future.done():
                return None
            error = future.exception()
            return then(future.result()) if error is None else failure_words(self._context, error)

        self._look = look

    def poll(self) -> R | str | None:
        """Return the answer, or words for why there is none; None while nothing has come."""
        answer = None if self._look is None else self._look()
        if answer is not None:
            self._look = None
        return answer


def report_saved(context: Context, path: Path) -> str:
    """Tell that a web page was stored among the reports."""
    return context.text("together.report_saved", path=str(path))
