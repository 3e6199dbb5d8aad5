"""The high-score table of runs: which runs stand in it, in which order, over a day, a week or all.

Own runs and friends' runs stand in one table; those with the clock and calm ones apart. Of the
runs that somebody made of one seed the first alone counts, whichever its kind: after it the tiles
are known.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Final

from game.progress.run.record import RunRecord, print_run
from game.rules.match import Player

PLACES_SHOWN: Final = 10
"""Places of the table."""


class Period(StrEnum):
    """Which runs a table ranks; values are catalogue keys."""

    DAY = "day"
    WEEK = "week"
    EVER = "ever"

    def has(self, day: date, today: date) -> bool:
        """Whether a run of that day belongs to the period that `today` is in; weeks begin on
        Monday.
        """
        match self:
            case Period.DAY:
                return day == today
            case Period.WEEK:
                return day - timedelta(day.weekday()) == today - timedelta(today.weekday())
            case Period.EVER:
                return True


@dataclass(frozen=True, slots=True)
class RunScore:
    """A run as the table lists it: whose it is, when it was finished, how far it came.

    `identity` is the same for every copy of the run, whatever its players are called; `day` is
    the date of `finished_at` on the player's calendar. `stage` is the one in which it ended.
    """

    identity: str
    name: str
    is_own: bool
    seed: str
    is_timed: bool
    stage: int
    points: int
    finished_at: datetime
    day: date


@dataclass(frozen=True, slots=True)
class RankedRun:
    """A run and its place, from 1; runs with as many points share the better place."""

    place: int
    score: RunScore


def identity_of_run(run: RunRecord) -> str:
    """Return what every copy of a run has in common and no other run has, as 32 hex digits.

    Names and what programs noted beside the matches do not count.
    """
    stages = (replace(one, match=replace(one.match, meta=None)) for one in run.stages)
    bare = with_name(replace(run, stages=tuple(stages)), "")
    return sha256(print_run(bare).encode()).hexdigest()[:32]


def name_of_run(run: RunRecord) -> str:
    """Return who played a run, "" for one without a stage."""
    return run.stages[0].match.players[0].name if run.stages else ""


def with_name(run: RunRecord, name: str) -> RunRecord:
    """Return the run as it were had its player been called so."""
    players = (Player(name),)
    stages = (replace(one, match=replace(one.match, players=players)) for one in run.stages)
    return replace(run, stages=tuple(stages))


def counted_runs(scores: Iterable[RunScore]) -> Iterator[RunScore]:
    """Return the runs that can stand in a table, the earliest first: one for each seed and player.

    All own runs are one player's, whatever name was entered.
    """
    known: set[tuple[str, str | None]] = set()
    for score in sorted(scores, key=lambda one: (one.finished_at, one.identity)):
        whose = (score.seed, None if score.is_own else score.name)
        if whose not in known:
            known.add(whose)
            yield score


def rank_runs(
    scores: Iterable[RunScore], period: Period, today: date, *, is_timed: bool
) -> tuple[RankedRun, ...]:
    """Return the best runs of a kind and period, the best first, the earlier one before its equal.

    `scores` are all runs there are, so that what counts is known.
    """
    listed = [
        one
        for one in counted_runs(scores)
        if one.is_timed == is_timed and period.has(one.day, today)
    ]
    # Sorting keeps the order of equals: the earlier one stays first.
    best = sorted(listed, key=lambda one: -one.points)
    above = (sum(other.points > one.points for other in best) for one in best)
    ranked = (RankedRun(1 + count, one) for count, one in zip(above, best, strict=True))
    return tuple(ranked)[:PLACES_SHOWN]
