"""The measures of the art direction, taken from pixels: inks, what is disabled, what is dead, the
least sizes of words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Final

import numpy as np
import pygame
import pytest

from game.locale import Language
from game.rules.boards import CLASSIC
from game.rules.tiles import NUMBERS, TILES, Direction, Tile
from game.ui.draw.background import render_background
from game.ui.draw.bands import Shade, draw_band, draw_flag
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.sprites.wells import render_shade
from game.ui.draw.theme import LEAST_SIZE, STRIPE_SETS, THEMES, Colour, Theme, find_theme
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import ActionBand, Widget, WordLink
from game.ui.scenes.daily.cells import metal_edge
from game.ui.widgets import Button, Segmented
from tests.each import each
from tests.gallery import collect_samples, make_context, render_sample
from tests.ui.colour_vision import contrast, difference
from tests.ui.contrast import below
from tests.ui.written import WrittenLine, hearing_lines

SIZE: Final = (1280, 800)

EVERY_THEME: Final = [find_theme(name, stripes) for name in THEMES for stripes in STRIPE_SETS]

INKS: Final = {
    # name: the least contrast on the sky, and on the card (section 2)
    "ink": (14.5, 10.0),
    "ink_soft": (7.0, 5.0),
    "bad": (6.0, 4.0),
    "good": (6.0, 4.5),
    "cool": (7.0, 4.5),
    "accent": (6.0, 4.0),
    "line": (3.0, 0.0),
}

WORDS_ON_BANDS: Final[Mapping[Shade, float]] = {"rest": 4.5, "lit": 4.2, "pressed": 3.8}
"""The least contrast of a band's words in each state; a press is over at once."""

ON_SKY: Final = 3.0
"""The least contrast of a band with the sky, by its fill or by its edge."""

DEAD: Final = {"night": 3.0, "daylight": 2.5, "contrast": 3.0}
"""The least contrast of a living and a dead stripe of one number, from 2 to 9."""

BLACKEST: Final = 0.69
"""The share of its contrast with black that is asked of a stripe too dark for that."""

IDLE: Final = (2.5, 4.0)
"""The contrast of a disabled control with its ground."""


ALONG: Final = {
    Direction.VERTICAL: (0, 1),
    Direction.RISING: (0.87, -0.5),
    Direction.FALLING: (0.87, 0.5),
}
"""The way along a stripe, in pixels."""


def colours(surface: pygame.Surface, place: Rect) -> Counter[Colour]:
    """Count the pixels of each colour at a place."""
    pixels = map(surface.subsurface(place).get_at, product(range(place.w), range(place.h)))
    return Counter((each.r, each.g, each.b) for each in pixels)


def seen_contrast(surface: pygame.Surface, place: Rect) -> float:
    """Return the contrast of what is drawn at a place: of its commonest colour, the ground, with
    the one that differs most from it.
    """
    seen = colours(surface, place)
    (ground, _), *_ = seen.most_common(1)
    return max(contrast(each, ground) for each in seen)


@each(EVERY_THEME)
def test_every_ink_stands_out_on_the_sky_and_on_the_card(theme: Theme) -> None:
    painter, surface = Painter(make_view((320, 200)), theme), pygame.Surface((320, 200))
    painter.draw_background(surface)
    surface.fill(theme.palette.card, (0, 100, 320, 100))
    for ink, on_each in INKS.items():
        style = theme.type.action.coloured(getattr(theme.palette, ink))
        for y, least in zip((50, 150), on_each, strict=True):
            place = painter.text(surface, "H", (20, y), style)
            assert seen_contrast(surface, place) >= least, (ink, y)


@each(EVERY_THEME)
def test_every_band_stands_out_on_the_sky_and_its_words_on_it(theme: Theme) -> None:
    painter, surface = Painter(make_view((320, 200)), theme), pygame.Surface((320, 200))
    p = theme.palette
    for fill in (*theme.stripes.values(), p.chosen, p.danger):
        for shade, least in WORDS_ON_BANDS.items():
            painter.draw_background(surface)
            (ground,) = colours(surface, Rect(10, 50, 1, 1))
            draw_band(surface, painter, fill, Rect(0, 60, 300, 80), shade=shade)
            if shade == "rest" and fill != p.danger:
                seen = colours(surface, Rect(10, 60, 1, 80))
                assert max(contrast(each, ground) for each in seen) >= ON_SKY, fill
            with painter.ink_on(fill):
                place = painter.text(surface, "H", (20, 100), theme.type.action)
            assert seen_contrast(surface, place) >= least, (fill, shade)


