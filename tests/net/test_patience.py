"""Nobody is overtaken and nobody waits for ever.

`python -m tests.net.patience --tables 2000` plays many more random tables.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest

from game.net.engines import choose_turn
from game.net.entries import Answer, Close, Counted, Leave, NetCall, Open, PlacedFor, Receipt
from game.net.fold import Table, TableStage
from game.net.home import Draft, KeptCard, Seating
from game.net.keys import Card
from game.net.master import open_table
from game.net.pace import ABSENT_SECONDS, BACK_SECONDS, GRACE_SECONDS
from game.net.playing import Playing, PlayingStep
from game.rules.ruleset import Ruleset
from tests.net.patience import Bucket, Evening, SlowTransport
from tests.net.referee import read_table
from tests.net.worlds import SECONDS, Memory, RandomEngines, World, card_of, opened

LIVE = Ruleset.parse("classic free single none")


@pytest.mark.parametrize("seed", range(12))
def test_an_answer_that_stands_in_time_counts(seed: int) -> None:
    Evening(seed, version=1 + (seed % 5 > 0)).play()


@pytest.mark.parametrize("seed", range(3))
def test_an_answer_that_stands_in_time_counts_in_a_league(seed: int) -> None:
    Evening(seed, is_league=True).play()


class Live:
    """A computer of the house and one guest, a person, by a road that takes no time."""

    def __init__(self, house: int = 1, bot: str | None = "random") -> None:
        random = Random(1)
        memory = opened(random, LIVE, house + 1, house)
        cards = memory.seating.cards
        self.house = [KeptCard(one.card, one.name, bot) for one in cards[1:]]
        memory.seating = Seating(memory.seating.invitation, (cards[0], *self.house))
        self.bucket = Bucket(1_000_000)
        self.memory = memory
        self.road = SlowTransport(self.bucket, 0)
        self.start()
        self.card = card_of(random)
        kept = Memory(Seating(memory.seating.invitation, (KeptCard(self.card, "Ana"),)))
        self.guest = Playing(kept, RandomEngines(), (SlowTransport(self.bucket, 0),))
        for _ in range(3):
            self.guest.step(self.now)
            self.master.step(self.now)
        self.guest.step(self.now)

    def start(self) -> None:
        """The game master's program begins, or begins again."""
        self.master = Playing(self.memory, RandomEngines(), (self.road,))

    @property
    def now(self) -> int:
        return self.bucket.now

    @property
    def table(self) -> Table:
        table = self.master.table
        assert table is not None
        return table

    def tick(self, *, is_away: bool = False) -> None:
        self.bucket.now += 1
        self.guest.step(self.now)
        if not is_away:
            self.master.step(self.now)

    def answer(self, card_holder: Playing | None = None) -> None:
        """The guest, or the house's person, hands something in."""
        home = card_holder or self.guest
        card = self.card if card_holder is None else self.house[0].card
        table = home.table
        assert table is not None
        assert table.call is not None
        seat = table.seat_of(card.author)
        assert seat is not None
        text = choose_turn(table, seat, card, RandomEngines(), None)
        home.drafts[card.author] = Draft(table.call.hash, text)

    def wait_for_call(self, number: int, most: int) -> int:
        """Seconds until the guest's program shows that call."""
        start = self.now
        while self.guest.table is None or self.guest.table.calls < number:
            assert self.now - start <= most, f"call {number} never came"
            self.tick()
        return self.now - start

    @property
    def missed(self) -> list[int]:
        return [one.call for one in self.table.missed]


@pytest.mark.parametrize("bot", ["random", None])
def test_who_missed_one_call_keeps_all_the_others(bot: str | None) -> None:
    """The first finding: with a computer in the house one miss ended the match in a second."""
    live = Live(bot=bot)
    live.wait_for_call(2, SECONDS + 3)
    for number in range(2, 20):
        live.wait_for_call(number, 3)
        if bot is None:
            live.answer(live.master)
            live.tick()
        live.answer()
        live.tick()
    live.tick()
    assert live.table.stage is TableStage.OVER
    assert live.missed == [1]


