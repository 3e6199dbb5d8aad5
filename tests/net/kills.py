"""Real programs, killed: `python -m tests.net.kills leader --times 200`.

Programs (`tests.net.driver`) play leagues of computers: a game master and two or more guests, each
with a home of its own, by a shared folder. `leader`, one of the `guest`s or `any` of them gets
SIGKILL again and again at a random moment, and is started anew. Of every match that ends, all homes
have the same journal, which a reader that knows the rules alone finds right; nobody missed a call,
and what a home had read before a kill is still there, unchanged.

An hour of four homes: `any --guests 3 --minutes 60 --pause 2 15`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from game.net.journal.invitations import read_invitation
from game.net.journal.journal import Journal
from game.rules.record import parse_record
from tests.net.reader import read_journal

RULES = "classic free single none rounds=12"
PATIENCE = 400.0
NAMES = ("ana", "ben", "cleo", "dan", "eva")


class KilledMatch:
    """One match of a game master's program and guests', some of which are killed."""

    def __init__(
        self, folder: Path, shared: Path, guests: Sequence[str], rules: str = RULES
    ) -> None:
        self._folder = folder
        self._running: dict[str, subprocess.Popen[str]] = {}
        seats = str(len(guests) + 1)
        carried = ("--packets", str(shared))
        opened = self._spawn("master", "open", "--rules", rules, "--seats", seats, *carried)
        assert opened.stdout is not None
        invitation, key = (opened.stdout.readline().strip() for _ in range(2))
        self._table = read_invitation(invitation).table
        asks = {"master": ("join", key)} | {
            name: ("join", invitation, "--name", name.title()) for name in guests
        }
        self._commands = {name: (*words, *carried) for name, words in asks.items()}
        for name in guests:
            self._spawn(name, *self._commands[name])

    def _spawn(self, name: str, *words: str) -> subprocess.Popen[str]:
        env = {**os.environ, "TAKE_IT_EASY_HOME": str(self._folder / name), "LC_ALL": "C.UTF-8"}
        self._running[name] = process = subprocess.Popen(
            [sys.executable, "-m", "tests.net.driver", *words],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        return process

    def _lines(self, name: str) -> list[str]:
        path = self._folder / name / "apart" / self._table.hex() / "journal.jsonl"
        return list(Journal(self._table, path).lines)

    def kill(self, name: str) -> bool:
        """Kill a program and start it anew; False where it had ended by itself."""
        process = self._running[name]
        if process.poll() is not None:
            return False
        process.kill()
        process.communicate()
        before = self._lines(name)
        self._spawn(name, *self._commands[name])
        assert self._lines(name)[: len(before)] == before
        return True

    @property
    def is_played(self) -> bool:
        """Whether every program has ended by itself."""
        return all(process.poll() is not None for process in self._running.values())

    def check(self) -> None:
        """Wait until all have ended, and compare what each of them has on its disk."""
        end = time.monotonic() + PATIENCE
        while not self.is_played:
            last = {name: self._lines(name)[-2:] for name in self._running}
            assert time.monotonic() < end, last
            time.sleep(0.2)
        for process in self._running.values():
            process.communicate()
            assert process.returncode == 0, process.returncode
        journals = [self._lines(name) for name in self._running]
        assert all(lines == journals[0] for lines in journals), [len(lines) for lines in journals]
        record, wrong = read_journal(journals[0])
        assert wrong == [], wrong
        assert parse_record(json.dumps(record)).is_complete
        assert all(json.loads(line).get("missed", []) == [] for line in journals[0])


def main() -> None:
    """Kill as often as was asked for, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("victim", choices=("leader", "guest", "any"))
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=0.0, help="so long, and not so often")
    parser.add_argument("--guests", type=int, choices=range(1, len(NAMES) + 1), default=2)
    parser.add_argument(
        "--pause", type=float, nargs=2, default=(0.3, 2.0), metavar=("LEAST", "MOST"),
        help="seconds between a start and the next kill: the shortest come before it has begun",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random, started, kills, matches = Random(options.seed), time.monotonic(), 0, 0
    guests = NAMES[: options.guests]
    victims = {"leader": ["master"], "guest": [*guests], "any": ["master", *guests]}

    def goes_on() -> bool:
        minutes: float = options.minutes
        times: int = options.times
        return time.monotonic() < started + 60 * minutes if minutes else kills < times

    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        while goes_on():
            shared = place / f"shared-{matches}"
            shared.mkdir()
            match = KilledMatch(place / f"match-{matches}", shared, guests)
            while goes_on() and not match.is_played:
                time.sleep(random.uniform(*options.pause))
                victim = random.choice(victims[options.victim])
                kills += match.kill(victim)
            match.check()
            matches += 1
    minutes = (time.monotonic() - started) / 60
    print(
        f"{options.victim} of {1 + len(guests)} homes killed {kills} times: "
        f"{matches} matches over, all journals equal and right, in {minutes:.1f} minutes"
    )


if __name__ == "__main__":
    main()
