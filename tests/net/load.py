"""How much one server carries: `python -m tests.net.load --tables 1,2,5,10,20 --seconds 20`.

Live tables of four random computers, each seat a connection of its own. A placement's delay is the
time from its being signed to its being kept in the last of the four homes. Every number of tables
is one line: placements a second, the delays' median and the 99th of 100, bytes and messages that a
placement costs the server. Clients and server share the machine, so the clients' own work counts.

`--tables 1000 --league 1` plays tables of four at the league's pace: every home connects, reads,
says what it has to say and leaves, before and after the call.

On two cores that others kept very busy (a load of 5 to 11), so these are floors: live, 1 table 41
to 78 placements/s, 99 of 100 within 63 to 194 ms; 2 tables 44/s, 335 ms; 4 tables 42 to 102/s, 167
to 473 ms; 8 tables 96/s, 350 to 465 ms; 16 tables 99/s, 674 ms. What breaks first is the one
process that plays all seats, at about 100 placements/s: the server used 0.6 to 0.8 ms of its
processor for a placement, 6 % of a core. 1,560 bytes and 1.5 writes a placement with its share of
calls and closes. At the league's pace 1,000 tables made 8,000 visits in 197 s, a call of three
days; the server used 34 s of processor time and 82 MB, stored 8.4 MB: 701 bytes, 0.83 writes, 2.8
ms a placement.

A hundred times that, 100,000 tables of four, two tiles each in three days, is 3 placements and 2.6
writes a second, 190 MB a day and under 1 % of a core: one server carries it, and a cluster of
three writes each three times, for who cannot wait for it to come back. A hundred times the live
figure, 10,000 placements/s, is 15,000 synced writes a second and 6 to 8 cores: by the 2,300 to
7,800 that one server was measured to sync, three to seven servers that share the tables out by
road, each of them a cluster of three if it must not stop.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from game.net.entries import Answer, Entry
from game.net.fold import Reading, Stage
from game.net.home import Home, KeptCard, KeptTable
from game.net.host import HostedServer
from game.net.keys import Card, new_secret
from game.net.playing import Playing, join_table, start_table
from game.net.server import ServerRoad
from game.rules.ruleset import Ruleset
from tests.net.worlds import RandomEngines

RULES = Ruleset.parse("classic free single none rounds=50")
LEAGUE = Ruleset.parse("classic free mail none bonus=call")
SEATS = 4


@dataclass
class Delays:
    """When each answer was signed, and in how many homes it has arrived."""

    signed: dict[bytes, float] = field(default_factory=dict)
    arrived: dict[bytes, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, said: list[Entry], came: list[Entry]) -> None:
        """What one home said and took in just now."""
        now = time.monotonic()
        with self.lock:
            for entry in said:
                if isinstance(entry.body, Answer):
                    self.signed[entry.hash] = now
            for entry in came:
                if isinstance(entry.body, Answer):
                    self.arrived[entry.hash] = self.arrived.get(entry.hash, 0) + 1
                    if self.arrived[entry.hash] == SEATS - 1 and entry.hash in self.signed:
                        self.seconds.append(now - self.signed[entry.hash])


def play_seat(playing: Playing, road: ServerRoad, delays: Delays, end: threading.Event) -> None:
    """One home plays until it is told to stop."""
    while not end.is_set():
        try:
            step = playing.step(int(time.time()))
        except OSError:
            continue
        delays.note(step.said, step.came)
        if playing.table is not None and playing.table.stage is Stage.OVER:
            return
        if step.is_idle:
            road.wait(0.5)
    road.close()


def measure(folder: Path, tables: int, seconds: float) -> str:
    """So many live tables for so long; a line of figures."""
    server = HostedServer(folder / "server")
    pid = int((server.folder / "server.pid").read_text())
    delays, end = Delays(), threading.Event()
    threads: list[threading.Thread] = []
    for number in range(tables):
        homes = [Home(folder / f"{number}-{seat}") for seat in range(SEATS)]
        house = [KeptCard(Card(b""), "House", "random")]
        kept = start_table(homes[0], RULES, SEATS, 3_600, house, server.url)
        invitation = kept.seating.invitation
        seats = [kept]
        for seat, home in enumerate(homes[1:]):
            joining = KeptCard(Card(new_secret()), f"Guest {seat}", "random")
            seats.append(join_table(home, invitation, joining))
        for seat_kept in seats:
            road = ServerRoad(server.url, invitation)
            playing = Playing(seat_kept, RandomEngines(), (road,))
            arguments = (playing, road, delays, end)
            threads.append(threading.Thread(target=play_seat, args=arguments, daemon=True))
    random.shuffle(threads)
    for thread in threads:
        thread.start()
    time.sleep(min(5.0, seconds / 4))
    with delays.lock:
        delays.seconds.clear()
    busy = processor_seconds(pid)
    time.sleep(seconds)
    with delays.lock:
        found = sorted(delays.seconds)
    used = processor_seconds(pid) - busy
    end.set()
    for thread in threads:
        thread.join(15)
    server.stop()
    stored = sum(path.stat().st_size for path in server.folder.rglob("*.blk"))
    if not found:
        return f"{tables:5} tables: nothing arrived"
    late = found[min(len(found) - 1, int(len(found) * 0.99))]
    each = stored / max(1, len(delays.signed))
    return (
        f"{tables:5} tables {len(found) / seconds:8.1f} placements/s  median "
        f"{1000 * median(found):6.0f} ms  99 of 100 {1000 * late:6.0f} ms  {each:6.0f} bytes each, "
        f"{1000 * used / len(found):.2f} ms of the server's processor time"
    )


def visit(kept: KeptTable, url: str) -> int:
    """One home looks once, says what it has to say, and leaves; how many entries it said."""
    road = ServerRoad(url, kept.seating.invitation)
    try:
        return len(Playing(kept, RandomEngines(), (road,)).step(int(time.time())).said)
    finally:
        road.close()


def processor_seconds(pid: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_league(folder: Path, tables: int, calls: int, workers: int) -> str:
    """So many tables of four at the league's pace: every home looks in once a call."""
    server = HostedServer(folder / "server")
    seats: list[list[KeptTable]] = []
    for number in range(tables):
        homes = [Home(folder / f"{number}-{seat}") for seat in range(SEATS)]
        house = [KeptCard(Card(b""), "House", "random")]
        kept = start_table(homes[0], LEAGUE, SEATS, 259_200, house, server.url)
        row = [kept]
        for seat, home in enumerate(homes[1:]):
            joining = KeptCard(Card(new_secret()), f"Guest {seat}", "random")
            row.append(join_table(home, kept.seating.invitation, joining))
        seats.append(row)
    pid = int((server.folder / "server.pid").read_text())
    started, busy = time.monotonic(), processor_seconds(pid)
    visits = said = 0
    with ThreadPoolExecutor(workers) as pool:
        # The house's answers come first, so its home looks in before and after the others.
        for phase in range(2 * calls + 2):
            some = (0,) if phase % 2 == 0 else (1, 2, 3)
            wanted = [row[seat] for row in seats for seat in some]
            said += sum(pool.map(partial(visit, url=server.url), wanted))
            visits += len(wanted)
    seconds, used = time.monotonic() - started, processor_seconds(pid) - busy
    memory = int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])
    server.stop()
    stored = sum(path.stat().st_size for path in server.folder.rglob("*.blk"))
    # In each call the four place two tiles each, three in the first.
    placements = tables * SEATS * (2 * calls + 1)
    closed = sum(Reading(row[0].log).table.calls >= calls for row in seats)  # type: ignore[union-attr]
    return (
        f"{tables} tables at the league's pace, {closed} of them {calls} calls on: {visits} visits "
        f"in {seconds:.0f} s ({visits / seconds:.0f} a second), {said} entries; server: "
        f"{used:.1f} s of processor time, {memory / 1024:.0f} MB at most, {stored / 1e6:.1f} MB "
        f"stored; a placement: {stored / placements:.0f} bytes, {said / placements:.2f} writes, "
        f"{1000 * used / placements:.2f} ms of the server's processor time"
    )


def main() -> None:
    """Measure each number of tables asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="1,2,5,10,20")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--league", type=int, metavar="CALLS", help="calls at the league's pace")
    parser.add_argument("--workers", type=int, default=8)
    options = parser.parse_args()
    if options.league is not None:
        for tables in map(int, options.tables.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                line = measure_league(Path(folder), tables, options.league, options.workers)
                print(line, flush=True)
        return
    for tables in map(int, options.tables.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            print(measure(Path(folder), tables, options.seconds), flush=True)


if __name__ == "__main__":
    main()
