"""The parts of the game master's page for a round: the latest call, and a row for each player."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, Unpack

import pygame

from game.locale import write_list, write_signed
from game.net.service.snapshots import TableSnapshot
from game.play.league import CallMark, RoundReport, SeatReport
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.ui.draw.bands import ScoreBand, draw_band, draw_ghost, draw_hexagon
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.tiles import TileLook
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import (
    AlignedRows,
    Column,
    Ink,
    Maybe,
    Picture,
    Row,
    Spacer,
    Text,
    Widget,
    WidgetOptions,
    coloured,
)
from game.ui.scenes.shared.flags import bands_of_position
from game.ui.scenes.shared.people_pictures import seat_picture

_INKS: Final[dict[CallMark, Ink]] = {
    CallMark.ANSWERED: "ink_soft",
    CallMark.WAITED: "accent",
    CallMark.MISSED: "bad",
}
_POINTS: Final = 84
"""Units of width of a column of points."""

_NAMES: Final = (240, 372)
"""Least and most units of width of the column of names and states."""

LINK_WIDTH: Final = 128
"""Units of width of the column with a seat's link."""

_ROWS: Final = (72, 100)
"""Units of height of a player's row, and in an upright window."""

_NARROW: Final = 1180
"""Units of page width below which words and marks replace boards and bars."""


