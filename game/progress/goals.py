"""Goals: the achievements, and the stored matches that first earned each.

Goals are computed from the records, so that new goals are found in old matches too. They belong to
the first person at each table. Helped games (coach, late takeback, continued review), challenges,
boards entered from a real table, and unfinished games earn none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from typing import Final

from game.play.own_seats import own_seats, people_here
from game.play.table import TableSetup
from game.progress.daily import days_in_a_row
from game.rules.boards import CLASSIC
from game.rules.deal import Calls
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.match_score import RoundScore, score_match
from game.rules.ruleset import RayRule
from game.rules.scoring import find_rays
from game.rules.seat import Seat
from game.rules.tiles import NUMBERS, Direction, Symbol

EDITIONS_TO_PLAY: Final = ("standard", "french", "four-rounds", "daffodil", "league")
"""The editions to play for the goal `EVERY_EDITION`."""

_HELPED: Final = frozenset(
    {
        Mark.COACHED,
        Mark.TOOK_BACK,
        Mark.CHALLENGE,
        Mark.PHYSICAL,
        Mark.LEFT,
        Mark.OTHER_NAME,
        Mark.ROOM,
        Mark.UNSIGNED,
    }
)

LEVEL_GOALS: Final = ("duckling", "magpie", "beaver", "squirrel", "fox")


class Goal(StrEnum):
    """All goals in display order; values are catalogue keys."""

    LINE_OF_FIVE = "line-of-five"
    FIVE_NINES = "five-nines"
    THREE_FIVES = "three-fives"
    ALL_COLUMNS = "all-columns"
    ONE_DIRECTION = "one-direction"
    ALL_NUMBERS = "all-numbers"
    TEN_LINES = "ten-lines"
    TWELVE_LINES = "twelve-lines"
    NO_BROKEN_LINE = "no-broken-line"
    POINTS_100 = "points-100"
    POINTS_150 = "points-150"
    POINTS_180 = "points-180"
    POINTS_200 = "points-200"
    POINTS_220 = "points-220"
    BEAT_DUCKLING = "beat-duckling"
    BEAT_MAGPIE = "beat-magpie"
    BEAT_BEAVER = "beat-beaver"
    BEAT_SQUIRREL = "beat-squirrel"
    BEAT_FOX = "beat-fox"
    BEAT_MASTER = "beat-master"
    FULL_TABLE = "full-table"
    SHARED_WIN = "shared-win"
    EVERY_EDITION = "every-edition"
    FOUR_DAFFODILS = "four-daffodils"
    WILD_LINE = "wild-line"
    THREE_STAMENS = "three-stamens"
    SUN_AND_MOON = "sun-and-moon"
    DOUBLE_LINE = "double-line"
    BONUSES = "bonuses"
    TEN_GAMES = "ten-games"
    HUNDRED_GAMES = "hundred-games"
    STEADY = "steady"
    BETTER_AGAIN = "better-again"
    WEEK_OF_DAYS = "week-of-days"
    CLIMB_STAGE_6 = "climb-stage-6"
    CLIMB_STAGE_9 = "climb-stage-9"
    CLIMB_SUMMIT = "climb-summit"
    CLIMB_NO_ACES = "climb-no-aces"
    """The last four goals are earned by climbs; see `game.climb.earned`."""


Deals = tuple[Calls, ...]
"""The calls of every round of a match."""


@dataclass(frozen=True)
class PastMatch:
    """A finished match of the history.

    `edition` names a card or is ""; `marks` are those of its table; `day` is the day of its daily
    deal, or None.
    """

    match: Match
    edition: str = ""
    marks: frozenset[Mark] = frozenset()
    day: date | None = None

    @classmethod
    def from_match(cls, match: Match, day: date | None = None) -> PastMatch:
        """Build it from a record alone."""
        setup = TableSetup.from_match(match)
        return cls(match, setup.edition, setup.marks, day)

    @cached_property
    def seat(self) -> int | None:
        """The seat of the first person on this installation, or None."""
        return next(iter(people_here(self.match)), None)

    @property
    def can_earn(self) -> bool:
        """Whether this match can earn goals."""
        is_there = self.seat in own_seats(self.match)
        return is_there and not self.marks & _HELPED and self.match.is_complete

    @cached_property
    def rounds(self) -> tuple[tuple[RoundScore, Seat], ...]:
        """The person's rounds, each with its score and the person's seat."""
        seat = self.seat or 0
        rounds = score_match(self.match).players[seat].rounds
        return tuple(zip(rounds, (r.seats[seat] for r in self.match.rounds), strict=True))

    @cached_property
    def total(self) -> float:
        """The person's total."""
        return sum(score.total for score, _ in self.rounds)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The winning seats."""
        return score_match(self.match).winners

    @property
    def is_won(self) -> bool:
        """Whether the person alone has the highest total of several players."""
        return len(self.match.players) > 1 and self.winners == (self.seat,)

    @property
    def deals(self) -> Deals:
        """The calls of all rounds: equal where the same deal was played."""
        return tuple(played.calls for played in self.match.rounds)


def earning(finished: Iterable[PastMatch]) -> Iterator[tuple[Goal, ...]]:
    """Yield for each match, in the order given, the goals that it is the first to earn."""
    past: list[PastMatch] = []
    earned: set[Goal] = set()
    known_deals: set[Deals] = set()
    for now in finished:
        if now.deals in known_deals:
            # On a deal that was played before, the player knows the calls.
            now = replace(now, marks=now.marks | {Mark.AGAIN})
        known_deals.add(now.deals)
        goals: tuple[Goal, ...] = ()
        if now.can_earn:
            past.append(now)
            goals = tuple(g for g, is_met in _TESTS.items() if g not in earned and is_met(past))
            earned.update(goals)
        yield goals


def progress_of(finished: Iterable[PastMatch]) -> Mapping[Goal, tuple[float, int]]:
    """Return for each countable goal its progress: the best or number so far, and the target.

    Only matches that can earn goals count.
    """
    past = [match for match in finished if match.can_earn]
    classic = [
        sum(s.points for s in score.lines)
        for match in past
        if match.match.rules.grid is CLASSIC
        for score, _ in match.rounds
    ]
    scores = [score for match in past for score, _ in match.rounds]
    lines = max((len(score.lines) for score in scores), default=0)
    points = max(classic, default=0)
    steady = list(takewhile(lambda match: _has_points(130)([match]), reversed(past)))
    days = {match.day for match in past if match.day is not None}
    rows = [days_in_a_row(days, day) for day in days]
    return {
        **{goal: (points, wanted) for goal, wanted in _POINTS.items()},
        Goal.ALL_NUMBERS: (max((len({s.number for s in x.lines}) for x in scores), default=0), 9),
        Goal.TEN_LINES: (lines, 10),
        Goal.TWELVE_LINES: (lines, 12),
        Goal.EVERY_EDITION: (
            len({match.edition for match in past} & set(EDITIONS_TO_PLAY)),
            len(EDITIONS_TO_PLAY),
        ),
        Goal.FOUR_DAFFODILS: (len({match.match.rules.daffodil for match in past} - {None}), 4),
        Goal.BONUSES: (max((score.bonus for score in scores), default=0), 30),
        Goal.TEN_GAMES: (len(past), 10),
        Goal.HUNDRED_GAMES: (len(past), 100),
        Goal.STEADY: (len(steady), 5),
        Goal.WEEK_OF_DAYS: (max(rows, default=0), 7),
    }


_POINTS: Final = {
    goal: int(goal.value.removeprefix("points-"))
    for goal in Goal
    if goal.value.startswith("points-")
}
"""The goals of points alone, with their points."""

_Test = Callable[[Sequence[PastMatch]], bool]
"""A test whether the last of some matches, given the earlier ones, earns a goal."""


def _in_a_round(test: Callable[[RoundScore, Seat, PastMatch], bool]) -> _Test:
    """Return a test for a goal that a single round earns."""
    return lambda past: any(test(score, seat, past[-1]) for score, seat in past[-1].rounds)


def _has_line(length: int, number: int = 0) -> _Test:
    return _in_a_round(
        lambda score, seat, past: any(
            len(s.line) >= length and number in (0, s.number) for s in score.lines
        )
    )


def _has_lines(count: int) -> _Test:
    return _in_a_round(lambda score, seat, past: len(score.lines) >= count)


def _has_points(points: int) -> _Test:
    """Return a test for points of lines on the classic board.

    Rays and bonuses do not count, so that the goal is the same under all rules.
    """
    return _in_a_round(
        lambda score, seat, past: (
            past.match.rules.grid is CLASSIC and sum(s.points for s in score.lines) >= points
        )
    )


def _is_full(past: PastMatch, score: RoundScore, direction: Direction) -> bool:
    """Whether all lines of a direction earned points."""
    scored = sum(s.line.direction is direction for s in score.lines)
    return scored == sum(line.direction is direction for line in past.match.rules.grid.lines)


def _beats(level: str) -> _Test:
    """Return a test for a sole win at a table with this level."""
    return lambda past: past[-1].is_won and level in {p.bot for p in past[-1].match.players}


def _has_wild_line(score: RoundScore, seat: Seat, past: PastMatch) -> bool:
    """Whether a scoring line has two or more wild stripes."""
    for scored in score.lines:
        tiles = [seat.position.tiles[i] for i in scored.line.spaces]
        wild = [t for t in tiles if t is not None and t.number(scored.line.direction) is None]
        if len(wild) > 1:
            return True
    return False


def _has_double_line(score: RoundScore, seat: Seat, past: PastMatch) -> bool:
    """Whether a scoring line of four or more tiles is a ray too."""
    if past.match.rules.rays is RayRule.NONE:
        return False
    rays = {ray.line for ray in find_rays(past.match.rules.grid, seat.position)}
    return any(len(s.line) >= 4 and s.line in rays for s in score.lines)


def _has_played(count: int) -> _Test:
    return lambda past: len(past) >= count


def _is_steady(past: Sequence[PastMatch]) -> bool:
    """Whether the last five matches of one round reached 130 points each."""
    last = past[-5:]
    return len(last) == 5 and all(_has_points(130)([one]) for one in last)


def _is_better_again(past: Sequence[PastMatch]) -> bool:
    now = past[-1]
    before = [
        one.total for one in past[:-1]
        if one.deals == now.deals and one.match.rules == now.match.rules
    ]  # fmt: skip
    return bool(before) and now.total > max(before)


def _plays_a_week(past: Sequence[PastMatch]) -> bool:
    days = {one.day for one in past if one.day is not None}
    last = past[-1].day
    return last is not None and days_in_a_row(days, last) >= 7


_TESTS: Final[Mapping[Goal, _Test]] = {
    Goal.LINE_OF_FIVE: _has_line(5),
    Goal.FIVE_NINES: _has_line(5, 9),
    Goal.THREE_FIVES: _in_a_round(
        lambda score, seat, past: (
            len({s.line.direction for s in score.lines if len(s.line) == 5}) == 3
        )
    ),
    Goal.ALL_COLUMNS: _in_a_round(
        lambda score, seat, past: _is_full(past, score, Direction.VERTICAL)
    ),
    Goal.ONE_DIRECTION: _in_a_round(
        lambda score, seat, past: any(
            _is_full(past, score, direction) for direction in (Direction.RISING, Direction.FALLING)
        )
    ),
    Goal.ALL_NUMBERS: _in_a_round(
        lambda score, seat, past: (
            {s.number for s in score.lines} == {n for three in NUMBERS.values() for n in three}
        )
    ),
    Goal.TEN_LINES: _has_lines(10),
    Goal.TWELVE_LINES: _has_lines(12),
    Goal.NO_BROKEN_LINE: _in_a_round(
        lambda score, seat, past: len(score.lines) == len(past.match.rules.grid.lines)
    ),
    **{goal: _has_points(wanted) for goal, wanted in _POINTS.items()},
    **{Goal(f"beat-{level}"): _beats(level) for level in LEVEL_GOALS},
    Goal.BEAT_MASTER: lambda past: Mark.AGAIN not in past[-1].marks and _beats("master")(past),
    Goal.FULL_TABLE: lambda past: past[-1].is_won and len(past[-1].match.players) == 6,
    Goal.SHARED_WIN: lambda past: len(past[-1].winners) > 1 and past[-1].seat in past[-1].winners,
    Goal.EVERY_EDITION: lambda past: {one.edition for one in past} >= set(EDITIONS_TO_PLAY),
    Goal.FOUR_DAFFODILS: lambda past: {one.match.rules.daffodil for one in past} >= {1, 2, 3, 4},
    Goal.WILD_LINE: _in_a_round(_has_wild_line),
    Goal.THREE_STAMENS: _in_a_round(lambda score, seat, past: len(seat.finish or ()) == 3),
    Goal.SUN_AND_MOON: _in_a_round(
        lambda score, seat, past: {ray.symbol for ray in score.rays} == set(Symbol)
    ),
    Goal.DOUBLE_LINE: _in_a_round(_has_double_line),
    Goal.BONUSES: _in_a_round(lambda score, seat, past: score.bonus >= 30),
    Goal.TEN_GAMES: _has_played(10),
    Goal.HUNDRED_GAMES: _has_played(100),
    Goal.STEADY: _is_steady,
    Goal.BETTER_AGAIN: _is_better_again,
    Goal.WEEK_OF_DAYS: _plays_a_week,
}
