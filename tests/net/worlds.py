"""Tables in memory: several homes, a clock, and a network that loses, doubles, delays, damages.

`World` plays a whole table of random computers; nothing of it is written to a disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Final
from unittest.mock import patch

from game.net import packets
from game.net.entries import Entry, Leave, read_entry, sign_entry
from game.net.fold import Reading, Table, TableStage
from game.net.home import Draft, KeptCard, Seating
from game.net.invitations import Invitation
from game.net.keys import Card, house_card
from game.net.log import AddResult, Log
from game.net.master import open_table
from game.net.pace import Delay
from game.net.packets import pack, split_packets, unpack
from game.net.playing import Playing, PlayingStep
from game.net.record import record_match
from game.rules.errors import FormatError
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import master_placements, random_finish

SECONDS = 100

read_once: Final = lru_cache(maxsize=1 << 14)(read_entry)
"""A line's signature is proven once in this program: here everybody tells everything to everybody
all the time, and a table would be two seconds of cryptography."""


class RandomEngine:
    """Places and closes at random."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        return random.choice(legal_placements(match, seat))

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        return random_finish(match.rules, match.round.seats[seat], random)


class RandomEngines:
    """`game.net.engines.HouseEngines` of random players."""

    def engine(self, name: str | None) -> RandomEngine:
        return RandomEngine()

    def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
        return master_placements(match.rules, match.round.seats[seat], Random(seat))

    def close(self) -> None:
        """Nothing runs."""


