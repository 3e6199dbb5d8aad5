"""A theme is put on while scenes are open, and nothing of the old one stays."""

from __future__ import annotations

import pygame
import pytest

from game.locale import Language
from game.ui.draw.animation import mix_colour
from game.ui.draw.theme import (
    BLACK,
    DEFAULT_THEME,
    METALS,
    STRIPE_SETS,
    STRIPES,
    THEMES,
    WHITE,
    Sky,
    contrast,
    digit_colours,
    find_theme,
)
from game.ui.frame.preferences import change_settings
from game.ui.frame.stack import SceneStack
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from tests.each import some
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.scenes.stage import Stage

SIZE = (1024, 640)
SAMPLES = ("menu", "play-coach", "breakdown-rounds", "review")


EVERY_THEME = [find_theme(name, stripes) for name in THEMES for stripes in STRIPE_SETS]


def test_an_unknown_theme_is_the_usual_one() -> None:
    for name, stripes, found in (
        ("daylight", "clear", ("daylight", "clear")),
        ("no such", "clear", ("night", "clear")),
        ("contrast", "no such", ("contrast", "box")),
        ("", "", ("night", "box")),
    ):
        theme = find_theme(name, stripes)
        assert (theme.name, theme.stripe_set) == found
        assert theme is find_theme(name, stripes)
        known = find_theme(*found)
        assert (theme.palette, theme.stripes, theme.inks) == (
            known.palette,
            known.stripes,
            known.inks,
        )
    assert DEFAULT_THEME is find_theme("night", "box")


def test_contrast_is_that_of_the_web() -> None:
    grey = (119, 119, 119)
    assert contrast(WHITE, BLACK) == contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(grey, WHITE) == pytest.approx(4.48, abs=0.01)
    assert contrast(grey, grey) == 1
    assert contrast((255, 0, 0), BLACK) == pytest.approx(5.25, abs=0.01)


def test_words_on_a_colour_are_legible_and_idle_ones_pale() -> None:
    for theme in EVERY_THEME:
        p = theme.palette
        for ground in (*theme.stripes.values(), p.card, p.sky):
            ink, idle = theme.ink_on(ground), theme.idle_ink(ground)
            other = p.band_light if ink == p.band_dark else p.band_dark
            assert contrast(ink, ground) >= contrast(other, ground)
            assert 3.4 <= contrast(idle, ground) < 3.8 or contrast(ink, ground) < 3.6
            assert contrast(idle, ground) <= contrast(ink, ground)


def test_bands_have_an_edge_where_their_colour_is_hardly_seen() -> None:
    for theme in EVERY_THEME:
        for number, fill in theme.stripes.items():
            top, foot = theme.band_edges(fill)
            assert top == (DEFAULT_THEME.lights[1] if number == 1 else None)
            is_pale = contrast(fill, theme.palette.sky) < 3
            assert foot == (theme.inks[number] if is_pale and number > 1 else None), number
        assert theme.band_edges((1, 2, 3)) == (None, None)


def test_gold_and_metal_have_an_ink_edge_by_day_alone() -> None:
    steel = METALS["silver"].top
    for theme in EVERY_THEME:
        p, is_day = theme.palette, theme.name == "daylight"
        assert theme.gold_rim == (p.ink if is_day else None)
        assert theme.rim_around(steel) == (p.ink if is_day else None)
        assert theme.rim_around(p.ink_soft) is None


def test_a_page_is_lit_by_its_door_except_in_flat_themes() -> None:
    for theme in EVERY_THEME:
        p = theme.palette
        for number in theme.stripes:
            sky = theme.lit_sky(number)
            assert (sky is None) is p.is_flat
            if sky is not None:
                assert (sky.top, sky.foot) == (p.sky, p.sky_foot)
                least = {p.ink: 9.9, p.ink_soft: 6.0, p.accent: 6.6}
                for ink, each in least.items():
                    assert contrast(sky.light, ink) >= each
                shares = [mix_colour(p.sky, theme.stripes[number], i / 50) for i in range(31)]
                for brighter in shares[shares.index(sky.light) + 1 :]:
                    assert any(contrast(brighter, ink) < each for ink, each in least.items())
        lights = {sky.light for number in theme.stripes if (sky := theme.lit_sky(number))}
        assert len(lights) == (0 if p.is_flat else 9)


