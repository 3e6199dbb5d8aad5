"""The coach: what every legal placement is worth, and why."""

from dataclasses import dataclass

from game.bots.coach.reasons import Reason, reasons_for
from game.rules.match import Match
from game.rules.placement import Placement


@dataclass(frozen=True, slots=True)
class Advised:
    """A placement, the final total to be expected after it, and what it does.

    `cost` is how many points it gives away against the best one, 0 or more.
    """

    placement: Placement
    value: float
    cost: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """All legal placements of a seat, the best first."""

    placements: tuple[Advised, ...]


def advise(match: Match, seat: int, *, deeply: bool = False) -> Advice:
    """Return what the coach says about the seat's next placement; the match is only read.

    With several tiles in hand each placement is worth what the whole hand can make of it (C3).
    `deeply` takes longer and is as strong as `master`.
    """
    # The screen shows advice without loading what gives it.
    from game.bots.judge import judge_placements

    worths = judge_placements(match, seat, deeply=deeply)
    best = worths[0].value if worths else 0.0
    return Advice(
        tuple(
            Advised(w.placement, w.value, best - w.value, reasons_for(match, seat, w.placement))
            for w in worths
        )
    )
