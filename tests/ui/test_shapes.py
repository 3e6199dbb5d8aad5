"""Canvases, rectangles, discs and shared pictures."""

from __future__ import annotations

import pygame

from game.ui.draw.shapes import (
    blit_centred,
    blit_faded,
    clear_canvas,
    disc,
    fill_rect,
    opaque_canvas,
    shrink,
)
from game.ui.layout.rects import Rect

WHITE = (255, 255, 255)


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


def test_a_canvas_is_scaled_down_by_a_whole_factor_and_never_to_nothing() -> None:
    canvas = clear_canvas(16, 8, WHITE)
    canvas.fill(WHITE, (8, 0, 8, 8))
    small = shrink(canvas)
    assert small.get_size() == (4, 2)
    assert [small.get_at((x, 1))[3] for x in range(4)] == [0, 0, 255, 255]
    assert shrink(canvas, 2).get_size() == (8, 4)
    assert shrink(pygame.Surface((2, 2)), 4).get_size() == (1, 1)


def test_a_picture_fades_around_its_middle() -> None:
    picture, surface = pygame.Surface((4, 2)), pygame.Surface((12, 12))
    picture.fill(WHITE)
    blit_centred(surface, picture, (6, 5), 0.5)
    lit = {(x, y): surface.get_at((x, y))[0] for x in range(12) for y in range(12)}
    assert {at for at, level in lit.items() if level} == {
        (x, y) for x in range(4, 8) for y in (4, 5)
    }
    assert {level for level in lit.values() if level} <= {127, 128}
