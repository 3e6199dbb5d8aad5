"""The painter: inks, sizes, alignment, and what it forgets when it is to look otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
import pytest

from game.ui.draw.animation import mix_colour
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import LEAST_SIZE, STRIPES, find_theme
from game.ui.layout.rects import Rect, make_view
from tests.ui.painted import Sketch, compare_sketches, place_of
from tests.ui.written import written_lines

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


def test_words_can_be_underlined_in_the_ink_of_their_ground(painter: Painter) -> None:
    words, ink = Rect(10, 5, 40, 20), (255, 0, 0)
    for ground, drawn in ((None, ink), (STRIPES[9], painter.theme.ink_on(STRIPES[9]))):
        surface = pygame.Surface((60, 40))
        surface.fill((9, 9, 9))
        with painter.ink_on(ground):
            painter.underline(surface, words, ink)
        assert place_of(surface, drawn) == Rect(10, 23, 40, 3)


def test_the_height_of_words_is_that_of_their_lines(painter: Painter) -> None:
    style = painter.theme.type.body
    wide, line = painter.text_width("words and words", style), painter.line_height(style)
    assert [painter.height_of("words and words", w, style) for w in (wide, wide - 1)] == [
        line,
        2 * line,
    ]
    for _ in range(2100):
        painter.fit(f"{_}", (100, 100), style)
    assert painter.fit("words", (wide, 100), style).lines == ("words",)


def draw_words(surface: pygame.Surface, painter: Painter) -> None:
    """Draw words in two lines at the right and at the foot, half transparent."""
    style = painter.theme.type.label
    painter.text_in(surface, "Ag\nA", Rect(4, 4, 56, 56), style, "right", "bottom", alpha=0.5)


def draw_spots(surface: pygame.Surface, painter: Painter) -> None:
    """Draw a spot with an edge and one without."""
    painter.disc(surface, (24, 24), 18, STRIPES[6], STRIPES[9], 4)
    painter.disc(surface, (72, 24), 12, STRIPES[6])


SKETCHES = [
    Sketch(
        "spots",
        (96, 48),
        (48, 24),
        draw_spots,
        lambda theme: {"#": theme.stripes[6], "9": theme.stripes[9]},
    ),
    Sketch(
        "words at the right and at the foot",
        (64, 64),
        (64, 32),
        draw_words,
        lambda theme: {"#": mix_colour(theme.palette.sky, theme.palette.ink, 0.5)},
        near=60,
    ),
    Sketch(
        "outlined words",
        (48, 40),
        (48, 40),
        lambda s, a: a.text(s, "5", (24, 20), a.theme.type.action._replace(outline=2), "centre"),
        lambda theme: {"#": theme.palette.ink, ".": theme.palette.halo},
        near=60,
    ),
    Sketch(
        "golden icon by day",
        (48, 48),
        (48, 24),
        lambda s, a: a.icon(s, Icon.PLAY, (24, 24), 40, a.theme.palette.gold),
        lambda theme: {"#": theme.palette.gold, "i": theme.palette.ink},
        "daylight",
    ),
]


def test_spots_words_and_icons_are_drawn_as_their_letters_say() -> None:
    compare_sketches(SKETCHES, "painter")


def test_what_is_fitted_is_fitted_anew_for_other_letters_and_other_numbers_of_lines(
    painter: Painter,
) -> None:
    style, text = painter.theme.type.label, "One and two and three"
    box = (round(painter.text_width(text, style) * 0.92), 400)

    def fitted(max_lines: int | None = None) -> tuple[tuple[str, ...], int]:
        made = painter.fit(text, box, style, max_lines)
        return made.lines, made.size

    usual = fitted()
    assert usual == (("One and two and", "three"), 21)
    with painter.letters_scaled(0.8):
        assert fitted() == ((text,), 17)
        assert painter.fit("x", (5, 5), style).size == 14
    lines, size = fitted(1)
    assert (lines, size < 21) == ((text,), True)
    with painter.seen_in(make_view((2560, 1600))):
        assert fitted()[1] > 21
    assert fitted() == usual
    with written_lines() as written:
        painter.text_in(pygame.Surface((400, 99)), text, Rect(0, 0, box[0], 99), style, max_lines=1)
    assert [line.text for line in written] == list(lines)
    for leading in (1.0, 2.0):
        loose = style._replace(leading=leading)
        assert painter.fit(text, box, loose).height == 2 * round(21 * leading)


def test_edged_words_keep_their_own_ink_on_any_ground(painter: Painter) -> None:
    style = painter.theme.type.action.coloured((255, 0, 0))
    for outline, ink in ((0, painter.theme.ink_on(STRIPES[9])), (2, (255, 0, 0))):
        surface = pygame.Surface((60, 60))
        with painter.ink_on(STRIPES[9]):
            painter.text(surface, "H", (10, 30), style._replace(outline=outline))
        assert place_of(surface, ink) is not None, outline
        edge = place_of(surface, painter.theme.palette.halo)
        assert (edge is not None) is bool(outline)


def test_another_size_forgets_written_words_and_pieces_too(painter: Painter) -> None:
    words = painter.fonts.render("words", 20, WHITE)
    assert painter.fonts.render("words", 20, WHITE) is words
    version = painter.sprites.version
    painter.resize(painter.view)
    assert painter.fonts.render("words", 20, WHITE) is not words
    assert painter.sprites.version > version


def test_a_cached_spot_icon_or_sky_is_shown_for_its_own_look_alone() -> None:
    red, blue = STRIPES[6], STRIPES[4]
    sky = find_theme("night", "box").lit_sky(9)
    draws: list[Callable[[Painter, pygame.Surface], object]] = [
        *(
            partial(Painter.disc, centre=(30, 30), radius=r, fill=fill, edge=edge, width=width)
            for r, fill, edge, width in (
                (20, red, None, 0),
                (21, red, None, 0),
                (20, blue, None, 0),
                (20, red, blue, 3),
                (20, red, STRIPES[9], 3),
                (20, red, blue, 6),
            )
        ),
        *(
            partial(Painter.icon, icon=icon, centre=(30, 30), size=size, colour=colour)
            for icon, size, colour in (
                (Icon.STAR, 40, red),
                (Icon.PLAY, 40, red),
                (Icon.STAR, 36, red),
                (Icon.STAR, 40, blue),
            )
        ),
        *(partial(Painter.draw_background, sky=one) for one in (None, sky)),
        *(
            partial(Painter.draw_background, sky=one, around=Rect(9, 9, 9, 9))
            for one in (None, sky)
        ),
    ]
    shared, seen = Painter(make_view((1280, 800))), set[bytes]()
    for draw in draws:
        one, two = pygame.Surface((60, 60)), pygame.Surface((60, 60))
        draw(shared, one)
        draw(Painter(make_view((1280, 800))), two)
        seen.add(pygame.image.tobytes(one, "RGB"))
        assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(two, "RGB"), draw
    assert len(seen) == len(draws)
