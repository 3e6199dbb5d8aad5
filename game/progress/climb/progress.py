"""The player's progress in climbs: the open one, today's, and the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.progress.climb.game import open_games
from game.progress.climb.scores import best_own_run, first_run_of
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.storage.runs import FinishedRun
    from game.storage.store import Storage


class ClimbProgress(NamedTuple):
    """The player's progress in climbs.

    The stage of the latest open climb, 0 without one; the first climb on today's seed; the best
    that counts, by points; and the number of ended ones.
    """

    waits: int = 0
    today: FinishedRun | None = None
    best: FinishedRun | None = None
    ended: int = 0


def read_climb_progress(store: Storage) -> ClimbProgress:
    """Return the player's progress, without friends' climbs.

    Unreadable climbs are reported as a problem.
    """
    runs = store.profile.runs
    finished = runs.finished()
    if lost := runs.count() - len(finished):
        store.problems.add(Problem(ProblemKind.RUNS, store.profile.path, str(lost)))
    players_runs = [run for run in finished if not run.name]
    return ClimbProgress(
        next((climb.state.stage for _, climb in open_games(store)), 0),
        first_run_of(players_runs, store.today),
        best_own_run(finished),
        sum(run.stage > 0 for run in players_runs),
    )
