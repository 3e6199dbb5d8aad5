"""What the title's doors show of the player's progress; no pygame."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from game.ui.frame.context import Context

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from game.progress.level import LevelEstimate

DAYS = 7
"""Days on show, today the last."""

_SLICE = 0.004
"""Seconds of a tick in which records are read for the goals."""

_UNUSUAL = 200.0
"""Points at which the flag of a deal is full whose best board is not known."""


class DayProgress(NamedTuple):
    """One day's counted attempt: its total, its lines as `3x9`, and its deal's best total.

    The total is None where nothing counts.
    """

    day: date
    total: float | None = None
    lines: tuple[str, ...] = ()
    best: float = _UNUSUAL


class DailyProgress(NamedTuple):
    """The last days, the days in a row, what counts of today's deal, if anything, whether it can
    still be played, and what people won of each other tonight.
    """

    days: tuple[DayProgress, ...]
    streak: int = 0
    total: float | None = None
    is_open: bool = False
    tonight: Mapping[str, int] = {}


class GoalsProgress(NamedTuple):
    """How many of the goals are earned, and from how many matches and runs that was computed."""

    earned: int
    goals: int
    entries: tuple[int, int]


def doors_open_after(games: int) -> frozenset[str]:
    """Return the doors that have something to say after so many finished games."""
    after = {"play": 0, "today": 1, "you": 2, "climb": 3, "together": 3}
    return frozenset(name for name, count in after.items() if games >= count)


def read_level(context: Context) -> LevelEstimate:
    """Return the player's place by the standard rules, as far as it is stored."""
    from game.progress.level_findings import LevelFindings
    from game.rules.ruleset import Ruleset

    return LevelFindings(context.store.profile, Ruleset(), context.engines).estimate


def blank_days(today: date) -> DailyProgress:
    """Return what is shown of the days before anything was read."""
    days = (today - timedelta(days=n) for n in reversed(range(DAYS)))
    return DailyProgress(tuple(map(DayProgress, days)))


def read_days(context: Context) -> DailyProgress:
    """Return what the player made of the last days' deals."""
    from game.progress.daily import FIRST_DAY
    from game.progress.daily_history import DailyHistory
    from game.progress.tonight import wins_tonight

    store = context.store
    book = DailyHistory(store.profile, store.clock())
    days = []
    for one in blank_days(book.today).days:
        played = book.counted(one.day)
        if played is not None:
            result, best = played.result, book.possible(one.day)[0]
            one = DayProgress(one.day, result.total, result.lines, best or _UNUSUAL)
        days.append(one)
    is_open = book.today >= FIRST_DAY and not book.is_known(book.today)
    tonight = wins_tonight(store.profile.last_matches(), store.clock())
    return DailyProgress(tuple(days), book.streak, days[-1].total, is_open, tonight)


def read_goals(context: Context, known: GoalsProgress | None) -> Iterator[GoalsProgress | None]:
    """Count the earned goals, a slice of the records at a time; nothing where `known` still holds.

    Until all records are read what was known before is yielded.
    """
    from game.ui.scenes.shared.goals_control import GoalsControl

    control = GoalsControl(context)
    if known is not None and known.entries == control.entries:
        return
    while not control.is_done:
        control.advance(_SLICE)
        yield known
    yield GoalsProgress(control.earned, len(control.states()), control.entries)
