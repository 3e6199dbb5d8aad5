"""The steps of a count: as rows of the sums, and as receipts of the result."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pygame

from game.locale import write_list
from game.play.count_steps import CountStep, StepKind, subtotals
from game.play.pending_choices import substitute_for
from game.play.table import TableSetup
from game.rules.match import Match
from game.ui.draw.animation import mix_colour
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Cells, Text, Widget
from game.ui.scenes.shared.names import bot_name, seat_words

_MOST_RECEIPTS: Final = 9
"""In one row."""


def step_colour(context: Context, step: CountStep) -> Colour:
    """The light that a step's line gives."""
    theme = context.painter.theme
    if step.symbol is not None:
        return theme.palette.sun_ink if step.symbol == "sun" else theme.palette.moon_ink
    return theme.inks[step.number] if step.number else theme.palette.accent


class StepRow(Widget):
    """A step as it would stand on paper; explained once all are counted."""

    is_focusable = False

    def __init__(
        self,
        context: Context,
        step: CountStep,
        words: str,
        *,
        reads: str,
        is_marked: bool,
        is_explained: bool,
    ) -> None:
        why = explain_step(context, step) if is_explained else ""
        super().__init__(explain=why, tooltip=why, reads=reads)
        self.context, self.step, self.words = context, step, words
        self.is_marked = is_marked

    def measure(self, painter: Painter) -> tuple[int, int]:
        width = painter.text_width(self.words, painter.theme.type.strong) + painter.px(70)
        # A larger interface shows no fewer rows.
        return width, painter.px(max(28, 36 * painter.least_word_scale))

    def least_width(self, painter: Painter) -> int:
        return painter.widest_word(self.words, painter.theme.type.strong) + painter.px(70)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        is_marked = self.is_marked or self.is_hovered or self.shows_focus
        _draw_row(surface, self.context, self.rect, self.step, self.words, is_marked=is_marked)


