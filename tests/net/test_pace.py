"""Deadlines, who drops and comes back, clocks that differ, a game master who was off for a day."""

from __future__ import annotations

from random import Random

import pytest

from game.net.entries import Answer, Close, Counted
from game.net.fold import EARLY_SECONDS, Table, TableStage
from game.net.home import KeptCard, Seating
from game.net.keys import house_card
from game.net.pace import GRACE_SECONDS, Delay, TableClock
from game.net.player import HOUSE_SECONDS, answering_seat, answers_of
from game.net.playing import Playing, PlayingStep
from game.rules.ruleset import Ruleset
from tests.net.worlds import SECONDS, Memory, RandomEngines, World, record_text

LIVE = Ruleset.parse("classic free single none")
MAIL = Ruleset.parse("classic free mail none")


def table_of(world: World) -> Table:
    table = world.master.table
    assert table is not None
    return table


def seated(rules: Ruleset, guests: int = 2, house: int = 0) -> World:
    """A table at its first call."""
    world = World(Random(1), rules, guests + house, house)
    world.homes[0].kept.seating = without_substitutes(world.homes[0].kept.seating)
    for home in world.homes[1:]:
        home.act(world.now, PlayingStep())
    world.share()
    world.master.act(world.now, PlayingStep())
    world.share()
    return world


def without_substitutes(seating: Seating) -> Seating:
    return Seating(seating.invitation, seating.cards, None)


def play_call(world: World, *present: int) -> None:
    """Those who are there answer, and the game master looks."""
    for index in present:
        world.homes[index].act(world.now, PlayingStep())
    world.share()
    world.master.act(world.now, PlayingStep())
    world.share()


def test_the_live_table_waits_once_for_who_drops_and_again_when_they_write() -> None:
    world = seated(LIVE)
    play_call(world, 1, 2)
    assert table_of(world).calls == 2
    play_call(world, 1)
    assert table_of(world).calls == 2, "the first time everybody waits"
    world.wait(SECONDS + 1)
    world.share()
    dropped = 2
    assert [missed.call for missed in table_of(world).missed] == [2]
    for call in range(3, 6):
        play_call(world, 1)
        world.wait(EARLY_SECONDS)
        assert table_of(world).calls == call, "who dropped is waited for a while"
        world.wait(1)
        world.share()
        assert table_of(world).calls == call + 1, "and then no more"
    assert [missed.call for missed in table_of(world).missed] == [2, 3, 4, 5]
    assert {missed.seat for missed in table_of(world).missed} == {
        table_of(world).seat_of(world.homes[dropped].kept.seating.cards[0].card.author)
    }
    world.homes[dropped].act(world.now, PlayingStep())
    world.share()
    play_call(world, 1)
    assert table_of(world).calls == 7
    play_call(world, 1)
    world.wait(SECONDS)
    assert table_of(world).calls == 7, "who is back is waited for again"
    play_call(world, 2)
    assert table_of(world).calls == 8
    assert '"placed_for"' in record_text(table_of(world))


def test_the_league_waits_for_everybody_every_time() -> None:
    world = seated(MAIL)
    for call in range(1, 4):
        play_call(world, 1)
        assert table_of(world).calls == call
        world.wait(SECONDS)
        assert table_of(world).calls == call, "the deadline itself is in time"
        world.wait(1)
        world.share()
        assert len(table_of(world).missed) == call
    assert [chair.is_out for chair in table_of(world).chairs].count(True) == 1


def test_answers_that_came_while_the_master_was_off_count() -> None:
    world = seated(MAIL)
    for index in (1, 2):
        world.homes[index].act(world.now, PlayingStep())
    world.now += 24 * 3600
    world.share()
    world.restart(0)
    world.master.act(world.now, PlayingStep())
    assert table_of(world).calls == 2
    assert table_of(world).missed == ()


def test_only_the_masters_clock_counts() -> None:
    world = seated(MAIL)
    clocks = (0, -3600, 3600)
    for _ in range(40):
        world.now += 5
        for index, ahead in enumerate(clocks):
            world.homes[index].act(world.now + ahead, PlayingStep())
            world.share()
        if table_of(world).stage is TableStage.OVER:
            break
    assert table_of(world).stage is TableStage.OVER
    assert table_of(world).missed == ()


