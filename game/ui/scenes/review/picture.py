"""The review's picture: the board with what was done and what was best, and a panel of words."""

from dataclasses import dataclass

import pygame

from game.locale import write_percent
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.sprites import TileLook
from game.ui.draw.theme import Colour
from game.ui.draw.value_chip import draw_value_chip
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Point, Rect, View
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.review.curve import Curve, call_at, draw_curve, lay_out_curve
from game.ui.scenes.review.page import (
    SummaryRow,
    draw_placement,
    draw_summary,
    draw_sums,
    lay_out_heads,
    lay_out_rows,
    rows_of,
    verdict_colour,
)
from game.ui.scenes.review.steps import ReviewStep


@dataclass(frozen=True, slots=True)
class ReviewLayout:
    """Rectangles in pixels: tabs and caption over the board, a panel of words at the right,
    buttons at the foot. `curve`, `rows` and their `places` are there once the review is.
    """

    tabs: tuple[Rect, ...]
    caption: Rect
    board: BoardLayout
    panel: Rect
    title: Rect
    sums: tuple[Rect, ...]
    pages: Rect
    page: Rect
    buttons: tuple[Rect, ...]
    curve: Curve | None
    rows: tuple[SummaryRow, ...] = ()
    places: tuple[Rect, ...] = ()
    heads: tuple[Rect, ...] = ()

    def call_at(self, at: Point) -> int | None:
        """The call whose column of the curve lies under a pixel."""
        return None if self.curve is None else call_at(self.curve, at)


