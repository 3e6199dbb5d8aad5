"""The expected total over a round: a stair whose steps are luck or skill."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.bots.coach.verdicts import CurvePoint
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.rects import Point, Rect
from game.ui.parts import Ink, coloured


@dataclass(frozen=True, slots=True)
class Curve:
    """The plot in pixels, the calls it spans and the totals at its foot and head."""

    plot: Rect
    calls: int
    low: float
    high: float

    def x(self, place: float) -> float:
        """Return where a call begins; halves lie between call and placement."""
        return self.plot.x + self.plot.w * place / max(1, self.calls)

    def y(self, value: float) -> float:
        """Return the height of a total."""
        return self.plot.bottom - self.plot.h * (value - self.low) / (self.high - self.low)


LUCK: Final[Ink] = "cool"
SKILL: Final[Ink] = "bad"
"""The colours of what the calls did, and of what the placements did."""


def lay_out_curve(painter: Painter, rect: Rect, curve: Sequence[CurvePoint], calls: int) -> Curve:
    """The plot in `rect`, its scale in round numbers around all values."""
    values = [p.value for p in curve]
    step = 10 if max(values) - min(values) < 60 else 20
    low = min(values) // step * step
    high = max(-(-max(values) // step) * step, low + 2 * step)
    return Curve(rect.cut_left(painter.px(38))[1].inset(0, painter.px(8)), calls, low, high)


def call_at(curve: Curve, at: Point) -> int | None:
    """The call whose column lies under a pixel."""
    if not curve.plot.inset(0, -6).contains(at):
        return None
    return min(curve.calls - 1, int((at[0] - curve.plot.x) * curve.calls / curve.plot.w))


def draw_curve(
    surface: pygame.Surface,
    context: Context,
    curve: Curve,
    points: Sequence[CurvePoint],
    call: int | None,
) -> None:
    """Draw the stair; the column of `call` is lit."""
    painter = context.painter
    p = painter.theme.palette
    plot = curve.plot
    small = painter.theme.type.small.sized(12.5)
    if call is not None:
        left, right = round(curve.x(call)), round(curve.x(call + 1))
        column = Rect(left, plot.y - painter.px(4), max(3, right - left), plot.h + painter.px(8))
        painter.box(surface, column, p.raised, p.focus, radius=painter.px(4))
    for i in range(3):
        value = curve.low + (curve.high - curve.low) * i / 2
        y = curve.y(value)
        surface.fill(p.panel_edge, (plot.x, round(y), plot.w, 1))
        at = (plot.x - painter.px(8), y)
        painter.text(surface, context.catalogue.number(round(value)), at, small, "right")
    _draw_stair(surface, painter, curve, points)


def _draw_stair(
    surface: pygame.Surface, painter: Painter, curve: Curve, points: Sequence[CurvePoint]
) -> None:
    """Draw, for each thing that happened, a bar from the total before to the total after."""
    p = painter.theme.palette
    half = curve.plot.w / max(1, curve.calls) / 2
    shares: dict[int, int] = {}
    for point in points[1:]:
        shares[point.call] = shares.get(point.call, 0) + 1
    done: dict[int, int] = {}
    last = (float(curve.plot.x), curve.y(points[0].value))
    for point in points[1:]:
        index = done.get(point.call, 0)
        done[point.call] = index + 1
        width = 2 * half / shares[point.call]
        left = curve.x(point.call) + index * width
        top, foot = sorted((curve.y(point.previous), curve.y(point.value)))
        pygame.draw.aaline(surface, p.ink_muted, last, (left, curve.y(point.previous)))
        if point.change:
            colour = coloured(LUCK if point.cause.is_luck else SKILL, painter)
            bar = Rect(round(left) + 1, round(top), max(2, round(width) - 1), round(foot - top))
            surface.fill(colour, (bar.x, bar.y, bar.w, max(2, bar.h)))
        last = (left + width, curve.y(point.value))
    painter.disc(surface, last, painter.px(5), p.accent, p.panel, painter.px(1.5))
