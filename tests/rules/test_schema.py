"""The JSON Schema and the parser say the same, but for what only the rules can tell."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

import game.rules
from game.rules.errors import Fault, FormatError
from game.rules.record import parse_record, print_record
from game.rules.ruleset import all_rulesets
from tests.each import each, some
from tests.rules.mutations import mutate
from tests.rules.random_matches import random_match, truncate

SCHEMA: Final = json.loads(
    (Path(game.rules.__file__).parent / "record.schema.json").read_text(encoding="utf-8")
)
VALIDATOR: Final = Draft202012Validator(SCHEMA)
GOLDEN: Final = Path(__file__).parents[1] / "golden" / "records.jsonl"

ONLY_RULES_TELL: Final = {
    Fault.AGAINST_RULES,
    Fault.MASTER_OWES,
    Fault.NO_CLOSING_MOVES,
    Fault.NO_MASTER,
    Fault.NO_SUCH_PLAYER,
    Fault.NO_SUCH_SPACE,  # a space of the other board
    Fault.ROUND_UNFINISHED,
    Fault.TILES_LEFT,
    Fault.TOO_MANY,  # rounds, calls and turns that these rules do not have
    Fault.WRONG_BOARDS,
}


def fault_of(record: Any) -> str | None:
    """Why the parser refuses, None where it does not."""
    try:
        parse_record(json.dumps(record))
    except FormatError as error:
        return error.fault
    return None


def check(record: Any) -> str | None:
    """Both must agree; returns the parser's fault."""
    fault = fault_of(record)
    if fault is None:
        VALIDATOR.validate(record)
    elif VALIDATOR.is_valid(record):
        assert fault in ONLY_RULES_TELL, json.dumps(record)
    return fault


def without_floats(record: Any) -> bool:
    """A number such as 1.0 is a whole one for JSON Schema and none for the parser."""
    return ".0" not in json.dumps(record)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_golden_records_keep_it() -> None:
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        assert check(json.loads(line)["record"]) is None


@pytest.mark.parametrize("start", some(range(3), 3))
def test_matches_and_what_breaks_them(start: int) -> None:
    random = Random(start)
    faults = set()
    for rules in all_rulesets()[start::9]:
        players = random.choice([1, 2, 3]) if rules.rays != "best-ray" else 2
        whole = json.loads(print_record(random_match(rules, players, random)))
        assert check(whole) is None
        assert check(truncate(json.loads(json.dumps(whole)), random)) is None
        # 20 find every one of the schema's 47 bounds that 60 find, but for the version's below.
        for _ in range(20):
            _, broken = mutate(whole, random)
            if without_floats(broken):
                faults.add(check(broken))
    assert len(faults) > 10  # of many kinds, and some that break nothing
    assert None in faults


@each(
    [
        (("rules", "daffodil"), 1),
        (("rules", "bonus"), "call"),
        (("rules", "rounds"), 0),
        (("rules", "rounds"), 10_000),
        (("players",), []),
        (("players", 0, "bot"), "fox"),
        (("players", 0), {"name": "Fox", "kind": "bot", "bot": "x" * 101}),
        (("players", 0, "kind"), "cat"),
        (("rounds", 0, "seed"), ""),
        (("rounds", 0, "seed"), "x" * 129),
        (("rounds", 0, "caller"), True),
        (("rounds", 0, "caller"), -1),
        (("rounds", 0, "calls", 0, 0), "924"),
        (("rounds", 0, "calls", 0, 0), "294\n"),
        (("rounds", 0, "boards", 0, "turns", 0, 0), "294@c6"),
        (("rounds", 0, "boards", 0, "turns", 0, 0), "294@c3\n"),
        (("rounds", 0, "boards", 0, "turns", 0, 0), "294"),
        (("rounds", 0, "boards", 0, "finish"), ["!294@c3"]),
        (("rounds", 0, "caller"), 6),
        (("rounds", 0, "calls"), [["294"]] * 28),
        (("rounds", 0, "calls", 0), []),
        (("rounds", 0, "calls", 0), ["294", "753", "168", "268"]),
        (("rounds", 0, "boards"), []),
        (("rounds", 0, "boards"), [{"turns": []}] * 7),
        (("rounds", 0, "boards", 0, "turns", 0), ["294@c3"] * 4),
        (("players",), [{"name": "Ana", "kind": "human"}] * 7),
        (("rounds",), [{}] * 10_000),
        (("version",), 2),
        (("version",), 3),
        (("surplus",), 1),
        (("meta",), []),
    ]
)
def test_both_refuse(path: tuple[str | int, ...], value: Any) -> None:
    record: Any = {
        "format": "take-it-easy",
        "version": 1,
        "rules": {"board": "classic", "placement": "free", "call": "single", "rays": "none"},
        "players": [{"name": "Ana", "kind": "human"}],
        "rounds": [
            {"caller": 0, "seed": "42", "calls": [["294"]], "boards": [{"turns": [["294@c3"]]}]}
        ],
    }
    assert check(record) is None
    place = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert fault_of(record) is not None
    assert not VALIDATOR.is_valid(record)
