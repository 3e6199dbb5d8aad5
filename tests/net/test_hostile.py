"""Hostile game masters, players and guests: what they sign is refused by name, and stops nobody.

Every refusal is compared with the second reader, which was written from the page alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from game.net.answers import make_answer, salt_for
from game.net.engines import choose_turn
from game.net.entries import (
    Answer,
    Begin,
    Body,
    Close,
    Counted,
    Entry,
    Leave,
    NetCall,
    NewSeat,
    Open,
    PlacedFor,
    Sit,
    sign_entry,
)
from game.net.fold import Reading, Table, TableStage
from game.net.home import Desk
from game.net.keys import Card, seal
from game.net.log import (
    MAX_AUTHORS,
    MAX_ENTRIES_OF_AUTHOR,
    MAX_ENTRIES_OF_STRANGER,
    AddResult,
    Log,
)
from game.net.master import MAX_ANSWERS_OPENED, GameMaster
from game.net.player import answers_of, house_answers
from game.net.playing import Playing, PlayingStep
from game.net.refusals import Refusal
from game.rules.ruleset import Ruleset
from tests.net.referee import read_table
from tests.net.worlds import (
    SECONDS,
    RandomEngines,
    World,
    card_of,
    forks_of,
    leave,
    read,
    record_text,
)

MAIL = "classic free mail none"
SINGLE = "classic adjacent single rays"


def world_at(
    stage: TableStage,
    calls: int = 2,
    rules: str = MAIL,
    seats: int = 3,
    house: int = 1,
    seed: int = 0,
) -> World:
    """A table without faults, played until it stands there."""
    world = World(Random(seed), Ruleset.parse(rules), seats, house)
    for _ in range(500):
        table = world.master.table
        if table is not None and table.stage is stage and table.calls >= calls:
            return world
        step_all(world, stage if table is not None and table.calls >= calls else None)
    raise AssertionError("never got there")


def step_all(world: World, until: TableStage | None) -> None:
    """One entry at a time, so that every stage is passed."""
    world.share()
    for home in world.homes:
        said = home._next(world.now, PlayingStep())
        if said is not None:
            home.say(*said)
            world.share()
            table = world.master.table
            if table is not None and table.stage is until:
                return


def master_card(world: World) -> Card:
    card = world.master.master_card
    assert card is not None
    return card


def honest_next(world: World) -> Body:
    """What the game master would say now, the guests having answered."""
    world.share()
    master = world.master
    house = frozenset(kept.card.author for kept in master._seat_cards(master.master_card))
    body = GameMaster(master_card(world), RandomEngines(), house, master._pace).next_body(
        master.reading, world.now, Desk()
    )
    assert body is not None
    return body


def refusal_of(world: World, body: Body) -> Refusal | None:
    """How everybody answers to the game master's saying this next; None if it counts."""
    before = record_text(world.master.table)
    entry = sign_next(world, body)
    reading = read([*world.master.kept.log, entry], world.invitation.table)
    lines = [e.line for e in world.master.kept.log] + [entry.line]
    other = read_table(lines, world.invitation.table.hex())
    assert [number for number, _ in other.refused] == [r.entry.number for r in reading.refused]
    if len(reading.refused) > len(world.master.reading.refused):
        *earlier, refused = reading.refused
        assert (tuple(earlier), refused.entry) == (world.master.reading.refused, entry)
        assert record_text(reading.table) == before
        assert reading.table == world.master.table
        return refused.reason
    assert reading.table != world.master.table
    return None


def sign_next(world: World, body: Body) -> Entry:
    card = master_card(world)
    last = world.master.kept.log.last_by(card.author)
    assert last is not None
    return sign_entry(card, world.invitation.table, last.number + 1, last.hash, body)


