"""A second start calls the window that is open; with a record it shows that and keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.__main__ import main
from game.rules.record import print_record
from game.storage.one_window import AlreadyOpenError, OneWindow
from game.storage.places import HOME_VARIABLE
from game.storage.problems import ProblemKind
from game.storage.settings import Settings, SettingsStore
from game.ui import wiring
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.stack import SceneStack
from game.ui.frame.title import LaunchOptions, open_title
from game.ui.frame.window import GameWindow
from tests.storage.matches import play_match


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's folder, with settings."""
    folder = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    # Other tests in this process have a display too.
    monkeypatch.setattr(pygame, "quit", lambda: None)
    SettingsStore(folder / "settings.json").save(Settings(language="de", volume=0.25))
    return folder


@contextmanager
def first_window(home: Path) -> Iterator[OneWindow]:
    """Another window has the folder."""
    one = OneWindow(home)
    assert one.is_ours
    yield one
    one.close()


def contents(home: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in home.iterdir() if path.is_file()}


def test_a_second_start_says_that_the_game_is_open_and_calls_its_window(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with first_window(home), pytest.raises(AlreadyOpenError), open_title(LaunchOptions()):
        pass
    (home / ".window.call").unlink()
    for words in ([], ["--seed", "7"], ["--lang", "en"]):
        with first_window(home):
            before = contents(home)
            assert main(words) == 0
            assert "open" in capsys.readouterr().out
            assert contents(home).keys() - before.keys() == {".window.call"}
            (home / ".window.call").unlink()


class Visit:
    """A loop in which the user views what is open, and changes a setting."""

    def __init__(self, window: GameWindow, context: Context, stack: SceneStack, **given: Any):
        self.context, self.stack, self.take_events = context, stack, given["events"]
        VISITS.append(self)

    def leave(self) -> None:
        """Nothing waits."""

    def run(self) -> None:
        """Look, change, save a match, and leave."""
        self.take_events()
        change_settings(self.context, volume=0.75)
        self.context.store.save_match(play_match("7", placements=3))
        self.context.store.file_match(play_match("8"))


VISITS: list[Visit] = []


def test_a_record_is_shown_beside_the_open_window_and_nothing_is_kept(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "Loop", Visit)
    VISITS.clear()
    record = tmp_path / "game.json"
    record.write_text(print_record(play_match()), encoding="utf-8")
    with first_window(home) as one:
        before = contents(home)
        with open_title(LaunchOptions(record=str(record), is_muted=True)) as opened:
            wiring.run_game(opened)
        assert contents(home) == before
        assert not one.is_called()
    (visit,) = VISITS
    assert len(visit.stack.scenes) == 1, "the window closes with the record"
    assert visit.context.catalogue.language == "de", "settings are read"
    problem = visit.context.store.problems.take()
    assert problem is not None
    assert problem.kind is ProblemKind.OTHER_WINDOW
    # Alone it has the folder, and keeps what is changed.
    with open_title(LaunchOptions(record=str(record), is_muted=True)) as opened:
        wiring.run_game(opened)
    assert SettingsStore(home / "settings.json").load()[0].volume == 0.75
    assert len(VISITS[1].stack.scenes) == 2


def test_damaged_settings_are_left_to_the_open_window(home: Path, tmp_path: Path) -> None:
    (home / "settings.json").write_bytes(b"{")
    record = tmp_path / "game.json"
    record.write_text(print_record(play_match()), encoding="utf-8")
    with first_window(home):
        before = contents(home)
        with open_title(LaunchOptions(record=str(record), is_muted=True)) as opened:
            assert opened.settings == Settings()
        assert contents(home) == before


def test_the_window_that_is_called_comes_to_the_front(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[GameWindow] = []
    monkeypatch.setattr(GameWindow, "bring_to_front", lambda window: raised.append(window))
    monkeypatch.setattr("game.storage.one_window._LOOK_SECONDS", 0.0)
    monkeypatch.setattr(wiring, "Loop", Visit)
    with open_title(LaunchOptions(is_muted=True)) as opened:
        OneWindow(home).call()
        wiring.run_game(opened)
        assert raised == [opened.window]


@pytest.mark.parametrize("size", [(60, 30), (319, 800), (20_000, 600)])
def test_a_window_of_any_size_can_be_closed_and_is_not_stored(
    home: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(wiring, "Loop", Visit)
    monkeypatch.setattr(GameWindow, "normal_size", size)
    with open_title(LaunchOptions(is_muted=True)) as opened:
        wiring.run_game(opened)
    stored, odd = SettingsStore(home / "settings.json").load()
    assert (stored.volume, odd) == (0.75, ())
    usual = Settings()
    for name, side in zip(("window_width", "window_height"), size, strict=True):
        assert getattr(stored, name) in (side, getattr(usual, name))
