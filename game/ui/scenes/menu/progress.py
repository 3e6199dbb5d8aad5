"""What the menu tells of the player: the last seven days, the ladder of challenges. No pygame."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from game.ui.frame.context import Context

if TYPE_CHECKING:
    from datetime import date

    from game.play.challenges import Challenge

DAYS = 7
"""Days on show, today the last."""


class DayProgress(NamedTuple):
    """One day: its medal's metal, "plain" for a total without one, "" where nothing counts."""

    day: date
    metal: str = ""


class DailyProgress(NamedTuple):
    """The last days, the days in a row, and what counts of today's deal, if anything."""

    days: tuple[DayProgress, ...]
    streak: int = 0
    total: float | None = None


class LadderProgress(NamedTuple):
    """How many challenges are met, and the next one with its number."""

    met: int
    challenges: int
    number: int
    challenge: Challenge


class LevelProgress(NamedTuple):
    """The level by the rules played last, the mean it is made of, and the share of the way to the
    next one.
    """

    level: str
    mean: float
    share: float


def blank_days(today: date) -> DailyProgress:
    """What is shown of the days before anything was read."""
    days = (today - timedelta(days=n) for n in reversed(range(DAYS)))
    return DailyProgress(tuple(map(DayProgress, days)))


def read_days(context: Context) -> DailyProgress:
    """What was made of the last days' deals."""
    from game.ui.frame.daily_history import DailyHistory

    store = context.store
    book = DailyHistory(store.profile, store.clock())
    days = tuple(one._replace(metal=book.metal(one.day)) for one in blank_days(book.today).days)
    played = book.counted(book.today)
    return DailyProgress(days, book.streak, None if played is None else played.own.total)


def read_ladder(context: Context) -> LadderProgress:
    """What was met of the challenges."""
    from game.ui.scenes.shared.ladder import Ladder

    ladder = Ladder(context.store.profile)
    following = ladder.next_after()
    count = len(ladder.challenges)
    return LadderProgress(ladder.count, count, ladder.number(following), following)


def read_level(context: Context) -> LevelProgress | None:
    """The level as far as it was measured; nobody is asked for more here."""
    from game.play.level import beginnings
    from game.rules.ruleset import Ruleset
    from game.ui.scenes.shared.level import LevelFindings, known_standing

    profile = context.store.profile
    played = profile.last_matches()
    rules = next((one.rules for one in played if one.counts and not one.ways), None)
    if rules is None:
        return None
    findings = LevelFindings(profile, Ruleset.parse(rules), context.engines, played)
    standing = known_standing(findings)
    if standing.level is None or standing.mean is None:
        return None
    begins = max(dict(beginnings(findings.scale))[standing.level], 0.0)
    share = 1.0
    if standing.following is not None:
        share = (standing.mean - begins) / (standing.following[1] - begins)
    return LevelProgress(standing.level, standing.mean, min(1.0, max(0.0, share)))
