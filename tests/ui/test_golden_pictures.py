"""The scenes look as they did, and all there is to show can be shown in every language.

`python -m tests.golden.pictures` draws the kept pictures anew.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.tools.gallery import collect_samples, make_context, render_sample
from game.ui.frame.context import Context
from tests.golden.pictures import FOLDER, PICTURES, difference, draw, load
from tests.ui.test_glyphs import missing_glyphs
from tests.ui.unseen import draw_blank
from tests.ui.written import Written

SMALLEST = (1024, 640)


@pytest.mark.parametrize("name", PICTURES)
def test_the_scene_looks_as_it_did(name: str, tmp_path: Path) -> None:
    now = draw(name)
    found = difference(load(name), now)
    if not found.is_small:
        pygame.image.save(now, tmp_path / f"{name}.png")
    assert found.is_small, f"{found}: see {tmp_path / name}.png"


def test_every_kept_picture_is_compared() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PICTURES)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 5_000_000


def moved(picture: pygame.Surface, area: pygame.Rect, by: tuple[int, int]) -> pygame.Surface:
    """The picture with one part of it a little elsewhere."""
    other = picture.copy()
    other.blit(picture.subsurface(area).copy(), area.move(*by))
    return other


def lighter(picture: pygame.Surface, by: int) -> pygame.Surface:
    """The picture with every pixel a little lighter."""
    other = picture.copy()
    other.fill((by, by, by), special_flags=pygame.BLEND_RGB_ADD)
    return other


def test_the_comparison_tells_changes_from_shades() -> None:
    kept = load("play-solo")
    smooth = pygame.transform.smoothscale(
        pygame.transform.smoothscale(kept, (1280, 800)), kept.get_size()
    )
    assert difference(kept, smooth).is_small
    assert difference(kept, lighter(kept, 4)).is_small
    assert not difference(kept, lighter(kept, 24)).is_small
    panel = pygame.Rect(518, 125, 112, 155)
    assert not difference(kept, moved(kept, panel, (3, 0))).is_small
    assert not difference(kept, moved(kept, panel, (0, -3))).is_small
    tile = pygame.Rect(345, 125, 64, 64)
    assert not difference(kept, moved(kept, tile, (56, 32))).is_small


@cache
def _surroundings() -> Context:
    return make_context(Language("en"), SMALLEST)


def show(name: str, language: Language) -> Written:
    """Draw a sample in a language and listen."""
    fresh = make_context(language, SMALLEST)
    # What is drawn the same in every language need not be drawn again.
    fresh.painter = _surroundings().painter
    written = Written(SMALLEST)
    with pytest.MonkeyPatch.context() as patch, written.listening():
        draw_blank(patch)
        render_sample(collect_samples()[name], fresh, SMALLEST)
    return written


NO_WORDS = ("sampler-tiles", "sampler-patterns", "sampler-boards")
NO_LANGUAGE = ("sampler-widgets", "sampler-dialog")


@pytest.mark.parametrize("name", collect_samples())
def test_everything_can_be_read_in_every_language(name: str) -> None:
    shown = {language: show(name, language) for language in Language}
    for language, written in shown.items():
        words = "\n".join(written.words)
        assert bool(words) is (name not in NO_WORDS), language
        assert written.outside == []
        assert missing_glyphs(words) == set(), language
        assert not re.search(r"[{}]", words), "no sentence"
        named = set(re.findall(r"\b[a-z][\w-]*(?:\.[\w-]+)+", words))
        assert named.isdisjoint(load_catalogue(language).messages), "no sentence"
    if name not in NO_WORDS + NO_LANGUAGE:
        assert len({frozenset(written.words) for written in shown.values()}) == len(Language)
