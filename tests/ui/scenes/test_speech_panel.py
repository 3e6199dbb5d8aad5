"""A lesson's parts over a table: the steps at the foot of its speech, and what it points at."""

from __future__ import annotations

from itertools import product
from typing import Any

import pygame
import pytest

from game.locale import Language
from game.rules.boards import CLASSIC
from game.ui.draw.animation import mix_colour
from game.ui.draw.sprites.pieces import Sprites
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import Picture, Text
from game.ui.scenes.shared import speech_panel
from game.ui.scenes.shared.speech_panel import Speech, mark_spaces, point_at
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import say
from tests.each import each
from tests.gallery import collect_samples, make_context, open_sample


@pytest.mark.parametrize(
    ("step", "steps", "sizes", "passed"),
    [(0, 1, [], 0), (0, 3, [8, 5, 5], 1), (1, 3, [5, 8, 5], 2), (2, 3, [5, 5, 8], 3)],
)
def test_the_steps_are_hexagons_of_which_the_present_one_is_the_largest(
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    step: int,
    steps: int,
    sizes: list[int],
    passed: int,
) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(speech_panel, "draw_hexagon", lambda *given: drawn.append(given[2:]))
    speech = Speech(context, "Place it.", step=step, steps=steps, example="3 × 9")
    assert [say(part.words) for part in speech.walk() if isinstance(part, Text)] == [
        *("3 × 9", "Place it.")
    ]
    (foot,) = (part for part in speech.walk() if isinstance(part, Picture))
    foot.paint(pygame.Surface((1, 1)), Rect(100, 50, 201, 14))
    px, theme = context.painter.px, context.painter.theme
    fill = theme.stripes[9]
    ink = theme.ink_on(fill)
    assert [radius for _, radius, _ in drawn] == [px(size) for size in sizes]
    dim = mix_colour(fill, ink, 0.3)
    assert [colour for *_, colour in drawn] == [ink] * min(passed, len(sizes)) + [dim] * (
        len(sizes) - passed if sizes else 0
    )
    places = [at[0] for at, *_ in drawn]
    assert places == sorted(places)
    if places:
        assert (places[0] + places[-1]) / 2 == Rect(100, 50, 201, 14).centre[0]


def test_what_a_step_is_about_is_framed_and_has_a_bar_at_its_left(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    framed: list[tuple[Any, ...]] = []
    bands: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Sprites, "draw_cursor", lambda _, on, *given: framed.append(given))
    monkeypatch.setattr(speech_panel, "draw_band", lambda *given: bands.append(given[2:]))
    layout, theme = lay_out_board(CLASSIC, Rect(0, 0, 400, 400), 0.5), context.painter.theme
    surface = pygame.Surface((1, 1))
    mark_spaces(surface, context, layout, (3, 7))
    assert framed == [
        (layout.centres[space], layout.tile_radius * 0.96, theme.palette.gold) for space in (3, 7)
    ]
    point_at(surface, context, Rect(100, 40, 60, 80))
    px = context.painter.px
    assert bands == [(theme.stripes[9], Rect(100 - px(14), 40, px(6), 80))]


@each(product(Language, ((640, 1000), (720, 1280), (1080, 1920), (1024, 640))))
def test_no_word_beside_a_sum_or_a_link_is_broken(
    language: Language, size: tuple[int, int]
) -> None:
    context = make_context(language, size)
    scene = open_sample(collect_samples()["tutorial-skip"], context).top
    assert isinstance(scene, TableScene)
    speech, type_ = scene.mode.above(scene), context.painter.theme.type
    assert isinstance(speech, Speech)
    assert scene.layout is not None
    speech.arrange(context, scene.layout.above)
    texts = [part for part in speech.walk() if isinstance(part, Text)]
    assert len(texts) == 2, "the sum, and the sentence"
    for part, style in zip(texts, (type_.action, type_.label), strict=True):
        words = say(part.words)
        lines = context.painter.fit(words, part.rect.size, style).lines
        assert " ".join(lines).split() == words.split()
    assert speech.rect.h < size[1] // 4
