"""The standings of a league over all its tables stored here."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from game.net.service.snapshots import TableSnapshot
from game.net.service.table_flow import marked_match, replacements
from game.page.league import standing_name, standings_page, standings_text
from game.play.league import LeagueStanding, league_standings
from game.rules.match import Match
from game.rules.match_score import score_match
from game.ui.draw.bands import ScoreBand, draw_band
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Pulse, Push
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    ActionBand,
    AlignedRows,
    PageScene,
    Panel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.apart.going import rematch_band
from game.ui.scenes.apart.pending_request import PendingRequest, report_saved
from game.ui.scenes.apart.players_picture import lying_harvest
from game.ui.scenes.apart.words import copied_words, name_apart, names_apart
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.people_pictures import seat_picture
from game.ui.widgets import PressResult

_COUNTS: Final = ("matches", "wins", "rounds", "lines", "bonus")
_NARROW: Final = 1180
"""Units of page width below which words replace harvests."""


class StandingRow(Row):
    """A player's row in the standings; the user's own is a white band across the window."""

    def __init__(self, *parts: Widget, is_own: bool, size: int, id: str) -> None:
        # A row that draws itself is a leaf of the tree; only rows with a `look` do.
        super().__init__(*parts, gap=24, look="ruled" if is_own else None, size=size, id=id)

    def arrange(self, context: Context, rect: Rect) -> None:
        painter = context.painter
        chosen = painter.theme.palette.chosen
        with painter.ink_on(painter.ground if self.look is None else chosen):
            super().arrange(context, rect)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        area = painter.view.area
        band = self.rect._replace(x=area.x, w=area.w)
        draw_band(surface, painter, painter.theme.palette.chosen, band)


class StandingsScene(PageScene):
    """The standings of a league, or the result of a single table."""

    door = 3

    counted = ("table",)

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._service = context.apart.service
        self._request: PendingRequest[str] = PendingRequest(context)

    def page(self) -> Widget:
        text = self.context.text
        named = [
            Text(text(f"together.report.{column}"), lines=1, align="right")
            for column in (*_COUNTS, "total")
        ]
        place, player = (Text(text(f"together.report.{word}")) for word in ("place", "player"))
        rows = AlignedRows(
            Row(place, Spacer(), player, Spacer(), *named, gap=24, size=30),
            *self._rows(),
            has_head=True,
            id="table",
        )
        save = WordLink(text("together.report_save"), self._save_page, id="save")
        copy, again = text("together.report_copy"), rematch_band(self.context, self._snapshot)
        return self.headed(
            f"{text('together.standings')} · {self._name()}",
            Panel(Scroll(rows, Spacer(share=1), share=1), pad=(20, 12, 20, 0), share=1),
            Row(
                again and WordLink(copy, self._copy_text, id="copy"),
                save,
                Spacer(share=1),
                again or ActionBand(copy, self._copy_text, icon=Icon.COPY, small=True, id=MAIN),
                gap=34,
                pad=(20, 0, 0, 0),
            ),
        )

    @property
    def _snapshot(self) -> TableSnapshot:
        return self._service.snapshot(self._id)

    def _rows(self) -> list[Widget]:
        rows, matches = self.rows(), self._matches()
        most = max((row.total for row in rows), default=1) or 1
        names = names_apart(self._snapshot)
        own_names = {names[seat] for seat in self._snapshot.own_seats}
        return [
            self._row(row, _bands_of(matches, row), most, row.name in own_names) for row in rows
        ]

    def _row(
        self, row: LeagueStanding, bands: Sequence[ScoreBand], most: float, is_own: bool
    ) -> Widget:
        number, name = self.context.catalogue.number, standing_name(self.context.catalogue, row)
        names, is_wide = names_apart(self._snapshot), self.view.units_wide >= _NARROW
        seat = names.index(row.name) if row.name in names else None
        return StandingRow(
            Text(str(row.place), "heading"),
            seat_picture(self.context, seat),
            Text(name, "heading", lines=1, grow=1, halves=True),
            lying_harvest(self.context, bands, most, size=280) if is_wide else Spacer(),
            *(Text(number(getattr(row, each)), "label", align="right") for each in _COUNTS),
            Text(
                number(row.total),
                "title",
                None if is_own or row.place > 1 else "accent",
                align="right",
            ),
            is_own=is_own,
            size=60 if is_wide else 50,
            id=row.name,
        )

    def _tables(self) -> list[TableSnapshot]:
        """Return the tables of this table's league, or this table alone."""
        league = self._snapshot.league
        return [
            other
            for other in self._service.snapshots.values()
            if (other.id == self._id or (league and other.league == league))
            and other.table is not None
            and other.table.match is not None
        ]

    def _matches(self) -> list[Match]:
        return [marked_match(other) for other in self._tables()]

    def rows(self) -> tuple[LeagueStanding, ...]:
        """Return the current standings."""
        came = [one for other in self._tables() for one in replacements(other)]
        return league_standings(self._matches(), came)

    def _name(self) -> str:
        return name_apart(self.context, self._snapshot)

    def _copy_text(self) -> PressResult:
        words = standings_text(self.context.catalogue, self._name(), self.rows())
        done = self.context.text("together.report_copied")
        return self._notify(copied_words(self.context, words, done))

    def _save_page(self) -> None:
        page = standings_page(self.context.catalogue, self._name(), self.rows())
        saved = self._service.save_report(f"{self._id.hex()[:8]}-standings.html", page)
        self._request.ask(saved, partial(report_saved, self.context))

    def _notify(self, words: str) -> Navigation:
        return Push(notice(self.context, words, self.context.text("together.standings")))

    def animate(self, dt: float) -> Pulse:
        if self._service.snapshot(self._id).is_gone:
            return Pulse(True, Pop())
        words = self._request.poll()
        return Pulse() if words is None else Pulse(True, self._notify(words))


def _bands_of(matches: Sequence[Match], row: LeagueStanding) -> list[ScoreBand]:
    """Return a player's bands over all matches: one for each number, the highest first, rays,
    bonus.
    """
    points: defaultdict[int, float] = defaultdict(float)
    for match in matches:
        for player, earned in zip(match.players, score_match(match).players, strict=True):
            if player.name == row.name:
                for line in (line for each in earned.rounds for line in each.lines):
                    points[line.number] += line.points
    lines = [ScoreBand(points[number], number, 1) for number in sorted(points, reverse=True)]
    rest = row.lines - sum(points.values())
    others = (ScoreBand(rest, kind="sun"), ScoreBand(row.bonus, kind="bonus"))
    return [one for one in (*lines, *others) if one.points > 0]
