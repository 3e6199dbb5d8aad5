"""The count's picture: the board with the line that is being counted, and the sums beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from game.locale import write_list, write_number
from game.play.count_steps import rank_seats
from game.rules.match import find_departures
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.layout.hexes import BoardLayout, lay_out_aside, lay_out_board
from game.ui.layout.rects import Point, Rect, View
from game.ui.scenes.count.rows import (
    SumsLayout,
    draw_steps,
    draw_total,
    explain_step,
    lay_out_sums,
    step_colour,
    step_words,
    substitute_name,
)
from game.ui.scenes.shared.names import edition_name

if TYPE_CHECKING:
    import pygame

    from game.play.table import TableSetup
    from game.rules.match import Match
    from game.rules.standing import MatchScore
    from game.ui.frame.context import Context
    from game.ui.scenes.count.control import CountControl


_SHEET_ROW: Final = 34
"""The height of a row of the score sheet, in units."""


@dataclass(frozen=True, slots=True)
class CountLayout:
    """Rectangles in pixels: tabs over the board, a panel with the sums, buttons at the foot."""

    tabs: tuple[Rect, ...]
    board: BoardLayout
    aside: tuple[Point, ...]
    aside_radius: float
    panel: Rect
    head: Rect
    sums: SumsLayout
    sheet: Rect
    buttons: tuple[Rect, ...]


class CountPicture:
    """Draws what a `CountControl` says, and changes nothing of it.

    `best` is the record before this match, None where there is none to beat; `heading` stands in
    place of what the match says of itself, `remark` says why the match does not count.
    """

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        control: CountControl,
        best: float | None,
        heading: str,
        remark: str,
    ) -> None:
        self._context, self._setup, self._control = context, setup, control
        self._best, self._heading_key, self._remark = best, heading, remark
        self._board = BoardPicture(context.painter)

    @property
    def _is_alone(self) -> bool:
        return len(self._control.match.players) == 1

    def lay_out(self, view: View, tabs: int, buttons: int) -> CountLayout:
        """The board at the left, the sums at the right, the buttons at the foot."""
        self._board.forget()
        px, rules = view.px, self._setup.rules
        area = view.area.inset(px(24), px(16))
        foot, area = area.cut_bottom(px(50), px(12))
        right, left = area.cut_right(min(px(520), area.w * 45 // 100), px(20))
        rows = []
        for _ in range(tabs):
            row, left = left.cut_top(px(44), px(8))
            rows.append(row.centred(min(row.w, px(640)), row.h))
        board = lay_out_board(rules.grid, left, 0.62)
        aside, radius = lay_out_aside(board) if rules.has_aside else ((), 0.0)
        head, inner = right.inset(px(22), px(14)).cut_top(px(40), px(4))
        has_sheet = not self._is_alone or rules.rounds > 1
        height = _sheet_height(self._context, self._control.match) if has_sheet else 0
        sheet, inner = inner.cut_bottom(min(height, inner.h * 38 // 100), px(8))
        steps = self._control.steps
        return CountLayout(
            tuple(rows),
            board,
            aside,
            radius,
            right,
            head,
            lay_out_sums(self._context, inner, steps),
            sheet,
            tuple(foot.columns(buttons, px(14))),
        )

    def draw(self, surface: pygame.Surface, layout: CountLayout, hovered: int | None) -> None:
        """Board, panel, sums; `hovered` is the row under the pointer."""
        context, control = self._context, self._control
        painter = context.painter
        look = BoardLook(
            control.match.rules,
            control.played.position,
            dark_lines=control.dark_lines,
            aside=layout.aside,
            aside_radius=layout.aside_radius,
            is_over=True,
        )
        self._board.draw(surface, layout.board, look)
        marked = hovered if control.is_done else control.counted - 1
        if marked is not None and 0 <= marked < len(control.steps):
            step = control.steps[marked]
            if step.line is not None:
                index, colour = step.line.index, step_colour(context, step)
                painter.sprites.draw_beam(surface, layout.board, index, colour, control.reach)
        painter.panel(surface, layout.panel)
        style = painter.theme.type.heading
        painter.text_in(surface, self._heading(), layout.head, style, max_lines=1)
        words = partial(step_words, context, control.match, control.seat)
        draw_steps(surface, context, layout.sums, control.steps, control.counted, marked, words)
        note, is_new = self._note(hovered)
        key = "score.round_total" if control.match.rules.rounds > 1 else "terms.total"
        draw_total(
            surface,
            context,
            layout.sums,
            context.text(key),
            control.points,
            note,
            is_praise=is_new,
        )
        if control.is_done and layout.sheet.h:
            _draw_sheet(surface, context, layout.sheet, control.match, self._setup, control.score)

    def _heading(self) -> str:
        text, control, setup = self._context.text, self._control, self._setup
        if self._heading_key:
            return text(self._heading_key)
        if control.match.is_complete and not self._is_alone and control.is_done:
            names = [control.match.players[i].name for i in control.score.winners]
            if len(names) == 1:
                return text("score.winner", name=names[0])
            return text("score.winners", names=write_list(self._context.catalogue, names))
        if setup.rules.rounds > 1:
            return text("play.round", round=control.round + 1, rounds=setup.rules.rounds)
        return edition_name(self._context, setup.edition, setup.rules)

    @property
    def is_record(self) -> bool:
        """Whether a finished match that counts is better than the best before it."""
        match, score = self._control.match, self._control.score
        is_counting = match.is_complete and self._is_alone and not self._remark
        return is_counting and self._best is not None and score.players[0].total > self._best

    def _note(self, hovered: int | None) -> tuple[str, bool]:
        """What the row pointed at is, else a sentence about the total, and whether it praises."""
        control, text = self._control, self._context.text
        if not control.is_done:
            return "", False
        if hovered is not None and hovered < len(control.steps):
            return explain_step(self._context, control.steps[hovered]), False
        number = partial(write_number, self._context.catalogue)
        if self._best is not None and self.is_record:
            return text("breakdown.new_best", points=number(self._best)), True
        if control.match.rules.rounds > 1:
            total = number(control.score.players[control.seat].total)
            return text("breakdown.match_total", points=total), False
        if self._remark:
            return self._remark, False
        if self._best is None or not self._is_alone:
            return "", False
        return text("score.best", points=number(self._best)), False


def _sheet_height(context: Context, match: Match) -> int:
    """Pixels that the sheet needs."""
    return context.painter.px(_SHEET_ROW) * (len(match.players) + 1)


def _draw_sheet(
    surface: pygame.Surface,
    context: Context,
    rect: Rect,
    match: Match,
    setup: TableSetup,
    score: MatchScore,
) -> None:
    """One row a player, best first; one column a round, at most the last six, and the total."""
    painter = context.painter
    theme = painter.theme
    first = max(0, len(match.rounds) - 6)
    shown = range(first, len(match.rounds))
    row_height = min(painter.px(_SHEET_ROW), rect.h // (len(match.players) + 1))
    rows = rect.stack([row_height] * (len(match.players) + 1))
    weights = [0.5, 2.6, *([1.0] * len(shown)), 1.3]
    small = theme.type.small
    head = rows[0].weighted_columns(weights, painter.px(4))
    for cell, index in zip(head[2:-1], shown, strict=True):
        words = context.text("breakdown.round_short", number=index + 1)
        painter.text_in(surface, words, cell, small, "right", max_lines=1)
    painter.text_in(surface, context.text("terms.total"), head[-1], small, "right", max_lines=1)
    departed = {departure.seat for departure in find_departures(match)}
    ranks = rank_seats([player.total for player in score.players])
    for row, (rank, seat) in zip(rows[1:], ranks, strict=True):
        cells = row.weighted_columns(weights, painter.px(4))
        player = score.players[seat]
        is_winner = seat in score.winners and score.is_complete
        ink = theme.palette.accent if is_winner else theme.palette.ink
        if is_winner:
            size = row_height * 6 // 10
            painter.icon(surface, Icon.TROPHY, cells[0].centre, size, theme.palette.accent)
        else:
            painter.text_in(surface, f"{rank}.", cells[0], small, "centre", max_lines=1)
        name = theme.type.strong.coloured(theme.seats[setup.colour_of(seat)])
        words = match.players[seat].name
        if seat in departed:
            substitute = substitute_name(context, match, seat)
            words = context.text("breakdown.two_names", name=words, substitute=substitute)
        painter.text_in(surface, words, cells[1], name, max_lines=1)
        for cell, index in zip(cells[2:-1], shown, strict=True):
            points = write_number(context.catalogue, player.rounds[index].total)
            painter.text_in(surface, points, cell, theme.type.body, "right", max_lines=1)
        total = write_number(context.catalogue, player.total)
        style = theme.type.strong.coloured(ink)
        painter.text_in(surface, total, cells[-1], style, "right", max_lines=1)
