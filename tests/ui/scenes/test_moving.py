"""The page that moves a profile: long work is shown, goes on by itself, and can be stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.storage.moving import ENDING
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.parts import Dialog
from game.ui.scenes.moving import work
from game.ui.scenes.moving.scene import MovingScene
from game.ui.scenes.moving.work import WorkScene
from tests.storage.matches import play_match
from tests.storage.whole import copy_profile, print_profile, read_profile
from tests.ui.scenes.stage import Stage


@pytest.fixture(autouse=True)
def always_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the work, it opens the dialog and takes several frames."""
    monkeypatch.setattr(work, "_AT_ONCE", 0.0)
    monkeypatch.setattr(work, "_SLICE", 1e-9)


@pytest.fixture
def profile(tmp_path: Path, player: Context) -> Path:
    """The file of somebody with three matches."""
    path, theirs = tmp_path / f"theirs{ENDING}", Storage.in_memory()
    for seed in ("1", "2", "3"):
        theirs.profile.add_match(play_match(seed))
    path.write_text(print_profile(copy_profile(theirs, player.preferences)), encoding="utf-8")
    return path


def wait(stage: Stage) -> None:
    """Let all work be done."""
    for _ in range(40):
        if not isinstance(stage.top, WorkScene):
            return
        stage.let(0.1)
    raise AssertionError("the work never ends")


def test_a_file_is_read_and_brought_in_in_steps(player: Context, profile: Path) -> None:
    stage = Stage(player, MovingScene(player))
    before = player.store.profile.count()
    stage.give(Dropped(str(profile)))
    assert isinstance(stage.top, WorkScene)
    assert profile.name in " ".join(stage.read())
    wait(stage)
    assert isinstance(stage.top, Dialog)
    stage.press("return")
    assert isinstance(stage.top, WorkScene)
    assert player.store.profile.count() == before
    wait(stage)
    assert player.store.profile.count() == before + 3
    assert isinstance(stage.top, Dialog)


def test_stopped_work_changes_nothing(
    player: Context, profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.scenes.moving.scene.find_folder", lambda *, is_picture: tmp_path)
    player.store.profile.add_match(play_match("8"))
    player.store.profile.add_match(play_match("9"))
    stage = Stage(player, MovingScene(player))
    before = player.store.profile.count()
    stage.give(Dropped(str(profile)))
    wait(stage)
    stage.press("return")
    stage.let(0.02)
    stage.press("escape")
    assert isinstance(stage.top, MovingScene)
    assert player.store.profile.count() == before
    stage.press("return")
    stage.press("return")
    assert isinstance(stage.top, MovingScene)
    assert list(tmp_path.glob(f"*{ENDING}")) == [profile]
    stage.press("return")
    wait(stage)
    assert len({path for path in tmp_path.glob(f"*{ENDING}") if read_profile(path)}) == 2
