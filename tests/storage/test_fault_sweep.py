"""Every file operation of a match fails once, or is the last: the way SQLite tests itself.

A match is played from the first start of the game to the next match; the n-th operation on a
file or on the history's connection fails in one of several ways, or the process ends there. For
every n nothing that was shown is lost, the finished match is in the history exactly once after
one more start, and what could not be saved was told.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import game.storage.files
from game.play.session import Session
from game.rules.match import Match
from game.rules.record import print_record
from game.storage.database import identity_of
from game.storage.problems import Problem
from game.storage.settings import Settings, SettingsStore
from game.storage.store import Storage
from game.ui.frame.keeping import resume_session, start_session
from tests.storage.faults import WAYS, Disk, Killed, count_steps, install
from tests.storage.test_keeping import open_home, play_step, setup_of


@dataclasses.dataclass
class Evening:
    """A player's evening, as far as it came; `shown` is what the screen shows."""

    home: Path
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
        self.play_on(start_session(store, setup_of(seed="7")), 100)
        assert self.shown is not None
        store.file_match(self.shown)
        self.finished, self.shown = self.shown, None
        self.listen()
        self.wanted = dataclasses.replace(self.wanted, is_muted=True)
        self.change()
        store.file_waiting()
        self.play_on(start_session(store, setup_of(seed="8")), 4)
        store.close()

    def play_on(self, session: Session, steps: int) -> None:
        for _ in range(steps):
            if not play_step(session):
                break
            self.shown = session.match
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
        saved = (self.home / "autosave.json").read_text(encoding="utf-8")
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
        store.file_match(resume_session(store, found)[1].match)
        assert store.autosave.load().match is None
    names = [row[0] for row in store.profile._database.execute("SELECT identity FROM match")]
    assert not list(home.glob("*.finished-*"))
    assert not list(home.glob(".*.new")), "what the fault left was swept"
    store.close()
    return found, names


def count_operations(home: Path) -> int:
    disk = Disk()
    with pytest.MonkeyPatch.context() as patch:
        install(disk, patch)
        evening = Evening(home)
        evening.play()
    assert evening.told == []
    assert start_again(home)[1].count(identity_of(evening.finished or Match)) == 1  # type: ignore[arg-type]
    return disk.count


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is one: thousands of files are made there."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


@pytest.mark.parametrize("way", WAYS)
def test_an_operation_that_fails_loses_nothing(folder: Path, way: str) -> None:
    count = count_operations(folder / "whole")
    assert count > 250
    for n in range(1, count + 1):
        evening = Evening(folder / str(n))
        with pytest.MonkeyPatch.context() as patch:
            install(Disk(n, way), patch)
            evening.play()
        assert evening.finished is not None
        found, names = start_again(evening.home)
        assert names == [identity_of(evening.finished)], (n, evening.told)
        assert evening.told or found == evening.shown
        assert evening.told or evening.read_settings() == evening.wanted
        shutil.rmtree(evening.home)


def test_a_kill_at_any_operation_loses_nothing(folder: Path) -> None:
    count = count_operations(folder / "whole")
    for n in range(1, count + 1):
        evening = Evening(folder / str(n))
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
            evening.store.close()
        shutil.rmtree(evening.home)
        shutil.rmtree(disk.remains)
