"""The standings of a league over all its tables that are known here."""

from functools import partial

from game.net.table_flow import marked_match
from game.page.league import standings_page, standings_text
from game.play.league import LeagueStanding, league_standings
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Pulse, Push
from game.ui.parts import MAIN, AlignedRows, PageScene, Panel, Row, Scroll, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest, report_saved
from game.ui.scenes.apart.words import copied_words, player_names, table_name
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Button, Look, PressResult

_COLUMNS = ("place", "player", "matches", "wins", "rounds", "lines", "bonus", "total")


class StandingsScene(PageScene):
    """See the module's docstring; a table of no league stands alone."""

    door = 3

    counted = ("table",)

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._service = context.apart.service
        self._request: PendingRequest[str] = PendingRequest(context)

    def page(self) -> Widget:
        """The rows, best first, and two buttons below them."""
        text = self.context.text
        columns = (
            Text(
                text(f"together.report.{column}"),
                "caption",
                align="left" if column in ("place", "player") else "right",
            )
            for column in _COLUMNS
        )
        rows = AlignedRows(
            Row(*columns, gap=32), *map(self._row, self.rows()), has_head=True, id="table"
        )
        copy = Button(
            text("together.report_copy"),
            self._copy_text,
            icon=Icon.COPY,
            look=Look.PRIMARY,
            id=MAIN,
        )
        save = Button(text("together.report_save"), self._save_page, icon=Icon.PAGE)
        return self.headed(
            f"{text('together.standings')} · {self._name()}",
            Panel(Scroll(rows, share=1), pad=(24, 16), share=1),
            Row(copy, save, gap=12, even=True, most=720),
            back=text("together.back"),
        )

    def _row(self, row: LeagueStanding) -> Widget:
        snapshot, number = self._service.snapshot(self._id), self.context.catalogue.number
        names = player_names(snapshot)
        is_own, is_first = row.name in {names[seat] for seat in snapshot.own_seats}, row.place == 1
        points = (row.matches, row.wins, row.rounds, row.lines, row.bonus)
        return Row(
            Text(str(row.place)),
            Text(row.name, "strong", "cool" if is_own else None, grow=1),
            *(Text(number(one), align="right") for one in points),
            Text(number(row.total), "strong", "accent" if is_first else None, align="right"),
            gap=32,
            pad=(0, 9),
            look="ruled",
            id=row.name,
        )

    def rows(self) -> tuple[LeagueStanding, ...]:
        """The standings now."""
        league = self._service.snapshot(self._id).league
        tables = [
            other
            for other in self._service.snapshots.values()
            if other.id == self._id or (league and other.league == league)
        ]
        return league_standings(
            marked_match(other)
            for other in tables
            if other.table is not None and other.table.match is not None
        )

    def _name(self) -> str:
        return table_name(self.context, self._service.snapshot(self._id))

    def _copy_text(self) -> PressResult:
        words = standings_text(self.context.catalogue, self._name(), self.rows())
        done = self.context.text("together.report_copied")
        return self._tell(copied_words(self.context, words, done))

    def _save_page(self) -> None:
        page = standings_page(self.context.catalogue, self._name(), self.rows())
        saved = self._service.save_report(f"{self._id.hex()[:8]}-standings.html", page)
        self._request.ask(saved, partial(report_saved, self.context))

    def _tell(self, words: str) -> Navigation:
        return Push(notice(self.context, words, self.context.text("together.standings")))

    def animate(self, dt: float) -> Pulse:
        """Tell what came of saving."""
        if self._service.snapshot(self._id).is_gone:
            return Pulse(True, Pop())
        words = self._request.poll()
        return Pulse() if words is None else Pulse(True, self._tell(words))
