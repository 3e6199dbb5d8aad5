"""Bands: flat stripes of the box's colours that run in from the window's edge.

    fill = painter.theme.stripes[9]
    draw_fold(surface, painter, fill, rect, painter.view.area.right)  # a door or a head leads on
    draw_band(surface, painter, fill, rect, end="fold")
    draw_band(surface, painter, fill, rect, start="cut")              # an action bleeds off right
    draw_band_focus(surface, painter, rect, end="fold")               # in the gap around it
    with painter.ink_on(fill):                                      # words get the band's ink
        painter.text(surface, "Play", at, painter.theme.type.title)
    most = harvest_scale(own_points, rivals, marks)                   # points of a full column
    top = draw_harvest(surface, painter, column, bands, most)        # the score; its top edge
    draw_marks(surface, painter, column, marks, most, top)            # best, average, target
    draw_flag(surface, painter, centre, radius, bands, best, edge)   # a finished game

`rect` encloses a band with its slants. Long edges at 30 degrees repeat every 26 pixels, so one
small smooth picture is drawn along them; short ones are pictures that are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import cos, radians, sin, tan
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import pygame

from game.rules.numbers import RISING_NUMBERS, VERTICAL_NUMBERS
from game.ui.draw.animation import mix_colour, mix_point
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.shapes import SUPERSAMPLE, blit_centred, clear_canvas, fill_rect, shrink
from game.ui.draw.theme import WHITE, Colour, TextStyle, Theme, digit_colours
from game.ui.layout.hexagon import SQRT3, hex_corners
from game.ui.layout.rects import Point, Rect

if TYPE_CHECKING:
    from game.rules.match_score import RoundScore
    from game.rules.scoring import BoardScore, ScoredLine, ScoredRay

_PERIOD: Final = (26, 15)
"""Pixels across and up after which an edge of 30 degrees meets whole pixels again."""

SLOPE: Final = _PERIOD[1] / _PERIOD[0]
"""The rise of a folded band for each pixel to the right, and the lean of a cut."""

MITRE: Final = tan(radians(15))
"""The shift of a fold between a band's top edge and its foot, in heights."""

End = Literal["fold", "cut", "edge"]
"""The ends of a band: it leads on, it acts or is chosen, or it leaves the window."""

Shade = Literal["rest", "lit", "pressed", "off"]

_STEPS: Final = (150, 200, 250, 300, 400, 500)
_PLAIN: Final = 40
"""Units of width below which a column's bands have neither digits nor patterns of their own."""


def shaded(theme: Theme, fill: Colour, shade: Shade) -> Colour:
    """Return a band's colour in a state."""
    p = theme.palette
    match shade:
        case "lit":
            is_light = theme.ink_on(fill) == p.band_light
            return mix_colour(fill, p.dark if is_light else p.light, 0.10 if is_light else 0.12)
        case "pressed":
            return mix_colour(fill, p.dark, 0.14)
        case "off":
            return mix_colour(fill, p.sky_foot, 0.72)
        case "rest":
            return fill


# bands


def draw_band(
    surface: pygame.Surface,
    painter: Painter,
    fill: Colour,
    rect: Rect,
    end: End = "edge",
    *,
    start: End = "edge",
    shade: Shade = "rest",
) -> None:
    """Draw a band's flat part."""
    theme = painter.theme
    left, right = _lean(rect.h, start), _lean(rect.h, end)
    draw_flat(surface, painter, shaded(theme, fill, shade), rect, end, start)
    top, foot = theme.band_edges(fill)
    thin, indent = max(1, painter.px(2)), right if end == "cut" else 0
    if top is not None:
        width = rect.w - left - (right if end == "fold" else 0)
        fill_rect(surface, top, Rect(rect.x + left, rect.y, width, thin))
    if foot is not None and shade != "off":
        fill_rect(surface, foot, Rect(rect.x, rect.bottom - thin, rect.w - indent, thin))


def draw_flat(
    surface: pygame.Surface, painter: Painter, colour: Colour, rect: Rect, end: End, start: End
) -> None:
    """Draw a band's body with the slants at both ends."""
    left, right = _lean(rect.h, start), _lean(rect.h, end)
    fill_rect(surface, colour, inner_rect(rect, end, start))
    _draw_corner(surface, painter, colour, Rect(rect.x, rect.y, left, rect.h), "foot right")
    at = Rect(rect.right - right, rect.y, right, rect.h)
    _draw_corner(surface, painter, colour, at, "foot left" if end == "fold" else "top left")


