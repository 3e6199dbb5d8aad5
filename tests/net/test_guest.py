"""A guest's requests: each is made once, kept until it is answered, and never after that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from game.net.journal.events import read_line, write_line
from game.net.journal.keys import new_secret
from game.net.journal.requests import (
    BackBody,
    LeaveBody,
    RematchBody,
    RemindBody,
    SeatBody,
    TurnBody,
)
from game.net.journal.store import OwnSeat
from game.net.journal.table import TablePhase, calls_of_match
from game.rules.errors import Fault, FormatError, IllegalMove
from tests.net.worlds import CLASSIC, ServerView, World, any_turn, mail_world


def asked(world: World, name: str) -> list[type]:
    """The kinds of a guest's pending requests."""
    return [type(body) for _, body in world.guests[name]._pending.values()]


def test_a_turn_that_no_file_holds_is_dropped_and_one_that_a_file_holds_is_asked_back(
    tmp_path: Path,
) -> None:
    world = mail_world(tmp_path)
    ben, seat = world.guests["Ben"], world.seat("Ben")
    assert asked(world, "Ben") == []
    text = world.answer("Ben")
    assert (asked(world, "Ben"), ben.unsent()) == ([TurnBody], 1)
    assert (ben.handed_in(), ben.turns()) == (frozenset({seat}), ((seat, text),))
    ben.hand_in(seat, any_turn(world.table, seat, world.random))
    assert ben.turns() == ((seat, text),), "the first one counts"
    ben.take_back(seat)
    assert (asked(world, "Ben"), ben.handed_in(), ben.turns()) == ([], frozenset(), ())
    with pytest.raises(FormatError) as caught:
        ben.take_back(seat)
    assert caught.value.fault is Fault.NOT_NOW
    world.answer("Ben")
    ben.note_written()
    assert ben.unsent() == 0
    # The program ends, and knows after its start what a turn file holds.
    ben = world.make_guest("Ben")
    assert (ben.unsent(), ben.handed_in()) == (0, frozenset({seat}))
    ben.take_back(seat)
    assert (asked(world, "Ben"), ben.unsent(), ben.handed_in()) == ([BackBody], 1, frozenset())


