"""The desk's picture: a row a player with a mark a call, the calls so far, the standings."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.locale import write_signed
from game.net.service import Seen
from game.play.league import CallMark, RoundReport, SeatReport
from game.play.table import SEAT_COLOURS
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.sprites import TileLook
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.layout.hexes import hex_corners, lay_out_board
from game.ui.layout.rects import Rect, View, cut_page
from game.ui.scenes.apart.words import table_name, time_left

_ICONS: Final = {
    CallMark.ANSWERED: Icon.CHECK,
    CallMark.WAITED: Icon.DOTS,
    CallMark.MISSED: Icon.CLOCK,
}


@dataclass(frozen=True, slots=True)
class DeskLayout:
    """Where everything stands."""

    title: Rect
    deadline: Rect
    table: Rect
    calls: Rect
    standings: Rect
    toggle: Rect
    buttons: Rect


def lay_out_desk(view: View) -> DeskLayout:
    """The rows at the left, calls and standings at the right, buttons at the foot."""
    px = view.px
    _, head, area = cut_page(view)
    deadline, title = head.cut_right(px(330), px(16))
    buttons, area = area.cut_bottom(px(52), px(14))
    left, right = area.cut_left(area.w * 71 // 100, px(16))
    toggle, right = right.cut_bottom(px(40), px(10))
    calls, standings = right.cut_top(right.h * 45 // 100, px(12))
    return DeskLayout(title, deadline, left, calls, standings, toggle, buttons)


class DeskPicture:
    """Draws a desk; keeps the small boards' pictures, one a seat."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._boards = [BoardPicture(context.painter) for _ in range(MAX_PLAYERS)]

    def forget(self) -> None:
        """Render anew next time."""
        for board in self._boards:
            board.forget()

    def draw(
        self,
        surface: pygame.Surface,
        layout: DeskLayout,
        seen: Seen,
        report: RoundReport | None,
        state: str,
    ) -> None:
        """The whole desk; `state` is what stands under its name."""
        painter, text = self._context.painter, self._context.text
        theme, palette, px = painter.theme.type, painter.theme.palette, painter.px
        top, below = layout.title.cut_top(layout.title.h * 58 // 100)
        name = f"{text('together.desk')} · {table_name(self._context, seen)}"
        painter.text_in(surface, name, top, theme.heading, max_lines=1)
        painter.text_in(surface, state, below, theme.caption, max_lines=1)
        left = time_left(self._context, seen)
        if left:
            painter.box(surface, layout.deadline, palette.panel, palette.accent)
            cell, words = layout.deadline.inset(px(12), px(4)).cut_left(px(26), px(8))
            painter.icon(surface, Icon.HOURGLASS, cell.centre, px(22), palette.accent)
            told = text("together.deadline", time=left)
            painter.text_in(surface, told, words, theme.strong, max_lines=1)
        for rect in (layout.table, layout.calls, layout.standings):
            painter.panel(surface, rect)
        if report is None or seen.table is None:
            painter.text_in(surface, state, layout.table.inset(px(30)), theme.body, "centre")
            return
        self._draw_rows(surface, layout.table, report, seen.table.opened.rules)
        self._draw_calls(surface, layout.calls, report)
        self._draw_standings(surface, layout.standings, report)

    def _draw_rows(
        self, surface: pygame.Surface, area: Rect, report: RoundReport, rules: Ruleset
    ) -> None:
        painter, text = self._context.painter, self._context.text
        theme, palette, px = painter.theme.type, painter.theme.palette, painter.px
        inner = area.inset(px(16), px(10))
        head, rows = inner.cut_top(px(34), px(2))
        name, board, marks, lines, bonus = _columns(head, px(76))
        painter.text_in(surface, text("together.report.player"), name, theme.caption)
        painter.text_in(surface, text("together.report.call_head"), board, theme.caption, "right")
        painter.text_in(
            surface, text("together.report.lines"), lines, theme.caption, "right", max_lines=1
        )
        painter.text_in(
            surface, text("together.report.bonus"), bonus, theme.caption, "right", max_lines=1
        )
        latest = len(report.calls) - 1
        cells = marks.columns(report.most_calls)
        if latest >= 0:
            cell = cells[latest]
            column = Rect(cell.x, head.y, cell.w, inner.bottom - head.y)
            painter.box(surface, column, palette.raised)
        step = 1 if cells[0].w >= px(20) else 2
        for number, cell in enumerate(cells, 1):
            if (number - 1) % step and number - 1 != latest:
                continue
            ink = palette.ink if number - 1 == latest else palette.ink_muted
            painter.text(surface, str(number), cell.centre, theme.caption.coloured(ink), "centre")
        height = min(px(150), rows.h // len(report.seats))
        for seat, line in zip(report.seats, rows.stack([height] * len(report.seats)), strict=True):
            edge = Rect(line.x, line.y, line.w, max(1, px(1)))
            surface.fill(palette.panel_edge, edge)
            self._draw_row(surface, line, seat, rules, len(report.calls) - 1)

    def _draw_row(
        self, surface: pygame.Surface, line: Rect, seat: SeatReport, rules: Ruleset, latest: int
    ) -> None:
        painter = self._context.painter
        theme, palette, px = painter.theme.type, painter.theme.palette, painter.px
        name, board, marks, lines, bonus = _columns(line.inset(0, px(4)), px(76))
        radius = min(px(19), name.h // 3)
        head, below = name.cut_top(name.h // 2)
        cell, words = head.cut_left(radius * 2 + px(2), px(8))
        colour = painter.theme.seats[SEAT_COLOURS[seat.seat]]
        pygame.draw.polygon(surface, colour, hex_corners(cell.centre, radius))
        style = theme.strong.coloured(palette.ink_dark)
        painter.text(surface, str(seat.seat + 1), cell.centre, style, "centre")
        painter.text_in(surface, seat.name, words, theme.strong, max_lines=1)
        told, ink = self._status(seat, latest)
        painter.text_in(
            surface, told, below, theme.caption.coloured(ink), valign="top", max_lines=2
        )
        small = lay_out_board(rules.grid, board.inset(px(2)), 0.2)
        look = BoardLook(rules, seat.position, has_badges=False, has_names=False)
        self._boards[seat.seat].draw(surface, small, look)
        for mark, points, at in zip(
            seat.marks, seat.bonuses, marks.columns(len(seat.marks)), strict=True
        ):
            self._draw_mark(surface, at, mark, points)
        number = self._context.catalogue.number(seat.lines)
        painter.text_in(surface, number, lines, theme.heading, "right", max_lines=1)
        signed = write_signed(self._context.catalogue, seat.bonus) if seat.bonus else "·"
        style = theme.heading.coloured(palette.accent if seat.bonus else palette.ink_muted)
        painter.text_in(surface, signed, bonus, style, "right", max_lines=1)

    def _draw_mark(self, surface: pygame.Surface, cell: Rect, mark: CallMark, points: int) -> None:
        painter = self._context.painter
        palette, px = painter.theme.palette, painter.px
        at = (cell.centre[0], cell.y + cell.h * 38 // 100)
        if mark is CallMark.TO_COME:
            painter.disc(surface, at, max(1, px(2)), palette.ink_muted)
        else:
            ink = self._ink(mark)
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

    def _ink(self, mark: CallMark) -> Colour:
        palette = self._context.painter.theme.palette
        return {
            CallMark.ANSWERED: palette.good,
            CallMark.WAITED: palette.accent,
            CallMark.MISSED: palette.bad,
        }[mark]

    def _status(self, seat: SeatReport, latest: int) -> tuple[str, Colour]:
        """What the table waits for in this seat, and its colour."""
        text, palette = self._context.text, self._context.painter.theme.palette
        if latest < 0:
            return "", palette.ink_muted
        mark, owed = seat.marks[latest], len(seat.owed)
        missed = [i + 1 for i, m in enumerate(seat.marks) if m is CallMark.MISSED]
        if mark is CallMark.WAITED and owed and missed:
            return text("together.seat.owes", call=missed[-1], count=owed), palette.bad
        if mark is CallMark.MISSED:
            return text("together.seat.missed", call=latest + 1), palette.bad
        if mark is CallMark.WAITED:
            return text("together.seat.waited"), palette.accent
        return text("together.seat.answered"), palette.good

    def _draw_calls(self, surface: pygame.Surface, area: Rect, report: RoundReport) -> None:
        painter, text = self._context.painter, self._context.text
        theme, palette, px = painter.theme.type, painter.theme.palette, painter.px
        inner = area.inset(px(14), px(10))
        head, rest = inner.cut_top(px(28), px(6))
        called = sum(map(len, report.calls))
        painter.text_in(surface, text("together.report.calls"), head, theme.strong)
        told = text("together.tiles_of", called=called, tiles=report.tiles)
        painter.text_in(surface, told, head, theme.caption, "right")
        height = px(34)
        most = max(1, rest.h // height)
        first = max(0, len(report.calls) - most)
        rows = rest.stack([height] * (len(report.calls) - first))
        for number, row in enumerate(rows, first + 1):
            if number == len(report.calls):
                painter.box(surface, row, palette.raised, palette.accent)
            row = row.inset(px(8), px(2))
            cell, rest_of_row = row.cut_left(px(26), px(6))
            painter.text_in(surface, str(number), cell, theme.caption)
            radius = row.h * 0.5
            for i, tile in enumerate(report.calls[number - 1]):
                centre = (rest_of_row.x + radius + i * radius * 2.3, row.centre[1])
                painter.sprites.draw_tile(surface, tile, centre, radius, TileLook.NORMAL)
            done = text(
                "together.report.answered",
                done=report.answered[number - 1],
                seats=len(report.seats),
            )
            painter.text_in(surface, done, rest_of_row, theme.caption, "right", max_lines=1)

    def _draw_standings(self, surface: pygame.Surface, area: Rect, report: RoundReport) -> None:
        painter, text = self._context.painter, self._context.text
        theme, palette, px = painter.theme.type, painter.theme.palette, painter.px
        inner = area.inset(px(14), px(10))
        head, rest = inner.cut_top(px(28), px(4))
        painter.text_in(surface, text("together.standings"), head, theme.strong)
        rows = report.best_first()
        height = min(px(46), rest.h // len(rows))
        most = max([1.0, *(seat.total for _, seat in rows)])
        for (place, seat), row in zip(rows, rest.stack([height] * len(rows)), strict=True):
            cell, row = row.cut_left(px(20), px(4))
            painter.text_in(surface, str(place), cell, theme.caption)
            points, row = row.cut_right(px(64), px(8))
            number = self._context.catalogue.number(seat.total)
            ink = palette.accent if place == 1 else palette.ink
            painter.text_in(
                surface, number, points, theme.strong.coloured(ink), "right", max_lines=1
            )
            bar_h = max(2, px(6))
            words, bar = row.cut_top(row.h - bar_h - px(3))
            painter.text_in(surface, seat.name, words, theme.caption, max_lines=1)
            bar = Rect(bar.x, bar.y, bar.w, bar_h)
            painter.box(surface, bar, palette.sunken, radius=bar_h // 2)
            whole = bar.w * seat.total / most
            if whole >= bar_h:
                painter.box(
                    surface, bar._replace(w=round(whole)), palette.accent, radius=bar_h // 2
                )
            part = bar.w * seat.lines / most
            if part >= bar_h:
                painter.box(surface, bar._replace(w=round(part)), palette.cool, radius=bar_h // 2)


def _columns(line: Rect, points: int) -> tuple[Rect, Rect, Rect, Rect, Rect]:
    """Name, board, marks, lines, bonus."""
    name, rest = line.cut_left(line.w * 21 // 100, line.w // 100)
    board, rest = rest.cut_left(line.w * 15 // 100, line.w // 100)
    bonus, rest = rest.cut_right(points)
    lines, marks = rest.cut_right(points, line.w // 100)
    return name, board, marks, lines, bonus
