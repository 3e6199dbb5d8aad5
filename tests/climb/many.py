"""`python -m tests.climb.many 1000`: random climbs, each judged by the referee too."""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random

from game.bots.players.registry import make_bot
from game.climb.aces import AceName
from game.climb.open_climb import OpenClimb
from game.climb.record import parse_climb, print_climb
from tests.climb.plays import play_climb
from tests.climb.referee import judge_climb


def judged_climb(number: int) -> OpenClimb:
    """A climb with random acts, on which both referees agree."""
    bot = make_bot("squirrel" if number % 8 == 1 else "greedy")
    climb = play_climb(f"climb {number}", bot, Random(number))
    text = print_climb(climb.record)
    record = parse_climb(text)
    assert record == climb.record
    steps, judged = list(record.steps()), judge_climb(json.loads(text))
    for step, stage in zip(steps, judged["stages"], strict=True):
        score, end = step.end.score, step.end
        assert (score.points, score.multiplier, score.gold, score.total) == (
            *(stage["points"], stage["multiplier"], stage["gold"], stage["score"]),
        )
        assert (end.target, end.ropes_lost, end.crystals) == (
            *(stage["target"], stage["lost"], stage["gained"]),
        )
        assert end.facts.printed == stage["printed"]
    state = steps[-1].chosen
    assert state == record.replay()
    assert (state.ropes, state.crystals, state.ropes_bought, state.total, state.is_over) == (
        *(judged["ropes"], judged["crystals"], judged["bought"]),
        *(judged["total"], judged["is_over"]),
    )
    assert [(slot.ace, slot.level) for slot in state.slots] == judged["held"]
    roots = (slot.grown for slot in state.slots if slot.ace is AceName.ROOTS)
    assert sum(roots) == judged["roots"]
    return climb


def judge_many(numbers: range) -> tuple[int, Counter[AceName]]:
    """Return the number of stages that the climbs had, and the stages that each ace was held in."""
    stages, held = 0, Counter[AceName]()
    for number in numbers:
        climb = judged_climb(number)
        stages += len(climb.steps)
        held.update(slot.ace for step in climb.steps for slot in step.before.slots)
        if number % 100 == 99:
            print(number + 1, stages, dict(held), flush=True)
    return stages, held


if __name__ == "__main__":
    judge_many(range(int(sys.argv[1])))
