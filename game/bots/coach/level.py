"""Measures an attempt for the level: its points, the luck of its calls, its mistakes' cost."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from game.bots.coach.mistakes import mistakes_of
from game.bots.coach.review import review_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.rules.match import Match

SUMS: Final = ("total", "luck")
"""What `measure_attempt` tells beside the kinds of mistake."""


def measure_attempt(
    match: Match, seat: int, *, is_cancelled: Callable[[], bool] = lambda: False
) -> dict[str, float]:
    """`total` and `luck` of the seat's mean round, and the points lost by each kind of mistake.

    By the quick judge, which answers in a tenth of a second: twenty attempts are seen while a
    page opens, and the computers are measured by it too. Raises `Cancelled`.
    """
    totals: Counter[str] = Counter()
    rounds = range(len(match.rounds))
    for index in rounds:
        review = review_round(
            match, index, seat, deeply=False, with_master=False, is_cancelled=is_cancelled
        )
        sums = dict(zip(SUMS, (review.total, review.luck), strict=True))
        totals.update(sums | mistakes_of(match, index, seat, review))
    return {key: value / len(rounds) for key, value in totals.items()}
