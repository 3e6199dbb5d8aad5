"""The Climb's pictures: the path up the mountain, and its colours."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.climb.aces import ACES, AceName, Rarity
from game.ui.draw import climb_picture
from game.ui.draw.animation import mix_colour
from game.ui.draw.climb_picture import (
    ACE_ICONS,
    AceLook,
    MountainPath,
    Tint,
    draw_ace,
    draw_broken_path,
    draw_camp,
    draw_crystal,
    draw_face,
    draw_path,
    draw_pennant,
    draw_rope,
    path_in,
    pole_tops,
    tint_of,
)
from game.ui.draw.painter import Painter
from game.ui.draw.theme import (
    CLIMB_SKIES,
    CLIMB_SUN,
    SILVER,
    STRIPE_SETS,
    STRIPES,
    THEMES,
    Colour,
    Sky,
    Theme,
    find_theme,
)
from game.ui.layout.rects import Point, Rect, View, make_view
from tests.ui.painted import Sketch, compare_sketches
from tests.ui.unseen import drawn_words
from tests.ui.written import written_lines

AREA = Rect(0, 0, 1280, 800)


def test_every_ace_has_an_icon_of_its_own() -> None:
    assert ACE_ICONS.keys() == {*AceName}
    assert len({*ACE_ICONS.values()}) == len(AceName)


def test_the_path_is_drawn_through_all_its_camps() -> None:
    path = path_in(Rect(40, 160, 1200, 496), 15)
    line = path.line(AREA)
    assert len({round(y) for _, y in line}) > 5, "it rises to each boss"
    for x, y in line:
        assert y == pytest.approx(path.height(x))
    flat = path.line(AREA, begin=path.camp(6)[0])
    assert flat[0][1] == flat[1][1] == path.height(path.camp(6)[0])


def test_poles_that_end_on_one_line_keep_their_bands_apart() -> None:
    path = MountainPath(40.0, 656.0, 80.0)
    xs = [path.camp(stage)[0] for stage in range(1, 16)]
    rises = [(b - a) * path.slope for a, b in pairwise(xs)]
    assert min(rises) > 25


@pytest.mark.parametrize("step", [20, 40, 60, 80, 160])
def test_no_pennant_touches_the_next_however_small_the_path(step: int) -> None:
    path = MountainPath(40.0, 656.0, step)
    for stages in ((2, 4, 5, 6, 7, 9), (1, 15), range(1, 16), (), (3,)):
        feet = [path.camp(stage) for stage in stages]
        tops = pole_tops(feet, path.slope, 32, 50, 24)
        assert all(a - b >= 32 for a, b in pairwise(tops))
        assert all(y - top >= 24 - 1e-6 for (_, y), top in zip(feet, tops, strict=True))
    feet = [path.camp(stage) for stage in (2, 9)]
    low, high = pole_tops(feet, path.slope, 1, 50, 24)
    assert low - high == pytest.approx((feet[1][0] - feet[0][0]) * path.slope)


def test_an_ace_shows_its_rarity_its_level_and_whether_it_pays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painter = Painter(make_view((1280, 800)))
    p, gold = painter.theme.palette, painter.theme.stripes[9]
    hexagons: list[tuple[float, Colour, Colour | None]] = []

    def note(_: Any, __: Any, at: Point, radius: float, fill: Colour, *rest: Any) -> None:
        hexagons.append((radius, fill, rest[0] if rest else None))

    monkeypatch.setattr(climb_picture, "draw_hexagon", note)
    looks = {ACES[ace].rarity: ace for ace in AceName}
    for rarity, rings, fill, edge in (
        (Rarity.COMMON, 0, p.sunken, p.cool),
        (Rarity.SILVER, 1, SILVER, p.band_dark),
        (Rarity.GOLD, 2, gold, p.band_dark),
    ):
        for level, pips in ((1, 1), (3, 3), (5, 5), (6, 0)):
            for is_paying in (False, True):
                hexagons.clear()
                look = AceLook(looks[rarity], level, is_paying)
                words = drawn_words(
                    lambda surface, look=look: draw_ace(  # type: ignore[misc]
                        surface, painter, (50, 50), 44, look
                    ),
                    (100, 100),
                )
                assert hexagons[0] == (44, fill, p.gold if is_paying else edge)
                radii = [radius for radius, *_ in hexagons[1:]]
                assert sum(radius > 20 for radius in radii) == rings
                assert sum(radius < 20 for radius in radii) == pips
                assert words == ([] if pips else ["6"])
    # A failed one is pale and struck through.
    struck = []
    for has_failed in (False, True):
        hexagons.clear()
        surface = pygame.Surface((100, 100))
        look = AceLook(looks[Rarity.COMMON], has_failed=has_failed)
        draw_ace(surface, painter, (50, 50), 44, look)
        struck.append((hexagons[0][1] == p.sunken, surface.get_at((8, 50))[:3] == p.bad))
    assert struck == [(True, False), (False, True)]


def test_a_face_is_a_computers_or_a_persons_in_the_own_or_a_given_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painter = Painter(make_view((1280, 800)))
    p, fill = painter.theme.palette, painter.theme.stripes[3]
    for bot, is_own, ground in (
        ("fox", False, p.band_dark),
        ("", True, p.band_light),
        ("", False, fill),
    ):
        surface = pygame.Surface((60, 60))
        draw_face(surface, painter, (30, 30), 24, fill, bot=bot, is_own=is_own)
        assert surface.get_at((30, 12) if not bot else (10, 30))[:3] == ground


def test_a_crystal_that_is_not_won_is_hollow_and_a_lost_rope_short() -> None:
    painter = Painter(make_view((1280, 800)))
    p = painter.theme.palette
    for is_off in (False, True):
        surface = pygame.Surface((200, 60))
        draw_crystal(surface, painter, (30, 30), 40, is_hollow=is_off)
        assert (surface.get_at((30, 30))[:3] == (0, 0, 0)) is is_off
        surface.fill((0, 0, 0))
        draw_rope(surface, painter, Rect(0, 10, 200, 20), is_frayed=is_off)
        ends = [surface.get_at((x, 14))[:3] != (0, 0, 0) for x in (20, 100, 180)]
        assert ends == [True, not is_off, not is_off]
        assert surface.get_at((10, 14))[:3] == (p.ink_soft if is_off else p.cool)


def test_the_path_is_flat_as_far_as_it_begins_and_ends_at_the_windows_edges() -> None:
    path = MountainPath(40.0, 656.0, 80.0)
    line = path.line(AREA)
    assert [line[0][0], line[-1][0]] == [0, 1280]
    assert [x for x, _ in line] == sorted(x for x, _ in line)
    begin = path.camp(4)[0]
    flat = path.line(AREA, begin)
    assert [x for x, _ in flat[:2]] == [0, begin]
    assert flat[2:] == [point for point in line if point[0] > begin]
    places = [(path.camp(stage)[0] - 40) / 80 for stage in range(1, 8)]
    assert places == pytest.approx([0.45, 1.42, 2.45, 3.45, 4.42, 5.45, 6.45])
    assert all(y == path.height(x) for x, y in map(path.camp, range(1, 8)))
    # Two camps rise, the boss's part is level.
    heights = [path.height(40 + 80 * step) for step in (0, 1, 1.9, 2.5, 3, 4)]
    assert heights[2] == heights[3] == heights[4]
    assert heights[0] > heights[1] > heights[2] > heights[5]


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_has_its_sky_of_a_stage(name: str) -> None:
    theme = find_theme(name, STRIPE_SETS[0])
    skies = [tint_of(theme, stage).sky for stage in range(1, 20)]
    if theme.palette.tint:
        assert len(set(skies)) == 9
        assert tint_of(theme, 8, is_quiet=True) != tint_of(theme, 8)
    else:
        assert set(skies) == {None}


def draw_aces(looks: tuple[AceLook, ...], surface: pygame.Surface, painter: Painter) -> None:
    """Draw aces beside each other."""
    for place, look in enumerate(looks):
        draw_ace(surface, painter, (place * 88 + 44, 44), 40, look)


def draw_small_path(surface: pygame.Surface, painter: Painter, **how: Any) -> None:
    """Draw a path through a window of 160×100 pixels, of which it has six camps."""
    with painter.seen_in(View(Rect(0, 0, 160, 100), 0.5)):
        path = path_in(Rect(0, 20, 160, 50), 6)
        draw_path(surface, painter, path, tint_of(painter.theme, 3), **how)


def path_inks(theme: Theme) -> dict[str, Colour]:
    """Return the letters of the mountain's colours."""
    tint, light = tint_of(theme, 3), theme.palette.light
    red = theme.stripes[6]
    shades = {str(n + 1): mix_colour(tint.rock, light, 0.04 + 0.02 * n) for n in range(4)}
    steep = mix_colour(red, theme.palette.dark, 0.14)
    return {"#": red, "%": steep, ".": tint.rock, "d": tint.deep, **shades}


