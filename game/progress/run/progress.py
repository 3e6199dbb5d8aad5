"""Where the player stands with runs: the one that waits, today's, and the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.progress.run.game import open_runs
from game.progress.run.scores import best_runs, counted_runs, first_run_of
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.storage.runs import FinishedRun
    from game.storage.store import Storage


class RunProgress(NamedTuple):
    """The stage of the run saved last, 0 where none waits; the first run on today's seed; the best
    that counts, by points; and how many were ended.
    """

    waits: int = 0
    today: FinishedRun | None = None
    best: FinishedRun | None = None
    ended: int = 0


def read_run_progress(store: Storage) -> RunProgress:
    """Return where the player stands with runs. Friends' runs are nobody's progress. Runs that
    cannot be read are told.
    """
    runs = store.profile.runs
    finished = runs.finished()
    if lost := runs.count() - len(finished):
        store.problems.add(Problem(ProblemKind.RUNS, store.profile.path, str(lost)))
    players_runs = [run for run in finished if not run.name]
    return RunProgress(
        next((run.state.stage for _, run in open_runs(store)), 0),
        first_run_of(players_runs, store.today),
        next(best_runs(counted_runs(players_runs)), None),
        sum(run.stage > 0 for run in players_runs),
    )