def inner_rect(rect: Rect, end: End, start: End, inset: int = 0) -> Rect:
    """Return the widest rectangle inside a band's slants, `inset` below the top edge and above the
    foot: words on the band are nowhere outside.
    """
    left, right = _lean(rect.h - inset, start), _lean(rect.h - inset, end)
    return Rect(rect.x + left, rect.y + inset, rect.w - left - right, rect.h - 2 * inset)


def end_around(painter: Painter, rect: Rect, words: str, room: Rect, style: TextStyle) -> End:
    """Return the ends of a band around words that are fitted into `room`: straight where its cuts
    would leave the words too little room.
    """
    fitted = painter.fit(words, room.size, style)
    widths = (painter.fonts.width(w, fitted.size, is_bold=style.is_bold) for w in fitted.lines)
    high = fitted.height - fitted.line_height + fitted.size * 0.6
    inner = inner_rect(rect, "cut", "cut", max(0, round((rect.h - high) / 2)))
    return "cut" if inner.w >= max(widths) else "edge"


def draw_fold(
    surface: pygame.Surface,
    painter: Painter,
    fill: Colour,
    rect: Rect,
    right: int,
    *,
    shade: Shade = "rest",
) -> None:
    """Draw what rises behind the fold of the band in `rect`, up to the column `right`."""
    p = painter.theme.palette
    colour = fold_colour(painter.theme, shaded(painter.theme, fill, shade))
    x, foot = rect.right - round(rect.h * MITRE), rect.right
    edge, _ = painter.theme.band_edges(fill)
    points = [
        (x, rect.y + 1),
        (right, rect.y + 1 - (right - x) * SLOPE),
        (right, rect.bottom - 2 - (right - foot) * SLOPE),
        (foot, rect.bottom - 2),
    ]
    draw_rise(surface, colour, points)
    _draw_slope(surface, painter, colour, (x, rect.y), right, is_top=True)
    _draw_slope(surface, painter, colour, (foot, rect.bottom), right, is_top=False)
    if edge is not None:
        dark = mix_colour(edge, p.fold, 0.3)
        _draw_slope(surface, painter, dark, (x, rect.y), right, is_top=True)


def draw_rise(surface: pygame.Surface, colour: Colour, points: Sequence[Point]) -> None:
    """Draw what rises behind a fold."""
    pygame.draw.polygon(surface, colour, points)


def draw_rise_left(
    surface: pygame.Surface, colour: Colour, at: tuple[int, int], high: int, reach: int
) -> None:
    """Draw a band `high` pixels thick that rises from `at`, the upper end, `reach` to the left."""
    (x, y), up = at, reach * SLOPE
    top, foot = ((x, y), (x - reach, y - up)), ((x, y + high), (x - reach, y + high - up))
    pygame.draw.polygon(surface, colour, [*top, *reversed(foot)])
    for edge in (top, foot):
        pygame.draw.aaline(surface, colour, *edge)


def fold_colour(theme: Theme, fill: Colour) -> Colour:
    """Return a band's colour behind the fold."""
    return mix_colour(fill, theme.palette.fold, theme.palette.fold_share)


def draw_band_focus(
    surface: pygame.Surface, painter: Painter, rect: Rect, end: End = "edge", start: End = "edge"
) -> None:
    """Draw the edge around the band that the keyboard is on: in the gap, the ground on both sides
    of it, for white beside yellow cannot be seen.
    """
    colour, thick = painter.theme.palette.focus, max(2, painter.px(4))
    gap = painter.px(2) + thick
    left, right = _aside(gap, start), _aside(gap, end)
    x, y, w, h = rect.x - left, rect.y - gap, rect.w + left + right, rect.h + 2 * gap
    begin, last = _lean(h, start), _lean(h, end)
    spur = round(thick * SLOPE)
    over = w - begin - (last if end == "fold" else spur if end == "cut" else 0)
    fill_rect(surface, colour, Rect(x + begin, y, over, thick))
    indent = spur if start == "cut" else 0
    under = w - indent - (last if end == "cut" else 0)
    fill_rect(surface, colour, Rect(x + indent, y + h - thick, under, thick))
    for which, at, lean in ((start, x, begin), (end, x + w - last, last)):
        wide = round(thick / cos(radians({"fold": 15, "cut": 30, "edge": 0}[which])))
        place = Rect(at - (wide if at != x else 0), y, lean + wide, h)
        _draw_strip(surface, painter, colour, place, wide, is_fold=which == "fold")


