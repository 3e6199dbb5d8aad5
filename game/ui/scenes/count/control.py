"""The progress of a count: what everybody's harvest has so far, whose board is shown; no pygame."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from game.play.count_steps import CountStep, earned_steps, steps_of_count
from game.play.own_seats import people_here, seat_of_honour
from game.rules.match import Match
from game.rules.match_score import RoundScore, score_match
from game.rules.scoring import whole
from game.rules.seat import Seat

_FIRST: Final = 0.5
_STEP: Final = 0.26
"""Seconds before the first band, and between two bands."""

_MOST: Final = 4.2
"""Most seconds that all bands together take."""

_LARGEST: Final = 2
_BREATH: Final = 1.5
"""Steps for which the largest band flies, and for which it is seen before the verdict."""

_HASTE: Final = 0.4
"""The factor on both waits under reduced motion."""


class CountEvent(Enum):
    """The events that `advance` returns."""

    REST = auto()
    """Everything is counted."""
    WAIT = auto()
    SUM = auto()
    TOTAL = auto()


class CountControl:
    """Counts the last round of a match band by band, from small to large, on all boards at once.

    `counted` bands of the board with the most are lit, of `length`; the other boards begin later
    and end with it. The count `is_done` a breath after the last, largest band (a board without
    bands waits once). During the count the leading local player's board is shown, after a complete
    match the winner's; after the count any board can be shown.
    """

    def __init__(self, match: Match, *, is_counted: bool, is_hasty: bool = False) -> None:
        self.match = match
        self.score = score_match(match)
        self.is_alone = len(match.players) == 1
        self.round = len(match.rounds) - 1
        self._first = next(iter(people_here(match)), 0)
        self._harvests = [
            [self._ordered(i, seat) for i in range(len(match.rounds))]
            for seat in range(len(match.players))
        ]
        last = [rounds[-1] for rounds in self._harvests]
        self._ranks = [_rising(bands) for bands in last]
        """For each seat the indices of the last round's bands, from small to large."""
        self.length = max(map(len, last))
        self.counted = self.length if is_counted else 0
        self.is_done = is_counted
        self.seat = self._seat_of_honour if is_counted else self._first
        steps = max(1, self.length - 1 + _LARGEST)
        self._pause = min(_STEP, _MOST / steps) * (_HASTE if is_hasty else 1)
        self._wait = _FIRST * (_HASTE if is_hasty else 1)

    def _ordered(self, round_index: int, seat: int) -> tuple[CountStep, ...]:
        """Return a seat's bands: in the table's order for one player, else from small to large."""
        earned = earned_steps(self.match, round_index, seat)
        return earned if self.is_alone else tuple(sorted(earned, key=lambda step: step.points))

    @property
    def _seat_of_honour(self) -> int:
        return seat_of_honour(self.match) if self.match.is_complete else self._first

    @property
    def played(self) -> Seat:
        """The seat on display, at the end of the round on display."""
        return self.match.rounds[self.round].seats[self.seat]

    @property
    def round_score(self) -> RoundScore:
        """The score of the board on display."""
        return self.score.players[self.seat].rounds[self.round]

    @property
    def steps(self) -> tuple[CountStep, ...]:
        """The steps of the round that is shown, in counting order."""
        return steps_of_count(self.match, self.round, self.seat)

    def harvest(self, seat: int, round_index: int | None = None) -> tuple[CountStep, ...]:
        """Return a seat's scoring steps in a round, by default the round on display."""
        return self._harvests[seat][self.round if round_index is None else round_index]

    def lit(self, seat: int, round_index: int | None = None) -> frozenset[int]:
        """Return the indices of the bands counted so far."""
        shown = self.round if round_index is None else round_index
        if self.is_done or shown != len(self.match.rounds) - 1:
            return frozenset(range(len(self.harvest(seat, shown))))
        return frozenset(self._ranks[seat][: self._counted_of(seat)])

    def latest(self, seat: int) -> int | None:
        """Return the index of the band counted last, None before the first."""
        counted = self._counted_of(seat)
        return self._ranks[seat][counted - 1] if counted else None

    def _counted_of(self, seat: int) -> int:
        """Return the number of a seat's bands counted so far: all boards end with their largest."""
        return max(0, self.counted - self.length + len(self._ranks[seat]))

    def total(self, seat: int) -> float:
        """Return a seat's total over all rounds, as far as counted."""
        last = len(self.match.rounds) - 1
        before = sum(scored.total for scored in self.score.players[seat].rounds[:last])
        bands = self._harvests[seat][last]
        return whole(before + sum(bands[i].points for i in self.lit(seat, last)))

    @property
    def points(self) -> float:
        """The total so far of the board on display."""
        return self.total(self.seat)

    @property
    def tune(self) -> tuple[tuple[int, int], ...]:
        """The number and length of each line of the board, (0, 1) for a line that scores nothing.

        The sum of the scores picks the line to begin with, so that similar boards sound different.
        """
        earned = {s.line: (s.number, s.length) for s in self.steps if s.number}
        lines = self.match.rules.grid.lines
        first = sum(number * length for number, length in earned.values()) % len(lines)
        in_order = (*lines[first:], *lines[:first])
        return tuple(earned.get(line, (0, 1)) for line in in_order) if earned else ()

    @property
    def dark_lines(self) -> frozenset[int]:
        """Scoring lines not counted yet."""
        bands = self.harvest(self.seat)
        lit = {line.index for i in self.lit(self.seat) if (line := bands[i].line) is not None}
        return frozenset({s.line.index for s in self.round_score.lines} - lit)

    @property
    def reach(self) -> float:
        """The lit share of the latest band's line, 0 to 1."""
        if self.is_done:
            return 1.0
        breath = _BREATH * self._pause if self.counted == self.length else 0.0
        return min(1.0, 1.45 - max(0.0, self._wait - breath) / self.flight)

    @property
    def flight(self) -> float:
        """The seconds for which the latest band flies: the largest one, which is last, longest."""
        return self._pause * (_LARGEST if self.counted == self.length else 1)

    def advance(self, dt: float) -> CountEvent:
        """Count the next band once its wait is over; return what happened."""
        if self.is_done:
            return CountEvent.REST
        self._wait -= dt
        if self._wait > 0:
            return CountEvent.WAIT
        if self.counted == self.length:
            self.finish()
            return CountEvent.TOTAL
        self.counted += 1
        self._wait = self.flight + _BREATH * self._pause * (self.counted == self.length)
        here = people_here(self.match) or (self._first,)
        leader = max(here, key=self.total)
        if self.total(leader) > self.total(self.seat):
            self.seat = leader
        return CountEvent.SUM

    def finish(self) -> None:
        """Count all remaining bands at once."""
        if not self.is_done:
            self.counted, self.is_done = self.length, True
            self.seat = self._seat_of_honour

    def show(self, *, seat: int | None = None, round_index: int | None = None) -> None:
        """Show another seat's or round's board; this ends the count."""
        self.finish()
        self.seat = self.seat if seat is None else seat
        self.round = self.round if round_index is None else round_index


def _rising(bands: Sequence[CountStep]) -> list[int]:
    """Return the indices of bands from small to large."""
    return sorted(range(len(bands)), key=lambda i: bands[i].points)
