"""Every file operation of a match fails once, or is the last: the way SQLite tests itself.

A match is played from the first start of the game to the next match; the n-th operation on a file
or on the history's connection fails in one of several ways, or the process ends there. For every n
nothing that was shown is lost, the finished match is in the history exactly once after one more
start, and what could not be saved was reported. Each place in the code is tried the first time it
runs, in two of the ways and killed: `python -m tests.storage.test_fault_sweep` tries every
operation in every way, in a few minutes.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import cycle
from pathlib import Path

import pytest

import game.storage.files
from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.progress.challenges import all_challenges
from game.progress.daily import deal_on
from game.progress.match_saving import resume_match, start_game
from game.rules.match import Match, Player
from game.rules.placement import put_unchecked
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of
from game.storage.problems import Problem
from game.storage.settings import Settings, SettingsStore
from game.storage.store import Storage, with_identity
from tests.play.playing import play_step
from tests.storage.faults import (
    WAYS,
    Disk,
    Killed,
    Tracing,
    count_steps,
    first_of_each,
    install,
)
from tests.storage.test_keeping import open_home, setup_of
from tests.ui.scenes.conftest import PromptEngines

pytestmark = pytest.mark.slow

ANA, BOB = Player("Ana"), Player("Bob")
DAY = date(2026, 11, 21)


class Box:
    """Somebody calls for the tiles of a box, and the board is entered at the end."""

    def __init__(self, store: Storage, seed: str) -> None:
        setup = TableSetup(Ruleset(), (ANA,), seed, "standard")
        self.game = CallerGame.start(
            setup, Pace(None, True), PromptEngines(), store.save_match, with_identity(None)
        )

    @property
    def match(self) -> Match:
        """Return the match as it is saved."""
        return self.game.match

    @property
    def counted(self) -> Match:
        """Return the match as the history gets it."""
        finished = self.game.finished()
        assert finished is not None
        return finished

    def step(self) -> bool:
        """Call, or put the next tile on the board that is entered."""
        game, laid = self.game, self.game.board(0)
        if not game.is_round_called:
            game.call(game.draw())
            return True
        if not game.missing(0):
            return False
        tile = game.called[-game.missing(0)]
        game.enter(0, put_unchecked(laid, tile, laid.tiles.index(None)))
        return True


class Table:
    """A match at one screen."""

    def __init__(self, store: Storage, setup: TableSetup) -> None:
        self.game = start_game(store, setup)

    @property
    def match(self) -> Match:
        """Return the match as it is saved."""
        return self.game.match

    counted = match

    def step(self) -> bool:
        """Do whatever comes next."""
        return play_step(self.game)


def sit_down_to_the_daily(store: Storage, _: str) -> Table:
    deal = deal_on(DAY, "standard")
    begun = datetime(2026, 11, 21, 20, tzinfo=UTC)
    setup = TableSetup(deal.rules, (ANA,), deal.seed, "standard", daily=DAY, begun=begun)
    return Table(store, setup)


def sit_down_to_a_challenge(store: Storage, seed: str) -> Table:
    challenge = next(c for c in all_challenges() if c.rules.daffodil is None)
    return Table(store, TableSetup(challenge.rules, (ANA,), seed, challenge=challenge.name))


def sit_down_together(store: Storage, seed: str) -> Table:
    rules = Ruleset(rounds=2)
    return Table(store, TableSetup(rules, (ANA, BOB), seed, has_hidden_boards=True))


KINDS: dict[str, Callable[[Storage, str], Table | Box]] = {
    "alone": lambda store, seed: Table(store, setup_of(seed=seed)),
    "daily": sit_down_to_the_daily,
    "challenge": sit_down_to_a_challenge,
    "together": sit_down_together,
    "box": Box,
}
"""The kinds of match that an evening can have, and how each begins."""


@dataclasses.dataclass
class Evening:
    """A player's evening, as far as it came; `shown` is what the screen shows."""

    home: Path
    kind: str = "alone"
    store: Storage | None = None
    shown: Match | None = None
    finished: Match | None = None
    wanted: Settings = dataclasses.field(default_factory=Settings)
    told: list[Problem] = dataclasses.field(default_factory=list)

    def play(self) -> None:
        """Start, change a setting, play a match to its end, change another, begin the next."""
        store = self.store = open_home(self.home)
        settings, odd = store.settings.load()
        self.told.extend(odd)
        self.listen()
        self.wanted = dataclasses.replace(settings, volume=0.25)
        self.change()
        store.file_waiting()
        store.problems.add(store.autosave.load().problem)
        table = KINDS[self.kind](store, "7")
        self.play_on(table, 200)
        store.file_match(table.counted)
        self.finished, self.shown = table.counted, None
        self.listen()
        self.wanted = dataclasses.replace(self.wanted, is_muted=True)
        self.change()
        store.file_waiting()
        self.play_on(KINDS[self.kind](store, "8"), 4)
        store.close()

    def play_on(self, table: Table | Box, steps: int) -> None:
        for _ in range(steps):
            if not table.step():
                break
            self.shown = table.match
            self.listen()
            assert self.told or self.is_saved()

    def change(self) -> None:
        assert self.store is not None
        self.store.problems.add(self.store.settings.save(self.wanted))
        self.listen()
        assert self.told or self.read_settings() == self.wanted

    def listen(self) -> None:
        assert self.store is not None
        while (problem := self.store.problems.take()) is not None:
            self.told.append(problem)

    def is_saved(self) -> bool:
        """Whether another process would find what is shown."""
        assert self.shown is not None
        name = f"autosave-{identity_of(self.shown)}.json"
        saved = (self.home / name).read_text(encoding="utf-8")
        return saved.strip() == print_record(self.shown)

    def read_settings(self) -> Settings:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(game.storage.files, "os", os)
            return SettingsStore(self.home / "settings.json").load()[0]


