"""The grade of one placement's lines, for its brightness, pitch and words; no pygame."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from game.rules.moves import Event, LineCompleted

_LEVELS: Final = (20.0, 30.0, 45.0, 60.0)
"""The points for each further level of a stroke: one line scores at most 45, three 120."""

STRIKING: Final = 30.0
"""The points from which a stroke dims the table and has words. Half of all lines have 20."""

HIGHEST_STROKE: Final = len(_LEVELS)
"""The highest level."""

_GREAT: Final = (3, 3, 4)
"""The levels from which one, two or three lines have the stronger word."""

_WORDS: Final = ("one", "two", "three")


@dataclass(frozen=True, slots=True)
class Stroke:
    """The number of lines completed by one placement, and their total points."""

    lines: int
    points: float

    @classmethod
    def of(cls, events: Iterable[Event], seat: int) -> Stroke:
        """Return the stroke of `events` on the board of a seat."""
        points = [e.points for e in events if isinstance(e, LineCompleted) and e.seat == seat]
        return cls(len(points), sum(points))

    @property
    def level(self) -> int:
        """The level of the stroke, from 0 for an ordinary one to `HIGHEST_STROKE`."""
        return max(bisect_right(_LEVELS, self.points), self.lines - 1)

    @property
    def key(self) -> str:
        """The catalogue's key of its word; "" below `STRIKING`."""
        if not self.lines or self.points < STRIKING:
            return ""
        count = min(self.lines, len(_WORDS)) - 1
        return f"play.stroke.{_WORDS[count]}{'_great' * (self.level >= _GREAT[count])}"
