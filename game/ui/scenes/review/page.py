"""The words of a review: sums at the head, one placement, and where the points went."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.bots.coach.reasons import reasons_for
from game.bots.coach.review import Review
from game.bots.coach.verdicts import Cause, Verdict
from game.locale import write_percent, write_signed
from game.progress.review_steps import ReviewStep, rounded_sum
from game.rules.placement import Placement
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Box, Column, Ink, Picture, PressedRow, Row, Text, Widget, coloured
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.review.curve import LUCK, SKILL
from game.ui.scenes.shared.names import bot_name, space_name, tile_name
from game.ui.scenes.shared.reason_words import reason_words
from game.ui.widgets import PressResult

VERDICT_INKS: Final[dict[Verdict, Ink]] = {
    Verdict.BEST: "good",
    Verdict.GOOD: "fair",
    Verdict.INACCURATE: "poor",
    Verdict.COSTLY: "bad",
}
"""A verdict's colour; its word always stands beside it."""

_MOST_ROWS: Final = 5


def _space(context: Context, step: ReviewStep, placement: Placement) -> str:
    return space_name(context, step.match.rules.grid, placement.space)


def _tile(context: Context, step: ReviewStep, placement: Placement) -> str:
    return tile_name(context, step.match.rules, placement.tile)


def _figure(context: Context, about: str, name: str, number: str, ink: Ink) -> Widget:
    """One number below its name, with an explanation."""
    return Box(
        Text(name, "small", "ink_soft", align="centre"),
        Text(number, "heading", ink, align="centre"),
        gap=0,
        pad=(6, 4),
        explain=context.text(f"review.about.{about}"),
        reads=f"{name}: {number}",
        id=about,
    )


def sums(context: Context, review: Review, *, is_over: bool) -> Widget:
    """Expected at first + luck + placements = result, in whole points that add up."""
    text, catalogue = context.text, context.catalogue
    start, luck, skill, total = rounded_sum(review)
    words = {
        "start": catalogue.number(start),
        "luck": write_signed(catalogue, luck),
        "skill": write_signed(catalogue, skill),
        "total": catalogue.number(total),
    }
    result = text("review.result" if is_over else "review.expected_now")
    return Row(
        _figure(context, "at_first", text("review.at_first"), words["start"], "ink"),
        _figure(context, "luck", text("review.luck"), words["luck"], LUCK),
        _figure(context, "skill", text("review.skill"), words["skill"], SKILL),
        _figure(context, "result", result, words["total"], "accent"),
        gap=8,
        even=True,
        reads=text("review.told" if is_over else "review.told_open", **words),
        live=True,
        id="sums",
    )


def legend(context: Context) -> Widget:
    """What the curve's colours mean."""
    entries = ((LUCK, "review.legend_luck"), (SKILL, "review.legend_skill"))
    swatches = (Picture(partial(_paint_bar, context.painter, ink), size=11) for ink, _ in entries)
    words = (Text(context.text(key), "small", "ink_soft", share=1) for _, key in entries)
    pairs = zip(swatches, words, strict=True)
    return Row(*(Row(*pair, gap=8) for pair in pairs), gap=8, even=True)


def _paint_bar(painter: Painter, ink: Ink, surface: pygame.Surface, rect: Rect) -> None:
    height = min(rect.h, painter.px(11)) if rect.w > painter.px(4) else rect.h
    painter.box(surface, rect.centred(rect.w, height), coloured(ink, painter), radius=painter.px(3))


def placement(context: Context, step: ReviewStep) -> Widget:
    """The verdict, what was placed and why it did what it did, and what was better."""
    reviewed, text = step.reviewed, context.text
    cost, best = round(reviewed.cost, 1), reviewed.best
    lines = _lines(context, step, reviewed.placement, reviewed.value, "yours")
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
        Row(
            Text(verdict, "heading", "accent" if reviewed.is_rare else ink, share=1),
            bool(cost) and Text(text("review.cost", count=cost), "strong", align="right"),
            gap=14,
        ),
        _paragraph(context.painter, ink, lines),
        _paragraph(context.painter, "good", better),
        gap=14,
        explain=text("review.about.step"),
        id="step",
    )


def _lines(
    context: Context, step: ReviewStep, placed: Placement, value: float, key: str
) -> list[str]:
    """Return what was or could be done, then at most three reasons."""
    points, space = context.catalogue.number(round(value)), _space(context, step, placed)
    values = {"tile": _tile(context, step, placed)} if key == "better_tile" else {}
    head = context.text(f"review.{key}", space=space, points=points, **values)
    reasons = reasons_for(step.match, step.seat, placed)
    return [head, *(reason_words(context, r) for r in reasons[:3])]


