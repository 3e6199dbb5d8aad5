"""A row of the list of tables: its board, its players, whom it waits for and how long."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Final

import pygame

from game.locale import write_date, write_duration, write_list, write_span
from game.net.service import TableSnapshot
from game.play.outside import BoardOutside, board_outside
from game.play.table import SEAT_COLOURS
from game.rules.placement import empty_position
from game.rules.ruleset import MAX_PLAYERS
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.topics import labelled
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import SILENT, Column, Ink, Maybe, Picture, Row, Spacer, Text, Widget
from game.ui.scenes.apart.words import (
    call_until,
    call_words,
    left_words,
    player_names,
    state_words,
    table_name,
    time_left,
    trouble_words,
    turn_words,
)
from game.ui.scenes.shared.names import rules_name

LIVE_SECONDS: Final = 3600
"""Calls of a live table take less."""

NOTICE_SECONDS: Final = 30 * 86_400
"""Before a server removes a table its players are told."""

_SEAT: Final = 44
"""Units from one seat to the next."""


class TableRows:
    """Makes the rows; keeps the small boards' pictures, one a table."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._boards: dict[bytes, BoardPicture] = {}

    def row(self, snapshot: TableSnapshot, *buttons: Maybe, is_lit: bool) -> Widget:
        """A table's row; `buttons` stand at its end."""
        words, ink = self._turn(snapshot)
        board = self._boards.setdefault(snapshot.id, BoardPicture(self._context.painter))
        names = [name for _, name, _, _ in _seats(snapshot) if name]
        return Row(
            Row(
                Picture(partial(self._paint_board, snapshot, board), least=40, size=78, across=72),
                Column(
                    Spacer(share=1),
                    Text(table_name(self._context, snapshot), "label", lines=2),
                    Text(self._about(snapshot), "caption", lines=3),
                    Spacer(share=1),
                    share=1,
                ),
                gap=14,
                share=30,
            ),
            Column(
                Picture(partial(self._paint_seats, snapshot), least=40, share=1, reads=SILENT),
                Text(write_list(self._context.catalogue, names), "small", lines=1),
                share=20,
            ),
            Column(
                Spacer(share=1),
                Text(words, "strong", ink, lines=2, live=self._news(snapshot, words)),
                Text(self._when(snapshot), "caption", lines=2),
                Spacer(share=1),
                share=32,
            ),
            Row(*buttons, gap=8, size=236),
            gap=14,
            pad=(14, 8),
            look="panel",
            id=snapshot.id,
        )

    def _turn(self, snapshot: TableSnapshot) -> tuple[str, Ink]:
        """Whose turn it is, and how long it may take."""
        left = self._short_time(snapshot)
        if not left or snapshot.is_over or snapshot.trouble or snapshot.problem is not None:
            is_bad = snapshot.trouble or snapshot.problem is not None or snapshot.is_stopped
            return state_words(self._context, snapshot), "bad" if is_bad else "ink_soft"
        words = turn_words(self._context, snapshot, is_mine=snapshot.waits_for_me)
        ink: Ink = "accent" if snapshot.waits_for_me else "ink"
        return self._context.text("together.timed", words=words, time=left), ink

    def _news(self, snapshot: TableSnapshot, words: str) -> str:
        """Return what is told of a table when it comes by itself: that it waits for somebody
        here, or what is wrong.
        """
        is_worded = snapshot.waits_for_me or (snapshot.trouble and not snapshot.is_over)
        return labelled((table_name(self._context, snapshot), words)) if is_worded else ""

    def _about(self, snapshot: TableSnapshot) -> str:
        """The edition where a league has a name; which call, or when it was."""
        edition = ""
        if snapshot.league and snapshot.table is not None:
            edition = rules_name(self._context, snapshot.table.opened.rules)
        called = call_words(self._context, snapshot) or self._day(snapshot.begun_at)
        return "\n".join(filter(None, (edition, called)))

    def _day(self, at: float) -> str:
        if not at:
            return ""
        day = datetime.fromtimestamp(min(at, 1 << 33), UTC).astimezone().date()
        return write_date(self._context.catalogue, day)

    def _when(self, snapshot: TableSnapshot) -> str:
        """Return what is wrong; who has left; how long a call takes, or until when this one."""
        text, table = self._context.text, snapshot.table
        is_going = (
            snapshot.goes_at and snapshot.goes_at - self._context.apart.now() <= NOTICE_SECONDS
        )
        wrong = (
            trouble_words(self._context, snapshot)
            or (is_going and text("together.goes", date=self._day(snapshot.goes_at)))
            or left_words(self._context, snapshot)
        )
        if wrong or table is None or snapshot.is_over:
            return wrong or ""
        seconds = table.opened.seconds
        if seconds < LIVE_SECONDS:
            return text("together.live", time=write_duration(self._context.catalogue, seconds))
        if not call_until(snapshot):
            return text("together.by_post", time=write_span(self._context.catalogue, seconds))
        until = datetime.fromtimestamp(min(call_until(snapshot), 1 << 33), UTC).astimezone()
        return text(
            "together.until", date=self._day(call_until(snapshot)), time=until.strftime("%H:%M")
        )

    def _short_time(self, snapshot: TableSnapshot) -> str:
        """How long the open call waits, in few signs; "" where none is open."""
        left = call_until(snapshot) - self._context.apart.now()
        if left < LIVE_SECONDS:
            return time_left(self._context, snapshot)
        unit, seconds = ("day", 86_400) if left >= 172_800 else ("hour", 3600)
        return self._context.text(f"together.short.{unit}", number=int(left // seconds))

    # pictures

    def _paint_board(
        self, snapshot: TableSnapshot, board: BoardPicture, surface: pygame.Surface, rect: Rect
    ) -> None:
        table = snapshot.table
        if table is None:
            painter = self._context.painter
            ink = painter.theme.palette.ink_muted
            painter.icon(surface, Icon.HOURGLASS, rect.centre, rect.h // 2, ink)
            return
        rules, shown = table.opened.rules, BoardOutside(empty_position(table.opened.rules.grid))
        if table.match is not None:
            shown = board_outside(table.match, snapshot.own_seats[0] if snapshot.own_seats else 0)
        look = BoardLook(
            rules, shown.position, has_badges=False, has_names=False, face_down=shown.face_down
        )
        board.draw(surface, lay_out_board(rules.grid, rect, 0.2), look)

    def _paint_seats(self, snapshot: TableSnapshot, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a disc with a letter for each seat, those here in a ring, with what it has done."""
        painter = self._context.painter
        p, px = painter.theme.palette, painter.px
        seats = list(_seats(snapshot))[:MAX_PLAYERS]
        step = min(px(_SEAT), rect.w // max(1, len(seats)))
        radius = step * 0.38
        for index, (seat, name, is_own, icon) in enumerate(seats):
            centre = (rect.x + step // 2 + index * step, rect.centre[1])
            if not name:
                painter.disc(surface, centre, radius, p.sunken, p.raised_edge, max(1.0, px(1.5)))
                continue
            if is_own:
                painter.disc(surface, centre, radius + px(3.5), p.panel, p.ink, px(2))
            painter.disc(surface, centre, radius, painter.theme.seats[SEAT_COLOURS[seat]])
            # A small disc keeps a letter that can be read.
            size = min(radius * 1.3, px(_SEAT) * 0.4)
            style = painter.theme.type.strong.sized(size / painter.view.scale)
            painter.text(surface, name[:1].upper(), centre, style.coloured(p.ink_dark), "centre")
            if icon is not None:
                at = (centre[0] + radius * 0.75, centre[1] + radius * 0.75)
                is_done = icon is Icon.CHECK
                fill, ink = (p.good, p.ink_dark) if is_done else (p.raised, p.ink)
                painter.disc(surface, at, radius * 0.48, fill, p.panel, max(1.0, px(1)))
                painter.icon(surface, icon, at, max(6, round(radius * 0.66)), ink)


def _seats(snapshot: TableSnapshot) -> Iterator[tuple[int, str, bool, Icon | None]]:
    """Each seat, those here first: its number, its name, "" for a free one, whether it is played
    here, and what it has done.
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
    names = player_names(snapshot)
    for seat in sorted(range(len(names)), key=lambda seat: seat not in snapshot.own_seats):
        done = Icon.DOTS if seat in snapshot.unanswered else Icon.CHECK
        icon = Icon.CLOSE if seat in snapshot.left else None if table.call is None else done
        yield seat, names[seat], seat in snapshot.own_seats, icon
