"""The mistakes of a reviewed round by kind, with the points they cost."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from game.bots.coach.reasons import ReasonKind, reasons_for
from game.bots.coach.replay import placed_moments
from game.bots.coach.verdicts import Cause

if TYPE_CHECKING:
    from game.bots.coach.review import Review
    from game.rules.match import Match

LEAST_MISTAKE: Final = 0.5
"""Points that a placement must lose at least to be a mistake."""


def mistakes_of(match: Match, round_index: int, seat: int, review: Review) -> dict[str, float]:
    """Return the points lost by kind of mistake; the kinds are catalogue keys.

    A broken line is filed under its direction: the dearest line that the best placement keeps.
    """
    costs: defaultdict[str, float] = defaultdict(float)
    moments = placed_moments(match, round_index, seat)
    for reviewed, moment in zip(review.placements, moments, strict=True):
        if reviewed.cost >= LEAST_MISTAKE:
            chosen, best = (
                {(r.kind, r.line): r for r in reasons_for(moment.before, seat, placement)}
                for placement in (reviewed.placement, reviewed.best.placement)
            )
            broken = [
                (reason.points, reason.line.direction.value)
                for (kind_of, line), reason in chosen.items()
                if kind_of is ReasonKind.KILLS and (kind_of, line) not in best and reason.line
            ]
            if any(kind_of is ReasonKind.COMPLETES for kind_of, _ in best.keys() - chosen.keys()):
                kind = "unfinished"
            elif broken:
                kind = max(broken)[1]
            elif reviewed.placement.tile != reviewed.best.placement.tile:
                kind = "order"
            else:
                kind = "elsewhere"
            costs[kind] += reviewed.cost
    for point in review.curve:
        if point.cause in (Cause.MISSED, Cause.CLOSING) and -point.change >= LEAST_MISTAKE:
            costs[point.cause.value] -= point.change
    return dict(costs)
