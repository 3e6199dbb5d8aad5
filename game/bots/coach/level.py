"""The measurement of an attempt for the level: its points, its luck, its mistakes' costs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from game.bots.coach.mistakes import mistakes_of
from game.bots.coach.review import review_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.rules.match import Match


def measure_attempt(
    match: Match, seat: int, *, is_cancelled: Callable[[], bool] = lambda: False
) -> dict[str, float]:
    """Return the seat's mean `total` and `luck` a round, and the points each kind of mistake cost.

    The quick judge needs a tenth of a second, so that twenty attempts are measured while a page
    opens; the computers' levels are measured by it too. Raises `Cancelled`.
    """
    totals: Counter[str] = Counter()
    rounds = range(len(match.rounds))
    for index in rounds:
        review = review_round(
            match, index, seat, deeply=False, with_master=False, is_cancelled=is_cancelled
        )
        sums = {"total": review.total, "luck": review.luck}
        totals.update(sums | mistakes_of(match, index, seat, review))
    return {key: value / len(rounds) for key, value in totals.items()}
