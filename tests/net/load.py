"""How much one club carries: `python -m tests.net.load --tables 100,400 --seconds 30`.

Live tables of four guests, each with its own connection, each taking three seconds in the mean
(`--think`), led by one club. The guests' part is played by one process on the bare
protocol, with real requests, so that the club and not its guests is measured. A placement's delay
is the time from its being handed in to the last of the four hearing that it was: by then it is on
the disk. A call's delay is the time between the first and the last of the four hearing it. One line
a number of tables: placements a second, the delays' median and the 99th of 100, the processor time
of server and club, and how late the guests' process itself is.

On two cores that others used as well (a load of 14 to 26; 58 to 220 syncs a second, one by one),
in one run with version 2cc3ef2a: 400 tables 206 placements a second, median 1.2 s, 99 of 100 within
4.1 s, beside 51, 3.4 s and 8.4 s; 100 tables at a load of 12: 82, 6 ms and 34 ms. Two pairs at a
load of 15 to 21, each that version first: 168 and 279 placements a second, median 0.93 and 0.35 s,
99 of 100 within 3.9 and 1.7 s; 109 and 164, 1.8 and 3.5 s, 4.4 and 6.3 s. A call reached all four
within 46 ms there (99 of 100), and within 1 ms at ten tables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from game.net.at_club import open_at_club
from game.net.invitations import Invitation, read_invitation
from game.net.keys import new_secret, public_of, shared_key
from game.net.requests import RequestBody, SeatBody, TurnBody, seal_request
from game.rules.ruleset import Ruleset
from tests.net.clubs import end_club, free_port, start_club

RULES = Ruleset.parse("classic free single none rounds=50")
SEATS = 4
TICK = 0.05


@dataclass
class Figures:
    """What one process has measured since `since`."""

    since: float = float("inf")
    delays: list[float] = field(default_factory=list)
    spreads: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


class LoadSeat(asyncio.Protocol):
    """One guest's connection: the little of the protocol that it needs."""

    def __init__(self, table: LoadTable, number: int) -> None:
        self.table, self.number = table, number
        secret = new_secret()
        self.key = public_of(secret)
        shared = shared_key(secret, table.invitation.key)
        assert shared is not None
        self._shared = shared
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        parts, id = self.table.parts, self.table.id
        options = {
            "verbose": False,
            "headers": True,
            "user": parts.username,
            "pass": parts.password,
        }
        transport.write(
            f"CONNECT {json.dumps(options)}\r\nSUB _INBOX.{parts.username}.{self.number} 1\r\n"
            f"SUB tie.news.{id}.* 2\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        while (end := buffer.find(b"\r\n", at)) >= 0:
            if buffer.startswith((b"MSG ", b"HMSG "), at):
                words = buffer[at:end].split()
                size = int(words[-1])
                if len(buffer) < end + size + 4:
                    break
                head = int(words[-2]) if words[0] == b"HMSG" else 0
                body = buffer[end + 2 + head : end + 2 + size]
                if words[2] == b"2":
                    self.table.hear(self.number, words[1], body)
                elif b'"error"' in body:
                    self.table.figures.errors[json.loads(body)["error"]["description"]] += 1
                at = end + size + 4
                continue
            if buffer.startswith(b"PING", at):
                self._write(b"PONG\r\n")
            elif buffer.startswith(b"-ERR", at):
                self.table.figures.errors[buffer[at:end].decode()] += 1
            at = end + 2
        self._buffer = buffer[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        self.table.figures.errors["connection lost"] += 1

    def ask(self, body: RequestBody) -> str:
        """Ask something of the leader; the request's id."""
        request = seal_request(self.table.invitation.table, self.key, self._shared, body)
        text = request.text.encode()
        subject = f"tie.request.{self.table.id}.{self.key.hex()[0]}"
        reply = f"_INBOX.{self.table.parts.username}.{self.number}"
        self._write(f"PUB {subject} {reply} {len(text)}\r\n".encode() + text + b"\r\n")
        return request.id

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)


class LoadTable:
    """Four guests at one table: they ask for seats, and answer each call after a while."""

    def __init__(
        self, figures: Figures, random: Random, think: float, invitation: Invitation
    ) -> None:
        self.figures, self.think, self._random = figures, think, random
        self.invitation = invitation
        self.id, self.parts = invitation.table.hex(), urlsplit(invitation.url)
        self._loop = asyncio.get_running_loop()
        self.seats = [LoadSeat(self, number) for number in range(SEATS)]
        self._sent: dict[str, float] = {}
        self._heard: dict[bytes, tuple[dict[str, Any], list[float]]] = {}

    def begin(self) -> None:
        for seat in self.seats:
            seat.ask(SeatBody(f"Guest {seat.number}"))

    def hear(self, number: int, subject: bytes, body: bytes) -> None:
        """A guest hears a line; the first one reads it, the last one ends its delay."""
        known = self._heard.get(subject)
        if known is None:
            known = self._heard[subject] = (json.loads(body), [])
        event, heard = known
        heard.append(time.monotonic())
        if event.get("event") == "called":
            pause = self._random.uniform(0, 2 * self.think)
            self._loop.call_later(pause, self._answer, self.seats[number], event)
        if len(heard) < SEATS:
            return
        del self._heard[subject]
        if heard[0] < self.figures.since:
            return
        if event.get("event") == "called":
            self.figures.spreads.append(heard[-1] - heard[0])
        elif event.get("event") == "answered":
            sent = self._sent.pop(event["request"], None)
            if sent is not None and sent > self.figures.since:
                self.figures.delays.append(heard[-1] - sent)

    def _answer(self, seat: LoadSeat, event: dict[str, Any]) -> None:
        board, count = RULES.grid, len(RULES.grid.spaces)
        space = board.spaces[(event["call"] - 1) % count].name
        now = time.monotonic()
        self._sent[seat.ask(TurnBody(event["call"], f"{event['tiles'][0]}@{space}"))] = now


async def watch_oneself(figures: Figures) -> None:
    """How late this process is with what it wants to do."""
    while True:
        wanted = time.monotonic() + TICK
        await asyncio.sleep(TICK)
        if wanted > figures.since:
            figures.late.append(time.monotonic() - wanted)


async def play(invitations: list[Invitation], think: float, warm: float, seconds: float) -> str:
    """Play so many tables for so long; a JSON object of what was measured."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    loop, random, figures = asyncio.get_running_loop(), Random(), Figures()
    watching = asyncio.ensure_future(watch_oneself(figures))
    for invitation in invitations:
        table = LoadTable(figures, random, think, invitation)
        for seat in table.seats:
            host, port = table.parts.hostname or "", table.parts.port or 0
            await loop.create_connection(lambda seat=seat: seat, host, port)  # type: ignore[misc]
        # Tables begin at any moment of a call, as they do.
        loop.call_later(random.uniform(0.5, 0.5 + 2 * think), table.begin)
    await asyncio.sleep(warm)
    figures.since, used = time.monotonic(), time.process_time()
    print("go", flush=True)
    await asyncio.sleep(seconds)
    used = time.process_time() - used
    watching.cancel()
    return json.dumps({
        "delays": figures.delays, "spreads": figures.spreads, "late": figures.late, "used": used,
        "errors": figures.errors,
    })  # fmt: skip


def processor_seconds(pid: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def share(values: list[float], part: float) -> float:
    """The value that so many of the sorted ones do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


def measure(folder: Path, tables: int, options: argparse.Namespace) -> str:
    """So many live tables for so long; a line of figures."""
    place, port = folder / "club", free_port()
    club = start_club(place, port)
    url = f"nats://127.0.0.1:{port}"
    with ThreadPoolExecutor(16) as pool:
        opened = pool.map(lambda _: open_at_club(url, RULES, SEATS, 3_600), range(tables))
        invitations = list(opened)
    text = "\n".join(map(str, invitations))
    words = map(str, (options.think, max(10.0, 3 * options.think), options.seconds))
    player = subprocess.Popen(
        [sys.executable, "-m", "tests.net.load", "--play", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(text)
    player.stdin.close()
    assert player.stdout.readline() == "go\n", "it did not begin"
    server = int((place / "server.pid").read_text())
    pids = [server, club.pid]
    before = [processor_seconds(pid) for pid in pids]
    found = json.loads(player.stdout.readline())
    player.wait()
    used = [processor_seconds(pid) - b for pid, b in zip(pids, before, strict=True)]
    memory = [
        int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0]) >> 10
        for pid in pids
    ]
    end_club(club)
    delays, spreads = found["delays"], found["spreads"]
    if not delays:
        return f"{tables:5} tables: nothing arrived, {found['errors']}"
    return (
        f"{tables:5} tables {len(delays) / options.seconds:6.1f} placements/s  median "
        f"{1000 * median(delays):.1f} ms  99 of 100 {1000 * share(delays, 0.99):.0f} ms  a call "
        f"reaches all within {1000 * share(spreads, 0.99):.1f} ms (99 of 100)  cores "
        f"{[round(one / options.seconds, 2) for one in used]}, {memory} MB (server, club)  "
        f"guests {found['used'] / options.seconds:.2f} cores, late by "
        f"{1000 * share(found['late'], 0.99):.0f} ms  errors {found['errors']}"
    )


def main() -> None:
    """Measure each number of tables asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="50,100,200,400")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--think", type=float, default=3.0, help="seconds a player takes, on average"
    )
    parser.add_argument("--play", nargs=3, type=float, help="the guests' process")
    options = parser.parse_args()
    if options.play:
        invitations = [read_invitation(line) for line in sys.stdin.read().split("\n")]
        print(asyncio.run(play(invitations, *options.play)), flush=True)
        return
    for tables in map(int, options.tables.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            print(measure(Path(folder), tables, options), flush=True)


if __name__ == "__main__":
    main()
