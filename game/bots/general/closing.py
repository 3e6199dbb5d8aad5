"""The closing moves of Daffodil 4, by trying them all (P6)."""

from __future__ import annotations

from game.bots.players.simple import closing_choices
from game.rules.match import Match, apply
from game.rules.moves import Finish
from game.rules.placement import Placement
from game.rules.standing import score_match

__all__ = ["best_closing"]


def best_closing(match: Match, seat: int) -> tuple[Placement, ...]:
    """The closing moves with the highest total as the table stands; the fewest among equals."""

    def total(choice: tuple[Placement, ...]) -> float:
        after, _ = apply(match, Finish(seat, choice))
        return score_match(after).players[seat].total

    return max(closing_choices(match, seat), key=total)
