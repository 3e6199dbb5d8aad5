"""The parts of the desk that show a round: a row a player, the calls, the standings."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pygame

from game.locale import write_signed
from game.net.service import TableSnapshot
from game.play.league import CallMark, RoundReport, SeatReport
from game.play.table import SEAT_COLOURS
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.sprites import TileLook
from game.ui.frame.context import Context
from game.ui.layout.hexes import hex_corners, lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import (
    AlignedRows,
    Column,
    Ink,
    Maybe,
    Panel,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    coloured,
)

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
_POINTS: Final = 76
"""Units of a column of points."""

_ROWS: Final = 4
"""Players whose rows fill the panel; fewer do not stretch."""


class DeskPicture:
    """Makes the parts that show a round; keeps the small boards' pictures, one a seat."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._boards = [BoardPicture(context.painter) for _ in range(MAX_PLAYERS)]

    # the players

    def players(self, report: RoundReport, rules: Ruleset, seen: TableSnapshot) -> Widget:
        """A row a player, those of this home first: whom the table waits for, the board, a mark a
        call, points.
        """
        seats = sorted(report.seats, key=lambda seat: seat.seat not in seen.own)
        text = self._context.text
        return AlignedRows(
            Row(
                Text(text("together.report.player"), "caption", share=21),
                Text(text("together.report.call_head"), "caption", align="right", share=15),
                Picture(partial(self._paint_numbers, report), least=20, share=48),
                Text(text("together.report.lines"), "caption", align="right", size=_POINTS),
                Text(text("together.report.bonus"), "caption", align="right", size=_POINTS),
                gap=8,
            ),
            *(self._player(seat, rules, report, seen) for seat in seats),
            Spacer(share=max(0, _ROWS - len(report.seats))),
            has_head=True,
            share=1,
        )

    def _player(
        self, seat: SeatReport, rules: Ruleset, report: RoundReport, seen: TableSnapshot
    ) -> Widget:
        text, number = self._context.text, self._context.catalogue.number(seat.lines)
        signed = write_signed(self._context.catalogue, seat.bonus) if seat.bonus else "·"
        status, ink = self._status(seat, len(report.calls) - 1)
        if seat.seat in seen.left and seat.seat in seen.free:
            status, ink = text("together.seat.left"), "bad"
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
                share=21,
            ),
            Picture(partial(self._paint_board, seat, rules), least=40, share=15),
            Picture(partial(self._paint_marks, seat, report), least=40, share=48),
            Text(number, "heading", align="right", size=_POINTS),
            Text(
                signed,
                "heading",
                "accent" if seat.bonus else "ink_muted",
                align="right",
                size=_POINTS,
            ),
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
        if mark is CallMark.WAITED:
            return text("together.seat.waited"), "accent"
        return text("together.seat.answered"), "good"

    # the calls and the standings

    def calls(self, report: RoundReport) -> Widget:
        """The calls, the latest first, and how many have answered each."""
        text, tiles = self._context.text, sum(map(len, report.calls))
        told = text("together.tiles_of", called=tiles, tiles=report.tiles)
        numbered = reversed(list(enumerate(report.calls, 1)))
        return Panel(
            Row(Text(text("together.report.calls"), "strong", share=1), Text(told, "caption")),
            Scroll(*(self._call(report, n, called) for n, called in numbered), share=1),
            gap=6,
            pad=(14, 10),
            share=45,
        )

    def _call(self, report: RoundReport, number: int, called: tuple[Tile, ...]) -> Widget:
        done = self._context.text(
            "together.report.answered", done=report.answered[number - 1], seats=len(report.seats)
        )
        return Row(
            Text(str(number), "caption", size=26),
            Picture(partial(self._paint_tiles, called), least=28, share=1),
            Text(done, "caption", align="right"),
            gap=6,
            pad=(8, 2),
            look="raised" if number == len(report.calls) else None,
            size=34,
            reads=f"{self._context.text('together.report.call_head')} {number}: {done}",
            id=number,
        )

    def standings(self, report: RoundReport, beside: Maybe) -> Widget:
        """Who has how many points, best first; `beside` stands at the right of the heading."""
        rows = report.best_first()
        most = max([1.0, *(seat.total for _, seat in rows)])
        return Panel(
            Row(Text(self._context.text("together.standings"), "strong", share=1), beside),
            Scroll(*(self._standing(place, seat, most) for place, seat in rows), gap=6, share=1),
            gap=6,
            pad=(14, 10),
            share=55,
        )

    def _standing(self, place: int, seat: SeatReport, most: float) -> Widget:
        total = self._context.catalogue.number(seat.total)
        return Row(
            Text(str(place), "caption", size=20),
            Column(
                Text(seat.name, "caption", lines=1),
                Picture(partial(self._paint_bar, seat, most), size=6),
                share=1,
            ),
            Text(total, "strong", "accent" if place == 1 else "ink", align="right", size=64),
            gap=6,
            id=seat.seat,
        )

    # what is painted

    def _marked(self, report: RoundReport, rect: Rect) -> Iterator[tuple[int, Rect]]:
        """Each call's place in a row of marks."""
        yield from enumerate(rect.columns(report.most_calls))

    def _paint_latest(self, surface: pygame.Surface, report: RoundReport, rect: Rect) -> None:
        """The column of the latest call."""
        palette = self._context.painter.theme.palette
        for index, cell in self._marked(report, rect):
            if index == len(report.calls) - 1:
                surface.fill(palette.raised, cell)

    def _paint_numbers(self, report: RoundReport, surface: pygame.Surface, rect: Rect) -> None:
        self._paint_latest(surface, report, rect)
        painter, latest = self._context.painter, len(report.calls) - 1
        palette, style = painter.theme.palette, painter.theme.type.caption
        step = 1 if rect.w // max(1, report.most_calls) >= painter.px(20) else 2
        for index, cell in self._marked(report, rect):
            if index % step and index != latest:
                continue
            ink = palette.ink if index == latest else palette.ink_muted
            painter.text(surface, str(index + 1), cell.centre, style.coloured(ink), "centre")

    def _paint_seat(self, seat: int, surface: pygame.Surface, rect: Rect) -> None:
        painter = self._context.painter
        colour = painter.theme.seats[SEAT_COLOURS[seat]]
        radius = min(painter.px(19), rect.w // 2, rect.h // 2)
        pygame.draw.polygon(surface, colour, hex_corners(rect.centre, radius))
        style = painter.theme.type.strong.coloured(painter.theme.palette.ink_dark)
        painter.text(surface, str(seat + 1), rect.centre, style, "centre")

    def _paint_board(
        self, seat: SeatReport, rules: Ruleset, surface: pygame.Surface, rect: Rect
    ) -> None:
        small = lay_out_board(rules.grid, rect.inset(self._context.painter.px(4)), 0.2)
        look = BoardLook(rules, seat.position, has_badges=False, has_names=False)
        self._boards[seat.seat].draw(surface, small, look)

    def _paint_marks(
        self, seat: SeatReport, report: RoundReport, surface: pygame.Surface, rect: Rect
    ) -> None:
        self._paint_latest(surface, report, rect)
        for mark, points, at in zip(
            seat.marks, seat.bonuses, rect.columns(len(seat.marks)), strict=True
        ):
            self._paint_mark(surface, at, mark, points)

    def _paint_mark(self, surface: pygame.Surface, cell: Rect, mark: CallMark, points: int) -> None:
        painter = self._context.painter
        palette, px = painter.theme.palette, painter.px
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
            painter.text_in(
                surface, write_signed(self._context.catalogue, points), below, style, "centre",
                max_lines=1,
            )  # fmt: skip

    def _paint_tiles(self, tiles: tuple[Tile, ...], surface: pygame.Surface, rect: Rect) -> None:
        radius = rect.h * 0.5
        for index, tile in enumerate(tiles):
            centre = (rect.x + radius + index * radius * 2.3, rect.centre[1])
            self._context.painter.sprites.draw_tile(surface, tile, centre, radius, TileLook.NORMAL)

    def _paint_bar(
        self, seat: SeatReport, most: float, surface: pygame.Surface, rect: Rect
    ) -> None:
        """The total, and the part of it that lines have brought."""
        painter, palette = self._context.painter, self._context.painter.theme.palette
        painter.box(surface, rect, palette.sunken, radius=rect.h // 2)
        for points, colour in ((seat.total, palette.accent), (seat.lines, palette.cool)):
            width = round(rect.w * points / most)
            if width >= rect.h:
                painter.box(surface, rect._replace(w=width), colour, radius=rect.h // 2)
