"""The called tiles as large as their place allows, for screens that call for others."""

from typing import Final

import pygame

from game.rules.tiles import Tile
from game.ui.draw.animation import Timeline, Tween, linear
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Point, Rect
from game.ui.sound.names import Sound

_TURN_SECONDS: Final = 0.55


def turn_tiles(context: Context, timeline: Timeline, tiles: tuple[Tile, ...], words: str) -> None:
    """Turn called tiles over on the timeline's track "turn", sound the call and speak `words`.

    The caller's voice comes in the middle of the turn, at once where nothing moves.
    """
    is_still = context.preferences.has_reduced_motion
    context.sound.play(Sound.CALL, side=-0.5)
    context.sound.call(tiles, context.catalogue.language, 0.0 if is_still else _TURN_SECONDS / 2)
    context.speak(context.text("heard.spoken.called", tiles=words))
    timeline.play("turn", Tween(_TURN_SECONDS, easing=linear))


def tile_spots(area: Rect, count: int) -> tuple[list[Point], float]:
    """Return the centres of one to three called tiles inside the clock's ring, and their radius."""
    x, y = area.x + area.w / 2, area.y + area.h / 2
    reach = ring_radius(area) * 0.93
    if count <= 1:
        return [(x, y)], reach * 0.96
    if count == 2:
        radius = reach * 0.47
        return [(x - radius * 0.98, y - radius * 0.35), (x + radius * 0.98, y + radius * 0.35)], (
            radius
        )
    radius = reach * 0.41
    step = radius * 1.04
    return [(x, y - step), (x - step, y + step * 0.72), (x + step, y + step * 0.72)], radius


def ring_radius(area: Rect) -> float:
    """Return the radius of the clock's ring, a hexagon."""
    return min(area.w / 2, area.h / SQRT3) * 0.955


def draw_tiles(
    surface: pygame.Surface, painter: Painter, area: Rect, tiles: tuple[Tile, ...], turned: float
) -> None:
    """Draw the called tiles; `turned` is the progress of turning them over, 0 to 1."""
    spots, radius = tile_spots(area, max(1, len(tiles)))
    if not tiles:
        painter.sprites.draw_tile(surface, None, spots[0], radius)
        return
    squeeze = max(0.05, abs(1 - 2 * turned))
    for tile, at in zip(tiles, spots, strict=True):
        shown = tile if turned > 0.5 else None
        painter.sprites.draw_tile(surface, shown, at, radius, squeeze=squeeze)
