"""All there is to show can be read in every language: at every size and scale words are in their
boxes and the window, inside their frames and bands and on no fold, none under 14 px (12 where the
interface was made smaller), none smaller than at 100 %, none under another or a mark.

`python -m tests.ui.scenes.test_every_size` looks at all of them, in a quarter of an hour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.ui.draw import bands
from game.ui.draw.bands import End
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.surface_cache import StillPicture
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.frame.stack import SceneStack
from game.ui.layout.rects import Point, Rect, make_view
from game.ui.layout.text import FittedText
from game.ui.parts import ActionBand, Column, Door, Head, Scroll, WideRow, Widget
from game.ui.widgets import Button, ScrollArea
from tests import gallery
from tests.gallery import Sample, collect_samples, first_samples, make_context, open_sample
from tests.ui.test_glyphs import missing_glyphs
from tests.ui.unseen import SLOW, draw_blank, unseen
from tests.ui.written import WrittenLine, hearing_lines

pytestmark = pytest.mark.slow

SIZES: Final = ((1024, 640), (1280, 800), (1366, 768), (1920, 1080))
MOST: Final = 4 / 3
"""The largest interface that each of these windows has room for."""
SCALES: Final = (0.75, 0.9, 1.15, MOST)
TITLE: Final = "Take It Easy!"
"""Drawn, not written: as large as there is room for."""

SMALLEST: Final = 12
"""The fewest pixels of a letter that can be read, however small the interface was made."""

AT_FIRST: Final = 14
"""The fewest at the first size of the interface."""

ROUNDED: Final = 1
"""Pixels by which sizes of letters differ that are rounded at two scales."""

MARK: Final = "*"
"""The sign that replaces an icon, a sun or a moon in the text."""

IN_ENGLISH: Final = {"sounds/*.ogg", "Display 94"}
"""Words of the page of credits and of the sampler, which are not translated."""

NO_WORDS: Final = ("sampler-tiles", "sampler-patterns", "sampler-boards")
NO_LANGUAGE: Final = (*NO_WORDS, "sampler-widgets", "sampler-dialog")

FULL_OF_WORDS: Final = (
    "apart", "box", "challenges", "daily", "finish", "front", "guests", "records", "review",
    "setup", "share",
)  # fmt: skip
"""The files of samples that are looked at in more than the smallest window."""

Views = Mapping[tuple[int, int], tuple[float, ...]]
"""The scales that are looked at in each window."""

UPRIGHT: Final = (1080, 1920)
NARROW: Final = ((720, 1280), (640, 1000))
"""Small upright windows, in which letters may be smaller than in others."""

SMALL: Final[Views] = {SIZES[0]: (1.0,)}
# What is compared with 100 % first: the longest words, where fixed lengths add up worst.
COMMON: Final[Views] = {SIZES[0]: (1.0,), SIZES[1]: (MOST,)}
"""What every complete run looks at, in the language of the longest words."""
VIEWS: Final[Mapping[Language, Views]] = {
    Language.FRENCH: {SIZES[0]: (1.0,), SIZES[3]: (0.75,)},
    Language.GERMAN: {SIZES[0]: (1.0, MOST), SIZES[1]: (MOST,), UPRIGHT: (1.0,)},
    Language.ROMANIAN: {SIZES[0]: (1.0,), SIZES[3]: (1.0, MOST)},
}


class Line(NamedTuple):
    """A line of words as it was drawn: its size in pixels, and where its letters are."""

    text: str
    size: int
    rect: Rect


class Slanted(NamedTuple):
    """A band on the window with its ends."""

    place: pygame.Rect
    end: End
    start: End

    def around(self, words: pygame.Rect) -> pygame.Rect:
        """Return the part of the band with room for words at that height, between its slants."""
        inset = min(words.y - self.place.y, self.place.bottom - words.bottom)
        inner = bands.inner_rect(Rect(*self.place), self.end, self.start, max(0, inset))
        return pygame.Rect(inner)


@dataclass(slots=True)
class Written:
    """The record of writing: all words, the lines on a window, and words that do not fit or cannot
    be read anywhere.
    """

    window: pygame.Surface | None = None
    words: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    spilt: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    least: int = SMALLEST
    bands: list[Slanted] = field(default_factory=list)
    folds: list[pygame.mask.Mask] = field(default_factory=list)

    def place_of(self, surface: pygame.Surface, rect: Rect) -> pygame.Rect | None:
        """Return the visible place on the window of what is drawn, None where it is not visible."""
        if surface is not self.window and surface.get_abs_parent() is not self.window:
            return None
        seen = pygame.Rect(rect).clip((0, 0, *surface.get_size()))
        return seen.move(*surface.get_abs_offset()) if seen.w and seen.h else None

    def see_band(self, surface: pygame.Surface, rect: Rect, end: End, start: End) -> None:
        """Record a band that was drawn; it covers what is below it."""
        place = self.place_of(surface, rect)
        if place is not None:
            self.lines = [line for line in self.lines if not place.colliderect(line.rect)]
            self.bands = [band for band in self.bands if not place.contains(band.place)]
            self.bands.append(Slanted(place, end, start))

    def see_fold(self, surface: pygame.Surface, points: Sequence[Point]) -> None:
        """A band was folded: no words may lie there."""
        if surface is self.window:
            plain = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            pygame.draw.polygon(plain, "white", points)
            self.folds.append(pygame.mask.from_surface(plain))

    def see_words(self, text: str, place: pygame.Rect) -> None:
        """Words were drawn: on a band or beside it, and on no fold."""
        if not any(map(str.isalpha, text)):
            return
        for slanted in reversed(self.bands):
            band = slanted.place
            if slanted.around(place).inflate(4, 4).contains(place):
                break
            both = band.clip(place)
            is_over = both.w > 3 and both.h > 3
            if is_over:
                self.spilt.append(f"{text!r} at {tuple(place)} leaves its band {tuple(band)}")
        centre = place.inflate(-4, -place.h // 2)
        for fold in self.folds:
            corners = (centre.topleft, centre.topright, centre.bottomleft, centre.bottomright)
            w, h = fold.get_size()
            if any(fold.get_at(at) for at in corners if 0 <= at[0] < w and 0 <= at[1] < h):
                self.spilt.append(f"{text!r} at {tuple(place)} stands on a fold")

    def hear_line(self, surface: pygame.Surface, text: str, line: Line, alpha: float) -> None:
        """A line was drawn; what is on pictures that are shown elsewhere is not on the window."""
        if text.strip() and line.size < SMALLEST:
            self.spilt.append(f"{text!r} at {line.size} px")
        x, y = surface.get_abs_offset()
        seen = pygame.Rect(line.rect).clip((0, 0, *surface.get_size())).move(x, y)
        is_there = surface.get_abs_parent() is self.window and seen.w and seen.h and alpha > 0.5
        # A page that scrolls has what is above and below its frame, nothing beside it.
        is_cut = line.rect.x < -2 or line.rect.x + line.rect.w > surface.get_width() + 2
        is_part = surface.get_abs_parent() is self.window and surface is not self.window
        if is_cut and is_part and alpha > 0.5 and text != TITLE:
            self.spilt.append(f"{text!r} at {tuple(line.rect)} is cut at its frame's side")
        if text.strip() and is_there:
            self.lines.append(line._replace(rect=Rect(*seen)))
            if text != MARK:
                self.see_words(text, seen)

    def hear_words(self, surface: pygame.Surface, text: str, drawn: Rect, middle: float) -> None:
        """Words were written. Parts of the window, such as a scrolling page, show what has room."""
        self.words.append(text)
        if text and self.window is not None and surface.get_size() == self.window.get_size():
            letters = (drawn.x, round(middle), drawn.w, 1)
            if not surface.get_rect().inflate(2, 2).contains(letters):
                self.spilt.append(f"{text!r} leaves the window at {letters}")

    def hear_fit(
        self,
        painter: Painter,
        text: str,
        box: tuple[int, int],
        style: TextStyle,
        max_lines: int | None,
        fitted: FittedText,
    ) -> None:
        """Words were fitted into a box; one without a foot is only measured."""
        width, lines = painter.fonts.width, " ".join(fitted.lines)
        widest = max(width(line, fitted.size, is_bold=style.is_bold) for line in fitted.lines)
        # Leading is air: the last line's may hang out of a tight box.
        is_high = fitted.height - (fitted.line_height - fitted.size) > box[1]
        # A word in no line was broken apart.
        is_broken = any(word not in lines for word in text.replace("\n", " ").split(" "))
        is_many = max_lines is not None and len(fitted.lines) > max_lines
        # A picture of its own, such as a card to be sent, is shown smaller than it is.
        is_whole = self.window is None or painter.view.area.size == self.window.get_size()
        is_small = fitted.size < (self.least if is_whole else SMALLEST)
        is_drawn = bool(text) and box[1] < 1_000_000
        if is_drawn and is_broken:
            self.broken.append(f"{text!r} at {fitted.size} px in {box}: {fitted.lines}")
        if is_drawn and (widest > box[0] or is_high or is_many or is_broken or is_small):
            self.spilt.append(f"{text!r} at {fitted.size} px in {box}: {fitted.lines}")


@contextmanager
def writing() -> Iterator[Written]:
    """Watch what is written meanwhile."""
    written = Written()
    fit = Painter.fit

    def hear_line(line: WrittenLine) -> None:
        surface, text, drawn, y, size, alpha, _ = line
        # The letters' own height: leading is air.
        letters = Rect(drawn.x, round(y - size * 0.3), drawn.w, round(size * 0.6))
        written.hear_line(surface, text, Line(text, size, letters), alpha)
        written.hear_words(surface, text, drawn, y)

    def hear_fit(
        painter: Painter,
        text: str,
        box: tuple[int, int],
        style: TextStyle,
        max_lines: int | None = None,
    ) -> FittedText:
        fitted = fit(painter, text, box, style, max_lines)
        written.hear_fit(painter, text, box, style, max_lines, fitted)
        return fitted

    icon, symbol = Painter.icon, Sprites.draw_symbol

    flat, rise = bands.draw_flat, bands.draw_rise

    def see_band(surface: pygame.Surface, painter: Painter, *given: Any) -> None:
        flat(surface, painter, *given)
        written.see_band(surface, *given[1:])

    def see_fold(surface: pygame.Surface, colour: Colour, points: Sequence[Point]) -> None:
        rise(surface, colour, points)
        written.see_fold(surface, points)

    def see_mark(surface: pygame.Surface, name: str, at: Point, size: float, alpha: float) -> None:
        half = size / 2
        rect = Rect(round(at[0] - half), round(at[1] - half), round(size), round(size))
        written.hear_line(surface, name, Line(name, SMALLEST, rect), alpha)

    def see_icon(
        painter: Painter,
        surface: pygame.Surface,
        which: Icon,
        centre: Point,
        size: int,
        colour: Colour,
    ) -> None:
        icon(painter, surface, which, centre, size, colour)
        see_mark(surface, MARK, centre, size, 1.0)

    def see_symbol(
        sprites: Sprites, surface: pygame.Surface, centre: Point, radius: float, *, is_sun: bool
    ) -> None:
        symbol(sprites, surface, centre, radius, is_sun=is_sun)
        see_mark(surface, MARK, centre, radius * 2, 1.0)

    with pytest.MonkeyPatch.context() as patch, hearing_lines(hear_line):
        patch.setattr(bands, "draw_flat", see_band)
        patch.setattr(bands, "draw_rise", see_fold)
        patch.setattr(Painter, "icon", see_icon)
        patch.setattr(Sprites, "draw_symbol", see_symbol)
        patch.setattr(Painter, "fit", hear_fit)
        # What is kept as a picture would not be written again.
        patch.setattr(StillPicture, "draw", lambda _, on, __, draw: draw(unseen(on.get_size())))
        draw_blank(patch)
        yield written


def show(
    stack: SceneStack, context: Context, size: tuple[int, int], scale: float, written: Written
) -> list[Line]:
    """The lines of the scene on top in a window, at a scale."""
    view = make_view(size, scale)
    context.painter.resize(view)
    stack.resize(view)
    written.window, written.lines, written.words = unseen(size), [], []
    written.bands, written.folds = [], []
    written.least = AT_FIRST if scale >= 1 else SMALLEST
    stack.top.draw(written.window)
    return written.lines


def smallest(lines: list[Line]) -> Mapping[str, int]:
    """The smallest size of each word; figures on tiles and boards are as large as these."""
    found: dict[str, int] = {}
    for line in lines:
        for word in filter(str.isalpha, line.text.split()):
            found[word] = min(line.size, found.get(word, line.size))
    return found


def overlapping(lines: list[Line]) -> Iterator[str]:
    """Words over other words, and marks over words or numbers."""
    places = [pygame.Rect(line.rect) for line in lines]
    for index, one in enumerate(places):
        for other in one.collidelistall(places[:index]):
            texts = {lines[index].text, lines[other].text}
            both = one.clip(places[other])
            is_told = MARK in texts or all(any(map(str.isalpha, text)) for text in texts)
            if len(texts) == 2 and is_told and both.w > 2 and both.h > 2:
                yield f"{texts} at {tuple(both)}"


def scrolling(stack: SceneStack) -> Iterator[str]:
    """Boxes on top that scroll because they are too low, and are no lists."""
    root = getattr(stack.top, "root", None)
    for part in root.walk() if root is not None else ():
        if isinstance(part, Column) and not isinstance(part, Scroll):
            own = [leaf for leaf in part.leaves() if isinstance(leaf, ScrollArea)]
            below = {leaf for inner in part.parts for leaf in inner.leaves()}
            if not below.issuperset(own):
                yield f"{type(part).__name__} {part.id} scrolls"


def yellows(stack: SceneStack) -> Iterator[str]:
    """Yield a fault if a page has several yellow bands: one thing is to be done now."""
    root = getattr(stack.top, "root", None)
    loud = [part for part in root.walk() if is_loud(part)] if root is not None else []
    if len(loud) > 1:
        yield f"{len(loud)} yellow bands: {[part.id for part in loud]}"


def is_loud(part: Widget) -> bool:
    """Whether a part is the bright yellow band."""
    match part:
        case Head():
            return False
        case Door():
            return part.number == 9
        case WideRow():
            return part.is_loud
        case ActionBand() | Button():
            return True
        case _:
            return False


class Fault(NamedTuple):
    """A fault of a sample's picture."""

    sample: str
    language: Language
    size: tuple[int, int]
    scale: float
    what: str