def answered(calls: int = 2, rules: str = MAIL) -> tuple[World, Close]:
    """A table whose open call everybody has answered, and the honest close."""
    world = world_at(TableStage.CALLED, calls, rules)
    table = world.master.table
    assert table is not None
    assert table.call is not None
    for home in world.homes:
        for kept in home._seat_cards(home.master_card):
            body = home._next_of_seat(kept, world.now)
            if body is not None:
                home.say(kept.card, body)
                world.share()
    body = honest_next(world)
    assert isinstance(body, Close)
    return world, body


def test_the_honest_next_entries_count() -> None:
    assert refusal_of(world_at(TableStage.READY), honest_next(world_at(TableStage.READY))) is None
    world, close = answered()
    assert refusal_of(world, close) is None


def changed_call(change: Callable[[NetCall, World], Body]) -> Refusal | None:
    world = world_at(TableStage.READY)
    body = honest_next(world)
    assert isinstance(body, NetCall)
    return refusal_of(world, change(body, world))


def test_a_draw_cannot_be_chosen() -> None:
    other = Card(bytes(32))
    link = Refusal.WRONG_LINK
    assert changed_call(lambda c, w: replace(c, link=other.author)) is link
    table = world_at(TableStage.READY).master.table
    assert table is not None
    assert changed_call(lambda c, w: replace(c, link=table.link)) is link
    assert changed_call(lambda c, w: replace(c, number=c.number + 1)) is Refusal.WRONG_CALL
    assert changed_call(lambda c, w: replace(c, number=c.number - 1)) is Refusal.WRONG_CALL


def test_the_time_of_a_call_is_the_masters() -> None:
    assert changed_call(lambda c, w: replace(c, until=2**50)) is None
    assert changed_call(lambda c, w: replace(c, since=c.until)) is None
    assert changed_call(lambda c, w: replace(c, since=c.until + 1)) is Refusal.WRONG_TIME
    assert changed_call(lambda c, w: replace(c, since=0)) is Refusal.WRONG_TIME
    assert changed_call(lambda c, w: replace(c, since=None)) is Refusal.OTHER_VERSION


def test_a_begin_names_seats_of_this_table() -> None:
    world = World(Random(1), Ruleset.parse(MAIL), 3, 1)
    while len([e for e in world.master.kept.log if isinstance(e.body, Sit)]) < 3:
        for home in world.homes:
            said = home._next(world.now, PlayingStep())
            if said is not None and isinstance(said[1], Sit):
                home.say(*said)
        world.share()
    body = honest_next(world)
    assert isinstance(body, Begin)
    sits = body.sits
    assert refusal_of(world, replace(body, sits=sits[:2])) is Refusal.WRONG_SEATS
    assert refusal_of(world, replace(body, house=(3,))) is Refusal.WRONG_SEATS
    assert refusal_of(world, replace(body, sits=(*sits[:2], sits[0]))) is Refusal.SITS_ALREADY
    opening = world.invitation.table
    assert refusal_of(world, replace(body, sits=(*sits[:2], opening))) is Refusal.NO_SIT
    own = world.master.say(master_card(world), Sit("I", None))
    assert refusal_of(world, replace(body, sits=(*sits[:2], own.hash))) is Refusal.SITS_ALREADY
    assert refusal_of(world, NetCall(1, bytes(32), 5)) is Refusal.NOT_BEGUN
    assert refusal_of(world, Close(bytes(32), 5, ())) is Refusal.NOT_BEGUN
    assert refusal_of(world, NewSeat(0, sits[0], None, False)) is Refusal.NOT_BEGUN
    assert refusal_of(world, body) is None


def test_a_begin_comes_once_and_seats_write_their_own() -> None:
    world = world_at(TableStage.READY)
    begin = next(e.body for e in world.master.kept.log if isinstance(e.body, Begin))
    assert refusal_of(world, begin) is Refusal.BEGUN_ALREADY
    assert refusal_of(world, Leave()) is Refusal.NOT_THE_MASTERS
    assert refusal_of(world, Close(bytes(32), 5, ())) is Refusal.WRONG_CALL


def changed_close(change: Callable[[Close, World], Body], rules: str = MAIL) -> Refusal | None:
    world, body = answered(rules=rules)
    return refusal_of(world, change(body, world))


