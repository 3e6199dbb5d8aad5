"""Type on screen: Baloo 2 at every size, a true-looking bold, measuring, a cache of rendered
words.
"""

import math
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import pygame

from game.ui.draw.fallback import (
    NO_SCRIPT,
    FontRun,
    draw_runs,
    find_script,
    measure_runs,
    package_fonts,
    runs_of,
)
from game.ui.draw.surface_cache import SurfaceCache
from game.ui.draw.theme import BLACK, Colour

CAP_HEIGHT: Final = 0.63
"""Height of Baloo 2's capitals and digits, in em."""

_BOLD: Final = 0.029
"""The stroke that makes letters bold, in em; the variable font opens at weight 400, and pygame's
own bold is blocky."""

_MOST_LETTERS: Final = 2000
"""Letters above those of any line; SDL's font library crashes while it outlines 100,000."""

_FIGURES: Final = 3
"""The longest number on tiles and boards, where stripes show through."""

_REFUSED: Final = "[\x00-\x1f\x7f-\x9f\ud800-\udfff]"

OWN_LETTERS: Final = frozenset(
    (*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x17F)), *"ȘșȚț‘’“”„‹›–—…−")
)
"""Letters that the game's own font surely has: a line of only these needs no search for other fonts
on the disk."""


class NoFontError(Exception):
    """The font's package is missing, or the file cannot be read: the installation is damaged."""


def font_path() -> Path:
    """Return the font file; its package has one. Raises `NoFontError`."""
    for path in package_fonts("fontpkg_baloo_2"):
        return path
    raise NoFontError("the font package fontpkg-baloo-2 is missing: install the game again")


@cache
def _face(role: str) -> pygame.font.Font:
    """Return the shared face for `role`, "fill" or "stroke"."""
    pygame.font.init()
    path = font_path()
    try:
        return pygame.font.Font(str(path), 20)
    except (OSError, pygame.error) as error:
        raise NoFontError(f"{path}: {error}") from error


def _fill_face(size: int) -> pygame.font.Font:
    face = _face("fill")
    if face.point_size != size:
        face.point_size = size
    return face


def _stroke(text: str, size: int, width: int, colour: Colour) -> pygame.Surface:
    """Return the letters' edges, `width` pixels thick outwards."""
    face = _face("stroke")
    if face.point_size != size:
        face.point_size = size
    if face.outline != width:
        face.outline = width
    return _letters(face, text, colour, "stroke")


def _letters(
    face: pygame.font.Font, text: str, colour: Colour, role: str = "fill"
) -> pygame.Surface:
    """Return the text's letters; an empty surface of a line's height where it has no width."""
    text = _drawable(text)
    try:
        runs = _foreign_runs(text)
        return face.render(text, True, colour) if not runs else draw_runs(face, runs, colour, role)
    except pygame.error:
        return face.render("", True, colour)


def _drawable(text: str) -> str:
    """Return the text without what pygame refuses, or takes for the end of the line."""
    text = text[:_MOST_LETTERS]
    return text if OWN_LETTERS.issuperset(text) else re.sub(_REFUSED, " ", text)


def _foreign_runs(text: str) -> tuple[FontRun, ...]:
    """Return the runs of a line that the game's own font cannot draw alone; none for any other."""
    if OWN_LETTERS.issuperset(text):
        return ()
    runs = runs_of(text, _main_path())
    is_own = len(runs) == 1 and runs[0][1:] == FontRun("")[1:]
    return () if is_own and find_script(text) == NO_SCRIPT else runs


@cache
def _main_path() -> Path:
    return font_path()


_WINDOWS: Final = 2
_MOST_PIXELS: Final = 2_000_000
"""The most pixels of cached lines: two windows', 8 MB at 1280×800."""


