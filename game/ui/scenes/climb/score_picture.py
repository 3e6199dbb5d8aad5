"""Draws the state of a stage: the product, the harvest with its marks, ropes and crystals."""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

import pygame

from game.climb.aces import AceEffect
from game.climb.ghosts import Ghost, GhostKind
from game.climb.marks import ghost_mark, marks_at_score
from game.climb.score import AcePart, ClimbScore
from game.locale import Catalogue
from game.page.climb_words import write_factor
from game.rules.match import Match
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import (
    ScoreBand,
    draw_dotted,
    draw_score_band,
    harvest_rects,
    harvest_scale,
)
from game.ui.draw.climb_picture import AceLook, draw_ace, draw_crystal, draw_face, draw_rope
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, TextStyle, Theme
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.climb.naming import name_ghost, word_ropes
from game.ui.scenes.shared.flags import bands_of_position
from game.ui.scenes.shared.names import name_points

_ABOUT: Final = 24
"""Units of height of the line below a mark's words."""

_MOST_ROPES: Final = 3
_NEAR: Final = 26
"""Units between two marks below which both have their words above their lines."""


class StageMark(NamedTuple):
    """A mark on the points of a stage: its kind, its words, and the ghost it belongs to.

    `about` is a line below the words, where the mark is above the column.
    """

    points: float
    kind: Literal["target", "ghost", "open", "crystal"]
    words: str
    ghost: Ghost | None = None
    about: str = ""


def bands_of_stage(match: Match, score: ClimbScore) -> tuple[ScoreBand, ...]:
    """Return the bands of a stage: lines, rays, aces."""
    aces = (ScoreBand(float(part.added), kind="ace") for part in points_of_aces(score))
    return (*bands_of_board(match), *aces)


def bands_of_board(match: Match) -> tuple[ScoreBand, ...]:
    """Return the bands of a board: lines and rays."""
    return bands_of_position(match.rules, match.round.seats[0].position)


def points_of_aces(score: ClimbScore) -> list[AcePart]:
    """Return the parts of the aces that add points."""
    return [p for p in score.parts if p.effect is AceEffect.POINTS and p.added > 0]


def stage_marks(
    context: Context,
    stage: int,
    score: ClimbScore,
    ghosts: Iterable[Ghost] = (),
    total_before: int = 0,
) -> list[StageMark]:
    """Return the marks of a stage, the important ones first."""
    catalogue, exact = context.catalogue, score.multiplier * score.gold
    number, marks = catalogue.number, marks_at_score(stage, score)

    def written(points: Fraction) -> str:
        return number(round(points * exact))

    needed = context.text(
        "climb.table.needed",
        points=context.text("terms.count.points", count=math.ceil(marks.target)),
        number=write_factor(catalogue, exact),
    )
    made = [StageMark(float(marks.target), "target", written(marks.target), about=needed)]
    for ghost in ghosts:
        passing = ghost_mark(ghost.total_after(stage), total_before, score)
        if passing is not None:
            words = name_points(context, name_ghost(context, ghost), written(passing))
            made.append(StageMark(float(passing), "ghost", words, ghost))
    if marks.target_with_open is not None:
        words = f"×{write_factor(catalogue, score.open_gold)}"
        made.append(StageMark(float(marks.target_with_open), "open", words))
    if marks.crystal_number > 1:
        made.append(StageMark(float(marks.crystal), "crystal", written(marks.crystal)))
    return made


def stage_scale(score: ClimbScore, marks: Iterable[StageMark]) -> int:
    """Return the points of a full column: more than the score's, and marks up to twice that."""
    points = float(score.points)
    return harvest_scale(points, [one.points for one in marks if one.points <= 2 * points])


