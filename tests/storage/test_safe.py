"""`Storage.is_safe` is true exactly while everything that was shown is on the disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from game.bots.players.simple import GreedyBot
from game.climb.game import begin_game, open_games
from game.climb.open_climb import parse_open_climb, print_open_climb
from game.progress.match_saving import leave_match
from game.rules.record import print_record
from game.storage.database import identity_of
from game.storage.store import Storage
from tests.climb.plays import next_act
from tests.storage.faults import Disk, Tracing, first_of_each, install
from tests.storage.test_fault_sweep import KINDS
from tests.storage.test_keeping import open_home

Shown = dict[str, str]
"""The texts of the games that were shown, by what they are."""


def play_match(store: Storage, kind: str) -> Iterator[Shown]:
    """Play a match to its end, with another one that waits beside it, and begin a third."""
    before = KINDS[kind](store, "6")
    for _ in range(3):
        before.step()
    waits = {identity_of(before.match): print_record(before.match)}
    yield waits
    leave_match(store)
    table = KINDS[kind](store, "7")
    while table.step():
        yield waits | {identity_of(table.match): print_record(table.match)}
    ended = print_record(table.counted)
    store.file_match(table.counted)
    yield waits | {f"ended {identity_of(table.counted)}": ended}
    following = KINDS[kind](store, "8")
    following.step()
    following.step()
    yield waits | {
        f"ended {identity_of(table.counted)}": ended,
        identity_of(following.match): print_record(following.match),
    }


def play_climb(store: Storage, _: str) -> Iterator[Shown]:
    """Climb a stage, give up, and begin the next climb."""
    climb, random = begin_game(store, "Ana", seed="1"), Random(1)
    while len(climb.open.steps) < 1 and not climb.open.state.is_over:
        climb.act(next_act(climb.open, GreedyBot(), random))
        yield {"climb 1": print_open_climb(climb.open)}
    climb.end()
    yield {"ended climb 1": ""}
    other = begin_game(store, "Ana", seed="2")
    yield {"ended climb 1": "", "climb 2": print_open_climb(other.open)}


def read_home(home: Path) -> Shown:
    """Return what the next start finds."""
    with closing(open_home(home)) as store:
        store.file_waiting()
        found = {each.key: print_record(each.match) for each in store.waiting()}
        for row in store.profile.last_matches():
            found[f"ended {row.identity}"] = (store.profile.record(row.id) or "").strip()
        for stored, climb in open_games(store):
            found[f"climb {climb.state.seed}"] = print_open_climb(parse_open_climb(stored.text))
        for one in store.profile.climbs.finished():
            found[f"ended climb {one.seed}"] = ""
    return found


PLAYS: dict[str, Callable[[Storage, str], Iterator[Shown]]] = {
    "alone": play_match,
    "box": play_match,
    "climb": play_climb,
}


def trails_of(home: Path, kind: str) -> list[str]:
    disk = Tracing()
    with pytest.MonkeyPatch.context() as patch:
        install(disk, patch)
        store = open_home(home)
        for _ in PLAYS[kind](store, kind):
            assert store.is_safe
        store.close()
    return disk.trails


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLAYS)
@pytest.mark.parametrize("way", ["full", "denied"])
def test_it_is_so_whatever_fails_from_some_moment_on(tmp_path: Path, kind: str, way: str) -> None:
    """The disk fails from one operation on; each state is compared with the files."""
    unsafe = 0
    for n in first_of_each(trails_of(tmp_path / "whole", kind)):
        home, disk = tmp_path / f"{n}", Disk(n, way, stays=True)
        home.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            install(disk, patch)
            store = open_home(home)
            for shown in PLAYS[kind](store, kind):
                is_safe = store.is_safe
                unsafe += not is_safe
                if disk.count < n:
                    continue
                shutil.copytree(home, tmp_path / "copy")
                disk.at = None
                found = read_home(tmp_path / "copy")
                disk.at = n
                shutil.rmtree(tmp_path / "copy")
                is_there = all(
                    found.get(what, "no") in (text.strip(), text) or (not text and what in found)
                    for what, text in shown.items()
                )
                assert is_there or not is_safe, (n, way, shown.keys(), found.keys())
                if not is_safe:
                    break
            # There is room again.
            disk.at = None
            assert store.save_again()
            store.close()
        found = read_home(home)
        assert set(shown) <= set(found), (n, way)
        shutil.rmtree(home)
    assert unsafe
