"""The future of an answer from the engines."""

from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class EngineAnswer(Future[T]):
    """An answer that is still to come; `cancel` stops the work on it.

    `progress` is what is known before it is there: the share of a review that is done, 0 to 1, or
    a total that no board exceeds.
    """

    progress: float | None = None

    def give(self, value: T) -> None:
        """Set the answer, unless it was cancelled."""
        if self.set_running_or_notify_cancel():
            self.set_result(value)

    def fail(self, error: Exception) -> None:
        """Set why there is no answer, unless it was cancelled."""
        if self.set_running_or_notify_cancel():
            self.set_exception(error)
