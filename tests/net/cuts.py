"""An hour of bad lines: `python -m tests.net.cuts --minutes 60`.

Four homes, a computer in each, play match after match by one server, each through a proxy of its
own that holds every piece back for up to half a second, cuts connections after 2 to 30 seconds, and
takes no new ones for up to 3. TCP keeps the pieces of a connection in order: what is reordered is
what different homes and connections say.

At the end of each match all four homes agree point by point, nothing was signed twice, and nobody
missed a call.

An hour on two busy cores (a load of 5 to 15): 190 matches, 1,218 cuts, 2,198 connections refused,
16,768 pieces held back; the longest silence was 14 s, and nothing was lost, forked or missed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from game.net.fold import TableStage
from game.net.home import Home, KeptCard
from game.net.host import HostedServer
from game.net.keys import Card, new_secret
from game.net.playing import Playing, join_table, start_table
from game.net.server import ServerTransport
from game.rules.ruleset import Ruleset
from tests.net.trouble import Seat
from tests.net.worlds import RandomEngines, forks_of, record_text

RULES = Ruleset.parse("classic free mail none bonus=call")
HOMES = 4
PATIENCE = 600.0


class BadLine:
    """A proxy to a server, which delays and cuts; `counts` says how often it did what."""

    def __init__(self, port: int, seed: int, counts: Counter[str]) -> None:
        self._target, self._random, self._counts = port, Random(seed), counts
        self._loop = asyncio.new_event_loop()
        self._deaf_until = 0.0
        self.port = 0
        is_up = threading.Event()
        threading.Thread(target=self._run, args=(is_up,), daemon=True).start()
        assert is_up.wait(10)

    def _run(self, is_up: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        is_up.set()
        self._loop.run_forever()

    async def _serve(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if time.monotonic() < self._deaf_until:
            self._counts["refused"] += 1
            back.close()
            return
        far, on = await asyncio.open_connection("127.0.0.1", self._target)
        self._counts["connections"] += 1
        with contextlib.suppress(asyncio.TimeoutError, OSError):
            ways = asyncio.gather(self._carry(near, on), self._carry(far, back))
            await asyncio.wait_for(ways, self._random.uniform(2, 30))
        self._counts["cuts"] += 1
        self._deaf_until = time.monotonic() + self._random.uniform(0, 3)
        for writer in (back, on):
            writer.transport.abort()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while piece := await source.read(65_536):
            if self._random.random() < 0.3:
                self._counts["delays"] += 1
                await asyncio.sleep(self._random.uniform(0, 0.5))
            sink.write(piece)
            await sink.drain()
        raise OSError


def play_match(folder: Path, url: str, lines: list[BadLine], counts: Counter[str]) -> None:
    """Play one match of four homes and compare them. Raises `AssertionError`."""
    house = [KeptCard(Card(b""), "House", "random")]
    kept = [start_table(Home(folder / "0"), RULES, HOMES, 3_600, house, url)]
    invitation = kept[0].seating.invitation
    for number in range(1, HOMES):
        guest = KeptCard(Card(new_secret()), f"Guest {number}", "random")
        kept.append(join_table(Home(folder / str(number)), invitation, guest))
    seats = []
    for one, line in zip(kept, lines, strict=True):
        road = ServerTransport(f"nats://127.0.0.1:{line.port}", invitation)
        seats.append(Seat(Playing(one, RandomEngines(), (road,)), road))
    end = threading.Event()
    threads = [threading.Thread(target=s.run, args=(end, 0.1), daemon=True) for s in seats]
    for thread in threads:
        thread.start()
    until = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    end.set()
    for seat in seats:
        seat.road.close()
    table = seats[0].playing.table
    assert table is not None
    assert table.stage is TableStage.OVER, "a match did not end"
    assert table.missed == ()
    for seat in seats:
        assert record_text(seat.playing.table) == record_text(table), "two homes disagree"
        assert forks_of(seat.playing.kept.log) == ()
        assert not seat.playing.reading.refused
        counts["troubles told"] += seat.troubles
    counts["matches"] += 1
    counts["longest silence"] = max(counts["longest silence"], *(round(s.longest) for s in seats))


def main() -> None:
    """Play as long as asked and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        server = HostedServer(Path(name) / "server")
        try:
            port = urlsplit(server.url).port or 0
            lines = [BadLine(port, options.seed * 10 + n, counts) for n in range(HOMES)]
            while time.monotonic() - start < 60 * options.minutes:
                play_match(Path(name) / str(counts["matches"]), server.url, lines, counts)
                print(f"{dict(counts)} in {time.monotonic() - start:.0f} s", flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