class LineReceipt(Widget):
    """What a line, a ray or a bonus brought, as small as can be: `5×8`, and its points."""

    is_focusable = False

    def __init__(self, context: Context, step: CountStep, words: str, reads: str) -> None:
        why = f"{words}\n{explain_step(context, step)}"
        super().__init__(explain=why, tooltip=why, reads=reads)
        self.context, self.step = context, step
        self.points = context.catalogue.number(step.points)

    @property
    def sum(self) -> str:
        """Its length and number; nothing where it is no line."""
        return f"{self.step.length}×{self.step.number}" if self.step.number else ""

    def measure(self, painter: Painter) -> tuple[int, int]:
        types = painter.theme.type
        widths = (
            painter.text_width(self.sum, types.caption),
            painter.text_width(self.points, types.label),
        )
        lines = painter.line_height(types.caption) + painter.line_height(types.label)
        return max(widths) + painter.px(12), lines + painter.px(16)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, types, px = painter.theme.palette, painter.theme.type, painter.px
        colour = step_colour(self.context, self.step)
        is_raised = self.is_hovered or self.shows_focus
        painter.box(surface, self.rect, colour, radius=px(10))
        body = self.rect._replace(h=self.rect.h - px(5))
        painter.box(surface, body, p.raised if is_raised else p.panel, p.panel_edge, radius=px(10))
        top, foot = body.inset(px(3), px(4)).cut_top(body.h * 42 // 100)
        if self.step.symbol is not None:
            is_sun = self.step.symbol == "sun"
            painter.sprites.draw_symbol(surface, top.centre, top.h * 0.42, is_sun=is_sun)
        elif self.step.line is None:
            painter.icon(surface, Icon.STAR, top.centre, top.h * 8 // 10, p.accent)
        else:
            ink = p.bad if self.step.is_late else p.ink_soft
            style = types.caption.coloured(ink)
            painter.text_in(surface, self.sum, top, style, "centre", max_lines=1)
        painter.text_in(surface, self.points, foot, types.label, "centre", max_lines=1)


def receipts(context: Context, match: Match, seat: int, steps: tuple[CountStep, ...]) -> Widget:
    """All that brought points, the most first: up to nine in a row. All bonuses are one."""
    earned = [(s, step_words(context, match, seat, s)) for s in steps if s.points]
    bonuses = [item for item in earned if item[0].kind is StepKind.BONUS]
    if bonuses:
        whole = replace(bonuses[0][0], points=sum(step.points for step, _ in bonuses))
        earned = [item for item in earned if item not in bonuses]
        earned.append((whole, "\n".join(words for _, words in bonuses)))
    if not earned:
        return Text(context.text("score.no_lines"), "body", align="centre")
    earned.sort(key=lambda item: -item[0].points)
    rows = -(-len(earned) // _MOST_RECEIPTS)
    cards = (
        LineReceipt(
            context,
            step,
            words,
            words if step.kind is StepKind.BONUS else spoken_step(context, match, seat, step),
        )
        for step, words in earned
    )
    return Cells(*cards, columns=max(5, -(-len(earned) // rows)), gap=8)


def kinds_of_points(context: Context, steps: tuple[CountStep, ...]) -> Iterator[Widget]:
    """Lines, rays and bonus apart (M6)."""
    keys = {
        StepKind.LINE: "score.lines_points",
        StepKind.RAY: "score.rays_points",
        StepKind.BONUS: "score.bonus_points",
    }
    for kind, points in subtotals(steps).items():
        number = context.catalogue.number(points)
        words = context.text("breakdown.named", name=context.text(keys[kind]), points=number)
        why = context.text(f"breakdown.about.parts_{kind.name.lower()}")
        yield Text(words, "caption", align="centre", share=1, explain=why, tooltip=why, id=kind)


def step_words(context: Context, match: Match, seat: int, step: CountStep) -> str:
    """Return a step as it would stand on paper: `3 × 9 = 27`."""
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
                if step.tie is None:
                    return text("breakdown.ray_of", ray=words, names=names_words)
                theirs, ours = map(context.catalogue.number, step.tie)
                values = {"names": names_words, "length": str(step.length)}
                return text("breakdown.ray_tie", ray=words, theirs=theirs, own=ours, **values)
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


def spoken_step(context: Context, match: Match, seat: int, step: CountStep) -> str:
    """Return a step as it is read aloud: a line by the spaces at its ends."""
    words = step_words(context, match, seat, step)
    points = context.text("terms.count.points", count=step.points)
    if step.line is None:
        return context.text("breakdown.named", name=words, points=points) if step.points else words
    first, last = (match.rules.grid.name_of(step.line.spaces[i]) for i in (0, -1))
    if step.kind is StepKind.BEST_RAY:
        values = {"ray": words, "start": first, "end": last, "points": points}
        return context.text("heard.spoken.count_best_ray", **values)
    ends = {"start": first, "end": last, "points": points}
    if step.symbol is not None:
        return context.text(f"heard.spoken.ray_complete.{step.symbol}", **ends)
    key = "heard.spoken.count_late_line" if step.is_late else "heard.spoken.count_line"
    return context.text(key, **ends, length=step.length, number=step.number)


def _runs(calls: tuple[int, ...]) -> list[str]:
    """Return the numbers of calls, neighbours as one run: `1–3`, `5`."""
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
        painter.text_in(surface, number, points, style.coloured(p.accent), "right", max_lines=1)
    elif step.is_late:
        side = min(painter.px(20), row.h * 7 // 10)
        mark, room = room.cut_right(side, painter.px(4))
        painter.icon(surface, Icon.CLOCK, mark.centre, side, p.bad)
    if not step.points:
        style = theme.type.body.coloured(p.ink_soft)
    painter.text_in(surface, words, room, style, max_lines=2)


def _draw_badge(surface: pygame.Surface, context: Context, rect: Rect, step: CountStep) -> None:
    """Draw what is counted: the line's number in its colour, a sun, a moon, a star."""
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
