"""No words leave their boxes or are under 12 px: every sample, language, window and scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

import pygame
import pytest

from game.locale import Language
from game.storage.store import Storage
from game.tools.gallery import Sample, collect_samples, make_context, open_sample
from game.ui.draw.painter import Align, Painter
from game.ui.draw.theme import TextStyle
from game.ui.layout.rects import Point, Rect
from game.ui.layout.text import FittedText
from tests.ui.unseen import draw_blank, unseen

MODULES = (
    "apart", "box", "challenges", "daily", "finish", "front", "guests", "records", "review",
    "setup", "share",
)  # fmt: skip
WINDOWS = [((1024, 640), 1.0), ((1280, 800), 2.0), ((1920, 1080), 0.75)]


def _samples(size: tuple[int, int]) -> Iterator[tuple[str, Sample]]:
    """Everything there is in the smallest window; what is full of words in the others."""
    if size == WINDOWS[0][0]:
        # A sampler shows pieces side by side, not a screen.
        yield from ((k, s) for k, s in collect_samples().items() if not k.startswith("sampler"))
        return
    for name in MODULES:
        samples: dict[str, Sample] = import_module(f"game.tools.samples.{name}").SAMPLES
        yield from samples.items()


def _words_and_lines(text: str, fitted: FittedText) -> Iterator[tuple[str, str]]:
    """Each word beside the lines: one that stands in no line was broken apart."""
    lines = " ".join(fitted.lines)
    for word in text.replace("\n", " ").split(" "):
        yield word, lines


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("language", list(Language))
def test_words_stay_in_their_boxes(
    monkeypatch: pytest.MonkeyPatch,
    language: Language,
    size: tuple[int, int],
    scale: float,
) -> None:
    spilt: list[str] = []
    showing = ""
    fit = Painter.fit

    def watch(
        painter: Painter,
        text: str,
        box: tuple[int, int],
        style: TextStyle,
        max_lines: int | None = None,
    ) -> FittedText:
        fitted = fit(painter, text, box, style, max_lines)
        widest = max(
            painter.fonts.width(line, fitted.size, is_bold=style.is_bold) for line in fitted.lines
        )
        # Leading is air: the last line's may hang out of a tight box.
        air = fitted.line_height - fitted.size
        is_high = fitted.height - air > box[1]
        is_broken = any(word not in line for word, line in _words_and_lines(text, fitted))
        is_many = max_lines is not None and len(fitted.lines) > max_lines
        is_small = fitted.size < 12
        if text and (widest > box[0] or is_high or is_many or is_broken or is_small):
            spilt.append(f"{showing}: {text!r} at {fitted.size} px in {box}: {fitted.lines}")
        return fitted

    line = Painter._line

    def listen(
        painter: Painter,
        surface: pygame.Surface,
        text: str,
        at: Point,
        style: TextStyle,
        pixels: int,
        align: Align,
        alpha: float,
    ) -> Rect:
        # What has no box either must be large enough to be read.
        if text.strip() and pixels < 12:
            spilt.append(f"{showing}: {text!r} at {pixels} px")
        return line(painter, surface, text, at, style, pixels, align, alpha)

    monkeypatch.setattr(Painter, "fit", watch)
    monkeypatch.setattr(Painter, "_line", listen)
    draw_blank(monkeypatch)
    # One painter for all, so that backgrounds and tiles are rendered once.
    context = make_context(language, size, scale)
    for showing, sample in _samples(size):  # noqa: B007
        context.store = Storage.in_memory()
        open_sample(replace(sample, seconds=0.1), context).draw(unseen(size))
    assert spilt == []
