"""What the league's bonuses are worth while a call is being answered (M6)."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from game.rules.match import Match
from game.rules.ruleset import BonusRule
from game.rules.scoring import score_position
from game.rules.standing import BONUS_POINTS, gains_by_call

__all__ = ["BonusView", "bonus_view"]


@dataclass(frozen=True, slots=True)
class BonusView:
    """A call's bonuses as a seat sees them.

    `banked` are the bonuses of the calls before; `before` what the board earned when this call
    came; `known` the points that others have gained in it, `unknown` how many have still to
    answer, each with the chance `scoring` of gaining anything.
    """

    banked: float
    before: float
    known: tuple[float, ...]
    unknown: int
    scoring: float

    def expected(self, gain: float) -> float:
        """The bonus to be expected in this call for so many points gained."""
        if gain <= 0:
            return 0.0
        above = {g for g in self.known if g > gain}
        if len(above) > 1:
            return 0.0
        beaten = 1 - self.scoring * exp(-gain / MEAN_GAIN)
        # Of those who have not answered none, or exactly one, may gain more.
        none = beaten**self.unknown
        one = self.unknown * (1 - beaten) * beaten ** max(0, self.unknown - 1)
        first, second = BONUS_POINTS
        return second * none if above else first * none + second * one


MEAN_GAIN = 30.0
"""Points that a call brings to somebody who gains any, roughly."""


def bonus_view(match: Match, seat: int) -> BonusView | None:
    """The bonuses of the call that the seat answers; None where no call has one of its own."""
    rules = match.rules
    seats = match.round.seats
    if rules.bonus is not BonusRule.CALL or len(seats) < 2 or not seats[seat].turns:
        return None
    call = len(seats[seat].turns) - 1
    gains = [gains_by_call(rules, s) for s in seats]
    banked = sum(_bonus([g[i] for g in gains], seat) for i in range(call))
    others = [i for i in range(len(seats)) if i != seat]
    answered = [i for i in others if len(seats[i].turns) > call and not seats[i].hand]
    return BonusView(
        banked,
        score_position(rules, seats[seat].turn_start).total,
        tuple(gains[i][call] for i in answered),
        len(others) - len(answered),
        min(0.85, (call / (len(rules.call_sizes) - 1)) ** 1.5),
    )


def _bonus(gains: list[float], seat: int) -> int:
    places = sorted({g for g in gains if g > 0}, reverse=True)[: len(BONUS_POINTS)]
    return BONUS_POINTS[places.index(gains[seat])] if gains[seat] in places else 0
