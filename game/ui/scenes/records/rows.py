"""The rows of the records screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.locale import write_date
from game.storage.history import PlayedMatch, Summary
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.scenes.records.control import Group, opponents_words
from game.ui.scenes.shared.names import edition_name
from game.ui.widgets import OnPress, Widget

if TYPE_CHECKING:
    from game.ui.frame.context import Context


def _draw_box(row: Widget, surface: pygame.Surface, painter: Painter, *, is_selected: bool) -> None:
    """A row's box in its state."""
    p = painter.theme.palette
    fill, edge = p.sunken, p.panel_edge
    if row.is_hovered or row.shows_focus:
        fill, edge = p.raised, p.raised_edge
    if is_selected:
        fill, edge = p.raised, p.accent
    width = painter.view.scale * (2.2 if is_selected else painter.theme.border)
    painter.box(surface, row.rect, fill, edge, width=max(1.0, width))
    if row.shows_focus:
        painter.focus_ring(surface, row.rect.inset(painter.px(3)))


class GroupRow(Widget):
    """An edition and its rules, with the best total."""

    def __init__(self, context: Context, group: Group, summary: Summary, on_press: OnPress) -> None:
        super().__init__(on_press)
        self.is_selected = False
        self.group = group
        self._context = context
        self._summary = summary

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """Name, rules, best."""
        _draw_box(self, surface, painter, is_selected=self.is_selected)
        theme = painter.theme
        inner = self.rect.inset(painter.px(12), painter.px(6))
        number, words = inner.cut_right(painter.px(58), painter.px(6))
        best = self._summary.best
        if best is not None and self.group.rules is not None:
            points = self._context.catalogue.number(best)
            painter.text_in(surface, points, number, theme.type.points, "right", max_lines=1)
        title = self.group.title(self._context)
        about = self.group.about(self._context)
        games = self._context.text("terms.count.games", count=self._summary.matches)
        top, below = words.cut_top(words.h * 48 // 100)
        painter.text_in(surface, title, top, theme.type.strong, max_lines=1)
        line = f"{about} · {games}" if about else games
        painter.text_in(
            surface, line, below, theme.type.small.coloured(theme.palette.ink_soft), max_lines=2
        )


class MatchRow(Widget):
    """One match: when, what, against whom, how many points, and whether it was won."""

    def __init__(self, context: Context, match: PlayedMatch, on_press: OnPress) -> None:
        super().__init__(on_press)
        self.is_selected = False
        self.match = match
        self._context = context

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """One line."""
        _draw_box(self, surface, painter, is_selected=self.is_selected)
        context = self._context
        theme = painter.theme
        p = theme.palette
        inner = self.rect.inset(painter.px(14), painter.px(4))
        when, what, who, points = inner.weighted_columns([1.5, 1.4, 2.2, 0.7], painter.px(10))
        local = self.match.finished_at.astimezone()
        date = context.text(
            "records.date_time",
            date=write_date(context.catalogue, local.date()),
            time=local.strftime("%H:%M"),
        )
        painter.text_in(surface, date, when, theme.type.small.coloured(p.ink_soft), max_lines=1)
        name = edition_name(context, self.match.edition)
        painter.text_in(surface, name, what, theme.type.caption.coloured(p.ink), max_lines=1)
        painter.text_in(
            surface,
            opponents_words(context, self.match),
            who,
            theme.type.small.coloured(p.ink_soft),
            max_lines=1,
        )
        people = [result for result in self.match.results if result.is_human]
        shown = (people or list(self.match.results))[0]
        if shown.is_winner and len(self.match.results) > 1:
            size = painter.px(18)
            at = (points.x + size / 2, points.centre[1])
            painter.icon(surface, Icon.TROPHY, at, size, p.accent)
        total = context.catalogue.number(shown.total)
        painter.text_in(surface, total, points, theme.type.points, "right", max_lines=1)