def test_where_requests_travel_by_themselves_a_turn_is_always_asked_back(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    world.answer("Ben")
    world.guests["Ben"].take_back(world.seat("Ben"))
    assert asked(world, "Ben") == [BackBody]


def test_a_request_is_made_once_and_ends_with_its_call(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    ana, ben = world.guests["Ana"], world.guests["Ben"]
    for _ in range(2):
        ana.remind()
    assert asked(world, "Ana") == [RemindBody]
    for guest in (ana, ben):
        with pytest.raises(FormatError):
            guest.play_again()
    text = world.answer("Ana")
    ana.step(world.now)
    assert asked(world, "Ana") == [RemindBody, TurnBody]
    world.step()
    assert asked(world, "Ana") == [TurnBody], "kept until the call is closed"
    assert (ana.unsent(), ana.handed_in()) == (0, frozenset({world.seat("Ana")}))
    assert ana.turns() == ((world.seat("Ana"), text),)
    # Once the leader has given it back it is asked for no longer.
    ana.take_back(world.seat("Ana"))
    assert (asked(world, "Ana"), ana.unsent()) == ([BackBody], 1)
    world.step()
    assert (asked(world, "Ana"), ana.handed_in(), ana.turns()) == ([], frozenset(), ())
    world.answer("Ana")
    world.step()
    # Between two calls, and in the next one, it is no turn.
    table = world.table
    assert table.call is not None
    for call in (None, replace(table.call, number=2)):
        ana.journal.table = replace(table, call=call)
        assert ana.turns() == ()
        assert bool(ana.handed_in()) is (call is not None), "the leader holds it"
    ana.journal.table = table
    world.answer("Ben")
    world.step(1)
    assert (world.table.calls, asked(world, "Ana"), asked(world, "Ben")) == (2, [], [])
    stranger = world.join("Zoe")
    stranger.step(world.now)
    assert asked(world, "Zoe") == [SeatBody]
    with pytest.raises(FormatError):
        stranger.hand_in(world.seat("Ben"), any_turn(world.table, world.seat("Ben"), world.random))
    world.step()
    assert asked(world, "Zoe") == []


def test_whoever_left_too_late_asks_no_longer_once_the_match_is_over(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    ben = world.guests["Ben"]
    while world.table.calls < calls_of_match(CLASSIC):
        world.answer("Ben")
        world.step(1)
    ben.leave(world.seat("Ben"))
    ben.leave(world.seat("Ben"))
    assert asked(world, "Ben") == [LeaveBody]
    world.answer("Ben")
    ben._pending = dict(reversed(ben._pending.items()))
    world.step(1)
    world.step(1)
    assert world.table.phase is TablePhase.OVER
    late = world.join("Zoe")
    late.read(world.leader.journal.lines)
    late.step(world.now)
    assert asked(world, "Zoe") == [], "no seat is left to ask for"
    assert (asked(world, "Ben"), ben.unsent(), world.table.left) == ([], 0, frozenset())


def test_a_turn_that_the_leader_holds_is_known_without_its_request(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    ben, seat = world.guests["Ben"], world.seat("Ben")
    for text in ("", "999@c3"):
        with pytest.raises((FormatError, IllegalMove)):
            ben.hand_in(seat, text)
    with pytest.raises(FormatError):
        ben.hand_in(world.seat("Ana"), any_turn(world.table, world.seat("Ana"), world.random))
    assert asked(world, "Ben") == []
    ben.remind()
    text = world.answer("Ben")
    assert ben.turns() == ((seat, text),), "a reminder is no turn"
    world.step()
    ben.stored.keep_requests([], [])
    ben = world.make_guest("Ben")
    assert (ben.turns(), ben.handed_in()) == ((), frozenset({seat}))
    ben.take_back(seat)
    assert (asked(world, "Ben"), ben.handed_in()) == ([BackBody], frozenset())
    world.step()
    assert (asked(world, "Ben"), world.table.chairs[seat].turn) == ([], None)


def test_a_seat_is_given_up_once_and_a_rematch_asked_for_by_every_person(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben"))
    world.guests["Ben"].stored.keep_seat(OwnSeat(new_secret(), "Robo", "random"))
    world.begin()
    assert [chair.player.name for chair in world.table.chairs] == ["Bot", "Ana", "Ben"]
    ben = world.guests["Ben"]
    ben.leave(world.seat("Ben"))
    assert asked(world, "Ben") == [LeaveBody]
    world.step()
    assert (asked(world, "Ben"), len(world.table.left)) == ([], 1)
    world.step(1)
    while not world.table.seed:
        if world.table.call is not None and world.table.is_waited_for(world.seat("Ana")):
            world.answer("Ana")
        world.step(1)
    world.step(1)
    world.guests["Ana"].play_again()
    world.guests["Ana"].play_again()
    assert asked(world, "Ana") == [RematchBody]
    world.step(1)
    assert asked(world, "Ana") == [RematchBody], "until the next table is open"
    with pytest.raises(FormatError):
        ben.play_again()
    world.leader.invite_again("again")
    world.step(1)
    assert asked(world, "Ana") == []


def test_a_computer_of_a_guest_plays_as_soon_as_a_turn_file_says_so(tmp_path: Path) -> None:
    world = World(tmp_path, guests=(), house=[("Ann", None)], seats=2)
    robo = world.join("Robo", "random")
    world.begin()
    world.reach = lambda: None
    world.leader = world.make_leader()
    robo = world.make_guest("Robo")
    world.answer("Ann", world.leader)
    world.leader.step(world.now + 1)
    assert world.table.calls == 2
    for calls in (1, 2):
        bodies = [body for _, body in robo._pending.values()]
        assert [(type(body), body.call) for body in bodies] == [(TurnBody, calls)]  # type: ignore[union-attr]
        assert robo.take(world.leader.journal.lines) is (calls == 1)
    world.answer("Ann", world.leader)
    world.leader.take(robo.requests())
    world.leader.step(world.now + 2)
    assert world.table.calls == 3
    robo.read(world.leader.journal.lines[len(robo.journal) :])
    assert not robo.step(world.now), "nothing carries its requests"
    assert robo.turns()[0][0] == world.seat("Robo")


def test_a_guest_whose_copy_has_parted_reads_the_whole_journal_again(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    lines = world.server.journal
    forged = read_line(lines[-1])
    other = write_line(replace(forged, at=forged.at + 1), world.store.secret)
    ben = world.guests["Ben"]
    ben.journal.adopt([*lines[:-1], write_line(replace(forged, fence=9), world.store.secret)])
    lines[-1] = write_line(replace(forged, fence=10), world.store.secret)
    lines.append(other)
    ben.step(world.now + 100)
    assert ben.journal.lines == lines[: len(ben.journal)]
    assert ben.journal.lines[-1] == lines[len(ben.journal) - 1]


def test_a_seat_key_plays_the_computer_that_the_journal_names_and_asks_for_no_seat(
    tmp_path: Path,
) -> None:
    world = World(tmp_path, guests=(), house=[("Ann", None)], seats=2)
    robo = world.join("Robo", "random")
    robo.step(world.now)
    world.leader.step(world.now)
    assert world.table.phase is TablePhase.CALLED
    elsewhere = world.join("elsewhere")
    seat = replace(robo.stored.seats[0], name="", bot=None)
    elsewhere.stored.keep(replace(elsewhere.stored.seating, seats=(seat,)))
    elsewhere = world.make_guest("elsewhere")
    table = world.table
    elsewhere.journal.extend(world.leader.journal.lines)
    for closed in (
        replace(table, call=None),
        replace(table, left=frozenset({seat.key})),
    ):
        elsewhere.journal.table = closed
        assert not elsewhere._play(), "it is not waited for"
    elsewhere.journal.table = table
    elsewhere.step(world.now)
    assert asked(world, "elsewhere") == [TurnBody]
    assert not elsewhere._play(), "once"


def test_the_seat_that_plays_reminds_not_one_that_still_asks(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    ben = world.guests["Ben"]
    own = ben.stored.seats[0]
    for seats, count in (((OwnSeat(new_secret(), "Kim"), own), 1), ((OwnSeat(new_secret()),), 0)):
        ben.stored.keep(replace(ben.stored.seating, seats=seats))
        ben._pending.clear()
        ben.remind()
        assert [request.key for request, _ in ben._pending.values()] == [own.key] * count
    ben.journal.table = replace(world.table, call=None)
    with pytest.raises(FormatError) as caught:
        ben.remind()
    assert caught.value.fault is Fault.NOT_NOW


def test_a_turn_that_the_leader_holds_is_asked_back_by_mail_too(tmp_path: Path) -> None:
    """The guest's own file of it is lost."""
    world = mail_world(tmp_path)
    ben, seat = world.guests["Ben"], world.seat("Ben")
    world.answer("Ben")
    world.leader.take(ben.requests())
    world.leader.step(world.now)
    ben.stored.keep_requests([], [])
    ben = world.make_guest("Ben")
    ben.take(world.leader.journal.lines)
    assert (asked(world, "Ben"), ben.handed_in()) == ([], frozenset({seat}))
    ben.take_back(seat)
    assert (asked(world, "Ben"), ben.handed_in(), ben.unsent()) == ([BackBody], frozenset(), 1)


def test_a_guest_reads_the_lines_that_follow_its_own_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    read, firsts = ServerView.read_journal, list[int]()

    def note(view: ServerView, after: int) -> Sequence[str]:
        firsts.append(after)
        return read(view, after)

    ben = world.guests["Ben"]
    world.answer("Ana")
    world.guests["Ana"].step(world.now)
    world.leader.step(world.now)
    known = len(ben.journal)
    monkeypatch.setattr(ServerView, "read_journal", note)
    assert [ben.step(world.now + second) for second in (100, 200)] == [True, False]
    assert firsts == [known, len(world.leader.journal)]


def test_a_line_of_a_newer_program_is_not_asked_for_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path).begin()
    read, firsts = ServerView.read_journal, list[int]()

    def count(view: ServerView, after: int) -> Sequence[str]:
        firsts.append(after)
        return read(view, after)

    monkeypatch.setattr(ServerView, "read_journal", count)
    world.server.journal += ['{"n":99,"event":"newer"}'] * 1_000
    for tick in range(100):
        world.guests["Ben"].step(world.now + tick / 10)
    assert firsts.count(0) == 1
    world.guests["Ben"].step(world.now - 86_400)
    assert firsts.count(0) == 2, "a clock that is set back stops nothing"
    assert world.guests["Ben"].journal.problem is not None


def test_a_damaged_request_on_the_disk_costs_that_request_alone(tmp_path: Path) -> None:
    world = mail_world(tmp_path)
    world.answer("Ben")
    world.guests["Ben"].remind()
    turn, reminder = world.stores["Ben"].requests
    for damaged in (turn[:-9], turn.replace('"call":1', '"call":2')):
        world.stores["Ben"].keep_requests([damaged, reminder])
        again = world.make_guest("Ben")
        assert (again.requests(), again.handed_in()) == ((reminder,), frozenset())


def test_a_guest_without_a_table_or_a_turn_asks_for_nothing(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben"))
    reach, world.reach = world.reach, lambda: None
    early = world.join("Kim")
    assert not early.step(world.now)
    assert (asked(world, "Kim"), early.turns(), early.unsent()) == ([SeatBody], (), 1)
    world.guests.pop("Kim")
    world.reach = reach
    early = world.join("Zoe")
    assert (early.table, early.handed_in(), early.turns()) == (None, frozenset(), ())
    for act in (
        early.remind,
        early.play_again,
        lambda: early.take_back(0),
        lambda: early.leave(0),
        lambda: early.hand_in(0, ""),
    ):
        with pytest.raises(FormatError) as caught:
            act()
        assert caught.value.fault is Fault.NOT_NOW
    assert asked(world, "Zoe") == []
    world.begin()
    ben, seat = world.guests["Ben"], world.seat("Ben")
    text = any_turn(world.table, seat, world.random)
    ben.leave(seat)
    world.step()
    assert (asked(world, "Ben"), len(world.table.left)) == ([], 1)
    with pytest.raises(FormatError) as caught:
        ben.hand_in(seat, text)
    assert (caught.value.fault, asked(world, "Ben")) == (Fault.NOT_NOW, [])
