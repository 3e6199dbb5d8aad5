"""Many matches wait side by side: nothing replaces another, each is lost or damaged alone."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import cycle
from pathlib import Path

import pytest

from game.play.editions import all_editions
from game.play.table import TableSetup
from game.progress.challenges import all_challenges
from game.progress.daily import deal_on
from game.progress.match_saving import open_match, resume_match
from game.rules.match import Match, apply, legal_placements
from game.rules.meta import ID_KEY
from game.rules.moves import Call, Move, Place
from game.rules.record import print_record
from game.storage.database import identity_of
from game.storage.problems import ProblemKind
from game.storage.store import Storage, with_identity
from tests.storage.faults import WAYS, Disk, Killed, Tracing, count_steps, first_of_each, install
from tests.storage.matches import play_match
from tests.storage.test_fault_sweep import ANA, BOB, KINDS, Box, Table
from tests.storage.test_keeping import open_home

DAY = date(2026, 11, 17)
Start = Callable[[Storage], Table | Box]


def daily(edition: str) -> Start:
    """A deal of the day."""

    def start(store: Storage) -> Table:
        deal = deal_on(DAY, edition)
        players = (ANA, BOB)[: 2 if deal.rules.bonus is not None else 1]
        return Table(store, TableSetup(deal.rules, players, deal.seed, edition, daily=DAY))

    return start


def challenge(name: str) -> Start:
    """A challenge."""
    found = next(c for c in all_challenges() if c.name == name)
    return lambda store: Table(store, TableSetup(found.rules, (ANA,), "7", challenge=name))


def kind(name: str) -> Start:
    """One of the evenings of the fault sweep."""
    return lambda store: KINDS[name](store, "7")


CLASSIC = [c for c in all_challenges() if c.rules.daffodil is None]
MANY: dict[str, Start] = {
    **{name: kind(name) for name in KINDS if name != "daily"},
    **{f"daily {card.name}": daily(card.name) for card in all_editions()},
    **{c.name: challenge(c.name) for c in CLASSIC[:3]},
}


def play(store: Storage, start: Start, steps: int = 3) -> Match:
    """Begin a match and leave it after so many steps."""
    table = start(store)
    for _ in range(steps):
        table.step()
    return table.match


def found_in(store: Storage) -> dict[str, Match]:
    """Return the waiting matches by identity."""
    return {identity_of(waiting.match): waiting.match for waiting in store.waiting()}


@pytest.fixture
def home(tmp_path: Path) -> tuple[Path, dict[str, Match]]:
    """A folder in which everything that can wait does."""
    folder = tmp_path / "home"
    store = open_home(folder)
    matches = [play(store, start) for start in MANY.values()]
    assert store.problems.take() is None
    store.close()
    return folder, {identity_of(match): match for match in matches}


def test_everything_waits_side_by_side(home: tuple[Path, dict[str, Match]]) -> None:
    folder, matches = home
    assert len(matches) == len(MANY) >= 10
    store = open_home(folder)
    assert found_in(store) == matches
    # Gone on with in any order, each where it was.
    for identity, match in reversed(matches.items()):
        assert open_match(store, match) == match
        assert store.autosave.load().match == match
        assert found_in(store).keys() == matches.keys(), identity
    store.close()


def test_one_that_is_ended_or_finished_leaves_the_others(
    home: tuple[Path, dict[str, Match]],
) -> None:
    folder, matches = home
    store = open_home(folder)
    for number, identity in enumerate(tuple(matches)):
        if number % 2:
            store.autosave.end(next(w.key for w in store.waiting() if w.key == identity))
        else:
            open_match(store, matches[identity])
            store.autosave.clear()
        del matches[identity]
        assert found_in(store) == matches
    assert store.autosave.load().match is None
    assert not list(folder.glob("autosave*"))
    store.close()


def test_each_damaged_one_is_lost_alone_and_told(
    home: tuple[Path, dict[str, Match]], tmp_path: Path
) -> None:
    folder, matches = home
    names = sorted(path.name for path in folder.glob("autosave-*"))
    assert len(names) == len(matches)
    for name in names:
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
        half = (copy / name).read_bytes()[:200]
        (copy / name).write_bytes(half)
        store = open_home(copy)
        found = found_in(store)
        assert len(found) == len(matches) - 1
        assert all(matches[identity] == match for identity, match in found.items())
        problem = store.problems.take()
        assert problem is not None
        assert problem.kind is ProblemKind.MATCH
        assert problem.path.read_bytes() == half
        store.close()


def test_damaged_ones_are_told_though_the_program_is_killed_while_one_is_told(
    home: tuple[Path, dict[str, Match]],
) -> None:
    folder, matches = home
    paths = sorted(folder.glob("autosave-*"))[1:]
    (folder / "autosave.ended-1.json").write_bytes(b"{")
    for path in paths:
        path.write_bytes(path.read_bytes()[:200])
    damaged = {path.stem.split(".kept")[0] for path in paths}
    damaged.add("autosave.ended-1")
    told: list[str] = []
    for _ in damaged:
        store = open_home(folder)
        store.file_waiting()
        assert len(found_in(store)) == 1
        problem = store.problems.take()
        assert problem is not None
        told.append(problem.path.stem.split(".kept")[0])
        assert store.problems.take() is None, "each when the one before was read"
        # Killed here: no problem that was not shown yet may be lost.
        store.profile.close()
    assert len(told) == len(matches)
    assert set(told) == damaged
    store = open_home(folder)
    store.file_waiting()
    assert len(found_in(store)) == 1
    assert store.problems.take() is None, "once"
    store.close()


def test_the_one_saved_last_comes_first(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    matches = [play(store, kind(name)) for name in ("alone", "together", "box")]
    for number, match in enumerate(matches):
        os.utime(tmp_path / f"autosave-{identity_of(match)}.json", (1000 + number, 1000 + number))
    assert list(found_in(store)) == [identity_of(match) for match in reversed(matches)]
    store.close()


def test_each_match_has_one_file_however_often_it_is_saved(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    first, other = (replace(play_match(n, placements=2), meta=with_identity(None)) for n in "12")
    for match in (first, other, first):
        store.save_match(match)
    assert {path.name for path in tmp_path.glob("autosave*")} == {
        f"autosave-{identity_of(match)}.json" for match in (first, other)
    }
    store.close()


def test_in_memory_another_match_takes_no_ones_place() -> None:
    store = Storage.in_memory()
    matches = [replace(play_match(n, placements=2), meta=with_identity(None)) for n in "123"]
    for match in matches:
        store.save_match(match)
    assert found_in(store) == {identity_of(match): match for match in matches}


def test_giving_up_what_could_not_be_saved_leaves_the_match_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_home(tmp_path)
    kept = play(store, kind("alone"))
    other = replace(play_match("7", placements=2), meta=with_identity(None))
    with monkeypatch.context() as full:

        def refuse(*paths: object, **_: object) -> None:
            raise OSError("no space left")

        for act in ("write_atomically", "replace"):
            full.setattr(f"game.storage.open_games.{act}", refuse)
        assert store.autosave.save(other) is not None
        store.autosave.clear()
    assert found_in(store) == {identity_of(kept): kept}
    store.close()


def test_nobodys_record_names_a_file_or_hides_what_a_name_says(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    store = open_home(folder)
    foreign = replace(
        play_match("7", ("A\u202ena",), placements=2), meta=json.dumps({ID_KEY: "../../evil"})
    )
    store.save_match(foreign)
    store.autosave.park()
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    (waiting,) = store.waiting()
    assert waiting.key.isalnum()
    assert [player.name for player in waiting.match.players] == ["Ana"]
    store.close()


def test_an_unfinished_match_among_the_finished_is_left_where_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "autosave.ended-1.json"
    path.write_text(print_record(play_match("7", placements=2)) + "\n", encoding="utf-8")
    store = open_home(tmp_path)
    store.file_waiting()
    assert store.profile.last_matches() == ()
    assert path.exists()
    store.close()


def _next_move(match: Match) -> Move:
    placements = legal_placements(match, 0)
    if placements:
        return Place(0, placements[0].tile, placements[0].space)
    return Call(match.bag[: match.rules.call_sizes[len(match.round.calls)]])


def test_what_waits_is_the_latest_though_a_save_before_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_home(tmp_path)
    early = play(store, kind("alone"), 3)
    late, _ = apply(early, _next_move(early))
    with monkeypatch.context() as full:

        def refuse(path: Path, text: str, **_: object) -> None:
            raise OSError("no space left")

        full.setattr("game.storage.open_games.write_atomically", refuse)
        assert store.autosave.save(late) is not None
    store.autosave.park()
    assert list(found_in(store).values()) == [late]
    store.close()
    again = open_home(tmp_path)
    assert list(found_in(again).values()) == [late]
    again.close()


def test_a_match_that_was_only_looked_at_does_not_wait(tmp_path: Path) -> None:
    store = open_home(tmp_path)
    first = play(store, MANY["alone"], 1)
    second = play(store, MANY["together"], 3)
    assert found_in(store) == {identity_of(second): second}
    assert identity_of(first) != identity_of(second)
    store.close()


@dataclass
class Evening:
    """Three matches in turn, as far as it came: what was shown of each."""

    home: Path
    shown: dict[str, Match] = field(default_factory=dict)
    is_told: bool = False

    def play(self) -> None:
        """Begin three, go on with the first, end the second, finish nothing."""
        store = open_home(self.home)
        for name in ("alone", "together", "box"):
            table = KINDS[name](store, "7")
            for _ in range(4):
                table.step()
                self.show(store, table.match)
        first, second, _ = self.shown.values()
        self.show(store, _step(store, first))
        store.autosave.end(identity_of(second))
        del self.shown[identity_of(second)]
        self.show(store, _step(store, next(iter(self.shown.values()))))
        store.close()

    def show(self, store: Storage, match: Match) -> None:
        self.shown[identity_of(match)] = match
        self.is_told |= store.problems.take() is not None


def _step(store: Storage, match: Match) -> Match:
    game = resume_match(store, match)
    game.perform(_next_move(game.match))
    return game.match


@pytest.mark.slow
def test_no_fault_while_matches_change_loses_one(tmp_path: Path) -> None:
    sound = Tracing()
    with pytest.MonkeyPatch.context() as patch:
        install(sound, patch)
        Evening(tmp_path / "whole").play()
    places = first_of_each(sound.trails)
    assert len(places) > 25
    for n, way in zip(places, cycle([*WAYS, "killed"]), strict=False):
        evening, disk = Evening(tmp_path / str(n)), Disk(n, way)
        evening.home.mkdir()
        if way == "killed":
            disk.home, disk.remains = evening.home, tmp_path / f"{n}-remains"
        with pytest.MonkeyPatch.context() as patch:
            install(disk, patch)
            try:
                evening.play()
            except Killed:
                assert way == "killed"
        store = open_home(disk.remains or evening.home)
        found = found_in(store)
        for identity, match in evening.shown.items():
            assert identity in found, (n, way)
            assert count_steps(found[identity]) - count_steps(match) in (0, 1)
        store.close()
        for left in (evening.home, disk.remains):
            if left is not None:
                shutil.rmtree(left, ignore_errors=True)