class Fonts:
    """Measures and renders single lines, and caches those lately used.

    Sizes are the em's height in pixels.
    """

    def __init__(self) -> None:
        self._texts = SurfaceCache(_MOST_PIXELS)

    def width(self, text: str, size: int, *, is_bold: bool = False) -> int:
        """Return the width of one line in pixels."""
        return _width(text, size, is_bold)

    def cap_middle(self, size: int, *, is_bold: bool = False) -> float:
        """Return the pixels from a rendered line's top to the middle of the capitals.

        An outline moves that down by the width of the outline.
        """
        k, stroke = _grid(size, is_bold=is_bold)
        return (_fill_face(size * k).get_ascent() + stroke) / k - CAP_HEIGHT * size / 2

    def render(
        self,
        text: str,
        size: int,
        colour: Colour,
        *,
        is_bold: bool = False,
        outline: int = 0,
        halo: Colour = BLACK,
    ) -> pygame.Surface:
        """One line of text; shared, so never draw on it. An outline adds its width around, in
        the colour `halo`.
        """
        key = (text, size, is_bold, colour, outline, halo)
        return self._texts.get(
            key,
            lambda: render_line(text, size, colour, is_bold=is_bold, outline=outline, halo=halo),
        )

    def clear(self, window_pixels: int = 0) -> None:
        """Forget rendered words; those for a window of another size may take room in proportion."""
        self._texts.clear()
        if window_pixels:
            self._texts.max_pixels = _WINDOWS * window_pixels


@lru_cache(20_000)
def _width(text: str, size: int, is_bold: bool) -> int:
    k, stroke = _grid(size, is_bold=is_bold)
    face, text = _fill_face(size * k), _drawable(text)
    runs = _foreign_runs(text)
    width = measure_runs(face, runs) if runs else face.size(text)[0]
    return math.ceil((width + 2 * stroke) / k)


def _grid(size: int, *, is_bold: bool) -> tuple[int, int]:
    """Return the supersampling for letters of a size, and the stroke in supersampled pixels.

    At their own size letters are hinted onto whole pixels, which spaces small type unevenly.
    """
    k = 1 if size >= 60 else 2 if size >= 30 else 3 if size >= 20 else 4
    return k, max(1, round(size * k * _BOLD)) if is_bold else 0


def render_line(
    text: str,
    size: int,
    colour: Colour,
    *,
    is_bold: bool = False,
    outline: int = 0,
    halo: Colour = BLACK,
) -> pygame.Surface:
    """Return one line of text on a new surface, not cached."""
    k, bold = _grid(size, is_bold=is_bold)
    edge = bold + max(0, outline) * k
    letters = _fill_face(size * k)
    if outline > 0:
        surface = _stroke(text, size * k, edge, halo)
        surface.blit(_letters(letters, text, halo), (edge, edge))
        if len(text) <= _FIGURES:
            _fill_specks(surface, edge**2, halo)
        if bold:
            inner = _stroke(text, size * k, bold, colour)
            surface.blit(inner, (edge - bold, edge - bold))
        surface.blit(_letters(letters, text, colour), (edge, edge))
    elif bold:
        surface = _stroke(text, size * k, edge, colour)
        surface.blit(_letters(letters, text, colour), (edge, edge))
    else:
        surface = _letters(letters, text, colour)
    return surface if k == 1 else _shrunk(surface, k, halo if outline > 0 else colour)


def _fill_specks(surface: pygame.Surface, most: int, halo: Colour) -> None:
    """Fill holes of at most so many pixels: specks that the halo leaves of a letter's counter."""
    holes = pygame.mask.from_surface(surface, 250)
    holes.invert()
    for hole in holes.connected_components():
        if hole.count() <= most:
            hole.to_surface(surface, setcolor=halo, unsetcolor=None)


def _shrunk(surface: pygame.Surface, k: int, hidden: Colour) -> pygame.Surface:
    w, h = surface.get_size()
    # Padding to a whole multiple keeps the letters' proportions.
    whole = pygame.Surface((math.ceil(w / k) * k, math.ceil(h / k) * k), pygame.SRCALPHA)
    whole.fill((*hidden, 0))
    whole.blit(surface, (0, 0))
    return pygame.transform.smoothscale(whole, (whole.get_width() // k, whole.get_height() // k))
