"""`python -m tests.progress.run.many 1000`: random runs, each judged by the second referee too."""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random

from game.bots.players.registry import make_bot
from game.progress.run.deck import UseKind
from game.progress.run.record import RunRecord, parse_run, print_run
from tests.progress.run.plays import play_run
from tests.progress.run.referee import judge_run


def judged_run(number: int) -> RunRecord:
    """A run with random choices and uses of aces, on which both referees agree."""
    bot = make_bot("squirrel" if number % 3 == 1 else "greedy")
    is_timed = number % 2 > 0
    run = play_run(f"run {number}", bot, Random(number), is_timed=is_timed)
    text = print_run(run)
    assert parse_run(text) == run
    state, results = run.replay()
    judged = judge_run(json.loads(text))
    assert [result.total for result in results] == judged["totals"]
    assert (state.reserve, state.is_over) == (judged["reserve"], judged["is_over"])
    assert [s.chosen.reserve for s in run.steps() if s.record.offered] == judged["reserves"]
    assert state.points == judged["points"]
    assert [(one.ace, one.since) for one in state.aces] == judged["held"]
    if is_timed:
        assert state.bank == judged["bank"]
    return run


def judge_many(numbers: range) -> tuple[int, Counter[UseKind]]:
    """How many stages the runs had, and how often aces were used."""
    stages, uses = 0, Counter[UseKind]()
    for number in numbers:
        run = judged_run(number)
        stages += len(run.stages)
        uses.update(one.kind for stage in run.stages for one in stage.uses)
        if number % 100 == 99:
            print(number + 1, stages, dict(uses), flush=True)
    return stages, uses


if __name__ == "__main__":
    judge_many(range(int(sys.argv[1])))
