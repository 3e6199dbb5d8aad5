"""The records: every finished match with its flag and board, and the statistics of all."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.climb.progress import read_climb_progress
from game.locale import write_date
from game.page.result import code_of
from game.play.own_seats import people_here
from game.play.public_boards import public_board
from game.play.table import TableSetup
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import ANIMATING, STILL, Pulse, Push
from game.ui.frame.topics import labelled
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    Body,
    Cells,
    Column,
    DialogChoice,
    ListRow,
    Maybe,
    NumberWord,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Sides,
    Spacer,
    Text,
    Widget,
    WordLink,
    make_dialog,
)
from game.ui.scenes.records.control import AttemptKind, Group, RecordsControl, RecordsPage
from game.ui.scenes.records.deal import DealScene
from game.ui.scenes.records.picture import (
    FIGURES,
    draw_line_columns,
    draw_mistakes,
    draw_spread,
    figure_words,
    line_words,
    mistake_words,
    spread_words,
)
from game.ui.scenes.records.rows import ROW_HEIGHT, MatchRow, group_title
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import attempt_words, rules_name
from game.ui.scenes.shared.people_pictures import people_pictures
from game.ui.scenes.shared.reason_words import costliest_words
from game.ui.scenes.shared.starting import start_match
from game.ui.widgets import Look, PressResult, ScrollArea, Segmented, Stepper

UNREADABLE: Final = "records.unreadable"

_LISTED: Final = 80
"""Most rows built at once: each takes some 20 µs whenever the page is rebuilt."""

_NEAR: Final = 12
"""Rows left above or below the visible ones at which others are built."""

_GAP: Final = 8
"""Units between two rows."""

_THREE_COLUMNS: Final = 1150
"""Units of width above which the figures have three columns."""


class RecordsScene(PageScene):
    """The matches in groups, with the chosen one's board; on the other page the statistics."""

    door = 4

    turns_at_midnight = True
    counted = ("groups", "figures", "total")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = RecordsControl(context.store.profile, context.engines)
        self._board = BoardPicture(context.painter)
        self._climbs = read_climb_progress(context.store)
        self._read_for: PlayedMatch | None = None
        self._match: Match | None = None
        self._first = 0
        """The index of the first row built."""
        self.keys[Action.COPY] = lambda: self._copy() if self.control.chosen else None

    def _heading_words(self) -> list[str]:
        groups = self.find("groups")
        words = () if groups is None else groups.spoken(self.context)
        return [*super()._heading_words(), *words]

    def page(self) -> Widget:
        text = self.context.text
        to_guests = WordLink(
            text("records.guests"), lambda: Push(self.context.routes.guests()), leads=True
        )
        if not self.control.matches:
            parts = self._climb(20), self._invitation()
            return self.headed(text("records.title"), *parts, beside=(to_guests,))
        pages = [(page, text(f"records.page.{page.value}")) for page in RecordsPage]
        turn = Segmented(pages, self.control.page, self._turn_page, id="pages")
        is_list = self.control.page is RecordsPage.SCORES
        return Column(
            Spacer(size=28),
            self.head(text("records.title"), turn, to_guests),
            Body(self._matches() if is_list else self._statistics(), share=1),
        )

    def _matches(self) -> Widget:
        """Return the matches at the left, and the chosen one's board at the right."""
        return Row(
            Column(
                Row(*self._groups(), gap=10, pad=(44, 0, 0, 0), size=48),
                self._kinds(),
                self.control.group == Group() and self._climb(58),
                self._list(),
                Row(*self._actions(), Spacer(share=1), gap=30, pad=(58, 0, 0, 0), size=48),
                gap=6,
                pad=(0, 8, 0, 16),
                align="left",
                share=1.35,
            ),
            self._chosen(),
            gap=30,
            share=1,
        )

    def _climb(self, left: float) -> Maybe:
        """Return the row that leads to the player's climbs, with their number and the best."""
        context, climbs = self.context, self._climbs
        if not climbs.ended:
            return False
        title = context.text("menu.climb")
        words = [context.text("climb.climbs", count=climbs.ended)]
        if (best := climbs.best) is not None:
            points = context.text("terms.count.points", count=best.points)
            words.append(context.text("climb.start.best", stage=str(best.stage), points=points))
        row = ListRow(
            lambda: Push(context.routes.climb_scores(is_mine=True)),
            title,
            " · ".join(words),
            mark=Picture(self._paint_summit, size=48, least=30, reads=SILENT),
            value="›",
            style="label",
            share=1,
            reads=labelled([title, *words]),
            id="climb",
        )
        return Row(row, pad=(left, 0, 0, 0), size=ROW_HEIGHT)

    def _paint_summit(self, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        ink = painter.theme.palette.gold
        painter.icon(surface, Icon.SUMMIT, rect.centre, painter.px(36), ink)

    def _chosen(self) -> Widget:
        """Return the board of the chosen match, its total and day, and the action."""
        control, text = self.control, self.context.text
        played = control.chosen
        if played is None:
            return Spacer(share=1)
        day = write_date(self.context.catalogue, played.finished_at.astimezone().date())
        about = filter(None, (day, attempt_words(self.context, played)))
        # The record is read here, so that drawing finds it in the cache.
        self._read_chosen()
        return Column(
            Picture(self._paint_board, share=1, reads=SILENT),
            Text(
                self.context.catalogue.number(played.result.total),
                "number",
                "accent",
                align="centre",
                lines=1,
                reads=text("terms.count.points", count=played.result.total),
                id="total",
            ),
            Text(" · ".join(about), "body", align="centre", lines=2),
            ActionBand(
                text("records.again"), self._play_again, icon=Icon.PLAY, small=True, id="again"
            ),
            gap=6,
            pad=(0, 12, 0, 52),
            share=1,
            id="chosen",
        )

    def _statistics(self) -> Widget:
        """Return the figures and the lines at the left; mistakes, totals and puzzles at the
        right.
        """
        context, figures, text = self.context, self.control.figures, self.context.text
        mistakes, measured = self.control.mistakes, self.control.measured
        caption, costliest = text("records.mistakes"), costliest_words(context, measured)
        if self.control.group == Group() and measured is not None:
            caption = f"{caption} · {rules_name(context, measured.rules)}"
        lines, spread = text("records.lines"), text("records.histogram")
        columns = 3 if self.view.units_wide > _THREE_COLUMNS else 2
        return Sides(
            Panel(
                Row(*self._groups(), gap=10, size=48),
                Cells(*self._figures(), columns=columns, gap=10 * columns - 14, id="figures"),
                self._compared(),
                Spacer(size=14),
                Text(lines, "heading", lines=2, reads=f"{lines}:"),
                Picture(
                    lambda surface, room: draw_line_columns(surface, context, room, figures),
                    share=1,
                    least=140,
                    reads=line_words(context, figures) or SILENT,
                    id="lines",
                ),
                Text(text("records.in_the_block"), "body", lines=2, reads=SILENT),
                gap=6,
                pad=(44, 8, 44 * self.view.is_upright, 16),
                align="left",
                share=1.45,
            ),
            Column(
                Panel(
                    Text(caption, "heading", lines=2, reads=f"{caption}:"),
                    bool(costliest) and Text(costliest, "strong", "poor", lines=1),
                    Picture(
                        lambda surface, room: draw_mistakes(surface, context, room, mistakes),
                        share=1,
                        reads=mistake_words(context, mistakes),
                    ),
                    pad=(0, 0, 58, 0),
                    gap=6,
                    share=1,
                    id="mistakes",
                ),
                Panel(
                    Text(spread, "heading", lines=2, reads=f"{spread}:"),
                    Picture(
                        lambda surface, room: draw_spread(surface, context, room, figures.totals),
                        share=1,
                        reads=spread_words(context, figures.totals) or SILENT,
                    ),
                    pad=(0, 0, 58, 0),
                    gap=6,
                    share=0.9,
                    id="histogram",
                ),
                ActionBand(
                    text("records.puzzles"),
                    lambda: Push(context.routes.puzzles()),
                    icon=Icon.BULB,
                    small=True,
                    id="puzzles",
                ),
                gap=14,
                pad=(0, 8, 0, 52),
                share=1,
            ),
            gap=44,
            share=1,
        )

    def _invitation(self) -> Widget:
        """Return an invitation to play while the records are empty."""
        text, routes = self.context.text, self.context.routes
        play = ActionBand(
            text("records.empty_play"),
            lambda: Push(routes.setup()),
            icon=Icon.PLAY,
            bleeds="left",
            most=560,
            id=MAIN,
        )
        return self.poster(text("records.empty_title"), text("records.empty_body"), play)

    def _groups(self) -> Iterator[Widget]:
        """Yield the choice of a group, with its people's pictures."""
        control = self.control
        yield Stepper(
            control.groups, control.group, self._show, show=self._group_words, id="groups"
        )
        yield from people_pictures(self.context, control.group.people or (), 34)
        yield Spacer(share=1)

    def _group_words(self, group: Group) -> str:
        games = self.context.text("terms.count.games", count=self.control.summaries[group].matches)
        return f"{group_title(self.context, group)} · {games}"

    def _figures(self) -> Iterator[Widget]:
        text = self.context.text
        for key in FIGURES:
            number, name = figure_words(self.context, key, self.control.figures), f"records.{key}"
            yield NumberWord(
                number,
                text(name),
                is_gold=key == "best",
                explain=text(f"{name}_about"),
                reads=f"{text(name)}: {number}",
                id=key,
            )

    def _compared(self) -> Maybe:
        """Return whose points are compared where the group has games by several rules."""
        rules = self.control.compared.get(self.control.group)
        if rules is None:
            return None
        name = rules_name(self.context, Ruleset.parse(rules))
        words = self.context.text("records.compared", rules=name)
        return Text(words, "body", lines=2, id="compared")

    def _kinds(self) -> Widget:
        control, text = self.control, self.context.text
        kinds = [(kind, text(f"records.kind.{kind.value}")) for kind in AttemptKind]
        about = text("records.kind_about")
        chosen = Segmented(kinds, control.kind, self._show_kind, tooltip=about, id="kinds")
        return Row(chosen, Spacer(share=1), pad=(42, 0, 0, 0), size=46)

    def _list(self) -> Widget:
        """Return the list of the group's matches, with rows only near the visible part."""
        shown, pitch, scale = self.control.shown, self._pitch, self.view.scale
        rows = shown[self._first : self._first + _LISTED]
        below = len(shown) - self._first - len(rows)
        return Scroll(
            self._first > 0 and Spacer(size=self._first * pitch / scale - _GAP),
            *map(self._row, rows),
            below > 0 and Spacer(size=below * pitch / scale - _GAP),
            gap=_GAP,
            share=1,
            id=(self.control.group, self.control.kind),
        )

    @property
    def _pitch(self) -> int:
        """Pixels from one row to the next."""
        return self.view.px(ROW_HEIGHT) + self.view.px(_GAP)

    def _follow_list(self) -> bool:
        """Build the rows around the visible part; return whether others were built."""
        area = next(filter(_has_rows, self.form.widgets), None)
        if not isinstance(area, ScrollArea):
            return False
        top, bottom = area.top // self._pitch, -((area.top + area.rect.h) // -self._pitch)
        made, count = self._first + _LISTED, len(self.control.shown)
        is_above = self._first > 0 and top < self._first + _NEAR
        if not is_above and not (made < count and bottom > made - _NEAR):
            return False
        middle = (top + bottom - _LISTED) // 2
        self._first = max(0, min(middle, count - _LISTED))
        focused = self.focused_leaf()
        self.renew()
        if isinstance(focused, MatchRow) and focused not in area.form.widgets:
            in_sight = (row for row in area.form.widgets if row.rect.y >= area.top)
            area.form.focus(next(in_sight, None))
        return True

    def _row(self, match: PlayedMatch) -> Widget:
        control, press = self.control, partial(self._press, match)
        is_best = match.counts and match.result.total == control.figures.best
        is_chosen = match == control.chosen
        return MatchRow(self.context, match, press, is_selected=is_chosen, is_best=is_best)

    def _actions(self) -> Iterator[Widget]:
        for name, do, key in (
            ("open", self._open, None),
            ("deal", self._open_deal, None),
            ("share", self._share, None),
            ("delete", self._ask_delete, Action.DELETE),
        ):
            yield WordLink(self.context.text(f"records.{name}"), do, id=name, shortcut=key)

    def _paint_board(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint the chosen match's board, except secret tiles."""
        match = self._read_chosen()
        if match is None or not match.rounds:
            return
        position, face_down = public_board(match, self._own_seat(match))
        rules = match.rules
        look = BoardLook(rules, position, face_down=face_down)
        self._board.draw(surface, lay_out_board(rules.grid, room, 0.5), look)

    def _read_chosen(self) -> Match | None:
        """Return the chosen match; cached until another is chosen."""
        chosen = self.control.chosen
        if chosen is not self._read_for:
            self._read_for, self._match = chosen, self.control.read()
        return self._match

    def _own_seat(self, match: Match) -> int:
        people = people_here(match)
        return people[0] if people else 0

    # pages of the list

    def _show(self, group: Group) -> None:
        """Choose a group, and its latest match."""
        self.control.show(group)
        self._first = 0

    def _show_kind(self, kind: AttemptKind) -> None:
        """Choose a filter: all attempts, first ones, or the others."""
        self.control.show(self.control.group, kind)
        self._first = 0

    def _turn_page(self, page: RecordsPage) -> None:
        self.control.page = page
        # Each page has its own scale in an upright window.
        self.resize(self._given)

    def _press(self, match: PlayedMatch) -> PressResult:
        """Choose a match at the first press, open it at the second."""
        if match == self.control.chosen:
            return self._open()
        self.control.chosen = match
        return None

    # actions on a match

    def _open(self) -> PressResult:
        match = self.control.read()
        return (
            Push(self.context.routes.finished_count(match)) if match else self._notify(UNREADABLE)
        )

    def _play_again(self) -> PressResult:
        match = self.control.read()
        if match is None:
            return self._notify(UNREADABLE)
        if code_of(match) is None:
            return self._notify("records.no_code")
        setup = TableSetup.from_match(match)
        return start_match(self.context, replace(setup, marks=frozenset({Mark.AGAIN})))

    def _open_deal(self) -> PressResult:
        """Open the page of the chosen match's deal."""
        match, chosen = self.control.read(), self.control.chosen
        if match is None or chosen is None:
            return self._notify(UNREADABLE)
        attempts = [m for m in self.control.matches if m.deal == chosen.deal]
        return Push(DealScene(self.context, match, attempts, self._play_again, self._copy))

    def _copy(self) -> PressResult:
        match = self.control.read()
        code = None if match is None else code_of(match)
        if code is None:
            return self._notify("records.no_code")
        is_copied = self.context.copy_text(code)
        return self._notify("play.copied" if is_copied else "play.not_copied", code=code)

    def _share(self) -> PressResult:
        match = self.control.read()
        return Push(self.context.routes.share(match)) if match else self._notify(UNREADABLE)

    def _ask_delete(self) -> PressResult:
        return Push(
            make_dialog(
                self.context,
                "records.delete_title",
                "records.delete_body",
                DialogChoice("records.delete", self._delete, Look.DANGER),
                DialogChoice("records.keep", look=Look.PRIMARY),
            )
        )

    def _delete(self) -> PressResult:
        return None if self.control.delete() else self._notify("records.delete_failed")

    def _notify(self, key: str, **values: str) -> PressResult:
        return Push(notice(self.context, self.context.text(key, **values)))

    # the scene

    def enter(self) -> None:
        self.control.load()
        self._climbs = read_climb_progress(self.context.store)
        super().enter()

    def animate(self, dt: float) -> Pulse:
        has_news = self.control.poll()
        if self._follow_list():
            return ANIMATING
        return self.redraw() if has_news else STILL

    def leave(self) -> None:
        super().leave()
        self.control.stop()


def _has_rows(widget: Widget) -> bool:
    """Return whether the widget is the scroll area of the matches."""
    rows = widget.form.widgets if isinstance(widget, ScrollArea) else ()
    return any(isinstance(row, MatchRow) for row in rows)