def unreadable(words: list[str], language: Language) -> Iterator[str]:
    """Yield keys instead of sentences, and letters that the font does not have."""
    text = "\n".join(words)
    named = set(re.findall(r"\b[a-z][\w-]*(?:\.[\w-]+)+", text))
    yield from named & load_catalogue(language).messages.keys()
    yield from missing_glyphs(text) | set(re.findall(r"[{}]", text))
    # What is put together outside the catalogue has no space before a French colon.
    if language is Language.FRENCH and not IN_ENGLISH.intersection(words):
        yield from re.findall(r"\w+[:;] ", text)


def samples_of(size: tuple[int, int]) -> Mapping[str, Sample]:
    """Everything in the smallest window; what is full of words in the others."""
    return collect_samples(*(() if size == SIZES[0] else FULL_OF_WORDS))


@cache
def painter_of_all() -> Painter:
    """Return the painter of all languages, so that what measures alike is measured once."""
    return make_context(Language.ENGLISH, SIZES[0]).painter


class SampleWords(NamedTuple):
    """The faults of a sample's pictures in a language, and all the words on them."""

    faults: list[Fault]
    words: frozenset[str]


def look(name: str, language: Language, views: Views) -> SampleWords:
    """Return the faults and words of a sample in these windows, at their scales.

    The sample is opened once, and then the window changes.
    """
    faults: list[Fault] = []
    heard: set[str] = set()
    with writing() as written:
        context = make_context(language, SIZES[0])
        context.painter = painter_of_all()
        context.painter.resize(make_view(SIZES[0]))
        stack = open_sample(collect_samples()[name], context, SLOW)
        for size, scales in views.items():
            least: Mapping[str, int] = {}
            for scale in scales if name in samples_of(size) else ():
                lines = show(stack, context, size, scale, written)
                now = smallest(lines)
                least = now if scale == 1.0 else least
                shrunk = [
                    f"{word!r} at {now[word]} px, not {least[word]}"
                    for word in (now.keys() & least.keys() if scale > 1 else ())
                    if now[word] < least[word] - ROUNDED and word not in TITLE
                ]
                cramped = (*scrolling(stack), *yellows(stack)) if scale == 1.0 else ()
                # A sampler shows pieces side by side, not a screen.
                is_screen = not name.startswith("sampler")
                fits = (*written.spilt, *overlapping(lines), *shrunk, *cramped) if is_screen else ()
                for what in (*fits, *unreadable(written.words, language)):
                    faults.append(Fault(name, language, size, scale, what))
                heard.update(written.words)
                written.spilt = []
    return SampleWords(faults, frozenset(filter(None, heard)))


