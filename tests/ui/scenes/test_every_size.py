"""At every size, scale and language: words no smaller than at 100 %, and none over another.

`python -m tests.ui.scenes.test_every_size` looks at all of them, in a quarter of an hour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from typing import NamedTuple

import pygame
import pytest

from game.locale import Language
from game.tools.gallery import collect_samples, make_context, open_sample
from game.ui.draw.painter import Align, Painter
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.frame.stack import SceneStack
from game.ui.layout.rects import Point, Rect, make_view
from game.ui.parts import PageScene
from tests.ui.unseen import draw_blank, unseen

SIZES = ((1024, 640), (1280, 800), (1366, 768), (1920, 1080))
SCALES = (0.75, 0.9, 1.25, 1.5, 1.75, 2.0)
TITLE = "Take It Easy!"
"""Drawn, not written: as large as there is room for."""

BY_HAND = frozenset(["challenge", "play", "tutorial"])
"""What the samples' names begin with whose scenes are laid out by hand: there words still shrink
one by one. A page never does, whatever its name is.
"""


class Line(NamedTuple):
    """A line of words as it was drawn: its size in pixels, and where its letters are."""

    text: str
    size: int
    rect: Rect


@contextmanager
def lines_drawn(window: pygame.Surface) -> Iterator[list[Line]]:
    """Collect the lines of words that are drawn on a window meanwhile, not those on pictures that
    are shown elsewhere.
    """
    lines: list[Line] = []
    draw = Painter._line

    def listen(
        painter: Painter,
        surface: pygame.Surface,
        text: str,
        at: Point,
        style: TextStyle,
        size: int,
        align: Align,
        alpha: float,
    ) -> Rect:
        drawn = draw(painter, surface, text, at, style, size, align, alpha)
        x, y = surface.get_abs_offset()
        # The letters' own height: leading is air.
        letters = Rect(drawn.x, round(at[1] - size * 0.3), drawn.w, round(size * 0.6))
        seen = pygame.Rect(letters).clip((0, 0, *surface.get_size())).move(x, y)
        is_there = surface.get_abs_parent() is window and seen.w and seen.h and alpha > 0.5
        if text.strip() and is_there:
            lines.append(Line(text, size, Rect(*seen)))
        return drawn

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "_line", listen)
        yield lines


def show(stack: SceneStack, context: Context, size: tuple[int, int], scale: float) -> list[Line]:
    """The lines of the scene on top at a scale."""
    view = make_view(size, scale)
    context.painter.resize(view)
    stack.resize(view)
    window = unseen(size)
    with lines_drawn(window) as lines:
        stack.top.draw(window)
    return lines


def smallest(lines: list[Line]) -> Mapping[str, int]:
    """The smallest size of each word; figures on tiles and boards are as large as these."""
    found: dict[str, int] = {}
    for line in lines:
        for word in filter(str.isalpha, line.text.split()):
            found[word] = min(line.size, found.get(word, line.size))
    return found


def overlapping(lines: list[Line]) -> Iterator[str]:
    """Words that stand over other words."""
    words = [line for line in lines if any(map(str.isalpha, line.text))]
    for one, other in combinations(words, 2):
        both = pygame.Rect(one.rect).clip(other.rect)
        if one.text != other.text and both.w > 2 and both.h > 2:
            yield f"{one.text!r} and {other.text!r} at {tuple(both)}"


class Fault(NamedTuple):
    """What is wrong with a sample's picture, and whether that is a tree."""

    sample: str
    is_page: bool
    scale: float
    what: str


def faults(language: Language, size: tuple[int, int], scales: tuple[float, ...]) -> list[Fault]:
    """What is wrong with any sample of a language in a window, at any of the scales."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        draw_blank(patch)
        context = make_context(language, size)
        for name, sample in collect_samples().items():
            if name.startswith("sampler"):
                continue
            context.painter.resize(make_view(size))
            stack = open_sample(sample, context)
            is_page = isinstance(stack.top, PageScene)
            normal = show(stack, context, size, 1.0)
            for words in overlapping(normal):
                found.append(Fault(name, is_page, 1.0, words))
            least = smallest(normal)
            for scale in scales:
                lines = show(stack, context, size, scale)
                for words in overlapping(lines):
                    found.append(Fault(name, is_page, scale, words))
                for word, now in smallest(lines).items():
                    if scale > 1 and word in least and now < least[word] and word not in TITLE:
                        what = f"{word!r} at {now} px, not {least[word]}"
                        found.append(Fault(name, is_page, scale, what))
    return found


@pytest.mark.parametrize(
    ("language", "size", "scales"),
    [
        # What is tried first: the longest words, where fixed lengths add up worst.
        (Language.GERMAN, SIZES[0], (2.0,)),
        (Language.ROMANIAN, SIZES[3], (0.75, 1.5)),
    ],
)
def test_words_are_as_large_as_at_100_percent_and_stand_alone(
    language: Language, size: tuple[int, int], scales: tuple[float, ...]
) -> None:
    found = faults(language, size, scales)
    known = {f for f in found if not f.is_page and f.sample.partition("-")[0] in BY_HAND}
    assert [fault for fault in found if fault not in known] == []


if __name__ == "__main__":
    for chosen in Language:
        for window in SIZES:
            for fault in faults(chosen, window, SCALES):
                print(chosen.value, *window, *fault, flush=True)
