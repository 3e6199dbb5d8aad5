"""The words of a review: its figures, one placement, and the causes of lost points."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Unpack

import pygame

from game.bots.coach.reasons import reasons_for
from game.bots.coach.review import Review
from game.bots.coach.verdicts import LESSON, Cause, Verdict, verdict_on
from game.locale import write_signed
from game.progress.review_steps import ReviewStep, rounded_sum
from game.rules.placement import Placement
from game.ui.draw.bands import draw_band_focus, draw_ghost
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Column, Ink, Spacer, Text, Widget, WidgetOptions, coloured
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.shared.names import space_name, tile_name
from game.ui.scenes.shared.reason_words import reason_words, seen_words
from game.ui.widgets import OnPress

VERDICT_INKS: Final[dict[Verdict, Ink]] = {
    Verdict.BEST: "good",
    Verdict.GOOD: "fair",
    Verdict.INACCURATE: "poor",
    Verdict.COSTLY: "bad",
}
"""The colour of a verdict, in addition to its word."""


def _space(context: Context, step: ReviewStep, placement: Placement) -> str:
    return space_name(context, step.match.rules.grid, placement.space)


def _tile(context: Context, step: ReviewStep, placement: Placement) -> str:
    return tile_name(context, step.match.rules, placement.tile)


def sum_words(context: Context, review: Review, *, is_over: bool) -> str:
    """Return the equation of the result in whole points: expected + luck + placements."""
    catalogue = context.catalogue
    start, luck, skill, total = rounded_sum(review)
    words = {
        "start": catalogue.number(start),
        "luck": write_signed(catalogue, luck),
        "skill": write_signed(catalogue, skill),
        "total": catalogue.number(total),
    }
    return context.text("review.told" if is_over else "review.told_open", **words)


def placement(context: Context, step: ReviewStep, level: str | None) -> Widget:
    """Return the verdict on a placement, its reasons, and the better placement.

    `level` is the player's, if the placement is that player's.
    """
    reviewed, text = step.reviewed, context.text
    cost, best = round(reviewed.cost, 1), reviewed.best
    lines = _lines(context, step, reviewed.placement, reviewed.value, "played")
    if reviewed.placement == best.placement or not cost:
        better = [text("review.nothing_better")]
    else:
        is_same_tile = best.placement.tile == reviewed.placement.tile
        key = "better" if is_same_tile else "better_tile"
        better = _lines(context, step, best.placement, best.value, key)
    ink = VERDICT_INKS[reviewed.verdict]
    verdict = text(
        "review.rare" if reviewed.is_rare else f"review.verdict.{reviewed.verdict.value}"
    )
    return Column(
        Text(verdict, "title", "accent" if reviewed.is_rare else ink),
        bool(cost) and Text(text("review.cost", count=cost), "label"),
        bool(reviewed.seen_by) and Text(seen_words(context, reviewed.seen_by, level), "label"),
        Spacer(size=10),
        *_paragraph(None, lines),
        Spacer(size=14),
        *_paragraph("good", better),
        gap=4,
        explain=text("review.about.step"),
        id="step",
    )


def _lines(
    context: Context, step: ReviewStep, placed: Placement, value: float, key: str
) -> list[str]:
    """Return a placement with its value, then at most three reasons."""
    points, space = context.catalogue.number(round(value)), _space(context, step, placed)
    values = {"tile": _tile(context, step, placed)} if key == "better_tile" else {}
    head = context.text(f"review.{key}", space=space, points=points, **values)
    reasons = reasons_for(step.match, step.seat, placed)
    return [head, *(reason_words(context, r) for r in reasons[:3])]


def _paragraph(ink: Ink | None, lines: list[str]) -> Iterator[Widget]:
    head, *reasons = lines
    yield Text(head, "heading", ink)
    yield from (Text(line, "body") for line in reasons)


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A line of the summary that opens a placement."""

    step: int
    words: str
    points: str
    cost: float


def rows_of(
    context: Context, review: Review, steps: tuple[ReviewStep, ...]
) -> tuple[SummaryRow, ...]:
    """Return the placements, missed calls and closing moves that lost points, the largest first."""
    dearest = sorted(
        (i for i, s in enumerate(steps) if s.reviewed.cost >= 0.5),
        key=lambda i: -steps[i].reviewed.cost,
    )
    rows = []
    for point in review.curve:
        if point.cause in (Cause.MISSED, Cause.CLOSING) and point.change <= -0.5:
            words = context.text(f"review.went_{point.cause.value}", call=point.call + 1)
            step = max((i for i, s in enumerate(steps) if s.reviewed.call <= point.call), default=0)
            points = write_signed(context.catalogue, round(point.change, 1), 1)
            rows.append(SummaryRow(step, words, points, -point.change))
    for i in dearest:
        reviewed = steps[i].reviewed
        words = context.text(
            "review.went_placement",
            call=reviewed.call + 1,
            tile=_tile(context, steps[i], reviewed.placement),
            space=_space(context, steps[i], reviewed.placement),
        )
        points = write_signed(context.catalogue, -round(reviewed.cost, 1), 1)
        rows.append(SummaryRow(i, words, points, reviewed.cost))
    return tuple(sorted(rows, key=lambda row: -row.cost))


