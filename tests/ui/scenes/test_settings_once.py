"""A change in the settings builds the page once; hovering and pressing build nothing."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from game.storage.settings import Settings
from game.ui.frame.context import Context
from game.ui.frame.intents import MouseButton, PointerMoved, PointerPressed, PointerReleased
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.widgets import Segmented
from tests.ui.scenes.stage import Stage

UI = Path(__file__).parents[3] / "game/ui"

CHANGES = (
    (Section.ASSISTANCE, "settings.reduced_motion"),
    (Section.LOOK, "settings.patterns"),
    (Section.SOUND, "settings.volume"),
)


@pytest.mark.parametrize(("section", "row"), CHANGES)
def test_one_change_is_one_tree(
    player: Context, section: Section, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []
    build = SettingsScene.page

    def count(scene: SettingsScene) -> object:
        built.append(row)
        return build(scene)

    monkeypatch.setattr(SettingsScene, "page", count)
    stage = Stage(player, SettingsScene(player, section))
    at = stage.place_of(stage.part(row))
    before = player.preferences
    built.clear()
    stage.give(PointerMoved((2, 2)))
    stage.give(PointerMoved(at))
    assert built == [], "hovering"
    stage.give(PointerPressed(at, MouseButton.PRIMARY))
    stage.give(PointerReleased(at, MouseButton.PRIMARY, at))
    assert player.preferences != before
    assert built == [row]


def test_every_setting_is_changed_and_read_by_the_window() -> None:
    """A new field without its row, or without the place that heeds it, is found here."""
    code = "".join(file.read_text(encoding="utf-8") for file in sorted(UI.rglob("*.py")))
    names = {field.name for field in fields(Settings)}
    assert names <= {*re.findall(r"(\w+)=", code), *re.findall(r'"(\w+)"', code)}, "changed"
    assert names <= {*re.findall(r"\.(\w+)", code)}, "read"


def test_another_section_is_one_tree(player: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SettingsScene(player)
    stage = Stage(player, scene)
    built: list[Section] = []
    build = SettingsScene.page

    def count(scene: SettingsScene) -> object:
        built.append(scene.section)
        return build(scene)

    monkeypatch.setattr(SettingsScene, "page", count)
    tabs = stage.part("main")
    assert isinstance(tabs, Segmented)
    stage.hit(tabs.cells()[-1].centre)
    assert scene.section is list(Section)[-1]
    assert built == [scene.section]