class PlayersPicture:
    """Makes the parts; caches the small board's picture of each seat."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._boards = [BoardPicture(context.painter) for _ in range(MAX_PLAYERS)]

    def latest_call(self, report: RoundReport) -> Iterator[Widget]:
        """Yield the tiles of the latest call, and the number of answers."""
        answered, seats = (0, *report.answered)[-1], len(report.seats)
        words = self._context.text("together.report.answered", done=answered, seats=seats)
        count = len(report.calls[-1]) if report.calls else 0
        yield Picture(partial(self._paint_tiles, report), least=40, size=52 * count)
        yield Text(words, "label", lines=1)

    def players(
        self,
        report: RoundReport,
        rules: Ruleset,
        snapshot: TableSnapshot,
        link: Callable[[int], Maybe],
    ) -> Widget:
        """Return a row for each player, local players first.

        A row has the player's state, a mark for each call, the board, the harvest and the points;
        `link` makes a seat's link.
        """
        seats = sorted(report.seats, key=lambda seat: seat.seat not in snapshot.own_seats)
        most = max(1.0, *(seat.total for seat in seats))
        links = [link(seat.seat) for seat in seats]
        ends = (
            [part or Spacer(size=LINK_WIDTH) for part in links]
            if any(links)
            else [None] * len(links)
        )
        text = self._context.text
        return AlignedRows(
            Row(
                Text(text("together.report.player"), size=self._names_width),
                Text(text("together.report.calls"), share=1),
                *(
                    Text(text(f"together.report.{key}"), align="right", lines=1, size=_POINTS)
                    for key in ("lines", "bonus", "total")
                ),
                any(links) and Spacer(size=LINK_WIDTH),
                gap=8,
                size=30,
            ),
            *(
                self._player(seat, rules, report, snapshot, most, end)
                for seat, end in zip(seats, ends, strict=True)
            ),
            has_head=True,
        )

    def _player(
        self,
        seat: SeatReport,
        rules: Ruleset,
        report: RoundReport,
        snapshot: TableSnapshot,
        most: float,
        end: Maybe,
    ) -> Widget:
        number = self._context.catalogue.number
        is_wide = self._context.painter.view.units_wide >= _NARROW
        signed = write_signed(self._context.catalogue, seat.bonus) if seat.bonus else "·"
        status, ink = self._status(seat, len(report.calls) - 1)
        if seat.seat in snapshot.left and seat.seat in snapshot.free:
            status, ink = self._context.text("together.seat.left"), "bad"
        if came_for := [one.left for one in report.replaced if one.seat == seat.seat]:
            names = write_list(self._context.catalogue, came_for)
            came = self._context.text("together.report.came_for", names=names)
            status = " · ".join(filter(None, (status, came)))
        bonus: Ink = "cool" if seat.bonus else "ink_soft"
        bands = list(bands_of_position(rules, seat.position))
        if seat.bonus:
            bands.append(ScoreBand(seat.bonus, kind="bonus"))
        return Row(
            Row(
                seat_picture(self._context, seat.seat),
                Column(
                    Text(seat.name, "heading", lines=1),
                    Text(status, "body", ink, lines=2),
                    align="left",
                    share=1,
                ),
                gap=12,
                size=self._names_width,
            ),
            Row(
                Picture(partial(self._paint_marks, seat), least=40, share=32),
                Picture(
                    partial(self._paint_board, seat, rules), least=40, size=70 if is_wide else 56
                ),
                is_wide and lying_harvest(self._context, bands, most, share=20),
                gap=14,
                share=1,
            ),
            Text(number(seat.lines), "heading", align="right", size=_POINTS),
            Text(signed, "heading", bonus, align="right", size=_POINTS),
            Text(
                number(seat.total),
                "title",
                "accent" if seat.total == most else None,
                align="right",
                size=_POINTS,
            ),
            end,
            gap=8,
            size=_ROWS[self._context.painter.view.is_upright],
            id=seat.seat,
        )

    @property
    def _names_width(self) -> float:
        """Units of width of the names with their states."""
        least, most = _NAMES
        return min(most, least + max(0, self._context.painter.view.units_wide - 960))

    def _status(self, seat: SeatReport, latest: int) -> tuple[str, Ink]:
        """Return the state of a seat, and its colour."""
        text = self._context.text
        if latest < 0:
            return "", "ink_soft"
        mark, owed = seat.marks[latest], len(seat.owed)
        missed = [i + 1 for i, m in enumerate(seat.marks) if m is CallMark.MISSED]
        if mark is CallMark.WAITED and owed and missed:
            return text("together.seat.owes", call=missed[-1], count=owed), "bad"
        if mark is CallMark.MISSED:
            return text("together.seat.missed", call=latest + 1), "bad"
        return text(f"together.seat.{mark.value}"), _INKS[mark]

    # pictures

    def _paint_tiles(self, report: RoundReport, surface: pygame.Surface, rect: Rect) -> None:
        radius = rect.h * 0.5
        for index, tile in enumerate(report.calls[-1] if report.calls else ()):
            centre = (rect.x + radius + index * radius * 2.1, rect.centre[1])
            self._context.painter.sprites.draw_tile(surface, tile, centre, radius, TileLook.NORMAL)

    def _paint_board(
        self, seat: SeatReport, rules: Ruleset, surface: pygame.Surface, rect: Rect
    ) -> None:
        small = lay_out_board(rules.grid, rect, 0.2)
        look = BoardLook(rules, seat.position, has_badges=False, has_names=False)
        self._boards[seat.seat].draw(surface, small, look)

    def _paint_marks(self, seat: SeatReport, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a hexagon for each call: full if answered, with an icon if open or missed.

        A bonus is written below where there is room.
        """
        painter = self._context.painter
        p, px = painter.theme.palette, painter.px
        pitch = min(px(40), rect.w / len(seat.marks))
        radius, style = min(px(13), pitch * 0.46), painter.theme.type.body.coloured(p.cool)
        has_words = pitch >= painter.text_width("+10", style)
        up = px(10) if has_words and any(seat.bonuses) else 0
        for index, (mark, points) in enumerate(zip(seat.marks, seat.bonuses, strict=True)):
            at = (rect.x + round((index + 0.5) * pitch), rect.centre[1] - up)
            edge = max(1, px(2))
            if mark is CallMark.TO_COME:
                draw_hexagon(surface, painter, at, radius, p.well, p.line, edge)
                continue
            fill = p.gold if mark is CallMark.WAITED else coloured(_INKS[mark], painter)
            fill = p.cool if points else fill
            draw_hexagon(surface, painter, at, radius, fill)
            if mark is not CallMark.ANSWERED:
                icon = Icon.HOURGLASS if mark is CallMark.WAITED else Icon.CLOSE
                painter.icon(surface, icon, at, round(radius * 1.2), painter.theme.ink_on(fill))
            if points and has_words:
                below = Rect(round(at[0] - pitch / 2), at[1] + px(12), round(pitch), px(24))
                signed = write_signed(self._context.catalogue, points)
                painter.text_in(surface, signed, below, style, "centre", max_lines=1)


def lying_harvest(
    context: Context, bands: Sequence[ScoreBand], full: float, **common: Unpack[WidgetOptions]
) -> Picture:
    """Return a harvest as a row: bands from the left, as wide as their points, `full` points
    filling it.
    """
    return Picture(partial(_paint_lying, context.painter, bands, full), least=30, **common)


def _paint_lying(
    painter: Painter, bands: Sequence[ScoreBand], full: float, surface: pygame.Surface, rect: Rect
) -> None:
    row, left = rect.centred(rect.w, painter.px(34)), float(rect.x)
    for one in bands:
        right = left + one.points * rect.w / full
        width = max(1, round(right) - round(left) - max(1, painter.px(1.6)))
        body = row._replace(x=round(left), w=width)
        if one.kind == "line":
            draw_band(surface, painter, painter.theme.stripes[one.number], body)
        else:
            p = painter.theme.palette
            ink = {"sun": p.sun_ink, "moon": p.moon_ink}.get(one.kind, p.cool)
            draw_ghost(surface, painter, body, ink)
        left = right
