"""What one placement brought: how bright, how high and by which word it is shown; no pygame."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from game.rules.moves import Event, LineCompleted

_LEVELS: Final = (20.0, 30.0, 45.0, 60.0)
"""The points from which a stroke is one level higher: one line earns 45 at most, three 120."""

MOST: Final = len(_LEVELS)
"""The highest level."""

_GREAT: Final = (2, 3, 4)
"""The levels from which one, two or three lines have the greater word."""

_WORDS: Final = ("one", "two", "three")


@dataclass(frozen=True, slots=True)
class Stroke:
    """The number of lines that one placement completed, and their points together."""

    lines: int
    points: float

    @classmethod
    def of(cls, events: Iterable[Event], seat: int) -> Stroke:
        """Return what `events` completed on the board of a seat."""
        points = [e.points for e in events if isinstance(e, LineCompleted) and e.seat == seat]
        return cls(len(points), sum(points))

    @property
    def level(self) -> int:
        """How much it is, from 0, nothing out of the ordinary, to `MOST`."""
        return max(bisect_right(_LEVELS, self.points), self.lines - 1)

    @property
    def key(self) -> str:
        """The catalogue's key of the word for it; "" for a line like any other."""
        if not self.lines or not self.level:
            return ""
        count = min(self.lines, len(_WORDS)) - 1
        return f"play.stroke.{_WORDS[count]}{'_great' * (self.level >= _GREAT[count])}"
