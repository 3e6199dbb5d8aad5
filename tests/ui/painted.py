"""Pictures measured by their colours: as rows of letters, and the place of one colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, Theme, find_theme
from game.ui.layout.rects import Rect, make_view

_LETTERS: Final = Path(__file__).with_name("letters")
_NEAR: Final = 24
_UNSURE: Final = 200
"""The number of letters of which one may differ from those that are stored."""


def letters(
    surface: pygame.Surface,
    inks: Mapping[str, Colour],
    area: Rect,
    columns: int,
    rows: int,
    near: int = _NEAR,
) -> list[str]:
    """Return a grid of the colours in the middles of an area's cells, a letter for each; "?" is
    any colour whose channels together differ by more than `near` from every letter's.
    """

    @cache
    def letter(colour: tuple[int, ...]) -> str:
        apart = {
            name: sum(abs(a - b) for a, b in zip(colour, ink, strict=True))
            for name, ink in inks.items()
        }
        nearest = min(apart, key=apart.__getitem__)
        return nearest if apart[nearest] <= near else "?"

    xs = [int(area.x + (i + 0.5) * area.w / columns) for i in range(columns)]
    ys = [int(area.y + (j + 0.5) * area.h / rows) for j in range(rows)]
    return ["".join(letter(surface.get_at((x, y))[:3]) for x in xs) for y in ys]


class Sketch(NamedTuple):
    """A drawing of `size` pixels on the sky of a theme, written in `grid` columns and rows.

    `inks` are the colours that have letters; a blank is the sky.
    """

    name: str
    size: tuple[int, int]
    grid: tuple[int, int]
    draw: Callable[[pygame.Surface, Painter], object]
    inks: Callable[[Theme], Mapping[str, Colour]]
    theme: str = "night"
    near: int = _NEAR

    def written(self) -> str:
        """Return the drawing as letters, each row between bars."""
        painter = Painter(make_view((1280, 800)), find_theme(self.theme, "box"))
        surface = pygame.Surface(self.size)
        surface.fill(painter.theme.palette.sky)
        self.draw(surface, painter)
        inks = {" ": painter.theme.palette.sky, **self.inks(painter.theme)}
        rows = letters(surface, inks, Rect(0, 0, *self.size), *self.grid, self.near)
        return "".join(f"|{row}|\n" for row in rows)


def written_sketches(sketches: Iterable[Sketch]) -> str:
    """Return all drawings as letters, each below its name, as a file of `letters` has them."""
    return "\n".join(f"{sketch.name}\n{sketch.written()}" for sketch in sketches)


def compare_sketches(sketches: Iterable[Sketch], name: str) -> None:
    """Compare drawings with those in a file of `letters`: what this prints replaces them there."""
    text = (_LETTERS / f"{name}.txt").read_text(encoding="utf-8")
    written = written_sketches(sketches)
    stored = {block.split("\n", 1)[0]: block for block in text.rstrip("\n").split("\n\n")}
    for block in written.rstrip("\n").split("\n\n"):
        title = block.split("\n", 1)[0]
        known = stored.pop(title, "")
        # Another processor may round a smoothed pixel otherwise.
        apart = sum(a != b for a, b in zip(block, known, strict=False))
        is_alike = len(block) == len(known) and apart <= len(block) // _UNSURE
        assert is_alike, f"{apart} letters differ:\n{block}"
    assert not stored


def place_of(surface: pygame.Surface, colour: Colour) -> Rect | None:
    """Return the smallest rectangle around all pixels of exactly this colour, None without one."""
    mask = pygame.mask.from_threshold(surface, colour, (1, 1, 1, 255))
    boxes = mask.get_bounding_rects()
    return Rect(*boxes[0].unionall(boxes[1:])) if boxes else None
