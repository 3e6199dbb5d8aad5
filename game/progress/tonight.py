"""What people at this screen have won of each other tonight."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from game.storage.history import PlayedMatch

PAUSE: Final = timedelta(hours=5)
"""A longer one between two games ends an evening."""


def wins_tonight(
    matches: Iterable[PlayedMatch], now: datetime, names: Iterable[str] = ()
) -> Mapping[str, int]:
    """Return how many games each of the people has won tonight, the most first; of the people who
    played last where no `names` are given. Empty where nobody played together tonight.

    `matches` are newest first. Whoever made most of the people wins, whatever computers made; a
    tie is a win for all who share it.
    """
    wanted, wins, before = set(names), dict[str, int](), now
    for played in matches:
        if played.finished_at - now > PAUSE:
            # A clock that was wrong then; what is a little ahead is of another window's.
            continue
        if before - played.finished_at > PAUSE:
            break
        before = min(before, played.finished_at)
        if not played.people or (wanted and set(played.people) != wanted):
            continue
        wanted = wanted or set(played.people)
        totals = {result.name: result.total for result in played.results if result.is_human}
        for name, total in totals.items():
            wins[name] = wins.get(name, 0) + (total == max(totals.values()))
    return dict(sorted(wins.items(), key=lambda one: -one[1]))
