"""The player's progress for the menu: the last seven days, the ladder, the level. No pygame."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from game.ui.frame.context import Context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from game.progress.challenges import Challenge
    from game.progress.daily_history import DailyHistory
    from game.progress.level import Standing

DAYS = 7
"""Days on show, today the last."""


class DayProgress(NamedTuple):
    """One day: its medal's metal, "plain" for a total without one, "" where nothing counts."""

    day: date
    metal: str = ""


class DailyProgress(NamedTuple):
    """The last days, the days in a row, and what counts of today's deal, if anything.

    `is_open` says that today's deal can still be played for a medal, `nearly` which medal
    yesterday's nearly brought, and the points missing; `tonight` what people won of each other.
    """

    days: tuple[DayProgress, ...]
    streak: int = 0
    total: float | None = None
    tonight: Mapping[str, int] = {}
    is_open: bool = False
    nearly: tuple[str, float] | None = None


class LadderProgress(NamedTuple):
    """How many challenges are met, and the next one with its number."""

    met: int
    challenges: int
    number: int
    challenge: Challenge


class LevelProgress(NamedTuple):
    """Where the player stands among the levels by the rules played last."""

    rules: str
    standing: Standing
    share: float
    """How far up the level the mean is, from 0 to 1."""
    missing: int
    """Games to be played until there is a level."""
    is_asking: bool
    """Whether the engines have still to measure some games."""


def read_level(context: Context) -> LevelProgress:
    """Where the player stands by the rules played last, as far as that is kept."""
    from game.progress.level import LEAST, beginnings
    from game.progress.level_findings import LevelFindings
    from game.rules.ruleset import Ruleset

    profile = context.store.profile
    played = profile.last_matches()
    rules = next((one.rules for one in played if one.counts and not one.ways), str(Ruleset()))
    findings = LevelFindings(profile, Ruleset.parse(rules), context.engines, played)
    standing = findings.standing
    share = 0.0 if standing.level is None else 1.0
    if standing.mean is not None and standing.following is not None:
        first, *_ = findings.scale
        starts = [begin for _, begin in beginnings(findings.scale) if begin <= standing.mean]
        # The first level begins nowhere: its own computer's mean stands for that.
        low = max(starts[-1], min(first.mean, standing.mean))
        share = (standing.mean - low) / max(1.0, standing.following[1] - low)
    missing = max(0, LEAST - findings.count)
    return LevelProgress(str(findings.rules), standing, share, missing, findings.is_asking)


def blank_days(today: date) -> DailyProgress:
    """What is shown of the days before anything was read."""
    days = (today - timedelta(days=n) for n in reversed(range(DAYS)))
    return DailyProgress(tuple(map(DayProgress, days)))


def read_days(context: Context) -> DailyProgress:
    """What was made of the last days' deals."""
    from game.progress.daily import FIRST_DAY
    from game.progress.daily_history import DailyHistory
    from game.progress.tonight import wins_tonight

    store = context.store
    book = DailyHistory(store.profile, store.clock())
    days = tuple(one._replace(metal=book.metal(one.day)) for one in blank_days(book.today).days)
    played = book.counted(book.today)
    total = None if played is None else played.result.total
    is_open = book.today >= FIRST_DAY and not book.is_known(book.today)
    tonight = wins_tonight(store.profile.last_matches(), store.clock())
    return DailyProgress(days, book.streak, total, tonight, is_open, _nearly(book))


def _nearly(book: DailyHistory) -> tuple[str, float] | None:
    """The next medal above what was made of yesterday's deal, and the points missing."""
    from game.progress.daily import FIRST_DAY, next_medal

    yesterday = book.today - timedelta(days=1)
    if yesterday < FIRST_DAY:
        return None
    played, (best, master) = book.counted(yesterday), book.possible(yesterday)
    if played is None or best is None or master is None:
        return None
    return next_medal(played.result.total, best, master)


def read_ladder(context: Context) -> LadderProgress:
    """What was met of the challenges."""
    from game.progress.ladder import Ladder

    ladder = Ladder(context.store.profile)
    following = ladder.next_after()
    return LadderProgress(ladder.count, len(ladder.challenges), ladder.number(following), following)
