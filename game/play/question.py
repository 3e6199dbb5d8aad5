"""A request that another thread or process answers; the frame loop polls for the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

_T = TypeVar("_T")


class QuestionFailed(Exception):
    """A request failed; `args[0]` is the reason, for developers."""


class Question(Generic[_T]):
    """At most one open request: a new one cancels it, so that no old answer is used."""

    def __init__(self) -> None:
        self._answer: Future[_T] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the answer has not arrived."""
        return self._answer is not None

    @property
    def progress(self) -> float | None:
        """The `progress` of an `EngineAnswer`; None if unknown."""
        return getattr(self._answer, "progress", None)

    def ask(self, answer: Future[_T]) -> None:
        """Cancel the open request and wait for this answer."""
        self.stop()
        self._answer = answer

    def poll(self) -> _T | None:
        """Return the answer once it has arrived, else None. Raises `QuestionFailed`.

        The request is closed by either.
        """
        answer = self._answer
        if answer is None or not answer.done():
            return None
        self._answer = None
        try:
            return answer.result()
        except Exception as error:
            raise QuestionFailed(str(error)) from error

    def stop(self) -> None:
        """Cancel the open request, if any."""
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None