def draw_broken(surface: pygame.Surface, painter: Painter) -> None:
    """Draw a path that breaks off in a window of 160×100 pixels."""
    with painter.seen_in(View(Rect(0, 0, 160, 100), 0.5)):
        draw_broken_path(surface, painter, tint_of(painter.theme, 3), 24, 80)


def ace_inks(theme: Theme) -> dict[str, Colour]:
    p = theme.palette
    return {
        ".": p.sunken,
        "c": p.cool,
        "g": theme.stripes[9],
        "s": SILVER,
        "#": p.band_dark,
        "x": p.bad,
        "'": mix_colour(p.sunken, p.sky_foot, 0.55),
        "-": mix_colour(SILVER, p.sky_foot, 0.55),
    }


SKETCHES = [
    *(
        Sketch(
            name,
            (88 * len(looks), 88),
            (44 * len(looks), 22),
            partial(draw_aces, looks),
            ace_inks,
        )
        for name, looks in (
            (
                "common, paying, of level 3",
                (
                    AceLook(AceName.NINES),
                    AceLook(AceName.NINES, is_paying=True),
                    AceLook(AceName.NINES, 3),
                ),
            ),
            (
                "silver, failed, gold of level 6",
                (
                    AceLook(AceName.STREAK),
                    AceLook(AceName.STREAK, has_failed=True),
                    AceLook(AceName.CROWN, 6),
                ),
            ),
        )
    ),
    Sketch(
        "camp",
        (64, 64),
        (32, 16),
        lambda s, a: draw_camp(s, a, (32, 32), 26, 7, a.theme.palette.cool, a.theme.type.label),
        lambda t: {".": t.palette.band_dark, "/": t.palette.cool, "#": t.palette.band_light},
    ),
    *(
        Sketch(
            f"{name} crystal",
            (40, 64),
            (40, 32),
            partial(draw_crystal, centre=(20, 32), height=56, is_hollow=is_hollow),
            lambda t: {
                "#": t.palette.cool,
                "-": mix_colour(t.palette.cool, t.palette.light, 0.4),
                "=": mix_colour(t.palette.cool, t.palette.dark, 0.3),
            },
        )
        for name, is_hollow in (("whole", False), ("hollow", True))
    ),
    *(
        Sketch(
            f"{name} rope",
            (180, 32),
            (90, 16),
            partial(draw_rope, rect=Rect(8, 4, 164, 24), is_frayed=is_frayed),
            lambda t: {
                "#": t.palette.cool,
                "/": mix_colour(t.palette.cool, t.palette.sky_foot, 0.4),
                "-": t.palette.ink_soft,
                "|": mix_colour(t.palette.ink_soft, t.palette.sky_foot, 0.4),
            },
        )
        for name, is_frayed in (("whole", False), ("frayed", True))
    ),
    *(
        Sketch(
            f"pennant of {name}",
            (160, 80),
            (80, 40),
            partial(
                draw_pennant,
                foot=(130, 74),
                length=48,
                words="120",
                fill=STRIPES[3],
                bot=bot,
                is_own=is_own,
            ),
            lambda t: {
                "#": t.stripes[3],
                ".": t.palette.band_dark,
                "-": t.palette.band_light,
                "|": t.palette.ink_soft,
            },
        )
        for name, bot, is_own in (
            ("a person", "", False),
            ("the player", "", True),
            ("a computer", "fox", False),
        )
    ),
    Sketch("path", (160, 100), (80, 50), draw_small_path, path_inks, near=3),
    Sketch(
        "plain path, flat as far as it begins",
        (160, 100),
        (80, 25),
        partial(draw_small_path, begin=60.0, is_plain=True),
        path_inks,
        near=3,
    ),
    Sketch(
        "path by day",
        (160, 100),
        (80, 25),
        draw_small_path,
        lambda t: {
            **path_inks(t),
            "1": mix_colour(tint_of(t, 3).rock, t.palette.fold, 0.04),
            "2": mix_colour(tint_of(t, 3).rock, t.palette.fold, 0.05),
        },
        "daylight",
        near=3,
    ),
    Sketch(
        "broken path",
        (160, 100),
        (80, 50),
        draw_broken,
        lambda t: {
            **path_inks(t),
            "=": t.palette.cool,
            "/": mix_colour(t.palette.cool, tint_of(t, 3).deep, 0.5),
            "i": t.palette.ink,
        },
    ),
]


