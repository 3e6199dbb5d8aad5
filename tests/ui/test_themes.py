"""A theme is put on while scenes are open, and nothing of the old one stays."""

from __future__ import annotations

import pygame
import pytest

from game.locale import Language
from game.ui.draw.theme import THEMES
from game.ui.frame.preferences import change_settings
from game.ui.frame.stack import SceneStack
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.scenes.stage import Stage

SIZE = (1024, 640)
SAMPLES = ("menu", "play-coach", "breakdown-rounds", "review")


def draw(stack: SceneStack) -> bytes:
    surface = pygame.Surface(SIZE)
    stack.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_theme_put_on_looks_as_if_worn_from_the_start(name: str) -> None:
    sample = collect_samples()[name]
    context = make_context(Language.ENGLISH, SIZE, theme=THEMES[0])
    stack = open_sample(sample, context)
    seen = {draw(stack)}
    themes = THEMES[1:] if name == SAMPLES[0] else THEMES[-1:]
    for theme in themes:
        change_settings(context, theme=theme)
        context.painter.resize(context.painter.view)
        stack.resize(context.painter.view)
        now = draw(stack)
        assert now == draw(open_sample(sample, make_context(Language.ENGLISH, SIZE, theme=theme)))
        seen.add(now)
    assert len(seen) == 1 + len(themes)


def test_the_theme_is_chosen_in_the_settings_and_kept() -> None:
    context = make_context(Language.ENGLISH, SIZE)
    scene = SettingsScene(context, Section.LOOK)
    stage = Stage(context, scene)
    for theme in (*THEMES[1:], THEMES[-1]):
        scene.focus("settings.theme")
        stage.press("right")
        assert context.painter.theme.name == theme
        assert context.store.settings.load()[0].theme == theme
        ground = stage.draw().get_at((2, SIZE[1] - 2))[:3]
        edge = context.painter.theme.palette.sky_foot
        assert max(abs(a - b) for a, b in zip(ground, edge, strict=True)) < 24
