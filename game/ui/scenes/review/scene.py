"""The review: a round looked at once more, placement by placement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.locale import write_number, write_percent
from game.ui.draw.board_picture import BoardLook
from game.ui.frame.bindings import Action
from game.ui.frame.engines import Engines, shared_engines
from game.ui.frame.intents import Command, Intent, MouseButton, PointerMoved, PointerReleased
from game.ui.frame.scene import Ignored, Pop, Scene, Transition
from game.ui.layout.rects import Rect, View
from game.ui.scenes.review.acts import ReviewActs
from game.ui.scenes.review.board import draw_step
from game.ui.scenes.review.curve import Curve, call_at, draw_curve, lay_out_curve
from game.ui.scenes.review.layout import ReviewLayout, lay_out_review
from game.ui.scenes.review.page import (
    Figures,
    draw_placement,
    draw_summary,
    draw_sums,
    lay_out_rows,
)
from game.ui.scenes.review.steps import best_position, seats_to_review
from game.ui.scenes.shared.dialogs import tell

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.rules.placement import Position
    from game.ui.frame.context import Context

__all__ = ["ReviewScene", "review_scene"]


def review_scene(
    context: Context,
    match: Match,
    round_index: int | None = None,
    seat: int | None = None,
    engines: Engines | None = None,
) -> Scene:
    """The review of a match's round (the last if None) and seat (the first person's), or a
    friendly word where nothing was placed.
    """
    rounds = [i for i in range(len(match.rounds)) if seats_to_review(match, i)]
    if round_index is not None:
        rounds = [i for i in rounds if i == round_index]
    if not rounds:
        return tell(context, lambda: context.text("review.empty"))
    seats = seats_to_review(match, rounds[-1])
    chosen = seat if seat in seats else seats[0]
    return ReviewScene(context, match, rounds[-1], chosen, engines or shared_engines())


class ReviewScene(ReviewActs):
    """The board of the placement in view, and beside it sums, curve and words."""

    def __init__(
        self, context: Context, match: Match, round_index: int, seat: int, engines: Engines
    ) -> None:
        self._layout: ReviewLayout | None = None
        self._curve: Curve | None = None
        self._row_places: tuple[Rect, ...] = ()
        super().__init__(context, match, round_index, seat, engines)

    def resize(self, view: View) -> None:
        """Lay everything out."""
        super().resize(view)
        painter, rules = self.context.painter, self.match.rules
        widths = tuple(max(view.px(56), w.measure(painter)[0]) for w in self._foot)
        layout = lay_out_review(
            view, rules.grid, tabs=len(self._tabs), widths=widths, has_aside=rules.has_aside
        )
        for tab, rect in zip(self._tabs, layout.tabs, strict=True):
            tab.place(rect)
        for widget, rect in zip(self._foot, layout.buttons, strict=True):
            widget.place(rect)
        self._page.place(layout.pages)
        self._board.forget()
        self._layout = layout
        self._is_laid_out = True
        if self.review is not None:
            calls = len(self.match.rounds[self.round_index].calls)
            self._curve = lay_out_curve(painter, layout.curve, self.review.curve, calls)
            self._row_places = lay_out_rows(painter, layout.page, len(self._rows))

    def handle(self, intent: Intent) -> Transition | None:
        """Arrows walk; everything else goes to the widgets first."""
        if self.review is not None and isinstance(intent, Command):
            match intent.action:
                case Action.LEFT | Action.RIGHT as action:
                    self._step(1 if action is Action.RIGHT else -1)
                    return None
                case Action.UP | Action.DOWN as action:
                    self._next_mistake(1 if action is Action.DOWN else -1)
                    return None
                case Action.FIRST | Action.LAST as action:
                    self._go_to(0 if action is Action.FIRST else len(self.steps) - 1)
                    return None
                case _:
                    pass
        return super().handle(intent)

    def react(self, intent: Intent) -> Transition | None:
        """Escape leaves; the curve and the rows lead to their placements."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                return Pop()
            case PointerMoved(at):
                was, self._hovered = self._hovered, self._row_at(at)
                # `None` would be taken for a mere pointer move.
                return Ignored() if was == self._hovered else None
            case PointerReleased(at, MouseButton.PRIMARY) if self.review is not None:
                row = self._row_at(at)
                if row is not None:
                    self._go_to(self._rows[row].step)
                    return None
                return self._click_curve(at)
            case _:
                return Ignored()

    def _click_curve(self, at: tuple[float, float]) -> Transition | None:
        call = None if self._curve is None else call_at(self._curve, at)
        steps = [i for i, s in enumerate(self.steps) if s.found.call == call]
        if not steps:
            return Ignored()
        self._go_to(steps[0])
        return None

    def _row_at(self, at: tuple[float, float]) -> int | None:
        if self.at is not None or self.review is None:
            return None
        return next((i for i, r in enumerate(self._row_places) if r.contains(at)), None)

    # picture

    def _caption(self) -> str:
        text = self.context.text
        if self.shows_best and self.best is not None:
            points = write_number(self.context.catalogue, self.best.total)
            return text("review.caption_best", points=points)
        if self.at is None:
            return text("review.caption_end")
        calls = len(self.match.rules.call_sizes)
        return text("play.call_of", call=self.steps[self.at].found.call + 1, calls=calls)

    def _position(self) -> Position:
        if self.shows_best and self.best is not None:
            return best_position(self.match.rules, self.best.board)
        if self.at is not None:
            return self.steps[self.at].position
        return self.match.rounds[self.round_index].seats[self.seat].position

    def _place_widgets(self) -> None:
        is_ready = self.review is not None
        for widget in (self._page, *self._foot[:-1]):
            widget.is_hidden = not is_ready
        self._play_on.why_disabled = (
            None if self.at is not None else self.context.text("review.play_on_where")
        )
        self._best.is_hidden = not is_ready or self.best is None

    def draw_below(self, surface: pygame.Surface) -> None:
        """Board, sums, curve and words, or how far the engines are."""
        super().draw_below(surface)
        painter, layout = self.context.painter, self._layout
        assert layout is not None
        self._place_widgets()
        types = painter.theme.type
        painter.text_in(surface, self._caption(), layout.caption, types.heading, max_lines=1)
        look = BoardLook(
            self.match.rules, self._position(), aside=layout.aside, aside_radius=layout.aside_radius
        )
        self._board.draw(surface, layout.board, look)
        if self.at is not None and not self.shows_best:
            draw_step(surface, self.context, layout, self.steps[self.at])
        painter.panel(surface, layout.panel)
        title = self.context.text("review.title")
        drawn = painter.text_in(surface, title, layout.title, types.heading, max_lines=1)
        if self.review is None:
            self._draw_progress(surface, layout)
            return
        hint = layout.title.cut_left(drawn.w, painter.px(20))[1]
        painter.text_in(surface, self.context.text("review.hint"), hint, types.small, "right")
        played = self.match.rounds[self.round_index]
        is_over = played.is_complete(self.match.rules)
        draw_sums(surface, self.context, layout.sums, self.review, is_over=is_over)
        assert self._curve is not None
        call = None if self.at is None else self.steps[self.at].found.call
        draw_curve(surface, self.context, self._curve, self.review.curve, call)
        if self.at is not None:
            draw_placement(surface, self.context, layout.page, self.steps[self.at])
        else:
            places, hovered = self._row_places, self._hovered
            best = self.best.total if self.best is not None else None
            figures = Figures(self.review.accuracy, best, self._bound, self.review.master_total)
            draw_summary(surface, self.context, layout.page, figures, self._rows, places, hovered)

    def _draw_progress(self, surface: pygame.Surface, layout: ReviewLayout) -> None:
        painter = self.context.painter
        p = painter.theme.palette
        box = layout.panel.inset(painter.px(40)).centred(
            layout.panel.w - painter.px(80), painter.px(110)
        )
        head, rest = box.cut_top(painter.px(54), painter.px(8))
        words = self.context.text("review.working")
        painter.text_in(surface, words, head, painter.theme.type.body, "centre")
        bar, rest = rest.cut_top(painter.px(14), painter.px(6))
        painter.box(surface, bar, p.sunken, p.panel_edge, radius=bar.h // 2)
        done = max(bar.h, round(bar.w * self._share))
        painter.box(surface, Rect(bar.x, bar.y, done, bar.h), p.accent, radius=bar.h // 2)
        share = write_percent(self.context.catalogue, self._share)
        painter.text_in(surface, share, rest, painter.theme.type.caption, "centre")
