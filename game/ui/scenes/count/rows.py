"""The sums of a breakdown as a list: one row for each step, the total at the foot."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.locale import write_list
from game.play.bot_desk import substitute_for
from game.play.count_steps import CountStep, StepKind, subtotals
from game.play.table import TableSetup
from game.rules.match import Match
from game.ui.draw.animation import mix_colour
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.names import bot_name, seat_words

_ROW: Final = 44
_LOWEST_ROW: Final = 26
"""Heights of a step, in units."""


@dataclass(frozen=True, slots=True)
class SumsLayout:
    """The steps' `rows` in their `area`, the cells of the `parts` below them, the `total` with a
    `note`.
    """

    area: Rect
    rows: tuple[Rect, ...]
    parts: tuple[Rect, ...]
    total: Rect
    note: Rect


def lay_out_sums(context: Context, area: Rect, steps: tuple[CountStep, ...]) -> SumsLayout:
    """Rows for `steps` from the top, in two columns where one would be too low to read."""
    px = context.painter.px
    count = len(steps)
    kinds = len(subtotals(steps))
    has_parts = kinds > 1
    note, rest = area.cut_bottom(px(36))
    total, rest = rest.cut_bottom(min(px(62), area.h // 5), px(4))
    parts, rest = rest.cut_bottom(px(26) if has_parts else 0, px(4))
    gap = px(6) if count < 12 else px(4)
    columns = 1 if count * (px(_LOWEST_ROW) + gap) <= rest.h + gap else 2
    per_column = max(1, -(-count // columns))
    height = min(px(_ROW), (rest.h - gap * (per_column - 1)) // per_column)
    rows = [
        row
        for column in rest.columns(columns, px(12))
        for row in column.stack([height] * per_column, gap)
    ]
    cells = tuple(parts.columns(kinds, px(8))) if has_parts else ()
    return SumsLayout(rest, tuple(rows[:count]), cells, total, note)


def step_colour(context: Context, step: CountStep) -> Colour:
    """The light that a step's line gives."""
    theme = context.painter.theme
    if step.symbol is not None:
        return theme.palette.sun_ink if step.symbol == "sun" else theme.palette.moon_ink
    return theme.inks[step.number] if step.number else theme.palette.accent


def draw_steps(
    surface: pygame.Surface,
    context: Context,
    layout: SumsLayout,
    steps: tuple[CountStep, ...],
    shown: int,
    marked: int | None,
    words: Callable[[CountStep], str],
) -> None:
    """The first `shown` steps, of which `marked` stands out; the parts once all are there."""
    painter = context.painter
    for i, (row, step) in enumerate(zip(layout.rows, steps, strict=True)):
        if i < shown:
            _draw_row(surface, context, row, step, words(step), is_marked=i == marked)
    if not steps:
        nothing = context.text("score.no_lines")
        painter.text_in(surface, nothing, layout.area, painter.theme.type.body, "centre")
    elif shown >= len(steps):
        _draw_parts(surface, context, layout.parts, steps)


