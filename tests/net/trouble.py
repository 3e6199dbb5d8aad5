"""Servers in trouble under load: `python -m tests.net.trouble kill|away|disk|cluster`.

Tables of two homes, a computer in each, play matches of the standard game through real servers
while one of these is done to them:

- `kill`: the server gets SIGKILL under load, again and again, and is started anew at once;
- `away`: the server is gone for a minute in the middle;
- `disk`: its store may not grow any more in the middle, and then may again;
- `cluster`: three servers keep three copies; the one that everybody is connected to gets SIGKILL
  and never comes back.

At the end every match is over, both homes of each table agree point by point, nobody missed a
call, no number was signed twice, and whatever a server acknowledged is read back from it (from the
two that are left).

Six tables on two busy cores (a load of 5): 14 kills in 29 s, longest silence 10 s; a minute away,
63 s in all, silence 61 s; the disk full for 15 s, silence 17 s; one of three killed for good, 10 s
in all, silence 6 s. Each time all 480 acknowledged entries were read back, and nobody missed a
call.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import nats

from game.net.entries import Entry
from game.net.fold import TableStage
from game.net.home import Home, KeptCard
from game.net.host import HostedServer, find_server, write_configuration
from game.net.keys import Card, new_secret
from game.net.playing import Playing, join_table, start_table
from game.net.server import ServerTransport, make_bucket
from game.rules.ruleset import Ruleset
from tests.net.worlds import RandomEngines, forks_of

RULES = Ruleset.parse("classic free single none")
PATIENCE = 400.0


@dataclass
class Seat:
    """One home at one table: its thread, what its server acknowledged, and the longest wait."""

    playing: Playing
    road: ServerTransport
    held: set[bytes] = field(default_factory=set)
    troubles: int = 0
    longest: float = 0.0

    def run(self, end: threading.Event, pause: float) -> None:
        last = time.monotonic()
        while not end.is_set():
            try:
                step = self.playing.step(int(time.time()))
            except OSError:
                self.troubles += 1
                self.road.wait(0.2)
                continue
            # What was sent without an error is acknowledged.
            self.held.update(entry.hash for entry in self.playing.kept.log)
            now = time.monotonic()
            if step.came or step.said:
                self.longest = max(self.longest, now - last)
                last = now
            table = self.playing.table
            if table is not None and table.stage is TableStage.OVER:
                return
            self.road.wait(pause)


class Load:
    """So many tables, played in threads."""

    def __init__(self, folder: Path, url: str, tables: int, pause: float) -> None:
        self.url = url
        self.seats: list[Seat] = []
        self.pairs: list[tuple[Seat, Seat]] = []
        for number in range(tables):
            house = [KeptCard(Card(b""), "House", "random")]
            kept = start_table(Home(folder / f"{number}a"), RULES, 2, 3_600, house, url)
            invitation = kept.seating.invitation
            guest = KeptCard(Card(new_secret()), "Guest", "random")
            other = join_table(Home(folder / f"{number}b"), invitation, guest)
            pair = []
            for one in (kept, other):
                road = ServerTransport(url, invitation)
                pair.append(Seat(Playing(one, RandomEngines(), (road,)), road))
            self.seats += pair
            self.pairs.append((pair[0], pair[1]))
        self.end = threading.Event()
        self.threads = [
            threading.Thread(target=seat.run, args=(self.end, pause), daemon=True)
            for seat in self.seats
        ]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    @property
    def calls(self) -> int:
        """Calls closed or open at all tables together."""
        tables = [a.playing.table for a, _ in self.pairs]
        return sum(table.calls for table in tables if table is not None)

    def wait_for_calls(self, calls: int) -> None:
        end = time.monotonic() + PATIENCE
        while self.calls < calls:
            assert time.monotonic() < end, f"{self.calls} of {calls} calls"
            time.sleep(0.05)

    def finish(self) -> None:
        end = time.monotonic() + PATIENCE
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))
        self.end.set()
        for a, b in self.pairs:
            assert a.playing.table is not None
            assert a.playing.table.stage is TableStage.OVER, "a match did not end"
            assert a.playing.table == b.playing.table, "two homes disagree"
            assert a.playing.table.missed == ()
            assert forks_of(a.playing.kept.log) == ()

    def read_back(self, url: str) -> int:
        """Every acknowledged entry, read from the server anew; how many there are."""
        count = 0
        for pair in self.pairs:
            acknowledged = pair[0].held | pair[1].held
            road = ServerTransport(url, pair[0].playing.kept.seating.invitation)
            try:
                found: set[bytes] = set()
                end = time.monotonic() + 30
                while not acknowledged <= found and time.monotonic() < end:
                    entries: tuple[Entry, ...] = road.receive()[0]
                    found.update(entry.hash for entry in entries)
                    road.wait(0.1)
            finally:
                road.close()
            assert acknowledged <= found, f"{len(acknowledged - found)} acknowledged are lost"
            count += len(acknowledged)
        return count

    def close(self) -> None:
        for seat in self.seats:
            seat.road.close()


def kill(folder: Path, load: Load, server: HostedServer, times: int) -> int:
    """Kill the server under load; how often."""
    goal = load.calls + 2
    for done in range(times):
        load.wait_for_calls(goal)
        server.kill()
        server.start()
        goal = load.calls + len(load.pairs)
        if goal >= 19 * len(load.pairs):
            return done + 1
    return times


def away(load: Load, server: HostedServer, seconds: float) -> int:
    """Let the server be gone for a while in the middle."""
    load.wait_for_calls(5 * len(load.pairs))
    server.kill()
    time.sleep(seconds)
    server.start()
    return 1


def disk(folder: Path, load: Load, server: HostedServer, seconds: float) -> int:
    """Let the store take nothing more for a while."""
    load.wait_for_calls(5 * len(load.pairs))
    configuration = folder / "server" / "server.conf"
    plain = configuration.read_text()
    used = sum(path.stat().st_size for path in (folder / "server").rglob("*.blk"))
    limit = f"max_file_store: {used + 4_096}"
    server.stop()
    configuration.write_text(re.sub(r"max_file_store: \w+", limit, plain))
    server.start()
    time.sleep(seconds)
    assert load.calls < 19 * len(load.pairs), "the limit stopped nobody"
    server.stop()
    configuration.write_text(plain)
    server.start()
    return 1


@dataclass
class Node:
    """One server of a cluster."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"


