"""The rules pages fit their column, show every figure, and can be read by keyboard alone."""

from __future__ import annotations

import pygame
import pytest

from game.locale import Language
from game.ui.frame.bindings import Action
from game.ui.frame.intents import Command
from game.ui.frame.scene import Pop
from game.ui.layout.rects import make_view
from game.ui.scenes.rules.scene import RulesScene
from tests.gallery import make_context

SIZES = ((1024, 640), (1920, 1080))


def open_rules(language: Language, size: tuple[int, int], scale: float = 1.0) -> RulesScene:
    scene = RulesScene(make_context(language, size, scale))
    scene.resize(make_view(size, scale))
    return scene


@pytest.mark.parametrize(("language", "size"), [*zip(Language, SIZES * 2, strict=True)])
def test_no_word_or_figure_leaves_the_column(language: Language, size: tuple[int, int]) -> None:
    scene = open_rules(language, size, 2.0)
    painter = scene.context.painter
    for _ in range(8):
        flow = scene.flow(scene.part("text").rect.w)
        for piece in flow.pieces:
            for words in piece.words:
                assert words.x + painter.text_width(words.text, words.style) <= flow.width + 1
        scene.handle(Command(Action.RIGHT))


@pytest.mark.usefixtures("pixels")
def test_every_page_draws_from_top_to_bottom() -> None:
    scene = open_rules(Language.GERMAN, (1024, 640))
    surface = pygame.Surface((1024, 640))
    seen = set()
    for _ in range(8):
        scene.handle(Command(Action.LAST))
        scene.draw(surface)
        seen.add(surface.get_buffer().raw)
        scene.handle(Command(Action.RIGHT))
    assert len(seen) == 8


def test_escape_goes_back() -> None:
    assert open_rules(Language.FRENCH, (1024, 640)).handle(Command(Action.CANCEL)) == Pop()


def test_page_keys_scroll_and_a_new_page_starts_at_its_top() -> None:
    scene = open_rules(Language.ROMANIAN, (1024, 640))
    scene.handle(Command(Action.PAGE_DOWN))
    assert scene.area.top > 0
    scene.handle(Command(Action.RIGHT))
    assert scene.area.top == 0
