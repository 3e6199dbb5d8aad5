"""The window of the title: as the settings and the command want it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.resources import ResourceError
from game.storage.places import HOME_VARIABLE
from game.storage.settings import Settings, SettingsStore
from game.ui.frame import title
from game.ui.frame.title import LaunchOptions, open_title, read_place
from game.ui.frame.window import GameWindow, WindowPlace


def test_the_command_and_then_the_settings_say_how_the_window_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, object] = {}

    class Noted(GameWindow):
        """A window that notes what it was asked for."""

        def __init__(self, name: str, size: Any, place: WindowPlace | None, **states: bool) -> None:
            given.update(states, size=size, place=place)
            super().__init__(name, size, place, **states)

    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(title, "GameWindow", Noted)
    monkeypatch.setattr(pygame, "quit", lambda: None)
    usual = Settings(language="en")
    stored = replace(usual, window_width=1400, window_height=900)
    full, wide = replace(stored, is_fullscreen=True), replace(stored, is_maximised=True)
    window, own = LaunchOptions(window_size=(0, 0)), LaunchOptions(window_size=(1100, 700))
    for settings, launch, size, is_full, is_wide in (
        (usual, LaunchOptions(), None, False, False),
        (replace(usual, window_height=900), LaunchOptions(), (1280, 900), False, False),
        (stored, LaunchOptions(), (1400, 900), False, False),
        (stored, own, (1100, 700), False, False),
        (full, LaunchOptions(), (1400, 900), True, False),
        (full, LaunchOptions(is_fullscreen=False), (1400, 900), False, False),
        (full, window, (1400, 900), False, False),
        (stored, LaunchOptions(is_fullscreen=True), (1400, 900), True, False),
        (wide, LaunchOptions(), (1400, 900), False, True),
        (wide, window, (1400, 900), False, False),
        (wide, own, (1100, 700), False, False),
    ):
        SettingsStore(tmp_path / "settings.json").save(replace(settings, window_place="12 -34"))
        with open_title(launch) as opened:
            assert opened.launch is launch
            assert opened.settings == replace(settings, window_place="12 -34")
            assert opened.painter.view.area.size == opened.window.size
        assert given == {
            "size": size,
            "place": (12, -34),
            "is_fullscreen": is_full,
            "is_maximised": is_wide,
            "is_hidden": False,
        }, (settings, launch)


@pytest.mark.parametrize(("language", "theme"), [("", "contrast"), ("en", Settings().theme)])
def test_the_first_start_has_what_the_system_wishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, theme: str
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(pygame, "quit", lambda: None)
    monkeypatch.setattr("game.ui.system.wishes.first_values", lambda: {"theme": "contrast"})
    SettingsStore(tmp_path / "settings.json").save(Settings(language=language))
    with open_title(LaunchOptions()) as opened:
        assert opened.settings == Settings(language=language, theme=theme)
        assert opened.painter.theme.name == theme


def test_only_two_whole_numbers_are_a_place() -> None:
    for words, place in (
        ("12 -34", (12, -34)),
        ("-99999 0", (-99999, 0)),
        *((odd, None) for odd in ("", "12", "12 34 ", "1.5 2", "100000 1", "x y", "1  2")),
    ):
        assert read_place(words) == place


def test_a_reader_that_runs_gets_the_tree_before_the_window_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []

    class Hidden(GameWindow):
        """A window that notes how it is opened and shown."""

        def __init__(self, *given: Any, is_hidden: bool, **states: Any) -> None:
            done.append(is_hidden)
            super().__init__(*given, is_hidden=is_hidden, **states)

        def show(self) -> None:
            done.append("shown")

    def open_noted(window: GameWindow) -> str:
        done.append(type(window))
        return "tree"

    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(title, "GameWindow", Hidden)
    monkeypatch.setattr(pygame, "quit", lambda: done.append("ended"))
    monkeypatch.setattr("game.ui.frame.reader_tree.open_tree", open_noted)
    SettingsStore(tmp_path / "settings.json").save(Settings(language="en"))
    for is_wanted, tree, order in (
        (True, "tree", [True, Hidden, "shown", "ended"]),
        (False, None, [False, "ended"]),
    ):
        monkeypatch.setattr(title, "is_tree_wanted", lambda is_wanted=is_wanted: is_wanted)
        with open_title(LaunchOptions()) as opened:
            assert opened.tree == tree  # type: ignore[comparison-overlap]
        assert done == order
        done.clear()


def test_a_damaged_icon_is_named_and_the_folder_is_free_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    icon = tmp_path / "icon.png"
    icon.write_bytes(b"nothing")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(title, "asset", lambda *_: icon)
    monkeypatch.setattr(pygame, "quit", lambda: None)
    SettingsStore(tmp_path / "home" / "settings.json").save(Settings(language="en"))
    for _ in range(2):
        with pytest.raises(ResourceError, match=r"icon\.png"), open_title(LaunchOptions()):
            pass
