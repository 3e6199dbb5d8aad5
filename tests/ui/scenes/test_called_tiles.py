"""The called tiles on a screen that calls for others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import pygame
import pytest

from game.locale import Language
from game.rules.tiles import TILES, Tile
from game.ui.draw.animation import Timeline
from game.ui.draw.sprites.pieces import Sprites
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.called_tiles import draw_tiles, ring_radius, tile_spots, turn_tiles
from game.ui.sound.names import Sound
from game.ui.sound.player import Silence
from tests.play.phones import House
from tests.ui.conftest import Heard
from tests.ui.scenes.phones_stage import begins
from tests.ui.test_screen_reader import Said


@pytest.mark.parametrize("is_still", [False, True])
def test_the_voice_comes_in_the_turn_and_at_once_where_nothing_moves(
    context: Context, house: House, is_still: bool
) -> None:
    change_settings(context, has_reduced_motion=is_still)
    delays: list[float] = []

    class Listener(Silence):
        def call(self, tiles: Sequence[Tile], language: Language, delay: float = 0.0) -> None:
            delays.append(delay)

    context.sound = Listener()
    begins(context).let(1.0)
    assert delays
    assert all((delay == 0) is is_still for delay in delays)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_called_tiles_are_inside_the_ring_of_the_clock_and_apart(count: int) -> None:
    for area in (Rect(10, 20, 300, 240), Rect(0, 0, 150, 400)):
        spots, radius = tile_spots(area, count)
        ring, (x, y) = ring_radius(area), (area.x + area.w / 2, area.y + area.h / 2)
        assert ring <= min(area.w / 2, area.h / SQRT3)
        assert len(spots) == len(set(spots)) == count
        across, high = radius * 2, radius * SQRT3
        for at in spots:
            assert math.dist(at, (x, y)) + radius * 0.9 <= ring * 1.05
        for (ax, ay), (bx, by) in combinations(spots, 2):
            # Hexagons with a point at the side.
            assert abs(ay - by) >= high * 0.99 or abs(ax - bx) >= across * 0.74
        assert tile_spots(area, 0) == tile_spots(area, 1)


def test_a_called_tile_is_turned_over_half_way(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Tile | None, float]] = []

    def draw(
        _: object, surface: object, tile: Tile | None, *at: object, squeeze: float = 1
    ) -> None:
        drawn.append((tile, round(squeeze, 2)))

    monkeypatch.setattr(Sprites, "draw_tile", draw)
    surface, area, (one, two) = pygame.Surface((1, 1)), Rect(0, 0, 200, 200), TILES[:2]
    for turned, shown in ((0.0, (None, 1)), (0.5, (None, 0.05)), (0.75, (one, 0.5)), (1, (one, 1))):
        draw_tiles(surface, context.painter, area, (one,), turned)
        assert drawn.pop() == shown
    draw_tiles(surface, context.painter, area, (one, two), 1.0)
    assert drawn == [(one, 1), (two, 1)]
    drawn.clear()
    draw_tiles(surface, context.painter, area, (), 1.0)
    assert drawn == [(None, 1)], "before the first call a tile is face down"


def test_a_call_sounds_is_spoken_and_turns(context: Context, heard: Heard) -> None:
    said = context.speaker = Said()
    change_settings(context, has_speech=True)
    timeline = Timeline()
    turn_tiles(context, timeline, TILES[:2], "two tiles")
    assert heard.sounds == [Sound.CALL]
    assert heard.calls == [f"en {tile}" for tile in TILES[:2]]
    assert said.texts == [context.text("heard.spoken.called", tiles="two tiles")]
    assert timeline.has("turn")
