"""The record of a table's match: what its `meta` says of misses, substitutes and own seats."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from game.net.journal.invitations import Invitation
from game.net.journal.record import record_match
from game.net.journal.store import Seating
from game.net.journal.table import MissedCall, Substitution, Table, calls_of_match
from game.net.service.results import finished_match
from game.net.service.snapshots import TableSnapshot
from game.play.table import TableSetup
from game.rules.match import Match, Player, PlayerKind
from game.rules.meta import people_here
from game.rules.ruleset import Ruleset
from tests.net.lines import ANA, asked, begun, call_next, close
from tests.net.worlds import CLASSIC, MAIL


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


@pytest.fixture(scope="module")
def over() -> Table:
    table = begun()
    while table.calls < calls_of_match(CLASSIC):
        table = close(call_next(table))
    return table


def seen(table: Table | None, **values: Any) -> TableSnapshot:
    """A snapshot of a table, whose id has sixteen different bytes."""
    id = bytes(range(16))
    seating = Seating(Invitation(id, bytes(32)), ())
    return TableSnapshot(id, seating, table, is_master=False, **values)


def test_a_finished_table_enters_the_history_once_with_the_seats_of_this_home(over: Table) -> None:
    alike = replace(over, chairs=tuple(replace(c, player=Player("Ana")) for c in over.chairs))
    match = finished_match(seen(alike, own_seats=(1, 0)))
    assert match is not None
    assert [player.name for player in match.players] == ["Ana (0101)", "Ana (0202)"]
    meta = json.loads(match.meta or "")
    assert meta["id"] == "0001020304050607"
    assert meta["apart"]["own"] == [0, 1]
    assert TableSetup.from_match(match).seed == "00010203"
    assert people_here(match) == (0, 1)
    other = finished_match(seen(over, own_seats=(1,)))
    assert other is not None
    assert people_here(other) == (1,)
    for unfinished in (
        seen(None),
        seen(asked(ANA)),
        seen(begun()),
        seen(call_next(begun())),
        seen(over, is_stopped=True),
    ):
        assert finished_match(unfinished) is None