class Memory:
    """What `KeptTable` keeps on a disk, in memory."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.log = Log(seating.invitation.table)
        self.delay: Delay | None = None

    def keep_delay(self, delay: Delay) -> None:
        self.delay = delay

    def drafts(self) -> dict[bytes, Draft]:
        return {}

    def keep_drafts(self, drafts: dict[bytes, Draft]) -> None:
        """Nothing is lost while nobody ends."""

    def append(self, entry: Entry) -> None:
        assert self.log.add(entry) is AddResult.NEW

    def take(self, entries: Iterable[Entry]) -> tuple[tuple[Entry, AddResult], ...]:
        return tuple((entry, self.log.add(entry)) for entry in entries)


def card_of(random: Random) -> Card:
    return Card(random.randbytes(32))


def opened(
    random: Random, rules: Ruleset, seats: int, house: int = 0, substitute: str | None = None
) -> Memory:
    """A new table's game master's memory, with seats of the house."""
    card = card_of(random)
    opening = sign_entry(card, b"", 1, b"", open_table(card, rules, seats, SECONDS))
    invitation = Invitation(opening.hash, random.randbytes(32))
    cards = [KeptCard(house_card(card, i), f"House {i}", "random") for i in range(house)]
    memory = Memory(Seating(invitation, (KeptCard(card), *cards), substitute))
    memory.append(opening)
    return memory


def guest(random: Random, invitation: Invitation, name: str, bot: str | None = "random") -> Memory:
    return Memory(Seating(invitation, (KeptCard(card_of(random), name, bot),)))


class World:
    """One table: the game master's home first, then a home a guest.

    With `faults` what travels is lost, doubled, late and damaged, and homes are away for a while.
    """

    def __init__(
        self, random: Random, rules: Ruleset, seats: int, house: int = 0, faults: float = 0.0
    ) -> None:
        self.random = random
        self.faults = faults
        self.now = 1_000_000
        master = opened(random, rules, seats, house, "random" if random.random() < 0.5 else None)
        self.invitation = master.seating.invitation
        self.homes = [Playing(master, RandomEngines())]
        for i in range(seats - house):
            self.join(f"Guest {i}")
        self.away: dict[int, int] = {}
        self.damaged = 0

    @property
    def key(self) -> bytes:
        return self.invitation.key

    @property
    def master(self) -> Playing:
        return self.homes[0]

    def join(self, name: str) -> Playing:
        home = Playing(guest(self.random, self.invitation, name), RandomEngines())
        self.homes.append(home)
        return home

    def restart(self, index: int) -> None:
        """A program dies, and goes on with what it keeps."""
        self.homes[index] = Playing(self.homes[index].kept, RandomEngines())

    def tick(self) -> None:
        """Some seconds pass; somebody acts, and something travels."""
        random = self.random
        self.now += random.randrange(1, 12)
        for index in random.sample(range(len(self.homes)), len(self.homes)):
            if self.is_away(index):
                continue
            if random.random() < self.faults * 0.2:
                self.restart(index)
            self.homes[index].act(self.now, PlayingStep())
        for _ in range(len(self.homes)):
            source, target = random.sample(range(len(self.homes)), 2)
            if not (self.is_away(source) or self.is_away(target)):
                self.carry(source, target)
        if random.random() < self.faults * 0.1 and self.now > 1_000_200:
            self.away[random.randrange(1, len(self.homes))] = self.now + random.randrange(20, 400)

    def wait(self, seconds: int) -> None:
        """Time passes, and the game master's program is there all the while."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 5)
            self.master.act(self.now, PlayingStep())

    def is_away(self, index: int) -> bool:
        return self.away.get(index, 0) > self.now

    def carry(self, source: int, target: int) -> None:
        """Some of what one home has goes to another, in a packet that may be damaged."""
        random = self.random
        entries = [e for e in self.homes[source].kept.log if random.random() >= self.faults]
        random.shuffle(entries)
        entries += random.sample(entries, len(entries) // 4)
        for text in pack(self.key, entries):
            if random.random() < self.faults:
                text = spoil(text, random)
            self.hand_in(target, text)

    def hand_in(self, target: int, text: str) -> None:
        step = PlayingStep()
        try:
            for road, sealed in split_packets(text):
                if road == self.invitation.road:
                    with patch.object(packets, "read_entry", read_once):
                        found = unpack(self.key, sealed)
                    self.homes[target].take(found.entries, step)
        except FormatError:
            self.damaged += 1

    def share(self) -> None:
        """Everything reaches everybody."""
        union = list({e.hash: e for home in self.homes for e in home.kept.log}.values())
        for home in self.homes:
            home.take(union, PlayingStep())

    def play(self, ticks: int = 4_000) -> Table:
        """To the end of the match; the game master's table."""
        for _ in range(ticks):
            table = self.master.table
            if table is not None and table.stage is TableStage.OVER:
                break
            self.tick()
        self.share()
        table = self.master.table
        assert table is not None
        assert table.stage is TableStage.OVER, f"{table.stage} after {ticks} ticks"
        return table


def spoil(text: str, random: Random) -> str:
    """One character changed, or the end lost."""
    at = random.randrange(len(text))
    if random.random() < 0.3:
        return text[:at]
    other = random.choice([c for c in "ABCabc0189-_.! " if c != text[at]])
    return text[:at] + other + text[at + 1 :]


def states(log: Iterable[Entry], table: bytes) -> list[Table | None]:
    """Every table on the way: the log read with one more entry of the game master at a time."""
    entries = list(log)
    master = next(e.author for e in entries if e.hash == table)
    growing = Log(table)
    for entry in entries:
        if entry.author != master:
            growing.add(entry)
    reading = Reading(growing)
    found = [reading.table]
    for entry in sorted((e for e in entries if e.author == master), key=lambda e: e.number):
        growing.add(entry)
        found.append(reading.read_on())
    return found


def read(entries: Iterable[Entry], table: bytes) -> Reading:
    log = Log(table)
    for entry in entries:
        log.add(entry)
    return Reading(log)


def record_text(table: Table | None) -> str:
    match = None if table is None else record_match(table)
    return "" if match is None else print_record(match)


def forks_of(log: Log) -> tuple[tuple[bytes, int], ...]:
    """Authors and numbers of which there are two entries."""
    signed = Counter((entry.author, entry.number) for entry in log)
    return tuple(place for place, count in signed.items() if count > 1)


def leave(home: Playing) -> Entry:
    return home.say(home.kept.seating.cards[0].card, Leave())