@pytest.mark.parametrize("second", range(1, SECONDS + 20, 3))
def test_who_comes_back_at_any_second_of_the_next_call_is_let_in(second: int) -> None:
    live = Live()
    live.wait_for_call(2, SECONDS + 3)
    begun = live.now
    while live.now < begun + second:
        live.tick()
    number = live.table.calls
    assert number == 2 + (second - 1) // 21, "who dropped is waited for twenty seconds"
    live.answer()
    live.tick()
    live.tick()
    assert number not in live.missed
    # From now on the whole time again.
    live.wait_for_call(number + 1, 1)
    assert live.wait_for_call(number + 2, SECONDS + 2) >= SECONDS


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_program_that_was_away_at_the_deadline_gives_thirty_seconds(is_killed: bool) -> None:
    live = Live(bot=None)
    for _ in range(SECONDS + ABSENT_SECONDS + 20):
        live.tick(is_away=True)
    if is_killed:
        live.start()
    back = live.now
    live.master.step(live.now)
    call = live.table.call
    assert call is not None, "nothing is closed at once"
    live.answer()
    for _ in range(BACK_SECONDS - 2):
        live.tick()
        assert live.table.calls == 1 or 1 not in live.missed
    assert live.missed == []
    assert live.now < back + BACK_SECONDS
    assert live.table.calls == 2


@pytest.mark.parametrize("gap", [ABSENT_SECONDS, ABSENT_SECONDS + 1])
def test_a_program_that_looks_every_few_seconds_is_there(gap: int) -> None:
    live = Live()
    call = live.table.call
    assert call is not None
    # The deadline falls into such a gap.
    live.bucket.now = call.until - gap + 1
    live.master.step(live.now)
    live.bucket.now += gap
    live.master.step(live.now)
    is_closed = live.table.calls == 2
    assert is_closed is (gap == ABSENT_SECONDS), "whoever was away gives half a minute more"


def test_without_an_answer_it_closes_after_those_thirty_seconds() -> None:
    live = Live()
    for _ in range(SECONDS + 40):
        live.tick(is_away=True)
    live.start()
    waited = live.wait_for_call(2, BACK_SECONDS + 3)
    assert waited > BACK_SECONDS
    assert live.missed == [1]


def test_a_program_that_runs_for_a_moment_now_and_then_waits_no_longer() -> None:
    live = Live()
    for _ in range(8):
        live.bucket.now += SECONDS
        live.start()
        live.master.step(live.now)
        live.master.step(live.now)
    assert live.table.calls > 2


def test_ten_seconds_are_left_after_the_house() -> None:
    """Its person's computer answers at the last moment of a short call."""
    live = Live(bot=None)
    call = live.table.call
    assert call is not None
    while live.table.calls == 1:
        live.tick()
    closes = [e for e in live.memory.log if isinstance(e.body, Close)]
    house = [e for e in live.memory.log if isinstance(e.body, Answer)]
    stood = {e.hash: live.bucket.stood[e.hash][1] for e in (*closes, *house)}
    assert stood[house[0].hash] == call.until - 10
    assert stood[closes[0].hash] == call.until + 1 == stood[house[0].hash] + GRACE_SECONDS + 1


def test_what_came_while_the_close_was_made_is_read_first() -> None:
    class LastMoment(SlowTransport):
        answer: Playing | None = None

        def receive(self, *, again: bool = False, to_the_end: bool = False):  # type: ignore[no-untyped-def]
            found = super().receive(again=again, to_the_end=to_the_end)
            if self.answer is not None:
                self.answer.step(self.bucket.now)
            return found

    live = Live()
    call = live.table.call
    assert call is not None
    while live.now <= call.until - 1:
        live.tick()
    live.answer()
    road = LastMoment(live.bucket, 0)
    road._seen = live.road._seen
    live.master.transports = (road,)
    road.answer = live.guest
    live.bucket.now += 1
    live.bucket.now += 1
    live.master.step(live.now)
    assert live.missed == []
    assert live.table.calls == 2


def test_a_clock_that_goes_back_cheats_nobody() -> None:
    live = Live()
    live.wait_for_call(2, SECONDS + 3)
    closed_at = live.table.closed_at
    real = live.now
    live.bucket.now -= 10_000
    live.answer()
    live.tick()
    live.tick()
    call = live.table.call
    assert call is not None
    assert call.number == 3
    assert call.since >= closed_at
    assert call.until - call.since == SECONDS
    assert call.since - real < 10
    for _ in range(SECONDS - 2):
        live.tick()
    assert live.table.calls == 3
    live.wait_for_call(4, 6)
    assert not live.master.reading.refused
    closes = [e.body.at for e in live.memory.log if isinstance(e.body, Close)]
    calls = [e.body.since for e in live.memory.log if isinstance(e.body, NetCall)]
    assert closes == sorted(closes)
    assert all(b is not None and a <= b for a, b in zip(closes, calls[1:], strict=False))