def _paragraph(painter: Painter, ink: Ink, lines: list[str]) -> Widget:
    words = (Text(line, "strong" if i == 0 else "body") for i, line in enumerate(lines))
    bar = Picture(partial(_paint_bar, painter, ink), size=4, least=0)
    return Row(bar, Column(*words, share=1), gap=12)


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A line of the summary that leads to a placement."""

    step: int
    words: str
    points: str
    ink: Ink


def rows_of(
    context: Context, review: Review, steps: tuple[ReviewStep, ...]
) -> tuple[SummaryRow, ...]:
    """Calls missed and closing moves that cost something, then the dearest placements."""
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
            rows.append(SummaryRow(step, words, points, "bad"))
    for i in dearest:
        reviewed = steps[i].reviewed
        words = context.text(
            "review.went_placement",
            call=reviewed.call + 1,
            tile=_tile(context, steps[i], reviewed.placement),
            space=_space(context, steps[i], reviewed.placement),
        )
        points = write_signed(context.catalogue, -round(reviewed.cost, 1), 1)
        rows.append(SummaryRow(i, words, points, VERDICT_INKS[reviewed.verdict]))
    return tuple(rows[:_MOST_ROWS])


def rare_rows_of(context: Context, steps: tuple[ReviewStep, ...]) -> tuple[SummaryRow, ...]:
    """The placements that few would have found, each with what it gained over any other."""
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
            rows.append(SummaryRow(i, f"! {words}", points, "accent"))
    return tuple(rows)


_MUCH_LUCK: Final = 15
"""Points that calls brought, or took, that are worth a word."""

_LITTLE: Final = 8
"""Points given away in a round that was well played."""


def sentence_of(context: Context, review: Review, *, is_over: bool) -> str:
    """Return one sentence about a round: what decided it."""
    text = context.text
    costs = [p.cost for p in review.placements]
    given, worst = sum(costs), max(costs, default=0.0)
    if not is_over or not costs:
        return ""
    if given >= _LITTLE and worst >= given / 2:
        call = next(p.call for p in review.placements if p.cost == worst) + 1
        lost = text("terms.count.points", count=round(worst))
        return text("review.sum.one", call=call, points=lost)
    luck = (
        "kind" if review.luck >= _MUCH_LUCK else "unkind" if review.luck <= -_MUCH_LUCK else "fair"
    )
    if given < _LITTLE:
        return text(f"review.sum.well_{luck}")
    points = text("terms.count.points", count=round(given))
    return text(f"review.sum.many_{luck}", points=points)


def lost_rows_of(
    context: Context, review: Review, steps: tuple[ReviewStep, ...]
) -> tuple[SummaryRow, ...]:
    """The dearest lines broken, with the points that they would have scored."""
    rows = []
    for line in review.lost_lines[:2]:
        words = context.text(
            "review.went_line",
            call=line.call + 1,
            line=context.text(f"coach.the.{line.line.direction.value}", number=line.number),
            filled=line.filled,
            length=len(line.line),
        )
        step = next(i for i, s in enumerate(steps) if s.reviewed.placement == line.placement)
        rows.append(SummaryRow(step, words, context.catalogue.number(line.points), "ink_soft"))
    return tuple(rows)


def heads(context: Context, control: ReviewControl, review: Review) -> Widget:
    """Accuracy, the best board and `master`."""
    text, catalogue = context.text, context.catalogue

    def number(points: float | None) -> str:
        return text("records.none") if points is None else catalogue.number(points)

    best = number(None if control.best is None else control.best.total)
    if control.best is None and control.bound is not None:
        best = text("review.at_most", points=number(control.bound))
    accuracy, master = write_percent(catalogue, review.accuracy / 100), number(review.master_total)
    return Row(
        _figure(context, "accuracy", text("review.accuracy"), accuracy, "ink"),
        _figure(context, "best", text("review.best"), best, "ink"),
        _figure(context, "master", bot_name(context, "master"), master, "ink"),
        gap=8,
        even=True,
        id="heads",
    )


def summary(
    context: Context, control: ReviewControl, review: Review, go_to: Callable[[int], PressResult]
) -> list[Widget]:
    """Where the points went, and what the lines that were broken would have scored."""
    text = context.text

    def lines(rows: tuple[SummaryRow, ...], about: str) -> list[Widget]:
        return [
            PressedRow(
                partial(go_to, row.step),
                Text(row.words, share=1),
                Text(row.points, "strong", row.ink, align="right", lines=1),
                explain=text(f"review.about.{about}"),
                id=(about, i),
            )
            for i, row in enumerate(rows)
        ]

    is_over = control.played.is_complete(control.match.rules)
    sentence = sentence_of(context, review, is_over=is_over)
    rare = lines(rare_rows_of(context, control.steps), "rare")
    rows = lines(rows_of(context, review, control.steps), "row")
    parts: list[Widget]
    lost = lines(lost_rows_of(context, review, control.steps), "lost_line")
    parts = [Text(text("review.went" if rows else "review.nothing_went"), "caption"), *rows]
    if rare:
        parts = [Text(text("review.rare"), "caption", "accent"), *rare, *parts]
    if sentence:
        parts.insert(0, Text(sentence, "strong", id="sum-up"))
    return [*parts, Text(text("review.lost_lines"), "caption"), *lost] if lost else parts