def seen_stripe(context: Context, tile: Tile, direction: Direction, *, is_dead: bool) -> Colour:
    """The colour of a stripe's body on a drawn tile."""
    surface, radius = pygame.Surface((200, 200)), 90
    dead = frozenset({direction}) if is_dead else frozenset()
    sprites = context.painter.sprites
    with pytest.MonkeyPatch.context() as patch:
        # Without digits and symbol a stripe is what is seen in its middle.
        patch.setattr("game.ui.draw.sprites.tiles._draw_digits", lambda *_, **__: None)
        patch.setattr("game.ui.draw.sprites.tiles.draw_symbol", lambda *_, **__: None)
        sprites.clear()
        sprites.draw_tile(surface, tile, (100, 100), radius, faded=dead)
    along = {
        Direction.VERTICAL: (0, 1),
        Direction.RISING: (0.87, -0.5),
        Direction.FALLING: (0.87, 0.5),
    }
    x, y = along[direction]
    spots = [(100 + x * d, 100 + y * d) for d in (-60, -55, 55, 60)]
    found = Counter(tuple(surface.get_at((round(a), round(b))))[:3] for a, b in spots)
    (colour, _), *_ = found.most_common(1)
    r, g, b = colour
    return r, g, b


@pytest.mark.parametrize(("name", "stripes"), [*product(THEMES, STRIPE_SETS)])
def test_a_living_stripe_is_told_from_a_dead_one(name: str, stripes: str) -> None:
    context = make_context(Language.ENGLISH, SIZE, theme=name)
    context.painter.apply_theme(theme := find_theme(name, stripes))
    for direction, numbers in NUMBERS.items():
        for number in numbers:
            tile = next(tile for tile in TILES if str(number) in str(tile))
            living = seen_stripe(context, tile, direction, is_dead=False)
            dead = seen_stripe(context, tile, direction, is_dead=True)
            if number == 1:
                assert min(difference(dead, each) for each in list(theme.stripes.values())[1:]) > 20
                continue
            least = min(DEAD[name], BLACKEST * contrast(living, (0, 0, 0)))
            assert contrast(living, dead) >= least, number


def idle_parts() -> list[Widget]:
    """Parts that can do nothing now, with words."""
    none = [("a", "One"), ("b", "Two")]
    return [
        ActionBand("Begin", lambda: None, why_disabled="no"),
        ActionBand("Begin", lambda: None, bleeds="left", small=True, why_disabled="no"),
        WordLink("Take back", lambda: None, why_disabled="no"),
        Button("Next", lambda: None, why_disabled="no"),
        Segmented(none, "a", lambda _: None, why_disabled="no"),
    ]


@pytest.mark.parametrize(("name", "stripes"), [*product(THEMES, STRIPE_SETS)])
def test_what_is_disabled_looks_so_and_can_be_read(name: str, stripes: str) -> None:
    context = make_context(Language.ENGLISH, SIZE, theme=name)
    context.painter.apply_theme(find_theme(name, stripes))
    measured: list[float] = []

    def hear(line: WrittenLine) -> None:
        ground = below(line.surface, line.letters)
        assert ground is not None
        measured.append(contrast(line.style.colour, ground))

    for part in idle_parts():
        surface = pygame.Surface(SIZE)
        context.painter.draw_background(surface)
        part.arrange(context, Rect(400, 400, 480, 84))
        with hearing_lines(hear, is_before=True):
            part.draw_with_focus(surface, context.painter)
    assert len(measured) == 6
    assert IDLE[0] <= min(measured) <= max(measured) <= IDLE[1], measured


FILLED: Final = 4
"""Pixels of the side of a square that no dotted line and no edge fills."""


@pytest.mark.parametrize(
    "name",
    [
        "climb-choice",
        "tutorial-first",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("apart-desk", "apart-table-cut", "climb-end")
        ),
    ],
)
def test_by_day_the_ink_of_golden_words_fills_nothing(name: str) -> None:
    """What is filled with gold by night is gold by day, with an edge of ink."""
    context = make_context(Language.ENGLISH, SIZE, theme="daylight")
    p = context.painter.theme.palette
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "write_line", lambda *_, **__: Rect(0, 0, 0, 0))
        patch.setattr(Painter, "icon", lambda *_, **__: None)
        picture = pygame.surfarray.array3d(render_sample(collect_samples()[name], context, SIZE))
    for colour, is_there in ((p.accent, False), (p.gold, True)):
        is_filled = (picture == colour).all(axis=2)
        squares = np.lib.stride_tricks.sliding_window_view(is_filled, (FILLED, FILLED))
        assert squares.all(axis=(2, 3)).any() == is_there


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("metal", ["bronze", "silver", "gold", "master"])
def test_a_medals_edge_stands_out_on_the_sky(name: str, metal: str) -> None:
    painter = make_context(Language.ENGLISH, SIZE, theme=name).painter
    surface, sky = pygame.Surface((100, 100)), painter.theme.palette.sky
    surface.fill(sky)
    draw_flag(surface, painter, (50, 50), 40, (), edge=metal_edge(painter, metal))
    row: list[Colour] = [(c.r, c.g, c.b) for c in (surface.get_at((x, 50)) for x in range(50))]
    assert max(contrast(each, sky) for each in row[:14]) >= 3.0


