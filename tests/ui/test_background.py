"""The sky: its colours from top to foot, and its light."""

from __future__ import annotations

import pygame
import pytest

from game.ui.draw.background import render_background
from game.ui.draw.theme import Sky

TOP, FOOT, LIGHT = (100, 40, 0), (20, 120, 60), (220, 200, 180)
SIZE = (320, 200)


def mean_at(picture: pygame.Surface, x: float, y: float) -> tuple[int, ...]:
    """Return the mean colour around a place, which is a share of the picture."""
    part = pygame.Rect(round(x * SIZE[0]) - 4, round(y * SIZE[1]) - 4, 8, 8)
    return pygame.transform.average_color(picture.subsurface(part.clamp(picture.get_rect())))[:3]


def mixed(one: tuple[int, ...], two: tuple[int, ...], share: float) -> list[float]:
    """Return the colour at a share of the way from one to another."""
    return [a + (b - a) * share for a, b in zip(one, two, strict=True)]


def test_a_sky_without_light_goes_evenly_from_its_top_to_its_foot() -> None:
    picture = render_background(SIZE, Sky(TOP, FOOT, LIGHT, 0.0, (0.5, 0.5), (0.5, 0.5)))
    assert picture.get_size() == SIZE
    for y in (0.1, 0.3, 0.5, 0.7, 0.9):
        for x in (0.05, 0.5, 0.95):
            assert mean_at(picture, x, y) == pytest.approx(mixed(TOP, FOOT, y), abs=2.5)


@pytest.mark.parametrize(("at", "reach"), [((0.25, 0.5), (0.2, 0.4)), ((0.7, 0.2), (0.25, 0.75))])
def test_the_light_is_strongest_in_its_middle_and_ends_at_its_reach(
    at: tuple[float, float], reach: tuple[float, float]
) -> None:
    picture = render_background(SIZE, Sky(TOP, FOOT, LIGHT, 0.8, at, reach))
    (x, y), (wide, high) = at, reach
    for along in (0.0, 0.25, 0.5, 1.0):
        share = 0.8 * (1 - along) ** 2 * (1 + 2 * along)
        for dx, dy in ((along * wide, 0.0), (-along * wide, 0.0), (0.0, along * high)):
            if not (0.02 < x + dx < 0.98 and 0.02 < y + dy < 0.98):
                continue
            plain = tuple(mixed(TOP, FOOT, y + dy))
            expected = mixed(plain, LIGHT, share)  # type: ignore[arg-type]
            assert mean_at(picture, x + dx, y + dy) == pytest.approx(expected, abs=7), (dx, dy)


def test_neighbouring_pixels_are_rounded_apart() -> None:
    sky = Sky((10, 10, 10), (12, 12, 12), LIGHT, 0.0, (0.5, 0.5), (0.5, 0.5))
    picture = render_background(SIZE, sky)
    rows = [{picture.get_at((x, y))[0] for x in range(40)} for y in range(200)]
    assert {*map(max, rows)} | {*map(min, rows)} == {10, 11, 12}
    assert sum(len(row) == 2 for row in rows) >= 90
    assert all(max(row) - min(row) <= 1 for row in rows)
