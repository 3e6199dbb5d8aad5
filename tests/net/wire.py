"""Homes that only publish and hear, for load: the traffic of a live table without its thinking.

A server sees of each seat what it sees of a home: one connection, one consumer of the table's
subjects, and real sealed lines of a real match, each acknowledged. The lines are made once; who
plays decides by their names alone, so that a core plays hundreds of tables. Run by
`tests.net.load`, one process a core: it prints one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import sha256
from random import Random
from urllib.parse import urlsplit

from game.net.entries import Answer, Close, Entry, NetCall
from game.net.fold import TableStage
from game.net.keys import encrypt_always_alike
from game.net.packets import road_of
from game.net.playing import PlayingStep
from game.net.server import BUCKET, STREAM
from game.rules.ruleset import Ruleset
from tests.net.worlds import World

SEATS = 4
LIVE = Ruleset.parse("classic free single none")
CALLS = 19
TICK = 0.05
"""Seconds between two looks at how late this process itself is."""

INBOX = ("in", "made", "ack")


@lru_cache(maxsize=1)
def lines_of_a_match() -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """What is said before the first call, then for each call: the call, four answers, the close."""
    world = World(Random(1), LIVE, SEATS, 1)
    while (table := world.master.table) is None or table.stage is not TableStage.OVER:
        for home in world.homes:
            home.act(world.now, PlayingStep())
            world.share()
    entries: list[Entry] = list(world.master.kept.log)
    authors = [chair.author for chair in table.chairs]
    calls = [e for e in entries if isinstance(e.body, NetCall)]
    closes = {e.body.call: e for e in entries if isinstance(e.body, Close)}
    played = []
    for call in calls:
        answers = {
            e.author: e.line
            for e in entries
            if isinstance(e.body, Answer) and e.body.call == call.hash
        }
        played.append((call.line, *(answers[a] for a in authors), closes[call.hash].line))
    said = {line for row in played for line in row}
    return tuple(e.line for e in entries if e.line not in said), tuple(played)


@dataclass
class Found:
    """What one process has measured since `since`."""

    since: float
    delays: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    published: int = 0
    errors: Counter[str] = field(default_factory=Counter)


class Seat(asyncio.Protocol):
    """One home's connection: the little of the protocol that a publishing listener needs."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number = table, number
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        inbox = self.table.inbox(self.number)
        consumer = {
            "deliver_subject": f"{inbox}.in", "filter_subject": f"{self.table.prefix}>",
            "deliver_policy": "all", "ack_policy": "none", "max_deliver": 1, "mem_storage": True,
            "flow_control": True, "idle_heartbeat": 5_000_000_000, "num_replicas": 1,
        }  # fmt: skip
        request = json.dumps({"stream_name": STREAM, "config": consumer}).encode()
        options = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True}
        # A consumer takes notice of a subscription to its very subject alone.
        wanted = "".join(f"SUB {inbox}.{end} {i}\r\n" for i, end in enumerate(INBOX, 1))
        head = f"CONNECT {json.dumps(options)}\r\n{wanted}"
        head += f"PUB $JS.API.CONSUMER.CREATE.{STREAM} {inbox}.made {len(request)}\r\n"
        transport.write(head.encode() + request + b"\r\n")

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        while (end := buffer.find(b"\r\n", at)) >= 0:
            if buffer.startswith((b"MSG ", b"HMSG "), at):
                words = buffer[at:end].decode().split()
                size = int(words[-1])
                if len(buffer) < end + size + 4:
                    break
                self._hear(words, buffer[end + 2 : end + 2 + size])
                at = end + size + 4
                continue
            if buffer.startswith(b"PING", at):
                self._write(b"PONG\r\n")
            elif buffer.startswith(b"-ERR", at):
                self.table.found.errors[buffer[at:end].decode()] += 1
            at = end + 2
        self._buffer = buffer[at:]

    def _hear(self, words: list[str], body: bytes) -> None:
        if words[0] == "HMSG":
            # A heartbeat, or a wish to hear that we keep up.
            if len(words) == 6:
                self._write(f"PUB {words[3]} 0\r\n\r\n".encode())
            return
        subject = words[1]
        if subject.startswith(self.table.prefix):
            self.table.came(self.number, subject)
        elif b'"error"' in body:
            self.table.found.errors[json.loads(body)["error"]["description"]] += 1
        elif subject.endswith(".made"):
            self.table.is_ready()

    def publish(self, subject: str, value: bytes) -> None:
        reply = f"{self.table.inbox(self.number)}.ack"
        self._write(f"PUB {subject} {reply} {len(value)}\r\n".encode() + value + b"\r\n")
        self.table.found.published += 1

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)


