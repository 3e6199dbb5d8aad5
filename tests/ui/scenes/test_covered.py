"""No word is covered by what is drawn later in the same frame, or drawn on its own colour.

Every complete run looks at one sample of each kind of page, the mark `sweep` at all of them;
`python -m tests.ui.scenes.test_covered` looks at all samples in all languages and at all sizes, in
about an hour; with names of samples at these alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.locale import Language
from game.ui.draw.painter import Align, Painter
from game.ui.draw.surface_cache import Prerender
from game.ui.draw.theme import TextStyle
from game.ui.layout.rects import Point, Rect, make_view
from tests.gallery import collect_samples, first_samples, make_context, open_sample
from tests.ui.unseen import SLOW
from tests.ui.written import drawing_stills

pytestmark = pytest.mark.slow

Pixels = npt.NDArray[np.uint8]

SIZES: Final = ((1024, 640), (1280, 800), (1366, 768), (1920, 1080), (1080, 1920))
SCALES: Final = (0.75, 1.0, 1.15, 4 / 3)

SHOWN: Final = ((1280, 800), 1.0), ((1280, 800), 4 / 3)
"""The window and the interface scales of the test."""

HIDDEN: Final = 0.04
"""The share of a line's pixels that may change: what touches a letter's foot is no cover."""

PLAIN: Final = 48
FAINT: Final = 20
SOLID: Final = 110
"""The least difference of two colours that is seen plainly, and at all; and that of a letter's
middle from what has the other lightness.
"""

NO_PAGES: Final = ("sampler-",)
"""Samples that show pieces, not a page."""


class Seen(NamedTuple):
    """A line of words on the window: which pixels are its letters, and all before and after it was
    written.
    """

    text: str
    place: pygame.Rect
    letters: npt.NDArray[np.bool_]
    before: Pixels
    after: Pixels


def differing(one: Pixels, two: Pixels, least: int = PLAIN) -> npt.NDArray[np.bool_]:
    """Return which pixels differ by so much at least."""
    apart = np.abs(one.astype(np.int16) - two.astype(np.int16)).max(axis=2)
    plain: npt.NDArray[np.bool_] = apart >= least
    return plain


@contextmanager
def seeing_lines(window: pygame.Surface, seen: list[Seen]) -> Iterator[None]:
    """Remember every line that is written on the window meanwhile."""
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
        is_there = surface is window or surface.get_abs_parent() is window
        whole = pygame.Rect(0, 0, *surface.get_size())
        kept = surface.copy() if is_there else None
        drawn = write(painter, surface, text, at, style, size, align, alpha)
        clip = whole.clip(surface.get_clip()).clip(pygame.Rect(drawn))
        if kept is not None and text.strip() and clip.w > 2 and clip.h > 2 and alpha > 0.9:
            before = pygame.surfarray.array3d(kept.subsurface(clip))
            after = pygame.surfarray.array3d(surface.subsurface(clip))
            if style.outline:
                # An edge is the letters' own ground.
                before = after + np.uint8(128)
            place = clip.move(*surface.get_abs_offset())
            plain = pygame.Surface(clip.size)
            is_light = sum(painter.inked(style.colour)) > 3 * 128
            plain.fill((0, 0, 0) if is_light else (255, 255, 255))
            empty = pygame.surfarray.array3d(plain)
            moved = (at[0] - clip.x, at[1] - clip.y)
            write(painter, plain, text, moved, style, size, align, alpha)
            letters = differing(empty, pygame.surfarray.array3d(plain), SOLID)
            seen.append(Seen(text, place, letters, before, after))
        return drawn

    with pytest.MonkeyPatch.context() as patch, drawing_stills():
        patch.setattr(Painter, "write_line", listen)
        yield


def covered(window: pygame.Surface, seen: Sequence[Seen]) -> Iterator[str]:
    """Yield the lines whose letters look different in the end, or are not seen on their ground."""
    for line in seen:
        last = pygame.surfarray.array3d(window.subsurface(line.place))
        hidden = differing(line.after, last) | ~differing(line.before, line.after, FAINT)
        share = (hidden & line.letters).sum() / max(1, line.letters.sum())
        if share > HIDDEN:
            yield f"{line.text!r} at {tuple(line.place)}: {share:.0%}"


@cache
def painter_of_all() -> Painter:
    """Return one painter, which keeps what several samples show."""
    return make_context(Language.ENGLISH, SHOWN[0][0]).painter


def look(
    name: str, language: Language, views: Sequence[tuple[tuple[int, int], float]]
) -> list[str]:
    """Return what is covered on a sample's page in these windows, at these scales.

    The sample is opened once, and then the window changes.
    """
    found = []
    context = make_context(language, views[0][0])
    context.painter = painter_of_all()
    context.painter.resize(make_view(*views[0]))
    with pytest.MonkeyPatch.context() as patch:
        # Nothing is drawn but the frames that are looked at.
        patch.setattr(Prerender, "go_on", lambda *_: False)
        stack = open_sample(collect_samples()[name], context, SLOW)
        for size, scale in views:
            view = make_view(size, scale)
            context.painter.resize(view)
            stack.resize(view)
            window, seen = pygame.Surface(size), list[Seen]()
            with seeing_lines(window, seen):
                stack.top.draw(window)
            faults = covered(window, seen)
            found += [f"{name} {language.value} {size} {scale:.2f}: {what}" for what in faults]
    return found


PAGES: Final = tuple(name for name in collect_samples() if not name.startswith(NO_PAGES))


SWEPT: Final = [
    pytest.param(name, marks=() if name in first_samples() else pytest.mark.sweep) for name in PAGES
]
"""All pages; every complete run looks at one of each kind."""


@pytest.mark.parametrize("name", SWEPT)
def test_no_word_is_covered(name: str) -> None:
    assert not look(name, Language.GERMAN, SHOWN)


if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    every = [(size, scale) for size in SIZES for scale in SCALES]
    for chosen in Language:
        for sample in sys.argv[1:] or PAGES:
            for fault in look(sample, chosen, every):
                print(fault, flush=True)
