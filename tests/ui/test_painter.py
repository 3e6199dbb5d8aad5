"""The painter: inks, sizes, alignment, and what it forgets when it is to look otherwise."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import (
    blit_centred,
    blit_faded,
    clear_canvas,
    disc,
    fill_rect,
    opaque_canvas,
)
from game.ui.draw.theme import LEAST_SIZE, STRIPES, TextStyle, find_theme
from game.ui.draw.value_chip import draw_value_chip
from game.ui.layout.rects import Rect, make_view

WHITE = (255, 255, 255)


@pytest.fixture
def painter() -> Painter:
    """A painter whose units are pixels."""
    return Painter(make_view((1280, 800)))


def test_words_on_a_ground_have_its_ink_and_pale_ones_its_idle_ink(painter: Painter) -> None:
    theme, own = painter.theme, painter.theme.palette.bad
    yellow, black = STRIPES[9], STRIPES[1]
    assert painter.inked(own) == own
    with painter.ink_on(yellow):
        assert painter.inked(own) == theme.ink_on(yellow)
        with painter.ink_on(black, is_idle=True):
            assert painter.inked(own) == theme.idle_ink(black) != theme.ink_on(black)
            with painter.ink_on(yellow):
                assert painter.inked(own) == theme.idle_ink(yellow), "it is idle still"
            with painter.ink_on(None):
                assert painter.inked(own) == own
        assert painter.inked(own) == theme.ink_on(yellow)
    assert (painter.ground, painter.is_idle) == (None, False)


def test_what_is_measured_otherwise_for_a_while_is_as_before_again(painter: Painter) -> None:
    style = painter.theme.type.label
    usual, view = painter.text_width("words", style), painter.view
    with painter.letters_scaled(0.9):
        with painter.letters_scaled(0.8):
            assert painter.text_width("words", style) < usual
        assert painter.word_scale == 0.9
        with painter.seen_in(make_view((2560, 1600))):
            assert painter.px(10) == 20
        assert painter.view is view
    assert painter.text_width("words", style) == usual
    with pytest.raises(KeyError), painter.letters_scaled(0.5), painter.seen_in(view):
        raise KeyError
    assert painter.word_scale == 1


def test_words_never_shrink_below_their_size_at_100_percent() -> None:
    for scale, least in ((1.0, 1.0), (1.25, 0.8), (0.9, 1.0)):
        painter = Painter(make_view((1920, 1200), scale))
        assert painter.least_word_scale == pytest.approx(least)
        label, body = painter.theme.type.label, painter.theme.type.body
        assert painter.lessened(label).size == pytest.approx(max(LEAST_SIZE, 21 * least))
        assert painter.lessened(body).size == LEAST_SIZE
    tiny = Painter(make_view((320, 200)))
    assert tiny.fit("x", (5, 5), body).size == 12


def test_a_text_is_shortened_until_it_fits(painter: Painter) -> None:
    style = painter.theme.type.body
    text = "A long name"
    wide = painter.text_width(text, style)
    assert painter.shorten(text, wide, style) == text
    for width in range(wide - 1, 0, -7):
        shown = painter.shorten(text, width, style)
        assert shown.endswith("…")
        assert shown.count("…") == 1
        assert text.startswith(shown.removesuffix("…"))
        assert painter.text_width(shown, style) <= width or shown == "…"
        longer = f"{text[: len(shown)]}…"
        assert painter.text_width(longer, style) > width
    assert painter.shorten("", 0, style) == ""
    assert painter.widest_word("a bbbb\ncc ddd", style) == painter.text_width("bbbb", style)
    assert painter.line_height(style) == round(painter.px(style.size) * style.leading)


def test_words_are_drawn_where_they_are_said_to_be(painter: Painter) -> None:
    style, box = painter.theme.type.strong, Rect(100, 50, 300, 100)
    for align, x in (("left", 100), ("centre", 250), ("right", 400)):
        for valign, y in (("top", 50), ("middle", 100), ("bottom", 150)):
            surface = pygame.Surface((500, 200), pygame.SRCALPHA)
            drawn = painter.text_in(surface, "Words", box, style, align, valign)  # type: ignore[arg-type]
            ink = surface.get_bounding_rect(min_alpha=100)
            places = {"left": drawn.x, "centre": drawn.centre[0], "right": drawn.right}
            assert abs(places[align] - x) <= 1
            edges = {"top": drawn.y, "middle": drawn.centre[1], "bottom": drawn.bottom}
            assert abs(edges[valign] - y) <= 1
            assert pygame.Rect(drawn).inflate(4, 4).contains(ink)
        surface = pygame.Surface((500, 200), pygame.SRCALPHA)
        painter.text(surface, "H", (250, 100), style, align)  # type: ignore[arg-type]
        ink = surface.get_bounding_rect(min_alpha=100)
        assert abs(ink.centery - 100) <= 1, "capitals are centred"
        sides = {"left": ink.left, "centre": ink.centerx, "right": ink.right}
        assert abs(sides[align] - 250) <= 3
    two = painter.text_in(surface, "One\nTwo", box, style)
    assert two.h == 2 * painter.line_height(style)


def test_another_theme_view_or_pattern_forgets_pictures_and_nothing_else_does(
    painter: Painter,
) -> None:
    def made() -> tuple[object, ...]:
        cached = painter.cached("key", lambda: pygame.Surface((3, 3)))
        return cached, painter.background((9, 9)), painter.sprites.version

    first = made()
    assert made() == first
    painter.apply_patterns(has_patterns=False)
    assert made() == first
    painter.apply_patterns(has_patterns=True)
    assert painter.sprites.has_patterns
    patterned = made()
    assert patterned[:2] == first[:2]
    assert patterned[2] != first[2]
    painter.resize(painter.view)
    resized = made()
    assert all(new is not old for new, old in zip(resized[:2], first[:2], strict=True))
    painter.apply_theme(find_theme("daylight", "box"))
    assert painter.theme.name == "daylight"
    assert all(new is not old for new, old in zip(made()[:2], resized[:2], strict=True))
    late = Painter(make_view((1280, 800)))
    late.apply_patterns(has_patterns=True)
    assert late.sprites.has_patterns, "pieces that come later have them too"


def test_a_page_below_is_darkened_by_a_share(painter: Painter) -> None:
    levels = []
    for share in (0.0, 0.5, 1.0):
        surface = pygame.Surface((4, 4))
        surface.fill(WHITE)
        painter.dim(surface, share)
        levels.append(surface.get_at((1, 1))[0])
    assert levels[0] == 255
    foot = painter.theme.palette.sky_foot[0]
    assert levels[1] == pytest.approx((255 * 0.67 + foot * 0.33), abs=2)
    assert levels[2] == pytest.approx((255 * 0.34 + foot * 0.66), abs=2)


def test_a_background_around_a_place_leaves_it_as_it_is(painter: Painter) -> None:
    surface, whole = pygame.Surface((90, 60)), pygame.Surface((90, 60))
    surface.fill((255, 0, 0))
    painter.draw_background(whole)
    painter.draw_background(surface, None, Rect(20, 10, 30, 15))
    for x in range(90):
        for y in range(60):
            inside = 20 <= x < 50 and 10 <= y < 25
            expected = (255, 0, 0) if inside else whole.get_at((x, y))[:3]
            assert surface.get_at((x, y))[:3] == expected


def test_icons_of_gold_have_an_ink_edge_by_day() -> None:
    for name, has_rim in (("night", False), ("daylight", True)):
        painter = Painter(make_view((1280, 800)), find_theme(name, "box"))
        p = painter.theme.palette
        surface = pygame.Surface((60, 60), pygame.SRCALPHA)
        painter.icon(surface, Icon.STAR, (30, 30), 40, p.gold)
        colours = {surface.get_at((x, y))[:3] for x in range(60) for y in range(60)}
        assert p.gold in colours
        assert (p.ink in colours) is has_rim


def test_a_shared_picture_keeps_its_opacity() -> None:
    picture = pygame.Surface((4, 4))
    picture.fill(WHITE)
    for alpha, level in ((1.0, 255), (0.5, 128), (0.0, 0), (1.0, 255)):
        surface = pygame.Surface((20, 20))
        blit_faded(surface, picture, (2, 2), alpha)
        assert abs(surface.get_at((3, 3))[0] - level) <= 1
    surface = pygame.Surface((20, 20))
    blit_centred(surface, picture, (10, 10))
    assert [surface.get_at((x, 10))[0] for x in (7, 8, 11, 12)] == [0, 255, 255, 0]


def test_canvases_rectangles_and_discs_have_their_size_and_edge() -> None:
    assert opaque_canvas((6, 4)).get_size() == (6, 4)
    assert tuple(clear_canvas(0, 5, (9, 9, 9)).get_at((0, 0))) == (9, 9, 9, 0)
    surface = pygame.Surface((20, 20))
    fill_rect(surface, WHITE, Rect(3, 4, 5, 6))
    fill_rect(surface, WHITE, Rect(15, 15, 0, 3))
    lit = [(x, y) for x in range(20) for y in range(20) if surface.get_at((x, y))[0]]
    assert (min(lit), max(lit), len(lit)) == ((3, 4), (7, 9), 30)
    plain, edged = disc(10, (0, 255, 0)), disc(10, (0, 255, 0), (255, 0, 0), 3)
    assert plain.get_size() == edged.get_size() == (20, 20)
    assert plain.get_at((1, 10))[:3] == (0, 255, 0)
    assert edged.get_at((1, 10))[:3] == (255, 0, 0)
    assert edged.get_at((10, 10))[:3] == (0, 255, 0)
    assert plain.get_at((0, 0))[3] == 0


def test_the_best_space_s_coin_is_the_largest_and_green_and_dear_ones_are_red(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    discs: list[tuple[float, object]] = []
    inks: list[tuple[int, ...]] = []

    def note(_: Any, __: Any, at: Any, radius: float, fill: Any, edge: Any, *___: Any) -> None:
        discs.append((round(radius, 3), edge))

    def write(_: Any, __: Any, words: str, at: Any, style: TextStyle, align: str) -> None:
        inks.append(style.colour)

    monkeypatch.setattr(Painter, "disc", note)
    monkeypatch.setattr(Painter, "text", write)
    p = painter.theme.palette
    for cost in (0, 1, 10, 25, 90):
        draw_value_chip(pygame.Surface((9, 9)), painter, "7", (5, 5), 60, cost)
    assert inks[0] == p.good
    assert inks[-1] == inks[-2] == p.bad
    assert [ink[0] for ink in inks[:4]] == sorted(ink[0] for ink in inks[:4])
    assert discs[0] == (28.8, p.good)
    assert {radius for radius, _ in discs[1:]} == {21.6}
    assert all(edge != ink for (_, edge), ink in zip(discs[1:], inks[1:], strict=True))
