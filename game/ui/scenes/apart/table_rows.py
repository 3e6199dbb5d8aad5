"""A row in the list of tables: its flag, its players, its state and the remaining time."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

import pygame

from game.locale import write_date, write_list
from game.net.service.snapshots import TableSnapshot
from game.play.public_boards import public_board
from game.play.table import SEAT_COLOURS
from game.rules.ruleset import MAX_PLAYERS
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import ScoreBand, draw_flag, draw_hexagon
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.topics import as_sentences, labelled
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    Column,
    Ink,
    Maybe,
    Picture,
    Row,
    Sign,
    Spacer,
    Style,
    Text,
    WideRow,
    Widget,
)
from game.ui.scenes.apart.words import (
    call_words,
    left_words,
    name_apart,
    names_apart,
    pace_words,
    rematch_words,
    state_words,
    time_left,
    trouble_words,
    turn_words,
)
from game.ui.scenes.shared.flags import bands_of_position
from game.ui.scenes.shared.names import rules_name
from game.ui.widgets import IconButton, OnPress

_HOUR: Final = 3600

_PITCH: Final = 52
_WIDE_PITCH: Final = 84
"""Units from one seat to the next, in a row and in the band of the player's turn."""

_TURN, _TALL_TURN = 104, 132
"""Units of height of that band, and of one with two lines in an upright window."""

_NARROW: Final = 1100
"""Units of page width below which seats are closer and words smaller."""


