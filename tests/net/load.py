"""How much one server carries: `python -m tests.net.load --tables 1,2,5,10,20 --seconds 20`.

Live tables of four random computers, each seat a connection of its own. A placement's delay is the
time from its being signed to its being kept in the last of the four homes. Every number of tables
is one line: placements a second, the delays' median and the 99th of 100, bytes and messages that a
placement costs the server. Clients and server share the machine, so the clients' own work counts.

Once on two cores that others kept busy (a load of 8): 1 table 78 placements/s, median 21 ms, 99 of
100 within 63 ms; 4 tables 102 placements/s, 65 ms, 167 ms; 1,550 bytes a placement with its share
of calls and closes. One process plays all seats here: it is full before the server is.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from game.net.entries import Answer, Entry
from game.net.fold import Stage
from game.net.home import Home, KeptCard
from game.net.host import HostedServer
from game.net.keys import Card, new_secret
from game.net.playing import Playing, join_table, start_table
from game.net.server import ServerRoad
from game.rules.ruleset import Ruleset
from tests.net.worlds import RandomEngines

RULES = Ruleset.parse("classic free single none rounds=50")
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
    time.sleep(seconds)
    with delays.lock:
        found = sorted(delays.seconds)
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
        f"{1000 * median(found):6.0f} ms  99 of 100 {1000 * late:6.0f} ms  {each:6.0f} bytes each"
    )


def main() -> None:
    """Measure each number of tables asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="1,2,5,10,20")
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    for tables in map(int, options.tables.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            print(measure(Path(folder), tables, options.seconds), flush=True)


if __name__ == "__main__":
    main()