def rare_rows_of(context: Context, steps: tuple[ReviewStep, ...]) -> tuple[SummaryRow, ...]:
    """Return the placements that few players find, each with its gain over any other."""
    rows = []
    for i, step in enumerate(steps):
        reviewed = step.reviewed
        if reviewed.is_rare:
            words = context.text(
                "review.went_placement",
                call=reviewed.call + 1,
                tile=_tile(context, step, reviewed.placement),
                space=_space(context, step, reviewed.placement),
            )
            gained = reviewed.value - next(
                one.value for one in reviewed.choices if one.placement != reviewed.placement
            )
            points = write_signed(context.catalogue, round(gained, 1), 1)
            rows.append(SummaryRow(i, f"! {words}", points, 0.0))
    return tuple(rows)


_MUCH_LUCK: Final = 15
"""Points of luck from which the summary mentions it."""

_LITTLE: Final = 8
"""Most points lost in a round that counts as well played."""


def sentence_of(
    context: Context, review: Review, rows: tuple[SummaryRow, ...], *, is_over: bool
) -> str:
    """Return one sentence about what was lost in a finished round: big losses, or small ones.

    `rows` are those of `rows_of`; losses are big by the verdicts.
    """
    text, given = context.text, -review.skill
    if not is_over or not review.placements:
        return ""
    big = [row.cost for row in rows if verdict_on(row.cost) is Verdict.COSTLY]
    if big:
        points = text("terms.count.points", count=round(sum(big)))
        return text("review.sum.big", count=len(big), points=points)
    if given >= _LITTLE or any(row.cost >= LESSON for row in rows):
        return text("review.sum.small", points=text("terms.count.points", count=round(given)))
    luck = (
        "kind" if review.luck >= _MUCH_LUCK else "unkind" if review.luck <= -_MUCH_LUCK else "fair"
    )
    return text(f"review.sum.well_{luck}")


def lost_words(context: Context, review: Review, step: ReviewStep) -> list[str]:
    """Return the lines that a placement broke, in words."""
    text = context.text
    return [
        text(
            "review.went_line",
            call=line.call + 1,
            line=text(f"coach.the.{line.line.direction.value}", number=line.number),
            filled=line.filled,
            length=len(line.line),
        )
        for line in review.lost_lines
        if line.placement == step.reviewed.placement
    ]


def figures(context: Context, control: ReviewControl, review: Review) -> Widget:
    """Return the total."""
    text = context.text
    best = control.best if control.shows_best else None
    # The number belongs to the bands beside it.
    total = rounded_sum(review)[3] if best is None else round(best.total)
    is_over = control.played.is_complete(control.match.rules)
    result, points = (
        text("review.result" if is_over else "review.expected_now"),
        context.catalogue.number(total),
    )
    return Column(
        Text(
            points,
            "display",
            "accent",
            align="right",
            lines=1,
            explain=text("review.about.result"),
            reads=f"{result}: {points}",
            id="result",
        ),
        not is_over and Text(result, "strong", align="right"),
        gap=2,
        reads=sum_words(context, review, is_over=is_over),
        live=True,
        id="sums",
    )


class GhostBand(Widget):
    """Missing points as a band of their thickness; pressing it opens their cause."""

    def __init__(
        self,
        words: str,
        points: str,
        ink: Ink,
        on_press: OnPress | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.words, self.points, self.ink = words, points, ink
        self.is_focusable = on_press is not None

    def name_and_state(self, context: Context) -> str:
        return f"{self.words}, {self.points}".strip(", ")

    def spoken(self, context: Context) -> list[str]:
        return [self.name_and_state(context)] if self.words else []

    def band(self, painter: Painter) -> Rect:
        """Return its rectangle to the window's edge; hovered it has room for words."""
        rect, high = self.rect, painter.px(30)
        is_lit = self.is_focusable and (self.is_hovered or self.shows_focus)
        if is_lit and rect.h < high:
            rect = rect._replace(y=rect.bottom - high, h=high)
        return rect._replace(w=painter.view.area.right - rect.x)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        band, ink = self.band(painter), coloured(self.ink, painter)
        draw_ghost(surface, painter, band._replace(h=max(1, band.h - painter.px(1.6))), ink)
        if band.h < painter.px(24) or not self.words:
            return
        style = painter.theme.type.label.coloured(ink)
        points = painter.text_width(self.points, style)
        inner = band.inset(painter.px(24), 0)
        painter.text(surface, self.points, (inner.right, band.centre[1]), style, "right")
        room = inner._replace(w=inner.w - points - painter.px(12))
        small = painter.lessened(style) if band.h < painter.px(28) else style
        painter.text_in(surface, self.words, room, small, max_lines=1)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_band_focus(surface, painter, self.band(painter))
