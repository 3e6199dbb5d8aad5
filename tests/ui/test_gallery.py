"""The gallery renders the samplers the same each time, at every size, and keeps to its filter."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pygame
import pytest

import game.ui
from game.locale import Language
from game.progress.challenges import ChallengeKind, RuleLesson
from game.ui.frame.scene import Scene
from game.ui.scenes.settings.rows import Section
from game.ui.widgets.scenes import BaseScene
from tests.gallery import collect_samples, make_context, render_sample
from tests.gallery.__main__ import main
from tests.ui.unseen import draw_blank

PIECES = collect_samples("pieces")


@pytest.mark.parametrize("name", PIECES)
@pytest.mark.parametrize(("size", "scale"), [((1024, 640), 2.0), ((1280, 800), 0.75)])
def test_samplers_render_the_same_each_time(name: str, size: tuple[int, int], scale: float) -> None:
    pictures = [
        render_sample(PIECES[name], make_context(Language("de"), size, scale), size)
        for _ in range(2)
    ]
    assert pictures[0].get_size() == size
    assert pygame.image.tobytes(pictures[0], "RGB") == pygame.image.tobytes(pictures[1], "RGB")


def test_the_filter_chooses(tmp_path: Path) -> None:
    assert set(PIECES) < set(collect_samples())
    arguments = ["--scene", "sampler-dialog", "--lang", "ro", "--size", "1024x640"]
    assert main([str(tmp_path), *arguments]) == 0
    assert [p.name for p in tmp_path.iterdir()] == ["sampler-dialog-1024x640-ro.png"]


def test_every_section_challenge_and_lesson_is_shown() -> None:
    shown = collect_samples()
    assert {f"settings-{section.value}" for section in Section} <= shown.keys()
    assert {f"challenges-{kind.value}" for kind in ChallengeKind} <= shown.keys()
    assert {f"challenge-{kind.value}" for kind in ChallengeKind} <= shown.keys()
    assert {f"challenge-lesson-{rule.value}" for rule in RuleLesson} <= shown.keys()


def scenes_of(kind: type[BaseScene]) -> Iterator[type[BaseScene]]:
    """The scenes of the game that are a kind of scene, itself included."""
    yield kind
    for narrower in kind.__subclasses__():
        yield from scenes_of(narrower)


@pytest.mark.slow
def test_every_scene_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that no sample shows is one that no sweep ever opens."""
    draw_blank(monkeypatch)
    for module in walk_packages(game.ui.__path__, "game.ui."):
        import_module(module.name)
    shown = set[type[Scene]]()
    for sample in collect_samples().values():
        context = make_context(Language.ENGLISH, (640, 400))
        makers = (sample.make, sample.below)
        shown |= {type(make(context)) for make in makers if make is not None}
    ours = {kind for kind in scenes_of(BaseScene) if kind.__module__.startswith("game.")}
    bases = {kind for kind in ours if kind.__subclasses__()}
    assert ours - bases <= shown


def test_nothing_to_show_is_an_error(tmp_path: Path) -> None:
    assert main([str(tmp_path), "--scene", "no such scene"]) == 1
