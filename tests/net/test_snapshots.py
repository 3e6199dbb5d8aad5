"""What screens are told of a table: one property at a time, up to its bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.net.journal.invitations import Invitation
from game.net.journal.keys import new_secret, public_of
from game.net.journal.store import LeadSettings, Seating
from game.net.journal.table import calls_of_match
from game.net.service.snapshots import LATE_SECONDS, TableSnapshot, gone_table, take_snapshot
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from tests.net.lines import begun
from tests.net.worlds import CLASSIC, MAIL, World

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
    for wait, led in ((9, call.until + 9), (-9, call.until)):
        settings = LeadSettings(wait_until=call.until + wait)
        seating = replace(world.store.seating, lead_settings=settings)
        for is_master, until in ((True, led), (False, call.until)):
            assert seen(table=world.table, seating=seating, is_master=is_master).until == until
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
    settings = LeadSettings(wait_until=call.until + 60)
    stored.keep(replace(stored.seating, lead_settings=settings))
    put_off = take_snapshot(stored, player, call.until + LATE_SECONDS + 1)
    assert put_off.is_late is (name != "leader"), "who leads knows the later deadline"
    stored.keep(replace(stored.seating, lead_settings=LeadSettings()))
    snapshot = take_snapshot(stored, player, call.until, OSError("no answer"))
    assert (snapshot.trouble, snapshot.is_master) == ("no answer", name == "leader")
    ben = world.seat("Ben")
    assert snapshot.own_seats == (() if name == "leader" else (ben,))
    assert ben in snapshot.waited
    assert (snapshot.begun_at, snapshot.until) == (world.table.begun_at, call.until)


def test_a_leader_s_own_turns_are_those_of_people_whoever_has_their_keys(tmp_path: Path) -> None:
    world = World(tmp_path, house=[("Ann", None), ("Bot", "random")]).begin()
    text, ann = world.answer("Ann"), world.seat("Ann")
    assert world.seat("Bot") in dict(world.leader.turns()), "a computer has a turn as well"
    snapshot = take_snapshot(world.store, world.leader, world.now)
    assert (snapshot.own_seats, snapshot.handed_in) == ((ann,), frozenset({ann}))
    assert snapshot.turns == ((ann, text),)
    # A home that knows the leader's key alone plays the same seats.
    world.store.keep(replace(world.store.seating, seats=()))
    assert take_snapshot(world.store, world.leader, world.now).own_seats == (ann,)


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


@pytest.mark.parametrize("rules", [CLASSIC, MAIL])
def test_a_player_who_is_out_keeps_the_seat_outside_a_league(
    tmp_path: Path, rules: Ruleset
) -> None:
    """M5; who left has it nowhere."""
    world = World(tmp_path, rules, guests=("Ben",)).begin()
    ben, seat = world.guests["Ben"], world.seat("Ben")
    table = world.table
    chairs = tuple(
        replace(chair, is_out=number == seat) for number, chair in enumerate(table.chairs)
    )
    for changed, is_own, free, left in (
        (table, True, (), ()),
        (replace(table, chairs=chairs), rules == CLASSIC, (seat,), ()),
        (replace(table, left=frozenset({table.chairs[seat].key})), False, (seat,), (seat,)),
    ):
        ben.journal.table = changed
        snapshot = take_snapshot(ben.stored, ben, world.now)
        assert snapshot.own_seats == ((seat,) if is_own else ())
        assert (snapshot.free, snapshot.left) == (free, left)
        assert snapshot.waits_for_me is is_own


def test_a_program_that_leads_no_longer_waits_for_nothing_and_says_so(tmp_path: Path) -> None:
    settings = LeadSettings(by_hand=True, lets_in=True)
    world = World(tmp_path, lead_settings=settings)
    world.run(2)
    world.leader.journal.problem = FormatError(Fault.ALTERED)
    for is_stopped in (False, True):
        snapshot = take_snapshot(world.store, world.leader, world.now, is_stopped=is_stopped)
        assert (snapshot.is_stopped, snapshot.is_over) == (is_stopped, is_stopped)
        assert snapshot.can_go_on is not is_stopped
        assert snapshot.waits_here is not is_stopped
        assert snapshot.problem is world.leader.journal.problem
    # One that asks for a rematch asks whoever leads.
    over = replace(
        begun(), calls=calls_of_match(CLASSIC), seed="0", rematch="", is_promise_broken=True
    )
    world.leader.journal.table = over
    wants = property(lambda _: (1,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(world.leader), "wants_rematch", wants)
        for is_stopped in (False, True):
            snapshot = take_snapshot(world.store, world.leader, world.now, is_stopped=is_stopped)
            assert snapshot.wants_rematch == (() if is_stopped else (1,))
            assert snapshot.is_promise_broken


def test_a_table_of_an_earlier_version_is_over_and_nobodys(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ben",)).begin()
    ben = world.guests["Ben"]
    ben.journal.table = replace(world.table, opened=replace(world.table.opened, club=True))
    snapshot = take_snapshot(ben.stored, ben, world.now, OSError("no answer"))
    assert (snapshot.is_earlier, snapshot.is_over, snapshot.is_master) == (True, True, False)
    assert (snapshot.own_seats, snapshot.waited, snapshot.trouble) == ((), frozenset(), "")


def test_equal_names_at_a_table_and_in_its_queue_are_marked(tmp_path: Path) -> None:
    settings = LeadSettings(by_hand=True)
    world = World(tmp_path, guests=("Ben", "Zoe"), lead_settings=settings)
    world.run(3)
    for name in ("BEN", "Kim"):
        world.join(name)
    world.run(2)
    asking = take_snapshot(world.store, world.leader, world.now).asking
    keys = [world.guests[name].stored.seats[0].key.hex()[:4] for name in ("BEN", "Kim")]
    assert [(one.name, one.mark) for one in asking] == [("BEN", keys[0]), ("Kim", "")]
