"""The clock of the caller: it says when the next call is due; no pygame."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from game.play.caller import CallerGame
from game.play.clock import Deadline
from game.rules.tiles import Tile

LAST_SECONDS: Final = 3
"""Seconds before a call that are counted down with a sound."""


class CallerPhase(Enum):
    """The phase of a round of calls."""

    READY = auto()
    """Nothing is called yet."""
    CALLING = auto()
    OVER = auto()
    """Everything is called; the boards can be entered."""


class CallerEvent(Enum):
    """A result of `poll`."""

    NOTHING = auto()
    TICK = auto()
    """One of the last seconds has begun."""
    DUE = auto()
    """The next call is due."""


class CallerControl:
    """The clock over a game's calls; `now` is monotonic, in seconds.

    It runs after the first call until it is paused, and stops while another scene covers the page.
    It resumes with the time left.
    """

    def __init__(self, game: CallerGame, now: Callable[[], float]) -> None:
        self.game = game
        self._now = now
        self.is_paused = False
        self._is_covered = True
        self._deadline = Deadline(game.pace.seconds)
        self._ticked: int | None = None

    @property
    def phase(self) -> CallerPhase:
        """The phase of the round."""
        if not self.game.calls:
            return CallerPhase.READY
        return CallerPhase.OVER if self.game.is_round_called else CallerPhase.CALLING

    @property
    def has_clock(self) -> bool:
        """Whether calls are made by the clock, which then can be paused."""
        return self.game.pace.seconds is not None and self.game.pace.is_drawn_here

    @property
    def is_running(self) -> bool:
        """Whether the clock is running."""
        is_calling = self.phase is CallerPhase.CALLING
        return self.has_clock and is_calling and not self.is_paused and not self._is_covered

    @property
    def left(self) -> float | None:
        """Seconds until the next call, None without a clock."""
        if not self.has_clock or self.phase is not CallerPhase.CALLING:
            return None
        return self._deadline.remaining(self._now())

    def cover(self) -> None:
        """Stop the clock while another scene covers the page."""
        self._is_covered = True
        self._deadline.pause(self._now())

    def uncover(self) -> None:
        """Resume the clock when the page is on top again."""
        self._is_covered = False
        self._run()

    def pause(self) -> None:
        """Pause or resume the clock."""
        self.is_paused = not self.is_paused
        self._deadline.pause(self._now())
        self._run()

    def _run(self) -> None:
        if self.is_running:
            self._deadline.resume(self._now())

    def poll(self) -> CallerEvent:
        """Return whether a call is due, or one of the last seconds has begun."""
        left = self.left
        if not self.is_running or left is None:
            return CallerEvent.NOTHING
        if left <= 0:
            return CallerEvent.DUE
        second = int(left) + 1
        if second <= LAST_SECONDS and second != self._ticked:
            self._ticked = second
            return CallerEvent.TICK
        return CallerEvent.NOTHING

    def call(self, tiles: tuple[Tile, ...]) -> None:
        """Call these tiles, and restart the clock. Raises `IllegalMove`."""
        self.game.call(tiles)
        self._restart()

    def take_back(self) -> None:
        """Put the last call back into the bag. Raises `IllegalMove`."""
        self.game.take_back()
        self._restart()

    def _restart(self) -> None:
        self._ticked = None
        self._deadline.restart(self._now())
        if not self.is_running:
            self._deadline.pause(self._now())
