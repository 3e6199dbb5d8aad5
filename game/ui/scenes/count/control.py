"""The progress of a count: which round of which seat is shown, and how far; no pygame."""

from enum import Enum, auto
from typing import Final

from game.play.count_steps import CountStep, steps_of
from game.play.own_seats import people_here, seat_of_honour
from game.rules.match import Match
from game.rules.scoring import whole
from game.rules.seat import Seat
from game.rules.standing import RoundScore, score_match

_FIRST: Final = 0.7
_STEP: Final = 0.42
"""Seconds before the first sum, and between two."""

_MOST: Final = 4.2
"""Seconds that all sums together may take."""

_HASTE: Final = 0.4
"""The share of them where motion is reduced."""


class CountEvent(Enum):
    """The events that `advance` returns."""

    REST = auto()
    """Everything is counted."""
    WAIT = auto()
    SUM = auto()
    TOTAL = auto()


class CountControl:
    """One seat's round of a match, counted sum by sum; with several each can be looked at.

    The last round is first: at the end of a match that of whoever leads, else that of the first
    person here. `counted` of its `steps` are there, and when all are (after a moment where there
    are none) it `is_done`.
    """

    def __init__(self, match: Match, *, is_counted: bool, is_hasty: bool = False) -> None:
        self.match = match
        self.score = score_match(match)
        first = next(iter(people_here(match)), 0)
        self.seat = seat_of_honour(match) if match.is_complete else first
        self.round = len(match.rounds) - 1
        self.steps: tuple[CountStep, ...] = steps_of(match, self.round, self.seat)
        self.counted = len(self.steps) if is_counted else 0
        self.is_done = is_counted
        self._pause = min(_STEP, _MOST / max(1, len(self.steps))) * (_HASTE if is_hasty else 1)
        self._wait = _FIRST

    @property
    def played(self) -> Seat:
        """The seat at the end of the round."""
        return self.match.rounds[self.round].seats[self.seat]

    @property
    def round_score(self) -> RoundScore:
        """The score of the round."""
        return self.score.players[self.seat].rounds[self.round]

    @property
    def points(self) -> float:
        """The total so far."""
        return whole(sum(step.points for step in self.steps[: self.counted]))

    @property
    def tune(self) -> tuple[tuple[int, int], ...]:
        """The number and length of each line of the board, (0, 1) for one that earns nothing.

        What the lines earn decides with which it begins: boards that share lines sound apart.
        """
        earned = {s.line: (s.number, s.length) for s in self.steps if s.number}
        lines = self.match.rules.grid.lines
        first = sum(number * length for number, length in earned.values()) % len(lines)
        in_order = (*lines[first:], *lines[:first])
        return tuple(earned.get(line, (0, 1)) for line in in_order) if earned else ()

    @property
    def dark_lines(self) -> frozenset[int]:
        """Scoring lines that are still to be counted."""
        lit = {s.line.index for s in self.steps[: self.counted] if s.line is not None}
        return frozenset({s.line.index for s in self.round_score.lines} - lit)

    @property
    def reach(self) -> float:
        """How far the light of the latest sum's line has got, 0 to 1."""
        return 1.0 if self.is_done else min(1.0, 1 - self._wait / self._pause + 0.45)

    def advance(self, dt: float) -> CountEvent:
        """Count the next sum when its time has come."""
        if self.is_done:
            return CountEvent.REST
        self._wait -= dt
        if self._wait > 0:
            return CountEvent.WAIT
        self.counted = min(self.counted + 1, len(self.steps))
        self._wait = self._pause
        self.is_done = self.counted == len(self.steps)
        return CountEvent.TOTAL if self.is_done else CountEvent.SUM

    def finish(self) -> None:
        """Count all that is left at once."""
        self.counted, self.is_done = len(self.steps), True

    def show(self, *, seat: int | None = None, round_index: int | None = None) -> None:
        """Show another player's or another round's sums, all of them."""
        self.seat = self.seat if seat is None else seat
        self.round = self.round if round_index is None else round_index
        self.steps = steps_of(self.match, self.round, self.seat)
        self.finish()
