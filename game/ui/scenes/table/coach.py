"""The coach at the table: what every space is worth, computed beside the frame loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.locale import write_number
from game.play.engines import EngineFailed
from game.play.table_game import TableGame
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX
from game.rules.seat import Seat
from game.rules.tiles import Tile
from game.ui.draw.value_chip import draw_value_chip
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.reason_words import reason_words
from game.ui.scenes.shared.table_layout import TableLayout

if TYPE_CHECKING:
    from game.bots.coach.coach import Advice, Advised


class CoachView:
    """Asks the engines, keeps the latest advice, draws it; old answers are dropped."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.is_on = False
        self._asked: Seat | None = None
        self._advice: Advice | None = None
        self._ticket: int | None = None

    def ask(self, match: Match, seat: int) -> None:
        """Have the seat's hand judged, unless that has been asked already."""
        state = match.round.seats[seat]
        if state is self._asked or not state.hand:
            return
        if self._ticket is not None:
            self.context.engines.cancel(self._ticket)
        self._asked, self._advice = state, None
        self._ticket = self.context.engines.ask_advice(match, seat)

    def poll(self) -> bool:
        """Take the answer once it has come; whether there is something new to draw."""
        if self._ticket is None:
            return False
        try:
            advice = self.context.engines.take_advice(self._ticket)
        except EngineFailed:
            self._ticket = None
            return False
        if advice is None:
            return False
        self._ticket, self._advice = None, advice
        return True

    def draw(
        self,
        surface: pygame.Surface,
        layout: TableLayout,
        game: TableGame,
        tile: Tile,
        target: int | None,
    ) -> None:
        """Each legal space's expected total for `tile`; for the one aimed at, why."""
        if self._advice is None or self._asked is not game.seat_state():
            return
        chips = [a for a in self._advice.placements if a.placement.tile == tile]
        for advised in chips:
            space = advised.placement.space
            if space not in (ASIDE_INDEX, target):
                words = write_number(self.context.catalogue, round(advised.value))
                at, radius = layout.board.centres[space], layout.board.tile_radius
                draw_value_chip(surface, self.context.painter, words, at, radius, advised.loss)
        aimed = next((a for a in chips if a.placement.space == target), None)
        if aimed is not None:
            self._draw_reasons(surface, layout, aimed)

    def _draw_reasons(self, surface: pygame.Surface, layout: TableLayout, advised: Advised) -> None:
        """The value and up to four reasons: under the hand, or else at a corner of the board."""
        painter = self.context.painter
        value = write_number(self.context.catalogue, round(advised.value))
        lines = [self.context.text("coach.value", points=value)]
        lines += [reason_words(self.context, r) for r in advised.reasons[:4]]
        style = painter.theme.type.caption
        pad, gap = painter.px(14), painter.px(7)
        width = layout.hand.w if not layout.seats else min(painter.px(300), layout.board_area.w)
        heights = [painter.height_of(line, width - 2 * pad, style) for line in lines]
        height = sum(heights) + gap * (len(lines) - 1) + 2 * painter.px(10)
        box = Rect(layout.hand.x, layout.hand.bottom + painter.px(10), width, height)
        if layout.seats or box.bottom > layout.hints.y:
            box = self._corner(layout, advised, box)
        painter.box(surface, box, painter.theme.palette.sunken, painter.theme.palette.panel_edge)
        inner = box.inset(pad, painter.px(10))
        for i, (line, row) in enumerate(zip(lines, inner.stack(heights, gap), strict=True)):
            ink = painter.theme.palette.accent if i == 0 else painter.theme.palette.ink
            painter.text_in(surface, line, row, style.coloured(ink))

    def _corner(self, layout: TableLayout, advised: Advised, box: Rect) -> Rect:
        """The board's left corner that is farther from the space in question."""
        bounds = layout.board.bounds()
        space = advised.placement.space
        is_low = space != ASIDE_INDEX and layout.board.centres[space][1] > bounds.centre[1]
        y = layout.board_area.y if is_low else layout.board_area.bottom - box.h
        return Rect(layout.board_area.x, y, box.w, box.h)
