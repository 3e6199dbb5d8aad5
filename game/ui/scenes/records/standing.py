"""The player's level as charts: the climb past the computers, the last games, the mistakes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.locale import write_date
from game.progress.level import LATEST, LEAST, beginnings
from game.rules.ruleset import Ruleset
from game.ui.draw.animation import mix_colour
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_portrait
from game.ui.frame.scene import Push
from game.ui.frame.topics import as_sentences, labelled
from game.ui.layout.rects import Rect
from game.ui.parts import SILENT, Column, Panel, Picture, Row, Spacer, Text, Widget
from game.ui.scenes.records.picture import (
    draw_mistakes,
    draw_spread,
    height_in,
    mistake_words,
    round_bounds,
    spread_words,
)
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import Button, Look, Stepper

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.progress.level import LevelMark, Standing
    from game.progress.level_findings import LevelFindings
    from game.ui.draw.theme import Colour
    from game.ui.frame.context import Context

_BAND: Final = 46
"""How opaque the doubt is drawn in the mean."""


def standing_page(
    context: Context, findings: LevelFindings, rules: Widget | None, totals: Sequence[float]
) -> Widget:
    """The level at the left; the games, the habits and how often each score came at the right."""
    text, standing = context.text, findings.standing
    spread = text("records.histogram")
    is_other = findings.rules != Ruleset()
    return Row(
        Panel(
            Text(text("level.by_rules" if is_other else "level.yours"), "caption", lines=1),
            _number(context, standing) if standing.mean is not None else Spacer(size=4),
            Text(
                _state_words(context, findings),
                "strong" if standing.mean is None else "small",
                "ink_soft",
                size=60 if standing.mean is None else 40,
                reads=SILENT,
            ),
            Picture(
                lambda surface, room: draw_climb(surface, context, room, findings),
                share=1,
                least=160,
                explain=text("level.about" if is_other else "level.standard_about"),
                reads=_climb_words(context, findings),
                id="climb",
            ),
            rules,
            gap=6,
            share=32,
        ),
        Column(
            Panel(
                Row(
                    Text(text("level.chart"), "caption", lines=1, share=1),
                    Text(_kindness(context, standing), "small", "ink_soft", align="right", share=1),
                    gap=12,
                ),
                Picture(
                    lambda surface, room: draw_attempts(surface, context, room, findings),
                    share=1,
                    explain=text("level.chart_about"),
                    reads=_played_words(context, standing),
                    id="attempts",
                ),
                gap=4,
                pad=(16, 10),
                share=52,
            ),
            Row(
                _habits(context, findings),
                Panel(
                    Text(spread, "caption", lines=1, reads=f"{spread}:"),
                    Picture(
                        lambda surface, room: draw_spread(surface, context, room, totals),
                        share=1,
                        reads=spread_words(context, totals) or SILENT,
                        id="spread",
                    ),
                    gap=4,
                    pad=(14, 10),
                    share=1,
                ),
                gap=14,
                share=48,
            ),
            gap=14,
            share=68,
        ),
        gap=14,
        share=1,
    )


def rules_stepper(
    rules: Sequence[Ruleset],
    chosen: Ruleset,
    choose: Callable[[Ruleset], None],
    show: Callable[[Ruleset], str],
) -> Widget | None:
    """By which rules; nothing where only one kind was played."""
    return Stepper(rules, chosen, choose, show=show, id="rules") if len(rules) > 1 else None


def _number(context: Context, standing: Standing) -> Widget:
    """The mean, large; beside it the level and the doubt."""
    number, text = context.catalogue.number, context.text
    mean = number(standing.mean or 0, 0)
    games = text("terms.count.games", count=len(standing.points))
    doubt = games
    if standing.error is not None:
        doubt = text("level.doubt", error=number(standing.error, 0), games=games)
    level = "" if standing.level is None else bot_name(context, standing.level)
    return Row(
        Text(mean, "title", "accent", lines=1),
        Column(
            Text(level or text("level.without"), "strong", lines=1),
            Text(doubt, "small", "ink_soft", lines=1),
            gap=0,
            share=1,
        ),
        gap=14,
        reads=labelled([level or text("level.without"), mean, doubt]),
        id="level",
    )


def _played_words(context: Context, standing: Standing) -> str:
    """Return what the play of each game was worth, the latest last."""
    worths = ", ".join(context.catalogue.number(one.played, 0) for one in standing.points)
    spoken = labelled([context.text("level.chart"), worths])
    return as_sentences((spoken, context.text("level.chart_about")))


def _state_words(context: Context, findings: LevelFindings) -> str:
    """Return what is to be said below it, in a sentence."""
    text, standing = context.text, findings.standing
    if findings.is_asking:
        return text("level.asking")
    if not standing.points:
        return text("level.nothing")
    if len(standing.points) < LEAST:
        return text("level.more", count=LEAST - len(standing.points))
    if standing.level is None:
        return text("level.unmeasured")
    if standing.following is None:
        return text("level.top")
    level, begins = standing.following
    points = context.catalogue.number(begins, 0)
    return text("level.begins", name=bot_name(context, level), points=points)


def _climb_words(context: Context, findings: LevelFindings) -> str:
    """Return the climb in words."""
    standing = findings.standing
    if standing.mean is None or standing.level is None:
        return _state_words(context, findings)
    like = context.text(f"level.like.{standing.level}")
    mean = context.catalogue.number(standing.mean, 0)
    return f"{context.text('level.told', level=like, mean=mean)}. {_state_words(context, findings)}"


def _kindness(context: Context, standing: Standing) -> str:
    """Return what the calls did to the last game."""
    if not standing.points:
        return ""
    last, number = standing.points[-1], context.catalogue.number
    key = "level.kind" if last.luck > 0 else "level.unkind"
    return context.text(key, played=number(last.played, 0), total=number(last.total))


def _habits(context: Context, findings: LevelFindings) -> Widget:
    """What costs most, and the puzzles made of it."""
    text, habit = context.text, findings.habit
    words = text("level.no_habit" if findings.standing.points else "level.nothing")
    if habit is not None:
        words = text(f"review.mistake.{habit[0]}")
    return Panel(
        Text(text("level.habit_title"), "caption", "accent", lines=1),
        # The dearest stands first in the picture.
        (habit is None or not findings.costs) and Text(words, "strong"),
        Picture(
            lambda surface, room: draw_mistakes(surface, context, room, findings.costs),
            share=1,
            reads=f"{text('records.mistakes')}:\n{mistake_words(context, findings.costs)}",
            id="habits",
        )
        if findings.costs
        else Spacer(share=1),
        Button(
            text("puzzles.title"),
            lambda: Push(context.routes.puzzles()),
            icon=Icon.BULB,
            look=Look.PRIMARY,
            id="puzzles",
        ),
        gap=6,
        pad=(16, 10),
        share=1.2,
    )


def _rungs(findings: LevelFindings) -> list[LevelMark]:
    """The computers that begin a level: others are too close to one to be told from it."""
    starts = dict(beginnings(findings.scale))
    return [mark for mark in findings.scale if mark.level in starts]


def draw_climb(
    surface: pygame.Surface, context: Context, rect: Rect, findings: LevelFindings
) -> None:
    """Draw a rail past the computers, filled up to where the player stands.

    The doubt is a band; where the player stood before are ticks.
    """
    painter, standing, scale = context.painter, findings.standing, _rungs(findings)
    p, types = painter.theme.palette, painter.theme.type
    means = [mark.mean for mark in scale]
    mean, error = standing.mean, standing.error or 0
    if mean is not None:
        means += [mean - error, mean + error]
    means += [points for _, points in findings.earlier]
    if not means:
        return
    low, high = min(means) - 10, max(means) + 10
    room = rect.inset(0, painter.px(12))

    def height(points: float) -> float:
        return room.bottom - room.h * (points - low) / (high - low)

    names, right = rect.cut_left(rect.w * 46 // 100)
    rail = Rect(names.right + painter.px(6), rect.y, painter.px(14), rect.h)
    painter.box(surface, rail, p.sunken, p.panel_edge, radius=rail.w // 2)
    if mean is not None:
        top, foot = height(mean + error), height(mean - error)
        if error:
            _shade(surface, Rect(rect.x, round(top), rect.w, round(foot - top)), p.cool)
        _fill_rail(surface, context, rail, height(mean))
    row = painter.line_height(types.caption)
    for mark, y in zip(scale, _spread([height(m.mean) for m in scale], row), strict=True):
        at, is_reached = height(mark.mean), mark.level == standing.level
        ink = p.ink if is_reached else p.ink_soft
        words = f"{bot_name(context, mark.level)}  {context.catalogue.number(mark.mean, 0)}"
        cell = Rect(names.x, round(y - row / 2), names.w - painter.px(16), row)
        painter.text_in(surface, words, cell, types.caption.coloured(ink), "right", max_lines=1)
        left = cell.right - painter.text_width(words, types.caption) - row * 0.75
        if left - row * 0.6 >= cell.x:
            draw_portrait(surface, painter, mark.level, (left, y), row * 1.1)
        pygame.draw.aaline(surface, p.raised_edge, (cell.right + painter.px(4), y), (rail.x, at))
        painter.disc(
            surface, (rail.centre[0], at), painter.px(4), p.ink if is_reached else p.ink_soft
        )
    if mean is None:
        return
    y = height(mean)
    painter.disc(surface, (rail.centre[0], y), painter.px(9), p.accent, p.sunken, painter.px(3))
    words = context.text("finish.you", points=context.catalogue.number(mean, 0))
    flag = Rect(rail.right + painter.px(16), round(y) - row * 7 // 10, 1, row * 14 // 10)
    width = painter.text_width(words, types.caption) + painter.px(20)
    flag = Rect(flag.x, flag.y, min(width, rect.right - flag.x), flag.h)
    pygame.draw.polygon(
        surface,
        p.accent,
        [
            (flag.x - painter.px(9), y),
            (flag.x + 2, y - flag.h * 0.3),
            (flag.x + 2, y + flag.h * 0.3),
        ],
    )
    painter.box(surface, flag, p.accent, radius=painter.px(7))
    style = types.caption.coloured(p.ink_dark)
    painter.text_in(surface, words, flag.inset(painter.px(4), 0), style, "centre", max_lines=1)
    if error and right.w > painter.px(90):
        number = context.catalogue.number
        words = context.text(
            "level.between", low=number(mean - error, 0), high=number(mean + error, 0)
        )
        below = Rect(flag.x, flag.bottom + painter.px(4), rect.right - flag.x, row)
        if painter.text_width(words, types.small) <= below.w:
            painter.text_in(surface, words, below, types.small, max_lines=1)
    taken = [Rect(flag.x, flag.y, flag.w, flag.h + row + painter.px(4))]
    for day, points in findings.earlier:
        tick = (rail.right, round(height(points)))
        surface.fill(p.ink_muted, (*tick, painter.px(10), max(1, painter.px(2))))
        cell = Rect(flag.x, tick[1] - row // 2, rect.right - flag.x, row)
        if any(cell.y < other.bottom and other.y < cell.bottom for other in taken):
            continue
        taken.append(cell)
        date, total = write_date(context.catalogue, day), context.catalogue.number(points, 0)
        words = f"{total} · {date}"
        words = words if painter.text_width(words, types.small) <= cell.w else total
        style = types.small.coloured(p.ink_soft)
        painter.text_in(surface, words, cell, style, max_lines=1)


def _fill_rail(surface: pygame.Surface, context: Context, rail: Rect, y: float) -> None:
    """Fill the rail up to a height, from the scale's first colour to its last."""
    first, middle, last = context.painter.theme.palette.scale
    inner = rail.inset(context.painter.px(3), context.painter.px(3))
    span = max(1, inner.bottom - round(y))
    for step in range(span):
        share = step / span
        colour = (
            mix_colour(first, middle, share * 2)
            if share < 0.5
            else mix_colour(middle, last, share * 2 - 1)
        )
        surface.fill(colour, (inner.x, inner.bottom - step - 1, inner.w, 1))


