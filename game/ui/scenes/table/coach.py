"""The coach at the table: asks the engines what every space is worth, and draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.bots.service.tasks import AdviceTask
from game.locale import write_signed
from game.play.question import Question, QuestionFailed
from game.play.table_game import TableGame
from game.rules.placement import ASIDE_INDEX
from game.rules.seat import Seat
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.draw.value_chip import draw_value_chip
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.names import space_name
from game.ui.scenes.shared.reason_words import reason_icon, reason_words
from game.ui.scenes.shared.table_layout import TableLayout

if TYPE_CHECKING:
    from game.bots.coach.coach import Advice, Advised


class CoachView:
    """Asks the engines, keeps the latest advice, draws it; old answers are dropped."""

    def __init__(self, context: Context, game: TableGame) -> None:
        self.context, self._game = context, game
        self.is_on = False
        self._asked: Seat | None = None
        self._advice: Advice | None = None
        self._question = Question["Advice"]()

    def ask(self) -> None:
        """Have the hand in view judged, unless that has been asked already."""
        match, seat = self._game.match, self._game.view
        state = match.round.seats[seat]
        if state is self._asked or not state.hand:
            return
        self._asked, self._advice = state, None
        self._question.ask(self.context.engines.ask(AdviceTask(match, seat)))

    def poll(self) -> bool:
        """Take the answer once it has come; whether there is something new to draw."""
        try:
            advice = self._question.poll()
        except QuestionFailed:
            return False
        if advice is None or self._asked is None:
            return False
        self.take(self._asked, advice)
        return True

    def take(self, asked: Seat, advice: Advice) -> None:
        """Show this advice for the hand of a seat."""
        self._question.stop()
        self._asked, self._advice = asked, advice

    def draw(
        self,
        surface: pygame.Surface,
        layout: TableLayout,
        tile: Tile | None,
        target: int | None,
    ) -> None:
        """Each legal space's expected total for `tile` on it, and the panel."""
        advice = self._advice if self._asked is self._game.seat_state() else None
        chips = [a for a in advice.placements if a.placement.tile == tile] if advice else []
        for advised in chips:
            space = advised.placement.space
            if space not in (ASIDE_INDEX, target):
                words = self.context.catalogue.number(round(advised.value))
                at, radius = layout.board.centres[space], layout.board.tile_radius
                draw_value_chip(surface, self.context.painter, words, at, radius, advised.cost)
        if layout.coach is not None:
            aimed = next((a for a in chips if a.placement.space == target), None)
            self._draw_panel(surface, layout.coach, chips, aimed, is_asked=tile is not None)

    def _draw_panel(
        self,
        surface: pygame.Surface,
        panel: Rect,
        chips: list[Advised],
        aimed: Advised | None,
        *,
        is_asked: bool,
    ) -> None:
        """The best spaces and the one aimed at, then why; without an answer, that it thinks."""
        painter, text = self.context.painter, self.context.text
        theme = painter.theme
        painter.panel(surface, panel)
        inner = panel.inset(painter.px(12), painter.px(8))
        head, rest = inner.cut_top(painter.px(24), painter.px(4))
        icon, name = head.cut_left(painter.px(22), painter.px(4))
        painter.icon(surface, Icon.BULB, icon.centre, painter.px(18), theme.palette.accent)
        name, about = name.cut_left(name.w * 4 // 10, painter.px(4))
        painter.text_in(surface, text("coach.title"), name, theme.type.caption, max_lines=1)
        painter.text_in(
            surface, text("coach.expected"), about, theme.type.small, "right", max_lines=1
        )
        if not chips:
            if is_asked:
                painter.text_in(surface, text("coach.thinking"), rest, theme.type.body, "centre")
            return
        shown = chips[: 3 if panel.h > painter.px(280) else 1]
        if aimed is not None and aimed not in shown:
            shown = [*shown[:2], aimed]
        for advised in shown:
            row, rest = rest.cut_top(painter.px(28), painter.px(4))
            self._draw_row(surface, row, advised, is_aimed=advised is aimed)
        # A larger interface shows no fewer reasons.
        with painter.words_at(painter.least_word_scale):
            self._draw_reasons(surface, rest, aimed or chips[0])

    def _draw_row(
        self,
        surface: pygame.Surface,
        row: Rect,
        advised: Advised,
        *,
        is_aimed: bool,
    ) -> None:
        """A space, what it loses against the best, and the total to be expected."""
        painter, catalogue = self.context.painter, self.context.catalogue
        p = painter.theme.palette
        cost = round(advised.cost, 1 if advised.cost < 1 else None)
        colour = p.good if not cost else p.ink
        edge = p.accent if is_aimed else p.good if not cost else p.panel_edge
        painter.box(surface, row, p.sunken, edge, radius=painter.px(7))
        name, middle, value = row.inset(painter.px(9), 0).weighted_columns([5, 4, 3])
        style = painter.theme.type.caption.coloured(colour)
        space = self._space_words(advised)
        words = write_signed(catalogue, -cost) if cost else self.context.text("coach.best")
        total = catalogue.number(round(advised.value))
        painter.text_in(surface, space, name, style, max_lines=1)
        painter.text_in(surface, words, middle, style, "centre", max_lines=1)
        painter.text_in(surface, total, value, style, "right", max_lines=1)

    def _space_words(self, advised: Advised) -> str:
        return space_name(self.context, self._game.match.rules.grid, advised.placement.space)

    def _draw_reasons(self, surface: pygame.Surface, rect: Rect, advised: Advised) -> None:
        """Why, the weightiest reasons first, as many as have room."""
        painter = self.context.painter
        theme, p = painter.theme, painter.theme.palette
        title, rest = rect.cut_top(painter.px(24), painter.px(2))
        words = self.context.text("coach.why", space=self._space_words(advised))
        painter.text_in(surface, words, title, theme.type.caption.coloured(p.ink), max_lines=1)
        inks = {Icon.CHECK: p.good, Icon.CLOSE: p.bad, Icon.MINUS: p.ink_muted}
        style = theme.type.caption
        for reason in advised.reasons:
            words, icon = reason_words(self.context, reason), reason_icon(reason)
            mark, column = rest.cut_left(painter.px(14), painter.px(6))
            height = painter.height_of(words, column.w, style)
            if height > rest.h:
                break
            at = (mark.centre[0], mark.y + painter.line_height(style) // 2)
            painter.icon(surface, icon, at, painter.px(13), inks[icon])
            painter.text_in(surface, words, column.cut_top(height)[0], style)
            rest = rest.cut_top(height, painter.px(5))[1]