def _lean(height: float, end: End) -> int:
    """Return how far an end slants, in pixels."""
    return round({"fold": MITRE, "cut": SLOPE, "edge": 0.0}[end] * height)


def _aside(gap: int, end: End) -> int:
    """Return the sideways reach of a focus edge around a slanted end at a distance of `gap`."""
    angle = radians({"fold": 15, "cut": 30, "edge": 0}[end])
    return round(gap * (tan(angle) + 1 / cos(angle)))


_Corner = Literal["top left", "top right", "foot left", "foot right"]


def _draw_corner(
    surface: pygame.Surface, painter: Painter, colour: Colour, rect: Rect, corner: _Corner
) -> None:
    """Draw the half of `rect` that has this corner, smoothly."""
    if rect.w < 1 or rect.h < 1:
        return

    def render() -> pygame.Surface:
        k = SUPERSAMPLE
        w, h = rect.w * k, rect.h * k
        points = [(0, 0), (w, 0), (w, h), (0, h)]
        names = ("top left", "top right", "foot right", "foot left")
        del points[(names.index(corner) + 2) % 4]
        canvas = clear_canvas(w, h, colour)
        pygame.draw.polygon(canvas, colour, points)
        return shrink(canvas)

    surface.blit(painter.cached(("corner", colour, rect.size, corner), render), rect[:2])


def _draw_strip(
    surface: pygame.Surface,
    painter: Painter,
    colour: Colour,
    rect: Rect,
    wide: int,
    *,
    is_fold: bool,
) -> None:
    """Draw a slanted strip of that width through `rect`, smoothly."""

    def render() -> pygame.Surface:
        k = SUPERSAMPLE
        w, h, lean = rect.w * k, rect.h * k, (rect.w - wide) * k
        top, foot = (0, lean) if is_fold else (lean, 0)
        canvas = clear_canvas(w, h, colour)
        points = [(top, 0), (top + wide * k, 0), (foot + wide * k, h), (foot, h)]
        pygame.draw.polygon(canvas, colour, points)
        return shrink(canvas)

    surface.blit(painter.cached(("strip", colour, rect.size, wide, is_fold), render), rect[:2])


