"""`take-it-easy best`: the best board of each round's tiles, with proof."""

import json
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

from game.bots.best.result import BestResult, Progress
from game.bots.best.solver import best_of_round
from game.bots.spread import Spread, is_interrupted
from game.cli.describing import describe_rules, earning_rows
from game.cli.drawing import align, clean, draw_board
from game.cli.records import Records, word_place
from game.locale import Catalogue
from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.storage.record_files import ReadRecord

PROGRESS_SECONDS = 1.0


class _Watch:
    """Prints the progress of long searches, and turns the first Ctrl+C into a stop request."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._printed_at = time.monotonic()

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl+C: the first requests a stop, the second raises `KeyboardInterrupt`."""
        if self.is_stopped:
            raise KeyboardInterrupt
        self.is_stopped = True

    def tell(self, progress: Progress) -> None:
        """Print the search's progress, at most once a second."""
        now = time.monotonic()
        if now - self._printed_at < PROGRESS_SECONDS:
            return
        self._printed_at = now
        best = 0 if progress.best is None else progress.best
        words = f"searching: at least {best}, at most {progress.bound}"
        print(words, file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class _BestTask:
    """A round of a record to solve."""

    record: ReadRecord
    index: int


def run_best(options: Namespace, catalogue: Catalogue) -> int:
    """Find and prove the best board of every round.

    Return 0, 2 if a record was invalid, or 130 after Ctrl+C, which ends the search and prints the
    best board so far as unproven. Several processes print only the boards found until then.
    """
    watch = _Watch()
    spread = Spread(options.jobs, options.dask)
    records = Records(options.files, catalogue)
    jobs = (
        _BestTask(record, index)
        for record in records.matches()
        for index in range(max(1, len(record.match.rounds)))
    )

    def solve_here(job: _BestTask) -> tuple[_BestTask, BestResult | None]:
        # Handled only while searching: Ctrl+C must still end the wait for standard input.
        with _interrupts_go_to(watch):
            return _solve(job, watch.tell, lambda: watch.is_stopped)

    for job, result in spread.map(solve_here if spread.is_here else _solve, jobs):
        rules = job.record.match.rules
        if job.index == 0 and not options.json:
            print(f"== {clean(word_place(job.record))} ==")
            print(describe_rules(rules, catalogue))
        if result is not None:
            _tell(rules, job.index, result, catalogue, is_json=options.json)
        if watch.is_stopped:
            return 130
    return records.status


def _solve(
    job: _BestTask,
    on_progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] = is_interrupted,
) -> tuple[_BestTask, BestResult | None]:
    """Return the task with its best board, or None if there is no round."""
    match = job.record.match
    if not match.rounds:
        return job, None
    called = match.rounds[job.index].called
    result = best_of_round(match.rules, called, on_progress=on_progress, should_stop=should_stop)
    return job, result


def _tell(
    rules: Ruleset, index: int, result: BestResult, catalogue: Catalogue, *, is_json: bool
) -> None:
    if is_json:
        print(json.dumps(_best_json(rules, result)), flush=True)
        return
    proof = "proven" if result.proven else "found, not proven"
    points = catalogue.text("terms.count.points", count=result.total)
    print(f"\nRound {index + 1}: {points}, {proof}")
    filled = sum(1 << i for i, tile in enumerate(result.board) if tile is not None)
    position = Position(result.board, filled)
    score = score_position(rules, position)
    rows = earning_rows(rules, score.lines, score.rays, catalogue)
    print("\n".join([*(f"  {line}" for line in draw_board(rules, position)), *align(rows)]))


def _best_json(rules: Ruleset, result: BestResult) -> dict[str, Any]:
    board = {
        rules.grid.name_of(i): str(tile) for i, tile in enumerate(result.board) if tile is not None
    }
    return {"best": result.total, "proven": result.proven, "board": board}


@contextmanager
def _interrupts_go_to(watch: _Watch) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, watch.stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
