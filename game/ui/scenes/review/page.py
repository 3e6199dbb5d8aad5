"""What a review says: sums at the head, one placement in words, and where the points went."""

from dataclasses import dataclass

import pygame

from game.bots.coach.reasons import reasons_for
from game.bots.coach.review import Review
from game.bots.coach.verdicts import Cause, Verdict
from game.locale import write_percent, write_signed
from game.rules.placement import Placement
from game.ui.draw.animation import mix_colour
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.review.curve import luck_colour, skill_colour
from game.ui.scenes.review.steps import ReviewStep, rounded_sum
from game.ui.scenes.shared.names import bot_name, space_name
from game.ui.scenes.shared.reason_words import reason_words

_MOST_ROWS = 6


def verdict_colour(painter: Painter, verdict: Verdict) -> Colour:
    """A verdict's colour; its word always stands beside it."""
    p = painter.theme.palette
    # Four close steps: half a point more or less must not look like praise and blame.
    middle = mix_colour(p.fair, p.poor, 0.55)
    colours = {"best": p.good, "good": p.fair, "inaccurate": middle, "costly": p.poor}
    return colours[verdict.value]


def tile_words(placement: Placement) -> str:
    """How a tile is called (T3)."""
    return "\u00a0–\u00a0".join(str(placement.tile))


def _place_words(context: Context, step: ReviewStep, placement: Placement) -> str:
    return space_name(context, step.match.rules.grid, placement.space)