def test_the_digit_of_the_black_stripe_has_its_own_colours() -> None:
    p = find_theme("daylight", "box").palette
    for number in (None, *STRIPES):
        expected = (p.black_digit, p.black_halo) if number == 1 else (p.digit, p.halo)
        assert digit_colours(p, number) == expected


def test_a_number_s_light_and_ink_are_its_stripe_s_where_that_can_be_seen() -> None:
    """Lights are on the board, inks on the sky and on panels."""
    for theme in EVERY_THEME:
        other_lights, other_inks = {
            "night": ({1, 5}, {1, 4, 5, 6}),
            "daylight": (set(), {*STRIPES}),
            "contrast": ({1, 4, 5, 6}, {1, 4, 5, 6}),
        }[theme.name]
        for colours, others in ((theme.lights, other_lights), (theme.inks, other_inks)):
            assert {n for n, stripe in theme.stripes.items() if colours[n] != stripe} == others
            assert colours.keys() == STRIPES.keys()
        for colour in (*theme.inks.values(), *theme.seats.values()):
            assert contrast(colour, theme.palette.sky) >= 3
    usual, strong = (find_theme(name, "box").seats for name in ("night", "contrast"))
    assert {seat for seat in usual if usual[seat] != strong[seat]} == {"red", "purple"}


def draw(stack: SceneStack) -> bytes:
    surface = pygame.Surface(SIZE)
    stack.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("name", some(SAMPLES, 4))
def test_a_theme_put_on_looks_as_if_worn_from_the_start(name: str) -> None:
    sample = collect_samples()[name]
    context = make_context(Language.ENGLISH, SIZE, theme=THEMES[0])
    stack = open_sample(sample, context)
    before = draw(stack)
    theme = "daylight" if name == SAMPLES[0] else "contrast"
    change_settings(context, theme=theme)
    context.painter.resize(context.painter.view)
    stack.resize(context.painter.view)
    now = draw(stack)
    assert now != before
    assert now == draw(open_sample(sample, make_context(Language.ENGLISH, SIZE, theme=theme)))


def test_the_theme_is_chosen_in_the_settings_and_kept() -> None:
    context = make_context(Language.ENGLISH, SIZE)
    scene = SettingsScene(context, Section.LOOK)
    stage = Stage(context, scene)
    for theme in (*THEMES[1:], THEMES[-1]):
        scene.focus("settings.theme")
        stage.press("right")
        assert context.painter.theme.name == theme
        assert context.store.settings.load()[0].theme == theme
        ground = stage.draw().get_at((2, SIZE[1] - 2))[:3]
        edge = context.painter.theme.palette.sky_foot
        assert max(abs(a - b) for a, b in zip(ground, edge, strict=True)) < 24


def test_every_style_of_words_has_its_size_weight_and_ink_in_every_theme() -> None:
    for theme in EVERY_THEME:
        p = theme.palette
        written = {
            name: (style.size, style.is_bold, style.leading, style.outline)
            for name, style in theme.type._asdict().items()
        }
        assert written == {
            "display": (62, True, 1.1, 0),
            "title": (34, True, 1.15, 0),
            "heading": (27, True, 1.2, 0),
            "body": (17.5, False, 1.4, 0),
            "strong": (17.5, True, 1.4, 0),
            "label": (21, True, 1.2, 0),
            "number": (84, True, 1.0, 0),
            "points": (27, True, 1.1, 0),
            "action": (46, True, 1.15, 0),
            "score": (150, True, 1.0, 0),
        }
        inks = {name: style.colour for name, style in theme.type._asdict().items()}
        assert (inks.pop("body"), inks.pop("points")) == (p.ink_soft, p.accent)
        assert {*inks.values()} == {p.ink}
        assert theme.control_height == 46


def test_a_sky_has_its_light_where_it_belongs() -> None:
    night = find_theme("night", "box")
    p, lit = night.palette, night.lit_sky(9)
    assert lit is not None
    assert lit._replace(light=p.sky) == Sky(p.sky, p.sky_foot, p.sky, 0.9, (0.9, 0.0), (0.85, 1.15))
    assert p.plain_sky == Sky(
        p.sky, p.sky_foot, (70, 50, 150), 110 / 255, (0.5, 0.48), (0.42, 0.56)
    )
    shares = [
        next(step for step in range(51) if mix_colour(p.sky, fill, step / 50) == sky.light)
        for number, fill in night.stripes.items()
        if (sky := night.lit_sky(number)) is not None
    ]
    assert max(shares) == 30
    assert min(shares) > 5