@pytest.mark.parametrize("is_in_house", [True, False])
def test_a_computer_answers_for_people_of_the_house_only(is_in_house: bool) -> None:
    world = World(Random(2), LIVE, 2)
    person = KeptCard(world.master.kept.seating.cards[0].card, "Ana")
    if is_in_house:
        card = house_card(person.card, 0)
        seating = world.master.kept.seating
        world.master.kept.seating = Seating(
            seating.invitation, (*seating.cards, KeptCard(card, "Ana"))
        )
        del world.homes[2]
    else:
        kept = world.homes[2].kept.seating.cards[0]
        card = kept.card
        memory = Memory(Seating(world.invitation, (KeptCard(card, "Ana"),)))
        world.homes[2] = Playing(memory, RandomEngines())
    for home in world.homes:
        home.act(world.now, PlayingStep())
        world.share()
    world.master.act(world.now, PlayingStep())
    world.share()
    call = table_of(world).call
    assert call is not None
    home = world.homes[0] if is_in_house else world.homes[2]
    assert answering_seat(home.reading, card) is not None
    other = world.homes[1]
    own_seat = answering_seat(other.reading, other.kept.seating.cards[0].card)
    assert (own_seat is None) is is_in_house
    for at in (world.now, call.until - HOUSE_SECONDS - 1):
        home.act(at, PlayingStep())
        assert answers_of(home.kept.log, card.author, call.hash) == ()
    home.act(call.until - HOUSE_SECONDS, PlayingStep())
    assert len(answers_of(home.kept.log, card.author, call.hash)) == int(is_in_house)


def test_a_person_of_the_house_has_half_of_a_short_call(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 8
    monkeypatch.setattr("tests.net.worlds.SECONDS", seconds)
    world = World(Random(2), LIVE, 1)
    seating = world.master.kept.seating
    card = house_card(seating.cards[0].card, 0)
    world.master.kept.seating = Seating(seating.invitation, (*seating.cards, KeptCard(card, "Ana")))
    del world.homes[1]
    for _ in range(2):
        world.master.act(world.now, PlayingStep())
    call = table_of(world).call
    assert call is not None
    assert call.until - world.now == seconds < HOUSE_SECONDS
    for before, answers in ((seconds // 2 + 1, 0), (seconds // 2, 1)):
        world.master.act(call.until - before, PlayingStep())
        assert len(answers_of(world.master.kept.log, card.author, call.hash)) == answers


def test_others_have_some_seconds_after_a_house_that_answers_at_the_last_moment() -> None:
    world = seated(LIVE)
    table, clock = table_of(world), TableClock()
    call = table.call
    assert call is not None
    closes = []
    for now in range(call.since, call.until + 30):
        clock.look(now, table)
        if now == call.until - 2:
            clock.stand(call, now)
        if clock.may_close(table, call, call.until):
            closes.append(now)
    assert closes[0] == call.until - 2 + GRACE_SECONDS + 1


def test_a_program_that_runs_now_and_then_does_not_begin_the_wait_anew() -> None:
    world = seated(LIVE)
    table = table_of(world)
    call = table.call
    assert call is not None
    back = call.until + 40
    for kept, is_over in ((None, False), (Delay(call.hash, call.until + 5), True)):
        clock = TableClock(kept)
        clock.look(back, table)
        clock.stand(call, back)
        clock.look(back + 1, table)
        assert clock.may_close(table, call, call.until) is is_over


def test_an_answer_after_the_close_is_void() -> None:
    world = seated(MAIL)
    late = world.homes[2]
    late.act(world.now, PlayingStep())
    world.homes[1].act(world.now, PlayingStep())
    for entry in world.homes[1].kept.log:
        world.master.take([entry], PlayingStep())
    world.wait(SECONDS + 1)
    late.act(world.now, PlayingStep())
    world.share()
    world.master.act(world.now, PlayingStep())
    closes = [e.body for e in world.master.kept.log if isinstance(e.body, Close)]
    assert sum(isinstance(seat, Counted) for seat in closes[0].seats) == 1
    assert len(table_of(world).missed) == 1
    answers = [e for e in world.master.kept.log if isinstance(e.body, Answer)]
    assert len(answers) >= 2
    assert not world.master.reading.refused