def draw_product(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    rect: Rect,
    score: ClimbScore,
    total: float,
    align: Literal["left", "right"] = "right",
) -> None:
    """Draw points x multiplier x gold = score in one line; open gold is hollow.

    `total` is the score as animated.
    """
    p, types = painter.theme.palette, painter.theme.type
    factor = types.title
    # By day and in high contrast the dotted foot alone shows it.
    hollow = mix_colour(p.accent, p.sky, 0.0 if p.is_flat else 0.34)
    parts: list[tuple[str, TextStyle]] = [
        (write_factor(catalogue, score.points), factor),
        (f" × {write_factor(catalogue, score.multiplier)}", factor.coloured(p.cool)),
    ]
    if score.gold > 1:
        parts.append((f" × {write_factor(catalogue, score.gold)}", factor.coloured(p.accent)))
    is_open = score.open_gold > 1
    if is_open:
        words = f" ×{write_factor(catalogue, score.open_gold)}"
        parts.append((words, factor.coloured(hollow)))
    parts.append((" = ", factor.coloured(p.ink_soft)))
    parts.append((catalogue.number(total), types.display))
    widths = [painter.text_width(words, style) for words, style in parts]
    shrink = min(1.0, rect.w / max(1, sum(widths)))
    x = rect.right - sum(widths) * shrink if align == "right" else float(rect.x)
    y = rect.centre[1]
    for place, ((words, style), width) in enumerate(zip(parts, widths, strict=True)):
        painter.text(surface, words, (round(x), y), style.sized(style.size * shrink))
        if is_open and place == len(parts) - 3:
            foot = (round(x + painter.px(8)), y + painter.px(19))
            draw_dotted(surface, painter, foot, round(x + width * shrink), p.accent)
        x += width * shrink


def draw_ace_bands(
    surface: pygame.Surface,
    painter: Painter,
    column: Rect,
    score: ClimbScore,
    looks: Sequence[AceLook],
    most: float,
) -> int:
    """Draw a band with its hexagon for each ace that adds points, from a column's foot up.

    Return the top edge of the topmost.
    """
    aces, by_name = points_of_aces(score), {look.ace: look for look in looks}
    bands = [ScoreBand(float(part.added), kind="ace") for part in aces]
    rects = harvest_rects(painter, column, bands, most)
    for part, band, rect in zip(aces, bands, rects, strict=True):
        draw_score_band(surface, painter, band, rect)
        radius = min(rect.h / 2 - 2, painter.px(20))
        if radius > painter.px(7):
            at = (rect.x + painter.px(32), rect.centre[1])
            draw_ace(surface, painter, at, radius, by_name[part.ace])
    return rects[-1].y if rects else column.bottom


def draw_stage_marks(
    surface: pygame.Surface,
    painter: Painter,
    column: Rect,
    marks: Sequence[StageMark],
    most: float,
    top: int,
) -> None:
    """Draw the marks of a column whose harvest ends at `top`.

    Marks above the column become an arrow at its end; a passed target leaves it, with a check.
    """
    px, theme = painter.px, painter.theme
    drawn: list[int] = []
    heights = [round(column.bottom - mark.points * column.h / most) for mark in marks]
    # Marks far above leave room for those just above.
    above = [m for m, y in zip(marks, heights, strict=True) if y < column.y + px(34)]
    limit = column.y + px(34) + sum(_high_room(painter, column, mark) for mark in above)
    high = [mark for mark, y in zip(marks, heights, strict=True) if y < min(limit, top)]
    for mark, y in zip(marks, heights, strict=True):
        ink = mark_ink(theme, mark)
        if mark in high:
            continue
        if y >= top:
            if mark.kind in ("target", "open"):
                _draw_passed(surface, painter, (column.x, y), mark, ink)
        else:
            is_near = any(abs(y - other) < px(_NEAR) for other in drawn)
            _draw_free(surface, painter, column, y, mark, is_near=is_near)
            drawn.append(y)
    y = column.y + px(30)
    for mark in (one for one in high if one.kind != "open"):
        if y + px(20) > min([top, *drawn]) and mark is not high[0]:
            # Bands and nearer marks need the room.
            break
        _draw_high(surface, painter, column, y, mark)
        y += _high_room(painter, column, mark)


def mark_ink(theme: Theme, mark: StageMark) -> Colour:
    """Return the colour of a mark."""
    p = theme.palette
    inks = {"target": p.accent, "open": p.accent, "crystal": p.cool, "ghost": p.ink_soft}
    return inks[mark.kind]


def _draw_free(
    surface: pygame.Surface,
    painter: Painter,
    column: Rect,
    y: int,
    mark: StageMark,
    *,
    is_near: bool,
) -> None:
    """Draw a mark across the free part of a column; near another its words are at the left."""
    px, types, ink = painter.px, painter.theme.type, mark_ink(painter.theme, mark)
    left = column.x - px(26 if mark.kind == "target" else 0)
    draw_dotted(surface, painter, (left, y), column.right, ink)
    style = (types.heading if mark.kind == "target" else types.strong).coloured(ink)
    if is_near:
        at = (column.x - px(34), y)
    else:
        at = (column.right - px(14), y - px(18 if mark.kind == "target" else 14))
    painter.text(surface, mark.words, at, style, "right")
    if is_near and mark.ghost is None:
        return
    _draw_sign(surface, painter, (column.x + px(22), y - px(18)), mark, (column.x, y))