def draw_total(
    surface: pygame.Surface,
    context: Context,
    layout: SumsLayout,
    title: str,
    points: float,
    note: str,
    *,
    is_praise: bool,
) -> None:
    """The rule, the total so far under its `title`, and a sentence about it."""
    painter = context.painter
    theme = painter.theme
    total = layout.total
    surface.fill(theme.palette.panel_edge, (total.x, total.y, total.w, max(1, painter.px(2))))
    name, number = total.cut_left(total.w * 45 // 100)
    painter.text_in(surface, title, name, theme.type.heading, max_lines=1)
    height = total.h / painter.view.scale
    style = theme.type.number.sized(min(62, height * 0.95)).coloured(theme.palette.accent)
    words = context.catalogue.number(points)
    painter.text_in(surface, words, number, style, "right", max_lines=1)
    if note:
        colour = theme.palette.good if is_praise else theme.palette.ink_soft
        style = theme.type.strong.coloured(colour)
        painter.text_in(surface, note, layout.note, style, "right", max_lines=2)


def step_words(context: Context, match: Match, seat: int, step: CountStep) -> str:
    """A step as it would stand on paper: `3 × 9 = 27`."""
    text = context.text
    points = context.catalogue.number(step.points)
    call = 0 if step.call is None else step.call + 1
    match step.kind:
        case StepKind.LINE | StepKind.RAY:
            kind = "ray" if step.kind is StepKind.RAY else "late_line" if step.is_late else "line"
            return text(f"score.{kind}_sum", length=step.length, number=step.number, points=points)
        case StepKind.BEST_RAY:
            assert step.symbol is not None
            words = text(f"terms.best_{step.symbol.value}_ray")
            if step.holders:
                names = [seat_words(context, match, i) for i in step.holders]
                names_words = write_list(context.catalogue, names)
                return text("breakdown.ray_of", ray=words, names=names_words)
            return text("breakdown.shared_ray", ray=words) if step.is_shared else words
        case StepKind.BONUS:
            gain = context.catalogue.number(step.gain)
            if step.call is None:
                return text("breakdown.bonus_game", gain=gain)
            return text("breakdown.bonus_call", call=call, gain=gain)
        case StepKind.MISSED:
            calls = write_list(context.catalogue, _runs(step.calls))
            if not step.length:
                return text("breakdown.missed", calls=calls)
            return text("breakdown.missed_placed", calls=calls, count=step.length)
        case StepKind.LEFT:
            name = match.players[seat].name
            substitute = substitute_name(context, match, seat)
            return text("breakdown.left", call=call, name=name, substitute=substitute)


def _runs(calls: tuple[int, ...]) -> list[str]:
    """The numbers of calls, neighbours as one run: `1–3`, `5`."""
    firsts = [call for call in calls if call - 1 not in calls]
    lasts = [call for call in calls if call + 1 not in calls]
    return [
        f"{first + 1}" if first == last else f"{first + 1}–{last + 1}"
        for first, last in zip(firsts, lasts, strict=True)
    ]


def substitute_name(context: Context, match: Match, seat: int) -> str:
    """The name of the substitute for a player who was out (M5)."""
    return bot_name(context, substitute_for(TableSetup.from_match(match), seat).name)


def explain_step(context: Context, step: CountStep) -> str:
    """Why a step brings what it brings, for the row that is pointed at."""
    key = step.kind.name.lower()
    if step.is_late:
        key = "late"
    elif step.kind is StepKind.RAY and step.symbol is not None:
        key = f"{step.symbol.value}_ray"
    return context.text(f"breakdown.about.{key}")


def _draw_row(
    surface: pygame.Surface,
    context: Context,
    row: Rect,
    step: CountStep,
    words: str,
    *,
    is_marked: bool,
) -> None:
    painter = context.painter
    theme = painter.theme
    p = theme.palette
    fill = mix_colour(p.panel, p.raised, 0.9 if is_marked else 0.3)
    painter.box(surface, row, fill, p.accent if is_marked else None, radius=painter.px(10))
    badge, rest = row.cut_left(row.h + painter.px(4), painter.px(6))
    room = rest.inset(painter.px(6), 0)
    _draw_badge(surface, context, badge, step)
    style = theme.type.strong.sized(min(22.0, row.h / painter.view.scale * 0.6))
    if step.points and step.kind in (StepKind.BEST_RAY, StepKind.BONUS):
        points, room = room.cut_right(painter.px(52), painter.px(4))
        number = f"+{context.catalogue.number(step.points)}"
        gold = style.coloured(p.accent)
        painter.text_in(surface, number, points, gold, "right", max_lines=1)
    elif step.is_late:
        side = min(painter.px(20), row.h * 7 // 10)
        mark, room = room.cut_right(side, painter.px(4))
        painter.icon(surface, Icon.CLOCK, mark.centre, side, p.bad)
    if not step.points:
        style = theme.type.body.coloured(p.ink_soft)
    painter.text_in(surface, words, room, style, max_lines=2)


def _draw_badge(surface: pygame.Surface, context: Context, rect: Rect, step: CountStep) -> None:
    """What is counted: the line's number in its colour, a sun, a moon, a star."""
    painter = context.painter
    p = painter.theme.palette
    centre = (rect.x + rect.w / 2, rect.y + rect.h / 2)
    radius = rect.h * 0.36
    if step.symbol is not None:
        painter.sprites.draw_symbol(surface, centre, radius, is_sun=step.symbol == "sun")
    elif step.kind is StepKind.BONUS:
        painter.icon(surface, Icon.STAR, centre, round(radius * 2), p.accent)
    elif step.line is None:
        icon = Icon.CLOCK if step.kind is StepKind.MISSED else Icon.PERSON
        painter.icon(surface, icon, centre, round(radius * 2), p.bad)
    else:
        colour = painter.theme.stripes[step.number]
        edge = mix_colour(colour, p.light, 0.5)
        painter.disc(surface, centre, radius, colour, edge, max(1.0, radius * 0.12))
        em = radius * 1.3 / painter.view.scale
        digit = TextStyle(em, p.ink, is_bold=True, outline=max(1.0, em / 9))
        painter.text(surface, str(step.number), centre, digit, "centre")


def _draw_parts(
    surface: pygame.Surface, context: Context, cells: tuple[Rect, ...], steps: tuple[CountStep, ...]
) -> None:
    """Lines, rays and bonus apart, where there is more than lines (M6)."""
    painter = context.painter
    keys = {
        StepKind.LINE: "score.lines_points",
        StepKind.RAY: "score.rays_points",
        StepKind.BONUS: "score.bonus_points",
    }
    style = painter.theme.type.caption
    for cell, (kind, points) in zip(cells, subtotals(steps).items(), strict=False):
        words = context.text(
            "breakdown.named",
            name=context.text(keys[kind]),
            points=context.catalogue.number(points),
        )
        painter.text_in(surface, words, cell, style, "centre", max_lines=1)
