"""The progress of a count: what everybody's harvest has so far, whose board is shown; no pygame."""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING, Final

from game.play.count_steps import CountStep, earned_steps, steps_of
from game.play.own_seats import people_here, seat_of_honour
from game.rules.match_score import RoundScore, score_match
from game.rules.scoring import whole

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.rules.seat import Seat

_FIRST: Final = 0.5
_STEP: Final = 0.26
"""Seconds before the first band, and between two."""

_MOST: Final = 4.2
"""Seconds that all bands together may take."""

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
    """The last round of a match, counted band by band from small to large, everybody's at once.

    `counted` of the `length` bands of whoever has most are there, and when all are (after a moment
    where there are none) it `is_done`. Until then the board is that of the person here who leads;
    at the end of a match that of whoever leads in the end. Afterwards each can be looked at.
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
        self.length = max(len(rounds[-1]) for rounds in self._harvests)
        self.counted = self.length if is_counted else 0
        self.is_done = is_counted
        self.seat = self._seat_of_honour if is_counted else self._first
        self._pause = min(_STEP, _MOST / max(1, self.length)) * (_HASTE if is_hasty else 1)
        self._wait = _FIRST * (_HASTE if is_hasty else 1)

    def _ordered(self, round_index: int, seat: int) -> tuple[CountStep, ...]:
        """Alone the table's order; side by side from small to large."""
        earned = earned_steps(self.match, round_index, seat)
        return earned if self.is_alone else tuple(sorted(earned, key=lambda step: step.points))

    @property
    def _seat_of_honour(self) -> int:
        return seat_of_honour(self.match) if self.match.is_complete else self._first

    @property
    def played(self) -> Seat:
        """The seat at the end of the round."""
        return self.match.rounds[self.round].seats[self.seat]

    @property
    def round_score(self) -> RoundScore:
        """The score of the round."""
        return self.score.players[self.seat].rounds[self.round]

    @property
    def steps(self) -> tuple[CountStep, ...]:
        """The steps of the round that is shown, in counting order."""
        return steps_of(self.match, self.round, self.seat)

    def harvest(self, seat: int, round_index: int | None = None) -> tuple[CountStep, ...]:
        """What brought a seat points in a round, the lowest band first; of the round shown."""
        return self._harvests[seat][self.round if round_index is None else round_index]

    @cached_property
    def _ranks(self) -> list[list[int]]:
        """For each seat the bands of the last round from small to large, by their places."""
        last = [rounds[-1] for rounds in self._harvests]
        return [sorted(range(len(bands)), key=lambda i: bands[i].points) for bands in last]

    def lit(self, seat: int, round_index: int | None = None) -> frozenset[int]:
        """The places of the bands that are counted already."""
        shown = self.round if round_index is None else round_index
        if self.is_done or shown != len(self.match.rounds) - 1:
            return frozenset(range(len(self.harvest(seat, shown))))
        return frozenset(self._ranks[seat][: self.counted])

    def latest(self, seat: int) -> int | None:
        """The place of the band that has just been counted, while there are more to come."""
        ranks = self._ranks[seat]
        return ranks[self.counted - 1] if 0 < self.counted <= len(ranks) else None

    def total(self, seat: int) -> float:
        """The total so far."""
        last = len(self.match.rounds) - 1
        before = sum(scored.total for scored in self.score.players[seat].rounds[:last])
        bands = self._harvests[seat][last]
        return whole(before + sum(bands[i].points for i in self.lit(seat, last)))

    @property
    def points(self) -> float:
        """The total so far of the board that is shown."""
        return self.total(self.seat)

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
        bands = self.harvest(self.seat)
        lit = {line.index for i in self.lit(self.seat) if (line := bands[i].line) is not None}
        return frozenset({s.line.index for s in self.round_score.lines} - lit)

    @property
    def reach(self) -> float:
        """How far the light of the latest band's line has got, 0 to 1."""
        return 1.0 if self.is_done else min(1.0, 1 - self._wait / self._pause + 0.45)

    def advance(self, dt: float) -> CountEvent:
        """Count the next band when its time has come."""
        if self.is_done:
            return CountEvent.REST
        self._wait -= dt
        if self._wait > 0:
            return CountEvent.WAIT
        self.counted = min(self.counted + 1, self.length)
        self._wait = self._pause
        if self.counted == self.length:
            self.finish()
            return CountEvent.TOTAL
        here = people_here(self.match) or (self._first,)
        leader = max(here, key=self.total)
        if self.total(leader) > self.total(self.seat):
            self.seat = leader
        return CountEvent.SUM

    def finish(self) -> None:
        """Count all that is left at once."""
        if not self.is_done:
            self.counted, self.is_done = self.length, True
            self.seat = self._seat_of_honour

    def show(self, *, seat: int | None = None, round_index: int | None = None) -> None:
        """Show another player's or another round's board, all of it counted."""
        self.finish()
        self.seat = self.seat if seat is None else seat
        self.round = self.round if round_index is None else round_index
