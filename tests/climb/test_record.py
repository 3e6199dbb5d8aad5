"""Edited records: whatever was changed is refused by its stage, or is a climb that could be played.

A lower time and another space for a tile cannot be known from a climb that went so. Everything else
in a record follows from the seed and the choices before (K21).
`python -m tests.climb.test_record 3000` makes so many edits.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from game.bots.players.registry import make_bot
from game.climb.aces import CLIMB_VERSIONS, AceName
from game.climb.record import ClimbRecord, parse_climb, print_climb
from game.climb.state import ClimbState
from game.rules.errors import FormatError
from tests.climb.edits import at, edited, leaves
from tests.climb.plays import play_climb
from tests.climb.referee import judge_climb

OF_THE_PLAYER = re.compile(
    r"^stages/\d+/(milliseconds|choice(/.*)?$|swaps(/\d+)?$|record/players/0/"
    r"|record/rounds/0/(boards/0/|$)|record/meta).*"
)
"""The player's own: time, choices, where tiles are, names."""


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A climb of some stages in which swaps were used."""
    for number in range(200):
        climb = play_climb(f"edits {number}", make_bot("greedy"), Random(number))
        if len(climb.steps) > 4 and any(step.entry.swaps for step in climb.steps):
            value: dict[str, Any] = json.loads(print_climb(climb.record))
            return value
    raise AssertionError


def swapped(value: dict[str, Any]) -> dict[str, Any]:
    return next(stage for stage in value["stages"] if stage["swaps"])


def played(value: dict[str, Any]) -> dict[str, Any]:
    stage: dict[str, Any] = value["stages"][0]["record"]["rounds"][0]
    return stage


def choice(value: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = value["stages"][0]["choice"]
    return made


Edit = Callable[[dict[str, Any]], Any]

EDITS: dict[str, Edit] = {
    "another seed": lambda v: v.update(seed="other"),
    "a version": lambda v: v.update(version=CLIMB_VERSIONS[-1] + 1),
    "no format": lambda v: v.pop("format"),
    "a stage left out": lambda v: v["stages"].pop(1),
    "stages exchanged": lambda v: v["stages"].insert(0, v["stages"].pop(1)),
    "a stage after the end": lambda v: v["stages"].append(v["stages"][-1]),
    "a choice after the end": lambda v: v["stages"][-1].update(choice=choice(v)),
    "a choice left out": lambda v: v["stages"][0].pop("choice"),
    "no choice": lambda v: v["stages"][0].update(choice=None),
    "not offered": lambda v: choice(v).update(
        taken=next(a for a in AceName if a not in ClimbState(v["seed"]).cards())
    ),
    "an unknown ace": lambda v: choice(v).update(taken="joker"),
    "replaced without need": lambda v: choice(v).update(replaced="nines"),
    "replaced by none": lambda v: choice(v).update(replaced=None),
    "an order of others": lambda v: choice(v).update(order=["nines", "echo"]),
    "an ace twice": lambda v: choice(v).update(order=choice(v)["order"] * 2),
    "not paid": lambda v: choice(v).update(ropes=9),
    "cards not paid": lambda v: choice(v).update(rerolls=9),
    "a swap left out": lambda v: swapped(v).update(swaps=[]),
    "a swap that is not held": lambda v: v["stages"][0]["swaps"].append(
        {"call": 0, "tile": played(v)["calls"][0][0]}
    ),
    "a swap after the last call": lambda v: swapped(v)["swaps"].append({"call": 99, "tile": "294"}),
    "a swap of no tile": lambda v: swapped(v)["swaps"][0].pop("tile"),
    "negative time": lambda v: v["stages"][0].update(milliseconds=-1),
    "time as a fraction": lambda v: v["stages"][0].update(milliseconds=1.5),
    "a stage with a seed": lambda v: played(v).update(seed="42"),
    "a caller": lambda v: played(v).update(caller=0),
    "better calls": lambda v: played(v)["calls"].reverse(),
    "an unfinished stage": lambda v: played(v)["boards"][0]["turns"].pop(),
    "other rules": lambda v: v["stages"][0]["record"]["rules"].update(rays="rays"),
    "two players": lambda v: v["stages"][0]["record"]["players"].append(
        {"name": "B", "kind": "human"}
    ),
    "no list": lambda v: v.update(stages={}),
    "more": lambda v: v.update(crystals=120),
}
WITHOUT_A_PLACE = ("no format", "more")


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_record_is_refused_by_place_and_reason(record: dict[str, Any], name: str) -> None:
    """K21"""
    parse_climb(json.dumps(record))
    changed = deepcopy(record)
    EDITS[name](changed)
    with pytest.raises(FormatError) as refused:
        parse_climb(json.dumps(changed))
    where = str(refused.value.where)
    top = ("another seed", "a version", "no list", *WITHOUT_A_PLACE)
    assert re.match(r"stages\[\d+\]", where) or name in top
    assert where or name in WITHOUT_A_PLACE


def test_a_climb_that_waits_is_a_record_too(record: dict[str, Any]) -> None:
    waiting = deepcopy(record)
    waiting["stages"] = waiting["stages"][:2]
    del waiting["stages"][1]["choice"]
    state = parse_climb(json.dumps(waiting)).replay()
    assert (state.chooses, state.stage, state.is_over) == (True, 2, False)
    assert parse_climb(print_climb(ClimbRecord("new"))).replay() == ClimbState("new")


@pytest.mark.parametrize("number", range(4))
def test_an_edited_record_is_refused_or_a_climb_that_could_be_played(number: int) -> None:
    """K21"""
    assert edit(number, 90)["refused"] > 40


def edit(number: int, edits: int) -> Counter[str]:
    """Edit a climb so often; how many were refused, could be played, or changed nothing."""
    random = Random(number)
    climb = play_climb(f"edit {number}", make_bot("greedy"), random)
    record: dict[str, Any] = json.loads(print_climb(climb.record))
    seen: Counter[str] = Counter()
    for path in random.choices([path for path in leaves(record) if path], k=edits):
        changed = edited(record, path, random, list(AceName))
        if changed == record:
            continue
        place = "/".join(map(str, path))
        try:
            steps = list(parse_climb(json.dumps(changed)).steps())
        except FormatError as error:
            seen["refused"] += 1
            where = re.match(r"stages\[(\d+)\]", str(error.where))
            # A choice shows where the next stage no longer follows from it.
            assert where is None or len(path) == 1 or int(where[1]) >= int(path[1]), place
            continue
        judged = judge_climb(changed)
        assert [s.end.score.total for s in steps] == [s["score"] for s in judged["stages"]]
        if OF_THE_PLAYER.match(place):
            seen["played"] += 1
        else:
            seen["nothing"] += 1
            honest = [step.end.score.total for step in climb.steps]
            assert [s.end.score.total for s in steps] == honest[: len(steps)], place
    return seen


def test_edits_reach_into_a_record(record: dict[str, Any]) -> None:
    assert at(record, ("stages", 0, "milliseconds")) >= 0


if __name__ == "__main__":
    for climb_number in range(int(sys.argv[1]) // 100):
        print(climb_number, dict(edit(climb_number, 100)), flush=True)
