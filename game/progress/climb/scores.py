"""The high-score table of climbs: which are in it, in which order, over a day, a week or all.

Own climbs and friends' are in one table. Of the climbs that somebody made of one seed the first
alone counts: after it the tiles are known.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Final

from game.progress.climb.record import ClimbRecord, parse_climb, print_climb
from game.progress.climb.sharing import climb_identity, climber_of
from game.progress.climb.state import day_seed
from game.rules.errors import FormatError
from game.rules.names import show_name
from game.storage.runs import FinishedRun

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
class RankedRun:
    """A run and its place, from 1; runs with as many points share the better place."""

    place: int
    run: FinishedRun


def finished_run(
    climb: ClimbRecord, finished_at: datetime, day: date | None = None, friend: str = ""
) -> FinishedRun:
    """Return a climb as it is stored, over or given up; `day` is the one whose climb it is.

    `friend` is who played it, "" for the player. Raises `FormatError` for a record that the rules
    refuse.
    """
    return FinishedRun(
        climb_identity(climb),
        climb.seed,
        "" if day is None else day.isoformat(),
        climb.replay().total,
        len(climb.stages),
        friend,
        finished_at,
        print_climb(climb),
    )


def friends_run(climb: ClimbRecord, when: datetime, today: date) -> FinishedRun:
    """Return a friend's climb as it is stored, marked as theirs; it counts from when it came.

    The day is that of the day's climb, up to `today`, within the last year.
    """
    days = (today - timedelta(n) for n in range(-1, 366))
    day = next((day for day in days if day_seed(day) == climb.seed), None)
    return finished_run(climb, when, day, show_name(climber_of(climb)))


def name_on_table(run: FinishedRun) -> str:
    """Return the name beside a stored run: the friend's, or the one that the player entered.

    The record is looked into and not replayed, since a table is shown before it is believed.
    """
    if run.name:
        return show_name(run.name)
    with suppress(ValueError, LookupError, TypeError):
        stages = json.loads(run.record)["stages"]
        return show_name(str(stages[0]["record"]["players"][0]["name"]))
    return show_name("")


def first_run_of(runs: Iterable[FinishedRun], day: date) -> FinishedRun | None:
    """Return the player's first climb on a day's seed; None without one."""
    seed = day_seed(day)
    on_the_day = (run for run in runs if not run.name and run.seed == seed)
    return min(on_the_day, key=lambda run: (run.finished_at, run.id), default=None)


def counted_runs(runs: Iterable[FinishedRun]) -> Iterator[FinishedRun]:
    """Yield the runs that can stand in a table, the earliest first: one for each seed and player.

    All own runs are one player's, whatever name was entered; a run without a stage is none.
    """
    known: set[tuple[str, str]] = set()
    for run in sorted(runs, key=lambda one: (one.finished_at, one.id)):
        whose = (run.seed, run.name)
        if whose not in known:
            known.add(whose)
            if run.stage:
                yield run


@lru_cache(maxsize=200)
def is_replayed(run: FinishedRun) -> bool:
    """Whether a stored climb's record, replayed, makes what its row says."""
    try:
        climb = parse_climb(run.record)
        total = climb.replay().total
    except FormatError:
        return False
    return (run.seed, run.points, run.stage) == (climb.seed, total, len(climb.stages))


def best_runs(runs: Iterable[FinishedRun]) -> Iterator[FinishedRun]:
    """Return runs, the most points first and of equals the earlier; a row that was edited is none.

    `runs` begin with the earliest. Each is replayed only when it is asked for.
    """
    # Sorting keeps the order of equals.
    return filter(is_replayed, sorted(runs, key=lambda one: -one.points))


def rank_runs(
    runs: Iterable[FinishedRun], period: Period, today: date, zone: tzinfo | None
) -> tuple[RankedRun, ...]:
    """Return the best runs of a period, the best first, the earlier one before its equal.

    `runs` are all there are, so that what counts is known; `zone` is the player's, None for the
    system's.
    """
    listed = [
        one
        for one in counted_runs(runs)
        if period.has(one.finished_at.astimezone(zone).date(), today)
    ]
    best = list(islice(best_runs(listed), PLACES_SHOWN))
    above = (sum(other.points > one.points for other in best) for one in best)
    return tuple(RankedRun(1 + count, one) for count, one in zip(above, best, strict=True))