def with_seat(close: Close, index: int, seat: Counted | PlacedFor) -> Close:
    seats = list(close.seats)
    seats[index] = seat
    return replace(close, seats=tuple(seats))


def counted(close: Close, index: int) -> Counted:
    seat = close.seats[index]
    assert isinstance(seat, Counted)
    return seat


def placed_by_master(world: World, index: int) -> PlacedFor:
    from game.net.engines import place_for

    table = world.master.table
    assert table is not None
    return PlacedFor(place_for(table, index, master_card(world), RandomEngines()), None)


def test_an_answer_cannot_be_altered() -> None:
    def other_text(close: Close, world: World) -> Close:
        seat = counted(close, 1)
        words = seat.text.split(" ")
        return with_seat(close, 1, replace(seat, text=" ".join(reversed(words))))

    def other_salt(close: Close, world: World) -> Close:
        return with_seat(close, 1, replace(counted(close, 1), salt=bytes(32)))

    def swapped(close: Close, world: World) -> Close:
        one, two = counted(close, 1), counted(close, 2)
        return with_seat(with_seat(close, 1, two), 2, one)

    def earlier(close: Close, world: World) -> Close:
        table = world.master.table
        assert table is not None
        author = table.chairs[1].author
        old = next(
            e for e in world.master.kept.log if e.author == author and isinstance(e.body, Answer)
        )
        return with_seat(close, 1, replace(counted(close, 1), answer=old.hash))

    assert changed_close(other_text) is Refusal.WRONG_OPENING
    assert changed_close(other_salt) is Refusal.WRONG_OPENING
    assert changed_close(swapped) is Refusal.NOT_ITS_ANSWER
    assert changed_close(earlier) is Refusal.NOT_ITS_ANSWER
    assert changed_close(lambda c, w: replace(c, call=bytes(32))) is Refusal.WRONG_CALL
    assert changed_close(lambda c, w: replace(c, seats=c.seats[:2])) is Refusal.WRONG_SEATS
    assert changed_close(lambda c, w: NetCall(3, bytes(32), 4)) is Refusal.CALL_OPEN
    assert changed_close(lambda c, w: NewSeat(0, bytes(32), None, True)) is Refusal.CALL_OPEN


def test_nobody_is_called_late_before_time() -> None:
    def skipped(close: Close, world: World) -> Close:
        return with_seat(close, 1, placed_by_master(world, 1))

    def skipped_in_time(close: Close, world: World) -> Close:
        table = world.master.table
        assert table is not None
        assert table.call is not None
        return replace(skipped(close, world), at=table.call.until)

    assert changed_close(skipped) is Refusal.EARLY_MISS
    assert changed_close(skipped_in_time) is None
    assert changed_close(skipped, rules=SINGLE) is Refusal.EARLY_MISS


def test_who_dropped_is_placed_for_from_the_early_deadline_on() -> None:
    world = world_at(TableStage.CALLED, 2, SINGLE)
    one, _, three = world.homes
    for _ in range(2):
        one.act(world.now, PlayingStep())
        world.share()
        three.act(world.now, PlayingStep())
        world.share()
        if world.master.table is not None and world.master.table.calls == 2:
            world.wait(SECONDS + 1)
    table = world.master.table
    assert table is not None
    assert table.call is not None
    assert [chair.has_dropped for chair in table.chairs] == [False, True, False]
    # Its program looks every second, and says nothing yet.
    for _ in range(SECONDS):
        world.now += 1
        world.master._pace.look(world.now, table)
    close = honest_next(world)
    assert isinstance(close, Close)
    early = replace(close, at=table.call.early - 1)
    assert refusal_of(world, early) is Refusal.EARLY_MISS
    assert refusal_of(world, replace(close, at=table.call.early)) is None


