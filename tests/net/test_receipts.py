"""Receipts, forks and rematches, sentence by sentence.

Random finished tables whose game master then signs another history from every place on; every
reading is compared with the second reader's. `python -m tests.net.test_receipts --tables 2000`
plays as many random ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from game.net.entries import (
    Begin,
    Body,
    Close,
    Entry,
    Leave,
    NetCall,
    NewSeat,
    Receipt,
    Rematch,
    Sit,
    sign_entry,
)
from game.net.fold import Reading, Table, TableStage
from game.net.home import KeptCard, Seating
from game.net.keys import Card
from game.net.log import MAX_ENTRIES_OF_AUTHOR, Log
from game.net.player import may_leave
from game.net.playing import Playing, PlayingStep
from game.rules.ruleset import Ruleset
from tests.net.referee import TableOf, read_line
from tests.net.worlds import Memory, RandomEngines, World, card_of, read, record_text

RULES = "classic free mail none"
"""Nine calls: enough of everything."""


def card_at(home: Playing) -> Card:
    return home.kept.seating.cards[0].card


def play(
    seed: int, guests: int = 2, house: int = 1, *, leaver: bool = False, sleeper: bool = False
) -> World:
    """A table played to its last close and receipted by everybody who is there."""
    world = World(Random(seed), Ruleset.parse(RULES), guests + house, house)
    world.master.kept.seating = Seating(world.invitation, world.master.kept.seating.cards, None)
    gone = world.homes[1] if leaver or sleeper else None
    for _ in range(400):
        for home in world.homes:
            table = home.table
            calls = 0 if table is None else table.calls
            if home is gone and calls >= 3:
                if leaver and not may_be_gone(home):
                    home.leave(card_at(home))
                if len(world.homes) == 1 + guests:
                    world.join("Late")
                continue
            home.act(world.now, PlayingStep())
        world.share()
        world.wait(30)
        table = world.master.table
        if table is not None and table.stage is TableStage.OVER:
            break
    world.share()
    for home in world.homes:
        if home is not gone:
            home.act(world.now, PlayingStep())
    world.share()
    assert table is not None
    assert table.stage is TableStage.OVER
    return world


def may_be_gone(home: Playing) -> bool:
    assert home.table is not None
    return not may_leave(home.kept.log, home.table, card_at(home).author)


@cache
def played(seed: int, guests: int, house: int, leaver: bool, sleeper: bool) -> World:
    return play(seed, guests, house, leaver=leaver, sleeper=sleeper)


def master_entries(world: World) -> list[Entry]:
    return sorted(world.master.kept.log.by(card_at(world.master).author), key=lambda e: e.number)


def other_history(world: World, number: int, *, puppets: int = 0) -> list[Entry]:
    """What the game master signs instead from that number on, with puppets of its own or not."""
    master = card_at(world.master)
    prefix = master_entries(world)[: number - 1]
    others = [e for e in world.master.kept.log if e.author != master.author]
    memory = Memory(Seating(world.invitation, world.master.kept.seating.cards))
    for entry in prefix:
        memory.append(entry)
    held = {one.author for one in others if isinstance(one.body, Sit)}
    names = [f"Puppet {i}" for i in range(puppets)]
    cards = [KeptCard(card_of(Random(f"{number}{name}")), name, "random") for name in names]
    puppet = Playing(Memory(Seating(world.invitation, tuple(cards))), RandomEngines())
    if puppets:
        house = {c.card.author for c in world.master.kept.seating.cards}
        others = [e for e in others if e.author in house and isinstance(e.body, Sit)]
    else:
        others = [e for e in others if not isinstance(e.body, Receipt) and e.author in held]
    again = Playing(memory, RandomEngines())
    again.take(others, PlayingStep())
    now = world.now + 50_000
    for _ in range(3_000):
        now += 4
        again.act(now, PlayingStep())
        puppet.take(again.kept.log, PlayingStep())
        puppet.act(now, PlayingStep())
        again.take(puppet.kept.log, PlayingStep())
        if again.table is not None and again.table.stage is TableStage.OVER:
            break
    assert again.table is not None
    assert again.table.stage is TableStage.OVER
    puppet.take(again.kept.log, PlayingStep())
    puppet.act(now, PlayingStep())
    return [*again.kept.log, *puppet.kept.log]


def judge_alike(entries: Iterable[Entry], id: bytes, *, shuffles: int = 2) -> Reading:
    """Read the same entries in several orders, as they come and at once, and by the referee."""
    entries = list({e.hash: e for e in entries}.values())
    found = read(entries, id)
    for seed in range(shuffles):
        order = entries[:]
        Random(seed).shuffle(order)
        log = Log(id)
        growing = Reading(log)
        for at, entry in enumerate(order):
            log.add(entry)
            if at % 7 == 0:
                growing.read_on()
        growing.read_on()
        for one in (growing, read(order, id)):
            assert (one.table, one.forked_at, one.rematch) == (
                found.table, found.forked_at, found.rematch
            )  # fmt: skip
            assert (one.set_aside, one.refused) == (found.set_aside, found.refused)
            assert one.is_settled == found.is_settled
    other = TableOf([read_line(e.line, False) for e in entries], id.hex()).run()
    assert (other.forked, other.invitation) == (found.forked_at, found.rematch)
    assert sorted(other.aside) == sorted(e.hash.hex() for e in found.set_aside)
    assert other.is_settled == found.is_settled
    assert found.table is not None
    assert other.calls == found.table.calls
    assert [number for number, _ in other.refused] == [r.entry.number for r in found.refused]
    return found


def without_receipts(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if not isinstance(entry.body, Receipt)]


KINDS = [(2, 1, False, False), (1, 0, False, False), (2, 0, True, False), (2, 1, False, True)]


@pytest.mark.parametrize(("guests", "house", "leaver", "sleeper"), KINDS)
def test_everyone_who_ever_sat_as_a_guest_writes_one_receipt(
    guests: int, house: int, leaver: bool, sleeper: bool
) -> None:
    world = played(3, guests, house, leaver, sleeper)
    table = world.master.table
    assert table is not None
    receipts = [e for e in world.master.kept.log if isinstance(e.body, Receipt)]
    left = {e.author for e in world.master.kept.log if isinstance(e.body, Leave)}
    assert len(table.guests) == guests + (leaver or sleeper)
    written = {e.author for e in receipts}
    assert written == table.guests - left - ({card_at(world.homes[1]).author} if sleeper else set())
    assert all(isinstance(e.body, Receipt) and e.body.close == table.closed for e in receipts)
    reading = judge_alike(world.master.kept.log, world.invitation.table)
    assert reading.is_settled is not sleeper, "who vanishes without a word keeps it unsettled"
    if sleeper:
        # Out and replaced: once back they read it to the end, and say so.
        world.homes[1].act(world.now, PlayingStep())
        world.share()
        assert world.master.reading.is_settled
    for home in world.homes:
        step = PlayingStep()
        home.act(world.now + 1_000, step)
        assert step.said == [], "once"
        assert may_be_gone(home), "nobody leaves what is over"


@pytest.mark.parametrize("number", range(2, 21, 3))
@pytest.mark.parametrize(("guests", "house", "leaver"), [(2, 1, False), (2, 0, True)])
def test_settled_stays_settled_wherever_the_master_forks(
    number: int, guests: int, house: int, leaver: bool
) -> None:
    world = played(3, guests, house, leaver, False)
    honest, fork = list(world.master.kept.log), other_history(world, number)
    id = world.invitation.table
    table = read(honest, id).table
    both = judge_alike([*honest, *fork], id)
    assert both.table == table
    assert both.forked_at is None
    # The same people sit down again: that entry is the same in both histories.
    (aside,) = both.set_aside
    begin = next(e.number for e in master_entries(world) if isinstance(e.body, Begin))
    assert number <= aside.number <= max(number, begin + 1)
    # Before it is settled it stops the match as ever, for everybody.
    some = [e for e in honest if isinstance(e.body, Receipt)]
    stopped = judge_alike([*without_receipts(honest), *some[1:], *fork], id)
    assert stopped.forked_at == aside.number
    assert stopped.set_aside == ()
    assert record_text(stopped.table) != record_text(table) or number == 1


def test_what_follows_a_branch_that_was_set_aside_makes_no_fork() -> None:
    world = played(3, 2, 1, False, False)
    id = world.invitation.table
    fork = other_history(world, 8)
    again = [e for e in fork if e.author == card_at(world.master).author and e.number >= 8]
    master = card_at(world.master)
    # The other history forks once more, and has a hole.
    last = again[3]
    twin = sign_entry(master, id, last.number, last.before, NetCall(1, bytes(32), 5, 5))
    lost = [e for e in fork if e is not again[5]]
    reading = judge_alike([*world.master.kept.log, *lost, twin], id)
    assert reading.table == world.master.table
    assert reading.forked_at is None
    numbers = [entry.number for entry in reading.set_aside]
    assert numbers[0] == 8
    assert set(numbers[1:]) <= {again[6].number}, "what waits for the hole is aside by itself"


def test_one_whose_predecessor_is_not_here_is_a_fork_too() -> None:
    world = played(3, 2, 1, False, False)
    id, master = world.invitation.table, card_at(world.master)
    astray = sign_entry(master, id, 9, bytes([7]) * 32, NetCall(4, bytes(32), 9, 8))
    entries = list(world.master.kept.log)
    assert judge_alike([*entries, astray], id).table == world.master.table
    assert judge_alike([*without_receipts(entries), astray], id).forked_at == 9


def test_after_the_last_close_nothing_forks() -> None:
    world = played(3, 2, 1, False, False)
    id, master = world.invitation.table, card_at(world.master)
    last = master_entries(world)[-1]
    bodies: list[Body] = [NetCall(10, bytes(32), 9, 8), Sit("I", None), Rematch("TIE1I.a")]
    after = [sign_entry(master, id, last.number + 1, last.hash, body) for body in bodies]
    for receipts in (True, False):
        entries = list(world.master.kept.log)
        held = entries if receipts else without_receipts(entries)
        reading = judge_alike([*held, *after], id)
        assert reading.table == world.master.table
        assert reading.forked_at is None
        assert len(reading.refused) == 2
        assert reading.rematch == "TIE1I.a"


def test_a_receipt_counts_for_the_close_that_it_names_whatever_its_number() -> None:
    world = played(3, 2, 1, False, False)
    id = world.invitation.table
    fork = other_history(world, 8)
    table = read(fork, id).table
    assert table is not None
    guests = [home for home in world.homes[1:] if card_at(home).author in table.guests]
    first = [sign_entry(card_at(home), id, 1, b"", Receipt(table.closed)) for home in guests]
    entries = [*world.master.kept.log, *fork]
    some = judge_alike([*entries, first[0]], id)
    assert some.table == world.master.table, "the other one is not settled by one of two"
    assert len(some.log.receipted_by(card_at(guests[0]).author)) == 2, "which is shown"
    assert judge_alike([*entries, *first], id).forked_at == 8, "two are settled: nobody can say"
    alone = judge_alike([*without_receipts(entries), *first], id)
    assert alone.forked_at is None
    assert alone.table is not None
    assert alone.table.closed == table.closed


def test_puppets_stop_what_they_were_forked_from_before_and_settle_nothing_else() -> None:
    """The case that is admitted: forked from before any guest sat, with other people."""
    world = played(3, 2, 1, False, False)
    id = world.invitation.table
    begin = next(e.number for e in master_entries(world) if isinstance(e.body, Begin))
    fork = other_history(world, begin, puppets=2)
    puppets = read(fork, id)
    assert puppets.is_settled
    assert judge_alike([*world.master.kept.log, *fork], id).forked_at == begin
    # Receipts of people who do not sit there count for nothing.
    strangers = [
        sign_entry(card_of(Random(i)), id, 1, b"", Receipt(world.master.table.closed))  # type: ignore[union-attr]
        for i in range(3)
    ]
    held = [*without_receipts(world.master.kept.log), *strangers]
    assert not judge_alike(held, id).is_settled


def test_nobody_receipts_what_was_forked() -> None:
    world = World(Random(5), Ruleset.parse(RULES), 2, 0)
    for _ in range(60):
        for home in world.homes:
            home.act(world.now, PlayingStep())
        table = world.master.table
        if table is not None and table.calls == 9 and table.call is None:
            break
        world.share()
    others = [e for e in world.master.kept.log if e.author != card_at(world.master).author]
    fork = other_history(world, 6)
    one, two = world.homes[1:]
    two.take([*world.master.kept.log, *fork], PlayingStep())
    two.act(world.now, PlayingStep())
    one.take(world.master.kept.log, PlayingStep())
    one.act(world.now, PlayingStep())
    assert [e.author for e in one.kept.log if isinstance(e.body, Receipt)] == [card_at(one).author]
    assert not any(isinstance(e.body, Receipt) for e in two.kept.log)
    assert others


def test_a_table_without_guests_is_never_settled() -> None:
    world = World(Random(5), Ruleset.parse(RULES), 2, 2)
    for _ in range(20):
        world.master.act(world.now, PlayingStep())
    table = world.master.table
    assert table is not None
    assert table.stage is TableStage.OVER
    assert table.guests == frozenset()
    assert not judge_alike(world.master.kept.log, world.invitation.table).is_settled


def test_what_a_receipt_names_is_taken_whatever_the_bounds() -> None:
    world = played(3, 2, 1, False, False)
    id, master = world.invitation.table, card_at(world.master)
    entries = list(world.master.kept.log)
    second = master_entries(world)[1]
    log = Log(id)
    others = [e for e in entries if e.author != master.author]
    for entry in [master_entries(world)[0], second, *others]:
        log.add(entry)
    before = len(log)
    for i in range(MAX_ENTRIES_OF_AUTHOR):
        flood = Entry(i.to_bytes(32, "big"), id, master.author, 3, second.hash, Leave(), "")
        log.add(flood)
    assert len(log) - before < MAX_ENTRIES_OF_AUTHOR, "it is full"
    for entry in sorted(master_entries(world)[2:], key=lambda e: -e.number):
        log.add(entry)
    reading = Reading(log)
    assert reading.table == world.master.table
    assert reading.is_settled


def test_whoever_answered_the_last_call_writes_no_leave() -> None:
    world = World(Random(6), Ruleset.parse(RULES), 2, 0)
    found: list[tuple[int, bool]] = []
    for _ in range(200):
        for home in world.homes:
            home.act(world.now, PlayingStep())
        one = world.homes[1]
        if one.table is not None and one.table.match is not None:
            found.append((one.table.calls, may_leave(one.kept.log, one.table, card_at(one).author)))
        if one.table is not None and one.table.stage is TableStage.OVER:
            break
        world.share()
    assert {may for calls, may in found if calls < 9} == {True}
    assert found[-1] == (9, False)
    assert {may for calls, may in found if calls == 9} == {False}


def test_of_two_invitations_neither_counts_and_one_changes_nothing() -> None:
    world = play(7)
    id, master = world.invitation.table, card_at(world.master)
    table = world.master.table
    before = Rematch("TIE1I.early")
    early = master_entries(world)[6]
    cut = [e for e in world.master.kept.log if e.author != master.author or e.number < 7]
    refused = read([*cut, sign_entry(master, id, 7, early.before, before)], id).refused
    assert [r.reason.value for r in refused] == ["not-over"]
    world.master.invite_again(world.invitation)
    world.master.invite_again(world.invitation)
    world.share()
    reading = judge_alike(world.homes[1].kept.log, id)
    assert reading.table == table
    assert reading.rematch == str(world.invitation)
    last = world.master.kept.log.last_by(master.author)
    assert last is not None
    for number, hash in ((last.number + 1, last.hash), (last.number, last.before)):
        second = sign_entry(master, id, number, hash, Rematch("TIE1I.second"))
        both = judge_alike([*world.master.kept.log, second], id)
        assert (both.rematch, both.table) == ("", table)


def test_a_substitute_in_the_house_is_no_guest() -> None:
    world = played(3, 2, 0, True, False)
    table = world.master.table
    assert table is not None
    came = [e.body for e in world.master.kept.log if isinstance(e.body, NewSeat)]
    assert [one.is_house for one in came] == [False]
    assert table.left == {card_at(world.homes[1]).author}
    closes = [e for e in world.master.kept.log if isinstance(e.body, Close)]
    assert isinstance(table, Table)
    assert closes


def check_random(seed: int) -> tuple[bool, bool]:
    """A random table with forks, puppets, losses: equal sets read equally, settled stays settled.

    Whether the match was settled, and whether it was read to its end.
    """
    random = Random(seed)
    world = played(seed % 7, *random.choice(KINDS))
    id, honest = world.invitation.table, list(world.master.kept.log)
    has_puppets = random.random() < 0.3
    forks: list[Entry] = []
    for _ in range(random.randrange(3)):
        forks += history(seed % 7, world, random.randrange(2, 21), has_puppets)
    lost = random.choice((0.0, 0.0, 0.03))
    silent = random.choice((0.0, 0.4))
    held = [
        entry
        for entry in [*honest, *forks]
        if random.random() >= (silent if isinstance(entry.body, Receipt) else lost)
        or entry.hash == id
    ]
    random.shuffle(held)
    found = judge_alike(held, id, shuffles=1)
    alone = read([entry for entry in held if entry in honest], id)
    if alone.is_settled and not has_puppets:
        assert found.table == alone.table
        assert found.is_settled
    return alone.is_settled, found.table is not None and found.table.stage is TableStage.OVER


_histories: dict[tuple[int, bytes, int, bool], list[Entry]] = {}


def history(seed: int, world: World, number: int, has_puppets: bool) -> list[Entry]:
    """Another history, made once."""
    key = (seed, world.invitation.table, number, has_puppets)
    if key not in _histories:
        begin = next(e.number for e in master_entries(world) if isinstance(e.body, Begin))
        puppets = world.master.table.opened.seats if world.master.table and has_puppets else 0
        house = 0 if world.master.table is None else len(world.master.table.house)
        at = begin if has_puppets else number
        _histories[key] = other_history(world, at, puppets=max(0, puppets - house))
    return _histories[key]


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_with_forks_are_read_alike(seed: int) -> None:
    check_random(seed)


def main() -> None:
    """Play many tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2_000)
    options = parser.parse_args()
    found = [check_random(seed) for seed in range(options.tables)]
    settled, over = (sum(one[i] for one in found) for i in (0, 1))
    print(f"{len(found)} tables, {settled} settled, {over} read to their end, all alike")


if __name__ == "__main__":
    main()
