"""The player's progress for the menu: the last seven days, the ladder, the level. No pygame."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from game.ui.frame.context import Context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from game.progress.challenges import Challenge
    from game.progress.level import Standing

DAYS = 7
"""Days on show, today the last."""


class DayProgress(NamedTuple):
    """One day: its medal's metal, "plain" for a total without one, "" where nothing counts."""

    day: date
    metal: str = ""


class DailyProgress(NamedTuple):
    """The last days, the days in a row, what counts of today's deal, if anything, and what people
    won of each other tonight.
    """

    days: tuple[DayProgress, ...]
    streak: int = 0
    total: float | None = None
    tonight: Mapping[str, int] = {}


class LadderProgress(NamedTuple):
    """How many challenges are met, and the next one with its number."""

    met: int
    challenges: int
    number: int
    challenge: Challenge


class LevelProgress(NamedTuple):
    """Where the player stands among the levels of the standard game."""

    standing: Standing
    share: float
    """How far up the level the mean is, from 0 to 1."""
    missing: int
    """Games to be played until there is a level."""
    is_asking: bool
    """Whether the engines have still to measure some games."""


def read_level(context: Context) -> LevelProgress:
    """Where the player stands by the standard rules, as far as that is kept."""
    from game.progress.level import LEAST, beginnings
    from game.progress.level_findings import LevelFindings
    from game.rules.ruleset import Ruleset

    findings = LevelFindings(context.store.profile, Ruleset(), context.engines)
    standing = findings.standing
    share = 0.0 if standing.level is None else 1.0
    if standing.mean is not None and standing.following is not None:
        first, *_ = findings.scale
        starts = [begin for _, begin in beginnings(findings.scale) if begin <= standing.mean]
        # The first level begins nowhere: its own computer's mean stands for that.
        low = max(starts[-1], min(first.mean, standing.mean))
        share = (standing.mean - low) / max(1.0, standing.following[1] - low)
    missing = max(0, LEAST - findings.count)
    return LevelProgress(standing, share, missing, findings.is_asking)


def blank_days(today: date) -> DailyProgress:
    """What is shown of the days before anything was read."""
    days = (today - timedelta(days=n) for n in reversed(range(DAYS)))
    return DailyProgress(tuple(map(DayProgress, days)))


def read_days(context: Context) -> DailyProgress:
    """What was made of the last days' deals."""
    from game.progress.daily_history import DailyHistory
    from game.progress.tonight import wins_tonight

    store = context.store
    book = DailyHistory(store.profile, store.clock())
    days = tuple(one._replace(metal=book.metal(one.day)) for one in blank_days(book.today).days)
    played = book.counted(book.today)
    total = None if played is None else played.result.total
    tonight = wins_tonight(store.profile.last_matches(), store.clock())
    return DailyProgress(days, book.streak, total, tonight)


def read_ladder(context: Context) -> LadderProgress:
    """What was met of the challenges."""
    from game.progress.ladder import Ladder

    ladder = Ladder(context.store.profile)
    following = ladder.next_after()
    return LadderProgress(ladder.count, len(ladder.challenges), ladder.number(following), following)
