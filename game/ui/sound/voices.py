"""The caller's voice: the words for a tile, and the files of their recordings; no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.locale import Catalogue, Language
    from game.rules.tiles import Tile

WILD_KEYS: Final = {
    "***": "terms.wild_triple",
    "*1*": "terms.wild_black",
    "2**": "terms.wild_white",
    "**3": "terms.wild_pink",
}
"""Catalogue keys of wild tiles' names (T4)."""


def voice_file(language: Language, tile: Tile) -> str:
    """Return the file below `assets/voices`; `w` replaces the asterisk, which some systems
    forbid.
    """
    return f"{language.value}/{str(tile).replace('*', 'w')}.ogg"


def reading_file(language: Language) -> str:
    """Return the file below `assets/voices` that explains how to turn reading aloud on."""
    return f"{language.value}/reading.ogg"


def caller_words(catalogue: Catalogue, tile: Tile) -> str:
    """Return a call's words: the three numbers from left to right (T3), or a wild tile's name
    (T4).
    """
    if tile.is_wild:
        return catalogue.text(WILD_KEYS[str(tile)])
    left, top, right = (catalogue.text(f"heard.number.{digit}") for digit in str(tile))
    return catalogue.text("heard.call", left=left, top=top, right=right)
