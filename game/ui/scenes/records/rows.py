"""The rows of the records screen."""

from functools import cached_property, partial

import pygame

from game.locale import write_date, write_list
from game.play.table import Mark
from game.progress.daily_history import find_offered
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch, Summary
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.topics import labelled
from game.ui.parts import Column, Panel, PressedPanel, Row, Text
from game.ui.scenes.records.control import Group
from game.ui.scenes.shared.choosing import computer_name
from game.ui.scenes.shared.names import (
    attempt_words,
    edition_name,
    rules_words,
    seat_words,
    way_words,
)
from game.ui.scenes.shared.people_pictures import people_pictures
from game.ui.widgets import OnPress, Widget


def group_title(context: Context, group: Group) -> str:
    """Return the name of a group of matches."""
    if group.is_challenge:
        return context.text("challenges.title")
    if group.people:
        return write_list(context.catalogue, group.people)
    if group.edition is None or group.rules is None:
        return context.text("records.all")
    name = edition_name(context, group.edition, Ruleset.parse(group.rules))
    return " · ".join(filter(None, [name, way_words(context, group.ways)]))


def group_rules(context: Context, group: Group) -> str:
    """Return a group's rules in words; nothing for all matches."""
    return "" if group.rules is None else rules_words(context, Ruleset.parse(group.rules))


def opponents_words(context: Context, played: PlayedMatch) -> str:
    """Return the other players of a match; where one left, whoever finished for them, too (M5)."""
    others = {seat: r for seat, r in enumerate(played.results) if r is not played.result}
    if not others:
        return context.text("records.alone")
    names = {seat: computer_name(context, r.name, r.bot) for seat, r in others.items()}
    # Nobody's are the points of a seat that was left, and those of people elsewhere.
    unowned = [seat for seat, r in others.items() if not r.is_human and r.bot is None]
    match = context.store.profile.match(played.id) if unowned else None
    if match is not None:
        names |= {seat: seat_words(context, match, seat) for seat in unowned}
    return context.text("records.against", names=write_list(context.catalogue, [*names.values()]))


def daily_words(context: Context, played: PlayedMatch) -> str:
    """Which deal of the day a match of the history was played on; nothing for any other."""
    deal = find_offered(played.rules, played.seed, context.store.today)
    return "" if deal is None else context.text("daily.label", number=str(deal.number))


def _draw_box(row: Widget, surface: pygame.Surface, painter: Painter, *, is_selected: bool) -> None:
    """Draw a row's box in its state."""
    p = painter.theme.palette
    fill, edge = p.sunken, p.panel_edge
    if row.is_hovered or row.shows_focus:
        fill, edge = p.raised, p.raised_edge
    if is_selected:
        fill, edge = p.raised, p.accent
    width = painter.view.scale * (2.2 if is_selected else painter.theme.border)
    painter.box(surface, row.rect, fill, edge, width=max(1.0, width))


def figure(name: str, number: str, about: str, *, is_best: bool) -> Widget:
    """One number over its name, with an explanation."""
    return Panel(
        Text(number, "heading", "accent" if is_best else "ink", align="centre", lines=1),
        Text(name, "small", "ink_soft", align="centre", share=1),
        gap=0,
        pad=(10, 6),
        explain=about,
        reads=f"{name}: {number}",
        id=name,
    )


class GroupRow(PressedPanel):
    """An edition and its rules, with the best total."""

    def __init__(
        self,
        context: Context,
        group: Group,
        summary: Summary,
        on_press: OnPress,
        *,
        is_selected: bool,
    ) -> None:
        title, about = group_title(context, group), group_rules(context, group)
        games = context.text("terms.count.games", count=summary.matches)
        has_best = summary.best is not None and group.rules is not None
        about = about or (context.text("records.people") if group.people else "")
        best = context.catalogue.number(summary.best or 0)
        spoken = f"{context.text('records.best')} {best}" if has_best and about else ""
        name = f"{title}, {about}" if about else title
        super().__init__(
            on_press,
            Row(
                Column(
                    Row(
                        *people_pictures(context, group.people or (), 22),
                        Text(title, "strong", lines=1, share=1),
                        gap=6,
                    ),
                    Text(" · ".join(filter(None, (about, games))), "small", "ink_soft", lines=2),
                    share=1,
                ),
                has_best and Text(best, "points", align="right", lines=1),
                gap=6,
                share=1,
            ),
            pad=(12, 6),
            is_marked=is_selected,
            reads=labelled([*filter(None, (name, spoken, games))]),
            id=group,
        )
        self.group = group


class MatchRow(Widget):
    """One match: when, what, against whom, how many points, and whether it was won.

    One that does not count says why, in a fainter colour.
    """

    def __init__(
        self, context: Context, match: PlayedMatch, on_press: OnPress, *, is_selected: bool
    ) -> None:
        super().__init__(on_press, tooltip=partial(attempt_words, context, match), id=match.id)
        self.is_selected = is_selected
        self.match = match
        self._context = context

    def height_for(self, painter: Painter, width: int) -> int:
        return 2 * painter.line_height(painter.theme.type.small) + painter.px(8)

    def name_and_state(self, context: Context) -> str:
        when, edition, about = self._cells()
        points = context.text("terms.count.points", count=self.match.result.total)
        is_won = self.match.result.is_winner and len(self.match.results) > 1
        won = context.text("records.won") if is_won else ""
        spoken = filter(None, (f"{when}, {edition}", points, won, about))
        return labelled([*spoken])

    @cached_property
    def _others(self) -> str:
        # The record of a match that somebody left is read for it.
        return opponents_words(self._context, self.match)

    def _cells(self) -> tuple[str, str, str]:
        """When, by which edition, and how it was played."""
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
            way_words(context, match.ways),
            attempt_words(context, match),
        )
        return when, edition, " · ".join(filter(None, how))

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        painter.focus_ring(surface, self.rect.inset(painter.px(3)))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        _draw_box(self, surface, painter, is_selected=self.is_selected)
        context, match = self._context, self.match
        types, p = painter.theme.type, painter.theme.palette
        inner = self.rect.inset(painter.px(14), painter.px(4))
        cells = inner.weighted_columns([1.5, 1.4, 2.4, 0.7], painter.px(10))
        when, edition, about = self._cells()
        soft = types.small.coloured(p.ink_soft)
        name = types.caption.coloured(p.ink if match.counts else p.ink_soft)
        painter.text_in(surface, when, cells[0], soft, max_lines=1)
        painter.text_in(surface, edition, cells[1], name, max_lines=1)
        painter.text_in(surface, about, cells[2], soft, max_lines=2)
        points = cells[3]
        if match.result.is_winner and len(match.results) > 1:
            size = painter.px(18)
            at = (points.x + size / 2, points.centre[1])
            painter.icon(surface, Icon.TROPHY, at, size, p.accent)
        total = context.catalogue.number(match.result.total)
        style = types.points if match.counts else types.points.coloured(p.ink_soft)
        painter.text_in(surface, total, points, style, "right", max_lines=1)
