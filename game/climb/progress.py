"""The player's progress in climbs: the open one, today's, and the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.climb.game import open_games
from game.climb.scores import best_own_climb, first_climb_of
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.storage.climbs import FinishedClimb
    from game.storage.store import Storage


class ClimbProgress(NamedTuple):
    """The player's progress in climbs.

    The stage of the latest open climb, 0 without one; the first climb on today's seed; the best
    that counts, by points; and the number of ended ones.
    """

    waits: int = 0
    today: FinishedClimb | None = None
    best: FinishedClimb | None = None
    ended: int = 0


def read_climb_progress(store: Storage) -> ClimbProgress:
    """Return the player's progress, without friends' climbs.

    Unreadable climbs are reported as a problem.
    """
    climbs = store.profile.climbs
    finished = climbs.finished()
    if lost := climbs.count() - len(finished):
        store.problems.add(Problem(ProblemKind.CLIMBS, store.profile.path, str(lost)))
    players_climbs = [climb for climb in finished if not climb.name]
    return ClimbProgress(
        next((climb.state.stage for _, climb in open_games(store)), 0),
        first_climb_of(players_climbs, store.today),
        best_own_climb(finished),
        sum(climb.stage > 0 for climb in players_climbs),
    )
