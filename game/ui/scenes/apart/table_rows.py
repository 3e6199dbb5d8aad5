"""A row of the list of tables: its board, its players, whom it waits for and how long."""

import math
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
from game.ui.draw.shapes import SUPERSAMPLE, clear_canvas, shrink
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
from game.ui.scenes.shared.names import rules_name, spoken_time

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

    def row(self, seen: TableSnapshot, *buttons: Maybe, is_lit: bool) -> Widget:
        """A table's row; `buttons` stand at its end."""
        words, ink = self._turn(seen)
        has_clock = bool(call_until(seen)) and not seen.is_over
        board = self._boards.setdefault(seen.id, BoardPicture(self._context.painter))
        return Row(
            Row(
                Picture(partial(self._paint_board, seen, board), least=40, size=78, across=72),
                Column(
                    Spacer(share=1),
                    Text(table_name(self._context, seen), "label", lines=2),
                    Text(self._about(seen), "caption", lines=3),
                    Spacer(share=1),
                    share=1,
                ),
                gap=14,
                share=30,
            ),
            Column(
                Picture(partial(self._paint_seats, seen), least=40, share=1, reads=SILENT),
                Text(write_list(self._context.catalogue, _who(seen)), "small", lines=1),
                share=20,
            ),
            Row(
                Column(
                    Spacer(share=1),
                    Text(words, "strong", ink, lines=2, live=self._news(seen, words)),
                    Text(self._when(seen), "caption", lines=2),
                    Spacer(share=1),
                    share=1,
                ),
                has_clock
                and Picture(
                    partial(self._paint_clock, seen),
                    least=40,
                    size=62,
                    reads=self._spoken_time(seen),
                ),
                gap=10,
                share=32,
            ),
            Row(*buttons, gap=8, size=236),
            gap=14,
            pad=(14, 8),
            look="lit" if is_lit else "panel",
            id=seen.id,
        )

    # words

    def _turn(self, seen: TableSnapshot) -> tuple[str, Ink]:
        """Whose turn it is."""
        if seen.table is None or seen.table.call is None or seen.is_over or seen.trouble:
            ink: Ink = "bad" if seen.trouble or seen.forked_at is not None else "ink_soft"
            return state_words(self._context, seen), ink
        is_mine = seen.waits_for_me
        return turn_words(self._context, seen, is_mine=is_mine), "accent" if is_mine else "ink"

    def _news(self, seen: TableSnapshot, words: str) -> str:
        """Return what is told of a table when it comes by itself: that it waits for somebody
        here, or what is wrong.
        """
        is_told = seen.waits_for_me or (seen.trouble and not seen.is_over)
        return labelled((table_name(self._context, seen), words)) if is_told else ""

    def _about(self, seen: TableSnapshot) -> str:
        """The edition where a league has a name; which call, or when it was."""
        edition = ""
        if seen.seating.desk.league and seen.table is not None:
            edition = rules_name(self._context, seen.table.opened.rules)
        called = call_words(self._context, seen)
        return "\n".join(filter(None, (edition, called or self._day(seen))))

    def _day(self, seen: TableSnapshot) -> str:
        """When its first call came."""
        if not seen.begun_at:
            return ""
        day = datetime.fromtimestamp(seen.begun_at, UTC).astimezone().date()
        return write_date(self._context.catalogue, day)

    def _when(self, seen: TableSnapshot) -> str:
        """Return what is wrong; who has left; how long a call takes, or until when this one."""
        text, table = self._context.text, seen.table
        wrong = (
            trouble_words(self._context, seen)
            or self._going_words(seen)
            or left_words(self._context, seen)
        )
        if wrong or table is None or seen.is_over:
            return wrong
        if seen.is_late:
            return time_left(self._context, seen)
        seconds = table.opened.seconds
        if seconds < LIVE_SECONDS:
            return text("together.live", time=write_duration(self._context.catalogue, seconds))
        if not call_until(seen):
            return text("together.by_post", time=write_span(self._context.catalogue, seconds))
        until = datetime.fromtimestamp(min(call_until(seen), 1 << 33), UTC).astimezone()
        day = write_date(self._context.catalogue, until.date())
        return text("together.until", date=day, time=until.strftime("%H:%M"))

    def _going_words(self, seen: TableSnapshot) -> str:
        """Return when the server removes the table; "" earlier than a month before."""
        if not seen.goes_at or seen.goes_at - self._context.apart.now() > NOTICE_SECONDS:
            return ""
        day = datetime.fromtimestamp(seen.goes_at, UTC).astimezone().date()
        return self._context.text("together.goes", date=write_date(self._context.catalogue, day))

    def _spoken_time(self, seen: TableSnapshot) -> str:
        left = call_until(seen) - self._context.apart.now()
        if left < 1:
            return time_left(self._context, seen)
        return spoken_time(self._context, left)

    def _short_time(self, left: float) -> str:
        if left < 3600:
            return write_span(self._context.catalogue, max(0, left))
        unit, seconds = ("day", 86_400) if left >= 172_800 else ("hour", 3600)
        return self._context.text(f"together.short.{unit}", number=int(left // seconds))

    # pictures

    def _paint_board(
        self, seen: TableSnapshot, board: BoardPicture, surface: pygame.Surface, rect: Rect
    ) -> None:
        table = seen.table
        if table is None:
            icon = Icon.HOURGLASS
            painter = self._context.painter
            painter.icon(surface, icon, rect.centre, rect.h // 2, painter.theme.palette.ink_muted)
            return
        rules, shown = table.opened.rules, BoardOutside(empty_position(table.opened.rules.grid))
        if table.match is not None:
            shown = board_outside(table.match, seen.own[0] if seen.own else 0)
        look = BoardLook(
            rules, shown.position, has_badges=False, has_names=False, face_down=shown.face_down
        )
        board.draw(surface, lay_out_board(rules.grid, rect, 0.2), look)

    def _paint_seats(self, seen: TableSnapshot, surface: pygame.Surface, rect: Rect) -> None:
        """A disc with a letter for each seat, own ones in a ring, with what it has done."""
        painter = self._context.painter
        p, px = painter.theme.palette, painter.px
        seats = list(_seats(seen))[:MAX_PLAYERS]
        step = min(px(_SEAT), rect.w // max(1, len(seats)))
        radius = step * 0.38
        for index, (seat, name, is_own, icon) in enumerate(seats):
            centre = (rect.x + step // 2 + index * step, rect.centre[1])
            if not name:
                painter.disc(surface, centre, radius, p.sunken, p.raised_edge, max(1.0, px(1.5)))
                continue
            colour = painter.theme.seats[SEAT_COLOURS[seat]]
            if is_own:
                painter.disc(surface, centre, radius + px(3.5), p.panel, p.ink, px(2))
            painter.disc(surface, centre, radius, colour)
            # A small disc keeps a letter that can be read.
            size = min(radius * 1.3, px(_SEAT) * 0.4)
            style = painter.theme.type.strong.sized(size / painter.view.scale)
            painter.text(surface, name[:1].upper(), centre, style.coloured(p.ink_dark), "centre")
            if icon is not None:
                at = (centre[0] + radius * 0.75, centre[1] + radius * 0.75)
                fill = p.good if icon is Icon.CHECK else p.raised
                painter.disc(surface, at, radius * 0.48, fill, p.panel, max(1.0, px(1)))
                ink = p.ink_dark if icon is Icon.CHECK else p.ink
                painter.icon(surface, icon, at, max(6, round(radius * 0.66)), ink)

    def _paint_clock(self, seen: TableSnapshot, surface: pygame.Surface, rect: Rect) -> None:
        """How much of the call's time is left: a ring, and the time in it."""
        if seen.table is None:
            return
        painter = self._context.painter
        p, left = painter.theme.palette, call_until(seen) - self._context.apart.now()
        radius = min(rect.w, rect.h) / 2 - painter.px(2)
        share = min(1.0, max(0.0, left / max(1, seen.table.opened.seconds)))
        colour = p.bad if share < 0.2 else p.accent if seen.waits_for_me else p.cool
        painter.disc(surface, rect.centre, radius, p.sunken, p.panel_edge, painter.px(4))
        _paint_arc(surface, rect.centre, radius - painter.px(2), share, colour, painter.px(4))
        style = painter.theme.type.caption.coloured(colour)
        room = rect.centred(round(radius * 1.7), rect.h)
        painter.text_in(surface, self._short_time(left), room, style, "centre", max_lines=1)


def _paint_arc(
    surface: pygame.Surface,
    centre: tuple[int, int],
    radius: float,
    share: float,
    colour: tuple[int, int, int],
    width: float,
) -> None:
    """A part of a ring, clockwise from the top."""
    side = 2 * math.ceil(radius + width)
    turns = [pygame.Vector2(0, -1).rotate(360 * i / 96) for i in range(round(share * 96) + 1)]
    outer = [turn * (radius + width / 2) for turn in turns]
    inner = [turn * (radius - width / 2) for turn in reversed(turns)]
    middle = pygame.Vector2(side / 2, side / 2)
    canvas = clear_canvas(side * SUPERSAMPLE, side * SUPERSAMPLE, colour)
    points = [(middle + place) * SUPERSAMPLE for place in outer + inner]
    if len(turns) > 1:
        pygame.draw.polygon(canvas, colour, points)
    surface.blit(shrink(canvas), (centre[0] - side // 2, centre[1] - side // 2))


def _seats(seen: TableSnapshot) -> Iterator[tuple[int, str, bool, Icon | None]]:
    """Each seat, those of this home first: its number, its name, "" for a free one, whether it is
    this home's, and what it has done.
    """
    table = seen.table
    if table is None:
        return
    if table.match is None:
        coming = [one for one in seen.asking if not one.is_sent_away][: table.opened.seats]
        for seat in range(table.opened.seats):
            if seat < len(coming):
                yield seat, coming[seat].name, coming[seat].is_here, Icon.CHECK
            else:
                yield seat, "", False, None
        return
    names = player_names(seen)
    for seat in sorted(range(len(names)), key=lambda seat: seat not in seen.own):
        done = Icon.DOTS if seat in seen.waited - seen.handed else Icon.CHECK
        icon = Icon.CLOSE if seat in seen.left else None if table.call is None else done
        yield seat, names[seat], seat in seen.own, icon


def _who(seen: TableSnapshot) -> list[str]:
    return [name for _, name, _, _ in _seats(seen) if name]
