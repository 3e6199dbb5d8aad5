"""Random live and league tables on a fake clock: nobody is overtaken, and nobody waits for ever.

People of the house and elsewhere who are slow, miss calls and come back, a game master whose
program is killed, sleeps or loses its road, guests whose road is slow. What each close does is
held against what stood on the road.

`python -m tests.net.patience --tables 2000` plays as many, and says the longest wait.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from game.net.answers import open_answer
from game.net.engines import choose_turn
from game.net.entries import Answer, Close, Entry, PlacedFor, sign_entry
from game.net.fold import Table
from game.net.home import Draft, KeptCard, Seating
from game.net.invitations import Invitation
from game.net.keys import Card, house_card
from game.net.master import open_table
from game.net.pace import ABSENT_SECONDS
from game.net.player import answers_of
from game.net.playing import Playing
from game.rules.errors import FormatError
from game.rules.ruleset import Ruleset
from tests.net.worlds import Memory, RandomEngines, card_of, read

CALLS = 7
"""Calls of a table that are looked at."""

LIVE = Ruleset.parse("classic free single none")
LEAGUE = Ruleset.parse("classic free mail none")


@dataclass
class Bucket:
    """What stands on the road, and since when."""

    now: int = 0
    stood: dict[bytes, tuple[Entry, int]] = field(default_factory=dict)


class SlowTransport:
    """A home's road to the bucket: what stands there is seen `lag` seconds later."""

    def __init__(self, bucket: Bucket, lag: int) -> None:
        self.bucket, self.lag = bucket, lag
        self.is_cut = False
        self._seen: set[bytes] = set()

    def receive(
        self, *, again: bool = False, to_the_end: bool = False
    ) -> tuple[tuple[Entry, ...], tuple[FormatError, ...]]:
        if self.is_cut:
            raise OSError("cut")
        found = [
            entry
            for hash, (entry, since) in self.bucket.stood.items()
            if since + self.lag <= self.bucket.now and (again or hash not in self._seen)
        ]
        self._seen.update(entry.hash for entry in found)
        return tuple(found), ()

    def send(self, entries: Iterable[Entry]) -> None:
        if self.is_cut:
            raise OSError("cut")
        for entry in entries:
            self.bucket.stood.setdefault(entry.hash, (entry, self.bucket.now))

    def wait(self, seconds: float) -> None:
        """The clock is the table's."""

    def close(self) -> None:
        """Nothing is held open."""


@dataclass
class Person:
    """Somebody who answers some seconds after a call, or misses it."""

    home: Playing
    card: Card
    slowness: int
    carelessness: float
    plans: dict[bytes, int | None] = field(default_factory=dict)