def start_cluster(folder: Path, first: int) -> list[Node]:
    """Three servers that keep three copies, and their bucket."""
    program = find_server()
    assert program is not None
    routes = json.dumps([f"nats://127.0.0.1:{first + 10 + i}" for i in range(3)])
    nodes: list[Node] = []
    for i in range(3):
        place = folder / f"node{i}"
        place.mkdir()
        more = (
            f'server_name: "node{i}"\n'
            f'cluster {{ name: club, listen: "127.0.0.1:{first + 10 + i}", routes: {routes} }}\n'
        )
        path = write_configuration(place, "127.0.0.1", first + i, "keeper", more=more)
        with (place / "log").open("wb") as log:
            process = subprocess.Popen([str(program), "-c", str(path)], stdout=log, stderr=log)
        nodes.append(Node(first + i, process))

    async def make() -> None:
        client = await nats.connect(
            nodes[0].url, user="keeper", password="keeper", error_cb=_ignore,
            allow_reconnect=False, connect_timeout=1,
        )  # fmt: skip
        try:
            await make_bucket(client, copies=3)
        finally:
            await client.close()

    end = time.monotonic() + 60
    while True:
        try:
            asyncio.run(make())
            return nodes
        except Exception:
            assert time.monotonic() < end, "the cluster did not form"
            time.sleep(0.5)


async def _ignore(error: Exception) -> None:
    """The library would print what it tries again."""


def report(name: str, load: Load, url: str, started: float, did: str) -> str:
    seconds = time.monotonic() - started
    kept = load.read_back(url)
    longest = max(seat.longest for seat in load.seats)
    troubles = sum(seat.troubles for seat in load.seats)
    return (
        f"{name}: {did}; {len(load.pairs)} matches over and alike in {seconds:.0f} s, {kept} "
        f"acknowledged entries all read back, longest silence {longest:.1f} s, "
        f"{troubles} troubles told"
    )


def main() -> None:
    """Do what is asked to servers under load."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("kill", "away", "disk", "cluster"))
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds a home waits each step")
    parser.add_argument("--port", type=int, default=24_222)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        started = time.monotonic()
        if options.what == "cluster":
            nodes = start_cluster(folder, options.port)
            try:
                load = Load(folder, nodes[0].url, options.tables, options.pause)
                load.start()
                load.wait_for_calls(6 * options.tables)
                nodes[0].process.send_signal(signal.SIGKILL)
                load.finish()
                did = "one of three killed in the middle"
                print(report("cluster", load, nodes[1].url, started, did))
                load.close()
            finally:
                for node in nodes:
                    node.process.kill()
                    node.process.wait()
            return
        server = HostedServer(folder / "server")
        try:
            load = Load(folder, server.url, options.tables, options.pause)
            load.start()
            acts: dict[str, Callable[[], int]] = {
                "kill": lambda: kill(folder, load, server, options.times),
                "away": lambda: away(load, server, options.seconds),
                "disk": lambda: disk(folder, load, server, min(15.0, options.seconds)),
            }
            times = acts[options.what]()
            load.finish()
            did = f"done {times} times"
            print(report(options.what, load, server.url, started, did))
            load.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