def start_again(home: Path) -> tuple[Match | None, list[str]]:
    """The match found at the next start, and the identities in the history once it is counted."""
    with pytest.MonkeyPatch.context() as patch:
        install(Disk(), patch)
        return _start_again(home)


def _start_again(home: Path) -> tuple[Match | None, list[str]]:
    store = open_home(home)
    assert store.settings.load()[1] == ()
    store.file_waiting()
    found = store.autosave.load().match
    if found is not None and found.is_complete:
        store.file_match(resume_match(store, found).match)
        assert store.autosave.load().match is None
    names = [row[0] for row in store.profile._database.execute("SELECT identity FROM match")]
    assert not list(home.glob("*.ended-*"))
    assert not list(home.glob(".*.new")), "what the fault left was swept"
    store.close()
    return found, names


def trails_of(home: Path, kind: str = "alone") -> list[str]:
    """Return the place in the code of each operation of an evening on a sound disk."""
    disk = Tracing()
    with pytest.MonkeyPatch.context() as patch:
        install(disk, patch)
        evening = Evening(home, kind)
        evening.play()
    assert evening.told == []
    assert evening.finished is not None
    assert evening.finished.is_complete
    assert start_again(home)[1] == [identity_of(evening.finished)]
    return disk.trails


def fail(folder: Path, n: int, way: str, kind: str = "alone") -> None:
    """An evening on which the n-th operation fails, and the next start."""
    evening = Evening(folder / str(n), kind)
    with pytest.MonkeyPatch.context() as patch:
        install(Disk(n, way), patch)
        evening.play()
    assert evening.finished is not None
    found, names = start_again(evening.home)
    assert names == [identity_of(evening.finished)], (n, evening.told)
    assert evening.told or found == evening.shown
    assert evening.told or evening.read_settings() == evening.wanted
    shutil.rmtree(evening.home)


def kill(folder: Path, n: int, kind: str = "alone") -> None:
    """An evening that ends at the n-th operation, and the next start."""
    evening = Evening(folder / str(n), kind)
    disk = Disk(n, "killed")
    disk.home, disk.remains = evening.home, folder / f"{n}-remains"
    evening.home.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        install(disk, patch)
        with pytest.raises(Killed):
            evening.play()
    assert evening.store is None or evening.told == []
    found, names = start_again(disk.remains)
    if evening.shown is not None:
        assert found is not None
        # Perhaps one step further: written, and not shown any more.
        assert count_steps(found) - count_steps(evening.shown) in (0, 1)
        assert identity_of(found) == identity_of(evening.shown)
    if evening.finished is not None:
        assert names.count(identity_of(evening.finished)) == 1
    assert len(set(names)) == len(names)
    if evening.store is not None:
        evening.store.profile._database.close()
    shutil.rmtree(evening.home)
    shutil.rmtree(disk.remains)


@pytest.mark.parametrize("way", WAYS)
def test_an_operation_that_fails_loses_nothing(tmp_path: Path, way: str) -> None:
    places = first_of_each(trails_of(tmp_path / "whole"))
    assert len(places) > 40
    ways = list(WAYS)
    for n, one in zip(places, cycle(ways), strict=False):
        if way in (one, ways[ways.index(one) - 2]):
            fail(tmp_path, n, way)


def test_a_kill_at_an_operation_loses_nothing(tmp_path: Path) -> None:
    for n in first_of_each(trails_of(tmp_path / "whole")):
        kill(tmp_path, n)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "alone"])
def test_no_kind_of_match_is_lost(tmp_path: Path, kind: str) -> None:
    """The places take turns: a kill, or one of the ways."""
    places = first_of_each(trails_of(tmp_path / "whole", kind))
    assert len(places) > 40
    for n, way in zip(places, cycle((*WAYS, "killed")), strict=False):
        if way == "killed":
            kill(tmp_path, n, kind)
        else:
            fail(tmp_path, n, way, kind)


def main() -> None:
    """Every operation, in every way and killed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = len(trails_of(folder / "whole"))
        for n in range(1, count + 1):
            for way in WAYS:
                fail(folder, n, way)
            kill(folder, n)
    print(f"{count} operations, {count * len(WAYS)} failures, {count} kills: nothing lost")


if __name__ == "__main__":
    main()
