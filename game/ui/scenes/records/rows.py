"""The rows of the records screen."""

from functools import partial

import pygame

from game.locale import write_date
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch, Summary
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.scenes.records.control import Group, opponents_words
from game.ui.scenes.shared.earned import daily_words
from game.ui.scenes.shared.names import attempt_words, edition_name, way_words
from game.ui.widgets import Explained, OnPress, Widget, Words, say


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


class Figure(Explained):
    """One number over its name, with an explanation."""

    def __init__(self, name: Words, number: Words, tooltip: Words, *, is_best: bool) -> None:
        super().__init__(tooltip)
        self._name, self._number, self._is_best = name, number, is_best

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """The number large, the name small."""
        theme = painter.theme
        painter.panel(surface, self.rect)
        inner = self.rect.inset(painter.px(10), painter.px(8))
        top, below = inner.cut_top(self.rect.h // 2)
        colour = theme.palette.accent if self._is_best else theme.palette.ink
        style = theme.type.heading.sized(28).coloured(colour)
        painter.text_in(surface, say(self._number), top, style, "centre", max_lines=1)
        small = theme.type.small.coloured(theme.palette.ink_soft)
        painter.text_in(surface, say(self._name), below, small, "centre")
        super().draw(surface, painter)


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
    """One match: when, what, against whom, how many points, and whether it was won.

    One that does not count says why, in a fainter colour.
    """

    def __init__(self, context: Context, match: PlayedMatch, on_press: OnPress) -> None:
        super().__init__(on_press, tooltip=partial(attempt_words, context, match))
        self.is_selected = False
        self.match = match
        self._context = context
        self._daily = daily_words(context, match)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """One line."""
        _draw_box(self, surface, painter, is_selected=self.is_selected)
        context, match = self._context, self.match
        types, p = painter.theme.type, painter.theme.palette
        inner = self.rect.inset(painter.px(14), painter.px(4))
        cells = inner.weighted_columns([1.5, 1.4, 2.4, 0.7], painter.px(10))
        local = match.finished_at.astimezone()
        date = write_date(context.catalogue, local.date())
        when = context.text("records.date_time", date=date, time=local.strftime("%H:%M"))
        who = opponents_words(context, match)
        why = attempt_words(context, match)
        soft = types.small.coloured(p.ink_soft)
        name = types.caption.coloured(p.ink if match.counts else p.ink_soft)
        painter.text_in(surface, when, cells[0], soft, max_lines=1)
        words = edition_name(context, match.edition, Ruleset.parse(match.rules))
        painter.text_in(surface, words, cells[1], name, max_lines=1)
        words = " · ".join(filter(None, [self._daily, who, way_words(context, match.ways), why]))
        painter.text_in(surface, words, cells[2], soft, max_lines=2)
        points = cells[3]
        if match.own.is_winner and len(match.results) > 1:
            size = painter.px(18)
            at = (points.x + size / 2, points.centre[1])
            painter.icon(surface, Icon.TROPHY, at, size, p.accent)
        total = context.catalogue.number(match.own.total)
        style = types.points if match.counts else types.points.coloured(p.ink_soft)
        painter.text_in(surface, total, points, style, "right", max_lines=1)
