"""Who may have a seat, and when a game master who leads by hand is waited for."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from game.net.draws import calls_of_match
from game.net.entries import (
    Answer,
    Begin,
    Close,
    Entry,
    Leave,
    NetCall,
    NewSeat,
    Open,
    Sit,
    sign_entry,
)
from game.net.fold import Chair, Table, TableStage
from game.net.home import Desk
from game.net.log import Log
from game.net.master import GameMaster, SeatRequest
from game.net.player import answers_of, asking, may_leave
from game.net.playing import Playing, PlayingStep
from game.rules.match import Match, Player, PlayerKind
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from tests.net.worlds import RandomEngines, World, card_of, opened

MAIL = Ruleset.parse("classic free mail none")


def test_whoever_may_have_a_seat_asks_once_in_the_order_they_came() -> None:
    random = Random(1)
    memory = opened(random, MAIL, 2)
    opening = memory.log.opening
    assert opening is not None
    id, master = memory.log.table, memory.seating.cards[0].card
    names = ("Ana", "Ben", "Cleo", "Dora", "Ede", "Fritz")
    ana, ben, seated, former, gone, later = (card_of(random) for _ in names)
    sits = [
        sign_entry(card, id, 1, b"", Sit(name, None))
        for card, name in zip((ana, ben, seated, former, gone, later), names, strict=True)
    ]
    again = sign_entry(ana, id, 2, sits[0].hash, Sit("Ana too", None))
    leave = sign_entry(gone, id, 2, sits[4].hash, Leave())
    own = sign_entry(master, id, 2, opening.hash, Sit("Master", None))
    missing = sign_entry(later, id, 2, sits[5].hash, Leave())
    waiting = sign_entry(later, id, 3, missing.hash, Sit("Fritz", None))
    chair = Chair(seated.author, sits[2].hash, Player("Cleo", PlayerKind.HUMAN), False)
    assert isinstance(opening.body, Open)
    table = Table(id, master.author, opening.body, (chair,), former=frozenset({former.author}))
    held = [opening, *sits[:5], again, leave, own, waiting]

    def names_of(entries: list[Entry]) -> list[str]:
        log = Log(id)
        for entry in entries:
            log.add(entry)
        found = asking(log, table)
        return [sit.body.name for sit in found if isinstance(sit.body, Sit)]

    assert names_of(held) == ["Ana", "Ben"]
    for first, second in permutations(sits[:2]):
        asked = [e.body.name for e in (first, second) if isinstance(e.body, Sit)]
        others = [e for e in held if e not in (first, second, again)]
        assert names_of([first, second, again, *others]) == asked
        # What waits for an entry before it is not heard, in whatever order it came.
        assert names_of([*others[::-1], first, second, again]) == asked
    # Fritz had left, as far as is known now; without that word he asks by what came first.
    assert names_of([*held, sits[5]]) == ["Ana", "Ben", "Fritz"]
    assert names_of([*held, sits[5], missing]) == ["Ana", "Ben"]


def led(desk: Desk) -> Playing:
    """A league's game master with two computers of the house."""
    memory = opened(Random(1), MAIL, 2, 2)
    memory.seating = replace(memory.seating, desk=desk)
    return Playing(memory, RandomEngines())


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("lets_in", [False, True])
def test_a_game_master_is_waited_for_where_its_desk_says_so(by_hand: bool, lets_in: bool) -> None:
    playing = led(Desk(by_hand=by_hand, lets_in=lets_in))
    assert not playing.waits_to_go_on, "nobody has asked for a seat"
    playing.act(1_000, PlayingStep())
    asked_for: list[type] = []
    while playing.waits_to_go_on:
        held = len(playing.kept.log)
        playing.act(1_000, PlayingStep())
        assert len(playing.kept.log) == held, "it alone brings the table further"
        playing.goes_on = True
        while playing.goes_on:
            playing.act(1_000, PlayingStep())
        asked_for.append(type(list(playing.kept.log)[held].body))
    for _ in range(len(MAIL.call_sizes)):
        # What is led by nobody goes on by itself, one close at a time.
        playing.act(1_000, PlayingStep())
    assert playing.table is not None
    assert playing.table.stage is TableStage.OVER
    calls = [NetCall, Close] * len(MAIL.call_sizes)
    assert asked_for == [Begin] * lets_in + calls * by_hand


def test_only_the_house_of_the_game_master_waits_for_it() -> None:
    world = World(Random(2), MAIL, 2, 1)
    for home in world.homes:
        home.kept.seating = replace(home.kept.seating, desk=Desk(by_hand=True, lets_in=True))
    for _ in range(3):
        for home in world.homes:
            home.act(world.now, PlayingStep())
        world.share()
    assert [home.waits_to_go_on for home in world.homes] == [True, False]