def test_an_answer_that_does_not_count_is_the_seats_own_to_this_call() -> None:
    def naming(close: Close, world: World, which: Callable[[Entry, bytes], bool]) -> Close:
        table = world.master.table
        assert table is not None
        author = table.chairs[1].author
        named = next(e for e in world.master.kept.log if which(e, author))
        seat = replace(placed_by_master(world, 1), answer=named.hash)
        return replace(with_seat(close, 1, seat), at=2**40)

    def is_its_own(entry: Entry, author: bytes) -> bool:
        return entry.author == author and isinstance(entry.body, Answer)

    def earlier(close: Close, world: World) -> Close:
        return naming(close, world, is_its_own)

    def anothers(close: Close, world: World) -> Close:
        return naming(
            close,
            world,
            lambda e, a: isinstance(e.body, Answer) and e.author != a and e.body.call == close.call,
        )

    def this(close: Close, world: World) -> Close:
        return naming(
            close,
            world,
            lambda e, a: (
                is_its_own(e, a) and isinstance(e.body, Answer) and e.body.call == close.call
            ),
        )

    def no_answer(close: Close, world: World) -> Close:
        return naming(close, world, lambda e, a: e.author == a and isinstance(e.body, Sit))

    for change in (earlier, anothers, no_answer):
        assert changed_close(change) is Refusal.NOT_ITS_ANSWER
    assert changed_close(this) is None


def test_a_house_seat_never_misses() -> None:
    def skipped(close: Close, world: World) -> Close:
        return replace(with_seat(close, 0, placed_by_master(world, 0)), at=2**40)

    assert changed_close(skipped) is Refusal.HOUSE_MISSED


def test_the_house_cannot_answer_again_after_the_guests() -> None:
    world, close = answered()
    master, table = world.master, world.master.table
    assert table is not None
    assert table.call is not None
    house = master._seat_cards(master.master_card)[0].card
    text = counted(close, 0).text
    again = make_answer(house, table.id, table.call.hash, table.opened.box, (), text)
    entry = master.say(house, again)
    changed = with_seat(close, 0, replace(counted(close, 0), answer=entry.hash))
    assert refusal_of(world, changed) is Refusal.NOT_AFTER_HOUSE


def test_what_is_placed_is_what_m4_asks() -> None:
    def late(close: Close, world: World, text: str) -> Close:
        return replace(with_seat(close, 1, PlacedFor(text, None)), at=2**40)

    def everything(close: Close, world: World) -> Close:
        return late(close, world, counted(close, 1).text)

    assert changed_close(everything) is Refusal.ILLEGAL_TURN  # in the league nothing is owed yet
    assert changed_close(lambda c, w: late(c, w, "")) is None
    assert changed_close(everything, rules=SINGLE) is None
    assert changed_close(lambda c, w: late(c, w, ""), rules=SINGLE) is Refusal.ILLEGAL_TURN
    assert changed_close(lambda c, w: late(c, w, "294@x"), rules=SINGLE) is Refusal.ILLEGAL_TURN
    assert changed_close(lambda c, w: late(c, w, "/")) is Refusal.ILLEGAL_TURN


def test_seats_are_not_taken_from_who_plays() -> None:
    world = world_at(TableStage.READY)
    stranger = world.join("Stranger")
    sit = stranger.say(stranger.kept.seating.cards[0].card, Sit("Stranger", None))
    left = leave(stranger)
    world.share()
    assert refusal_of(world, NewSeat(1, sit.hash, None, False)) is Refusal.SEAT_TAKEN
    assert refusal_of(world, NewSeat(1, sit.hash, left.hash, False)) is Refusal.NO_LEAVE
    assert refusal_of(world, NewSeat(1, sit.hash, sit.hash, False)) is Refusal.NO_LEAVE
    assert refusal_of(world, NewSeat(5, sit.hash, left.hash, False)) is Refusal.WRONG_SEATS
    gone = leave(world.homes[1])
    world.share()
    table = world.master.table
    assert table is not None
    seat = table.seat_of(gone.author)
    assert seat is not None
    other = next(i for i in range(3) if i != seat)
    assert refusal_of(world, NewSeat(other, sit.hash, gone.hash, False)) is Refusal.NO_LEAVE
    sitting = table.chairs[other].sit
    assert refusal_of(world, NewSeat(seat, sitting, gone.hash, False)) is Refusal.SITS_ALREADY
    own = table.chairs[seat].sit
    assert refusal_of(world, NewSeat(seat, own, gone.hash, False)) is Refusal.SITS_ALREADY
    new = NewSeat(seat, sit.hash, gone.hash, False)
    assert refusal_of(world, new) is None
    world.master.say(master_card(world), new)
    world.share()
    assert refusal_of(world, NewSeat(seat, own, left.hash, False)) is Refusal.SITS_ALREADY


