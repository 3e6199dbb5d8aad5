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


def test_a_table_has_its_league_its_rematch_and_a_notice(tmp_path: Path) -> None:
    world = World(tmp_path, house=[("Ann", None)], guests=("Ben",)).begin()
    ben = world.guests["Ben"]
    snapshot = take_snapshot(world.stores["Ben"], ben, world.now)
    assert (snapshot.league, snapshot.next_table, snapshot.rematch) == ("", b"", "")
    invitation = str(Invitation(bytes(range(16)), KEY))
    titled = replace(world.table, opened=replace(world.table.opened, title="Winter"))
    for rematch, next_table in ((invitation, bytes(range(16))), ("nonsense", b"")):
        other = replace(snapshot, table=titled, rematch=rematch)
        assert (other.league, other.next_table) == ("Winter", next_table)
    own = replace(snapshot.seating, lead_settings=LeadSettings(league="Mine"))
    assert replace(snapshot, table=titled, seating=own).league == "Mine"
    notice = snapshot.notice()
    assert (notice.waits, notice.is_over, notice.players) == (True, False, ("Ben", "Ann"))
    assert (notice.until, notice.rules) == (snapshot.until, world.table.opened.rules)
    led = take_snapshot(world.store, world.leader, world.now)
    assert led.notice().players == ("Ann", "Ben")
    assert seen().notice().players == ()


def test_a_seat_here_is_waited_for_until_its_time_is_over(tmp_path: Path) -> None:
    world = World(tmp_path, house=[("Ann", None)], guests=("Ben",), substitute=None).begin()
    ann, ben = world.seat("Ann"), world.seat("Ben")
    call = world.table.call
    assert call is not None

    def waited() -> frozenset[int]:
        return take_snapshot(world.store, world.leader, world.now).waited

    assert waited() == frozenset({ann, ben})
    world.answer("Ann")
    world.leader.step(world.now)
    snapshot = take_snapshot(world.store, world.leader, world.now)
    assert (snapshot.waited, snapshot.handed_in) == (frozenset({ben}), frozenset({ann}))
    assert [seat for seat, _ in snapshot.turns] == [ann]
    world.leader.take_back(ann)
    for second in range(int(world.now), call.until + 2):
        assert waited() == frozenset({ann, ben})
        world.leader._table_clock.note_poll(second, world.table)
    assert waited() == frozenset({ben}), "Ann's seat is shut, Ben's turn may be on its way"


def test_those_who_ask_for_a_seat_are_listed_with_the_house_first(tmp_path: Path) -> None:
    settings = LeadSettings(lets_in=True, sent_away=())
    world = World(tmp_path, house=[("Ann", None)], guests=("Ben",), seats=3, lead_settings=settings)
    world.run(3)
    away = world.guests["Ben"].stored.seats[0].key.hex()
    world.store.keep(
        replace(world.store.seating, lead_settings=replace(settings, sent_away=(away,)))
    )
    for stored, player, here in (
        (world.store, world.leader, [("Ann", True, False), ("Ben", False, True)]),
        (world.stores["Ben"], world.guests["Ben"], [("Ann", False, False), ("Ben", True, False)]),
    ):
        asking = take_snapshot(stored, player, world.now).asking
        assert [(one.name, one.is_here, one.is_sent_away) for one in asking] == here
    empty = world.join("Zoe")
    unread = take_snapshot(world.stores["Zoe"], empty, world.now)
    assert (unread.table, unread.own_seats, unread.is_master) == (None, (), False)
