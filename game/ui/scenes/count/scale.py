"""One scale from nothing to the best possible board, with everything marked on it."""

from collections.abc import Callable
from functools import partial

import pygame

from game.play.table import TableSetup
from game.ui.draw.animation import mix, mix_colour
from game.ui.draw.portraits import draw_portrait, has_portrait
from game.ui.draw.shapes import SUPERSAMPLE, clear_canvas, shrink
from game.ui.draw.theme import WHITE, Colour
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.count.finish import MatchFinish
from game.ui.scenes.count.timeline import CountTimeline
from game.ui.scenes.shared.names import seat_words


def draw_scale(
    surface: pygame.Surface,
    rect: Rect,
    context: Context,
    setup: TableSetup,
    finish: MatchFinish,
    timeline: CountTimeline,
    seat: int,
) -> None:
    """Draw the scale as the `seat` whose board is shown may see it so far."""
    painter = context.painter
    p = painter.theme.palette
    inner = rect.inset(painter.px(14), 0)
    bubble, rest = inner.cut_top(inner.h * 29 // 100, inner.h * 9 // 100)
    line, labels = rest.cut_top(max(6, inner.h * 13 // 100), inner.h * 9 // 100)
    end = scale_end(finish, timeline.value("mark:best"))

    def place(points: float) -> int:
        return line.x + round(line.w * min(1.0, max(0.0, points / end)))

    painter.box(surface, line, p.sunken, p.panel_edge, radius=line.h // 2)
    total = finish.score.players[seat].total
    at = place(total * min(1.0, timeline.value("bar")))
    made = painter.cached(("bar", line.size), partial(_render_bar, line.size, p.scale))
    surface.blit(made, line[:2], (0, 0, at - line.x, line.h))
    colours = {"asked": p.accent, "average": p.ink, "master": p.cool, "best": p.good}
    marks = [
        (key, points, min(1.0, timeline.value(f"mark:{key}", timeline.value("bar"))))
        for key, points in sorted(finish.marks.items(), key=lambda mark: mark[1])
    ]
    for key, points, alpha in marks:
        tick = Rect(place(points) - painter.px(1), line.y - line.h // 2, painter.px(3), line.h * 2)
        if alpha > 0.02:
            surface.fill(mix_colour(p.panel, colours[key], alpha), tick)
    shown = min(1.0, timeline.value("mark:computers"))
    for points in finish.computers.values() if shown > 0.02 else ():
        reach = round(line.h * shown) / 2
        painter.disc(surface, (place(points), line.centre[1]), reach, p.ink, p.outline, 2)
    seats = sorted(
        (other for other in range(len(finish.score.players)) if other != seat),
        key=lambda other: finish.score.players[other].total,
    )
    # Whose mark is whose must be seen where two of them made the same.
    side = round(line.h * 1.3)
    spots = [(place(finish.score.players[other].total), other) for other in seats]
    spots = sorted([*spots, (at, seat)])
    lefts = spread([x for x, _ in spots], [side] * len(spots), line.x - side, line.right + side, 0)
    shown_at = at
    for (_, other), left in zip(spots, lefts, strict=True):
        colour = _colour_of(context, setup, finish, other)
        is_shown = other == seat
        if is_shown:
            shown_at = left + side // 2
        reach = line.h * (0.72 if is_shown else 0.5)
        spot = (left + side / 2, line.centre[1])
        painter.disc(surface, spot, reach, colour, p.outline, painter.px(3 if is_shown else 2))
    _draw_labels(surface, context, labels, place, marks, colours)
    shown_colour = _colour_of(context, setup, finish, seat)
    words = _bubble_words(context, finish, seat)
    _draw_bubble(surface, context, bubble, shown_at, shown_colour, words)


def _colour_of(context: Context, setup: TableSetup, finish: MatchFinish, seat: int) -> Colour:
    """The seat's own colour; gold for who plays alone."""
    if finish.is_alone:
        return context.painter.theme.palette.accent
    return context.painter.theme.seats[setup.colour_of(seat)]


def scale_end(finish: MatchFinish, share: float = 1.0) -> float:
    """Return what the right end stands for: the best possible total once it is known, which the
    scale passes over to as its mark comes in (`share`, 0 to 1).
    """
    totals = (p.total for p in finish.score.players)
    known = (points for key, points in finish.marks.items() if key != "best")
    most = max(*totals, *known, 1.0)
    before = most * 1.1 if finish.bound is None else max(most, finish.bound)
    if finish.best is None:
        return before
    return mix(before, max(most, *finish.marks.values()), min(1.0, share))


def _bubble_words(context: Context, finish: MatchFinish, seat: int) -> str:
    points = context.catalogue.number(finish.score.players[seat].total)
    if finish.is_for_one_player and finish.is_new and seat == finish.seat:
        return context.text("finish.you", points=points)
    name = seat_words(context, finish.match, seat)
    return context.text("breakdown.named", name=name, points=points)


def _draw_labels(
    surface: pygame.Surface,
    context: Context,
    area: Rect,
    place: Callable[[float], int],
    marks: list[tuple[str, float, float]],
    colours: dict[str, Colour],
) -> None:
    """Numbers with their names, pushed apart where the marks stand close."""
    painter = context.painter
    types = painter.theme.type
    top, foot = area.cut_top(area.h * 54 // 100)
    small = types.small.coloured(painter.theme.palette.ink_soft)
    if not marks:
        return
    words = [context.text(f"finish.{key}") for key, _, _ in marks]
    numbers = [context.catalogue.number(points, 0) for _, points, _ in marks]
    # A larger interface leaves the names the room that they have at 100 %.
    usual = painter.least_word_scale
    gap = painter.px(10 * usual)
    faces = [painter.px(20 * usual) * has_portrait(key) for key, _, _ in marks]
    wanted = [
        max(painter.text_width(a, types.strong), painter.text_width(b, small) + face) + 2
        for a, b, face in zip(numbers, words, faces, strict=True)
    ]
    room = area.w - gap * (len(marks) - 1)
    share = min(1.0, room / max(1, sum(wanted)))
    widths = [int(width * share) for width in wanted]
    lefts = spread([place(points) for _, points, _ in marks], widths, area.x, area.right, gap)
    for (key, points, alpha), left, width, number, name, face in zip(
        marks, lefts, widths, numbers, words, faces, strict=True
    ):
        strong = types.strong.coloured(colours[key])
        cell = Rect(left, top.y, width, top.h)
        side = min(width, painter.text_width(number, strong)) // 2 + 1
        # Under its own tick, wherever the name had to go.
        middle = min(max(place(points), cell.x + side), cell.right - side)
        spot = Rect(middle - side, cell.y, 2 * side, cell.h)
        painter.text_in(surface, number, spot, strong, "centre", max_lines=1, alpha=alpha)
        cell = Rect(left, foot.y, width, foot.h)
        if face and alpha >= 1:
            spot, cell = cell.cut_left(face)
            centre = (spot.x + face / 2, spot.y + face * 0.42)
            draw_portrait(surface, painter, key, centre, face * 0.9)
        painter.text_in(surface, name, cell, small, "centre", "top", max_lines=2, alpha=alpha)


def spread(centres: list[int], widths: list[int], low: int, high: int, gap: int) -> list[int]:
    """Left ends of boxes as near to their centres as can be, in order, inside `low` and `high`.

    There is room for all of them and the gaps between.
    """
    lefts: list[int] = []
    edge = low
    for centre, width in zip(centres, widths, strict=True):
        lefts.append(max(edge, centre - width // 2))
        edge = lefts[-1] + width + gap
    edge = high
    for i in reversed(range(len(lefts))):
        lefts[i] = min(lefts[i], edge - widths[i])
        edge = lefts[i] - gap
    return lefts


def _draw_bubble(
    surface: pygame.Surface, context: Context, area: Rect, x: int, colour: Colour, words: str
) -> None:
    """Draw whose total it is, over the place that is reached, with a point down to it."""
    painter = context.painter
    p = painter.theme.palette
    style = painter.theme.type.label.coloured(p.ink_dark)
    width = min(area.w, painter.text_width(words, style) + painter.px(26))
    left = min(max(x - width // 2, area.x - painter.px(12)), area.right + painter.px(12) - width)
    box = Rect(left, area.y, width, area.h)
    half = painter.px(9)
    tip = min(max(x, box.x + half + painter.px(8)), box.right - half - painter.px(8))
    size = (2 * half, painter.px(12))
    point = painter.cached(("point", size, colour), partial(_render_point, size, colour))
    surface.blit(point, (tip - half, box.bottom - painter.px(2)))
    painter.box(surface, box, colour, mix_colour(colour, p.dark, 0.3))
    painter.text_in(surface, words, box.inset(painter.px(8), 0), style, "centre", max_lines=1)


def _render_point(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """What points down from the bubble."""
    w, h = size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE
    canvas = clear_canvas(w, h, colour)
    pygame.draw.polygon(canvas, colour, [(0, 0), (w, 0), (w // 2, h)])
    return shrink(canvas)


def _render_bar(size: tuple[int, int], colours: tuple[Colour, ...]) -> pygame.Surface:
    """The whole bar, from cool to gold, with round ends."""
    # Of a single row smoothscale reads one more, behind its end.
    small = pygame.Surface((len(colours), 2))
    for x, colour in enumerate(colours):
        small.fill(colour, (x, 0, 1, 2))
    bar = pygame.Surface(size, pygame.SRCALPHA)
    bar.blit(pygame.transform.smoothscale(small, size), (0, 0))
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(mask, WHITE, mask.get_rect(), border_radius=size[1] // 2)
    bar.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return bar