def test_the_climb_is_drawn_as_its_letters_say() -> None:
    compare_sketches(SKETCHES, "climb")


def test_words_on_a_pennant_have_its_ink_and_end_before_its_face() -> None:
    painter = Painter(make_view((1280, 800)))
    for fill in (painter.theme.stripes[9], painter.theme.stripes[4]):
        with written_lines() as lines:
            draw_pennant(pygame.Surface((200, 90)), painter, (180, 80), 50, "120", fill)
        (line,) = lines
        assert (line.text, line.place.right, line.y) == ("120", 155, 30)
        assert line.style.colour == painter.theme.ink_on(fill)


def test_a_stage_s_colours_follow_the_height_the_theme_and_whether_words_are_before_them() -> None:
    at, reach = (1.02, -0.05), (0.7, 1.12)
    night, day, flat = (find_theme(name, "box") for name in ("night", "daylight", "contrast"))
    p = night.palette
    for stage, index in ((0, 0), (1, 0), (6, 5), (7, 6), (9, 8), (12, 8)):
        light, foot = CLIMB_SKIES[index]
        rock, deep = (mix_colour(foot, p.dark, share) for share in (0.35, 0.55))
        sky = Sky(mix_colour(foot, light, 0.35), foot, light, 0.9, at, reach)
        assert tint_of(night, stage) == Tint(sky, rock, deep)
        pale = mix_colour(light, foot, 0.55 if stage >= 7 else 0.35)
        quiet = Sky(mix_colour(foot, pale, 0.2), foot, pale, 0.9, at, reach)
        assert tint_of(night, stage, is_quiet=True) == Tint(quiet, rock, deep)
    p, (light, foot) = day.palette, CLIMB_SKIES[2]
    sun = mix_colour(light, CLIMB_SUN, 0.5)
    sky = Sky(mix_colour(p.sky, light, p.tint / 2), p.sky_foot, sun, 0.43, at, reach)
    assert tint_of(day, 3) == Tint(sky, mix_colour(p.card, p.sky_foot, 0.5), p.card)
    assert tint_of(flat, 3) == Tint(None, flat.palette.card, flat.palette.sunken)