def _called_by_hand(rules: Ruleset, engines: RandomEngines) -> tuple[World, Playing]:
    """Two players at their first call, and the game master who leads them by hand."""
    world = World(Random(3), rules, 2)
    kept = world.master.kept
    kept.seating = replace(kept.seating, substitute=None, desk=Desk(by_hand=True))
    world.homes[0] = master = Playing(kept, engines)
    for home in world.homes[1:]:
        home.act(world.now, PlayingStep())
    world.share()
    for _ in range(2):
        master.goes_on = True
        master.act(world.now, PlayingStep())
    return world, master


def test_nobody_places_for_who_missed_until_the_game_master_closes() -> None:
    """Meanwhile the table is looked at ten times a second."""
    asked: list[int] = []

    class Noted(RandomEngines):
        def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
            asked.append(seat)
            return super().place_owed(match, seat)

    world, master = _called_by_hand(MAIL, Noted())
    assert master.table is not None
    assert master.table.call is not None
    assert not master.waits_to_go_on, "there is time to answer"
    world.wait(master.table.call.until + 1 - world.now)
    for _ in range(3):
        master.act(world.now, PlayingStep())
        assert master.waits_to_go_on
    assert asked == []
    master.goes_on = True
    master.act(world.now, PlayingStep())
    assert asked == [0, 1]
    assert master.table.missed != ()


def test_who_asks_at_a_full_table_stops_nobody() -> None:
    world = World(Random(4), MAIL, 2, 1)
    for rounds in (2, 30):
        for _ in range(rounds):
            for home in world.homes:
                home.act(world.now, PlayingStep())
            world.share()
        if len(world.homes) == 2:
            world.join("Late")
    table = world.master.table
    assert table is not None
    assert (len(asking(world.master.kept.log, table)), table.substitutions) == (1, ())
    assert table.stage is TableStage.OVER


def test_the_house_sits_down_first_whoever_asked_before() -> None:
    random = Random(1)
    memory = opened(random, Ruleset(), 2, 1)
    guests = [card_of(random) for _ in range(2)]
    sits = [sign_entry(card, memory.log.table, 1, b"", Sit("Guest", None)) for card in guests]
    master = Playing(memory, RandomEngines())
    master.take(sits, PlayingStep())
    for _ in range(3):
        master.act(1_000_000, PlayingStep())
    (begin,) = [entry.body for entry in memory.log if isinstance(entry.body, Begin)]
    assert begin.house == (0,)
    house = memory.seating.cards[1].card.author
    seated = [entry.author for hash in begin.sits for entry in memory.log if entry.hash == hash]
    assert seated == [house, guests[0].author]


def test_a_seat_is_given_up_until_the_last_answer_is_handed_in() -> None:
    world = World(Random(1), Ruleset(), 2, 1)
    for _ in range(2):
        for home in world.homes:
            home.act(world.now, PlayingStep())
        world.share()
    table, guest = world.master.table, world.homes[1]
    assert table is not None
    assert table.call is not None
    author = guest.kept.seating.cards[0].card.author
    last = replace(table, calls=calls_of_match(table.opened.rules))
    before = Log(table.id)
    for entry in guest.kept.log:
        if not (entry.author == author and isinstance(entry.body, Answer)):
            before.add(entry)
    assert may_leave(before, last, author)
    for home in (*world.homes, *world.homes):
        home.act(world.now, PlayingStep())
        world.share()
    assert answers_of(guest.kept.log, author, table.call.hash)
    assert not may_leave(guest.kept.log, last, author)
    assert may_leave(guest.kept.log, table, author)


def test_whoever_is_asked_for_gets_the_seat_that_was_named() -> None:
    world, master = _called_by_hand(Ruleset(), RandomEngines())
    world.share()
    for home in world.homes[1:]:
        home.leave(home.kept.seating.cards[0].card)
        home.act(world.now, PlayingStep())
    world.join("Late")
    for _ in range(2):
        world.homes[-1].act(world.now, PlayingStep())
        world.share()
    master.goes_on = True
    master.act(world.now, PlayingStep())
    assert master.table is not None
    assert master.table.stage is TableStage.READY
    late = world.homes[-1].kept.seating.cards[0].card.author
    leading = GameMaster(master.kept.seating.cards[0].card, RandomEngines(), frozenset())
    for seat in (0, 1):
        body = leading.next_body(master.reading, world.now, Desk(), SeatRequest(seat, late))
        assert isinstance(body, NewSeat)
        assert body.seat == seat
