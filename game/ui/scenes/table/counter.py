"""The score as it is shown: it waits for points on their way, then counts up to them."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.draw.animation import mix

__all__ = ["Counter"]

_SECONDS = 0.5


@dataclass(slots=True)
class Counter:
    """`shown` is the number on screen, which follows a goal."""

    shown: float
    _start: float = 0
    _left: float = 0.0

    def jump(self, goal: float) -> None:
        """Show `goal` at once."""
        self.shown, self._left = goal, 0.0

    def advance(self, dt: float, goal: float, *, is_waiting: bool) -> bool:
        """Let time pass; whether a frame is needed. While `is_waiting` it does not rise yet."""
        if self.shown == goal and self._left <= 0:
            return False
        if self._left <= 0:
            self._start, self._left = self.shown, _SECONDS
        if is_waiting and goal > self._start:
            return True
        self._left = max(0.0, self._left - dt)
        share = 1 - self._left / _SECONDS
        self.shown = goal if share >= 1 else round(mix(self._start, goal, share))
        return True
