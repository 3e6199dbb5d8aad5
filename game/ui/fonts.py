"""Type on screen: opening the font at a size, measuring, and a cache of rendered words."""

from __future__ import annotations

from collections import OrderedDict
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pygame

from game.ui.theme import Colour

__all__ = ["Fonts", "font_path"]

CAP_HEIGHT: Final = 0.63
"""Height of Baloo 2's capitals and digits, in em."""

_CACHED_TEXTS: Final = 700
_SHADE: Final = (14, 12, 26)


def font_path() -> Path:
    """The font file, found without importing its package's machinery."""
    spec = find_spec("fontpkg_baloo_2")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("fontpkg-baloo-2 is not installed")
    return Path(spec.submodule_search_locations[0]) / "files" / "Baloo2[wght].ttf"


class Fonts:
    """Baloo 2 in every size, with synthetic bold (the variable font opens at weight 400)."""

    def __init__(self) -> None:
        pygame.font.init()
        self._path = str(font_path())
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._texts: OrderedDict[tuple[str, int, bool, Colour, int], pygame.Surface] = OrderedDict()
        self._widths: dict[tuple[str, int, bool], int] = {}

    def font(self, size: int, *, is_bold: bool = False) -> pygame.font.Font:
        """The font with an em of `size` pixels."""
        font = self._fonts.get((size, is_bold))
        if font is None:
            font = pygame.font.Font(self._path, max(1, size))
            font.bold = is_bold
            self._fonts[size, is_bold] = font
        return font

    def width(self, text: str, size: int, *, is_bold: bool = False) -> int:
        """The width of one line in pixels."""
        key = (text, size, is_bold)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) > 20_000:
                self._widths.clear()
            width = self._widths[key] = self.font(size, is_bold=is_bold).size(text)[0]
        return width

    def cap_middle(self, size: int, *, is_bold: bool = False) -> float:
        """How far below a rendered line's top the middle of its capitals lies, in pixels."""
        return self.font(size, is_bold=is_bold).get_ascent() - CAP_HEIGHT * size / 2

    def render(
        self, text: str, size: int, colour: Colour, *, is_bold: bool = False, outline: int = 0
    ) -> pygame.Surface:
        """One line of text; shared, so never draw on it. An outline adds its width around."""
        key = (text, size, is_bold, colour, outline)
        surface = self._texts.get(key)
        if surface is not None:
            self._texts.move_to_end(key)
            return surface
        font = self.font(size, is_bold=is_bold)
        surface = font.render(text, True, colour)
        if outline > 0:
            surface = self._outlined(font, text, surface, outline)
        self._texts[key] = surface
        if len(self._texts) > _CACHED_TEXTS:
            self._texts.popitem(last=False)
        return surface

    def clear(self) -> None:
        """Forget rendered words (after a change of scale)."""
        self._texts.clear()

    @staticmethod
    def _outlined(
        font: pygame.font.Font, text: str, inner: pygame.Surface, width: int
    ) -> pygame.Surface:
        font.outline = width
        back = font.render(text, True, _SHADE)
        font.outline = 0
        back.blit(inner, (width, width))
        return back
