"""Every fault there is, by a seed: on a server, in a folder, by hand; programs killed in between.

Nothing that the journal has acknowledged is lost, and all end with the same journal. `python -m
tests.net.test_faults COUNT` plays so many more.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.net.journal.journal import Journal
from game.net.journal.store import StoredTable
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.post.turn_files import read_turn_files, take_turn_file, write_turn_file
from game.rules.errors import FormatError
from game.rules.ruleset import Ruleset
from tests.net.worlds import CLASSIC, MAIL, Faulty, Killed, ServerView, World, any_turn, folder_of

pytestmark = pytest.mark.slow

GUESTS = ("Ana", "Ben")
RULES = [CLASSIC, MAIL, Ruleset.parse("daffodil-4 free mail none")]


class Faults:
    """The probability of each fault, and the places in which a program may be killed."""

    def __init__(self, random: Random) -> None:
        self.random, self.rate, self.kills = random, 0.08, 0

    def often(self) -> float:
        return self.rate

    def around(self, act: Callable[..., object]) -> Callable[..., object]:
        """The same, killed before or after it now and then, or cut in the middle by a full disk."""

        def run(*arguments: object) -> object:
            if self.random.random() < self.rate / 4:
                raise self.random.choice([Killed(), OSError(28, "No space left on device")])
            result = act(*arguments)
            if self.random.random() < self.rate / 4:
                raise Killed
            return result

        return run


def play(folder: Path, seed: int, way: str, rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> int:
    """A whole match under faults; how many programs were killed."""
    random = Random(seed)
    faults = Faults(random)
    shared = folder / "shared"
    shared.mkdir()

    def reach() -> Faulty | None:
        if way == "hand":
            return None
        inner = ServerView(world.server) if way == "server" else folder_of(shared, world)
        return Faulty(inner, random, faults.often)

    faults.rate = 0.0
    world = World(folder, rules, guests=GUESTS, seed=seed)
    world.reach = reach
    world.leader = world.make_leader()
    for name in GUESTS:
        world.make_guest(name)
    for kind, name in ((Journal, "_write"), (StoredTable, "keep_requests")):
        wrapped = faults.around(getattr(kind, name))
        monkeypatch.setattr(kind, name, lambda *a, act=wrapped: act(*a))
    faults.rate = 0.08
    mail: list[tuple[str, str]] = []
    for tick in range(60_000):
        if tick == 2_500:
            faults.rate = 0.0
        if (
            world.leader.has_opened
            and world.table.seed
            and all(guest.table is not None and guest.table.seed for guest in world.guests.values())
        ):
            break
        world.now += random.choice([0, 1, 1, 2, 7])
        who = random.choice(["", *GUESTS])
        try:
            _act(world, who, random)
            if way == "hand":
                _carry(world, who, mail, random, faults)
        except OSError:
            pass
        except Killed:
            faults.kills += 1
            rate, faults.rate = faults.rate, 0.0
            if who:
                world.make_guest(who)
            else:
                world.leader = world.make_leader()
            faults.rate = rate
    faults.rate = 0.0
    if way != "hand":
        world.step(1)
    monkeypatch.undo()
    world.check()
    return faults.kills


def _act(world: World, who: str, random: Random) -> None:
    """One program's step; its player hands a turn in, or takes it back."""
    player: Leader | Guest = world.guests[who] if who else world.leader
    table = player.journal.table
    if isinstance(player, Guest) and table is not None and table.call is not None:
        seat = table.seat_of(player.stored.seats[0].key)
        if seat is not None and seat in player.handed_in():
            if random.random() < 0.02:
                player.take_back(seat)
        elif seat is not None and table.is_waited_for(seat) and random.random() < 0.5:
            player.hand_in(seat, any_turn(table, seat, random))
    player.step(world.now)


def _carry(
    world: World, who: str, mail: list[tuple[str, str]], random: Random, faults: Faults
) -> None:
    """Turn files that are written now, and taken late, twice, in any order, or never."""
    player: Leader | Guest = world.guests[who] if who else world.leader
    for to in GUESTS if not who else ("",):
        if random.random() >= faults.rate:
            mail.append((to, write_turn_file(player)))
    random.shuffle(mail)
    while mail and random.random() < 0.7:
        to, text = mail[0] if random.random() < faults.rate else mail.pop()
        taker: Leader | Guest = world.guests[to] if to else world.leader
        try:
            for file in read_turn_files(
                f"Hello,\n> {text.replace(chr(10), chr(10) + '> ')}\n-- \nA"
            ):
                take_turn_file(taker, file)
        except FormatError:
            raise AssertionError(text) from None
        except Killed:
            faults.kills += 1
            if to:
                world.make_guest(to)
            else:
                world.leader = world.make_leader()
    del mail[40:]


@pytest.mark.parametrize("way", ["server", "folder", "hand"])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_goes_wrong_all_end_with_the_same_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, seed: int
) -> None:
    monkeypatch.setattr("os.fsync", lambda handle: None)
    assert play(tmp_path, seed, way, RULES[seed % len(RULES)], monkeypatch) > 0


def main() -> None:
    """Play many more."""
    count = int(sys.argv[1])
    kills = 0
    for seed in range(100, 100 + count):
        for way in ("server", "folder", "hand"):
            with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
                patch.setattr("os.fsync", lambda handle: None)
                kills += play(Path(name), seed, way, RULES[seed % len(RULES)], patch)
    print(f"{3 * count} matches, {kills} programs killed, all journals equal")


if __name__ == "__main__":
    main()