def test_no_words_are_smaller_than_the_least() -> None:
    for theme in EVERY_THEME:
        assert min(style.size for style in theme.type) == LEAST_SIZE == 17.5


@pytest.mark.parametrize("side", [220, 440, 820, 1100])
def test_a_plates_shadow_fades_to_nothing_before_its_picture_ends(side: int) -> None:
    layout = lay_out_board(CLASSIC, Rect(0, 0, side, side), 0.6)
    for theme in EVERY_THEME:
        shade = render_shade(layout, theme.palette)
        w, h = shade.get_size()
        edge = [(x, y) for x in range(w) for y in (0, h - 1)]
        edge += [(x, y) for y in range(h) for x in (0, w - 1)]
        assert max(shade.get_at(at)[3] for at in edge) == 0


LIT: Final = {"ink": 9.9, "ink_soft": 6.0, "accent": 6.6}
"""The least contrast of words on a page's sky, which is lit in its door's colour."""


@pytest.mark.parametrize("door", [3, 4, 6, 8, 9])
def test_words_can_be_read_where_a_page_is_lit_by_its_door(door: int) -> None:
    for theme in EVERY_THEME:
        sky, p = theme.lit_sky(door), theme.palette
        assert (sky is None) is p.is_flat
        if sky is None:
            continue
        picture = render_background((320, 200), sky)
        colours = map(picture.get_at, product(range(0, 320, 4), range(0, 200, 4)))
        seen: set[Colour] = {(each.r, each.g, each.b) for each in colours}
        for ink, least in LIT.items():
            assert min(contrast(getattr(p, ink), each) for each in seen) >= least, ink
        assert max(difference(each, p.sky) for each in seen) > 8, "it is lit"


STEP: Final = 0.6
"""The most of a channel's step by which a place may leave the line between its neighbours: at an
edge of one step it leaves it by a whole one.
"""

BLOCK: Final = 8
"""Pixels of the side of what an eye sees together."""


@pytest.mark.parametrize("door", [None, 4, pytest.param(8, marks=pytest.mark.slow)])
def test_a_sky_has_no_visible_steps(door: int | None) -> None:
    for theme in EVERY_THEME[:: len(STRIPE_SETS)]:
        sky = theme.palette.plain_sky if door is None else theme.lit_sky(door)
        if sky is not None:
            picture = render_background((1920, 1080), sky)
            across = [mean_of(picture, (x, 400)) for x in range(0, 1920, BLOCK)]
            down = [mean_of(picture, (1500, y)) for y in range(0, 1080, BLOCK)]
            for line in (across, down):
                for places in zip(line, line[1:], line[2:], strict=False):
                    for before, here, after in zip(*places, strict=True):
                        assert abs(before - 2 * here + after) < STEP, theme.name


def mean_of(picture: pygame.Surface, at: tuple[int, int]) -> list[float]:
    """The exact mean of each channel in the block of pixels there."""
    pixels = [picture.get_at((at[0] + x, at[1] + y)) for x, y in product(range(BLOCK), repeat=2)]
    return [sum(pixel[channel] for pixel in pixels) / len(pixels) for channel in range(3)]


@pytest.mark.slow
def test_a_board_lies_before_the_sky_of_its_own_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that brings its backdrop, for speed, brings that of a page lit by its door, too."""
    draw, names = BoardPicture.draw, list[str]()

    def check(
        self: BoardPicture, surface: pygame.Surface, layout: BoardLayout, look: BoardLook
    ) -> None:
        area = pygame.Rect(*self.area(layout)).inflate(-2, -2)
        corners = (area.topleft, area.topright, area.bottomleft, area.bottomright)
        # What is drawn in advance lies before nothing.
        inside = [
            corner
            for corner in corners
            if surface.get_rect().collidepoint(corner) and surface.get_at(corner)[:3] != (0, 0, 0)
        ]
        before = [surface.get_at(corner) for corner in inside]
        draw(self, surface, layout, look)
        assert [surface.get_at(corner) for corner in inside] == before, name
        names.extend([name] * bool(inside))

    monkeypatch.setattr(BoardPicture, "draw", check)
    # Tiles are nowhere near the corners, and take half of the time.
    monkeypatch.setattr(Sprites, "draw_tile", lambda *_, **__: None)
    samples = collect_samples()
    for theme in ("night", "daylight"):
        context = make_context(Language.ENGLISH, (1280, 800), theme=theme)
        for name in (
            "review",
            "review-waiting",
            "play-solo",
            "climb-table",
            "calculator",
            "puzzles",
        ):
            render_sample(samples[name], context, (1280, 800))
    assert {"review", "review-waiting"} <= set(names)
