"""The stripes can be told apart by all kinds of eyes, and words stand out from what they lie on."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.rules.tiles import NUMBERS, Direction
from game.ui.draw.sprites.tiles import pale_colour
from game.ui.draw.sprites.wells import Well, render_well
from game.ui.draw.theme import DEFAULT_THEME, STRIPES, Colour
from tests.ui.colour_vision import VISIONS, difference, seen

STAMENS = (Well.STAMEN, Well.STAMEN_LEGAL)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("direction", Direction)
def test_numbers_of_a_direction_stay_apart(direction: Direction, vision: str) -> None:
    for one, two in combinations(NUMBERS[direction], 2):
        assert difference(STRIPES[one], STRIPES[two], vision) >= 15, (one, two)


def test_pale_stripes_of_a_direction_stay_apart_too() -> None:
    for direction in Direction:
        for one, two in combinations(NUMBERS[direction], 2):
            pales = [pale_colour(DEFAULT_THEME.palette, STRIPES[n]) for n in (one, two)]
            assert difference(pales[0], pales[1]) >= 10, (one, two)
    red, orange = (pale_colour(DEFAULT_THEME.palette, STRIPES[n]) for n in (6, 8))
    assert difference(red, orange) >= 15


def test_all_nine_colours_differ_plainly_for_most_eyes() -> None:
    for one, two in combinations(STRIPES, 2):
        assert difference(STRIPES[one], STRIPES[two]) >= 20, (one, two)


def test_the_stripes_are_the_box_s(  # T2
) -> None:
    r, g, b = STRIPES[1]
    assert max(r, g, b) < 40, "1 really is black"
    assert min(STRIPES[2]) > 230, "2 is white"
    assert max(STRIPES[5]) - min(STRIPES[5]) < 40, "5 is grey"
    strongest = {4: 2, 6: 0, 7: 1}
    for number, part in strongest.items():
        assert STRIPES[number].index(max(STRIPES[number])) == part
    for number in (3, 8, 9):
        assert STRIPES[number][0] == max(STRIPES[number])


def luminance(colour: Colour) -> float:
    """Relative luminance by WCAG."""
    r, g, b = seen(colour, "normal")
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, two: Colour) -> float:
    """WCAG contrast, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        ("ink", "panel", 12),
        ("ink_soft", "panel", 7),
        ("ink_muted", "panel", 4.5),
        ("ink_soft", "backdrop", 6),
        ("ink", "raised", 7),
        ("ink", "raised_hover", 5),
        ("ink_dark", "accent", 9),
        ("ink_dark", "accent_press", 7),
        ("accent", "panel", 9),
        ("bad", "raised", 4),
        ("good", "panel", 7),
    ],
)
def test_words_can_be_read(ink: str, ground: str, least: float) -> None:
    palette = DEFAULT_THEME.palette
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= least


@pytest.mark.parametrize("well", [Well.EMPTY, Well.LEGAL, Well.CLOSED, *STAMENS])
def test_the_names_of_spaces_can_be_read(well: Well) -> None:
    palette = DEFAULT_THEME.palette
    surface = render_well(60.0, well, palette)
    w, h = surface.get_size()
    # Where the name stands: right of the middle, at the foot.
    r, g, b = surface.get_at((round(w / 2 + 60 * 0.28), round(h / 2 + 60 * 0.63)))[:3]
    assert contrast(palette.ink_name, (r, g, b)) >= 4.5


def test_every_quiet_ink_can_be_read_on_every_quiet_ground() -> None:
    palette = DEFAULT_THEME.palette
    for ink in (palette.ink, palette.ink_soft, palette.ink_muted, *DEFAULT_THEME.seats.values()):
        for ground in (palette.panel, palette.sunken, palette.backdrop, palette.backdrop_edge):
            assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_the_measure_itself() -> None:
    # Pairs from Sharma, Wu and Dalal's table would need Lab; these are fixed points instead.
    assert difference((10, 200, 30), (10, 200, 30)) == 0
    assert difference((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)
    red_green = ((200, 60, 40), (110, 120, 40))
    assert difference(*red_green, "deutan") < difference(*red_green) / 2
