"""Draws how a stage stands: the product, the harvest with its marks, ropes and crystals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import pygame

from game.locale import Catalogue
from game.progress.climb.aces import AceEffect
from game.progress.climb.marks import marks_of
from game.progress.climb.score import AcePart, ClimbScore
from game.rules.match import Match
from game.rules.scoring import score_position
from game.ui.draw.bands import (
    Reaped,
    TotalMark,
    draw_harvest,
    draw_marks,
    harvest_rects,
    harvest_scale,
    reap_line,
    reap_ray,
)
from game.ui.draw.climb_picture import AceLook, draw_ace, draw_crystal, draw_rope
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.layout.rects import Rect

_MOST_ROPES = 3


class GhostMark(NamedTuple):
    """Another climb on the harvest: the points that lead it, and whose it is."""

    points: float
    name: str


def write_factor(catalogue: Catalogue, number: Fraction) -> str:
    """Return a factor as it is shown: whole, or with its half."""
    return catalogue.number(int(number) if number.denominator == 1 else float(number))


def reap_stage(match: Match, score: ClimbScore) -> tuple[Reaped, ...]:
    """Return what has earned the points of a board: lines, rays, aces."""
    counted = score_position(match.rules, match.round.seats[0].position)
    reaped = [reap_line(line) for line in counted.lines] + [reap_ray(ray) for ray in counted.rays]
    return (*reaped, *(Reaped(float(part.added), kind="ace") for part in points_of_aces(score)))


def points_of_aces(score: ClimbScore) -> list[AcePart]:
    """Return the parts of the aces that add to the points."""
    return [p for p in score.parts if p.effect is AceEffect.POINTS and p.added > 0]


def draw_product(
    surface: pygame.Surface, painter: Painter, catalogue: Catalogue, rect: Rect, score: ClimbScore
) -> None:
    """Draw points x multiplier x gold = score, right-aligned; gold that is open is pale."""
    p, types = painter.theme.palette, painter.theme.type
    pale = tuple(round(a * 0.66 + b * 0.34) for a, b in zip(p.accent, p.sky, strict=True))
    factor = types.heading
    parts: list[tuple[str, TextStyle]] = [
        (write_factor(catalogue, score.points), factor),
        (f" × {write_factor(catalogue, score.multiplier)}", factor.coloured(p.cool)),
    ]
    if score.gold > 1:
        parts.append((f" × {write_factor(catalogue, score.gold)}", factor.coloured(p.accent)))
    if score.open_gold > 1:
        style = factor.coloured((pale[0], pale[1], pale[2]))
        parts.append((f" ×{write_factor(catalogue, score.open_gold)}", style))
    head, foot = rect.rows(2)
    widths = [painter.text_width(words, style) for words, style in parts]
    shrink = min(1.0, head.w / max(1, sum(widths)))
    x = head.right - sum(widths) * shrink
    for (words, style), width in zip(parts, widths, strict=True):
        at = (round(x), head.centre[1])
        painter.text(surface, words, at, style.sized(style.size * shrink))
        x += width * shrink
    total = catalogue.number(score.total)
    painter.text_in(surface, f"= {total}", foot, types.action, "right", max_lines=1)


def draw_stage_harvest(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    column: Rect,
    stage: int,
    match: Match,
    score: ClimbScore,
    levels: Sequence[AceLook],
    ghosts: Sequence[GhostMark] = (),
) -> None:
    """Draw the harvest of a stage: bands, the target, the next crystal, and the ghosts."""
    p = painter.theme.palette
    surface.fill(p.well, column)
    reaped, marks = reap_stage(match, score), marks_of(stage, score)
    number = catalogue.number
    lines = [TotalMark(float(marks.target), number(_target(marks.target, score)), p.accent)]
    if marks.target_with_open is not None:
        words = f"×{write_factor(catalogue, score.open_gold)}"
        lines.append(TotalMark(float(marks.target_with_open), words, p.poor))
    if marks.crystal_number > 1:
        words = number(_target(marks.crystal, score))
        lines.append(TotalMark(float(marks.crystal), f"◆ {words}", p.cool))
    lines += [TotalMark(ghost.points, ghost.name, p.ink_soft) for ghost in ghosts]
    most = harvest_scale(float(score.points), marks=lines)
    top = draw_harvest(surface, painter, column, reaped, most)
    rects = harvest_rects(painter, column, reaped, most)
    looks = {look.ace: look for look in levels}
    aces = points_of_aces(score)
    for part, rect in zip(aces, rects[len(rects) - len(aces) :], strict=True):
        radius = min(rect.h / 2 - 2, painter.px(18))
        if radius > painter.px(7):
            at = (rect.x + painter.px(24), rect.centre[1])
            draw_ace(surface, painter, at, radius, looks[part.ace])
    draw_marks(surface, painter, column, lines, most, top)


def _target(points: Fraction, score: ClimbScore) -> int:
    return round(points * score.multiplier * score.gold)


def draw_purse(
    surface: pygame.Surface,
    painter: Painter,
    rect: Rect,
    ropes: int,
    crystals: int,
    words: str,
    *,
    has_frayed: bool = False,
) -> None:
    """Draw the ropes along a band, then the crystals; `words` say how many ropes."""
    p, style = painter.theme.palette, painter.theme.type.strong
    wide, x = min(painter.px(120), rect.w // 4), rect.x
    high = min(rect.h, painter.px(26))
    y = rect.centre[1] - high // 2
    for _ in range(1 if ropes > _MOST_ROPES else ropes):
        draw_rope(surface, painter, Rect(x, y, wide, high))
        x += wide + painter.px(4)
    if has_frayed:
        draw_rope(surface, painter, Rect(x, y, wide, high), is_frayed=True)
        x += wide // 4 + painter.px(8)
    ink: Colour = p.ink if ropes else p.bad
    painter.text(surface, words, (x + painter.px(6), rect.centre[1]), style.coloured(ink))
    x += painter.text_width(words, style) + painter.px(34)
    draw_crystal(surface, painter, (x, rect.centre[1]), high, is_hollow=not crystals)
    painter.text(surface, str(crystals), (x + painter.px(14), rect.centre[1]), style)
