"""Kills players and the game master at random moments: `python -m tests.net.kills --kills 200`.

Four homes play matches through a shared folder, with `--server` through a server, each a program
of its own; one after another, the server too, is killed with SIGKILL and started again. At the end
of each match the four records are one, nobody signed a number twice or missed a call, and the
second reader agrees.

The documented runs, seed 1, on two busy cores: 200 kills in three matches through a folder, 79 s;
200 kills, 39 of them the server's, in one match through a server, 75 s. Nothing was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from game.net.home import Home
from game.net.host import HostedServer
from game.net.invitations import read_invitation
from tests.net.referee import read_table
from tests.net.worlds import forks_of

RULES = "daffodil-4 adjacent-symbol mail rays rounds=2"
PATIENCE = 240


class Process:
    """One home's program."""

    def __init__(self, home: Path, words: list[str]) -> None:
        self.home = home
        self.words = words
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, or start it again."""
        env = {**os.environ, "TAKE_IT_EASY_HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-m", "game", "apart", *self.words]
        with (self.home.parent / f"{self.home.name}.log").open("ab") as log:
            self.running = subprocess.Popen(command, env=env, stdout=log, stderr=log)

    def kill(self) -> None:
        """SIGKILL, whatever it is doing."""
        assert self.running is not None
        self.running.send_signal(signal.SIGKILL)
        self.running.wait()

    @property
    def is_done(self) -> bool:
        """Whether it ended of its own accord, which it may only at the end of the match."""
        assert self.running is not None
        status = self.running.poll()
        assert status in (None, 0), f"{self.home.name} ended with {status}"
        return status == 0


def kill_randomly(folder: Path, kills: int, seed: int, *, by_server: bool = False) -> Counter[str]:
    """Play whole matches until so many programs were killed; what happened, counted."""
    random = Random(seed)
    found: Counter[str] = Counter()
    while found["kills"] < kills:
        place = folder / f"match{found['matches']}"
        place.mkdir()
        most = kills - found["kills"]
        if by_server:
            server = HostedServer(place / "server")
            try:
                found += play_and_kill(place, most, random, ["--server", server.url], server)
            finally:
                server.stop()
        else:
            (place / "road").mkdir()
            road = ["--packets", str(place / "road")]
            found += play_and_kill(place, most, random, road, None)
    return found


def play_and_kill(
    folder: Path, most: int, random: Random, road: list[str], server: HostedServer | None
) -> Counter[str]:
    """One match of four homes."""
    found: Counter[str] = Counter(matches=1)
    words = ["open", "--rules", RULES, "--seats", "4", *road, "--bot", "random"]
    opening = Process(folder / "master", words)
    opening.start()
    log = folder / "master.log"
    deadline = time.monotonic() + PATIENCE
    while len(log.read_bytes().split()) < 2 if log.exists() else True:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    invitation, card = log.read_text().split()[:2]
    time.sleep(0.5)
    opening.kill()
    join = ["join", invitation, "--bot", "random", *(road if server is None else [])]
    guests = [Process(folder / f"guest{i}", [*join, "--name", f"Guest {i}"]) for i in range(3)]
    processes = [Process(folder / "master", ["join", card]), *guests]
    for process in processes:
        process.start()
    while not all(process.is_done for process in processes):
        assert time.monotonic() < deadline, "the match does not end"
        time.sleep(random.uniform(0.0, 0.6))
        alive = [process for process in processes if not process.is_done]
        if not alive or found["kills"] >= most:
            continue
        if server is not None and random.random() < 0.2:
            server.kill()
            server.start()
            found["server kills"] += 1
        else:
            victim = random.choice(alive)
            victim.kill()
            victim.start()
        found["kills"] += 1
        # A machine so busy that programs hardly start is given time once they are left alone.
        deadline = time.monotonic() + PATIENCE
    compare(folder, read_invitation(invitation).table, found)
    return found


def compare(folder: Path, table: bytes, found: Counter[str]) -> None:
    """All homes have one match."""
    names = ["master", "guest0", "guest1", "guest2"]
    records = set()
    for name in names:
        kept = Home(folder / name / "apart").table(table)
        assert kept.refused == ()
        assert forks_of(kept.log) == ()
        other = read_table([entry.line for entry in kept.log], table.hex())
        assert other.refused == []
        records.add(json.dumps(other.record(), sort_keys=True))
        found["entries"] += len(kept.log)
    assert len(records) == 1, "not one match"
    env = {**os.environ, "LC_ALL": "C.UTF-8"}
    printed = set()
    for name in names:
        env["TAKE_IT_EASY_HOME"] = str(folder / name)
        command = [sys.executable, "-m", "game", "apart", "record", table.hex()]
        printed.add(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    assert len(printed) == 1
    record = json.loads(printed.pop())
    assert "placed_for" not in record["meta"]["apart"]
    turns = [t for r in record["rounds"] for b in r["boards"] for t in b["turns"]]
    found["turns"] += len(turns)
    assert all(turns)


def main() -> None:
    """Run as many as asked and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--server", action="store_true")
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = kill_randomly(Path(folder), options.kills, options.seed, by_server=options.server)
    print(f"{dict(found)} in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
