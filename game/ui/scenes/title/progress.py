"""The player's progress as data for the title's doors; no pygame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from game.ui.frame.context import Context

if TYPE_CHECKING:
    from game.progress.level import LevelEstimate

DAYS = 7
"""Days on display; today is the last."""

_SLICE = 0.004
"""Seconds of a tick spent reading records for the goals."""


class DayProgress(NamedTuple):
    """A day's counted attempt: its total, its lines as `3x9`, and its deal's best total.

    The total is None without a counted attempt, the best one while it is unknown.
    """

    day: date
    total: float | None = None
    lines: tuple[str, ...] = ()
    best: float | None = None


class DailyProgress(NamedTuple):
    """The daily deals: the last days, the consecutive days, and today's total, None without one.

    Also whether today's deal can still be played, and tonight's wins of each person.
    """

    days: tuple[DayProgress, ...]
    streak: int = 0
    total: float | None = None
    is_open: bool = False
    tonight: Mapping[str, int] = {}


class GoalsProgress(NamedTuple):
    """The numbers of earned and of all goals, and of the matches and climbs read for them."""

    earned: int
    goals: int
    entries: tuple[int, int]


OPEN_AFTER: Final = {"play": 0, "today": 1, "you": 2, "climb": 3, "together": 3}
"""The finished games after which each door is open."""


def doors_open_after(games: int) -> frozenset[str]:
    """Return the doors that are open after a number of finished games."""
    return frozenset(name for name, count in OPEN_AFTER.items() if games >= count)


def read_level(context: Context) -> LevelEstimate:
    """Return the stored estimate of the player's level by the standard rules."""
    from game.progress.level_findings import LevelFindings
    from game.rules.ruleset import Ruleset

    return LevelFindings(context.store.profile, Ruleset(), context.engines).estimate


def blank_days(today: date) -> DailyProgress:
    """Return the last days without results, until records are read."""
    days = (today - timedelta(days=n) for n in reversed(range(DAYS)))
    return DailyProgress(tuple(map(DayProgress, days)))


def read_days(context: Context) -> DailyProgress:
    """Return the player's results in the last days' deals."""
    from game.progress.daily import FIRST_DAY
    from game.progress.daily_history import DailyHistory
    from game.progress.tonight import wins_tonight

    store = context.store
    book = DailyHistory(store.profile, store.clock())
    days = []
    for one in blank_days(book.today).days:
        played = book.counted(one.day)
        if played is not None:
            result, (best, _) = played.result, book.possible(one.day)
            one = DayProgress(one.day, result.total, result.lines, best)
        days.append(one)
    is_open = book.today >= FIRST_DAY and not book.is_known(book.today)
    tonight = wins_tonight(store.profile.last_matches(), store.clock())
    return DailyProgress(tuple(days), book.streak, days[-1].total, is_open, tonight)


def read_goals(context: Context, known: GoalsProgress | None) -> Iterator[GoalsProgress | None]:
    """Count the earned goals in slices of the records; yield nothing if `known` is up to date.

    Until all records are read `known` is yielded.
    """
    from game.ui.scenes.shared.goals_control import GoalsControl

    control = GoalsControl(context)
    if known is not None and known.entries == control.entries:
        return
    while not control.is_done:
        control.advance(_SLICE)
        yield known
    yield GoalsProgress(control.earned, len(control.states()), control.entries)
