"""A question to something that answers beside the frame loop, which polls for the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class QuestionFailed(Exception):
    """A question will have no answer; `args[0]` says why, for developers."""


class Question(Generic[T]):
    """At most one open question: asking another withdraws it, so that no answer is mistaken."""

    def __init__(self) -> None:
        self._answer: Future[T] | None = None

    @property
    def is_open(self) -> bool:
        """Whether an answer is still to come."""
        return self._answer is not None

    @property
    def progress(self) -> float | None:
        """What an `EngineAnswer` knows before it is there, None while it knows nothing."""
        return getattr(self._answer, "progress", None)

    def ask(self, answer: Future[T]) -> None:
        """Wait for this answer and no other."""
        self.stop()
        self._answer = answer

    def poll(self) -> T | None:
        """Return the answer, once; None while there is none. Raises `QuestionFailed`, once."""
        answer = self._answer
        if answer is None or not answer.done():
            return None
        self._answer = None
        try:
            return answer.result()
        except Exception as error:
            raise QuestionFailed(str(error)) from error

    def stop(self) -> None:
        """Withdraw the question, if one is open."""
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None