class ReviewPicture:
    """Draws what a `ReviewControl` says, and changes nothing of it."""

    def __init__(self, context: Context, control: ReviewControl) -> None:
        self._context, self._control = context, control
        self._board = BoardPicture(context.painter, is_first=True)

    def lay_out(self, view: View, tabs: int, widths: tuple[int, ...]) -> ReviewLayout:
        """Lay everything out; `widths` are what each button at the foot needs, in pixels."""
        self._board.forget()
        control, painter, px = self._control, self._context.painter, view.px
        area = view.area.inset(px(24), px(16))
        foot, area = area.cut_bottom(px(50), px(12))
        right, left = area.cut_right(min(px(500), area.w * 43 // 100), px(20))
        rows = []
        for _ in range(tabs):
            row, left = left.cut_top(px(42), px(8))
            rows.append(row.centred(min(row.w, px(640)), row.h))
        caption, left = left.cut_top(px(34), px(2))
        rules = control.match.rules
        board = lay_out_board(rules.grid, left, 0.62, has_aside=rules.has_aside)
        inner = right.inset(px(20), px(14))
        title, inner = inner.cut_top(px(34), px(6))
        sums, inner = inner.cut_top(px(64), px(10))
        curve, inner = inner.cut_top(inner.h * 36 // 100, px(10))
        pages, page = inner.cut_top(px(40), px(12))
        review, plot = control.review, None
        lines: tuple[SummaryRow, ...] = ()
        if review is not None:
            plot = lay_out_curve(painter, curve, review.curve, len(control.played.calls))
            lines = rows_of(self._context, review, control.steps)
        return ReviewLayout(
            tuple(rows),
            caption,
            board,
            right,
            title,
            tuple(sums.columns(4, px(8))),
            pages,
            page,
            tuple(foot.weighted_columns([float(w) for w in widths], px(12))),
            plot,
            lines,
            lay_out_rows(painter, page, len(lines)),
            lay_out_heads(painter, page),
        )

    def draw(self, surface: pygame.Surface, layout: ReviewLayout, hovered: int | None) -> None:
        """Board, sums, curve and words, or how far the engines are; `hovered` is a lit row."""
        context, control = self._context, self._control
        painter, types = context.painter, context.painter.theme.type
        rules = control.match.rules
        self._board.draw(surface, layout.board, BoardLook(rules, control.position))
        painter.text_in(surface, self._caption(), layout.caption, types.heading, max_lines=1)
        step = control.step
        if step is not None and not control.shows_best:
            self._draw_step(surface, layout, step)
        painter.panel(surface, layout.panel)
        title = context.text("review.title")
        drawn = painter.text_in(surface, title, layout.title, types.heading, max_lines=1)
        review = control.review
        if review is None or layout.curve is None:
            self._draw_progress(surface, layout.panel)
            return
        hint = layout.title.cut_left(drawn.w, painter.px(20))[1]
        painter.text_in(surface, context.text("review.hint"), hint, types.small, "right")
        draw_sums(surface, context, layout.sums, review, is_over=control.played.is_complete(rules))
        call = None if step is None else step.found.call
        draw_curve(surface, context, layout.curve, review.curve, call)
        if step is not None:
            draw_placement(surface, context, layout.page, step)
        else:
            rows = zip(layout.rows, layout.places, strict=True)
            draw_summary(surface, context, layout.page, control, review, tuple(rows), hovered)

    def _caption(self) -> str:
        control, text = self._control, self._context.text
        if control.shows_best and control.best is not None:
            points = self._context.catalogue.number(control.best.total)
            return text("review.caption_best", points=points)
        if control.step is None:
            return text("review.caption_end")
        calls = len(control.match.rules.call_sizes)
        return text("play.call_of", call=control.step.found.call + 1, calls=calls)

    def _draw_step(self, surface: pygame.Surface, layout: ReviewLayout, step: ReviewStep) -> None:
        """The tile where it was placed, the best one as a ghost, numbers everywhere else."""
        painter, found = self._context.painter, step.found
        placed, best = found.placement, found.best
        is_same_tile = best.placement.tile == placed.tile
        shown = {placed.space} | ({best.placement.space} if is_same_tile else set())
        for worth in found.choices:
            space = worth.placement.space
            if worth.placement.tile == placed.tile and space not in shown and space != ASIDE_INDEX:
                words = self._context.catalogue.number(round(worth.value))
                at, radius = layout.board.centres[space], layout.board.tile_radius
                draw_value_chip(surface, painter, words, at, radius, best.value - worth.value)
        if is_same_tile and best.placement.space != placed.space:
            at, radius = _place(layout.board, best.placement.space, step)
            good = painter.theme.palette.good
            painter.sprites.draw_tile(surface, placed.tile, at, radius, TileLook.GHOST)
            painter.sprites.draw_cursor(surface, at, radius, good)
            self._draw_pill(surface, at, radius, best.value, good)
        at, radius = _place(layout.board, placed.space, step)
        colour = verdict_colour(painter, found.verdict)
        painter.sprites.draw_tile(surface, placed.tile, at, radius)
        painter.sprites.draw_cursor(surface, at, radius, colour)
        self._draw_pill(surface, at, radius, found.value, colour)

    def _draw_pill(
        self, surface: pygame.Surface, at: Point, radius: float, value: float, colour: Colour
    ) -> None:
        """A tile's value under its middle, so that its digits stay free."""
        painter = self._context.painter
        words = self._context.catalogue.number(round(value))
        style = painter.theme.type.strong.coloured(colour)
        width = painter.text_width(words, style) + painter.px(18)
        height = painter.px(24)
        y = at[1] + radius * 0.62
        box = Rect(round(at[0] - width / 2), round(y - height / 2), width, height)
        painter.box(surface, box, painter.theme.palette.sunken, colour, radius=height // 2)
        painter.text(surface, words, box.centre, style, "centre")

    def _draw_progress(self, surface: pygame.Surface, panel: Rect) -> None:
        painter, share = self._context.painter, self._control.share
        p, types = painter.theme.palette, painter.theme.type
        box = panel.inset(painter.px(40)).centred(panel.w - painter.px(80), painter.px(110))
        head, rest = box.cut_top(painter.px(54), painter.px(8))
        words = self._context.text("review.working")
        painter.text_in(surface, words, head, types.body, "centre")
        bar, rest = rest.cut_top(painter.px(14), painter.px(6))
        painter.box(surface, bar, p.sunken, p.panel_edge, radius=bar.h // 2)
        done = max(bar.h, round(bar.w * share))
        painter.box(surface, Rect(bar.x, bar.y, done, bar.h), p.accent, radius=bar.h // 2)
        percent = write_percent(self._context.catalogue, share)
        painter.text_in(surface, percent, rest, types.caption, "centre")


def _place(board: BoardLayout, space: int, step: ReviewStep) -> tuple[Point, float]:
    if space == ASIDE_INDEX:
        return board.aside[min(len(step.position.aside), 2)], board.aside_radius
    return board.centres[space], board.tile_radius
