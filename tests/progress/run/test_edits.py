"""Edited records: whatever was changed is refused by its stage, or is a run that could be played.

Nobody can tell a lower time, or another space for a tile, from a run that went so. Everything else
that stands in a record follows from the seed and the choices before.
`python -m tests.progress.run.test_edits 3000` makes so many edits.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from game.bots.players.registry import make_bot
from game.progress.run.aces import Ace
from game.progress.run.record import parse_run, print_run
from game.rules.errors import FormatError
from tests.progress.climb.edits import edited, leaves
from tests.progress.run.plays import play_run
from tests.progress.run.referee import judge_run

OF_THE_PLAYER = re.compile(
    r"^stages/\d+/(milliseconds|taken|instead|uses(/\d+)?$|record/players/0/"
    r"|record/rounds/0/(boards/0/|$)|record/(created|game|notes?)).*"
)
"""What is the player's own: time, choices, where tiles lie, a take-back that was not needed, names.
"""


def standing(record: dict[str, Any]) -> tuple[Any, ...]:
    state, results = parse_run(json.dumps(record)).replay()
    totals = [result.total for result in results]
    return state.points, state.reserve, state.is_over, state.stage, totals


@pytest.mark.parametrize("number", range(4))
def test_an_edited_record_is_refused_or_a_run_that_could_be_played(number: int) -> None:
    assert edit(number, 90)["refused"] > 40


def edit(number: int, edits: int) -> Counter[str]:
    """Edit a run so often; how many were refused, could be played, or changed nothing."""
    random = Random(number)
    bot = make_bot("squirrel" if number % 2 else "greedy")
    run = play_run(f"edits {number}", bot, random, is_timed=number < 3)
    record: dict[str, Any] = json.loads(print_run(run))
    honest = standing(record)
    seen: Counter[str] = Counter()
    for path in random.choices([path for path in leaves(record) if path], k=edits):
        changed = edited(record, path, random, list(Ace))
        if changed == record:
            continue
        place = "/".join(map(str, path))
        try:
            found = standing(changed)
        except FormatError as error:
            where = str(error.where)
            seen["refused"] += 1
            # A choice shows where the next stage no longer follows from it.
            stage = re.match(r"stages\[(\d+)\]", where)
            assert stage is None or len(path) == 1 or int(stage[1]) >= int(path[1]), place
            assert where or len(path) == 1, place
            continue
        if OF_THE_PLAYER.match(place):
            seen["played"] += 1
            judged = judge_run(changed)
            assert found[0] == judged["points"], place
            assert found[1:3] == (judged["reserve"], judged["is_over"]), place
            assert found[4] == judged["totals"], place
        else:
            seen["nothing"] += 1
            assert found[4] == honest[4][: len(found[4])], place
            assert found[0] <= honest[0], place
    return seen


if __name__ == "__main__":
    for run_number in range(int(sys.argv[1]) // 100):
        print(run_number, dict(edit(run_number, 100)), flush=True)
