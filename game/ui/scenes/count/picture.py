"""The board with the line that is being counted, and the sums beside it."""

from functools import partial
from typing import Final

import pygame

from game.play.count_steps import subtotals
from game.play.own_seats import seat_of_honour
from game.play.table import TableSetup
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.animation import mix, mix_point
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.parts import Cells, Column, Panel, Row, Scroll, Spacer, Text, Widget
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.finish import KeyPlacement
from game.ui.scenes.count.rows import StepRow, kinds_of_points, spoken_step, step_colour, step_words
from game.ui.scenes.count.sheet import sheet
from game.ui.scenes.shared.names import edition_name, winner_words
from game.ui.scenes.shared.table_layout import lay_out_table

_IN_A_COLUMN: Final = 9
"""Steps; more of them stand in two."""


class CountPicture:
    """Draws the state of a `CountControl`, and changes nothing of it.

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

    def start(self, view: View) -> BoardLayout:
        """Where the board lay at the table."""
        rules = self._setup.rules
        return lay_out_table(view, rules.grid, has_aside=rules.has_aside).board

    def lay_out(self, area: Rect) -> BoardLayout:
        """Where the board lies in its room here."""
        rules = self._setup.rules
        return lay_out_board(rules.grid, area, 0.62, has_aside=rules.has_aside)

    def _look(self, *, is_lit: bool = False) -> BoardLook:
        """The board as far as it is counted, or with all its lines lit as at the table."""
        control = self._control
        return BoardLook(
            control.match.rules,
            control.played.position,
            dark_lines=frozenset() if is_lit else control.dark_lines,
            is_over=True,
        )

    def draw_glide(
        self, surface: pygame.Surface, end: BoardLayout, start: BoardLayout, share: float
    ) -> None:
        """Draw the board on its way from the table."""
        radius = mix(start.radius, end.radius, share)
        place = BoardLayout(end.board, radius, mix_point(start.origin, end.origin, share))
        self._board.draw_at(surface, end, self._look(is_lit=True), place)

    def draw_board(
        self, surface: pygame.Surface, layout: BoardLayout, marked: int | None, lights: float
    ) -> None:
        """Draw the board with the line of the step that is marked.

        `lights`, 0 to 1, is how bright the lights that it had at the table still are.
        """
        context, control = self._context, self._control
        sprites = context.painter.sprites
        self._board.draw(surface, layout, self._look())
        for index in control.dark_lines if lights else ():
            line = next(s for s in control.round_score.lines if s.line.index == index)
            colour = context.painter.theme.lights[line.number]
            sprites.draw_beam(surface, layout, index, colour, alpha=0.6 * lights)
        if marked is not None:
            step = control.steps[marked]
            if step.line is not None:
                index, colour = step.line.index, step_colour(context, step)
                sprites.draw_beam(surface, layout, index, colour, control.reach)

    def draw_ring(self, surface: pygame.Surface, board: BoardLayout, key: KeyPlacement) -> None:
        """Draw a ring around the placement that mattered most, where its board is looked at."""
        control, space = self._control, key.placement.space
        is_shown = control.seat == seat_of_honour(control.match)
        if is_shown and control.round == key.round_index and space != ASIDE_INDEX:
            sprites = self._context.painter.sprites
            sprites.draw_cursor(surface, board.centres[space], board.tile_radius)

    def sums(self, marked: int | None) -> Widget:
        """The sums so far: the round's steps, their total, and how everybody stands."""
        context, control, text = self._context, self._control, self._context.text
        match, steps = control.match, control.steps
        words = partial(step_words, context, match, control.seat)
        rows = [
            StepRow(
                context,
                step,
                words(step),
                reads=spoken_step(context, match, control.seat, step),
                is_marked=number == marked,
                is_explained=control.is_done,
            )
            for number, step in enumerate(steps[: control.counted])
        ]
        note, is_new = self._note()
        title = "score.round_total" if match.rules.rounds > 1 else "terms.total"
        has_sheet = not self._is_alone or match.rules.rounds > 1
        usual = context.painter.least_word_scale
        return Panel(
            Text(self._heading(), "heading", id="heading"),
            Scroll(
                Cells(*rows, columns=1 if len(steps) <= _IN_A_COLUMN else 2, gap=6 * usual)
                if steps
                else Text(text("score.no_lines"), align="centre"),
                Spacer(share=1),
                share=1,
                id="steps",
            ),
            control.is_done
            and len(subtotals(steps)) > 1
            and Row(*kinds_of_points(context, steps), gap=8),
            Row(
                Text(text(title), "heading", share=45),
                Text(context.catalogue.number(control.points), "title", "accent", align="right"),
                look="ruled",
                gap=10,
                size=58 * usual,
                id="number",
            ),
            bool(note)
            and Text(note, "strong", "good" if is_new else "ink_soft", align="right", id="note"),
            has_sheet
            and control.is_done
            and Column(sheet(context, match, self._setup, control.score), id="sheet"),
            gap=6 * usual,
            pad=(22, 12 * usual),
            share=1,
            id="sums",
        )

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
        """Return a sentence about the total, and whether it praises."""
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
