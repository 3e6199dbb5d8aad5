"""A climb to send: its identity, its name, the code of its seed."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb import aces, record, sharing
from game.climb.aces import CLIMB_VERSIONS, AceName, Rarity, offer_cards
from game.climb.open_climb import begin_climb, parse_open_climb, print_open_climb
from game.climb.record import ClimbRecord, parse_climb, print_climb
from game.climb.sharing import (
    climb_identity,
    climber_of,
    read_climb_seed,
    with_climber,
)
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import check_format
from game.rules.ruleset import Ruleset
from game.storage.codes import CodeError, CodeMistake, Deal, format_code
from game.storage.pasted import CodeKind, find_codes, write_code
from tests.climb.codes import climb_code
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
    assert read_climb_seed(f" {code.lower()} ") == (seed, CLIMB_VERSIONS[-1])
    for wrapped in (code.replace("-", "-\n> "), code.replace("-", "- "), f"{code[:9]}\n{code[9:]}"):
        told = f"Our climb, {seed[:3]}:\n> {wrapped}\nsee you"
        assert read_climb_seed(told) == (seed, CLIMB_VERSIONS[-1])
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    with pytest.raises(CodeError):
        read_climb_seed(wrong)


def test_a_seed_may_be_typed_and_a_deals_code_is_refused() -> None:
    assert read_climb_seed(" our evening ").seed == "our evening"
    assert read_climb_seed("climber").seed == "climber"
    told = f"Let us climb-up CLIMB-0000: {climb_code('42')}"
    assert read_climb_seed(told).seed == "42", "the first that is a code"
    assert climber_of(ClimbRecord("unplayed")) == ""
    for rules in (Ruleset(), Ruleset.parse("classic free single rays")):
        with pytest.raises(CodeError):
            read_climb_seed(format_code(Deal(rules, "42")))
    with pytest.raises(CodeError):
        read_climb_seed(f"CLIMB-{format_code(Deal(Ruleset.parse('classic free pairs none'), '4'))}")


def test_climbs_of_other_versions_are_refused_and_never_get_other_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """K20, K21: in a record, an open climb, a code to paste and a code of a seed."""
    climb = play_climb("copy", make_bot("greedy"), Random(1)).record
    text, begun = print_climb(climb), begin_climb("3", "Ana")
    now, later = CLIMB_VERSIONS[-1], CLIMB_VERSIONS[-1] + 1
    assert json.loads(text)["version"] == begun.state.version == now
    newer = text.replace(f'"version":{now}', f'"version":{later}', 1)
    (pasted,) = find_codes(write_code(CodeKind.CLIMB, newer.encode()))
    for one in (newer, pasted.data):
        with pytest.raises(FormatError) as error:
            parse_climb(one)
        assert error.value.fault is Fault.NEWER_VERSION
    with pytest.raises(FormatError) as error:
        parse_open_climb(print_open_climb(begin_climb("3", "Ana", later)))
    assert (error.value.fault, error.value.where) == (Fault.NEWER_VERSION, "version")
    assert climb_code("42", 1) == f"CLIMB-{format_code(Deal(Ruleset(), '42'))}"
    with pytest.raises(CodeError) as mistake:
        read_climb_seed(climb_code("42", later))
    assert mistake.value.mistake is CodeMistake.NEWER

    for rarity in Rarity:
        monkeypatch.setitem(aces._OFFERED, (later, rarity), (*AceName,)[:4])
    cards = [replace(begun.state, chooses=True, version=one).cards() for one in (1, later)]
    assert cards[0] == offer_cards("3", 1, 0, has_gold=False, version=1)
    assert cards[0] != cards[1]
    for module in (aces, record, sharing):
        monkeypatch.setattr(module, "CLIMB_VERSIONS", (*CLIMB_VERSIONS, later))
    for version in (1, later):
        assert read_climb_seed(climb_code("42", version)) == ("42", version)
        again = parse_open_climb(print_open_climb(begin_climb("3", "Ana", version)))
        assert again.state.version == again.record.version == version
        assert parse_climb(print_climb(again.record)) == again.record


def test_a_version_below_those_that_are_read_is_older() -> None:
    fields = {"format": "x", "version": 1}
    check_format(fields, "x", 1, 2)
    with pytest.raises(FormatError) as error:
        check_format(fields, "x", 2, 3)
    assert error.value.fault is Fault.OLDER_VERSION