def test_after_the_end_nothing_more_is_said() -> None:
    world = World(Random(2), Ruleset.parse(MAIL), 2, 1)
    world.play()
    assert refusal_of(world, NetCall(10, bytes(32), 5)) is Refusal.MATCH_OVER
    assert refusal_of(world, NewSeat(1, bytes(32), None, False)) is Refusal.MATCH_OVER


def world_of_a_sleeper(seed: int) -> World:
    """The guest of two has missed three calls of a league; nobody is there to come instead."""
    world = World(Random(seed), Ruleset.parse(MAIL), 2, 1)
    world.master.kept.seating = replace(world.master.kept.seating, substitute=None)
    world.homes[1].act(world.now, PlayingStep())
    world.share()
    for _ in range(3):
        world.master.act(world.now, PlayingStep())
        world.wait(SECONDS + 1)
    return world


def test_who_missed_three_calls_is_out_until_somebody_comes() -> None:
    world = world_of_a_sleeper(3)
    sleeper = world.homes[1]
    world.share()
    table = world.master.table
    assert table is not None
    assert table.chairs[1].is_out
    assert table.chairs[1].misses == 3
    sleeper.act(world.now, PlayingStep())  # it knows that it is out, and says nothing
    assert sleeper.kept.log.last_by(sleeper.kept.seating.cards[0].card.author).number == 1  # type: ignore[union-attr]
    substitute = world.join("Substitute")
    substitute.act(world.now, PlayingStep())
    for _ in range(40):
        world.share()
        for home in world.homes:
            home.act(world.now, PlayingStep())
        world.wait(60)
    world.share()
    table = world.master.table
    assert table is not None
    assert table.stage is TableStage.OVER
    (told,) = table.substitutions
    assert (told.left.name, told.came.name, told.has_left) == ("Guest 0", "Substitute", False)
    assert '"why": "out"' in record_text(table) or '"why":"out"' in record_text(table)


def test_who_is_out_answers_no_more() -> None:
    world = world_of_a_sleeper(4)
    sleeper = world.homes[1]
    world.master.act(world.now, PlayingStep())
    world.share()
    table = sleeper.table
    assert table is not None
    assert table.call is not None
    assert table.chairs[1].is_out
    card = sleeper.kept.seating.cards[0].card
    text = choose_turn(table, 1, card, RandomEngines(), None)
    after = house_answers(sleeper.kept.log, table)
    assert after is not None
    answer = make_answer(card, table.id, table.call.hash, table.opened.box, after, text)
    late = sleeper.say(card, answer)
    world.share()
    while world.now <= table.call.until:
        world.now += 5
        world.master._pace.look(world.now, table)
    honest = honest_next(world)
    assert isinstance(honest, Close)
    assert isinstance(honest.seats[1], PlacedFor)
    assert honest.seats[1].answer == late.hash
    kind = Counted(late.hash, salt_for(card, table.call.hash), text)
    assert refusal_of(world, with_seat(honest, 1, kind)) is Refusal.PLAYER_OUT
    assert refusal_of(world, honest) is None


# --- players ---


