"""A deadline that can be paused; the time is a parameter, so that tests need not wait.

The seconds left to an answer are stored in the record's `meta`, so that a resumed match continues
with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.rules.meta import read_meta, with_field

if TYPE_CHECKING:
    from game.rules.match import Match

_KEY: Final = "clock"


def note_left(match: Match, seat: int, left: float | None) -> str | None:
    """Return the match's `meta` with the seconds left to a seat's answer to the latest call; None
    removes the entry.
    """
    if left is None or not match.rounds:
        return with_field(match.meta, _KEY, None)
    place = {"round": len(match.rounds), "call": len(match.round.calls)}
    noted = {"seat": seat, **place, "milliseconds": round(left * 1000)}
    return with_field(match.meta, _KEY, noted)


def has_left(match: Match) -> bool:
    """Whether seconds are noted in a match, be it of an earlier call."""
    return _KEY in read_meta(match.meta)


def noted_left(match: Match, seat: int) -> float | None:
    """Return the seconds left to a seat's answer to the latest call, None where none are noted."""
    clock = read_meta(match.meta).object(_KEY)
    here = (seat, len(match.rounds), len(match.round.calls)) if match.rounds else None
    noted = clock.whole("seat"), clock.whole("round"), clock.whole("call")
    left = clock.whole("milliseconds")
    return None if noted != here or left is None else max(0, left) / 1000


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
