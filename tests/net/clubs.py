"""A club under load and in trouble: `python -m tests.net.clubs kill --tables 40 --times 20`.

Tables of two guests and a computer of the club are led by it:

- `kill`: the club's program gets SIGKILL, with its server, and is started anew;
- `server`: the server gets SIGKILL;
- `pause`: the club's program is stopped for twelve seconds, and goes on;
- `lines`: nobody is killed, but every guest's connection holds pieces back for up to half a second,
  and is cut after 2 to 20 seconds.

At the end every match is over, both guests and a reader that comes fresh from the server have the
same journal, which `tests.net.reader` finds right by the rules alone; nobody missed a call, nothing
a guest was told is lost, and fences only grew. Matches have as many rounds as the kills need.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from game.bots.players.local_engines import LocalEngines
from game.net.at_club import open_at_club
from game.net.events import read_line
from game.net.guest import Guest
from game.net.invitations import Invitation
from game.net.journal import Journal
from game.net.keys import new_secret
from game.net.live import ServerTransport
from game.net.store import OwnSeat, Seating, TableStore
from game.net.table import Table
from game.net.tables import open_transport
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from tests.net.reader import read_journal

RULES = Ruleset.parse("classic free single none")
PATIENCE = 300.0
"""Seconds for one thing that must happen; guests wait for ever."""
COMMAND = [sys.executable, "-m", "game", "club"]


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start_club(folder: Path, port: int, *words: str) -> subprocess.Popen[str]:
    """Start a club, and wait until it says that it runs."""
    env = {**os.environ, "TAKE_IT_EASY_HOME": str(folder.parent / "home"), "LC_ALL": "C.UTF-8"}
    club = subprocess.Popen(
        [*COMMAND, "--listen", f"127.0.0.1:{port}",
         "--data", str(folder), *words],
        env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert club.stderr is not None
    line = club.stderr.readline()
    assert "Ctrl+C" in line or "certificate" in line, line
    return club


def end_club(club: subprocess.Popen[str]) -> str:
    """End it as Ctrl+C does; what it said on its standard error."""
    club.send_signal(signal.SIGINT)
    _, err = club.communicate(timeout=60)
    assert "Traceback" not in err, err
    return err


@dataclass
class Player:
    """One guest at one table, played by its thread; `longest` is its longest silence in seconds."""

    guest: Guest
    transport: ServerTransport
    troubles: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    pause: float = 0.0
    thread: threading.Thread | None = None

    def start(self) -> None:
        self.thread = threading.Thread(target=self._play, daemon=True)
        self.thread.start()

    @property
    def is_done(self) -> bool:
        table = self.guest.table
        return table is not None and bool(table.seed)

    def _play(self) -> None:
        last = time.monotonic()
        while not self.is_done:
            try:
                has_news = self.guest.step(time.time())
            except OSError as error:
                self.troubles[str(getattr(error, "trouble", error))] += 1
                time.sleep(0.2)
                continue
            if has_news:
                self.longest = max(self.longest, time.monotonic() - last)
                last = time.monotonic()
                time.sleep(self.pause)
            else:
                self.transport.wait(0.5)


class BadLine:
    """A proxy to a server, which delays pieces and cuts connections; `cuts` counts them."""

    def __init__(self, port: int) -> None:
        self.cuts = 0
        self._target, self._random = port, Random(1)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            near, _ = self._listener.accept()
            far = socket.create_connection(("127.0.0.1", self._target))
            for one in (near, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Timer(self._random.uniform(2, 20), self._cut, (near, far)).start()
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _cut(self, *ends: socket.socket) -> None:
        self.cuts += 1
        for one in ends:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65_536):
                if self._random.random() < 0.3:
                    time.sleep(self._random.uniform(0, 0.5))
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_RDWR)


def sit_down(folder: Path, invitation: Invitation, name: str, pause: float = 0.0) -> Player:
    """A computer that asks for a seat under that name, as a guest of its own."""
    seating = Seating(invitation, (OwnSeat(new_secret(), name, "random"),))
    stored = TableStore(folder / name).keep(seating)
    transport = open_transport(seating)
    assert isinstance(transport, ServerTransport)
    return Player(Guest(stored, LocalEngines(), transport), transport, pause=pause)


def open_tables(
    folder: Path, url: str, count: int, pause: float = 0.0, by: str = "", rules: Ruleset = RULES
) -> list[list[Player]]:
    """Have a club open so many tables of two guests and a computer, and seat the guests.

    They come by the port `by` instead of the club's.
    """
    tables = []
    for number in range(count):
        invitation = open_at_club(url, rules, 3, 3_600, [("Club", "random")])
        if by:
            address = f"{invitation.url.rpartition(':')[0]}:{by}"
            invitation = replace(invitation, url=address)
        players = [sit_down(folder / str(number), invitation, n, pause) for n in ("Ann", "Ben")]
        tables.append(players)
        for player in players:
            player.start()
    return tables


def calls_of(tables: Sequence[Sequence[Player]]) -> int:
    """The calls of all tables together."""
    known = (players[0].guest.table for players in tables)
    return sum(0 if table is None else table.calls for table in known)


def check_tables(tables: Sequence[Sequence[Player]]) -> int:
    """Wait for the end and compare everybody's journals; how many fences wrote them."""
    fences = 0
    for players in tables:
        for player in players:
            assert player.thread is not None
            player.thread.join(PATIENCE)
            assert player.is_done, (player.troubles, len(player.guest.journal))
            player.transport.close()
        invitation = players[0].guest.stored.seating.invitation
        lines: Sequence[str] = ()
        end = time.monotonic() + PATIENCE
        while len(lines) < len(players[0].guest.journal):
            fresh = ServerTransport(invitation.url, invitation.table, leads=False)
            with contextlib.suppress(OSError), contextlib.closing(fresh):
                lines = fresh.read_journal(0)
            assert time.monotonic() < end
        journal = Journal.in_memory(invitation.table, lines)
        table = journal.table
        assert isinstance(table, Table)
        assert table.seed
        assert not table.is_promise_broken
        assert table.missed == ()
        for player in players:
            assert player.guest.journal.lines == journal.lines[: len(player.guest.journal)]
        record, wrong = read_journal(journal.lines)
        assert wrong == []
        assert table.match is not None
        assert parse_record(json.dumps(record)).rounds == table.match.rounds
        written = [read_line(line).fence for line in journal.lines]
        assert written == sorted(written)
        fences += len(set(written))
    return fences


