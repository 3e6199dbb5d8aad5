"""Every character that can reach the screen has a glyph in the font."""

from __future__ import annotations

from functools import cache

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.resources import asset
from game.ui.draw.fonts import font_path

SPACES = " \n\t"


NOWHERE = "\ue83a"
"""A private character, which this font draws as the empty box of a missing glyph."""


@cache
def look(letter: str) -> tuple[tuple[int, int], bytes]:
    """Return the font's picture of a letter: its size and its pixels."""
    picture = _font().render(letter, True, (255, 255, 255))
    return picture.get_size(), pygame.image.tobytes(picture, "RGBA")


@cache
def _font() -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(str(font_path()), 20)


def missing_glyphs(text: str) -> set[str]:
    """Characters of `text` that the font cannot draw, known by the box it draws instead."""
    letters = set(text) - set(SPACES)
    # The shaper draws a narrow no-break space as a plain one; the font has none.
    return {letter for letter in letters if letter == "\u202f" or look(letter) == look(NOWHERE)}


@pytest.mark.parametrize("language", Language)
def test_catalogues(language: Language) -> None:
    load_catalogue(language)
    files = sorted(asset("locale").rglob(f"*{language.value}*/*.toml"))
    files += sorted(asset("locale").glob(f"{language.value}.toml"))
    assert files
    for path in files:
        assert missing_glyphs(path.read_text(encoding="utf-8")) == set(), path.name


@pytest.mark.parametrize("language", Language)
def test_rules_pages(language: Language) -> None:
    for path in sorted((asset("rules") / language.value).glob("*.md")):
        assert missing_glyphs(path.read_text(encoding="utf-8")) == set(), path.name


def test_a_missing_glyph_would_be_found() -> None:
    assert missing_glyphs("a\u202f漢") == {"\u202f", "漢"}
    assert missing_glyphs("ăâîșțÄÖÜß éèêçœ «»„“ – × − · …") == set()
