"""The future of an answer from the engines."""

from concurrent.futures import Future
from typing import TypeVar

_T = TypeVar("_T")


class EngineAnswer(Future[_T]):
    """The future result of an engine task; `cancel` stops the task.

    `progress` is None or the task's latest report: of a review the share done, 0 to 1, of a best
    board an upper bound of its total.
    """

    progress: float | None = None

    def give(self, value: _T) -> None:
        """Set the result, unless it was cancelled."""
        if self.set_running_or_notify_cancel():
            self.set_result(value)

    def fail(self, error: Exception) -> None:
        """Set the exception, unless the answer was cancelled."""
        if self.set_running_or_notify_cancel():
            self.set_exception(error)