def _high_room(painter: Painter, column: Rect, mark: StageMark) -> int:
    """Return the height of a mark above the column."""
    return painter.px(38 + _ABOUT * _lines_about(painter, column, mark))


def _lines_about(painter: Painter, column: Rect, mark: StageMark) -> int:
    """Return the number of lines below a mark's words: two in a narrow column."""
    wide = painter.text_width(mark.about, painter.theme.type.strong)
    return 0 if not mark.about else 1 if wide <= column.w - painter.px(26) else 2


def _draw_high(
    surface: pygame.Surface, painter: Painter, column: Rect, y: int, mark: StageMark
) -> None:
    px, types, ink = painter.px, painter.theme.type, mark_ink(painter.theme, mark)
    painter.icon(surface, Icon.UP, (column.x + px(22), y), px(24), ink)
    at = (column.x + px(56), y)
    _draw_sign(surface, painter, at, mark, at)
    style = (types.title if mark.kind == "target" else types.strong).coloured(ink)
    room = Rect(column.x + px(76), y - px(20), column.w - px(92), px(40))
    painter.text_in(surface, mark.words, room, style, "right", max_lines=1)
    lines = _lines_about(painter, column, mark)
    below = Rect(column.x + px(10), room.bottom, column.w - px(26), px(_ABOUT * lines))
    style = types.strong.coloured(painter.theme.palette.ink_soft)
    painter.text_in(surface, mark.about, below, style, "right", max_lines=max(1, lines))


def _draw_sign(
    surface: pygame.Surface,
    painter: Painter,
    at: tuple[int, int],
    mark: StageMark,
    face_at: tuple[int, int],
) -> None:
    """Draw a mark's icon; a ghost's face is on its line."""
    px, ink = painter.px, mark_ink(painter.theme, mark)
    match mark.kind:
        case "target":
            painter.icon(surface, Icon.SUMMIT, at, px(28), ink)
        case "crystal":
            draw_crystal(surface, painter, at, px(22), is_hollow=True)
        case "ghost":
            assert mark.ghost is not None
            draw_ghost_face(surface, painter, face_at, px(17), mark.ghost)
        case _:
            pass


def draw_ghost_face(
    surface: pygame.Surface,
    painter: Painter,
    at: tuple[float, float],
    radius: float,
    ghost: Ghost,
) -> None:
    """Draw the face of a ghost's climber."""
    bot = ghost.name if ghost.kind is GhostKind.COMPUTER else ""
    is_own = ghost.kind is GhostKind.PLAYER
    draw_face(surface, painter, at, radius, painter.theme.stripes[3], bot=bot, is_own=is_own)


def _draw_passed(
    surface: pygame.Surface, painter: Painter, at: tuple[int, int], mark: StageMark, ink: Colour
) -> None:
    (x, y), px = at, painter.px
    style = painter.theme.type.strong.coloured(ink)
    draw_dotted(surface, painter, (x - px(20), y), x, ink)
    right = x - px(26)
    painter.text(surface, mark.words, (right, y), style, "right")
    left = right - painter.text_width(mark.words, style) - px(14)
    painter.icon(surface, Icon.CHECK, (left, y), px(20), ink)


def draw_purse(
    surface: pygame.Surface,
    context: Context,
    rect: Rect,
    ropes: int,
    crystals: int,
    *,
    has_frayed: bool = False,
) -> None:
    """Draw the ropes along a band, a stump if one was lost, then the crystals."""
    painter = context.painter
    p, style, px = painter.theme.palette, painter.theme.type.label, painter.px
    high = min(rect.h, px(30))
    wide, x, y = min(px(190), rect.w // 3), rect.x, rect.centre[1] - high // 2
    if ropes > 1:
        wide = min(wide, rect.w // 5)
    for _ in range(1 if ropes > _MOST_ROPES else ropes):
        draw_rope(surface, painter, Rect(x, y, wide, high))
        x += wide - px(10)
    if has_frayed:
        draw_rope(surface, painter, Rect(x + px(6), y, wide, high), is_frayed=True)
        x += wide // 4 + px(12)
    ink: Colour = p.ink if ropes else p.bad
    words, middle = word_ropes(context, ropes), rect.centre[1]
    painter.text(surface, words, (x + px(24), middle), style.coloured(ink))
    x += painter.text_width(words, style) + px(58)
    draw_crystal(surface, painter, (x, middle), high, is_hollow=not crystals)
    painter.text(surface, context.catalogue.number(crystals), (x + px(16), middle), style)
