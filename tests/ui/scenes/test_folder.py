"""The settings name the folder of everything that is kept, and open it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.storage.places import HOME_VARIABLE, find_places
from game.storage.store import open_storage
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
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_: opened.append(words))
    stage = Stage(player, SettingsScene(player))
    assert "~/games" in " ".join(stage.read())
    stage.click(stage.part("settings.folder"))
    assert [words[-1] for words in opened] == [str(tmp_path / "games")]
    player.store.close()


def test_a_folder_that_cannot_be_opened_is_named(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "Popen", refuse)
    stage = Stage(player, SettingsScene(player))
    stage.click(stage.part("settings.folder"))
    assert isinstance(stage.top, Dialog)
