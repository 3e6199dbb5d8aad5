"""Tables apart in one process: a clock that is set, engines that place anywhere, faults."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from game.net.journal.invitations import Invitation
from game.net.journal.keys import new_secret, public_of
from game.net.journal.store import (
    LeadSettings,
    OwnSeat,
    Seating,
    StoredTable,
    TableStore,
    make_own_seats,
)
from game.net.journal.table import Table, TablePhase, TurnText, is_last_call_of_round
from game.net.post.folder import FolderTransport
from game.net.post.guest import Guest
from game.net.post.leader import Leader, opening_event
from game.net.post.transport import LedElsewhere, Transport
from game.rules.match import Match, apply, legal_placements
from game.rules.moves import Place
from game.rules.placement import Placement
from game.rules.record import parse_record
from game.rules.ruleset import CallRule, Ruleset
from tests.net.reader import read_journal

SECONDS = 60
CLASSIC = Ruleset.parse("classic free single none")
MAIL = Ruleset.parse("classic free mail none")


class RandomEngines:
    """Computers that place anywhere."""

    def engine(self, name: str | None) -> RandomEngines:
        return self

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        return random.choice(legal_placements(match, seat))

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        return ()

    def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
        from game.bots.players.game_master import master_placements

        return master_placements(match, seat)

    def close(self) -> None:
        pass


ENGINES = RandomEngines()


def any_turn(table: Table, seat: int, random: Random) -> str:
    """A whole turn of a seat in the open call."""
    match = table.match
    assert match is not None
    placed = []
    while options := legal_placements(match, seat):
        choice = random.choice(options)
        match, _ = apply(match, Place(seat, choice.tile, choice.space))
        placed.append(choice)
    closes = match.rules.has_aside and is_last_call_of_round(table)
    return TurnText(tuple(placed), () if closes else None).write(match.rules.grid)


class Server:
    """A server's part of one table, in memory."""

    def __init__(self) -> None:
        self.journal: list[str] = []
        self.requests: list[str] = []
        self.fence = 0


