"""The choice of a language at the first launch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.play.examples import ExampleBoard, load_examples
from game.storage.settings import Settings
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.scenes.language.scene import LanguageScene
from game.ui.scenes.title.scene import TitleScene
from tests.golden.pages import changed_pages
from tests.golden.pictures import difference
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME, Stage


@pytest.mark.parametrize("key", ["return", "escape"])
def test_the_first_launch_asks_in_the_language_that_is_lit(context: Context, key: str) -> None:
    scene = LanguageScene(context, Language.GERMAN)
    stage = Stage(context, scene)
    assert scene.chosen.own_name == "Deutsch"
    heights = [stage.part(language.own_name).rect.h for language in Language]
    assert max(heights) == stage.part("Deutsch").rect.h
    stage.press("down")
    assert scene.chosen.own_name == "Română"
    assert heights == [stage.part(language.own_name).rect.h for language in Language]
    stage.press(key)
    assert isinstance(stage.top, TitleScene)
    assert stage.stack.scenes == (stage.top,)
    assert context.preferences.language == "ro"
    assert context.store.settings.load()[0].language == "ro"
    assert stage.has(load_catalogue(Language.ROMANIAN).text("menu.first_about"))


@pytest.mark.usefixtures("pixels")
def test_the_first_board_stays_until_the_title_s_own_is_ready(context: Context) -> None:
    def board() -> pygame.Surface:
        # The bands of both pages leave behind the board.
        window = stage.draw()
        room = pygame.Rect(0, 0, 400, 400)
        room.center = (1280 - round(746 / 2), 400)
        return window.subsurface(room).copy()

    stage = Stage(context, LanguageScene(context, Language.GERMAN))
    stage.let(0.5)
    before = board()
    stage.press("return")
    frames = 0
    while (attract := stage.top.attract) is None:  # type: ignore[attr-defined]
        assert difference(before, board()).is_small
        stage.let(FRAME)
        frames += 1
    assert frames > 1
    assert difference(before, board()).is_small, "it fades"
    while attract.is_appearing:
        stage.let(FRAME)
    assert not difference(before, board()).is_small


@pytest.mark.parametrize(("key", "language"), [("1", "en"), ("2", "fr"), ("3", "de"), ("4", "ro")])
def test_a_digit_takes_a_language(context: Context, key: str, language: str) -> None:
    stage = Stage(context, LanguageScene(context))
    page = stage.top
    for other in ("0", "5", "9", "x"):
        stage.press(other)
    stage.give(Command(Action.CONFIRM, key="return", is_repeat=True))
    assert stage.stack.scenes == (page,)
    assert context.catalogue.language is Language.ENGLISH
    stage.press(key)
    assert context.catalogue.language.value == language
    assert context.store.settings.load()[0].language == language


def test_the_systems_language_is_preselected(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    scene = LanguageScene(context)
    assert isinstance(scene, LanguageScene)
    assert scene.chosen is Language.FRENCH


def test_the_first_frame_does_not_wait_for_the_board(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[Path] = []

    def load(path: Path) -> Mapping[str, ExampleBoard]:
        loaded.append(path)
        return load_examples(path)

    monkeypatch.setattr("game.play.examples.load_examples", load)
    stage = Stage(context, LanguageScene(context))
    counts = []
    for _ in range(3):
        stage.let(FRAME)
        counts.append(len(loaded))
    assert counts == [0, 1, 1]


def test_a_click_takes_a_language(context: Context) -> None:
    stage = Stage(context, LanguageScene(context))
    stage.click(stage.part("Română"))
    assert context.catalogue.language is Language.ROMANIAN
    assert isinstance(stage.top, TitleScene)


def test_the_first_launch_says_in_every_language_how_to_have_it_read(
    context: Context, heard: Heard
) -> None:
    stage = Stage(context, LanguageScene(context, Language.GERMAN))
    stage.let(1)
    assert heard.calls == []
    stage.let(3)
    assert heard.calls == ["de reading", "en reading", "fr reading", "ro reading"]


def test_the_first_launch_is_quiet_where_all_is_read_already(
    context: Context, heard: Heard
) -> None:
    context.preferences = Settings(has_speech=True)
    Stage(context, LanguageScene(context)).let(3)
    assert heard.calls == []


def test_whoever_has_chosen_hears_no_more_how_to_have_it_read(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[Language, ...]] = []
    monkeypatch.setattr(context.sound, "tell_reading", lambda languages: told.append(languages))
    stage = Stage(context, LanguageScene(context))
    stage.let(2)
    assert len(told[-1]) == len(Language)
    stage.press("1")
    assert told[-1] == ()


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("language") == []
