"""A request to the tables' threads; a scene polls for the answer, so the window never blocks."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Generic, TypeVar

from game.ui.frame.context import Context
from game.ui.scenes.apart.words import failure_words

_T = TypeVar("_T")
_R = TypeVar("_R")


class PendingRequest(Generic[_R]):
    """One request at a time; `poll` returns its answer once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._check: Callable[[], _R | str | None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether a request is unanswered."""
        return self._check is not None

    def ask(self, future: Future[_T], then: Callable[[_T], _R]) -> None:
        """Wait for `future`; `then` converts its result to what `poll` returns."""

        def check() -> _R | str | None:
            if not future.done():
                return None
            error = future.exception()
            return then(future.result()) if error is None else failure_words(self._context, error)

        self._check = check

    def poll(self) -> _R | str | None:
        """Return the converted answer, or words about its failure; None while there is no
        answer.
        """
        answer = None if self._check is None else self._check()
        if answer is not None:
            self._check = None
        return answer


def report_saved(context: Context, path: Path) -> str:
    """Return the message that a web page was stored among the reports."""
    return context.text("together.report_saved", path=str(path))
