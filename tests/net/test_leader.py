"""The leader: seats, calls, M1 to M6, nobody overtaken, substitutes, reminders, by hand."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from game.net.journal.events import MAX_ROUNDS_APART, MAX_SECONDS, promise_of
from game.net.journal.keys import mask, new_secret, proof, public_of, shared_key
from game.net.journal.record import record_match
from game.net.journal.requests import (
    BackBody,
    LeaveBody,
    RematchBody,
    RemindBody,
    RequestBody,
    SeatBody,
    TableRequest,
    TurnBody,
    make_request,
    read_request,
)
from game.net.journal.seating import SeatRequest
from game.net.journal.store import LeadSettings, TableStore
from game.net.journal.table import MissedCall, TablePhase, calls_of_match
from game.net.journal.table_clock import TableClock
from game.net.post.leader import (
    MAX_APPLICANTS,
    MAX_REQUESTS_A_KEY,
    Leader,
    opening_event,
    seed_of,
)
from game.net.service.snapshots import take_snapshot
from game.net.service.table_flow import marked_match, replacements
from game.rules.errors import Fault, FormatError, IllegalMove
from game.rules.ruleset import Ruleset
from tests.net.worlds import CLASSIC, ENGINES, MAIL, SECONDS, ServerView, World, any_turn

GRACE = SECONDS // 10
"""Seconds more after the leader's own absence."""

EVERY_KIND = [
    "classic free single none",
    "classic adjacent-symbol pairs best-ray rounds=2",
    "daffodil-4 free mail rays bonus=call",
    "daffodil-2 adjacent mail none bonus=game rounds=2",
    "daffodil-4 free single none",
]


@pytest.mark.parametrize("rules", EVERY_KIND)
def test_a_match_is_played_and_an_independent_reader_reads_it(tmp_path: Path, rules: str) -> None:
    world = World(tmp_path, Ruleset.parse(rules), guests=("Ana", "Ben"))
    world.play_on(missing=lambda name, call: name == "Ben" and call % 4 == 2)
    assert world.table.missed
    assert record_match(world.table) is not None


def test_a_league_counts_misses_and_seats_a_substitute_after_three(tmp_path: Path) -> None:
    """M4, M5: three in a row and a computer of the leader's takes the seat, tiles owed included."""
    world = World(tmp_path, MAIL, guests=("Ana", "Ben")).begin()
    world.play_on(missing=lambda name, call: name == "Ben" and call > 1)
    (change,) = world.table.substitutions
    assert (change.after, change.left.name, change.has_left) == (4, "Ben", False)
    seen = take_snapshot(world.store, world.leader, world.now)
    (came,) = replacements(seen)
    assert (came.left, came.after) == ("Ben", 4)
    assert came.came == marked_match(seen).players[came.seat].name
    assert [missed.call for missed in world.table.missed] == [2, 3, 4]


