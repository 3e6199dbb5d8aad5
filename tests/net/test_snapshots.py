"""What screens are told of a table: one property at a time, up to its bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.net.journal.invitations import Invitation
from game.net.journal.keys import new_secret, public_of
from game.net.journal.store import LeadSettings, Seating
from game.net.service.snapshots import LATE_SECONDS, TableSnapshot, gone_table, take_snapshot
from tests.net.worlds import World

KEY = public_of(new_secret())


def seen(**values: object) -> TableSnapshot:
    """A snapshot of a table with a guest in seat 1."""
    seating = Seating(Invitation(bytes(16), KEY), ())
    return replace(TableSnapshot(bytes(16), seating, None, is_master=False), **values)  # type: ignore[arg-type]


def test_a_table_waits_for_those_here_who_have_not_answered() -> None:
    waited = frozenset({0, 1})
    assert seen(own_seats=(1,), waited=waited).waits_for_me
    assert not seen(own_seats=(1,), waited=waited, handed_in=frozenset({1})).waits_for_me
    assert not seen(own_seats=(2,), waited=waited).waits_for_me
    assert not seen(own_seats=(1,), waited=waited, is_stopped=True).waits_for_me
    assert seen(can_go_on=True).waits_here
    assert not seen().waits_here
    assert [seen(own_seats=own).is_watching for own in ((), (1,))] == [True, False]
    assert not seen(is_master=True).is_watching


def test_a_turn_file_is_due_until_one_holds_every_request() -> None:
    by_hand = seen(unsent=1, own_seats=(1,), waited=frozenset({0, 1}), handed_in=frozenset({1}))
    assert by_hand.must_send
    assert by_hand.waits_here
    assert by_hand.unanswered == frozenset({0, 1})
    sent = replace(by_hand, unsent=0)
    assert (sent.must_send, sent.unanswered) == (False, frozenset({0}))
    assert not replace(by_hand, is_stopped=True).must_send
    for seating in (
        replace(by_hand.seating, folder="/shared"),
        replace(by_hand.seating, invitation=Invitation(bytes(16), KEY, "file:///shared")),
    ):
        assert not replace(by_hand, seating=seating).must_send


def test_a_deadline_that_the_game_master_put_off_counts_where_the_table_is_led(
    tmp_path: Path,
) -> None:
    world = World(tmp_path).begin()
    call = world.table.call
    assert call is not None
    later = replace(world.store.seating, lead_settings=LeadSettings(wait_until=call.until + 9))
    for is_master, until in ((True, call.until + 9), (False, call.until)):
        assert seen(table=world.table, seating=later, is_master=is_master).until == until
    assert seen().until == 0
    assert gone_table(bytes(16)).is_gone
    assert not seen().is_gone


@pytest.mark.parametrize("name", ["leader", "Ben"])
def test_a_call_is_late_some_time_after_its_deadline(tmp_path: Path, name: str) -> None:
    world = World(tmp_path).begin()
    call = world.table.call
    assert call is not None
    player, stored = (
        (world.leader, world.store)
        if name == "leader"
        else (world.guests[name], world.stores[name])
    )
    late = [
        take_snapshot(stored, player, call.until + seconds).is_late
        for seconds in (0, LATE_SECONDS, LATE_SECONDS + 1)
    ]
    assert late == [False, False, True]
    snapshot = take_snapshot(stored, player, call.until, OSError("no answer"))
    assert (snapshot.trouble, snapshot.is_master) == ("no answer", name == "leader")
    ben = world.seat("Ben")
    assert snapshot.own_seats == (() if name == "leader" else (ben,))
    assert ben in snapshot.waited
    assert (snapshot.begun_at, snapshot.until) == (world.table.begun_at, call.until)
