"""How much one server carries: `python -m tests.net.load --tables 100,200,400,800 --seconds 30`.

Live tables of four, each seat a connection and a consumer of its own, each player taking three
seconds in the mean (`--think`): a table makes about 0.83 placements a second, since a call waits
for its slowest. They are played on the wire (`tests.net.wire`), by `--processes`, so that the
server and not the players is measured. A placement's delay is the time from its being sent to its
being heard by the last of the four. One line a number of tables: placements a second, the delays'
median and the 99th of 100, the server's processor time and memory, what the disk syncs, and how
late the generator itself is: where that comes near the delays, it is the limit and not the server.

`--homes` plays whole homes in threads, which take no time to think and do all the work of a home,
its disk included. `--league 1 --tables 1000` plays tables of four at the league's pace: every home
connects, reads, says what it has to say and leaves, before and after the call.

What a placement costs: 1,560 bytes, 1.5 writes, each acknowledged once it is synced; the server
1.3 ms of processor time with its share of calls and closes, 2 where both cores are busy; a home 2
ms (6 to 9 for all four), its own sync apart; the generator 0.4 to 0.7 ms.

One server with its players on two quiet cores: 100 tables 86 placements/s, median 1.5 ms, 99 of
100 within 8 ms; 200 tables 166/s, 1.7 and 30 ms; 400 tables 331/s, 1.7 and 21 ms; 500 tables
412/s, 4.3 and 145 ms; 600 tables 483/s, 16 and 845 ms; 800 tables 363/s, 0.8 and 3.4 s. So some 500
live tables are seen by everybody within 250 ms. What breaks first there is the processor: from 600
on server and players want more than both cores. The disk would sync 9,000 writes a second, one
after another, of 725; where a sync takes 8 ms it is the disk, at 100 tables (99 of 100 within 154
ms, with eight others at work). Next is memory, 0.2 MB a home. Servers from 2.15 on keep 1,000
consumers a stream unless told otherwise, 250 tables: the bucket says 10,000.

At the league's pace 1,000 tables made 8,000 visits in 73 s, a call of three days; the server used
30 s of processor time and 106 MB, stored 8.4 MB: 701 bytes, 0.83 writes, 2.5 ms a placement.

A hundred times that, 100,000 tables of four, two tiles each in three days, is 3 placements and 2.6
writes a second, 190 MB a day and under 1 % of a core: one server carries it, and a cluster of
three writes each three times, for who cannot wait for it to come back. A hundred times five hundred
live tables, 41,000 placements/s, is 62,000 synced writes a second, 82 cores and 40 GB of memory: by
processor some eighty servers of one core that share the tables out by road, by 9,000 syncs a server
seven, each a cluster of three if it must not stop.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from game.net.entries import Answer, Entry
from game.net.fold import Reading, TableStage
from game.net.home import Home, KeptCard, KeptTable
from game.net.host import HostedServer
from game.net.keys import Card, new_secret
from game.net.playing import Playing, join_table, start_table
from game.net.server import ServerTransport
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


def play_seat(
    playing: Playing, road: ServerTransport, delays: Delays, end: threading.Event
) -> None:
    """One home plays until it is told to stop."""
    while not end.is_set():
        try:
            step = playing.step(int(time.time()))
        except OSError:
            continue
        delays.note(step.said, step.came)
        if playing.table is not None and playing.table.stage is TableStage.OVER:
            return
        if not (step.said or step.came):
            road.wait(0.5)
    road.close()


def measure(folder: Path, tables: int, think: float, seconds: float, processes: int) -> str:
    """So many live tables for so long, on the wire; a line of figures."""
    server = HostedServer(folder / "server")
    pid = int((server.folder / "server.pid").read_text())
    warm = max(5.0, 2 * think)
    each = [tables // processes + (i < tables % processes) for i in range(processes)]
    players = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.net.wire",
                server.url,
                *map(str, (n, think, warm, seconds)),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in each
        if n
    ]
    found: list[dict[str, Any]] = []
    for player in players:
        assert player.stdout is not None
        assert player.stdout.readline() == "go\n", "it did not begin"
    busy = processor_seconds(pid)
    for player in players:
        assert player.stdout is not None
        found.append(json.loads(player.stdout.readline()))
        player.wait()
    used = processor_seconds(pid) - busy
    memory = int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])
    server.stop()
    syncs = syncs_a_second(folder)
    delays = sorted(delay for one in found for delay in one["delays"])
    late = sorted(delay for one in found for delay in one["late"])
    errors = sum((Counter(one["errors"]) for one in found), Counter())
    if not delays:
        return f"{tables:5} tables: nothing arrived, {dict(errors)}"
    made = 1000 * sum(one["used"] for one in found) / len(delays)
    return (
        f"{tables:5} tables {len(delays) / seconds:7.1f} placements/s  median "
        f"{1000 * median(delays):6.1f} ms  99 of 100 {1000 * share(delays, 0.99):6.0f} ms  server "
        f"{1000 * used / len(delays):.2f} ms a placement, {used / seconds:.2f} cores, "
        f"{memory / 1024:.0f} MB, {syncs:.0f} syncs/s one by one  generator "
        f"{made:.2f} ms, 99 of 100 late by {1000 * share(late, 0.99):.0f} ms  errors {dict(errors)}"
    )


def syncs_a_second(folder: Path) -> float:
    """How many small writes one after another this disk can promise."""
    with (folder / "synced").open("wb") as file:
        started = time.monotonic()
        for _ in range(100):
            file.write(bytes(1_000))
            file.flush()
            os.fsync(file.fileno())
        return 100 / (time.monotonic() - started)


def share(values: list[float], part: float) -> float:
    """The value that so many of the sorted ones do not exceed."""
    return values[min(len(values) - 1, int(len(values) * part))]


def measure_homes(folder: Path, tables: int, seconds: float) -> str:
    """So many live tables of whole homes in threads, as fast as they can; a line of figures."""
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
            road = ServerTransport(server.url, invitation)
            playing = Playing(seat_kept, RandomEngines(), (road,))
            arguments = (playing, road, delays, end)
            threads.append(threading.Thread(target=play_seat, args=arguments, daemon=True))
    random.shuffle(threads)
    for thread in threads:
        thread.start()
    time.sleep(min(5.0, seconds / 4))
    with delays.lock:
        delays.seconds.clear()
    busy, own = processor_seconds(pid), time.process_time()
    time.sleep(seconds)
    with delays.lock:
        found = sorted(delays.seconds)
    used, own = processor_seconds(pid) - busy, time.process_time() - own
    end.set()
    for thread in threads:
        thread.join(15)
    server.stop()
    stored = sum(path.stat().st_size for path in server.folder.rglob("*.blk"))
    if not found:
        return f"{tables:5} tables: nothing arrived"
    late = share(found, 0.99)
    each = stored / max(1, len(delays.signed))
    return (
        f"{tables:5} tables {len(found) / seconds:8.1f} placements/s  median "
        f"{1000 * median(found):6.0f} ms  99 of 100 {1000 * late:6.0f} ms  {each:6.0f} bytes each, "
        f"{1000 * used / len(found):.2f} ms of the server's processor time, "
        f"{1000 * own / len(found):.2f} ms of the four homes'"
    )


def visit(kept: KeptTable, url: str) -> int:
    """One home looks once, says what it has to say, and leaves; how many entries it said."""
    road = ServerTransport(url, kept.seating.invitation)
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
    parser.add_argument("--tables", default="50,100,200,400,800")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--think", type=float, default=3.0, help="seconds a player takes, in the mean"
    )
    parser.add_argument("--processes", type=int, default=1, help="that play the tables")
    parser.add_argument("--homes", action="store_true", help="whole homes, which take no time")
    parser.add_argument("--league", type=int, metavar="CALLS", help="calls at the league's pace")
    parser.add_argument("--workers", type=int, default=8)
    options = parser.parse_args()
    for tables in map(int, options.tables.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            if options.league is not None:
                line = measure_league(Path(folder), tables, options.league, options.workers)
            elif options.homes:
                line = measure_homes(Path(folder), tables, options.seconds)
            else:
                line = measure(
                    Path(folder), tables, options.think, options.seconds, options.processes
                )
            print(line, flush=True)


if __name__ == "__main__":
    main()
