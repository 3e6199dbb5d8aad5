"""The settings name the folder of everything that is kept, and open it."""

from __future__ import annotations

import subprocess
import sys
import time
import webbrowser
from pathlib import Path
from threading import Event

import pytest

from game.storage.places import HOME_VARIABLE, find_places
from game.storage.store import open_storage
from game.ui.frame import opening
from game.ui.frame.context import Context
from game.ui.parts.dialog import Dialog
from game.ui.scenes.settings.scene import SettingsScene
from tests.ui.scenes.stage import Stage


@pytest.mark.skipif(sys.platform == "win32", reason="startfile is patched in no other way there")
def test_the_folder_is_named_and_opened(
    player: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    places = find_places({HOME_VARIABLE: str(tmp_path / "games")})
    player.store = open_storage(places)
    opened: list[list[str]] = []

    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        opened.append(words)
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(subprocess, "run", run)
    stage = Stage(player, SettingsScene(player))
    assert "~/games" in " ".join(stage.read())
    stage.click(stage.part("settings.folder"))
    stage.wait_until(lambda: opened)
    assert [words[-1] for words in opened] == [str(tmp_path / "games")]
    stage.let(0.1)
    assert isinstance(stage.top, SettingsScene)
    player.store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="startfile is patched in no other way there")
@pytest.mark.parametrize("status", [None, 3])
def test_a_folder_that_cannot_be_opened_is_named(
    player: Context, monkeypatch: pytest.MonkeyPatch, status: int | None
) -> None:
    """Without `xdg-open`, or where it knows no program."""

    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        if status is None:
            raise FileNotFoundError
        return subprocess.CompletedProcess(words, status)

    monkeypatch.setattr(subprocess, "run", run)
    stage = Stage(player, SettingsScene(player))
    stage.click(stage.part("settings.folder"))
    stage.wait_until(lambda: isinstance(stage.top, Dialog))


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_a_browser_that_stays_open_does_not_stop_the_game(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """Its status says something only where it ends at once."""
    asked, may_end = Event(), Event()

    def browse(_: str) -> bool:
        asked.set()
        return not may_end.wait(60)

    monkeypatch.setattr(webbrowser, "open", browse)
    clock = [0.0]
    monkeypatch.setattr(opening, "perf_counter", lambda: clock[0])
    opened = opening.open_page(Path("/a/page.html"))
    assert asked.wait(60)
    assert not opened.take_failure()
    clock[0] = seconds
    may_end.set()
    for _ in range(100):
        time.sleep(0.01)
        if has_failed := opened.take_failure():
            break
    assert has_failed is (seconds == 0)
    assert not opened.take_failure()
