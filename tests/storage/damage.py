"""One byte of a history is changed, or its end cut off: at most ten matches are gone.

    python -m tests.storage.damage

Each byte of the first two pages and 1,000 random others are changed, in three ways each, and the
file is cut at each multiple of 64 bytes: 28,000 histories, half an hour of a processor.
`--every 97` takes every 97th.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from game.storage.backup import EVERY, backup_of
from game.storage.history import PlayedMatch, summarise
from game.storage.profile import Profile
from tests.storage.matches import play_match

MATCHES: Final = 25
"""Two backups' matches, and five that only the history has."""

PAGES: Final = 2
PAGE: Final = 4096
NOON: Final = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass
class Ground:
    """A folder with a sound history and its backup, from which damaged ones are made."""

    folder: Path

    def __post_init__(self) -> None:
        """Play the matches and leave the game."""
        self.sound = self.folder / "sound"
        path = self.sound / "profile.db"
        with Profile(path) as profile:
            for n in range(MATCHES):
                profile.add_match(play_match(str(n)), NOON + timedelta(days=n))
            self.matches = profile.last_matches()
        assert backup_of(path).exists()
        self.whole = path.read_bytes()

    def open(self, raw: bytes) -> int:
        """Open a history of these bytes twice, and play on; how many matches are gone.

        A match counts as there if its record can be read or its total is still listed.
        """
        home = self.folder / "home"
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(self.sound, home)
        path = home / "profile.db"
        path.write_bytes(raw)
        with Profile(path) as profile:
            assert profile.add_match(play_match("last"), NOON) is not None, "it goes on"
            there = profile.last_matches()
        with Profile(path) as profile:
            assert profile.problem is None, "told once"
            assert len(profile.last_matches()) == len(there)
            summarise(there)
            readable = [m for m in profile.last_matches() if profile.match(m.id) is not None]
        assert len(there) <= MATCHES + 1, "none is doubled"
        known = {_sight(match) for match in readable}
        return sum(_sight(match) not in known for match in self.matches)


def _sight(match: PlayedMatch) -> tuple[str, float]:
    return match.identity, match.result.total


def flips(whole: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """Histories with one changed byte, each with where and how."""
    first = range(min(len(whole), PAGES * PAGE))
    others = (random.randrange(len(whole)) for _ in range(1000))
    for place in (*first, *others):
        old = whole[place]
        for new in sorted({old ^ 1, old ^ 0x80, random.randrange(256)} - {old}):
            yield f"byte {place}: {old} -> {new}", whole[:place] + bytes([new]) + whole[place + 1 :]


def cuts(whole: bytes) -> Iterator[tuple[str, bytes]]:
    """Histories that end too early, each with where."""
    for size in range(0, len(whole), 64):
        yield f"cut at {size}", whole[:size]


def main() -> int:
    """Try them; 1 where more was lost than may be."""
    parser = argparse.ArgumentParser(prog="python -m tests.storage.damage", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="every so many histories (1)")
    parser.add_argument("--seed", type=int, default=1, help="which bytes, and how (1)")
    options = parser.parse_args()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        ground = Ground(Path(name))
        tried = bad = most = 0
        histories = [*flips(ground.whole, Random(options.seed)), *cuts(ground.whole)]
        for about, raw in histories[:: options.every]:
            tried += 1
            try:
                lost = ground.open(raw)
            except Exception as error:
                bad += 1
                print(f"{about}: {error!r}", flush=True)
                continue
            most = max(most, lost)
            if lost > EVERY:
                bad += 1
                print(f"{about}: {lost} matches gone", flush=True)
    print(f"{tried} histories of {MATCHES} matches, at most {most} gone, {bad} went wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
