"""The high-score table of climbs: their ranks over a day, a week or all time.

Own and friends' climbs share a table. Of each player's climbs on a seed only the first counts:
afterwards the tiles are known.
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

from game.climb.record import ClimbRecord, parse_climb, print_climb
from game.climb.sharing import climb_identity, climber_of
from game.climb.state import day_seed
from game.rules.errors import FormatError
from game.rules.names import show_name
from game.storage.climbs import FinishedClimb

PLACES_SHOWN: Final = 10
"""The number of places in the table."""


class Period(StrEnum):
    """The period that a table ranks; values are catalogue keys."""

    DAY = "day"
    WEEK = "week"
    EVER = "ever"

    def has(self, day: date, today: date) -> bool:
        """Return whether a day belongs to the period of `today`; weeks begin on Monday."""
        match self:
            case Period.DAY:
                return day == today
            case Period.WEEK:
                return day - timedelta(day.weekday()) == today - timedelta(today.weekday())
            case Period.EVER:
                return True


@dataclass(frozen=True, slots=True)
class RankedClimb:
    """A climb and its place, from 1; equal points share the better place."""

    place: int
    climb: FinishedClimb


def finished_climb(
    climb: ClimbRecord, finished_at: datetime, day: date | None = None, friend: str = ""
) -> FinishedClimb:
    """Return a climb as it is stored, over or given up; `day` is the day whose seed it has.

    `friend` is its player's name, "" for the player. Raises `FormatError` for a record that the
    rules refuse.
    """
    return FinishedClimb(
        climb_identity(climb),
        climb.seed,
        "" if day is None else day.isoformat(),
        climb.replay().total,
        len(climb.stages),
        friend,
        finished_at,
        print_climb(climb),
    )


def friends_climb(climb: ClimbRecord, when: datetime, today: date) -> FinishedClimb:
    """Return a friend's climb as it is stored; it counts from `when` it arrived.

    Its day is the one of the seed within the last year, up to `today`.
    """
    days = (today - timedelta(n) for n in range(-1, 366))
    day = next((day for day in days if day_seed(day) == climb.seed), None)
    return finished_climb(climb, when, day, show_name(climber_of(climb)))


def name_on_table(climb: FinishedClimb) -> str:
    """Return the name beside a stored climb: the friend's, or the one that the player entered.

    The record is read without a replay, since the table is shown before it is verified.
    """
    if climb.name:
        return show_name(climb.name)
    with suppress(ValueError, LookupError, TypeError, RecursionError):
        stages = json.loads(climb.record)["stages"]
        return show_name(str(stages[0]["record"]["players"][0]["name"]))
    return show_name("")


def first_climb_of(climbs: Iterable[FinishedClimb], day: date) -> FinishedClimb | None:
    """Return the player's first climb on a day's seed; None without one."""
    seed = day_seed(day)
    on_the_day = (climb for climb in climbs if not climb.name and climb.seed == seed)
    return min(on_the_day, key=lambda climb: (climb.finished_at, climb.id), default=None)


def counted_climbs(climbs: Iterable[FinishedClimb]) -> Iterator[FinishedClimb]:
    """Yield the climbs that count in a table, the earliest first: one for each seed and player.

    All own climbs are one player's, whatever name was entered; those without a finished stage do
    not count.
    """
    known: set[tuple[str, str]] = set()
    for climb in sorted(climbs, key=lambda one: (one.finished_at, one.id)):
        whose = (climb.seed, climb.name)
        if whose not in known:
            known.add(whose)
            if climb.stage:
                yield climb


@lru_cache(maxsize=200)
def is_replayed(climb: FinishedClimb) -> bool:
    """Return whether a stored climb's record, replayed, matches its row."""
    try:
        record = parse_climb(climb.record)
        total = record.replay().total
    except FormatError:
        return False
    return (climb.seed, climb.points, climb.stage) == (record.seed, total, len(record.stages))


def best_climbs(climbs: Iterable[FinishedClimb]) -> Iterator[FinishedClimb]:
    """Return climbs by points, of equals the earlier first, without rows that were edited.

    `climbs` must be in the order of time. Each is replayed only when the iterator reaches it.
    """
    # Sorting keeps the order of equals.
    return filter(is_replayed, sorted(climbs, key=lambda one: -one.points))


def best_own_climb(climbs: Iterable[FinishedClimb]) -> FinishedClimb | None:
    """Return the player's best climb among stored ones."""
    return next(best_climbs(counted_climbs(climb for climb in climbs if not climb.name)), None)


def rank_climbs(
    climbs: Iterable[FinishedClimb], period: Period, today: date, zone: tzinfo | None
) -> tuple[RankedClimb, ...]:
    """Return the best climbs of a period, of equals the earlier first.

    `climbs` are all stored ones, to find those that count; `zone` is the player's, None for the
    system's.
    """
    listed = [
        one
        for one in counted_climbs(climbs)
        if period.has(one.finished_at.astimezone(zone).date(), today)
        # A free climb is on another mountain than the day's.
        and (period is not Period.DAY or one.seed == day_seed(today))
    ]
    best = list(islice(best_climbs(listed), PLACES_SHOWN))
    above = (sum(other.points > one.points for other in best) for one in best)
    return tuple(RankedClimb(1 + count, one) for count, one in zip(above, best, strict=True))