def draw_sums(
    surface: pygame.Surface,
    context: Context,
    cells: tuple[Rect, ...],
    review: Review,
    *,
    is_over: bool,
) -> None:
    """Expected at first + luck + placements = result, in whole points that add up."""
    painter = context.painter
    p = painter.theme.palette
    start, luck, skill, total = rounded_sum(review)
    text, catalogue = context.text, context.catalogue
    result = text("review.result") if is_over else text("review.expected_now")
    entries = (
        (text("review.at_first"), catalogue.number(start), p.ink),
        (text("review.luck"), write_signed(catalogue, luck), luck_colour(painter)),
        (text("review.skill"), write_signed(catalogue, skill), skill_colour(painter)),
        (result, catalogue.number(total), p.accent),
    )
    for cell, (name, number, colour) in zip(cells, entries, strict=True):
        painter.box(surface, cell, p.sunken, radius=painter.px(10))
        inner = cell.inset(painter.px(6), painter.px(5))
        head, foot = inner.cut_top(inner.h * 40 // 100)
        small = painter.theme.type.small.coloured(p.ink_soft)
        painter.text_in(surface, name, head, small, "centre", max_lines=1)
        style = painter.theme.type.heading.coloured(colour)
        painter.text_in(surface, number, foot, style, "centre", max_lines=1)


def draw_placement(surface: pygame.Surface, context: Context, rect: Rect, step: ReviewStep) -> None:
    """The verdict, what was placed and why it did what it did, and what was better."""
    painter = context.painter
    theme = painter.theme
    found, text = step.found, context.text
    colour = verdict_colour(painter, found.verdict)
    head, rest = rect.cut_top(painter.px(34), painter.px(6))
    verdict = text(f"review.verdict.{found.verdict.value}")
    drawn = painter.text_in(surface, verdict, head, theme.type.heading.coloured(colour))
    cost = round(found.cost, 1)
    if cost:
        at = head.cut_left(drawn.w + painter.px(14))[1]
        words = text("review.cost", count=cost)
        painter.text_in(surface, words, at, theme.type.strong, "right", max_lines=1)
    is_best = found.placement == found.best.placement or not cost
    best = found.best
    boxes = rest.weighted_rows([1, 1], painter.px(8))
    lines = _lines(context, step, found.placement, found.value, "yours")
    _draw_paragraph(surface, context, boxes[0], lines, colour)
    if is_best:
        lines = [text("review.nothing_better")]
    else:
        is_same_tile = best.placement.tile == found.placement.tile
        key = "better" if is_same_tile else "better_tile"
        lines = _lines(context, step, best.placement, best.value, key)
    _draw_paragraph(surface, context, boxes[1], lines, theme.palette.good)


def _lines(
    context: Context, step: ReviewStep, placement: Placement, value: float, key: str
) -> list[str]:
    """What was or could be done, then at most three reasons."""
    points = context.catalogue.number(round(value))
    space = _place_words(context, step, placement)
    if key == "yours":
        head = context.text("review.yours", space=space, points=points)
    elif key == "better":
        head = context.text("review.better", space=space, points=points)
    else:
        tile = tile_words(placement)
        head = context.text("review.better_tile", tile=tile, space=space, points=points)
    reasons = reasons_for(step.match, step.seat, placement)
    return [head, *(reason_words(context, r) for r in reasons[:3])]


def _draw_paragraph(
    surface: pygame.Surface, context: Context, rect: Rect, lines: list[str], colour: Colour
) -> None:
    painter = context.painter
    theme = painter.theme
    bar, rest = rect.cut_left(painter.px(4), painter.px(12))
    heights = min(painter.px(24), rest.h // max(1, len(lines)))
    painter.box(surface, Rect(bar.x, bar.y, bar.w, heights * len(lines)), colour, radius=2)
    for i, (line, row) in enumerate(zip(lines, rest.stack([heights] * len(lines)), strict=True)):
        style = theme.type.strong if i == 0 else theme.type.body.sized(16)
        painter.text_in(surface, line, row, style, max_lines=1)


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A line of the summary that leads to a placement; `about` says which kind of row it is."""

    step: int
    words: str
    points: str
    colour: Colour
    about: str


def rows_of(
    context: Context, review: Review, steps: tuple[ReviewStep, ...]
) -> tuple[SummaryRow, ...]:
    """The dearest placements, and the dearest lines broken, at most six in all."""
    painter = context.painter
    dearest = sorted(
        (i for i, s in enumerate(steps) if s.found.cost >= 0.5), key=lambda i: -steps[i].found.cost
    )
    rows = [
        SummaryRow(
            i,
            context.text(
                "review.went_placement",
                call=steps[i].found.call + 1,
                tile=tile_words(steps[i].found.placement),
                space=_place_words(context, steps[i], steps[i].found.placement),
            ),
            write_signed(context.catalogue, -round(steps[i].found.cost, 1), 1),
            verdict_colour(painter, steps[i].found.verdict),
            "row",
        )
        for i in dearest
    ]
    lost = []
    for line in review.lost_lines:
        words = context.text(
            "review.went_line",
            call=line.call + 1,
            line=context.text(f"coach.the.{line.line.direction.value}", number=line.number),
            filled=line.filled,
            length=len(line.line),
        )
        step = next(i for i, s in enumerate(steps) if s.found.placement == line.placement)
        number = context.catalogue.number(line.points)
        lost.append(SummaryRow(step, words, number, painter.theme.palette.ink_soft, "lost_line"))
    rows = _rows_of_others(context, review, steps) + rows
    lines = min(2, len(lost))
    return (*rows[: _MOST_ROWS - lines], *lost[:lines])


def _rows_of_others(
    context: Context, review: Review, steps: tuple[ReviewStep, ...]
) -> list[SummaryRow]:
    """Calls missed and closing moves that cost something; they stand beside their call."""
    rows = []
    for point in review.curve:
        if point.cause not in (Cause.MISSED, Cause.CLOSING) or point.change > -0.5:
            continue
        words = context.text(f"review.went_{point.cause.value}", call=point.call + 1)
        step = max((i for i, s in enumerate(steps) if s.found.call <= point.call), default=0)
        points = write_signed(context.catalogue, round(point.change, 1), 1)
        rows.append(SummaryRow(step, words, points, context.painter.theme.palette.bad, "row"))
    return rows


def _lay_out_heads(painter: Painter, rect: Rect) -> tuple[Rect, Rect, Rect, Rect]:
    """Sentence, figures, title, and what is left for the rows.

    A low page goes without the sentence: the sums above it say the same.
    """
    if rect.h < painter.px(230):
        told, rest = rect.cut_top(0)
        head, rest = rest.cut_top(painter.px(56), painter.px(8))
        title, rest = rest.cut_top(painter.px(24), painter.px(4))
        return told, head, title, rest
    told, rest = rect.cut_top(painter.px(40), painter.px(6))
    head, rest = rest.cut_top(painter.px(48), painter.px(6))
    title, rest = rest.cut_top(painter.px(22), painter.px(2))
    return told, head, title, rest


def lay_out_heads(painter: Painter, rect: Rect) -> tuple[Rect, ...]:
    """Where accuracy, the best board and `master` stand."""
    return tuple(_lay_out_heads(painter, rect)[1].columns(3, painter.px(8)))


def lay_out_rows(painter: Painter, rect: Rect, count: int) -> tuple[Rect, ...]:
    """Where the summary's rows stand."""
    rest = _lay_out_heads(painter, rect)[3]
    height = min(painter.px(32), rest.h // max(1, count))
    return tuple(rest.stack([height] * count))


def draw_summary(
    surface: pygame.Surface,
    context: Context,
    rect: Rect,
    control: ReviewControl,
    review: Review,
    rows: tuple[tuple[SummaryRow, Rect], ...],
    hovered: int | None,
) -> None:
    """Accuracy, the best board and `master`, then the rows in their places."""
    painter = context.painter
    theme = painter.theme
    p, text, catalogue = theme.palette, context.text, context.catalogue
    told, _, title, _ = _lay_out_heads(painter, rect)
    start, luck, skill, total = rounded_sum(review)
    is_over = control.played.is_complete(control.match.rules)
    sentence = text(
        "review.told" if is_over else "review.told_open",
        start=catalogue.number(start),
        luck=write_signed(catalogue, luck),
        skill=write_signed(catalogue, skill),
        total=catalogue.number(total),
    )
    if told.h:
        painter.text_in(surface, sentence, told, theme.type.caption, max_lines=2)

    def number_or_none(points: float | None) -> str:
        return text("records.none") if points is None else catalogue.number(points)

    best = number_or_none(None if control.best is None else control.best.total)
    if control.best is None and control.bound is not None:
        best = text("review.at_most", points=number_or_none(control.bound))
    entries = (
        (text("review.accuracy"), write_percent(catalogue, review.accuracy / 100)),
        (text("review.best"), best),
        (bot_name(context, "master"), number_or_none(review.master_total)),
    )
    for cell, (name, number) in zip(lay_out_heads(painter, rect), entries, strict=True):
        top, foot = cell.cut_top(cell.h * 38 // 100)
        painter.text_in(surface, name, top, theme.type.small.coloured(p.ink_soft), max_lines=1)
        painter.text_in(surface, number, foot, theme.type.heading, max_lines=1)
    words = text("review.went" if rows else "review.nothing_went")
    painter.text_in(surface, words, title, theme.type.caption, max_lines=1)
    for i, (row, place) in enumerate(rows):
        if i == hovered:
            painter.box(surface, place, p.raised, p.raised_edge, radius=painter.px(6))
        inner = place.inset(painter.px(8), 0)
        points, words_rect = inner.cut_right(painter.px(56), painter.px(8))
        painter.text_in(surface, row.words, words_rect, theme.type.body.sized(16), max_lines=1)
        style = theme.type.strong.coloured(row.colour)
        painter.text_in(surface, row.points, points, style, "right", max_lines=1)