def languages_of(name: str) -> tuple[Language, ...]:
    """German, whose words are the longest, and another; the samples of a file take turns."""
    files = (collect_samples(path.stem) for path in Path(gallery.__file__).parent.glob("*.toml"))
    family = next(list(samples) for samples in files if name in samples)
    others = [language for language in Language if language is not Language.GERMAN]
    turn = family.index(name) % len(others)
    return (Language.GERMAN, *(others if len(family) < len(others) else others[turn : turn + 1]))


@pytest.mark.parametrize("name", sorted(first_samples()))
def test_german_words_fit_on_every_kind_of_page(name: str) -> None:
    assert look(name, Language.GERMAN, COMMON).faults == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", collect_samples())
def test_words_fit_are_as_large_as_at_100_percent_and_stand_alone(name: str) -> None:
    seen = {each: look(name, each, VIEWS.get(each, SMALL)) for each in languages_of(name)}
    assert [fault for each in seen.values() for fault in each.faults] == []
    assert all(bool(each.words) is (name not in NO_WORDS) for each in seen.values())
    if name not in NO_LANGUAGE:
        assert len({each.words for each in seen.values()}) == len(seen)


@pytest.mark.sweep
@pytest.mark.parametrize("name", [n for n in collect_samples() if not n.startswith("sampler")])
def test_no_word_is_broken_in_a_narrow_window(name: str) -> None:
    for language in languages_of(name):
        with writing() as written:
            context = make_context(language, NARROW[0])
            stack = open_sample(collect_samples()[name], context, SLOW)
            for size in NARROW:
                show(stack, context, size, 1.0, written)
        assert written.broken == []


if __name__ == "__main__":
    for chosen in Language:
        for sample in collect_samples():
            views = {UPRIGHT: (1.0,), **dict.fromkeys(SIZES, (1.0, *SCALES))}
            for fault in look(sample, chosen, views).faults:
                print(*fault, flush=True)
