"""The wins of the people at this screen against each other tonight."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from game.storage.history import PlayedMatch

LONGEST_BREAK: Final = timedelta(hours=5)
"""Longest pause between two games of an evening."""


def wins_tonight(
    matches: Iterable[PlayedMatch], now: datetime, names: Iterable[str] = ()
) -> Mapping[str, int]:
    """Return the number of games that each person has won tonight, the most first.

    `matches` are newest first. The people are `names`, or by default those of the latest game; {}
    if they did not play tonight. The person with most points wins, computers aside; a tie is a win
    for all who share it.
    """
    wanted, wins, before = set(names), dict[str, int](), now
    for played in matches:
        if played.finished_at - now > LONGEST_BREAK:
            # The clock was wrong at that game; a little ahead is another window's latest game.
            continue
        if before - played.finished_at > LONGEST_BREAK:
            break
        before = min(before, played.finished_at)
        if not played.people or (wanted and set(played.people) != wanted):
            continue
        wanted = wanted or set(played.people)
        totals = {result.name: result.total for result in played.results if result.is_human}
        for name, total in totals.items():
            wins[name] = wins.get(name, 0) + (total == max(totals.values()))
    return dict(sorted(wins.items(), key=lambda one: -one[1]))