def hostile_answers(home: Playing, table: Table, random: Random) -> list[Answer]:
    """What a changed program might hand in to the open call."""
    card = home.kept.seating.cards[0].card
    call, box = table.call, table.opened.box
    assert call is not None
    seat = table.seat_of(card.author)
    assert seat is not None
    after = tuple(
        answers_of(home.kept.log, table.chairs[i].author, call.hash)[0].hash for i in table.house
    )
    good = make_answer(card, table.id, call.hash, box, after, "294@a1")
    others = [
        e.body
        for e in home.kept.log
        if isinstance(e.body, Answer) and e.author != card.author and e.body.call == call.hash
    ]
    return [
        replace(good, seal=random.randbytes(len(good.seal))),
        replace(good, commit=random.randbytes(32)),
        replace(good, seal=seal(box, b"\xff" * 96)),
        replace(good, seal=seal(card.box, bytes(96))),
        replace(good, after=(random.randbytes(32),)),
        make_answer(card, table.id, call.hash, box, after, ""),
        make_answer(card, table.id, call.hash, box, after, "294@zz"),
        make_answer(card, table.id, call.hash, box, after, "294@a1 294@a1 294@a1"),
        make_answer(card, table.id, call.hash, box, after, "*" * 64),
        *(replace(other, after=after) for other in others),
    ]


@pytest.mark.parametrize("rules", [MAIL, SINGLE, "daffodil-4 free mail none"])
def test_a_hostile_player_is_late_and_nothing_else(rules: str) -> None:
    """Whatever is handed in, the others wait for no longer than the deadline."""
    random = Random(rules)
    world = World(random, Ruleset.parse(rules), 3, 1)
    world.homes[0].kept.seating = replace(world.homes[0].kept.seating, substitute=None)
    hostile = world.homes[2]
    for home in world.homes[1:]:
        home.act(world.now, PlayingStep())
    world.share()
    closed_at: list[int] = []
    for _ in range(200):
        world.share()
        table = world.master.table
        assert table is not None
        if table.stage is TableStage.OVER:
            break
        if table.call is not None and len(closed_at) < table.calls:
            # The others answer; then the hostile one tries everything.
            world.master.act(world.now, PlayingStep())
            world.share()
            world.homes[1].act(world.now, PlayingStep())
            world.share()
            for body in hostile_answers(hostile, table, random):
                hostile.say(hostile.kept.seating.cards[0].card, body)
            world.share()
            closed_at.append(table.call.until)
        world.master.act(world.now, PlayingStep())
        if len(closed_at) == table.calls and table.call is not None:
            world.wait(table.call.until + 1 - world.now)
    table = world.master.table
    assert table is not None
    assert table.stage is TableStage.OVER
    assert {missed.seat for missed in table.missed} == {2}
    assert len(table.missed) == table.calls
    lines = [e.line for e in world.master.kept.log]
    other = read_table(lines, world.invitation.table.hex())
    assert other.refused == []
    assert other.calls == table.calls


def test_two_answers_are_shown_and_one_counts() -> None:
    world, close = answered()
    table = world.master.table
    assert table is not None
    assert table.call is not None
    guest = world.homes[1]
    card = guest.kept.seating.cards[0].card
    first = answers_of(guest.kept.log, card.author, table.call.hash)[0]
    assert isinstance(first.body, Answer)
    second = guest.say(card, replace(first.body, seal=seal(card.box, bytes(96))))
    world.share()
    assert answers_of(world.master.kept.log, card.author, table.call.hash) == (first, second)
    assert honest_next(world) == replace(close, at=world.now)


def test_a_guest_answers_only_after_the_house() -> None:
    world = world_at(TableStage.CALLED)
    guest = world.homes[1]
    table = world.master.table
    assert table is not None
    part = Log(table.id)
    assert table.call is not None
    for entry in world.master.kept.log:
        if not (isinstance(entry.body, Answer) and entry.body.call == table.call.hash):
            part.add(entry)
    alone = Playing(type(guest.kept)(guest.kept.seating), RandomEngines())  # type: ignore[call-arg]
    alone.take(part, PlayingStep())
    alone.act(world.now, PlayingStep())
    assert len(alone.kept.log) == len(part)