class TableRows:
    """Makes the rows; a flag shows the harvest of the player's own board."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def row(
        self, snapshot: TableSnapshot, action: str, icon: Icon, press: OnPress, more: OnPress
    ) -> Widget:
        """Return a table's row: flag, players, state, and the words of its press.

        `more` opens the other actions.
        """
        words, ink = self._turn(snapshot)
        name, seats = name_apart(self._context, snapshot), self._seats(snapshot, _PITCH, 23)
        style: Style = "heading" if self._is_wide else "label"
        names = Column(
            Text(name, "heading", lines=1),
            Text(self._about(snapshot), "body", lines=1, halves=True),
            align="left",
            share=30,
        )
        state = Column(
            Text(words, "label", ink, lines=3, live=self._news(snapshot)),
            Text(self._when(snapshot), "body", lines=3),
            align="left",
            share=27,
        )
        is_upright = self._context.painter.view.is_upright
        act = Text(f"{action}\u00a0›", style, align="right", lines=2, share=0 if is_upright else 21)
        parts: tuple[Widget, ...] = names, Row(seats, share=21), state, act
        if is_upright:
            halves = Row(names, seats, gap=14), Row(state, act, gap=14)
            parts = (Column(*halves, gap=6, share=1),)
        return WideRow(
            press,
            Row(self._flag(snapshot, 32, 68), *parts, self._more(more), gap=14, share=1),
            pad=(20, 8, 0, 8),
            reads=self._spoken(snapshot, name, words, action),
            id=snapshot.id,
        )

    def turn(
        self, snapshot: TableSnapshot, action: str, icon: Icon, press: OnPress, more: OnPress
    ) -> Widget:
        """Return the band of a table that waits for a player here."""
        words, _ = self._turn(snapshot)
        name, time = name_apart(self._context, snapshot), self._short_time(snapshot)
        is_wide = self._is_wide
        pitch, radius = (_WIDE_PITCH, 28) if is_wide else (_PITCH, 23)
        is_timed = snapshot.waits_for_me and bool(time)
        about, gap = [] if is_timed else [words], 18 if is_wide else 12
        names = Column(
            Text(name, "title", lines=1),
            Text(" · ".join((*about, self._about(snapshot))), "strong", lines=1, halves=True),
            align="left",
            share=1,
        )
        seats = self._seats(snapshot, pitch, radius, is_loud=True)
        act: tuple[Maybe, ...] = (
            is_timed and Text(time, "action" if is_wide else "title", align="right", lines=1),
            Sign(icon, "ink", 34 if is_wide else 26),
            Text(action, "title" if is_wide else "heading", lines=1),
        )
        parts: tuple[Maybe, ...] = names, seats, *act
        is_upright = self._context.painter.view.is_upright
        if is_upright:
            halves = Row(names, seats, gap=gap), Row(Spacer(share=1), *act, gap=gap)
            parts = (Column(*halves, gap=6, share=1),)
        return WideRow(
            press,
            Row(self._flag(snapshot, 40, 84), *parts, self._more(more), gap=gap, share=1),
            is_loud=True,
            pad=(20, 6, 0, 6),
            size=_TALL_TURN if is_upright else _TURN,
            reads=self._spoken(snapshot, name, words, action),
            live=self._news(snapshot),
            id=MAIN,
        )

    @property
    def _is_wide(self) -> bool:
        return self._context.painter.view.units_wide >= _NARROW

    def _spoken(self, snapshot: TableSnapshot, name: str, words: str, action: str) -> str:
        """Return a row for the screen reader: the table, its state, its players, the press."""
        parts = (labelled((name, words)), self._about(snapshot), self._when(snapshot), action)
        return as_sentences(filter(None, parts))

    def _more(self, more: OnPress) -> Widget:
        tooltip = self._context.text("together.manage")
        return IconButton(Icon.DOTS, more, tooltip=tooltip, size=46, across=46)

    def _flag(self, snapshot: TableSnapshot, radius: float, size: float) -> Widget:
        paint = partial(self._paint_flag, snapshot, radius)
        return Picture(paint, least=2 * radius * 0.87, size=size, reads=SILENT)

    def _seats(
        self, snapshot: TableSnapshot, pitch: float, radius: float, *, is_loud: bool = False
    ) -> Widget:
        seats = list(_seats(snapshot))[:MAX_PLAYERS]
        paint = partial(self._paint_seats, seats, radius, is_loud)
        return Picture(paint, least=40, size=pitch * max(1, len(seats)), reads=SILENT)

    def _turn(self, snapshot: TableSnapshot) -> tuple[str, Ink]:
        """Return the state of a table with its remaining time, and its colour."""
        left = self._short_time(snapshot)
        if not left or snapshot.is_over or snapshot.trouble or snapshot.problem is not None:
            is_bad = snapshot.trouble or snapshot.problem is not None or snapshot.is_stopped
            return state_words(self._context, snapshot), "bad" if is_bad else "ink_soft"
        words = turn_words(self._context, snapshot, is_mine=snapshot.waits_for_me)
        ink: Ink = "accent" if snapshot.waits_for_me else "ink"
        return self._context.text("together.timed", words=words, time=left), ink

    def _news(self, snapshot: TableSnapshot) -> str:
        """Return an announcement of a table's change; "" unless it waits for a player here, guests
        ask for a rematch, or it has a problem.
        """
        # With its time it would be read each second.
        words = state_words(self._context, snapshot, has_time=False)
        if asking := rematch_words(self._context, snapshot):
            return labelled((name_apart(self._context, snapshot), asking))
        is_worded = snapshot.waits_for_me or (snapshot.trouble and not snapshot.is_over)
        return labelled((name_apart(self._context, snapshot), words)) if is_worded else ""

    def _about(self, snapshot: TableSnapshot) -> str:
        """Return the players, the call or the day, and the edition of a league's table."""
        names = [name for _, name, _, _ in _seats(snapshot) if name]
        edition = ""
        if snapshot.league and snapshot.table is not None:
            edition = rules_name(self._context, snapshot.table.opened.rules)
        called = call_words(self._context, snapshot) or self._day(snapshot.begun_at)
        who = write_list(self._context.catalogue, names)
        return " · ".join(filter(None, (who, called, edition)))

    def _day(self, at: float) -> str:
        if not at:
            return ""
        day = datetime.fromtimestamp(min(at, 1 << 33), UTC).astimezone().date()
        return write_date(self._context.catalogue, day)

    def _when(self, snapshot: TableSnapshot) -> str:
        """Return a warning, who asks for a rematch or left, or the time of a call or to its end."""
        text, table = self._context.text, snapshot.table
        wrong = (
            trouble_words(self._context, snapshot)
            or rematch_words(self._context, snapshot)
            or left_words(self._context, snapshot)
        )
        if wrong or table is None or snapshot.is_over:
            return wrong or ""
        if not snapshot.until:
            return pace_words(self._context, table.opened.seconds)
        until = datetime.fromtimestamp(min(snapshot.until, 1 << 33), UTC).astimezone()
        return text("together.until", date=self._day(snapshot.until), time=f"{until:%H:%M}")

    def _short_time(self, snapshot: TableSnapshot) -> str:
        """Return the remaining time of the open call in a short form; "" without one."""
        left = snapshot.until - self._context.apart.now()
        if left < _HOUR:
            return time_left(self._context, snapshot)
        unit, seconds = ("day", 86_400) if left >= 172_800 else ("hour", 3600)
        return self._context.text(f"together.short.{unit}", number=int(left // seconds))

    # pictures

    def _paint_flag(
        self, snapshot: TableSnapshot, radius: float, surface: pygame.Surface, rect: Rect
    ) -> None:
        painter = self._context.painter
        bands: tuple[ScoreBand, ...] = ()
        table = snapshot.table
        if table is not None and table.match is not None:
            seat = snapshot.own_seats[0] if snapshot.own_seats else 0
            shown = public_board(table.match, seat)
            bands = bands_of_position(table.opened.rules, shown.position)
        with painter.ink_on(None):
            draw_flag(surface, painter, rect.centre, painter.px(radius), bands)

    def _paint_seats(
        self,
        seats: Sequence[tuple[int, str, bool, Icon | None]],
        radius: float,
        is_loud: bool,
        surface: pygame.Surface,
        rect: Rect,
    ) -> None:
        """Paint a hexagon with its state for each seat; local players' have an edge."""
        painter = self._context.painter
        p, theme = painter.theme.palette, painter.theme
        pitch = rect.w / max(1, len(seats))
        radius = min(painter.px(radius), pitch * 0.48)
        for index, (seat, name, is_own, icon) in enumerate(seats):
            at = (rect.x + round((index + 0.5) * pitch), rect.centre[1])
            colour = theme.seats[SEAT_COLOURS[seat]]
            if not name:
                draw_hexagon(surface, painter, at, radius, p.well, p.line, painter.px(3))
                painter.icon(surface, Icon.PLUS, at, round(radius * 0.9), p.ink_soft)
                continue
            is_waited = icon is Icon.HOURGLASS and not is_loud
            fill = mix_colour(colour, p.sky_foot, 0.62) if is_waited else colour
            edge = p.ink if is_own else p.band_dark
            draw_hexagon(surface, painter, at, radius, fill, edge, painter.px(3))
            if icon is not None:
                ink = colour if is_waited else theme.ink_on(fill)
                painter.icon(surface, icon, at, round(radius * 0.95), ink)


def _seats(snapshot: TableSnapshot) -> Iterator[tuple[int, str, bool, Icon | None]]:
    """Yield each seat, local players' first: index, name ("" if free), whether it is local,
    state.
    """
    table = snapshot.table
    if table is None:
        return
    if table.match is None:
        coming = [one for one in snapshot.asking if not one.is_sent_away][: table.opened.seats]
        for seat, one in enumerate(coming):
            yield seat, one.name, one.is_here, Icon.CHECK
        yield from ((seat, "", False, None) for seat in range(len(coming), table.opened.seats))
        return
    names = names_apart(snapshot)
    for seat in sorted(range(len(names)), key=lambda seat: seat not in snapshot.own_seats):
        done = Icon.HOURGLASS if seat in snapshot.unanswered else Icon.CHECK
        icon = Icon.CLOSE if seat in snapshot.left else None if table.call is None else done
        yield seat, names[seat], seat in snapshot.own_seats, icon
