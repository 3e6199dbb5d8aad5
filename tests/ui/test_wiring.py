"""What follows the title: the first scenes, the settings in use, and what is stored at the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.locale import Language
from game.play.editions import all_editions, find_edition
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE
from game.storage.problems import ProblemKind
from game.storage.settings import Settings, SettingsStore
from game.ui import wiring
from game.ui.frame.context import Context
from game.ui.frame.stack import SceneStack
from game.ui.frame.title import LaunchOptions, open_title
from game.ui.frame.window import GameWindow
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from tests.storage.matches import play_match


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder."""
    folder = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    # Other tests in this process have a display too.
    monkeypatch.setattr(pygame, "quit", lambda: None)
    return folder


class Visit:
    """The loop of a window that is closed at once."""

    def __init__(self, window: GameWindow, context: Context, stack: SceneStack, **_: Any) -> None:
        self.window, self.context, self.stack = window, context, stack

    def leave(self) -> None:
        """Nothing waits."""


def play(
    launch: LaunchOptions, monkeypatch: pytest.MonkeyPatch, *, is_maximised: bool = False
) -> Visit:
    """Run the game and close it at once; return what was open."""
    visits: list[Visit] = []

    class Closed(Visit):
        def run(self) -> None:
            self.window.is_maximised = is_maximised
            visits.append(self)

    monkeypatch.setattr(wiring, "Loop", Closed)
    with open_title(launch) as opened:
        wiring.run_game(opened)
    (visit,) = visits
    return visit


def test_the_first_scenes_are_those_that_were_asked_for(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "game.json"
    record.write_text(print_record(play_match()), encoding="utf-8")
    for launch, stored, scenes, language in (
        (LaunchOptions(), "", ["LanguageScene"], None),
        (LaunchOptions(), "de", ["TitleScene"], "de"),
        (LaunchOptions(language=Language.FRENCH), "de", ["TitleScene"], "fr"),
        (LaunchOptions(record=str(record)), "", ["TitleScene", "CountScene"], None),
    ):
        SettingsStore(home / "settings.json").save(Settings(language=stored))
        visit = play(launch, monkeypatch)
        assert [type(scene).__name__ for scene in visit.stack.scenes] == scenes
        routes = visit.context.routes
        assert language in (None, visit.context.catalogue.language)
        assert visit.stack.before_quit == routes.quit_question
        assert visit.stack.take_in == routes.take_in


def test_a_match_of_the_command_has_its_seed_its_edition_and_its_rules(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, league = Ruleset.parse("classic free pairs none"), find_edition("league")
    assert league is not None
    for launch, expected in (
        (LaunchOptions(seed="7"), all_editions()[0].rules),
        (LaunchOptions(seed="7", edition="league"), league.rules),
        (LaunchOptions(seed="7", rules=rules), rules),
    ):
        title, table = play(launch, monkeypatch).stack.scenes
        assert isinstance(title, TitleScene)
        assert isinstance(table, TableScene)
        assert (table.game.setup.seed, table.game.match.rules) == ("7", expected)


def test_settings_are_in_use_and_the_window_is_stored_for_the_next_start(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(home / "settings.json")
    settings = Settings(language="en", has_stripe_patterns=True, bindings="?", speech_rate=0.75)
    store.save(settings)
    for is_full, is_maximised, place in ((True, True, (30, 40)), (True, False, None)):
        monkeypatch.setattr(GameWindow, "is_fullscreen", is_full)
        monkeypatch.setattr(GameWindow, "normal_size", (1000, 700))
        monkeypatch.setattr(GameWindow, "normal_place", place)
        visit = play(LaunchOptions(is_muted=True), monkeypatch, is_maximised=is_maximised)
        context = visit.context
        assert context.painter.has_patterns
        problem = context.store.problems.take()
        assert problem is not None
        assert problem[:3] == (ProblemKind.ODD_VALUE, home / "settings.json", "bindings")
        assert store.load()[0] == replace(
            settings,
            is_fullscreen=is_full and not is_maximised,
            is_maximised=is_maximised,
            window_width=1000,
            window_height=700,
            window_place="" if place is None else "30 40",
        )