class Evening:
    """One table: `house` people and computers of the game master's, and guests elsewhere."""

    def __init__(self, seed: int, *, is_league: bool = False, version: int = 2) -> None:
        self.random = random = Random(seed)
        self.seconds = random.choice((400, 900) if is_league else (1, 6, 12, 19, 30, 60))
        self.bucket = Bucket(1_000_000)
        rules = LEAGUE if is_league else LIVE
        house = random.randrange(3)
        guests = random.choice((1, 1, 2, 3, 5))
        guests = min(guests, 6 - house)
        master = card_of(random)
        body = replace(open_table(master, rules, house + guests, self.seconds), version=version)
        opening = sign_entry(master, b"", 1, b"", body)
        self.invitation = Invitation(opening.hash, random.randbytes(32))
        own = [
            KeptCard(house_card(master, i), f"House {i}", random.choice(("random", None)))
            for i in range(house)
        ]
        memory = Memory(Seating(self.invitation, (KeptCard(master), *own)))
        memory.append(opening)
        self.road = SlowTransport(self.bucket, 0)
        self.master = Playing(memory, RandomEngines(), (self.road,))
        self.people = [self._person(self.master, one.card) for one in own if one.bot is None]
        self.guests: list[Person] = []
        for i in range(guests):
            card = card_of(random)
            kept = Memory(Seating(self.invitation, (KeptCard(card, f"Guest {i}"),)))
            lag = random.choice((0, 0, 1, 3))
            self.guests.append(
                self._person(
                    Playing(kept, RandomEngines(), (SlowTransport(self.bucket, lag),)), card
                )
            )
        self.away_until = 0
        self.absences: list[tuple[int, int]] = []
        self.looked = self.bucket.now
        self.checked = 0
        self.longest = 0

    def _person(self, home: Playing, card: Card) -> Person:
        slow = self.random.choice((1, 4, self.seconds // 2 + 1, self.seconds))
        return Person(home, card, slow, self.random.choice((0.0, 0.2, 0.6)))

    def play(self) -> int:
        """Until some calls are closed; how many answers were held against the road."""
        random = self.random
        waited_since = self.bucket.now
        calls = 0
        while calls < CALLS:
            self.bucket.now += 1 if self.seconds < 100 else random.randrange(1, 5)
            for guest in self.guests:
                self._act(guest)
                guest.home.step(self.bucket.now)
            self._trouble()
            if self.bucket.now >= self.away_until:
                self._look()
            table = self.master.table
            assert table is not None
            closed = table.calls - (table.call is not None)
            if closed > calls:
                calls, waited_since = closed, self.bucket.now
            waited = self.bucket.now - waited_since
            away = sum(end - start for start, end in self.absences if end > waited_since)
            grace = self.seconds // 10 if self.seconds > 100 else 30
            most = self.seconds + 45 + away + (1 + len(self.absences)) * (grace + 30)
            assert waited <= most, f"{waited} seconds at {table.calls}"
            if table.call is not None:
                self.longest = max(self.longest, self.bucket.now - away - table.call.until)
        self._check_all()
        assert not read(self.master.kept.log, self.invitation.table).refused
        return self.checked

    def _trouble(self) -> None:
        """The game master's program is away for a while, in one of three ways."""
        random, now = self.random, self.bucket.now
        if now < self.away_until or random.random() > 0.4 / self.seconds:
            return
        self.away_until = now + random.randrange(2, 2 * self.seconds + 40)
        if self.away_until - now > ABSENT_SECONDS + 8:
            # Less is no absence: nobody can look without a pause.
            self.absences.append((now, self.away_until))
        if random.random() < 0.4:
            self.master = Playing(self.master.kept, RandomEngines(), (self.road,))
            for person in self.people:
                person.home = self.master
        self.road.is_cut = random.random() < 0.4

    def _look(self) -> None:
        self.road.is_cut = False
        for person in self.people:
            self._act(person)
        step = self.master.step(self.bucket.now)
        assert sum(isinstance(entry.body, Close) for entry in step.said) <= 1

    def _act(self, person: Person) -> None:
        """Hand a turn in once the person has thought, unless they miss this call."""
        table = person.home.table
        if table is None or table.call is None:
            return
        seat = table.seat_of(person.card.author)
        if seat is None:
            return
        call, random = table.call, self.random
        if call.hash not in person.plans:
            is_missed = random.random() < person.carelessness
            at = self.bucket.now + random.randrange(person.slowness + 1)
            person.plans[call.hash] = None if is_missed else at
        at_last = person.plans[call.hash]
        if at_last is not None and self.bucket.now >= at_last:
            text = choose_turn(table, seat, person.card, RandomEngines(), None)
            person.home.drafts.setdefault(person.card.author, Draft(call.hash, text))

    # what is held against the road

    def _check_all(self) -> None:
        log = self.master.kept.log
        master = log.opening
        assert master is not None
        entries = sorted(log.by(master.author), key=lambda entry: entry.number)
        table: Table | None = None
        for number, entry in enumerate(entries):
            if isinstance(entry.body, Close):
                table = read(
                    [*(e for e in log if e.author != master.author), *entries[:number]],
                    self.invitation.table,
                ).table
                assert table is not None
                self._check(table, entry, entry.body)

    def _check(self, table: Table, entry: Entry, close: Close) -> None:
        assert table.call is not None
        call, log = table.call, self.master.kept.log
        card = self.master.master_card
        assert card is not None
        signed = self.bucket.stood[entry.hash][1]
        house = [
            self.bucket.stood[seat.answer][1]
            for i, seat in enumerate(close.seats)
            if i in table.house and not isinstance(seat, PlacedFor)
        ]
        stands = max([self.bucket.stood[call.hash][1], *house])
        for index, seat in enumerate(close.seats):
            chair = table.chairs[index]
            if not isinstance(seat, PlacedFor):
                continue
            self.checked += 1
            for answer in answers_of(log, chair.author, call.hash):
                assert isinstance(answer.body, Answer)
                since = self.bucket.stood[answer.hash][1]
                assert open_answer(card, table.id, chair.author, answer.body) is not None
                assert since > signed, f"{chair.player.name} was overtaken"
            wrote = [
                since
                for one, since in self.bucket.stood.values()
                if one.author == chair.author
                and self.bucket.stood.get(table.closed, (one, 0))[1] < since <= signed
            ]
            is_early = (chair.has_dropped if table.opened.version == 2 else chair.misses) and (
                not table.is_league and not wrote
            )
            deadline = call.early if is_early else call.until
            assert signed > max(deadline, stands + 10), (signed, deadline, stands)
            assert close.at >= deadline
            away = [end for start, end in self.absences if start <= deadline < end - 1]
            if away:
                grace = self.seconds // 10 if table.is_league else 30
                assert signed > max(stands, away[0]) + grace - 1


def main() -> None:
    """Play many tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    checked, longest = 0, 0
    for seed in range(options.first, options.first + options.tables):
        for is_league in (False, True):
            evening = Evening(seed, is_league=is_league, version=1 + (seed % 5 > 0))
            checked += evening.play()
            if not is_league:
                longest = max(longest, evening.longest)
    print(
        f"{2 * options.tables} tables, {checked} misses, none overtaken; longest wait {longest} s"
    )


if __name__ == "__main__":
    main()
