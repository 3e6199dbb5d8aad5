"""The coach at the table: requests the value of every space, and draws it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

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
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.names import space_name
from game.ui.scenes.shared.reason_words import is_loss, reason_icon, reason_words
from game.ui.scenes.shared.table_layout import TableLayout

if TYPE_CHECKING:
    from game.bots.coach.coach import Advice, Advised
    from game.bots.coach.reasons import Reason

_MOST_NAMED: Final = 3
"""Most spaces spoken when none is selected, and written beside the hand."""


class CoachView:
    """Requests advice, stores the latest, and draws it; outdated answers are dropped."""

    def __init__(self, context: Context, game: TableGame) -> None:
        self.context, self._game = context, game
        self.is_on = False
        self._asked: Seat | None = None
        self._advice: Advice | None = None
        self._question = Question["Advice"]()

    def ask(self) -> None:
        """Request advice for the hand on display, unless requested already."""
        match, seat = self._game.match, self._game.view
        state = match.round.seats[seat]
        if state is self._asked or not state.hand:
            return
        self._asked, self._advice = state, None
        self._question.ask(self.context.engines.ask(AdviceTask(match, seat)))

    def _chips(self, tile: Tile | None) -> list[Advised]:
        """Return the advice for `tile`, the best first; empty until the answer arrives."""
        advice = self._advice if self._asked is self._game.seat_state() else None
        return [a for a in advice.placements if a.placement.tile == tile] if advice else []

    def poll(self) -> bool:
        """Take an answer that has arrived; return whether the picture changes."""
        try:
            advice = self._question.poll()
        except QuestionFailed:
            return False
        if advice is None or self._asked is None:
            return False
        self.take(self._asked, advice)
        return True

    def take(self, asked: Seat, advice: Advice) -> None:
        """Display this advice for the hand of a seat."""
        self._asked, self._advice = asked, advice

    # spoken words

    def spoken_value(self, tile: Tile, space: int) -> str:
        """Return the value of `tile` on `space`, and a loss beyond its lines; "" without a
        coach.
        """
        chips = self._chips(tile) if self.is_on else []
        here = next((a for a in chips if a.placement.space == space), None)
        if here is None:
            return ""
        words = self._value_words(here, chips[0])
        hopeless = (r for r in here.reasons if r.kind.value == "cannot-finish")
        return as_sentences((words, *(reason_words(self.context, r) for r in hopeless)))

    def spoken_best(self, tile: Tile) -> str:
        """Return the three best spaces for `tile`, or that the coach is thinking."""
        if not self.is_on:
            return ""
        chips = self._chips(tile)[:_MOST_NAMED]
        if not chips:
            return self.context.text("coach.thinking")
        spaces = [
            self.context.text(
                "coach.heard.space", space=self._space_words(a), points=self._points(a.value)
            )
            for a in chips
        ]
        return self.context.text("coach.heard.list", spaces="; ".join(spaces))

    def spoken_reasons(self, tile: Tile, target: int | None) -> str:
        """Return every reason for the selected space, or else for the best one."""
        chips = self._chips(tile) if self.is_on else []
        if not chips:
            return self.spoken_best(tile)
        here = next((a for a in chips if a.placement.space == target), chips[0])
        head = self.context.text("coach.why", space=self._space_words(here))
        reasons = (reason_words(self.context, reason) for reason in here.reasons)
        return as_sentences((self._value_words(here, chips[0]), head, *reasons))

    def _value_words(self, here: Advised, best: Advised) -> str:
        """Return the expected total, and its difference from the best one."""
        text, points = self.context.text, self._points(here.value)
        cost = _shown_cost(here)
        if not cost:
            return text("coach.heard.best", points=points)
        loss = text("terms.count.points", count=cost)
        return text("coach.heard.worse", points=points, loss=loss, space=self._space_words(best))

    def _points(self, value: float) -> str:
        return self.context.text("terms.count.points", count=round(value))

    # pictures

    def draw(
        self,
        surface: pygame.Surface,
        layout: TableLayout,
        tile: Tile | None,
        target: int | None,
    ) -> None:
        """Draw the expected total on each legal space; beside the board the best ones with
        reasons.
        """
        chips = self._chips(tile)
        for advised in chips:
            space = advised.placement.space
            if space not in (ASIDE_INDEX, target):
                words = self.context.catalogue.number(round(advised.value))
                at, radius = layout.board.centres[space], layout.board.tile_radius
                draw_value_chip(surface, self.context.painter, words, at, radius, advised.cost)
        if layout.coach is not None:
            aimed = next((a for a in chips if a.placement.space == target), None)
            self._draw_best(surface, layout, chips, aimed, is_asked=tile is not None)
            if chips:
                # A larger interface must not show fewer reasons.
                with self.context.painter.letters_scaled(self.context.painter.least_word_scale):
                    self._draw_reasons(surface, layout.coach, aimed or chips[0])

    def _draw_best(
        self,
        surface: pygame.Surface,
        layout: TableLayout,
        chips: list[Advised],
        aimed: Advised | None,
        *,
        is_asked: bool,
    ) -> None:
        """Write the best spaces and the selected one beside the hand, or that the coach is
        thinking.
        """
        painter, text = self.context.painter, self.context.text
        types, p, px = painter.theme.type, painter.theme.palette, painter.px
        room = layout.coach_rows
        head, room = room.cut_top(painter.line_height(types.body), px(4))
        painter.text_in(surface, text("coach.title"), head, types.body, max_lines=1)
        if not chips:
            if is_asked:
                painter.text_in(surface, text("coach.thinking"), room, types.body, valign="top")
            return
        room = room._replace(h=min(room.h, _MOST_NAMED * px(28)))
        shown = chips[:_MOST_NAMED]
        if aimed is not None and aimed not in shown:
            shown = [*shown[:2], aimed]
        for advised, row in zip(shown, room.rows(_MOST_NAMED), strict=False):
            cost, is_aimed = _shown_cost(advised), advised is aimed
            ink = p.good if not cost else p.accent if is_aimed else p.ink
            style = types.strong.coloured(ink)
            loss = write_signed(self.context.catalogue, -cost) if cost else text("coach.best")
            words = self._space_words(advised)
            most = max(row.w // 2, row.w - painter.text_width(words, style) - px(8))
            value, name = row.cut_right(min(most, painter.text_width(loss, style) + 2), px(4))
            painter.text_in(surface, words, name, style, max_lines=1)
            painter.text_in(surface, loss, value, style, "right", max_lines=1)

    def _space_words(self, advised: Advised) -> str:
        return space_name(self.context, self._game.match.rules.grid, advised.placement.space)

    def _draw_reasons(self, surface: pygame.Surface, rect: Rect, advised: Advised) -> None:
        """Write the reasons, the most important first, as far as they fit."""
        painter = self.context.painter
        theme, p = painter.theme, painter.theme.palette
        rest = rect
        inks = {Icon.CHECK: p.good, Icon.CLOSE: p.bad, Icon.MINUS: p.ink_soft}
        style, gap = theme.type.body, painter.px(5)
        width = rest.cut_left(painter.px(14), painter.px(6))[1].w
        worded = [(reason, reason_words(self.context, reason)) for reason in advised.reasons]
        heights = {r: painter.height_of(words, width, style) for r, words in worded}
        shown = choose_reasons(advised.reasons, lambda reason: heights[reason] + gap, rest.h + gap)
        for reason, words in worded:
            if reason not in shown:
                continue
            icon, height = reason_icon(reason), heights[reason]
            mark, column = rest.cut_left(painter.px(14), painter.px(6))
            at = (mark.centre[0], mark.y + painter.line_height(style) // 2)
            painter.icon(surface, icon, at, painter.px(13), inks[icon])
            painter.text_in(surface, words, column.cut_top(height)[0], style)
            rest = rest.cut_top(height, gap)[1]


def _shown_cost(advised: Advised) -> float:
    """Return the points that a placement loses, as displayed."""
    return round(advised.cost, 1 if advised.cost < 1 else None)


def choose_reasons(
    reasons: Sequence[Reason], height_of: Callable[[Reason], float], room: float
) -> list[Reason]:
    """Return the first reasons that fit; the worst loss is always among them."""
    loss = next((reason for reason in reasons if is_loss(reason)), None)
    left = room - (0 if loss is None else height_of(loss))
    chosen = []
    for reason in reasons:
        if reason is loss:
            chosen.append(reason)
        elif height_of(reason) <= left:
            chosen.append(reason)
            left -= height_of(reason)
        elif loss is None or loss in chosen:
            break
    return chosen