@dataclass
class Called:
    """One call on the wire: its messages, the call first, and who has heard which."""

    number: int
    messages: list[tuple[str, bytes]]
    sent: list[float] = field(default_factory=lambda: [0.0] * (SEATS + 1))
    heard: list[set[int]] = field(default_factory=lambda: [set() for _ in range(SEATS + 1)])
    rested: set[int] = field(default_factory=set)


class Table:
    """One table's traffic: calls, four answers after a while, closes, for ever."""

    def __init__(self, found: Found, random: Random, think: float) -> None:
        self.found, self.think, self._random = found, think, random
        key = random.randbytes(32)
        self.prefix = f"$KV.{BUCKET}.{road_of(key).hex()}."
        self._name = key.hex()[:16]
        self._loop = asyncio.get_running_loop()
        self.seats = [Seat(self, number) for number in range(SEATS)]
        self._ready = 0
        self._called = Called(-1, [])
        self._known: dict[str, tuple[Called, int]] = {}
        """What the messages of the open call and the one before are: the call 0, answers 1 to 4."""

    def inbox(self, number: int) -> str:
        return f"_INBOX.{self._name}{number}"

    def is_ready(self) -> None:
        """One more seat listens."""
        self._ready += 1
        if self._ready == SEATS:
            # Tables begin at any moment of a call, as they do.
            self._loop.call_later(self._random.uniform(0, 2 * self.think), self._begin)

    def _begin(self) -> None:
        for line in lines_of_a_match()[0]:
            self.seats[0].publish(*self._seal(self._random.randbytes(32), line))
        self._call()

    def _seal(self, key: bytes, line: str) -> tuple[str, bytes]:
        value = encrypt_always_alike(key, line.encode())
        return self.prefix + sha256(value).hexdigest()[:32], value

    def _call(self) -> None:
        """The game master's next call, in a key of its own: no line is ever said twice."""
        number, key = self._called.number + 1, self._random.randbytes(32)
        lines = lines_of_a_match()[1][number % CALLS]
        new = Called(number, [self._seal(key, line) for line in lines])
        kept = {s: what for s, what in self._known.items() if what[0] is self._called}
        self._called = new
        self._known = kept | {s: (new, i) for i, (s, _) in enumerate(new.messages[:-1])}
        self.seats[0].publish(*new.messages[0])

    def came(self, seat: int, subject: str) -> None:
        """A seat hears something."""
        known = self._known.get(subject)
        if known is None:
            return
        called, what = known
        called.heard[what].add(seat)
        if what == 0:
            pause = self._random.uniform(0, 2 * self.think)
            self._loop.call_later(pause, self._rest, seat, called)
            return
        if len(called.heard[what]) == SEATS and called.sent[what] > self.found.since:
            self.found.delays.append(time.monotonic() - called.sent[what])
        if what == 1:
            self._answer(seat, called)
        if seat == 0 and called is self._called and all(0 in h for h in called.heard[1:]):
            self.seats[0].publish(*called.messages[-1])
            self._call()

    def _rest(self, seat: int, called: Called) -> None:
        called.rested.add(seat)
        self._answer(seat, called)

    def _answer(self, seat: int, called: Called) -> None:
        """The house's when it has thought, others' when the house's is there too."""
        if seat not in called.rested or called.sent[seat + 1]:
            return
        if seat == 0 or seat in called.heard[1]:
            called.sent[seat + 1] = time.monotonic()
            self.seats[seat].publish(*called.messages[seat + 1])


async def watch_oneself(found: Found) -> None:
    """How late this process is with what it wants to do."""
    while True:
        wanted = time.monotonic() + TICK
        await asyncio.sleep(TICK)
        if wanted > found.since:
            found.late.append(time.monotonic() - wanted)


async def play(url: str, tables: int, think: float, warm: float, seconds: float) -> str:
    """So many tables for so long; a JSON object of what was found."""
    parts = urlsplit(url)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    loop, random = asyncio.get_running_loop(), Random()
    lines_of_a_match()
    found = Found(float("inf"))
    watching = asyncio.ensure_future(watch_oneself(found))
    connected = time.monotonic()
    for _ in range(tables):
        table = Table(found, random, think)
        for seat in table.seats:
            await loop.create_connection(
                partial(_same, seat), parts.hostname or "", parts.port or 0
            )
    connected = time.monotonic() - connected
    await asyncio.sleep(warm)
    found.since, used, published = time.monotonic(), time.process_time(), found.published
    print("go", flush=True)
    await asyncio.sleep(seconds)
    used = time.process_time() - used
    watching.cancel()
    value = {
        "delays": found.delays, "late": found.late, "used": used, "errors": found.errors,
        "published": found.published - published, "connected": connected,
    }  # fmt: skip
    return json.dumps(value)


def _same(seat: Seat) -> Seat:
    return seat


if __name__ == "__main__":
    url, tables, *numbers = sys.argv[1:]
    print(asyncio.run(play(url, int(tables), *map(float, numbers))), flush=True)