def _draw_slope(
    surface: pygame.Surface,
    painter: Painter,
    colour: Colour,
    at: Point,
    right: int,
    *,
    is_top: bool,
) -> None:
    """Smooth the edge that rises from `at` up to the column `right`."""
    (across, up), reach = _PERIOD, 3

    def render() -> pygame.Surface:
        k = SUPERSAMPLE
        canvas = clear_canvas(across * k, (up + 2 * reach) * k, colour)
        low, high = (up + reach) * k, reach * k
        other = reach * k if is_top else -reach * k
        points = [(0, low), (across * k, high), (across * k, high + other), (0, low + other)]
        pygame.draw.polygon(canvas, colour, points)
        return shrink(canvas)

    made = painter.cached(("slope", colour, is_top), render)
    x, y = round(at[0]), round(at[1]) - up - reach
    # The part above the window is not drawn.
    count = min((right - x) // across, (y + 2 * up) // up)
    pieces = [(made, (x + n * across, y - n * up)) for n in range(count + 1)]
    clip = surface.get_clip()
    surface.set_clip(clip.clip((0, 0, right, surface.get_height())))
    surface.fblits(pieces)
    surface.set_clip(clip)


# the harvest

Kind = Literal["line", "sun", "moon", "bonus", "ace"]
"""Sources of points: lines are solid, all others dark with a coloured edge."""


class ScoreBand(NamedTuple):
    """One source of points: a line of `length` tiles with a `number`, a ray of as many suns or
    moons, a bonus, an ace. A line that `is_late` scores half, and `points` are that half.
    """

    points: float
    number: int = 0
    length: int = 0
    kind: Kind = "line"
    is_late: bool = False

    @property
    def name(self) -> str:
        """The words at the left of the band."""
        return f"{self.length}×{self.number}" if self.kind == "line" else ""


def band_of_line(line: ScoredLine) -> ScoreBand:
    """Return what a scored line adds to a harvest."""
    return ScoreBand(line.points, line.number, len(line.line), is_late=line.is_late)


def band_of_ray(ray: ScoredRay) -> ScoreBand:
    """Return what a scored ray adds to a harvest."""
    kind: Kind = "sun" if ray.symbol == "sun" else "moon"
    return ScoreBand(ray.points, length=len(ray.line), kind=kind)


def bands_of_score(score: BoardScore | RoundScore) -> tuple[ScoreBand, ...]:
    """Return what a board adds to a harvest: its lines, then its rays."""
    return (*map(band_of_line, score.lines), *map(band_of_ray, score.rays))


def points_words(points: float) -> str:
    """Return points as they are written on a band: with ½ for a half."""
    whole, _, rest = f"{points:g}".partition(".")
    return f"{whole.lstrip('0')}½" if rest == "5" else f"{points:g}"


_LINE: Final = re.compile("[1-9]x[1-9]")


def read_bands(words: Iterable[str]) -> tuple[ScoreBand, ...]:
    """Return the lines of a stored result, each written as `3x9`; odd words are skipped."""
    pairs = ((int(each[0]), int(each[2])) for each in words if _LINE.fullmatch(each))
    return tuple(ScoreBand(length * number, number, length) for length, number in pairs)


class TotalMark(NamedTuple):
    """A total to be reached: a dotted line across the free part of a column."""

    points: float
    words: str
    ink: Colour


def harvest_scale(
    points: float, rivals: Iterable[float] = (), marks: Iterable[TotalMark] = ()
) -> int:
    """Return the points of a full column: a step above the largest total, and above the marks that
    are not too far off.
    """
    near = (mark.points for mark in marks if mark.points <= max(points, 1) * 1.5)
    largest = 1.1 * max(points, *rivals, *near, 0)
    steps = (step for step in _STEPS if step >= largest)
    return next(steps, 100 * -(-int(largest) // 100))


def harvest_rects(
    painter: Painter, column: Rect, bands: Sequence[ScoreBand], most: float
) -> list[Rect]:
    """Return the bands' places in a column of `most` points, the first at the foot."""
    rects, foot = [], float(column.bottom)
    least = max(2, painter.px(3))
    for one in bands:
        top = foot - max(least, one.points * column.h / most)
        rects.append(Rect(column.x, round(top), column.w, round(foot) - round(top)))
        foot = top
    return rects


def draw_harvest(
    surface: pygame.Surface,
    painter: Painter,
    column: Rect,
    bands: Sequence[ScoreBand],
    most: float,
    *,
    drawn_out: int | None = None,
    taken: int = 0,
) -> int:
    """Draw scored lines as bands in a column of `most` points, each as thick as the points.

    Return the top edge of the topmost. The band `drawn_out` is high enough for words; on the
    `taken` pixels at the column's foot there are none.
    """
    rects = harvest_rects(painter, column, bands, most)
    for one, rect in zip(bands, rects, strict=True):
        draw_score_band(surface, painter, one, rect, rect.bottom - column.bottom + taken)
    if drawn_out is not None:
        rect, high = rects[drawn_out], painter.px(28)
        if rect.h < high:
            y = min(rect.centre[1] - high // 2, column.bottom - high)
            draw_score_band(surface, painter, bands[drawn_out], rect._replace(y=y, h=high))
    return rects[-1].y if rects else column.bottom


def draw_rounds(
    surface: pygame.Surface,
    painter: Painter,
    column: Rect,
    rounds: Sequence[Sequence[ScoreBand]],
    most: float,
) -> int:
    """Draw a column of several rounds, each with the sum at the foot; return the top edge."""
    p, style, foot = painter.theme.palette, painter.theme.type.strong, column.bottom
    for bands in rounds:
        words, high = points_words(sum(one.points for one in bands)), painter.px(26)
        width = painter.text_width(words, style) + painter.px(24)
        top = harvest_rects(painter, column, bands, most)[-1].y if bands else foot
        has_tag = foot - top > painter.px(30) and width < column.w
        draw_harvest(surface, painter, column, bands, most, taken=high if has_tag else 0)
        if has_tag:
            tag = Rect(column.x, foot - high, width, high)
            draw_band(surface, painter, p.band_dark, tag, end="cut")
            at = (tag.x + painter.px(8), tag.centre[1])
            painter.text(surface, words, at, style.coloured(p.band_light))
        foot = top - painter.px(5)
        column = column._replace(y=column.y - (column.bottom - foot))
    return foot + painter.px(5) if rounds else foot


def draw_score_band(
    surface: pygame.Surface, painter: Painter, one: ScoreBand, rect: Rect, taken: int = 0
) -> None:
    """Draw one band of a harvest, with words if the band is thick enough; none on the `taken`
    pixels at the foot.
    """
    gap = max(1, painter.px(1.6))
    body = rect._replace(y=rect.y + gap, h=rect.h - gap) if rect.h > 2 * gap else rect
    free = body._replace(h=max(0, body.h - max(0, taken)))
    is_narrow = _is_narrow(painter, rect.w)
    # Digits and patterns side by side in slim columns read as a knitted scarf.
    is_plain = rect.w < painter.px(_PLAIN)
    if one.kind != "line":
        _draw_dark(surface, painter, one, body, free)
        return
    theme = painter.theme
    fill = theme.stripes[one.number]
    solid = body._replace(w=body.w // 2) if one.is_late else body
    depth = 0 if is_narrow else min(painter.px(15), round(body.h * SLOPE))
    depth *= one.number not in VERTICAL_NUMBERS
    draw_band(surface, painter, fill, solid._replace(x=solid.x + depth, w=solid.w - depth))
    corner: _Corner = "foot right" if one.number in RISING_NUMBERS else "top right"
    _draw_corner(surface, painter, fill, Rect(body.x, body.y, depth, body.h), corner)
    if one.is_late:
        draw_ghost(surface, painter, body._replace(x=solid.right, w=body.w - solid.w), fill)
    is_worded = not is_plain and not is_mute(painter, rect._replace(h=free.h + gap))
    if (is_narrow and not is_plain) or painter.has_patterns:
        _draw_pattern(surface, painter, one.number, solid, is_narrow=is_narrow, is_worded=is_worded)
    if is_worded:
        _write(surface, painter, one, free, is_narrow=is_narrow)


def _is_narrow(painter: Painter, width: int) -> bool:
    """Return whether a band has no room for the words of a usual line beside each other."""
    words = (painter.text_width(each, painter.theme.type.label) for each in ("4×9", "36"))
    return width < painter.px(34) + sum(words)


def is_mute(painter: Painter, rect: Rect) -> bool:
    """Return whether a band of a harvest is too thin for its words."""
    return rect.h < painter.px(18 if _is_narrow(painter, rect.w) else 24)


def _write(
    surface: pygame.Surface, painter: Painter, one: ScoreBand, rect: Rect, *, is_narrow: bool
) -> None:
    style, y = _style_on(painter.theme, one.number, is_small=is_narrow), rect.y + rect.h / 2
    points = points_words(one.points)
    inset, outset = (18, 8) if rect.w < painter.px(130) else (24, 16)
    if is_narrow:
        inset = outset = 6
        words = painter.text_width(one.name, style) + painter.text_width(points, style)
        if words > rect.w - painter.px(20):
            high, wide = painter.line_height(style), painter.text_width(one.name, style)
            is_high = 2 * high <= rect.h and wide + painter.px(12) <= rect.w
            lines = (one.name, points) if is_high else (str(one.number),)
            for index, line in enumerate(lines):
                at = (rect.centre[0], y + (index + 0.5 - len(lines) / 2) * high)
                painter.text(surface, line, at, style, "centre")
            return
    left, right = (rect.x + painter.px(inset), y), (rect.right - painter.px(outset), y)
    taken = painter.text_width(one.name, style) + painter.text_width(points, style)
    if taken + painter.px(8) <= right[0] - left[0]:
        painter.text(surface, one.name, left, style)
    plain = style.coloured(painter.theme.palette.ink)._replace(outline=0)
    painter.text(surface, points, right, plain if one.is_late else style, "right")
    if one.is_late and rect.w >= painter.px(240):
        painter.text(surface, "½", (rect.centre[0] + painter.px(14), y), plain)


def _style_on(theme: Theme, number: int, *, is_small: bool) -> TextStyle:
    """Return the style of words on a number's band."""
    style = theme.type.strong if is_small else theme.type.label
    if number not in (5, 8):
        return style.coloured(theme.ink_on(theme.stripes[number]))
    # Orange and grey carry small words as tiles carry digits: with an edge.
    return style.coloured(digit_colours(theme.palette, number)[0])._replace(outline=1.2)


def _draw_pattern(
    surface: pygame.Surface,
    painter: Painter,
    number: int,
    rect: Rect,
    *,
    is_narrow: bool,
    is_worded: bool,
) -> None:
    """Draw a number's pattern in the middle of a band without words."""
    if is_narrow and is_worded:
        return
    thick = min(rect.h, painter.px(20))
    length = rect.w if is_narrow else rect.w - 2 * painter.px(64)
    if thick < 3 or length < thick:
        return
    theme = painter.theme
    fill = theme.stripes[number]
    key = ("pattern", number, fill, thick, length)
    made = painter.cached(key, lambda: _pattern(thick, length, number, fill, theme))
    surface.blit(made, (rect.centre[0] - length // 2, rect.centre[1] - thick // 2))


def _draw_dark(
    surface: pygame.Surface, painter: Painter, one: ScoreBand, body: Rect, rect: Rect
) -> None:
    """Draw a source that is no line: the ground, an edge in its colour, and a sign for each tile in
    the free part of the `body`.
    """
    p = painter.theme.palette
    ink = {"sun": p.sun_ink, "moon": p.moon_ink}.get(one.kind, p.cool)
    draw_ghost(surface, painter, body, ink)
    style, side = painter.theme.type.label.coloured(ink), min(painter.px(22), rect.h - 4)
    icons = {"sun": Icon.SUN, "moon": Icon.MOON, "bonus": Icon.PLUS, "ace": Icon.STAR}
    y = rect.y + rect.h / 2
    if rect.h < painter.px(16) or rect.w < painter.px(30):
        return
    if rect.w < painter.px(78):
        painter.icon(surface, icons[one.kind], (rect.centre[0], y), side, ink)
        return
    shown = max(1, one.length) if one.kind in ("sun", "moon") else 1
    if rect.w - painter.px(72) < shown * side * 0.7:
        shown = 1
    pitch = min(side * 1.15, (rect.w - painter.px(72)) / shown)
    for index in range(shown):
        at = (rect.x + painter.px(20) + (index + 0.2) * pitch, y)
        painter.icon(surface, icons[one.kind], at, side, ink)
    if rect.h >= painter.px(21):
        at = (rect.right - painter.px(16), y)
        painter.text(surface, points_words(one.points), at, style, "right")


def _pattern(thick: int, length: int, number: int, fill: Colour, theme: Theme) -> pygame.Surface:
    # Imported late: the title's bands have no patterns.
    from game.ui.draw.sprites.stripes import render_pattern

    return render_pattern(thick, length, number, fill, theme.palette)


def draw_ghost(surface: pygame.Surface, painter: Painter, rect: Rect, ink: Colour) -> None:
    """Draw a band that is missing, or is no line: an edge in `ink`, inside hardly any of it."""
    edge = min(max(1, painter.px(2)), rect.h // 2)
    fill_rect(surface, ink, rect)
    inside = mix_colour(painter.theme.palette.sky_foot, ink, 0.16)
    fill_rect(surface, inside, rect.inset(edge))


def draw_marks(
    surface: pygame.Surface,
    painter: Painter,
    column: Rect,
    marks: Sequence[TotalMark],
    most: float,
    top: int,
    number: Rect | None = None,
    left: int | None = None,
) -> None:
    """Draw the marks of a column whose harvest ends at `top`: across its free part, the words above
    them; those that are passed, or whose words the `number` would cover, have them left of it, or
    of `left`, where other columns are beside it. One behind the number is paled; one that is
    higher than the column is an arrow at its end.
    """
    style, line = painter.theme.type.strong, painter.px(13)
    lowest = column.y - 100 * line
    aside: list[tuple[TotalMark, int]] = []
    for mark in sorted(marks, key=lambda each: -each.points):
        y = round(column.bottom - mark.points * column.h / most)
        is_high, is_passed = y < column.y, y >= top
        y = max(y, column.y)
        is_hidden = number is not None and number.y < y < number.bottom
        ink = mix_colour(mark.ink, painter.theme.palette.sky, 0.6) if is_hidden else mark.ink
        middle = max(y - line, lowest + 2 * line)
        if middle != y - line:
            middle = max(y + line, middle)
        is_covered = number is not None and number.y - line < middle < number.bottom
        if not is_passed:
            draw_dotted(surface, painter, (column.x, y), column.right, ink)
        if is_passed or is_covered:
            aside.append((mark, max(y, aside[-1][1] + 2 * line) if aside else y))
            tick = Rect(column.x - painter.px(16), y, painter.px(12), painter.px(2))
            fill_rect(surface, mark.ink, tick)
            continue
        shown = f"↑ {mark.words}" if is_high else mark.words
        at = (column.right - painter.px(14), middle)
        painter.text(surface, shown, at, style.coloured(ink), "right")
        lowest = middle
    # Marks at the foot have their words above the window's edge and above each other.
    edge = surface.get_height() - line
    for index, (mark, y) in reversed([*enumerate(aside)]):
        aside[index] = mark, min(y, edge)
        edge = aside[index][1] - 2 * line
    right = (column.x if left is None else left) - painter.px(22)
    for mark, y in aside:
        painter.text(surface, mark.words, (right, y), style.coloured(mark.ink), "right")


def draw_dotted(
    surface: pygame.Surface, painter: Painter, at: tuple[int, int], right: int, ink: Colour
) -> None:
    """Draw a dotted line from `at` to the column `right`."""
    dash, pitch, thick = painter.px(8), painter.px(14), max(1, painter.px(2))
    for x in range(at[0], right, pitch):
        surface.fill(ink, (x, at[1], min(dash, right - x), thick))


# hexagons


_FULL_FLAG: Final = 200.0
"""Points of a full flag where the best possible total is unknown."""


def draw_flag(
    surface: pygame.Surface,
    painter: Painter,
    centre: Point,
    radius: float,
    bands: Sequence[ScoreBand],
    full: float | None = None,
    edge: Colour | None = None,
) -> None:
    """Draw a finished game: its harvest in a hexagon, full at `full` points or, where it has more,
    at its own. `full` is None while the best possible total is unknown.
    """
    theme, most = painter.theme, max(full or _FULL_FLAG, sum(one.points for one in bands))
    rim = edge or theme.palette.line
    _draw_rim(surface, painter, centre, radius, rim)
    key = ("flag", tuple(bands), most, round(radius * 4), rim)
    made = painter.cached(key, lambda: _render_flag(theme, radius, bands, most, rim))
    blit_centred(surface, made, centre)


def _render_flag(
    theme: Theme, radius: float, bands: Sequence[ScoreBand], most: float, rim: Colour
) -> pygame.Surface:
    k, p, side = SUPERSAMPLE if radius < 60 else 2, theme.palette, 2 * round(radius) + 2
    canvas, middle = clear_canvas(side * k, side * k, rim), (side * k / 2, side * k / 2)
    pygame.draw.polygon(canvas, rim, hex_corners(middle, radius * k))
    inner = (radius - max(1.5, radius / 14) / cos(radians(30))) * k
    inside, foot = clear_canvas(side * k, side * k), middle[1] + inner * SQRT3 / 2
    inside.fill(p.well)
    inks = {"sun": p.sun_ink, "moon": p.moon_ink}
    for one in bands:
        top = foot - inner * SQRT3 * one.points / max(1, most)
        is_line = one.kind == "line"
        ink = theme.stripes[one.number] if is_line else inks.get(one.kind, p.cool)
        rect = pygame.Rect(0, round(top), side * k, round(foot) - round(top))
        pygame.draw.rect(inside, ink if is_line else mix_colour(p.well, ink, 0.4), rect)
        edge = theme.band_edges(ink)[0] if is_line else ink
        if edge is not None and rect.h > 2 * k:
            pygame.draw.rect(inside, edge, (*rect.topleft, rect.w, k))
        foot = top
    mask = clear_canvas(side * k, side * k)
    pygame.draw.polygon(mask, WHITE, hex_corners(middle, inner))
    inside.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.blit(inside, (0, 0))
    return shrink(canvas, k)


def draw_hexagon(
    surface: pygame.Surface,
    painter: Painter,
    centre: Point,
    radius: float,
    fill: Colour,
    edge: Colour | None = None,
    width: float = 0.0,
) -> None:
    """Draw a hexagon with straight corners; lengths in pixels, the edge is inside."""

    def render() -> pygame.Surface:
        k, side = SUPERSAMPLE if radius < 60 else 2, 2 * round(radius) + 2
        canvas = clear_canvas(side * k, side * k, edge or fill)
        middle = (side * k / 2, side * k / 2)
        pygame.draw.polygon(canvas, edge or fill, hex_corners(middle, radius * k))
        if edge is not None:
            inner = (radius - width / cos(radians(30))) * k
            pygame.draw.polygon(canvas, fill, hex_corners(middle, inner))
        return shrink(canvas, k)

    _draw_rim(surface, painter, centre, radius, edge or fill)
    made = painter.cached(("hexagon", round(radius * 4), fill, edge, width), render)
    blit_centred(surface, made, centre)


def fill_gold(surface: pygame.Surface, painter: Painter, rect: Rect, light: float = 0.0) -> None:
    """Fill a line or a mark with gold, mixed with `light`, and with an ink edge where gold needs
    one.
    """
    p, rim = painter.theme.palette, painter.theme.gold_rim
    if rim is not None:
        surface.fill(rim, rect.inset(-max(1, painter.px(1.5))))
    surface.fill(mix_colour(p.gold, p.light, light), rect)


def draw_hero(
    surface: pygame.Surface, painter: Painter, words: str, at: tuple[int, int], style: TextStyle
) -> None:
    """Draw a large number at its left end, in gold; where gold is pale, in ink on gold."""
    p, size = painter.theme.palette, painter.px(style.size)
    is_pale = painter.theme.gold_rim is not None
    if is_pale:
        wide = painter.text_width(words, style)
        left, top = round(at[0] - size * 0.16), round(at[1] + size * 0.08)
        stroke = Rect(left, top, round(wide + size * 0.43), round(size * 0.23))
        draw_band(surface, painter, p.gold, stroke, "cut")
    painter.text(surface, words, at, style.coloured(p.ink if is_pale else p.accent))


def _draw_rim(
    surface: pygame.Surface, painter: Painter, centre: Point, radius: float, edge: Colour
) -> None:
    """Draw the ink edge around a hexagon whose own edge is gold or metal, where that needs one."""
    rim = painter.theme.rim_around(edge)
    if rim is not None:
        draw_hexagon(surface, painter, centre, radius + max(1.5, painter.px(2)), rim)


def draw_hexagon_focus(
    surface: pygame.Surface, painter: Painter, centre: Point, radius: float
) -> None:
    """Draw the edge around a hexagon that the keyboard is on, with the ground between both."""
    gap, thick = painter.px(3), max(2, painter.px(4))
    outer = radius + (gap + thick) / cos(radians(30))
    colour = painter.theme.palette.focus

    def render() -> pygame.Surface:
        k, side = SUPERSAMPLE, 2 * round(outer) + 2
        canvas, middle = clear_canvas(side * k, side * k, colour), (side * k / 2, side * k / 2)
        pygame.draw.polygon(canvas, colour, hex_corners(middle, outer * k))
        inner = (radius + gap / cos(radians(30))) * k
        pygame.draw.polygon(canvas, (*colour, 0), hex_corners(middle, inner))
        return shrink(canvas)

    made = painter.cached(("hexagon focus", round(radius * 4), colour), render)
    blit_centred(surface, made, centre)


def draw_ring(
    surface: pygame.Surface,
    painter: Painter,
    centre: Point,
    radius: float,
    share: float,
    colour: Colour,
    width: float,
) -> None:
    """Draw a `share` of a hexagon's outline, clockwise from the upper left corner."""
    if share <= 0:
        return
    rim = painter.theme.gold_rim
    if rim is not None and colour == painter.theme.palette.gold:
        draw_ring(surface, painter, centre, radius, share, rim, width + painter.px(4))
    whole, rest = divmod(share * 6, 1)

    def along(reach: float) -> list[Point]:
        angles = [radians(60 * side - 120) for side in range(8)]
        corners = [(centre[0] + reach * cos(a), centre[1] + reach * sin(a)) for a in angles]
        last = mix_point(corners[int(whole)], corners[int(whole) + 1], rest)
        return [*corners[: int(whole) + 1], last]

    half = width / 2 / cos(radians(30))
    outer, inner = along(radius + half), along(radius - half)
    pygame.draw.polygon(surface, colour, [*outer, *inner[::-1]])
    pygame.draw.aalines(surface, colour, False, outer)
    pygame.draw.aalines(surface, colour, False, inner)
