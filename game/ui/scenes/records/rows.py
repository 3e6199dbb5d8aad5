"""The rows of the records: groups, matches, days and opponents in words."""

from functools import cached_property, partial
from typing import Final

import pygame

from game.locale import write_date, write_list
from game.progress.daily_history import find_offered
from game.rules.marks import Mark
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch
from game.ui.draw.bands import draw_band, draw_band_focus, draw_flag
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect
from game.ui.scenes.records.control import Group
from game.ui.scenes.shared.choosing import computer_name
from game.ui.scenes.shared.flags import bands_of_result
from game.ui.scenes.shared.names import (
    attempt_words,
    edition_name,
    handicap_words,
    seat_words,
)
from game.ui.widgets import OnPress, Widget
from game.ui.widgets.buttons import shade_of

ROW_HEIGHT: Final = 62
"""Units of height of a row."""


def group_title(context: Context, group: Group) -> str:
    """Return the name of a group of matches."""
    if group.is_challenge:
        return context.text("challenges.title")
    if group.people:
        return write_list(context.catalogue, group.people)
    if group.edition is None or group.rules is None:
        return context.text("records.all")
    name = edition_name(context, group.edition, Ruleset.parse(group.rules))
    return " · ".join(filter(None, [name, handicap_words(context, group.handicaps)]))


def opponents_words(context: Context, played: PlayedMatch) -> str:
    """Return the other players of a match, with the substitutes of those who left (M5)."""
    others = {seat: r for seat, r in enumerate(played.results) if r is not played.result}
    if not others:
        return context.text("records.alone")
    names = {seat: computer_name(context, r.name, r.bot) for seat, r in others.items()}
    # Seats that players left, and seats of other computers, have no owner here.
    unowned = [seat for seat, r in others.items() if not r.is_human and r.bot is None]
    match = context.store.profile.match(played.id) if unowned else None
    if match is not None:
        names |= {seat: seat_words(context, match, seat) for seat in unowned}
    return context.text("records.against", names=write_list(context.catalogue, [*names.values()]))


def daily_words(context: Context, played: PlayedMatch) -> str:
    """Return the daily deal of a stored match; "" for another deal."""
    deal = find_offered(played.rules, played.seed, context.store.today)
    return "" if deal is None else context.text("daily.label", number=str(deal.number))


class MatchRow(Widget):
    """A match: its flag, edition, kind of game, date and points.

    The chosen one is a white band; one that does not count is paler.
    """

    def __init__(
        self,
        context: Context,
        match: PlayedMatch,
        on_press: OnPress,
        *,
        is_selected: bool,
        is_best: bool = False,
    ) -> None:
        super().__init__(on_press, tooltip=partial(attempt_words, context, match), id=match.id)
        self.is_selected = is_selected
        self.is_best = is_best
        self.match = match
        self._context = context

    def height_for(self, painter: Painter, width: int) -> int:
        return painter.px(ROW_HEIGHT)

    def name_and_state(self, context: Context) -> str:
        when, edition, about = self._cells()
        points = context.text("terms.count.points", count=self.match.result.total)
        is_won = self.match.result.is_winner and len(self.match.results) > 1
        won = context.text("records.won") if is_won else ""
        return labelled([*filter(None, (f"{when}, {edition}", points, won, about))])

    @cached_property
    def _others(self) -> str:
        # The record is read only for a match that a player left.
        return opponents_words(self._context, self.match)

    def _cells(self) -> tuple[str, str, str]:
        """Return the date, the edition, and the kind of game."""
        context, match = self._context, self.match
        local = match.finished_at.astimezone()
        date = write_date(context.catalogue, local.date())
        when = context.text("records.date_time", date=date, time=local.strftime("%H:%M"))
        edition = edition_name(context, match.edition, Ruleset.parse(match.rules))
        if Mark.CHALLENGE in match.marks:
            edition = context.text("records.challenge")
        how = (
            daily_words(context, match),
            self._others,
            handicap_words(context, match.handicaps),
            attempt_words(context, match),
        )
        return when, edition, " · ".join(filter(None, how))

    def band(self, painter: Painter) -> Rect:
        """Return the rectangle of its band."""
        left = painter.view.area.x
        inner = self.rect.inset(0, painter.px(3))
        return inner._replace(x=left, w=self.rect.right - left)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_band_focus(surface, painter, self.band(painter), "cut")

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        if self.is_selected:
            draw_band(surface, painter, p.chosen, self.band(painter), "cut", shade=shade_of(self))
        elif self.is_hovered:
            draw_band(surface, painter, p.faint, self.band(painter), "cut")
        with painter.ink_on(p.chosen if self.is_selected else None):
            self._draw_words(surface, painter)

    def _draw_words(self, surface: pygame.Surface, painter: Painter) -> None:
        context, match, p = self._context, self.match, painter.theme.palette
        inner = self.rect.cut_left(painter.px(58))[1].cut_right(painter.px(50))[1]
        flag, inner = inner.cut_left(painter.px(48), painter.px(16))
        total = match.result.total
        edge = p.gold if self.is_best else p.band_dark if self.is_selected else None
        radius = min(painter.px(24), flag.w / 2)
        draw_flag(surface, painter, flag.centre, radius, bands_of_result(match.result), edge=edge)
        types, ink = painter.theme.type, p.ink if match.counts else p.ink_soft
        points, inner = inner.cut_right(painter.px(84), painter.px(12))
        _, edition, about = self._cells()
        day = write_date(context.catalogue, match.finished_at.astimezone().date())
        name, below = inner.cut_top(inner.h // 2)
        name, below = name.moved(0, painter.px(3)), below.moved(0, -painter.px(3))
        painter.text_in(surface, edition, name, types.label.coloured(ink), max_lines=1)
        halves = f"{day} · {about}" if about else day
        while " · " in halves and painter.text_width(halves, types.body) > below.w:
            halves = halves.rpartition(" · ")[0]
        painter.text_in(surface, halves, below, types.body, max_lines=1)
        words = context.catalogue.number(total)
        drawn = painter.text_in(
            surface, words, points, types.heading.coloured(ink), "right", max_lines=1
        )
        if match.result.is_winner and len(match.results) > 1:
            size = painter.px(20)
            at = (drawn.x - size * 0.8, points.centre[1])
            painter.icon(surface, Icon.TROPHY, at, size, p.gold)
