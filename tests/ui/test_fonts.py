"""The text renderer takes every text there is."""

from __future__ import annotations

from functools import partial
from itertools import product

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.draw.fonts import Fonts, font_path, render_line
from game.ui.draw.painter import Painter
from tests.rules.test_names import ALL_PLANES
from tests.ui.painted import Sketch, compare_sketches

WHITE = (255, 255, 255)


@pytest.mark.slow
def test_characters_of_every_block_of_unicode_are_drawn_or_left_out() -> None:
    """Every 63rd: four or more of each page of 256 characters, without a minute for a million."""
    fonts = Fonts()
    for c in map(chr, ALL_PLANES[::63]):
        assert fonts.width(c, 20) >= 0
        render_line(c, 60, WHITE)


@given(st.text(st.characters(codec=None), max_size=60), st.booleans(), st.integers(0, 3))
def test_any_text_is_one_line(text: str, is_bold: bool, outline: int) -> None:
    line = render_line(text, 20, WHITE, is_bold=is_bold, outline=outline)
    plain = render_line("A", 20, WHITE, is_bold=is_bold, outline=outline)
    assert 0 < line.get_height() <= plain.get_height()


@pytest.mark.parametrize("text", ["\0", "\ufe0f", "\u034f", "\ud800", "a\nb", "x" * 1_000_000])
def test_what_pygame_refuses_is_one_line_too(text: str) -> None:
    plain = render_line("A", 20, WHITE, is_bold=True, outline=2)
    line = render_line(text, 20, WHITE, is_bold=True, outline=2)
    assert 0 < line.get_height() <= plain.get_height()
    assert Fonts().width(text, 20, is_bold=True) < 100_000


@pytest.mark.parametrize(("outline", "holes"), [(1, 1), (2, 1), (3, 1), (4, 0), (5, 0)])
def test_a_halo_leaves_a_counter_or_nothing_of_it(outline: int, holes: int) -> None:
    # What it left of a nine's was a speck of the stripe below.
    nine = render_line("9", 52, (0, 0, 0), is_bold=True, outline=outline, halo=WHITE)
    gaps = pygame.mask.from_surface(nine, 250)
    gaps.invert()
    assert sum(not gap.get_at((0, 0)) for gap in gaps.connected_components()) == holes


def test_a_line_is_as_wide_as_it_is_drawn() -> None:
    for size in (12, 18, 27, 46, 84):
        for is_bold in (False, True):
            for text in ("I", "Take It Easy!", "1234"):
                drawn = render_line(text, size, WHITE, is_bold=is_bold).get_width()
                assert abs(Fonts().width(text, size, is_bold=is_bold) - drawn) <= 1


def write(
    surface: pygame.Surface,
    painter: Painter,
    text: str,
    size: int,
    *,
    is_bold: bool = False,
    outline: int = 0,
) -> None:
    """Write a line on the middle of its capitals, a third down the surface, at its left."""
    fonts = Fonts()
    line = fonts.render(text, size, WHITE, is_bold=is_bold, outline=outline, halo=HALO)
    middle = fonts.cap_middle(size, is_bold=is_bold)
    surface.blit(line, (2, round(surface.get_height() / 3 - middle - outline)))


HALO = (200, 0, 0)
SKETCHES = [
    Sketch(
        f"{name} at {size}",
        (wide, high),
        (wide // step, high // step),
        partial(write, text=text, size=size, is_bold=is_bold, outline=outline),
        lambda theme: {"#": WHITE, ".": HALO},
        near=200,
    )
    for name, text, size, (wide, high), step, is_bold, outline in (
        ("plain", "Hy", 24, (32, 30), 1, False, 0),
        ("bold", "Hy", 24, (32, 30), 1, True, 0),
        ("edged", "Hy", 24, (38, 36), 1, False, 2),
        ("bold and edged", "9", 64, (52, 66), 2, True, 3),
        ("unknown letters", "a\U0010abcd", 40, (54, 42), 1, False, 0),
    )
]


def test_letters_are_drawn_as_here() -> None:
    compare_sketches(SKETCHES, "letters")


def test_a_cached_line_is_shown_for_its_own_look_alone() -> None:
    fonts, seen = Fonts(), set[bytes]()
    usual = {"is_bold": True, "outline": 2, "halo": HALO}
    for text, size, colour, how in (
        ("Hy", 24, WHITE, usual),
        ("Hx", 24, WHITE, usual),
        ("Hy", 26, WHITE, usual),
        ("Hy", 24, (0, 200, 0), usual),
        ("Hy", 24, WHITE, {**usual, "is_bold": False}),
        ("Hy", 24, WHITE, {**usual, "outline": 3}),
        ("Hy", 24, WHITE, {**usual, "halo": (0, 0, 200)}),
    ):
        line = fonts.render(text, size, colour, **how)  # type: ignore[arg-type]
        assert fonts.render(text, size, colour, **how) is line  # type: ignore[arg-type]
        new = render_line(text, size, colour, **how)  # type: ignore[arg-type]
        pixels = pygame.image.tobytes(line, "RGBA")
        assert pixels == pygame.image.tobytes(new, "RGBA")
        seen.add(pixels)
    assert len(seen) == 7
    line = fonts.render("Hy", 24, WHITE)
    assert fonts.render("Hy", 24, WHITE) is line
    fonts.clear()
    assert fonts.render("Hy", 24, WHITE) is not line


def test_the_halo_s_colour_is_hidden_where_nothing_is_drawn() -> None:
    """Scaling would mix another hidden colour into the edges."""
    for (outline, hidden), size in product(((2, HALO), (0, WHITE)), (22, 23, 24, 25)):
        line = render_line("H", size, WHITE, is_bold=True, outline=outline, halo=HALO)
        wide, high = line.get_size()
        corner = line.get_at((wide - 1, high - 1))
        assert corner[3] == 0
        assert corner[:3] == pytest.approx(hidden, abs=4)


@pytest.mark.parametrize(
    ("size", "grid"), [(10, 4), (19, 4), (20, 3), (29, 3), (30, 2), (59, 2), (60, 1), (90, 1)]
)
def test_small_letters_are_drawn_larger_and_scaled_down(size: int, grid: int) -> None:
    face = pygame.font.Font(str(font_path()), size * grid)
    text = "Take It Easy! " * 9
    assert Fonts().width(text, size) == -(-face.size(text)[0] // grid)


@pytest.mark.parametrize(("text", "has_specks"), [("9", False), ("999", False), ("9999", True)])
def test_the_specks_of_short_numbers_alone_are_filled(text: str, has_specks: bool) -> None:
    line = render_line(text, 52, (0, 0, 0), is_bold=True, outline=4, halo=WHITE)
    gaps = pygame.mask.from_surface(line, 250)
    gaps.invert()
    inner = [gap for gap in gaps.connected_components() if gap.count() < 100]
    assert bool(inner) is has_specks