def wait_for_calls(tables: Sequence[Sequence[Player]], calls: int) -> None:
    """Until the tables together are so far."""
    end = time.monotonic() + PATIENCE
    while calls_of(tables) < calls:
        assert time.monotonic() < end, f"{calls_of(tables)} of {calls} calls"
        time.sleep(0.05)


def main() -> None:
    """Do what is asked to a club under load, and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("kill", "server", "pause", "lines"))
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds a guest thinks")
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name) / "club", free_port()
        club = start_club(folder, port)
        line = BadLine(port)
        by = str(line.port) if options.what == "lines" else ""
        url = f"nats://127.0.0.1:{port}"
        # Each kill waits for as many calls as there are tables.
        rules = Ruleset.parse(f"{RULES} rounds={options.times // 19 + 2}")
        tables = open_tables(Path(name), url, options.tables, options.pause, by, rules)
        for _ in range(options.times):
            wait_for_calls(tables, calls_of(tables) + options.tables)
            if options.what == "kill":
                club.kill()
                club.wait()
                club = start_club(folder, port)
            elif options.what == "server":
                number = int((folder / "server.pid").read_text())
                os.kill(number, signal.SIGKILL)
            elif options.what == "pause":
                club.send_signal(signal.SIGSTOP)
                time.sleep(12)
                club.send_signal(signal.SIGCONT)
        fences = check_tables(tables)
        end_club(club)
    longest = max(player.longest for players in tables for player in players)
    troubles = sum((p.troubles for players in tables for p in players), Counter())
    print(
        f"{options.what} {options.times} times: {len(tables)} matches over and alike in "
        f"{time.monotonic() - started:.0f} s, led {fences} times, longest silence "
        f"{longest:.1f} s, {line.cuts} lines cut, troubles {dict(troubles)}"
    )


if __name__ == "__main__":
    main()
