"""The count's picture: the board with the line that is being counted, and the sums beside it."""

from dataclasses import dataclass
from functools import partial

import pygame

from game.play.table import TableSetup
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.animation import mix, mix_point
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.finish import KeyPlacement, seat_of_honour
from game.ui.scenes.count.rows import (
    SumsLayout,
    draw_steps,
    draw_total,
    lay_out_sums,
    step_colour,
    step_words,
)
from game.ui.scenes.count.sheet import SHEET_ROW, draw_sheet, sheet_rows
from game.ui.scenes.shared.names import edition_name, winner_words
from game.ui.scenes.shared.table_layout import lay_out_table


@dataclass(frozen=True, slots=True)
class CountLayout:
    """Rectangles in pixels: tabs over the board, a panel with the sums, buttons at the foot;
    `start` is where the board lay at the table.
    """

    tabs: tuple[Rect, ...]
    board: BoardLayout
    panel: Rect
    head: Rect
    sums: SumsLayout
    sheet: Rect
    buttons: tuple[Rect, ...]
    pages: Rect
    start: BoardLayout


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

    def lay_out(self, view: View, tabs: int, buttons: int, *, has_pages: bool) -> CountLayout:
        """The board at the left, the sums at the right, the buttons at the foot; where there are
        two pages, what chooses between them over the right one.
        """
        self._board.forget()
        px, rules = view.px, self._setup.rules
        area = view.area.inset(px(24), px(16))
        foot, area = area.cut_bottom(px(50), px(12))
        right, left = area.cut_right(min(px(520), area.w * 45 // 100), px(20))
        rows = []
        for _ in range(tabs):
            row, left = left.cut_top(px(44), px(8))
            rows.append(row.centred(min(row.w, px(760)), row.h))
        board = lay_out_board(rules.grid, left, 0.62, has_aside=rules.has_aside)
        pages, right = right.cut_top(px(40), px(8)) if has_pages else (right, right)
        head, inner = right.inset(px(22), px(14)).cut_top(px(40), px(4))
        has_sheet = not self._is_alone or rules.rounds > 1
        height = px(SHEET_ROW) * sheet_rows(self._control.match) if has_sheet else 0
        sheet, inner = inner.cut_bottom(min(height, inner.h * 38 // 100), px(8))
        steps = self._control.steps
        return CountLayout(
            tuple(rows),
            board,
            right,
            head,
            lay_out_sums(self._context, inner, steps),
            sheet,
            tuple(foot.columns(buttons, px(14))),
            pages.centred(min(pages.w, px(320)), pages.h),
            lay_out_table(view, rules.grid, has_aside=rules.has_aside).board,
        )

    def look(self, layout: CountLayout, *, is_lit: bool = False) -> BoardLook:
        """The board as far as it is counted, or with all its lines lit as at the table."""
        control = self._control
        return BoardLook(
            control.match.rules,
            control.played.position,
            dark_lines=frozenset() if is_lit else control.dark_lines,
            is_over=True,
        )

    def draw_glide(self, surface: pygame.Surface, layout: CountLayout, share: float) -> None:
        """The board on its way from the table; the panel comes in from the right."""
        start, end = layout.start, layout.board
        radius = mix(start.radius, end.radius, share)
        place = BoardLayout(end.board, radius, mix_point(start.origin, end.origin, share))
        self._board.draw_at(surface, end, self.look(layout, is_lit=True), place)
        away = surface.get_width() - layout.panel.x
        panel = layout.panel.moved(round((1 - share) * away), 0)
        self._context.painter.panel(surface, panel)

    def draw_board(
        self, surface: pygame.Surface, layout: CountLayout, hovered: int | None, lights: float
    ) -> None:
        """The board with the line that is counted, or whose sum is under the pointer; `lights`, 0
        to 1, is what is left of the table's own.
        """
        context, control = self._context, self._control
        sprites = context.painter.sprites
        self._board.draw(surface, layout.board, self.look(layout))
        for index in control.dark_lines if lights else ():
            line = next(s for s in control.round_score.lines if s.line.index == index)
            colour = context.painter.theme.lights[line.number]
            sprites.draw_beam(surface, layout.board, index, colour, alpha=0.6 * lights)
        marked = self._marked(hovered)
        if marked is not None:
            step = control.steps[marked]
            if step.line is not None:
                index, colour = step.line.index, step_colour(context, step)
                sprites.draw_beam(surface, layout.board, index, colour, control.reach)

    def draw_ring(self, surface: pygame.Surface, layout: CountLayout, key: KeyPlacement) -> None:
        """A ring around the placement that mattered most, where its board is looked at."""
        control, space = self._control, key.placement.space
        is_seen = control.seat == seat_of_honour(control.match)
        if is_seen and control.round == key.round_index and space != ASIDE_INDEX:
            board = layout.board
            sprites = self._context.painter.sprites
            sprites.draw_cursor(surface, board.centres[space], board.tile_radius)

    def _marked(self, hovered: int | None) -> int | None:
        """The step that stands out."""
        marked = hovered if self._control.is_done else self._control.counted - 1
        return marked if marked is not None and 0 <= marked < len(self._control.steps) else None

    def draw_sums(self, surface: pygame.Surface, layout: CountLayout, hovered: int | None) -> None:
        """The panel with the sums; `hovered` is the row under the pointer."""
        context, control = self._context, self._control
        painter = context.painter
        marked = self._marked(hovered)
        painter.panel(surface, layout.panel)
        style = painter.theme.type.heading
        painter.text_in(surface, self._heading(), layout.head, style, max_lines=1)
        words = partial(step_words, context, control.match, control.seat)
        draw_steps(surface, context, layout.sums, control.steps, control.counted, marked, words)
        note, is_new = self._note()
        key = "score.round_total" if control.match.rules.rounds > 1 else "terms.total"
        draw_total(
            surface, context, layout.sums, context.text(key), control.points, note, is_praise=is_new
        )
        if control.is_done and layout.sheet.h:
            draw_sheet(surface, context, layout.sheet, control.match, self._setup, control.score)

    def _heading(self) -> str:
        text, control, setup = self._context.text, self._control, self._setup
        if self._heading_key:
            return text(self._heading_key)
        if control.match.is_complete and not self._is_alone and control.is_done:
            return winner_words(self._context, control.match, control.score)
        if setup.rules.rounds > 1:
            return text("play.round", round=control.round + 1, rounds=setup.rules.rounds)
        return edition_name(self._context, setup.edition, setup.rules)

    @property
    def is_record(self) -> bool:
        """Whether a finished match that counts is better than the best before it."""
        match, score = self._control.match, self._control.score
        is_counting = match.is_complete and self._is_alone and not self._remark
        return is_counting and self._best is not None and score.players[0].total > self._best

    def _note(self) -> tuple[str, bool]:
        """A sentence about the total, and whether it praises."""
        control, text = self._control, self._context.text
        if not control.is_done:
            return "", False
        number = self._context.catalogue.number
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
