"""The words that were written on a picture, recorded as they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple
from unittest.mock import patch

import pygame

from game.ui.draw.painter import Align, Painter
from game.ui.draw.surface_cache import Drawing, StillPicture
from game.ui.draw.theme import TextStyle
from game.ui.layout.rects import Point, Rect


class WrittenLine(NamedTuple):
    """A line of words, its place, the height `y` of its base, the size, opacity and style of its
    letters, in the ink that is legible where they are.
    """

    surface: pygame.Surface
    text: str
    place: Rect
    y: float
    size: int
    alpha: float
    style: TextStyle

    @property
    def letters(self) -> Rect:
        """The place of the letters without the air above and below them."""
        top, height = self.y - self.size * 0.35, self.size * 0.7
        return Rect(self.place.x, round(top), self.place.w, round(height))


def hearing_lines(
    hear: Callable[[WrittenLine], object], *, is_before: bool = False
) -> AbstractContextManager[object]:
    """Pass on every line that the painter writes meanwhile, before it is written if asked to."""
    write = Painter.write_line

    def listen(
        painter: Painter,
        surface: pygame.Surface,
        text: str,
        at: Point,
        style: TextStyle,
        size: int,
        align: Align,
        alpha: float = 1.0,
    ) -> Rect:
        on = pygame.Surface((1, 1)) if is_before else surface
        drawn = write(painter, on, text, at, style, size, align, alpha)
        # An edge is the letters' own ground.
        ink = style.colour if style.outline else painter.inked(style.colour)
        hear(WrittenLine(surface, text, drawn, at[1], size, alpha, style.coloured(ink)))
        if is_before:
            write(painter, surface, text, at, style, size, align, alpha)
        return drawn

    return patch.object(Painter, "write_line", listen)


@contextmanager
def written_lines() -> Iterator[list[WrittenLine]]:
    """Collect every line that the painter writes meanwhile."""
    lines: list[WrittenLine] = []
    with hearing_lines(lines.append):
        yield lines


def drawing_stills() -> AbstractContextManager[object]:
    """Let what is stored as a picture be drawn anew each time: else nothing is heard of it."""

    def show(still: StillPicture, surface: pygame.Surface, key: object, draw: Drawing) -> None:
        draw(surface)

    return patch.object(StillPicture, "draw", show)


@dataclass
class Written:
    """The words that were drawn, and those that left the window of `size` pixels."""

    size: tuple[int, int]
    words: list[str] = field(default_factory=list)
    outside: list[tuple[str, Rect]] = field(default_factory=list)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to the painter meanwhile."""

        def hear(line: WrittenLine) -> None:
            self.words.append(line.text)
            # Parts of the window, such as a scrolling page, show what has room.
            if line.surface.get_size() == self.size and line.text:
                ink = line.surface.get_rect().inflate(2, 2)
                if not ink.contains((line.place.x, round(line.y), line.place.w, 1)):
                    self.outside.append((line.text, line.place))

        with hearing_lines(hear), drawing_stills():
            yield
