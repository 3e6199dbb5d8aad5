"""The best possible total of a match's deal, and Master's total."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from game.rules.match import Match
from game.rules.match_score import score_round
from game.rules.scoring import whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bots.best.result import BestResult


@dataclass(frozen=True, slots=True)
class Possible:
    """The best boards of a match by round, the sum of their totals, and Master's total."""

    boards: tuple[BestResult, ...]
    best: float
    master: float


def possible_of(
    match: Match, seat: int, on_progress: Callable[[float], None] = lambda share: None
) -> Possible:
    """Solve every round and let Master play it in `seat`.

    It takes half a second a round; `on_progress` gets the share done, 0 to 1.
    """
    # Imported here, because the text of a known result needs no engine.
    from game.bots.best.solver import best_of_round
    from game.bots.coach.replay import play_instead
    from game.bots.players.registry import make_bot

    boards: list[BestResult] = []
    master = 0.0
    for index, played in enumerate(match.rounds):
        on_progress(index / len(match.rounds))
        boards.append(best_of_round(match.rules, played.called))
        instead = play_instead(match, index, seat, make_bot("master"), Random(0))
        master += score_round(match.rules, instead.round)[seat].total
    return Possible(tuple(boards), whole(sum(b.total for b in boards)), whole(master))