def _spread(heights: Sequence[float], gap: float) -> list[float]:
    """The heights of labels, moved up where one would cover the one below it."""
    order = sorted(range(len(heights)), key=lambda i: -heights[i])
    moved, floor = list(heights), float("inf")
    for i in order:
        moved[i] = min(heights[i], floor - gap)
        floor = moved[i]
    return moved


def _shade(surface: pygame.Surface, rect: Rect, colour: Colour) -> None:
    """Draw a band of light, brightest in its middle."""
    if rect.w > 0 and rect.h > 0:
        veil = pygame.Surface((1, rect.h), pygame.SRCALPHA)
        for y in range(rect.h):
            light = 1 - abs(2 * (y + 0.5) / rect.h - 1)
            veil.set_at((0, y), (*colour, round(_BAND * 2 * light)))
        surface.blit(pygame.transform.scale(veil, rect.size), rect[:2])


def draw_attempts(
    surface: pygame.Surface, context: Context, rect: Rect, findings: LevelFindings
) -> None:
    """Draw the last games: filled without luck, hollow as counted, joined by stems."""
    painter, standing = context.painter, findings.standing
    p, types = painter.theme.palette, painter.theme.type
    small = types.small.sized(13)
    points = standing.points
    marks = _rungs(findings)
    shown = [v for one in points for v in (one.total, one.played)] or [m.mean for m in marks]
    if not shown:
        return
    low, high = round_bounds(shown, 60)
    foot, plot = rect.cut_bottom(painter.px(20))
    names = max((painter.text_width(bot_name(context, m.level), small) for m in marks), default=0)
    plot = Rect(
        plot.x + painter.px(38),
        plot.y + painter.px(10),
        plot.w - painter.px(38) - min(names + painter.px(14), rect.w // 4),
        plot.h - painter.px(20),
    )
    height = partial(height_in, plot, low=low, high=high)
    for value in (low, (low + high) / 2, high):
        at = (plot.x - painter.px(8), height(value))
        painter.text(surface, context.catalogue.number(round(value)), at, small, "right")
    last_label = float("inf")
    for mark in marks:
        y = height(mark.mean)
        if not low <= mark.mean <= high:
            continue
        for x in range(plot.x, plot.right, painter.px(8)):
            surface.fill(p.panel_edge, (x, round(y), painter.px(4), 1))
        if last_label - y >= painter.line_height(small) * 0.8:
            ink = p.ink if mark.level == standing.level else p.ink_muted
            at = (plot.right + painter.px(8), y)
            painter.text(surface, bot_name(context, mark.level), at, small.coloured(ink))
            last_label = y
    if standing.mean is not None and standing.error:
        top, bottom = height(standing.mean + standing.error), height(standing.mean - standing.error)
        top, bottom = max(top, plot.y), min(bottom, plot.bottom)
        _shade(surface, Rect(plot.x, round(top), plot.w, round(bottom - top)), p.cool)
    step = plot.w / LATEST
    radius = max(3.0, min(painter.px(6), step * 0.36))
    if standing.mean is not None:
        for i in range(len(points), LATEST):
            empty = (plot.x + step * (i + 0.5), height(standing.mean))
            painter.disc(surface, empty, radius * 0.7, p.panel, p.panel_edge, 1.5)
    for i, one in enumerate(points):
        across = plot.x + step * (i + 0.5)
        played, total = (across, height(one.played)), (across, height(one.total))
        pygame.draw.aaline(surface, p.heat, played, total)
        painter.disc(surface, total, radius * 0.8, p.panel, p.ink_muted, 1.6)
        if i == len(points) - 1:
            painter.disc(surface, played, radius * 1.7, p.panel, p.ink, 2.0)
        painter.disc(surface, played, radius, p.accent)
    _write_dates(surface, context, foot, plot, findings)


def _write_dates(
    surface: pygame.Surface, context: Context, foot: Rect, plot: Rect, findings: LevelFindings
) -> None:
    """Write the days of the first and the last game on show."""
    attempts, step = findings.attempts, plot.w / LATEST
    if not attempts:
        return
    days = [
        write_date(context.catalogue, one.finished_at.astimezone().date())
        for one in (attempts[0], attempts[-1])
    ]
    small = context.painter.theme.type.small.sized(13)
    painter = context.painter
    painter.text(surface, days[0], (plot.x, foot.centre[1]), small)
    end = plot.x + step * len(attempts)
    if days[1] != days[0] and end - plot.x > 2.2 * painter.text_width(days[0], small):
        painter.text(surface, days[1], (end, foot.centre[1]), small, "right")
