"""Draws how a stage stands: points towards the target, the reserve, the bank of time.

The end of the target's bar is tinted as far as the reserve can pay: a board that ends there keeps
the run alive.
"""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.locale import write_signed
from game.progress.run.ladder import MOST_RESERVE, is_bonus
from game.progress.run.table import StageTable
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import SUPERSAMPLE, clear_canvas, shrink
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.layout.rects import Point, Rect

HURRY: Final = 10.0
"""Seconds of the bank from which on its ring is red."""

_BEYOND: Final = 1.2
"""How far the bar goes on behind the target."""


def draw_standing(
    surface: pygame.Surface, context: Context, rect: Rect, table: StageTable, points: float
) -> None:
    """Draw the score's panel of a stage; `points` are those of the board that have arrived."""
    painter, state = context.painter, table.state
    theme, px = painter.theme, painter.px
    p, types = theme.palette, theme.type
    inner = rect.inset(px(14), px(8))
    pay = table.pay_now()
    total, target = points + pay, state.target
    is_high = inner.h > px(150)
    top, rest = inner.cut_top(inner.h * (48 if is_high else 42) // 100)
    left = table.seconds_left
    if left is not None:
        side = min(top.h, px(84))
        ring, top = top.cut_right(side, px(6))
        draw_bank(surface, painter, ring, left, state.stage_bank / 1000)
    has_passed = total >= target
    colour = p.good if has_passed else p.ink
    number = types.number.sized(min(58, top.h * 0.72 / painter.view.scale)).coloured(colour)
    words, below = top.cut_bottom(px(20))[::-1]
    painter.text_in(surface, context.catalogue.number(total), words, number, "left", max_lines=1)
    paid = context.text("run.table.pay", points=write_signed(context.catalogue, pay))
    if pay:
        painter.text_in(surface, paid, below, types.caption.coloured(p.cool), max_lines=1)
    half = rest.rows(2, px(4))
    beyond = write_signed(context.catalogue, total - target)
    head, bar = half[0].cut_top(px(20), px(3))
    label = context.text("run.table.target", points=str(target))
    painter.text_in(surface, label, head, types.caption, max_lines=1)
    style = types.strong.coloured(p.good if has_passed else p.ink_soft)
    painter.text_in(surface, beyond, head, style, "right", max_lines=1)
    is_safe = is_bonus(state.stage) or state.has_free_pass
    safe = target if is_safe else state.reserve
    _draw_target(surface, painter, _low(bar, px(18)), points, pay, target, safe)
    head, bar = half[1].cut_top(px(20), px(3))
    label = context.text("run.table.reserve")
    painter.text_in(surface, label, head, types.caption, max_lines=1)
    style = types.strong.coloured(p.bad if state.reserve <= 10 and not is_safe else p.cool)
    painter.text_in(surface, str(state.reserve), head, style, "right", max_lines=1)
    bar = _low(bar, px(12))
    filled = min(MOST_RESERVE, state.reserve + max(0, total - target)) / MOST_RESERVE
    painter.bar(surface, bar, filled if filled else None, p.good)
    share = state.reserve / MOST_RESERVE
    if share:
        lit = bar._replace(w=max(bar.h, round(bar.w * share)))
        painter.box(surface, lit, style.colour, radius=bar.h // 2)


def _low(rect: Rect, height: int) -> Rect:
    """Return the top of a rectangle, at most `height` pixels of it."""
    return rect._replace(h=min(rect.h, height))


def _draw_target(
    surface: pygame.Surface,
    painter: Painter,
    bar: Rect,
    points: float,
    pay: float,
    target: int,
    safe: int,
) -> None:
    """Draw the bar that the score fills: with the board's points, then with what aces pay.

    A mark stands at the target, a tint lies where the reserve can pay.
    """
    p, radius = painter.theme.palette, bar.h // 2
    whole = max(1.0, target * _BEYOND, points + pay)

    def part(end: float) -> Rect:
        return bar._replace(w=max(bar.h, min(bar.w, round(bar.w * end / whole))))

    painter.box(surface, bar, p.sunken, p.panel_edge, radius=radius)
    mark = bar.x + round(bar.w * target / whole)
    begin = bar.x + round(bar.w * max(0, target - safe) / whole)
    if safe > 0:
        tint = Rect(begin, bar.y, max(1, mark - begin), bar.h)
        painter.box(surface, tint, (*p.cool, 90), radius=painter.px(2))
    total = points + pay
    if total > 0:
        colour = p.good if total >= target else p.accent
        if pay > 0:
            painter.box(surface, part(total), p.cool, radius=radius)
        if points > 0:
            painter.box(surface, part(points), colour, radius=radius)
    width = max(2, painter.px(3))
    stroke = Rect(mark - width // 2, bar.y - painter.px(3), width, bar.h + painter.px(6))
    painter.box(surface, stroke, p.ink, radius=1)


def draw_bank(
    surface: pygame.Surface, painter: Painter, rect: Rect, left: float, whole: float
) -> None:
    """Draw the bank of time as a ring with its seconds.

    It is red near its end; beyond the end the points lost stand with it.
    """
    p, types = painter.theme.palette, painter.theme.type
    is_short = left < HURRY
    colour = p.bad if is_short else p.accent
    radius = min(rect.size) / 2 - painter.px(2)
    share = 1.0 if left <= 0 else min(1.0, left / max(1.0, whole))
    draw_arc(surface, painter, rect.centre, radius, 1.0, p.sunken)
    draw_arc(surface, painter, rect.centre, radius, share, colour)
    words = str(math.ceil(left)) if left > 0 else f"\u2212{math.ceil(-left)}"
    side = round(radius * 1.35)
    box = Rect(round(rect.centre[0] - side / 2), round(rect.centre[1] - side / 2), side, side)
    style = types.heading.coloured(p.bad if is_short else p.ink)
    painter.text_in(surface, words, box, style, "centre", max_lines=1)


def draw_arc(
    surface: pygame.Surface,
    painter: Painter,
    centre: Point,
    radius: float,
    share: float,
    colour: Colour,
) -> None:
    """Draw a share of a circle's line, clockwise from its top, cached in 60 steps."""
    steps = math.ceil(share * 60)
    side = 2 * math.ceil(radius) + 2
    width = max(3.0, radius * 0.18)

    def render() -> pygame.Surface:
        canvas = clear_canvas(side * SUPERSAMPLE, side * SUPERSAMPLE, colour)
        middle = side * SUPERSAMPLE / 2
        turns = [math.radians(6 * step - 90) for step in range(steps + 1)]
        outer, inner = radius * SUPERSAMPLE, (radius - width) * SUPERSAMPLE
        rim = [(middle + outer * math.cos(t), middle + outer * math.sin(t)) for t in turns]
        rim += [
            (middle + inner * math.cos(t), middle + inner * math.sin(t)) for t in reversed(turns)
        ]
        if len(rim) > 2:
            pygame.draw.polygon(canvas, colour, rim)
        return shrink(canvas)

    picture = painter.cached(("arc", side, steps, colour), render)
    surface.blit(picture, (round(centre[0] - side / 2), round(centre[1] - side / 2)))
