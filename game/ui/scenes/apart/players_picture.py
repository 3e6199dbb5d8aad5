"""The parts of the game master's page that show a round: the latest call, a row a player."""

from functools import partial
from typing import Final

import pygame

from game.locale import write_signed
from game.net.service import TableSnapshot
from game.play.league import CallMark, RoundReport, SeatReport
from game.play.table import SEAT_COLOURS
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.sprites import TileLook
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import AlignedRows, Column, Ink, Picture, Row, Spacer, Text, Widget, coloured

_ICONS: Final = {
    CallMark.ANSWERED: Icon.CHECK,
    CallMark.WAITED: Icon.DOTS,
    CallMark.MISSED: Icon.CLOCK,
}
_INKS: Final[dict[CallMark, Ink]] = {
    CallMark.ANSWERED: "good",
    CallMark.WAITED: "accent",
    CallMark.MISSED: "bad",
}
_POINTS: Final = 84
"""Units of a column of points."""

_ROWS: Final = 4
"""Players whose rows fill the panel; fewer do not stretch."""


class PlayersPicture:
    """Makes the parts; keeps the small boards' pictures, one a seat."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._boards = [BoardPicture(context.painter) for _ in range(MAX_PLAYERS)]

    def latest_call(self, report: RoundReport) -> Widget:
        """The round and the call, its tiles, and how many have answered."""
        text, number = self._context.text, len(report.calls)
        answered, seats = (0, *report.answered)[-1], len(report.seats)
        done = text("together.report.answered", done=answered, seats=seats)
        call = text(
            "together.report.round_call",
            round=report.number,
            rounds=report.rounds,
            call=number,
            calls=report.most_calls,
        )
        return Row(
            Text(call, "strong"),
            Picture(partial(self._paint_tiles, report), least=34, size=200),
            Text(done, "caption", share=1),
            gap=14,
        )

    def players(self, report: RoundReport, rules: Ruleset, snapshot: TableSnapshot) -> Widget:
        """A row a player, those here first: what the table waits for, the board, a mark a call,
        points and place.
        """
        places = {seat.seat: place for place, seat in report.best_first()}
        seats = sorted(report.seats, key=lambda seat: seat.seat not in snapshot.own_seats)
        text = self._context.text
        return AlignedRows(
            Row(
                Text(text("together.report.player"), "caption", share=24),
                Text(text("together.report.calls"), "caption", share=60),
                *(
                    Text(text(f"together.report.{key}"), "caption", align="right", size=_POINTS)
                    for key in ("lines", "bonus", "total", "place")
                ),
                gap=8,
            ),
            *(self._player(seat, rules, report, snapshot, places[seat.seat]) for seat in seats),
            Spacer(share=max(0, _ROWS - len(report.seats))),
            has_head=True,
            share=1,
        )

    def _player(
        self,
        seat: SeatReport,
        rules: Ruleset,
        report: RoundReport,
        snapshot: TableSnapshot,
        place: int,
    ) -> Widget:
        number = self._context.catalogue.number
        signed = write_signed(self._context.catalogue, seat.bonus) if seat.bonus else "·"
        status, ink = self._status(seat, len(report.calls) - 1)
        if seat.seat in snapshot.left and seat.seat in snapshot.free:
            status, ink = self._context.text("together.seat.left"), "bad"
        points: list[tuple[str, Ink]] = [
            (number(seat.lines), "ink"),
            (signed, "accent" if seat.bonus else "ink_muted"),
            (number(seat.total), "accent" if place == 1 else "ink"),
            (str(place), "ink_soft"),
        ]
        return Row(
            Column(
                Spacer(share=1),
                Row(
                    Picture(partial(self._paint_seat, seat.seat), least=24, size=38),
                    Text(seat.name, "strong", lines=1, share=1),
                    gap=8,
                ),
                Text(status, "caption", ink, lines=3),
                Spacer(share=1),
                share=24,
            ),
            Row(
                Picture(partial(self._paint_board, seat, rules), least=40, share=15),
                Picture(partial(self._paint_marks, seat), least=40, share=45),
                gap=8,
                share=60,
            ),
            *(Text(words, "heading", tone, align="right", size=_POINTS) for words, tone in points),
            gap=8,
            look="ruled",
            share=1,
            id=seat.seat,
        )

    def _status(self, seat: SeatReport, latest: int) -> tuple[str, Ink]:
        """Return what the table waits for in this seat, and its colour."""
        text = self._context.text
        if latest < 0:
            return "", "ink_muted"
        mark, owed = seat.marks[latest], len(seat.owed)
        missed = [i + 1 for i, m in enumerate(seat.marks) if m is CallMark.MISSED]
        if mark is CallMark.WAITED and owed and missed:
            return text("together.seat.owes", call=missed[-1], count=owed), "bad"
        if mark is CallMark.MISSED:
            return text("together.seat.missed", call=latest + 1), "bad"
        return text(f"together.seat.{mark.value}"), _INKS[mark]

    # what is painted

    def _paint_tiles(self, report: RoundReport, surface: pygame.Surface, rect: Rect) -> None:
        radius = rect.h * 0.5
        for index, tile in enumerate(report.calls[-1] if report.calls else ()):
            centre = (rect.x + radius + index * radius * 2.3, rect.centre[1])
            self._context.painter.sprites.draw_tile(surface, tile, centre, radius, TileLook.NORMAL)

    def _paint_seat(self, seat: int, surface: pygame.Surface, rect: Rect) -> None:
        painter = self._context.painter
        colour = painter.theme.seats[SEAT_COLOURS[seat]]
        painter.disc(surface, rect.centre, min(rect.w, rect.h) * 0.45, colour)
        style = painter.theme.type.strong.coloured(painter.theme.palette.ink_dark)
        painter.text(surface, str(seat + 1), rect.centre, style, "centre")

    def _paint_board(
        self, seat: SeatReport, rules: Ruleset, surface: pygame.Surface, rect: Rect
    ) -> None:
        small = lay_out_board(rules.grid, rect.inset(self._context.painter.px(4)), 0.2)
        look = BoardLook(rules, seat.position, has_badges=False, has_names=False)
        self._boards[seat.seat].draw(surface, small, look)

    def _paint_marks(self, seat: SeatReport, surface: pygame.Surface, rect: Rect) -> None:
        painter = self._context.painter
        palette, px = painter.theme.palette, painter.px
        columns = rect.columns(len(seat.marks))
        for mark, points, cell in zip(seat.marks, seat.bonuses, columns, strict=True):
            at = (cell.centre[0], cell.y + cell.h * 38 // 100)
            if mark is CallMark.TO_COME:
                painter.disc(surface, at, max(1, px(2)), palette.ink_muted)
            else:
                ink = coloured(_INKS[mark], painter)
                radius = min(px(11), cell.w * 46 // 100)
                painter.disc(surface, at, radius, palette.sunken, ink, max(1.0, px(1.5)))
                painter.icon(surface, _ICONS[mark], at, max(6, round(radius * 1.3)), ink)
            if points:
                style = painter.theme.type.caption.coloured(palette.accent)
                below = Rect(cell.x - px(4), at[1] + px(12), cell.w + px(8), px(22))
                signed = write_signed(self._context.catalogue, points)
                painter.text_in(surface, signed, below, style, "centre", max_lines=1)
