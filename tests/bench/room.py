"""A room's answers: alone, in a crowd, beside a flood, and in five programs at once (in seconds).

Bars: address to seat 1, tap to answer p95 0.1 (five programs 0.2), beside a flood twice that of
phones alone; one thread more. Phones are lines without a browser, whose players think for a while.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from typing import Final

from game.locale import Language
from game.net.phones import PhoneServer
from game.page.phone import phone_page
from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom
from game.play.table_game import Phase
from tests.net.phones import Flood, PhonePlayer, begin, running

PHONES: Final = 6
CROWD: Final = 24
FLOODS: Final = 3
PROGRAMS: Final = 5
THINKS: Final = 0.3
LOOP: Final = 1 / 60
"""Seconds in which the window's loop looks at its room where nothing wakes it."""


def main() -> None:
    """Print the figures of each company, then of several programs at once."""
    alone = _play("six phones alone")
    _play(f"beside {CROWD} lines that ask in", [0.5] * CROWD)
    flooded = _play("beside a flood", [0.0] * FLOODS)
    print(f"beside a flood {flooded / alone:.1f} times the p95 of phones alone")
    command = [sys.executable, "-c", "from tests.bench.room import _play; _play('one of five')"]
    programs = [subprocess.Popen(command) for _ in range(PROGRAMS)]
    assert {program.wait() for program in programs} == {0}


def _play(name: str, pauses: list[float] | None = None) -> float:
    """Play a match, and print what its phones waited; return the p95 of their answers."""
    woken, threads = threading.Event(), threading.active_count()
    page = phone_page(Language.ENGLISH)
    server = PhoneServer(page, listen="127.0.0.1", wake=woken.set)
    room = PhoneRoom(server, tables_of)
    more, url = threading.active_count() - threads, f"ws://127.0.0.1:{server.port}/socket"
    opened = time.perf_counter()
    line = http.client.HTTPConnection("127.0.0.1", server.port)
    line.request("GET", f"/{room.code}")
    assert line.getresponse().read() == page
    players = [PhonePlayer(url, f"P{i}", room.code, thinks=THINKS) for i in range(PHONES)]
    floods = [Flood(url, pause) for pause in pauses or ()]
    made: dict[str, float] = {}

    def look() -> None:
        woken.wait(LOOP)
        woken.clear()
        room.poll()

    with running(players):
        while len(room.guests) < PHONES:
            look()
        seated = time.perf_counter() - opened
        with running(floods):
            game = begin(room)
            assert room.seats is not None
            while not game.match.is_complete:
                look()
                if game.phase() is Phase.CALL:
                    game.call_next()
                    made[room.seats.at()] = time.perf_counter()
            for flood in floods:
                flood.stop()
            room.poll()
    room.close()
    shown = [one.called[at] - when for one in players for at, when in made.items()]
    answers = [seconds for one in players for seconds in one.answers]
    (p50, p95), (_, call) = map(_spread, (answers, shown))
    print(
        f"{name}: {len(answers)} answers, p50 {p50:.3f}, p95 {p95:.3f};"
        f" call to state p95 {call:.3f}; all {PHONES} seated after {seated:.3f}; {more} thread",
        flush=True,
    )
    return p95


def _spread(seconds: list[float]) -> tuple[float, float]:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]


if __name__ == "__main__":
    main()
