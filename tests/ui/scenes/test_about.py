"""The page about the game, and the credits."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import numpy
import pygame
import pytest

from game import DISTRIBUTION
from game.locale import Language, load_catalogue
from game.ui.frame.context import Context
from game.ui.scenes.about.credits import CreditsScene, read_credits
from game.ui.scenes.about.scene import AboutScene, list_versions
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage


def test_the_about_page_names_the_author_in_every_language() -> None:
    for language in Language:
        assert "Peter Burley" in load_catalogue(language).text("about.author")


def test_versions_can_be_copied(context: Context, copied: list[str]) -> None:
    stage = Stage(context, AboutScene(context))
    stage.click(stage.find(context.text("about.copy")))
    versions = list_versions()
    assert copied == ["\n".join(f"{name} {number}" for name, number in versions)]
    assert dict(versions) == {
        DISTRIBUTION: version(DISTRIBUTION),
        "pygame-ce": pygame.version.ver,
        "numpy": numpy.__version__,
        "SDL": ".".join(map(str, pygame.get_sdl_version())),
        "Python": platform.python_version(),
    }
    assert {number for _, number in versions} <= {*stage.read()}
    assert stage.has(context.text("about.copied"))
    context.copy_text = lambda _: False
    stage.press("ctrl+c")
    assert stage.has(context.text("about.copy"))


def test_a_library_without_a_version_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> str:
        if name == "pygame-ce":
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr("game.ui.scenes.about.scene.version", find)
    assert [name for name, _ in list_versions()] == [DISTRIBUTION, "numpy", "SDL", "Python"]


def test_the_credits_are_a_section_at_a_time(context: Context) -> None:
    stage = Stage(context, CreditsScene(context))
    scene = stage.top
    assert isinstance(scene, CreditsScene)
    parts = [part for part in read_credits() if not part.is_heading]
    sections = dict.fromkeys(part.section for part in parts)
    intro, *tabs = sections
    for section in tabs:
        assert scene.section == section
        words = " ".join(stage.read()).replace("\n", " ")
        for part in parts:
            first = part.words[:1].upper() + part.words[1:40]
            assert (first in words) is (part.section in (intro, section)), part
            assert part.section != section or not part.name or part.name in words
        stage.press("right")


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("about") == []