def test_a_forked_master_stops_before_the_fork_for_everybody() -> None:
    world = world_at(TableStage.READY, calls=3)
    world.share()
    before = world.master.table
    body = honest_next(world)
    assert isinstance(body, NetCall)
    one, two = sign_next(world, body), sign_next(world, replace(body, until=body.until + 1))
    random = Random(9)
    for extra in ([one, two], [two, one]):
        entries = [*world.master.kept.log, *extra]
        random.shuffle(entries)
        reading = read(entries, world.invitation.table)
        assert (reading.table, reading.forked_at) == (before, one.number)
        log = read(world.master.kept.log, world.invitation.table)
        for entry in extra:
            log.log.add(entry)
            log.read_on()
        assert (log.table, log.forked_at) == (before, one.number)
        lines = [e.line for e in entries]
        other = read_table(lines, world.invitation.table.hex())
        assert other.forked == one.number
    home = world.homes[1]
    home.take([one, two], PlayingStep())
    step = PlayingStep()
    home.act(world.now, step)
    assert step.said == []
    assert forks_of(home.kept.log) == ((master_card(world).author, one.number),)


def test_a_player_forks_nobody_elses_match() -> None:
    world, close = answered()
    table = world.master.table
    assert table is not None
    card = world.homes[1].kept.seating.cards[0].card
    last = world.master.kept.log.last_by(card.author)
    assert last is not None
    twin = sign_entry(card, table.id, last.number, last.before, Leave())
    reading = read([twin, *world.master.kept.log], table.id)
    assert reading.table == table
    assert forks_of(reading.log) == ((card.author, last.number),)
    world.master.take([twin], PlayingStep())
    assert refusal_of(world, close) is None


def test_an_entry_without_those_before_it_does_not_count() -> None:
    """What its author wrote before must be here, and must be its author's, number by number."""
    world, close = answered()
    table = world.master.table
    assert table is not None
    card = world.homes[1].kept.seating.cards[0].card
    last = world.master.kept.log.last_by(card.author)
    assert last is not None
    body = last.body
    others = next(e for e in world.master.kept.log if e.author != card.author and e.number == 2)
    missing = sign_entry(card, table.id, last.number + 1, last.hash, Leave())
    for number, before in (
        (3, others.hash),
        (last.number + 2, last.hash),
        (last.number + 2, missing.hash),
    ):
        odd = sign_entry(card, table.id, number, before, body)
        closing = sign_next(world, with_seat(close, 1, replace(counted(close, 1), answer=odd.hash)))
        held = [*world.master.kept.log, odd, closing]
        for order in (held, held[::-1]):
            reading = read(order, table.id)
            assert (reading.table, reading.waits_for) == (table, odd.hash)
            assert reading.log.get(odd.hash) is None
            assert odd not in list(reading.log.by(card.author))
            other = read_table([e.line for e in order], table.id.hex())
            assert (other.waits, other.refused) == (True, [])
        if before == missing.hash:
            whole = read([*held, missing], table.id)
            assert whole.table != table


# --- what belongs to no match ---


def test_entries_of_other_tables_are_left_out() -> None:
    one, two = world_at(TableStage.READY), world_at(TableStage.READY, seed=1)
    for entry in two.master.kept.log:
        assert one.master.kept.log.add(entry) is AddResult.OTHER_TABLE
    opening = next(e.body for e in one.master.kept.log if isinstance(e.body, Open))
    again = sign_entry(master_card(one), b"", 1, b"", replace(opening, seconds=5))
    assert one.master.kept.log.add(again) is AddResult.OTHER_TABLE


def test_a_flood_keeps_nothing_out_that_counts() -> None:
    random = Random(11)
    world = World(random, Ruleset.parse(MAIL), 2, 1)
    table = world.invitation.table
    log = Log(table)
    for _ in range(MAX_AUTHORS + 50):
        card = card_of(random)
        log.add(sign_entry(card, table, 1, b"", Sit("flood", None)))
    assert len({entry.author for entry in log}) == MAX_AUTHORS
    world.play()
    entries = list(world.master.kept.log)
    for _ in range(3):
        for entry in entries:
            log.add(entry)
    assert Reading(log).table == world.master.table


