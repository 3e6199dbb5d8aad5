"""A climb to send: its identity, its name, the code of its seed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb.record import parse_climb, print_climb
from game.climb.sharing import (
    climb_code,
    climb_identity,
    climber_of,
    read_climb_seed,
    with_climber,
)
from game.rules.ruleset import Ruleset
from game.storage.codes import CodeError, Deal, format_code
from tests.climb.plays import play_climb


def test_a_copy_under_another_name_is_the_same_climb() -> None:
    climb = play_climb("copy", make_bot("greedy"), Random(1)).record
    copy = with_climber(climb, "Zoé")
    assert (climber_of(climb), climber_of(copy), copy != climb) == ("Ana", "Zoé", True)
    assert parse_climb(print_climb(copy)) == copy
    assert climb_identity(copy) == climb_identity(climb)
    first = replace(climb.stages[0], match=replace(climb.stages[0].match, meta='{"id":"x"}'))
    noted = replace(climb, stages=(first, *climb.stages[1:]))
    assert climb_identity(noted) == climb_identity(climb)
    slower = replace(climb.stages[0], milliseconds=climb.stages[0].milliseconds + 1)
    assert climb_identity(replace(climb, stages=(slower, *climb.stages[1:]))) != climb_identity(
        climb
    )


@pytest.mark.parametrize("seed", ["42", "0", "007", "Zoé und Max", "x" * 100])
def test_a_code_carries_a_seed(seed: str) -> None:
    code = climb_code(seed)
    assert read_climb_seed(f" {code.lower()} ") == seed
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    with pytest.raises(CodeError):
        read_climb_seed(wrong)


def test_a_seed_may_be_typed_and_a_deals_code_is_refused() -> None:
    assert read_climb_seed(" our evening ") == "our evening"
    assert read_climb_seed("climber") == "climber"
    for rules in (Ruleset(), Ruleset.parse("classic free single rays")):
        with pytest.raises(CodeError):
            read_climb_seed(format_code(Deal(rules, "42")))
    with pytest.raises(CodeError):
        read_climb_seed(f"CLIMB-{format_code(Deal(Ruleset.parse('classic free pairs none'), '4'))}")
