"""A deadline that can be paused; time is handed in, so that tests need not wait."""

from dataclasses import dataclass


@dataclass(slots=True)
class Deadline:
    """The time for one answer (M1), `limit` seconds long; None means no clock.

    All times are seconds of one monotonic clock.
    """

    limit: float | None
    _left: float = 0.0
    _since: float | None = None
    _ran: float = 0.0

    def __post_init__(self) -> None:
        # A match that is continued gives its answer the whole time.
        self._left = self.limit or 0.0

    def restart(self, now: float) -> None:
        """Give a new answer its whole time."""
        self.pause(now)
        self._left = self.limit or 0.0
        self._since = now

    def pause(self, now: float) -> None:
        """Stop the clock; harmless if it stands."""
        self._left, self._ran = self._remaining(now), self.elapsed(now)
        self._since = None

    def spend(self, seconds: float) -> None:
        """Count seconds during which it stood as if it had run."""
        self._left = max(0.0, self._left - seconds)
        self._ran += seconds

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    def elapsed(self, now: float) -> float:
        """Return the seconds that it has run in all, with a limit or without."""
        return self._ran + (0.0 if self._since is None else now - self._since)

    def resume(self, now: float) -> None:
        """Let the clock run on; harmless if it runs."""
        if self._since is None:
            self._since = now

    def remaining(self, now: float) -> float | None:
        """Seconds left, never below 0; None without a clock."""
        return None if self.limit is None else self._remaining(now)

    def is_over(self, now: float) -> bool:
        """Whether the answer comes too late."""
        return self.limit is not None and self._remaining(now) <= 0

    def _remaining(self, now: float) -> float:
        gone = 0.0 if self._since is None else now - self._since
        return max(0.0, self._left - gone)
