"""The clock of the caller: when the next call comes; no pygame."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from game.play.clock import Deadline

if TYPE_CHECKING:
    from game.play.caller import CallerGame
    from game.rules.tiles import Tile

LAST_SECONDS: Final = 3
"""Seconds before a call that are counted down aloud."""


class CallerStage(Enum):
    """What the caller waits for."""

    READY = auto()
    """Nothing is called yet."""
    CALLING = auto()
    OVER = auto()
    """Everything is called; the boards can be entered."""


class CallerEvent(Enum):
    """What `poll` has found."""

    NOTHING = auto()
    TICK = auto()
    """One of the last seconds began."""
    DUE = auto()
    """The clock asks for the next call."""


class CallerControl:
    """The clock over a game's calls. `now` is monotonic, in seconds.

    The clock runs once the first tile is called, while nothing covers the screen, until it is
    paused; what comes back shows the time that was left.
    """

    def __init__(self, game: CallerGame, now: Callable[[], float]) -> None:
        self.game = game
        self._now = now
        self.is_paused = False
        self._is_covered = True
        self._deadline = Deadline(game.pace.seconds)
        self._ticked: int | None = None

    @property
    def stage(self) -> CallerStage:
        """What is waited for."""
        if not self.game.calls:
            return CallerStage.READY
        return CallerStage.OVER if self.game.is_round_called else CallerStage.CALLING

    @property
    def has_clock(self) -> bool:
        """Whether the clock calls; it then can be paused."""
        return self.game.pace.seconds is not None and self.game.pace.is_drawn_here

    @property
    def is_running(self) -> bool:
        """Whether the clock runs now."""
        is_calling = self.stage is CallerStage.CALLING
        return self.has_clock and is_calling and not self.is_paused and not self._is_covered

    @property
    def left(self) -> float | None:
        """Seconds until the next call, None where no clock calls it."""
        if not self.has_clock or self.stage is not CallerStage.CALLING:
            return None
        return self._deadline.remaining(self._now())

    def cover(self) -> None:
        """Stop the clock: something lies over the screen."""
        self._is_covered = True
        self._deadline.pause(self._now())

    def uncover(self) -> None:
        """Let the clock run on: nothing lies over the screen any more."""
        self._is_covered = False
        self._run()

    def pause(self) -> None:
        """Stop the clock, or let it run on."""
        self.is_paused = not self.is_paused
        self._deadline.pause(self._now())
        self._run()

    def _run(self) -> None:
        if self.is_running:
            self._deadline.resume(self._now())

    def poll(self) -> CallerEvent:
        """Return whether the time for the next call has come."""
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
        """Call these tiles; the clock starts anew. Raises `IllegalMove`."""
        self.game.call(tiles)
        self._restart()

    def take_back(self) -> None:
        """Put the last call back. Raises `IllegalMove`."""
        self.game.take_back()
        self._restart()

    def _restart(self) -> None:
        self._ticked = None
        self._deadline.restart(self._now())
        if not self.is_running:
            self._deadline.pause(self._now())
