"""The goals that a match has earned, and its daily deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.table import TableSetup
from game.progress.daily import is_played_on
from game.progress.daily_history import find_offered
from game.progress.goals import Goal, PastMatch, earning
from game.storage.database import identity_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from game.progress.daily import DailyDeal
    from game.rules.match import Match
    from game.storage.history import PlayedMatch
    from game.storage.profile import Profile


def daily_of(match: Match, today: date) -> DailyDeal | None:
    """Return the daily deal up to `today` that the match was played on, or None."""
    seed = match.rounds[0].seed if match.rounds else None
    deal = find_offered(str(match.rules), seed, today)
    return deal if deal is not None and is_played_on(match, deal) else None


def read_past_matches(
    profile: Profile, played: Iterable[PlayedMatch], today: date
) -> Iterator[tuple[PlayedMatch, PastMatch]]:
    """Yield the history's matches as the input of goals; skip unreadable ones.

    A match has the day of its daily deal only if it was begun on that day.
    """
    for entry in played:
        match = profile.match(entry.id)
        if match is not None:
            begun = TableSetup.from_match(match).begun
            deal = daily_of(match, today)
            is_in_time = deal is not None and begun is not None and begun.date() == deal.day
            day = deal.day if deal is not None and is_in_time else None
            yield entry, PastMatch.from_match(match, day)


def goals_of(profile: Profile, match: Match, today: date) -> Iterator[tuple[Goal, ...] | None]:
    """Yield None after each record that was read, then the goals that the match is first to earn.

    All earlier records are read, which takes a while. A match outside the history yields no goals.
    """
    identity = identity_of(match)
    played = profile.last_matches()[::-1]
    # Goals are earned in order: a later match cannot have been the first to earn one.
    until = next((i for i, entry in enumerate(played) if entry.identity == identity), None)
    if until is None:
        return

    last: tuple[Goal, ...] = ()
    past_matches = (match for _, match in read_past_matches(profile, played[: until + 1], today))
    for goals in earning(past_matches):
        last = goals
        yield None
    yield last