def test_poles_are_shorter_where_one_of_them_had_to_be_raised() -> None:
    feet = [(0.0, 100.0), (100.0, 100.0), (110.0, 100.0)]
    # On one line that rises by a half: the last foot would have the lowest line.
    assert pole_tops(feet[:1], 0.5, 30, 50, 24) == [50]
    assert pole_tops(feet, 0.5, 5, 50, 24) == [50, 0, -5]
    # One that is raised shortens those that are far from it too.
    apart = [(0.0, 100.0), (2.0, 100.0), (300.0, 100.0)]
    assert pole_tops(apart, 0.5, 30, 50, 24) == [76, 46, -74]
    assert pole_tops(apart, 0.5, 10, 50, 24) == [59, 49, -91]
    assert pole_tops(feet, 0.5, 20, 50, 24) == [65, 15, -5]
    assert pole_tops(feet, 0.5, 60, 50, 24) == [76, 16, -44]


def test_a_path_that_begins_at_a_corner_has_that_corner_once() -> None:
    path = MountainPath(0.0, 700.0, 100.0)
    begin = path.left + 1.9 * path.step
    line = path.line(AREA, begin)
    assert [x for x, _ in line].count(begin) == 1
    assert line[:2] == [(0.0, path.height(begin)), (begin, path.height(begin))]


def test_a_path_fits_into_its_rectangle_by_its_width_or_its_height() -> None:
    for rect, camps in ((Rect(10, 20, 600, 400), 6), (Rect(10, 20, 900, 100), 6)):
        path = path_in(rect, camps)
        assert (path.left, path.foot) == (rect.x, rect.bottom)
        end = rect.x + camps * path.step
        assert end == pytest.approx(rect.right) or path.height(end) == pytest.approx(rect.y)
        assert end <= rect.right + 1e-6
        assert path.height(end) >= rect.y - 1e-6
