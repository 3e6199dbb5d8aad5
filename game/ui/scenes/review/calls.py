"""The row of a round's calls: above each the placement's cost, below it the luck of the call."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.bots.coach.verdicts import CurvePoint
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import draw_hexagon
from game.ui.frame.context import Context
from game.ui.layout.rects import Point, Rect

_COST: Final = 3.4
_LUCK: Final = 1.6
"""Units of a bar for each point."""

_FOOT: Final = 26
"""Units below the hexagons."""


@dataclass(frozen=True, slots=True)
class CallRow:
    """The places of the calls in pixels."""

    rect: Rect
    calls: int

    def x(self, call: int) -> float:
        """Return the middle of a call's column."""
        return self.rect.x + self.rect.w * (call + 0.5) / max(1, self.calls)

    def call_at(self, at: Point) -> int | None:
        """Return the call whose column a pixel is in, or None."""
        if not self.rect.contains(at):
            return None
        return min(self.calls - 1, int((at[0] - self.rect.x) * self.calls / self.rect.w))


def costs_and_luck(points: Sequence[CurvePoint]) -> tuple[dict[int, float], dict[int, float]]:
    """Return the points lost by each call's placements, and the luck of each call."""
    costs: dict[int, float] = {}
    luck: dict[int, float] = {}
    for point in points:
        if point.call >= 0:
            sums = luck if point.cause.is_luck else costs
            sums[point.call] = sums.get(point.call, 0.0) + point.change
    return costs, luck


def draw_calls(
    surface: pygame.Surface,
    context: Context,
    row: CallRow,
    points: Sequence[CurvePoint],
    chosen: int | None,
    rare: frozenset[int],
) -> None:
    """Draw the row; the chosen call is white, calls with `rare` placements have a gold edge."""
    painter, p = context.painter, context.painter.theme.palette
    pitch = row.rect.w / max(1, row.calls)
    radius = min(painter.px(18), pitch * 0.46)
    y = row.rect.bottom - painter.px(_FOOT) - radius
    wide, (costs, luck) = round(min(painter.px(22), pitch * 0.6)), costs_and_luck(points)
    above = round(y - radius - painter.px(3))
    below = round(y + radius + painter.px(3))
    bad, ice = p.bad, p.cool
    types = painter.theme.type
    for call in range(row.calls):
        x = row.x(call)
        left = round(x - wide / 2)
        cost, change = -costs.get(call, 0.0), luck.get(call, 0.0)
        if cost >= 0.05:
            high = min(max(2, painter.px(cost * _COST)), above - row.rect.y)
            surface.fill(bad, (left, above - high, wide, high))
        if abs(change) >= 0.05:
            high = min(max(2, painter.px(abs(change) * _LUCK)), row.rect.bottom - below)
            ink = ice if change > 0 else mix_colour(ice, p.sky, 0.5)
            surface.fill(ink, (left, below, wide, high))
        is_chosen = call == chosen
        fill, edge = (p.chosen if is_chosen else p.faint), p.gold if call in rare else None
        draw_hexagon(surface, painter, (x, y), radius, fill, edge, painter.px(3))
        words = str(call + 1)
        fits = painter.text_width(words, types.strong) <= 2 * radius
        if fits or is_chosen or (call + 1) % 5 == 0 or call == 0:
            ink = painter.theme.ink_on(fill) if is_chosen else p.ink_soft
            painter.text(surface, words, (x, y), types.strong.coloured(ink), "centre")
