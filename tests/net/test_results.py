"""The record by which a finished table enters the history of one installation."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from game.net.journal.invitations import Invitation
from game.net.journal.store import Seating
from game.net.journal.table import Table, calls_of_match
from game.net.service.results import finished_match
from game.net.service.snapshots import TableSnapshot
from game.play.table import TableSetup
from game.rules.match import Player
from game.rules.meta import people_here
from tests.net.lines import ANA, asked, begun, call_next, close
from tests.net.worlds import CLASSIC


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