def test_whatever_order_it_comes_in_nothing_that_counts_is_left_out() -> None:
    world = World(Random(13), Ruleset.parse(f"{MAIL} rounds=4"), 2, 1)
    world.play()
    entries = list(world.master.kept.log)
    for order in (entries[::-1], Random(1).sample(entries, len(entries))):
        log = Log(world.invitation.table)
        for entry in [*order, *order]:
            log.add(entry)
        assert Reading(log).table == world.master.table


def test_what_a_log_without_its_opening_names_is_taken_once_that_comes() -> None:
    random = Random(14)
    world = World(random, Ruleset.parse(MAIL), 2, 1)
    table = world.invitation.table
    world.play()
    entries = list(world.master.kept.log)
    master = next(entry.author for entry in entries if entry.hash == table)
    log = Log(table)
    for entry in entries:
        if entry.author == master and entry.hash != table:
            log.add(entry)
    for _ in range(MAX_AUTHORS):
        log.add(sign_entry(card_of(random), table, 1, b"", Sit("flood", None)))
    others = [entry for entry in entries if entry.author != master]
    assert {log.add(entry) for entry in others} == {AddResult.TOO_MANY}
    log.add(next(entry for entry in entries if entry.hash == table))
    for _ in range(2):
        for entry in others:
            log.add(entry)
    assert Reading(log).table == world.master.table


def test_a_stranger_cannot_fill_the_disk() -> None:
    random = Random(12)
    card, table = card_of(random), world_at(TableStage.READY).invitation.table
    log = world_at(TableStage.READY).master.kept.log
    held = len(log)
    before, added = b"", AddResult.NEW
    for number in range(1, MAX_ENTRIES_OF_STRANGER + 3):
        entry = sign_entry(card, table, number, before, Leave())
        before, added = entry.hash, log.add(entry)
    assert (len(log) - held, added) == (MAX_ENTRIES_OF_STRANGER, AddResult.TOO_MANY)


def test_one_player_cannot_fill_the_disk_either() -> None:
    world, close = answered()
    card = world.homes[1].kept.seating.cards[0].card
    log = world.master.kept.log
    last = log.last_by(card.author)
    assert last is not None
    held = sum(1 for _ in log.by(card.author))
    before, number = last.hash, last.number
    for _ in range(MAX_ENTRIES_OF_AUTHOR - held):
        number += 1
        entry = sign_entry(card, world.invitation.table, number, before, Leave())
        before = entry.hash
        assert log.add(entry) is AddResult.NEW
    entry = sign_entry(card, world.invitation.table, number + 1, before, Leave())
    assert log.add(entry) is AddResult.TOO_MANY
    assert refusal_of(world, close) is None


@pytest.mark.parametrize("bad", [MAX_ANSWERS_OPENED - 1, MAX_ANSWERS_OPENED])
def test_a_thousand_answers_are_not_opened(bad: int) -> None:
    world = world_at(TableStage.CALLED)
    table = world.master.table
    assert table is not None
    assert table.call is not None
    guest = world.homes[1]
    card = guest.kept.seating.cards[0].card
    world.master.act(world.now, PlayingStep())
    world.share()
    good = guest._next_of_seat(guest.kept.seating.cards[0], world.now)
    assert isinstance(good, Answer)
    for _ in range(bad):
        guest.say(card, replace(good, commit=bytes(32)))
    guest.say(card, good)
    world.share()
    world.homes[2].act(world.now, PlayingStep())
    world.share()
    world.master.act(table.call.until, PlayingStep())
    assert world.master.table is not None
    if bad < MAX_ANSWERS_OPENED:
        assert (world.master.table.missed, world.master.table.calls) == ((), table.calls + 1)
        return
    assert world.master.table.call is not None, "the good one came after too many"
    world.master.act(table.call.until + 1, PlayingStep())
    assert len(world.master.table.missed) == 1 or world.master.table.calls > table.calls