def test_who_gave_the_seat_up_is_not_waited_for() -> None:
    world = World(Random(2), Ruleset.parse("classic free mail none"), 3, 1)
    world.homes[0].kept.seating = Seating(
        world.master.kept.seating.invitation, world.master.kept.seating.cards
    )
    for _ in range(2):
        for home in world.homes:
            home.act(world.now, PlayingStep())
        world.share()
    left = world.homes[2].say(world.homes[2].kept.seating.cards[0].card, Leave())
    world.homes[1].act(world.now, PlayingStep())
    world.share()
    world.master.act(world.now, PlayingStep())
    (close,) = [e.body for e in world.master.kept.log if isinstance(e.body, Close)]
    assert [isinstance(seat, Counted) for seat in close.seats] == [True, True, False]
    placed = close.seats[2]
    assert isinstance(placed, PlacedFor)
    assert placed.leave == left.hash
    assert not world.master.reading.refused


def test_who_has_written_since_is_waited_for_as_everybody() -> None:
    """An answer that came too late says that its player is back."""
    live = Live()
    call = live.table.call
    assert call is not None
    live.road.lag = 0
    late = SlowTransport(Bucket(live.now, live.bucket.stood), 0)
    while live.master.table is not None and live.master.table.calls == 1:
        live.bucket.now += 1
        live.master.step(live.now)
    # The guest has not heard of the close.
    live.guest.transports = ()
    live.answer()
    live.guest.step(live.now)
    late.send(live.guest.kept.log)
    live.bucket.now += 1
    live.master.step(live.now)
    begun = live.now
    while live.table.calls == 2:
        live.bucket.now += 1
        live.master.step(live.now)
    assert live.now - begun >= SECONDS - 2


def test_one_step_closes_one_call_at_most() -> None:
    memory = opened(Random(1), LIVE, 2, 2)
    master = Playing(memory, RandomEngines())
    for number in range(1, 20):
        step = PlayingStep()
        master.act(1_000, step)
        assert [type(e.body) for e in step.said].count(Close) == 1
        table = master.table
        assert table is not None
        assert table.calls == min(number + 1, 19)


def test_a_league_gives_a_tenth_of_a_call_after_its_master_was_away() -> None:
    world = World(Random(2), Ruleset.parse("classic free mail none"), 2, 1)
    hour = 3_600
    with patch("tests.net.worlds.SECONDS", 10 * hour):
        memory = opened(Random(3), world.master.kept.log.opening.body.rules, 2, 1)  # type: ignore[union-attr]
    world.homes[0] = Playing(memory, RandomEngines())
    world.invitation = memory.seating.invitation
    del world.homes[1:]
    world.join("Ana").act(world.now, PlayingStep())
    world.share()
    world.master.act(world.now, PlayingStep())
    world.now += 11 * hour
    world.master.act(world.now, PlayingStep())
    world.wait(hour)
    assert world.master.table is not None
    assert world.master.table.calls == 1
    world.wait(5)
    assert world.master.table.calls == 2


def test_a_computer_answers_where_a_person_of_the_house_has_left() -> None:
    live = Live(bot=None)
    live.master.say(live.house[0].card, Leave())
    live.answer()
    live.wait_for_call(2, SECONDS + 3)
    assert live.missed == []
    assert not live.master.reading.refused


@pytest.mark.parametrize("seed", range(3))
def test_a_table_that_version_1_opened_is_played_out_by_its_rules(seed: int) -> None:
    def opened_by_1(card: Card, rules: Ruleset, seats: int, seconds: int) -> Open:
        return replace(open_table(card, rules, seats, seconds), version=1)

    with patch("tests.net.worlds.open_table", opened_by_1):
        world = World(Random(seed), Ruleset.parse("classic free mail rays"), 3, 1, faults=0.2)
    table = world.play()
    log = world.master.kept.log
    assert table.opened.version == 1
    assert all(e.body.since is None for e in log if isinstance(e.body, NetCall))
    assert not any(isinstance(e.body, Receipt) for e in log)
    other = read_table([e.line for e in log], table.id.hex())
    assert (other.refused, other.calls) == ([], table.calls)
