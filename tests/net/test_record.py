"""The record of a table's match: what its `meta` says of misses and substitutes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from game.net.journal.record import record_match
from game.net.journal.table import MissedCall, Substitution
from game.rules.match import Match, Player, PlayerKind
from game.rules.ruleset import Ruleset
from tests.net.lines import ANA, asked, begun
from tests.net.worlds import MAIL


def about(match: Match | None) -> dict[str, Any]:
    """The table's part of a record's `meta`."""
    assert match is not None
    assert match.meta is not None
    tree = json.loads(match.meta)
    part: dict[str, Any] = tree["apart"]
    return part


def test_calls_are_placed_for_a_seat_by_round_and_call() -> None:
    """The first and the last call of each round, counted from 1; M4 has its own turns."""
    rules = Ruleset.parse("classic free single none rounds=3")
    calls = len(rules.call_sizes)
    table = begun(rules)
    assert record_match(asked(ANA)) is None
    assert about(record_match(table)) == {"table": bytes(16).hex()}
    places = {1: (1, 1), calls: (1, calls), calls + 1: (2, 1), 3 * calls: (3, calls)}
    missed = tuple(MissedCall(call, call % 2) for call in places)
    noted = about(record_match(replace(table, missed=missed)))["placed_for"]
    assert noted == [
        {"round": number, "call": call, "seat": missed_call % 2}
        for missed_call, (number, call) in places.items()
    ]
    league = replace(begun(MAIL), missed=missed)
    assert "placed_for" not in about(record_match(league))


def test_substitutes_are_named_with_the_reason() -> None:
    ben, zoe, fox = Player("Ben"), Player("Zoé"), Player("fox", PlayerKind.BOT, "fox")
    changes = (Substitution(1, 4, ben, zoe, has_left=True), Substitution(0, 9, zoe, fox, False))
    match = record_match(replace(begun(), substitutions=changes))
    assert about(match)["substitutes"] == [
        {"seat": 1, "after_call": 4, "left": "Ben", "came": "Zoé", "why": "left"},
        {"seat": 0, "after_call": 9, "left": "Zoé", "came": "fox", "why": "out"},
    ]
    assert match is not None
    assert "Zoé" in (match.meta or "")
