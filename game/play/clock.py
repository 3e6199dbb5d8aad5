"""A deadline that can be paused; the time is a parameter, so that tests need not wait."""

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
        # A resumed match starts its answer with the full time.
        self._left = self.limit or 0.0

    def restart(self, now: float) -> None:
        """Start a new answer with the full time."""
        self.pause(now)
        self._left = self.limit or 0.0
        self._since = now

    def pause(self, now: float) -> None:
        """Pause the clock; no effect on a paused one."""
        self._left, self._ran = self._remaining(now), self.elapsed(now)
        self._since = None

    def spend(self, seconds: float) -> None:
        """Subtract seconds during which the clock was paused."""
        self._left = max(0.0, self._left - seconds)
        self._ran += seconds

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    def elapsed(self, now: float) -> float:
        """Return the seconds that the clock has run, with a limit or without."""
        return self._ran + (0.0 if self._since is None else now - self._since)

    def resume(self, now: float) -> None:
        """Let the clock run; no effect on a running one."""
        if self._since is None:
            self._since = now

    def remaining(self, now: float) -> float | None:
        """Return the seconds left, at least 0; None without a limit."""
        return None if self.limit is None else self._remaining(now)

    def is_over(self, now: float) -> bool:
        """Whether no time is left."""
        return self.limit is not None and self._remaining(now) <= 0

    def _remaining(self, now: float) -> float:
        gone = 0.0 if self._since is None else now - self._since
        return max(0.0, self._left - gone)