class ServerView:
    """A transport to such a server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._sent: set[str] = set()
        self._read = 0

    def send(self, requests: Sequence[str]) -> None:
        for text in requests:
            if text not in self._sent:
                self.server.requests.append(text)
                self._sent.add(text)

    def read_journal(self, after: int) -> Sequence[str]:
        return self.server.journal[after:]

    def read_requests(self) -> Sequence[str]:
        found = self.server.requests[self._read :]
        self._read = len(self.server.requests)
        return found

    def take_lead(self, fence: int) -> int:
        self.server.fence = max(fence, self.server.fence) + 1
        return self.server.fence

    def write_journal(self, lines: Sequence[str], fence: int) -> None:
        if fence < self.server.fence:
            raise LedElsewhere
        self.server.journal[:] = lines


class Killed(BaseException):
    """The program was killed here."""


class Faulty:
    """A transport on which everything that can happen does: `random` says when."""

    def __init__(self, inner: Transport, random: Random, often: Callable[[], float]) -> None:
        self._inner, self._random, self._often = inner, random, often
        self._late: list[str] = []

    def _perhaps(self) -> None:
        if self._random.random() < self._often():
            raise self._random.choice([OSError("no answer"), OSError("no answer"), Killed()])

    def send(self, requests: Sequence[str]) -> None:
        self._perhaps()
        mixed = list(requests)
        self._random.shuffle(mixed)
        self._inner.send(mixed)
        self._perhaps()

    def read_journal(self, after: int) -> Sequence[str]:
        self._perhaps()
        lines = list(self._inner.read_journal(after))
        if self._random.random() < self._often():
            lines = lines[: self._random.randint(0, len(lines))]
        return lines

    def read_requests(self) -> Sequence[str]:
        self._perhaps()
        self._late += self._inner.read_requests()
        self._random.shuffle(self._late)
        count = self._random.randint(0, len(self._late)) if self._often() else len(self._late)
        found, self._late = self._late[:count], self._late[count:]
        return found + found[: self._random.randint(0, len(found))]

    def take_lead(self, fence: int) -> int:
        self._perhaps()
        return self._inner.take_lead(fence)

    def write_journal(self, lines: Sequence[str], fence: int) -> None:
        self._perhaps()
        self._inner.write_journal(lines, fence)
        self._perhaps()


class World:
    """One table with its leader and guests, each with a folder of its own, and a clock."""

    def __init__(
        self,
        folder: Path,
        rules: Ruleset = CLASSIC,
        *,
        guests: Sequence[str] = ("Ben",),
        house: Sequence[tuple[str, str | None]] = (("Bot", "random"),),
        seats: int = 0,
        seconds: int = SECONDS,
        lead_settings: LeadSettings | None = None,
        substitute: str | None = "random",
        reach: Callable[[], Transport | None] | None = None,
        seed: int = 0,
    ) -> None:
        self.folder, self.random, self.now = folder, Random(seed), 1_000_000.0
        server = Server()
        self.server = server
        self.reach = reach or (lambda: ServerView(server))
        secret, id = new_secret(), secrets.token_bytes(16)
        self.invitation = Invitation(id, public_of(secret))
        seating = Seating(
            self.invitation,
            make_own_seats(secret, house),
            secret,
            substitute,
            lead_settings=lead_settings or LeadSettings(),
        )
        self.store = TableStore(folder / "leader").keep(seating)
        self.leader = self.make_leader()
        opened = opening_event(secret, id, rules, seats or len(house) + len(guests), seconds)
        self.leader.open(opened, self.now)
        self.stores: dict[str, StoredTable] = {}
        self.guests: dict[str, Guest] = {}
        for name in guests:
            self.join(name)

    def make_leader(self) -> Leader:
        """The leader's program, started (again)."""
        self.store = TableStore(self.folder / "leader").table(self.invitation.table)
        return Leader(self.store.journal, self.store, ENGINES, self.reach())

    def join(self, name: str, bot: str | None = None) -> Guest:
        """Another guest."""
        seats = (OwnSeat(new_secret(), name, bot),) if name else ()
        self._store_of(name).keep(Seating(self.invitation, seats))
        return self.make_guest(name)

    def _store_of(self, name: str) -> TableStore:
        # On Windows no name ends with a space.
        return TableStore(self.folder / f"guest {name}".rstrip())

    def make_guest(self, name: str) -> Guest:
        """A guest's program, started (again)."""
        stored = self._store_of(name).table(self.invitation.table)
        self.stores[name] = stored
        self.guests[name] = Guest(stored, ENGINES, self.reach())
        return self.guests[name]

    @property
    def table(self) -> Table:
        return self.leader.table

    def step(self, seconds: float = 0) -> None:
        """Let time pass, and everybody do what is to be done."""
        self.now += seconds
        for _ in range(3):
            self.leader.step(self.now)
            for guest in self.guests.values():
                guest.step(self.now)

    def run(self, seconds: int) -> None:
        """The same, second by second."""
        for _ in range(seconds):
            self.step(1)

    def begin(self) -> World:
        """Until the first call."""
        for _ in range(3):
            self.step(1)
        assert self.table.phase is TablePhase.CALLED
        return self

    def seat(self, name: str) -> int:
        names = [chair.player.name for chair in self.table.chairs]
        return names.index(name)

    def answer(self, name: str, who: Leader | Guest | None = None) -> str:
        """Hand a turn in for somebody; its text."""
        player: Leader | Guest = who or self.guests.get(name) or self.leader
        table, seat = player.table, self.seat(name)
        assert table is not None
        text = any_turn(table, seat, self.random)
        player.hand_in(seat, text)
        return text

    def play_on(self, *, missing: Callable[[str, int], bool] = lambda name, call: False) -> None:
        """Until the match is over; who is `missing` in a call hands nothing in."""
        for _ in range(20_000):
            if self.table.seed:
                break
            for name, guest in self.guests.items():
                table = guest.table
                if table is None or table.call is None or missing(name, table.calls):
                    continue
                for seat, chair in enumerate(table.chairs):
                    is_own = chair.key in {own.key for own in guest.stored.seats}
                    if is_own and table.is_waited_for(seat) and seat not in guest.handed_in():
                        guest.hand_in(seat, any_turn(table, seat, self.random))
            self.step(1)
        self.step(1)
        self.check()

    def check(self) -> None:
        """All have the same journal, and whoever knows the rules alone reads it."""
        lines = self.leader.journal.lines
        for name, guest in self.guests.items():
            assert guest.journal.lines == lines, name
        record, wrong = read_journal(lines)
        assert wrong == []
        match = self.table.match
        assert match is not None
        assert parse_record(json.dumps(record)).rounds == match.rounds
        assert not self.table.is_promise_broken


def mail_world(folder: Path) -> World:
    """A league of three that has begun, whose turn files go by hand from then on."""
    world = World(folder, MAIL, guests=("Ana", "Ben")).begin()
    world.reach = lambda: None
    world.leader = world.make_leader()
    for name in ("Ana", "Ben"):
        world.make_guest(name)
    return world


def folder_of(path: Path, world: World) -> FolderTransport:
    """The same table in a shared folder."""
    return FolderTransport(path, world.invitation.table)


def is_mail(rules: Ruleset) -> bool:
    return rules.call is CallRule.MAIL