def test_outside_a_league_a_player_who_is_out_may_come_back(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.play_on(missing=lambda name, call: 2 <= call <= 6)
    assert world.table.substitutions == ()
    assert [missed.call for missed in world.table.missed] == [2, 3, 4, 5, 6]
    assert not world.table.chairs[world.seat("Ben")].is_out


def test_whoever_missed_a_call_has_the_whole_time_of_the_next(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    for number in (1, 2, 3):
        call = world.table.call
        assert call is not None
        world.answer("Ana")
        world.run(int(call.until - world.now))
        assert world.table.calls == number
        world.run(2)


DAY = 86_400


@pytest.mark.parametrize("rules", [CLASSIC, MAIL], ids=str)
def test_by_post_a_missed_call_costs_that_call_alone(tmp_path: Path, rules: Ruleset) -> None:
    """Whoever was away for two hours has two hours again."""
    world = World(tmp_path, rules, guests=("Ana", "Ben"), seconds=7200).begin()
    for calls in (1, 2):
        world.answer("Ana")
        world.step(1)
        call = world.table.call
        assert call is not None
        while world.now < call.until:
            assert world.table.calls == calls
            # The leader's program is open all the time.
            for _ in range(360):
                world.now = min(world.now + 5, call.until)
                world.leader.step(world.now)
        world.run(2)
        assert world.table.calls == calls + 1
    assert {missed.call for missed in world.table.missed} == {1, 2}
    world.answer("Ana")
    world.answer("Ben")
    world.run(2)
    assert world.table.calls == 4


@pytest.mark.parametrize("rules", [CLASSIC, MAIL], ids=str)
def test_by_post_a_game_master_who_was_away_gives_hours(tmp_path: Path, rules: Ruleset) -> None:
    world = World(tmp_path, rules, seconds=DAY).begin()
    world.now += 3 * DAY
    world.run(3600)
    assert world.table.calls == 1
    world.answer("Ben")
    world.run(2)
    assert world.table.missed == ()
    assert world.table.calls == 2


@pytest.mark.parametrize("count", [1, 5])
def test_a_turn_that_stands_by_the_deadline_counts(tmp_path: Path, count: int) -> None:
    """It came while the leader was looking away, in the last second."""
    names = ("Ana", "Ben", "Cat", "Dan", "Eve")[:count]
    world = World(tmp_path, guests=names).begin()
    call = world.table.call
    assert call is not None
    world.now = call.until - 1
    world.leader.step(world.now)
    for name in names:
        world.answer(name)
        world.guests[name].step(call.until)
    world.step(2)
    assert world.table.calls == 2
    assert world.table.missed == ()


def test_after_the_leaders_own_absence_everybody_has_time(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    calls = world.table.calls
    world.now += 3600
    world.step()
    back = world.now
    world.run(GRACE - 2)
    assert world.table.calls == calls
    world.answer("Ben")
    world.step(1)
    assert world.table.calls == calls + 1
    assert world.now < back + GRACE
    assert all(missed.call != calls for missed in world.table.missed)


def test_a_leader_that_was_killed_does_not_close_at_once(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.now += SECONDS * 3
    world.leader = world.make_leader()
    world.run(GRACE - 2)
    assert world.table.calls == 1
    world.run(5)
    assert world.table.calls == 2


@pytest.mark.parametrize("rules", [CLASSIC, MAIL])
def test_a_leader_that_looks_in_once_a_day_gives_time_once(tmp_path: Path, rules: Ruleset) -> None:
    """Its guests read the later deadline in the journal; the next day the call is closed."""
    world = World(tmp_path, rules, seconds=3600).begin()
    for day in range(3):
        world.now += 86_400
        world.leader = world.make_leader()
        world.step()
        call = world.table.call
        assert call is not None
        assert world.table.calls == 1 + (day + 1) // 2
        if not day:
            assert call.until == world.now + 360
            assert world.guests["Ben"].table == world.table


def test_a_clock_that_goes_back_takes_nobodys_time(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.now -= 86_400
    world.run(SECONDS - 5)
    assert world.table.calls == 1
    world.run(12)
    assert world.table.calls == 2
    world.play_on()


def test_a_turn_may_be_taken_back_until_the_call_closes(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    first = world.answer("Ben")
    world.step(1)
    ben = world.seat("Ben")
    assert world.table.chairs[ben].turn is not None
    world.guests["Ben"].take_back(ben)
    world.step(1)
    assert world.table.chairs[ben].turn is None
    assert world.guests["Ben"].handed_in() == frozenset()
    second = first
    while second == first:
        second = any_other(world)
    world.answer("Ana")
    world.step(1)
    (closed,) = (line for line in world.leader.journal.lines if '"closed"' in line)
    assert f'"{second}"' in closed
    world.play_on()


def any_other(world: World) -> str:
    ben = world.seat("Ben")
    if ben in world.guests["Ben"].handed_in():
        world.guests["Ben"].take_back(ben)
        world.step(1)
    text = world.answer("Ben")
    world.step(1)
    return text


def test_whoever_leads_takes_a_turn_back_like_everybody_and_opens_none_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann, in the leader's program, and Ben change their minds until Cat answers too."""
    opened: list[str] = []
    unseal = TableRequest.open

    def note(request: TableRequest, shared: bytes) -> RequestBody:
        opened.append(request.id)
        return unseal(request, shared)

    world = World(tmp_path, house=[("Ann", None)], guests=("Ben", "Cat")).begin()
    ann, ben = world.seat("Ann"), world.seat("Ben")
    monkeypatch.setattr(TableRequest, "open", note)
    texts: dict[str, list[str]] = {"Ann": [], "Ben": []}
    for _ in range(3):
        for name, seat in (("Ann", ann), ("Ben", ben)):
            player = world.guests.get(name, world.leader)
            if seat in player.handed_in():
                player.take_back(seat)
                world.step(1)
                assert world.table.chairs[seat].turn is None
                assert seat not in player.handed_in()
            texts[name].append(world.answer(name))
            world.step(1)
            assert world.table.chairs[seat].turn is not None
        # What is handed in stands in the store, and is found again.
        world.leader = world.make_leader()
        world.step(1)
    turns = {chair.turn for seat, chair in enumerate(world.table.chairs) if seat != ann}
    assert turns.isdisjoint(opened)
    assert world.table.calls == 1
    world.answer("Cat")
    world.step()
    assert world.table.calls == 2
    (closed,) = (line for line in world.leader.journal.lines if '"closed"' in line)
    assert all(f'"{told[-1]}"' in closed for told in texts.values())
    world.play_on()


def test_whoever_leads_takes_nothing_back_once_time_is_over(tmp_path: Path) -> None:
    world = World(tmp_path, house=[("Ann", None), ("Bot", "random")], guests=("Ben",)).begin()
    ann, bot = world.seat("Ann"), world.seat("Bot")
    for seat in (ann, world.seat("Ben"), bot):
        with pytest.raises(FormatError):
            world.leader.take_back(seat)
    world.run(SECONDS - 4)
    world.answer("Ann")
    world.now = world.table.call.until + 1  # type: ignore[union-attr]
    world.leader._table_clock.note_poll(int(world.now), world.table)
    with pytest.raises(FormatError):
        world.leader.take_back(ann)
    world.run(2)
    assert world.table.calls == 2
    assert [missed.seat for missed in world.table.missed] == [world.seat("Ben")]


def test_a_turn_of_another_call_is_no_answer_to_this_one(tmp_path: Path) -> None:
    """Its number stands outside the seal, and is proved like all else."""
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    ben, leader = world.guests["Ben"].stored.seats[0], world.table.opened.key
    for number in (0, 2, 9, 1 << 40):
        old = make_request(world.table.id, ben.secret, leader, TurnBody(number, "x"))
        changed = json.loads(old.text) | {"call": 1}
        world.server.requests += [old.text, json.dumps(changed)]
    world.step(1)
    assert world.table.chairs[world.seat("Ben")].turn is None
    world.play_on()


@pytest.mark.parametrize("rules", [CLASSIC, MAIL, Ruleset.parse(EVERY_KIND[2])])
def test_nobody_plays_for_the_leaders_people(tmp_path: Path, rules: Ruleset) -> None:
    """Ann places nothing, like Ben; Cat answers at once. Who leads and who asks are alike."""
    world = World(tmp_path, rules, house=[("Ann", None)], guests=("Ben", "Cat"), substitute=None)
    world.begin().play_on(missing=lambda name, call: name == "Ben")
    missed: dict[str, list[int]] = {name: [] for name in ("Ann", "Ben", "Cat")}
    for one in world.table.missed:
        missed[world.table.chairs[one.seat].player.name].append(one.call)
    assert missed["Ann"] == missed["Ben"]
    assert len(missed["Ann"]) == world.table.calls
    assert missed["Cat"] == []
    chairs = {chair.player.name: chair for chair in world.table.chairs}
    assert chairs["Ann"].is_out
    assert chairs["Ben"].is_out


def test_a_leaders_player_is_waited_for_as_long_as_a_guest(tmp_path: Path) -> None:
    """After the program slept too; then the seat is shut."""
    world = World(tmp_path, house=[("Ann", None)]).begin()
    ann, ben = world.seat("Ann"), world.seat("Ben")
    world.answer("Ben")
    world.now += SECONDS + 3600
    world.step()
    assert world.table.calls == 1
    assert not world.leader.is_shut(ann)
    assert world.table.chairs[ben].turn is not None
    late = any_turn(world.table, ann, world.random)
    world.run(GRACE - 2)
    assert not world.leader.is_shut(ann)
    world.run(3)
    assert world.table.calls == 2
    assert [missed.seat for missed in world.table.missed] == [ann]
    with pytest.raises((FormatError, IllegalMove)):
        world.leader.hand_in(ann, late)
    # Back in time: a turn counts, and the next call waits as long as ever.
    world.answer("Ann")
    world.answer("Ben")
    world.step(1)
    assert world.table.calls == 3
    assert len(world.table.missed) == 1


def test_a_deadline_that_is_extended_is_extended_for_the_leaders_people_too(
    tmp_path: Path,
) -> None:
    """Nobody's turn is open meanwhile: there is nothing to be won by looking."""
    world = World(tmp_path, house=[("Ann", None)], guests=("Ben", "Cat")).begin()
    ann = world.seat("Ann")
    world.answer("Ben")
    world.run(SECONDS - 4)
    world.store.keep(
        replace(world.store.seating, lead_settings=LeadSettings(wait_until=int(world.now) + 600))
    )
    world.run(10)
    assert world.table.calls == 1
    for _ in range(2):
        world.step(1)
        assert not world.leader.is_shut(ann)
        world.leader = world.make_leader()
    world.answer("Ann")
    world.answer("Cat")
    world.step(1)
    assert world.table.calls == 2
    assert world.table.missed == ()


def test_with_the_leaders_key_alone_all_its_seats_are_played_on(tmp_path: Path) -> None:
    """In another home, which knows no seat: the journal says which are the leader's."""
    house = [("Ann", None), ("Bot", "random")]
    world = World(tmp_path, MAIL, house=house, guests=("Ben", "Cat")).begin()
    for name in ("Ann", "Ben", "Cat"):
        world.answer(name)
    world.step(1)
    bare = replace(world.store.seating, seats=())
    shutil.rmtree(tmp_path / "leader")
    TableStore(tmp_path / "leader").keep(bare)
    world.leader = world.make_leader()
    world.step(1)
    assert world.table.calls == 2
    world.answer("Ann")
    world.step(1)
    assert world.table.chairs[world.seat("Ann")].turn is not None
    bot = world.seat("Bot")
    world.play_on(missing=lambda name, call: name == "Ben")
    assert all(missed.seat != bot for missed in world.table.missed)
    assert [chair.player.bot for chair in world.table.chairs].count("random") == 3


def test_a_player_leaves_and_an_applicant_comes(tmp_path: Path) -> None:
    world = World(tmp_path, MAIL, guests=("Ana", "Ben")).begin()
    world.join("Zoe")
    world.guests["Ben"].leave(world.seat("Ben"))
    world.play_on()
    (change,) = world.table.substitutions
    assert (change.left.name, change.came.name, change.has_left) == ("Ben", "Zoe", True)
    match = record_match(world.table)
    assert match is not None
    assert match.meta is not None
    assert "substitutes" in match.meta


def test_the_game_master_chooses_who_comes(tmp_path: Path) -> None:
    lead_settings = LeadSettings(by_hand=True, lets_in=True)
    world = World(
        tmp_path, MAIL, guests=("Ana", "Ben", "Cat"), house=[], seats=2, lead_settings=lead_settings
    )
    world.run(3)
    assert world.table.phase is TablePhase.OPENING
    assert world.leader.waits_to_go_on
    away = world.guests["Ana"].stored.seats[0].key.hex()
    world.store.keep(
        replace(world.store.seating, lead_settings=replace(lead_settings, sent_away=(away,)))
    )
    for _ in range(2):
        world.leader.goes_on = True
        world.run(1)
    assert [chair.player.name for chair in world.table.chairs] == ["Ben", "Cat"]
    world.guests["Ben"].leave(0)
    for name in ("Cat",):
        world.answer(name)
    world.run(2)
    assert world.leader.waits_to_go_on
    world.leader.goes_on = True
    world.run(1)
    world.leader.request = SeatRequest(0, engine="greedy")
    world.run(1)
    assert world.table.chairs[0].player.bot == "greedy"


def test_a_deadline_is_extended(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    call = world.table.call
    assert call is not None
    lead_settings = LeadSettings(wait_until=call.until + 100)
    world.store.keep(replace(world.store.seating, lead_settings=lead_settings))
    world.run(SECONDS + 50)
    assert world.table.calls == 1
    assert world.guests["Ben"].table.call.until == call.until + 100  # type: ignore[union-attr]
    world.run(55)
    assert world.table.calls == 2


def test_whoever_keeps_others_waiting_is_reminded(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    world.answer("Ana")
    world.step(1)
    world.guests["Ana"].remind()
    world.step(1)
    reminded = world.guests["Ben"].table.reminded  # type: ignore[union-attr]
    assert reminded is not None
    assert (reminded.by, reminded.waited) == (world.seat("Ana"), (world.seat("Ben"),))
    world.guests["Ana"].remind()
    world.step(1)
    assert sum('"reminded"' in line for line in world.leader.journal.lines) == 1
    world.leader.remind()
    world.step(1)
    assert sum('"reminded"' in line for line in world.leader.journal.lines) == 2


def test_a_turn_against_the_rules_is_refused_where_it_is_made_and_where_it_comes(
    tmp_path: Path,
) -> None:
    world = World(tmp_path).begin()
    ben = world.seat("Ben")
    tile = world.table.match.round.calls[-1][0]  # type: ignore[union-attr]
    for text in ("", "999@c3", f"{tile}@z9", f"{tile}@c3 {tile}@c4", f"{tile}@c3 finish"):
        with pytest.raises((FormatError, IllegalMove)):
            world.guests["Ben"].hand_in(ben, text)
    own = world.guests["Ben"].stored.seats[0]
    bad = make_request(world.table.id, own.secret, world.table.opened.key, TurnBody(1, "999@c3"))
    world.server.requests.append(bad.text)
    world.step(1)
    assert world.table.chairs[ben].turn is None
    world.answer("Ben")
    world.step(1)
    assert world.table.calls == 2


def test_another_players_requests_change_nothing(tmp_path: Path) -> None:
    """Copied, altered, made with another key, repeated later: only the seat's own count, once."""
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    world.answer("Ben")
    (text,) = world.guests["Ben"].requests()
    ana = world.guests["Ana"].stored.seats[0]
    turn = TurnBody(1, "x")
    forged = make_request(world.table.id, new_secret(), world.table.opened.key, turn)
    stolen = replace(forged, key=world.guests["Ben"].stored.seats[0].key)
    other = replace(make_request(bytes(16), ana.secret, world.table.opened.key, turn))
    cut = text[:-9] + "0" * 7 + text[-2:]
    world.server.requests += [forged.text, stolen.text, other.text, cut, "{", "[]", "null", "\0"]
    world.server.requests += [text] * 3
    world.step(1)
    held = [line for line in world.leader.journal.lines if '"answered"' in line]
    assert sum(f'"seat":{world.seat("Ben")},' in line for line in held) == 1
    assert world.table.chairs[world.seat("Ana")].turn is None, "of another table"
    world.answer("Ana")
    world.step(1)
    world.server.requests.append(text)
    world.play_on()


def test_nobody_takes_anothers_turn_back(tmp_path: Path) -> None:
    """Ana names Ben's turn as hers before it comes: it counts all the same."""
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    world.answer("Ben")
    turn = read_request(world.guests["Ben"].requests()[0]).id
    ana = world.guests["Ana"].stored.seats[0]
    back = make_request(world.table.id, ana.secret, world.table.opened.key, BackBody(1, turn))
    world.server.requests.append(back.text)
    world.leader.step(world.now)
    world.step(1)
    assert world.table.chairs[world.seat("Ben")].turn == turn


def test_a_guest_who_floods_stops_nobody(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    ben = world.guests["Ben"].stored.seats[0]
    leader = world.table.opened.key
    flood = [make_request(world.table.id, ben.secret, leader, TurnBody(9, "x")) for _ in range(400)]
    world.server.requests += [request.text for request in flood]
    world.answer("Ana")
    world.step(1)
    assert world.table.chairs[world.seat("Ana")].turn is not None
    assert len(world.leader.journal) < 20
    assert len(world.store.requests) <= 32
    world.play_on(missing=lambda name, call: name == "Ben")


def test_whoever_leaves_in_an_open_call_is_waited_for_no_longer(tmp_path: Path) -> None:
    """Said twice, by two copies of a home, it is written once."""
    world = World(tmp_path, guests=("Ana", "Ben"), substitute=None).begin()
    ben, leader = world.guests["Ben"].stored.seats[0], world.table.opened.key
    world.server.requests += [
        make_request(world.table.id, ben.secret, leader, LeaveBody()).text for _ in range(2)
    ]
    world.step(1)
    assert sum('"left"' in line for line in world.leader.journal.lines) == 1
    assert world.table.calls == 1
    world.answer("Ana")
    world.step(1)
    assert world.table.calls == 2
    assert [missed.seat for missed in world.table.missed] == [world.seat("Ben")]


def test_a_flood_pushes_out_no_turn_that_is_held(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    text = world.answer("Ben")
    world.step(1)
    ben = world.guests["Ben"].stored.seats[0]
    leader = world.table.opened.key
    world.server.requests += [
        make_request(world.table.id, ben.secret, leader, TurnBody(9, "x")).text for _ in range(99)
    ]
    world.step(1)
    world.answer("Ana")
    world.step(1)
    assert world.table.missed == ()
    (closed,) = (line for line in world.leader.journal.lines if '"closed"' in line)
    assert f'"{text}"' in closed


@pytest.mark.parametrize(("seconds", "count"), [(59, 1), (60, 2)])
def test_guests_remind_once_a_minute(tmp_path: Path, seconds: int, count: int) -> None:
    world = World(tmp_path, guests=("Ana", "Ben"), seconds=600).begin()
    for wait in (0, seconds):
        world.now += wait
        world.guests["Ana"].remind()
        world.guests["Ana"].step(world.now)
        world.leader.step(world.now)
        world.guests["Ana"].step(world.now)
    assert sum('"reminded"' in line for line in world.leader.journal.lines) == count


def wishes(world: World) -> list[int]:
    """The seats that ask for a rematch, as the leader's screen shows them."""
    return list(take_snapshot(world.store, world.leader, world.now).wants_rematch)


@pytest.mark.parametrize("by_mail", [False, True])
def test_a_guest_who_asks_for_a_rematch_is_known_until_it_is_open(
    tmp_path: Path, by_mail: bool
) -> None:
    world = World(tmp_path, guests=("Ana", "Ben"), house=[("Eva", "random")])
    world.play_on()
    assert wishes(world) == []
    world.guests["Ben"].play_again()
    world.guests["Ben"].play_again()
    assert len(world.guests["Ben"].requests()) == 1
    if by_mail:
        world.leader.take(world.guests["Ben"].requests())
        world.leader.step(world.now)
    else:
        world.step(1)
    assert wishes(world) == [world.seat("Ben")]
    lines = len(world.leader.journal)
    # A program that was closed has it at once, without anything that carries it.
    world.reach = lambda: None
    world.leader = world.make_leader()
    assert wishes(world) == [world.seat("Ben")]
    world.leader.step(world.now)
    assert len(world.leader.journal) == lines
    world.leader.invite_again("TIE1I")
    assert wishes(world) == []
    world.leader.step(world.now)
    assert world.store.requests == ()
    ben = world.guests["Ben"]
    ben.take(world.leader.journal.lines)
    assert ben.requests() == ()


def test_only_who_sat_at_the_table_asks_for_a_rematch_and_once(tmp_path: Path) -> None:
    """Before the end, without a seat, forged, with unknown fields, hundreds of times."""
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    id, leader = world.table.id, world.table.opened.key
    ana, ben = (world.guests[name].stored.seats[0] for name in ("Ana", "Ben"))
    early = make_request(id, ben.secret, leader, RematchBody())
    world.server.requests.append(early.text)
    cleo = world.join("Cleo").stored.seats[0]
    world.step(1)
    assert wishes(world) == []
    world.play_on()
    shared = shared_key(ben.secret, leader)
    assert shared is not None
    sealed = mask(shared, b"0" * 16, b'{"call":1}')
    odd = replace(early, id="0" * 16, sealed=sealed, proof="")
    odd = replace(odd, proof=proof(shared, odd._proved()))
    forged = replace(
        make_request(id, new_secret(), leader, RematchBody()), key=public_of(ben.secret)
    )
    without_seat = make_request(id, cleo.secret, leader, RematchBody())
    world.server.requests += [odd.text, forged.text, without_seat.text]
    world.step(1)
    assert wishes(world) == []
    flood = [make_request(id, ana.secret, leader, RematchBody()).text for _ in range(400)]
    world.server.requests += flood
    world.step(1)
    assert wishes(world) == [world.seat("Ana")]
    assert len(world.store.requests) == 1


def test_whoever_takes_all_places_in_the_line_is_sent_away_for_others(tmp_path: Path) -> None:
    """One guest under as many keys as may ask; the next one is heard once they are sent away."""
    lead_settings = LeadSettings(lets_in=True)
    world = World(tmp_path, guests=(), house=[], seats=2, lead_settings=lead_settings)
    leader = world.table.opened.key

    def ask(name: str) -> None:
        body = make_request(world.table.id, new_secret(), leader, SeatBody(name))
        world.server.requests.append(body.text)

    for number in range(MAX_APPLICANTS + 8):
        ask(f"Mallory {number}")
    world.step(1)
    assert len(world.table.asking) == MAX_APPLICANTS
    away = tuple(one.key.hex() for one in world.table.asking)
    world.store.keep(
        replace(world.store.seating, lead_settings=replace(lead_settings, sent_away=away))
    )
    for name in ("Ana", "Ben"):
        world.join(name)
    world.step(1)
    world.leader.goes_on = True
    world.step(1)
    assert {chair.player.name for chair in world.table.chairs} == {"Ana", "Ben"}


def test_a_leader_that_begins_hears_the_last_of_many_requests(tmp_path: Path) -> None:
    """A server gives the turns of calls that are closed as well, the oldest first."""
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    ben = world.guests["Ben"].stored.seats[0]
    old = [
        make_request(world.table.id, ben.secret, world.table.opened.key, TurnBody(9, "x"))
        for _ in range(MAX_REQUESTS_A_KEY + 4)
    ]
    world.server.requests[:0] = [request.text for request in old]
    world.answer("Ben")
    world.guests["Ben"].step(world.now)
    again = world.make_leader()
    again.step(world.now)
    assert again.table.chairs[world.seat("Ben")].turn is not None


def test_nobody_knows_a_turn_or_the_seed_before_its_time(tmp_path: Path) -> None:
    """What travels and what is stored in the journal before the close names no placement."""
    world = World(tmp_path, CLASSIC, guests=("Ana", "Ben")).begin()
    text = world.answer("Ben")
    world.step(1)
    travelling = "\n".join(world.server.requests + world.server.journal)
    assert text not in travelling
    secret = world.guests["Ben"].stored.seats[0].secret.hex()
    assert secret not in travelling
    assert world.store.secret.hex() not in travelling
    world.play_on()
    travelling = "\n".join(world.server.requests + world.server.journal)
    assert text in travelling
    assert secret not in travelling


def test_a_leader_who_calls_other_tiles_is_found_out_by_everybody(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.leader._store = _OtherSeed(world.store)  # type: ignore[assignment]
    for _ in range(20_000):
        if world.table.seed:
            break
        ben = world.guests["Ben"]
        waits = ben.table is not None and ben.table.call is not None
        if waits and ben.table.is_waited_for(world.seat("Ben")) and not ben.handed_in():  # type: ignore[union-attr]
            world.answer("Ben")
        world.step(1)
    world.step(1)
    assert world.guests["Ben"].table.is_promise_broken  # type: ignore[union-attr]


class _OtherSeed:
    """A store whose secret is another one for the seed than at the opening."""

    def __init__(self, store: object) -> None:
        self._store = store
        self._count = 0

    def __getattr__(self, name: str) -> object:
        value = getattr(self._store, name)
        if name != "secret":
            return value
        caller = sys._getframe(1).f_code.co_name
        return bytes(32) if caller in ("_substitute_or_call", "_next_event") else value


def test_misses_are_in_the_record(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.play_on(missing=lambda name, call: call == 3)
    assert world.table.missed == (MissedCall(3, world.seat("Ben")),)
    match = record_match(world.table)
    assert match is not None
    assert '"placed_for"' in (match.meta or "")


def test_players_are_invited_to_one_next_table(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.leader.invite_again("too early")
    world.play_on()
    world.leader.invite_again("one")
    world.leader.invite_again("two")
    assert world.table.rematch == "one"
    assert sum('"rematch"' in line for line in world.leader.journal.lines) == 1


def test_no_more_ask_for_a_seat_than_a_table_ever_hears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.post.leader.MAX_EVER", 5)
    world = World(tmp_path, guests=(), house=[], seats=2, lead_settings=LeadSettings(lets_in=True))
    for number in range(9):
        world.join(f"Guest {number}")
        world.step(1)
    assert len(world.table.applicants) == 5


@pytest.mark.parametrize(("last", "is_away"), [(99, True), (100, True), (101, False)])
def test_a_program_is_away_at_a_deadline_from_its_very_second(last: int, is_away: bool) -> None:
    clock, call = TableClock(), SimpleNamespace(was_late=False, number=1, since=0)
    call.until = 100
    table = SimpleNamespace(at=0, opened=SimpleNamespace(seconds=60))
    clock.note_poll(last - 5, None)
    clock.note_poll(last, None)
    clock.note_poll(last + 1_000, None)
    assert (clock.extension(table, call) is not None) is is_away  # type: ignore[arg-type]


def test_a_player_who_has_answered_the_last_call_is_not_gone(tmp_path: Path) -> None:
    """Only the game's end is waited for: nobody could play in that seat any more."""
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    while world.table.calls < calls_of_match(world.table.opened.rules):
        for name in ("Ana", "Ben"):
            if world.table.call is not None and world.table.is_waited_for(world.seat(name)):
                world.answer(name)
        world.step(1)
    world.answer("Ben")
    world.step(1)
    ben = world.seat("Ben")
    assert (world.table.call is not None, world.table.is_waited_for(ben)) == (True, False)
    world.guests["Ben"].leave(ben)
    world.step(1)
    assert not world.table.left
    zoe = new_secret()
    for body in (SeatBody("Zoe"), LeaveBody()):
        request = make_request(world.table.id, zoe, world.table.opened.key, body)
        assert world.leader.take([request.text]) == 1
        world.leader.step(world.now)
    assert world.table.left == {public_of(zoe)}, "who has no seat goes at any time"
    world.guests["Ana"].leave(world.seat("Ana"))
    world.step(1)
    assert len(world.table.left) == 2
    # After the end nobody leaves any more.
    world.step(1)
    assert world.table.seed
    lines = len(world.leader.journal)
    ben_secret = world.guests["Ben"].stored.seats[0].secret
    gone = make_request(world.table.id, ben_secret, world.table.opened.key, LeaveBody())
    assert world.leader.take([gone.text]) == 1
    world.leader.step(world.now)
    assert len(world.leader.journal) == lines


def test_a_table_led_by_hand_waits_for_its_game_master_step_by_step(tmp_path: Path) -> None:
    world = World(tmp_path, MAIL, lead_settings=LeadSettings(by_hand=True))
    leader = world.leader
    assert not leader.waits_to_go_on, "it begins by itself, once all are there"
    world.run(3)
    assert (world.table.phase, leader.waits_to_go_on) == (TablePhase.READY, True)
    leader.goes_on = True
    world.run(2)
    assert (world.table.calls, leader.goes_on, leader.waits_to_go_on) == (1, False, False)
    world.answer("Ben")
    world.run(3)
    assert (world.table.call is not None, leader.waits_to_go_on) == (True, True)
    leader.goes_on = True
    world.run(2)
    assert (world.table.call, world.table.calls, leader.goes_on) == (None, 1, False)
    assert leader.waits_to_go_on
    leader.goes_on = True
    world.run(SECONDS + 2)
    # The time is over: who leads by hand decides when it is closed.
    assert (world.table.calls, world.table.call is not None) == (2, True)
    assert leader.waits_to_go_on
    later = World(tmp_path / "later", lead_settings=LeadSettings(lets_in=True))
    later.run(2)
    assert (later.table.phase, later.leader.waits_to_go_on) == (TablePhase.OPENING, True)
    later.leader.goes_on = True
    later.run(1)
    assert (later.table.calls, later.leader.waits_to_go_on) == (1, False), "and then by itself"


def test_a_request_for_a_seat_is_done_once_or_dropped_with_the_next_call(tmp_path: Path) -> None:
    world = World(tmp_path, MAIL, lead_settings=LeadSettings(by_hand=True), substitute=None)
    leader = world.leader
    world.run(3)
    ben, zoe = world.seat("Ben"), world.join("Zoe").stored.seats[0].key
    leader.request = SeatRequest(ben, zoe)
    world.run(2)
    assert leader.request is not None
    assert not world.table.substitutions, "no seat is free"
    world.guests["Ben"].leave(ben)
    world.run(2)
    assert [one.came.name for one in world.table.substitutions] == ["Zoe"]
    assert leader.request is None
    leader.request = SeatRequest(ben, zoe)
    leader.goes_on = True
    world.run(1)
    assert (leader.request, world.table.calls) == (None, 1)


def test_a_table_opens_with_settings_within_bounds_at_the_second_that_it_is(
    tmp_path: Path,
) -> None:
    world = World(tmp_path, guests=())
    assert world.table.at == int(world.now)
    assert (world.table.opened.seconds, world.table.opened.title) == (SECONDS, "")
    world.leader.open(replace(world.table.opened, seats=6), world.now + 9)
    assert len(world.leader.journal) == 1, "once"
    rounds = Ruleset.parse(f"classic free single none rounds={MAX_ROUNDS_APART}")
    secret, id = new_secret(), bytes(16)
    opened = opening_event(secret, id, rounds, 3, MAX_SECONDS, "Winter")
    assert (opened.rules, opened.seats, opened.title) == (rounds, 3, "Winter")
    assert (opened.key, opened.promise) == (public_of(secret), promise_of(seed_of(secret, id)))
    assert opening_event(secret, id, CLASSIC, 2, 1).seconds == 1
    for rules, seconds, fault in (
        (replace(rounds, rounds=MAX_ROUNDS_APART + 1), 60, Fault.TOO_MANY_ROUNDS),
        (CLASSIC, 0, Fault.OUT_OF_RANGE),
        (CLASSIC, MAX_SECONDS + 1, Fault.OUT_OF_RANGE),
    ):
        with pytest.raises(FormatError) as caught:
            opening_event(secret, id, rules, 2, seconds)
        assert caught.value.fault is fault


def test_a_game_master_without_the_folder_at_a_deadline_gives_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path, substitute=None).begin()
    call = world.table.call
    assert call is not None
    world.run(int(call.until - world.now))

    def refuse(_: ServerView) -> Sequence[str]:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(ServerView, "read_requests", refuse)
        with pytest.raises(OSError, match="Input"):
            world.leader.step(call.until)
    world.step(1)
    assert world.table.call is not None
    assert world.table.call.until == call.until + 1 + GRACE


def test_whoever_leads_hands_in_each_turn_of_a_person_here_once(tmp_path: Path) -> None:
    world = World(tmp_path, house=[("Ann", None), ("Bea", None)]).begin()
    leader, (ann, bea, ben) = world.leader, map(world.seat, ("Ann", "Bea", "Ben"))
    for seat in (ben, 3):
        with pytest.raises(FormatError):
            leader.hand_in(seat, any_turn(world.table, ben, world.random))
    first, second = (any_turn(world.table, ann, Random(seed)) for seed in (1, 2))
    assert first != second
    for text in (first, second):
        leader.hand_in(ann, text)
    assert (leader.turns(), leader.handed_in()) == (((ann, first),), frozenset({ann}))
    leader.remind()
    world.leader.step(world.now)
    assert world.table.reminded is not None
    assert world.table.reminded.waited == (bea, ben)
    world.answer("Ben")
    world.step()
    assert world.table.chairs[ben].turn is not None, "which is nobody's here"
    assert (leader.turns(), leader.handed_in()) == (((ann, first),), frozenset({ann}))
    assert [leader.is_shut(seat) for seat in (ann, bea, ben)] == [False] * 3
    for _ in range(2):
        leader.leave(bea)
    assert sum('"left"' in line for line in leader.journal.lines) == 1
    assert world.table.left == {world.table.chairs[bea].key}


def test_a_turn_that_is_taken_back_at_once_is_not_handed_in_by_the_next_start(
    tmp_path: Path,
) -> None:
    world = World(tmp_path, house=[("Ann", None)]).begin()
    ann = world.seat("Ann")
    world.answer("Ann")
    world.leader.take_back(ann)
    world.leader = world.make_leader()
    world.step()
    assert (world.leader.handed_in(), world.table.chairs[ann].turn) == (frozenset(), None)


def test_a_guest_reminds_nobody_where_the_game_master_alone_is_waited_for(tmp_path: Path) -> None:
    world = World(tmp_path, MAIL, lead_settings=LeadSettings(by_hand=True))
    world.run(3)
    world.leader.goes_on = True
    world.run(2)
    world.answer("Ben")
    world.run(2)
    assert not any(map(world.table.is_waited_for, range(2)))
    world.guests["Ben"].remind()
    world.run(2)
    assert world.table.reminded is None
    kinds = {request.kind for request in world.leader._waiting.values()}
    assert kinds == {TurnBody}, "the reminder is answered by nothing"


def test_of_one_seats_requests_the_latest_are_kept_and_the_held_turn(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    world.answer("Ben")
    world.step(1)
    held = world.table.chairs[world.seat("Ben")].turn
    ben, leader = world.guests["Ben"].stored.seats[0], world.table.opened.key
    more = [
        make_request(world.table.id, ben.secret, leader, TurnBody(9, str(number)))
        for number in range(MAX_REQUESTS_A_KEY + 3)
    ]
    assert world.leader.take([request.text for request in more]) == len(more)
    kept = [id for id, request in world.leader._waiting.items() if request.key == ben.key]
    assert kept == [held, *(request.id for request in more[1 - MAX_REQUESTS_A_KEY :])]
    assert world.leader.take([more[-1].text]) == 0, "known already"


def test_a_person_here_whose_time_is_over_hands_nothing_in(tmp_path: Path) -> None:
    world = World(tmp_path, house=[("Ann", None)]).begin()
    ann, call = world.seat("Ann"), world.table.call
    assert call is not None
    text, ben = any_turn(world.table, ann, world.random), world.seat("Ben")
    for second in range(int(world.now), call.until + 2):
        world.leader._table_clock.note_poll(second, world.table)
        shut = [world.leader.is_shut(seat) for seat in (ann, ben)]
        assert shut == [second > call.until, False], "a guest's is not shut here"
    with pytest.raises(FormatError) as caught:
        world.leader.hand_in(ann, text)
    assert caught.value.fault is Fault.NOT_NOW
    assert world.leader.handed_in() == frozenset()
    # Whoever has handed in has missed nothing, and neither has a player who has left.
    for is_leaving in (False, True):
        world = World(tmp_path / str(is_leaving), house=[("Ann", None)]).begin()
        ann, call = world.seat("Ann"), world.table.call
        assert call is not None
        if is_leaving:
            world.leader.leave(ann)
        else:
            world.answer("Ann")
        for second in range(int(world.now), call.until + 2):
            world.leader._table_clock.note_poll(second, world.table)
        assert world.leader._table_clock.is_over(world.table, call)
        assert not world.leader.is_shut(ann)


def test_a_leader_accepts_what_the_owner_of_a_key_may_ask_for_and_once(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    id, leader = world.table.id, world.table.opened.key
    ana, stranger = world.guests["Ana"].stored.seats[0].secret, new_secret()

    def accepted(secret: bytes, body: RequestBody, table: bytes = id, **fields: object) -> int:
        request = make_request(table, secret, leader, body)
        return world.leader.take([replace(request, **fields).text])  # type: ignore[arg-type]

    turn = TurnBody(1, "x")
    for body in (turn, BackBody(1, "0" * 16), LeaveBody(), RemindBody(1), RematchBody()):
        assert accepted(stranger, body) == 0, "of a key that has no seat"
    assert accepted(stranger, SeatBody("Zoe"), key=bytes(32)) == 0, "no key at all"
    assert accepted(stranger, SeatBody("Zoe"), proof="0" * 64) == 0
    assert accepted(ana, SeatBody("Ana")) == 0, "has a seat"
    assert accepted(ana, turn, bytes(16)) == 0, "of another table"
    assert [accepted(ana, RematchBody()) for _ in range(2)] == [1, 0]
    assert [accepted(ana, LeaveBody()) for _ in range(2)] == [1, 1]
    assert [accepted(stranger, SeatBody(name)) for name in ("Zoe", "Kim")] == [1, 1]
    world.leader.step(world.now)
    assert [one.name for one in world.table.applicants] == ["Bot", "Ana", "Ben", "Zoe"]
    assert world.table.left == {public_of(ana)}
    # Who waits for a seat has no turn, and nobody to remind.
    lines = len(world.leader.journal)
    for body in (turn, BackBody(1, "0" * 16), RemindBody(1)):
        assert accepted(stranger, body) == 1
    world.leader.step(world.now)
    assert (len(world.leader.journal), accepted(stranger, LeaveBody())) == (lines, 1)
    world.leader.step(world.now)
    assert world.table.asking == ()


def test_an_old_request_that_comes_again_is_no_new_answer(tmp_path: Path) -> None:
    """A server that keeps all requests, and another copy of a guest's home, repeat them."""
    world = World(tmp_path, guests=("Ana", "Ben"), substitute=None).begin()
    id, leader, ben = world.table.id, world.table.opened.key, world.seat("Ben")
    secret = world.guests["Ben"].stored.seats[0].secret
    held = make_request(id, secret, leader, TurnBody(1, any_turn(world.table, ben, world.random)))
    back = make_request(id, secret, leader, BackBody(1, held.id))

    def after(*bodies: TableRequest | RequestBody) -> tuple[str | None, int]:
        """Return the turn of Ben that is held, and how many lines were written."""
        before = len(world.leader.journal)
        for body in bodies:
            new = body if isinstance(body, TableRequest) else make_request(id, secret, leader, body)
            world.leader.take([new.text])
            world.leader.step(world.now)
        return world.table.chairs[ben].turn, len(world.leader.journal) - before

    assert after(held) == (held.id, 1)
    assert after(TurnBody(1, "x"), BackBody(1, "0" * 16), BackBody(2, held.id)) == (held.id, 1)
    assert after(RemindBody(2), RematchBody(), SeatBody("Ben")) == (held.id, 0)
    assert after(back) == (None, 1)
    assert after(held, back) == (None, 0), "both were answered"
    again = make_request(id, secret, leader, TurnBody(1, "x"))
    assert after(again) == (again.id, 1)
    assert after(LeaveBody(), LeaveBody()) == (again.id, 1), "before the last call"
    assert world.table.left == {public_of(secret)}


def test_a_seat_that_has_acted_too_often_in_a_call_may_still_be_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.post.leader.MOST_OF_A_SEAT", 2)
    world = World(tmp_path, guests=("Ana", "Ben"), house=[("Ann", None)]).begin()
    ann, ben, leader = world.seat("Ann"), world.seat("Ben"), world.leader
    for name, seat in (("Ann", ann), ("Ben", ben)):
        player = world.guests.get(name, leader)
        turns = []
        for _ in range(2):
            world.answer(name)
            world.step()
            turns.append(world.table.chairs[seat].turn)
            player.take_back(seat)
            world.step()
        assert None not in turns
        assert world.table.chairs[seat].turn is None
    lines = len(leader.journal)
    with pytest.raises(FormatError) as caught:
        world.answer("Ann")
    assert caught.value.fault is Fault.NOT_NOW
    world.guests["Ben"].remind()
    world.answer("Ben")
    world.step()
    assert (len(leader.journal), leader.handed_in()) == (lines, frozenset())
    world.answer("Ana")
    world.guests["Ben"].leave(ben)
    world.step()
    assert world.table.chairs[world.seat("Ana")].turn is not None
    assert world.table.left == {world.table.chairs[ben].key}


def test_a_turn_is_stored_before_the_journal_says_that_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    world.answer("Ben")
    (turn,) = world.guests["Ben"].requests()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    world.server.requests.append(turn)
    with monkeypatch.context() as patch:
        patch.setattr(type(world.leader.journal), "append", refuse)
        with pytest.raises(OSError, match="space"):
            world.leader.step(world.now)
    assert turn in world.store.requests
    assert world.table.chairs[world.seat("Ben")].turn is None
    world.leader.step(world.now)
    assert world.table.chairs[world.seat("Ben")].turn == read_request(turn).id


def test_a_turn_that_is_read_while_a_call_is_being_closed_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path).begin()
    call, read, polls = world.table.call, ServerView.read_requests, list[int]()
    assert call is not None
    world.run(call.until - int(world.now))
    world.answer("Ben")
    world.guests["Ben"].step(world.now)

    def read_second(view: ServerView) -> Sequence[str]:
        polls.append(1)
        return read(view) if len(polls) == 2 else ()

    monkeypatch.setattr(ServerView, "read_requests", read_second)
    world.leader.step(call.until + 1)
    assert (len(polls), world.table.missed, world.table.calls) == (3, (), 2)


def test_a_reminder_names_only_those_who_are_still_waited_for(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben", "Cat")).begin()
    ana, ben = world.seat("Ana"), world.seat("Ben")
    world.answer("Cat")
    world.step()
    world.leader.remind()
    world.answer("Ben")
    world.guests["Ben"].step(world.now)
    world.step()
    assert world.table.reminded is not None
    assert (world.table.reminded.by, world.table.reminded.waited) == (None, (ana,))
    lines = len(world.leader.journal)
    world.step(1)
    assert len(world.leader.journal) == lines, "once"
    assert not world.table.is_waited_for(ben)


def test_an_older_copy_of_a_table_takes_a_higher_fence_than_the_last_leader(
    tmp_path: Path,
) -> None:
    """The shared folder has lost the note of who leads, not the journal."""
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    shutil.copytree(tmp_path / "leader", tmp_path / "copy")
    world.leader = world.make_leader()
    world.answer("Ben")
    world.step(1)
    fences = {json.loads(line)["fence"] for line in world.server.journal}
    assert fences == {1, 2}
    shutil.rmtree(tmp_path / "leader")
    shutil.move(tmp_path / "copy", tmp_path / "leader")
    world.server.fence = 0
    world.leader = world.make_leader()
    world.answer("Ana")
    world.step(1)
    last = json.loads(world.server.journal[-1])
    assert (last["fence"], world.server.fence, world.leader.journal.problem) == (3, 3, None)
    assert (world.table.calls, world.table.missed) == (2, ()), "both turns are in the journal"


def test_a_game_master_begins_and_calls_in_two_steps_where_both_are_by_hand(
    tmp_path: Path,
) -> None:
    lead_settings = LeadSettings(by_hand=True, lets_in=True)
    world = World(tmp_path, guests=(), house=[("Ann", None)], seats=2, lead_settings=lead_settings)
    leader = world.leader
    world.run(1)
    assert not leader.waits_to_go_on, "one player is missing"
    world.join("Ben")
    world.run(1)
    assert leader.waits_to_go_on
    leader.goes_on = True
    world.run(2)
    assert (world.table.phase, leader.goes_on, leader.waits_to_go_on) == (
        TablePhase.READY,
        False,
        True,
    )
    leader.goes_on = True
    world.run(1)
    assert (world.table.calls, leader.goes_on) == (1, False)


def test_a_name_of_nothing_asks_for_no_seat(tmp_path: Path) -> None:
    world = World(tmp_path, guests=(), house=[("", None)], seats=2)
    for name in ("", " \u200b "):
        request = make_request(world.table.id, new_secret(), world.table.opened.key, SeatBody(name))
        assert world.leader.take([request.text]) == 1
    world.step(1)
    assert (world.table.applicants, world.leader._waiting) == ((), {})


def test_what_an_earlier_call_left_on_the_disk_is_no_turn_of_a_later_one(tmp_path: Path) -> None:
    """A program that ended between the close and the next file has the turn of the call before."""
    settings = LeadSettings(by_hand=True)
    world = World(tmp_path, house=[("Ann", None)], lead_settings=settings)
    ann, leader = 0, world.leader
    unopened = TableStore(tmp_path / "none").keep(world.store.seating)
    assert not Leader(unopened.journal, unopened, ENGINES).waits_to_go_on
    world.run(3)
    leader.goes_on = True
    world.run(1)
    text = world.answer("Ann")
    world.step()
    stored = world.store.requests
    assert (leader.turns(), len(stored)) == (((ann, text),), 1)
    # Without its file the turn is still held, and taken back as any other.
    world.store.keep_requests([])
    again = world.make_leader()
    assert (again.handed_in(), again.turns()) == (frozenset({ann}), ())
    world.store.keep_requests(stored)
    world.leader = world.make_leader()
    world.answer("Ben")
    world.step(1)
    world.leader.goes_on = True
    world.step(1)
    assert (world.table.phase, world.store.requests) == (TablePhase.READY, ())
    for calls in (1, 2):
        world.store.keep_requests(stored)
        world.leader = world.make_leader()
        assert (world.leader.turns(), world.table.calls) == ((), calls)
        lines = len(world.leader.journal)
        ben = world.guests["Ben"].stored.seats[0].secret
        old: list[RequestBody] = [TurnBody(1, text), BackBody(1, "0" * 16), RemindBody(1)]
        requests = [make_request(world.table.id, ben, world.table.opened.key, one) for one in old]
        assert world.leader.take([request.text for request in requests]) == 3
        world.leader.step(world.now)
        assert len(world.leader.journal) == lines
        world.leader.goes_on = True
        world.step(1)
    assert world.table.chairs[ann].turn is None


def test_a_table_that_goes_on_by_itself_waits_for_no_game_master(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben"))
    for name in ("Ana", "Ben"):
        world.guests[name].step(world.now)
    world.leader.take(world.server.requests)
    assert (world.table.phase, world.leader.waits_to_go_on) == (TablePhase.OPENING, False)
    world.begin()
    reminders = []
    for calls in (1, 2):
        # A reminder of the call before keeps no one from reminding in this one.
        world.guests["Ana"].remind()
        world.step()
        assert world.table.reminded is not None
        reminders.append(world.table.reminded.call)
        for name in ("Ana", "Ben"):
            world.answer(name)
            world.guests[name].step(world.now)
        world.leader.take(world.server.requests)
        assert not world.leader.waits_to_go_on
        world.step(1)
        assert world.table.calls == calls + 1
    assert reminders == [1, 2]


def test_whoever_answered_while_the_leader_was_away_is_given_no_more_time(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.answer("Ben")
    world.guests["Ben"].step(world.now)
    world.step(3600)
    assert (world.table.calls, world.table.missed) == (2, ())
    assert not any('"extended"' in line for line in world.leader.journal.lines)


def test_a_request_for_a_seat_that_is_taken_waits_for_that_seat_until_the_call(
    tmp_path: Path,
) -> None:
    settings = LeadSettings(by_hand=True)
    guests = ("Ana", "Ben")
    world = World(tmp_path, MAIL, guests=guests, lead_settings=settings, substitute=None)
    leader = world.leader
    world.run(3)
    ana, ben, zoe = world.seat("Ana"), world.seat("Ben"), world.join("Zoe").stored.seats[0].key
    world.guests["Ben"].leave(ben)
    leader.request = SeatRequest(ana, zoe)
    world.run(2)
    assert [(one.seat, one.came.name) for one in world.table.substitutions] == [(ben, "Zoe")]
    requests = [world.leader.request]
    leader.goes_on = True
    world.run(1)
    requests.append(world.leader.request)
    assert (world.table.calls, requests) == (1, [SeatRequest(ana, zoe), None])


def test_a_turn_of_the_leaders_people_is_taken_back_by_their_program_alone(tmp_path: Path) -> None:
    world = World(tmp_path, house=[("Ann", None)]).begin()
    ann, leader = world.seat("Ann"), world.leader
    world.answer("Ann")
    world.step(1)
    held, lines = world.table.chairs[ann].turn, len(leader.journal)
    assert held is not None
    secret = world.store.seats[0].secret
    assert public_of(secret) == world.table.chairs[ann].key
    back = make_request(world.table.id, secret, world.table.opened.key, BackBody(1, held))
    leader.take([back.text])
    world.step(1)
    assert (world.table.chairs[ann].turn, len(leader.journal)) == (held, lines)
    leader.take_back(ann)
    world.step(1)
    assert world.table.chairs[ann].turn is None
