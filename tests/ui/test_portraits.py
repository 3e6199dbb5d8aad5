"""The computers' faces: one for each level, each drawn in its place and size."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pygame

from game.bots.players.registry import LEVELS
from game.ui.draw.animation import mix_colour
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import (
    draw_framed_portrait,
    draw_portrait,
    face_disc,
    has_portrait,
    paint_shapes,
    polygon,
)
from game.ui.layout.rects import make_view
from tests.ui.painted import Sketch, compare_sketches


def drawn(bot: str, side: float = 80) -> pygame.Surface:
    surface = pygame.Surface((120, 120), pygame.SRCALPHA)
    draw_portrait(surface, Painter(make_view((1280, 800))), bot, (60, 60), side)
    return surface


def test_every_computer_has_a_face_of_its_own_and_others_the_robots() -> None:
    bots = [*LEVELS]
    assert all(map(has_portrait, bots))
    assert not has_portrait("external")
    pictures = [pygame.image.tobytes(drawn(bot), "RGBA") for bot in (*bots, "external")]
    assert all(one != two for one, two in combinations(pictures, 2))
    assert pygame.image.tobytes(drawn("another"), "RGBA") == pictures[-1]


def test_a_face_fills_its_side_around_its_middle() -> None:
    for bot, side in (("fox", 80), ("fox", 40), ("owl", 80)):
        ink = drawn(bot, side).get_bounding_rect()
        assert side * 0.7 <= max(ink.size) <= side
        assert abs(ink.centerx - 60) <= 3


def test_a_twin_is_on_the_other_side_too_and_later_shapes_lie_on_earlier_ones() -> None:
    inks = {"red": (255, 0, 0), "blue": (0, 0, 255)}
    canvas = pygame.Surface((210, 210))
    shapes = (
        face_disc("red", 50, 0, 20, twin=True),
        face_disc("blue", 50, 0, 10),
        polygon("blue", (-10, 60), (10, 60), (0, 90)),
        polygon("red", (60, 60), (80, 60), (70, 90), twin=True),
    )
    paint_shapes(canvas, shapes, inks)
    for at, ink in (
        ((50, 0), "blue"),
        ((-50, 0), "red"),
        ((50, 15), "red"),
        ((0, 65), "blue"),
        ((70, 70), "red"),
        ((-70, 70), "red"),
    ):
        assert canvas.get_at((105 + at[0], 105 + at[1]))[:3] == inks[ink], at
    assert canvas.get_at((105, 105))[:3] == (0, 0, 0)


def test_a_framed_face_lies_in_a_hexagon_with_an_edge() -> None:
    painter, surface = Painter(make_view((1280, 800))), pygame.Surface((120, 120))
    draw_framed_portrait(surface, painter, "fox", (60, 60), 50, (1, 200, 3))
    assert surface.get_at((60, 60 - 42))[:3] == (1, 200, 3)
    assert surface.get_at((60 + 44, 60))[:3] == painter.theme.palette.well


def draw_faces(bots: tuple[str, ...], surface: pygame.Surface, painter: Painter) -> None:
    """Draw the computers' faces beside each other."""
    for place, bot in enumerate(bots):
        draw_portrait(surface, painter, bot, (place * 72 + 36, 36), 72)


FACES = (*LEVELS, "greedy", "random", "another")

SKETCHES = [
    *(
        Sketch(
            " ".join(bots),
            (72 * len(bots), 72),
            (36 * len(bots), 18),
            partial(draw_faces, bots),
            lambda theme: {
                "#": theme.palette.dark,
                "w": mix_colour(theme.lights[2], theme.palette.light, 0.6),
                "s": theme.lights[5],
                "y": theme.lights[9],
                "o": theme.lights[8],
                "b": mix_colour(theme.lights[8], theme.palette.dark, 0.45),
                "r": theme.lights[3],
                "n": mix_colour(theme.palette.dark, theme.palette.cool, 0.16),
                "c": mix_colour(theme.palette.cool, theme.palette.dark, 0.1),
                "a": mix_colour(theme.lights[8], theme.lights[2], 0.62),
                "i": theme.palette.ink_soft,
            },
        )
        for bots in (FACES[start : start + 4] for start in range(0, len(FACES), 4))
    ),
    Sketch(
        "framed face",
        (80, 80),
        (40, 20),
        lambda s, a: draw_framed_portrait(s, a, "beaver", (40, 40), 36, a.theme.palette.cool),
        lambda theme: {
            "w": theme.palette.well,
            "/": theme.palette.cool,
            "b": mix_colour(theme.lights[8], theme.palette.dark, 0.45),
        },
    ),
]


def test_faces_are_drawn_as_their_letters_say() -> None:
    compare_sketches(SKETCHES, "portraits")
