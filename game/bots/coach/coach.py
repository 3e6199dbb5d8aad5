"""The coach: the expected total after every legal placement, with reasons."""

from dataclasses import dataclass

from game.bots.coach.reasons import Reason, reasons_for
from game.rules.match import Match
from game.rules.placement import Placement


@dataclass(frozen=True, slots=True)
class Advised:
    """A placement, the expected final total after it, and its effects.

    `cost` is the points it loses against the best one, 0 or more.
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
    """Judge all legal placements of a seat.

    With several tiles in hand a placement's value supposes the best placement of the others (C3).
    `deeply` takes longer and is as strong as `master`.
    """
    # The screen imports the type of advice without loading an engine.
    from game.bots.judge import judge_placements

    worths = judge_placements(match, seat, deeply=deeply)
    best = worths[0].value if worths else 0.0
    return Advice(
        tuple(
            Advised(w.placement, w.value, best - w.value, reasons_for(match, seat, w.placement))
            for w in worths
        )
    )
