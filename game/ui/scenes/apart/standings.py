"""A league's standings over all its tables that this home knows."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import pygame

from game.net.table_flow import show_names
from game.page.league import standings_page, standings_text
from game.play.league import LeagueStanding, stand_league
from game.ui.draw.icons import Icon
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pulse, Push
from game.ui.layout.rects import Rect, View
from game.ui.scenes.apart.pending_request import PendingRequest, report_saved
from game.ui.scenes.apart.words import table_name
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Look, PageHead, PressResult, WidgetScene

_COLUMNS = ("place", "player", "matches", "wins", "rounds", "lines", "bonus", "total")
_WIDTHS = (7, 28, 11, 10, 10, 12, 11, 11)


class StandingsScene(WidgetScene):
    """See the module's docstring; a table of no league stands alone."""

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._service = context.apart.service
        self._request: PendingRequest[str] = PendingRequest(context)
        self._head = PageHead(context, self._title_words, "together.back")
        self._copy = self.button("together.report_copy", self._copy_text, Icon.COPY, Look.PRIMARY)
        self._save = self.button("together.report_save", self._save_page, Icon.PAGE)
        self.form.replace([self._head.back, self._copy, self._save])
        self.form.focus(self._copy, is_shown=False)
        self._panel = Rect(0, 0, 0, 0)

    def rows(self) -> tuple[LeagueStanding, ...]:
        """The standings now."""
        seen = self._service.seen[self._id]
        league = seen.seating.desk.league
        tables = [
            other
            for other in self._service.seen.values()
            if other.id == self._id or (league and other.seating.desk.league == league)
        ]
        matches = [other.table.match for other in tables if other.table is not None]
        return stand_league(show_names(match) for match in matches if match is not None)

    def _title(self) -> str:
        return table_name(self.context, self._service.seen[self._id])

    def _title_words(self) -> str:
        return f"{self.context.text('together.standings')} · {self._title()}"

    def _copy_text(self) -> PressResult:
        words = standings_text(self.context.catalogue, self._title(), self.rows())
        is_copied = self.context.copy_text(words)
        key = "together.report_copied" if is_copied else "together.not_copied"
        return self._tell(self.context.text(key))

    def _save_page(self) -> None:
        page = standings_page(self.context.catalogue, self._title(), self.rows())
        saved = self._service.save_report(f"{self._id.hex()[:8]}-standings.html", page)
        self._request.ask(saved, partial(report_saved, self.context))

    def _tell(self, words: str) -> Navigation:
        return Push(notice(self.context, lambda: words, self.context.text("together.standings")))

    def animate(self, dt: float) -> Pulse:
        """Tell what came of saving."""
        words = self._request.poll()
        return Pulse() if words is None else Pulse(True, self._tell(words))

    def resize(self, view: View) -> None:
        """A table, and two buttons below it."""
        super().resize(view)
        px = view.px
        area = self._head.place(view)
        foot, self._panel = area.cut_bottom(px(50), px(14))
        row = foot.centred(min(px(720), foot.w), foot.h)
        self.place_all((self._copy, self._save), row.columns(2, px(12)))

    def draw_below(self, surface: pygame.Surface) -> None:
        """The rows, best first."""
        super().draw_below(surface)
        painter, text, px = self.context.painter, self.context.text, self.view.px
        theme, palette = painter.theme.type, painter.theme.palette
        self._head.draw(surface)
        painter.panel(surface, self._panel)
        inner = self._panel.inset(px(24), px(16))
        head, rest = inner.cut_top(px(40), px(4))
        words = [text(f"together.report.{column}") for column in _COLUMNS]
        self._draw_cells(surface, head, words, [theme.caption] * len(words))
        rows = self.rows()
        height = min(px(54), rest.h // max(1, len(rows)))
        for row, line in zip(rows, rest.stack([height] * len(rows)), strict=True):
            surface.fill(palette.panel_edge, Rect(line.x, line.y, line.w, max(1, px(1))))
            numbers = (row.matches, row.wins, row.rounds, row.lines, row.bonus, row.total)
            shown = [self.context.catalogue.number(number) for number in numbers]
            total = theme.strong.coloured(palette.accent) if row.place == 1 else theme.strong
            styles = [theme.body, theme.strong, *[theme.body] * 5, total]
            self._draw_cells(surface, line, [str(row.place), row.name, *shown], styles)

    def _draw_cells(
        self, surface: pygame.Surface, line: Rect, cells: Sequence[str], styles: Sequence[TextStyle]
    ) -> None:
        """A row of the table: place and name at the left of their columns, numbers at the right."""
        columns = line.weighted_columns(_WIDTHS, self.view.px(8))
        for index, (words, style, cell) in enumerate(zip(cells, styles, columns, strict=True)):
            align: Literal["left", "right"] = "left" if index < 2 else "right"
            self.context.painter.text_in(surface, words, cell, style, align, max_lines=1)
