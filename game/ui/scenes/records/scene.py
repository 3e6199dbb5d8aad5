"""The records: every finished match, with figures and charts, and actions on one of them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.page.result import code_of
from game.play.table import Mark, TableSetup
from game.progress.run.progress import read_run_progress
from game.rules.deal import MAX_SEED_LENGTH
from game.storage.history import PlayedMatch
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Pulse, Push
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    Column,
    DialogChoice,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    ask,
)
from game.ui.scenes.records.control import AttemptKind, Group, RecordsControl, RecordsPage
from game.ui.scenes.records.deal import DealScene
from game.ui.scenes.records.picture import (
    FIGURES,
    curve_words,
    draw_curve,
    draw_lines,
    draw_mistakes,
    draw_spread,
    figure_words,
    line_words,
    mistake_words,
    spread_words,
)
from game.ui.scenes.records.rows import GroupRow, MatchRow, figure
from game.ui.scenes.records.standing import rules_stepper, standing_page
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import rules_name, rules_words
from game.ui.scenes.shared.starting import start_match
from game.ui.widgets import Button, IconButton, Look, PressResult, Segmented, TextField
from game.ui.widgets.menu_row import MenuRow

UNREADABLE: Final = "records.unreadable"

_LISTED: Final = 200
"""Matches listed at once: each takes some 20 µs whenever the page is renewed."""


class RecordsScene(PageScene):
    """Where somebody stands first; on the other pages the matches in groups, with figures."""

    door = 4

    turns_at_midnight = True
    counted = ("figures", "level")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = RecordsControl(context.store.profile, context.engines)
        self._runs = read_run_progress(context.store)
        self._code = ""
        self._most = _LISTED
        self.keys |= {
            Action.COPY: lambda: self._copy() if self.control.chosen else None,
            Action.DELETE: lambda: self._ask_delete() if self.control.chosen else None,
        }

    def page(self) -> Widget:
        text, routes = self.context.text, self.context.routes
        to_guests = Button(
            text("records.guests"), lambda: Push(routes.guests()), icon=Icon.BOOK, look=Look.QUIET
        )
        title, back = text("records.title"), text("records.back")
        if not self.control.matches:
            return self.headed(title, self._invitation(), beside=(to_guests,), back=back)
        pages = [(page, text(f"records.page.{page.value}")) for page in RecordsPage]
        to_puzzles = Button(
            text("records.puzzles"), lambda: Push(routes.puzzles()), icon=Icon.BULB, look=Look.QUIET
        )
        turn = Segmented(pages, self.control.page, self._turn_page, id="pages")
        body = self._standing() if self.control.page is RecordsPage.LEVEL else self._matches()
        return self.headed(title, body, beside=(to_puzzles, to_guests, turn), back=back)

    def _matches(self) -> Widget:
        """Groups at the left, figures and pictures above, the matches below."""
        return Row(
            self._groups(),
            Column(
                Row(*self._figures(), gap=10, even=True, id="figures"),
                Row(*self._pictures(), gap=14, share=40),
                self._list(),
                Row(*self._actions(), gap=10, even=True, size=46),
                gap=14,
                share=74,
            ),
            gap=14,
            share=1,
        )

    def _standing(self) -> Widget:
        """The level by the rules in view."""
        control, context = self.control, self.context
        show = partial(rules_words, context)
        rules = rules_stepper(control.rules, control.level.rules, control.show_level, show)
        return standing_page(context, control.level, rules, control.level_totals)

    def _invitation(self) -> Widget:
        """A kind word where no match was finished yet."""
        text, routes = self.context.text, self.context.routes
        return Panel(
            Spacer(share=1),
            Picture(self._paint_tile, size=220),
            Text(text("records.empty_title"), "title", align="centre"),
            Text(text("records.empty_body"), align="centre", most=720),
            Button(
                text("records.empty_play"),
                lambda: Push(routes.setup()),
                icon=Icon.PLAY,
                look=Look.PRIMARY,
                most=340,
                id=MAIN,
            ),
            self._climb(),
            Spacer(share=1),
            gap=16,
            share=1,
        )

    def _paint_tile(self, surface: pygame.Surface, room: Rect) -> None:
        self.context.painter.sprites.draw_tile(surface, None, room.centre, room.h * 0.5)

    def _climb(self) -> Widget | None:
        """The runs, which are no matches of these groups; None before the first."""
        text, number = self.context.text, self.context.catalogue.number
        if not self._runs.ended:
            return None
        best = "" if self._runs.best is None else number(self._runs.best.points)
        return MenuRow(
            self.context,
            text("menu.climb"),
            lambda: Push(self.context.routes.run_start(is_mine=True)),
            Icon.SUMMIT,
            body=text("records.runs", count=self._runs.ended, best=best),
            height=56,
            id="climb",
        )

    def _groups(self) -> Widget:
        """Every edition that was played, and a field for a friend's code."""
        control, text = self.control, self.context.text
        rows = (
            GroupRow(
                self.context,
                group,
                control.summaries[group],
                partial(self._show, group),
                is_selected=group == control.group,
            )
            for group in control.groups
        )
        about = text("records.import_about")
        return Panel(
            Scroll(*rows, gap=6, share=1),
            self._climb(),
            Row(
                TextField(
                    self.context,
                    self._code,
                    self._keep_code,
                    placeholder=text("records.import"),
                    max_length=MAX_SEED_LENGTH,
                    on_enter=lambda _: self._open_code(),
                    tooltip=about,
                    share=1,
                    id="code",
                ),
                IconButton(Icon.PLAY, self._open_code, tooltip=about, size=46),
                gap=6,
                size=46,
            ),
            pad=10,
            share=26,
        )

    def _figures(self) -> Iterator[Widget]:
        text = self.context.text
        for key in FIGURES:
            number = figure_words(self.context, key, self.control.figures)
            about = text(f"records.{key}_about")
            yield figure(text(f"records.{key}"), number, about, is_best=key == "best")

    def _pictures(self) -> Iterator[Widget]:
        """How totals went and spread; or which lines scored, and which mistakes were dear."""
        context, figures = self.context, self.control.figures
        paints: dict[str, tuple[Callable[[pygame.Surface, Rect], None], str]]
        if self.control.page is RecordsPage.LINES:
            mistakes = self.control.mistakes
            paints = {
                "lines": (
                    lambda surface, room: draw_lines(surface, context, room, figures),
                    line_words(context, figures),
                ),
                "mistakes": (
                    lambda surface, room: draw_mistakes(surface, context, room, mistakes),
                    mistake_words(context, mistakes),
                ),
            }
        else:
            paints = {
                "curve": (
                    lambda surface, room: draw_curve(surface, context, room, figures),
                    curve_words(context, figures),
                ),
                "histogram": (
                    lambda surface, room: draw_spread(surface, context, room, figures.totals),
                    spread_words(context, figures.totals),
                ),
            }
        for (key, (paint, spoken)), share in zip(paints.items(), (1.25, 1), strict=True):
            caption = context.text(f"records.{key}")
            measured = self.control.measured
            if key == "mistakes" and self.control.group == Group() and measured is not None:
                caption = f"{caption} · {rules_name(context, measured.rules)}"
            yield Panel(
                Text(caption, "caption", lines=1, reads=f"{caption}:"),
                Picture(paint, share=1, reads=spoken or SILENT),
                gap=4,
                pad=(14, 10),
                share=share,
                id=key,
            )

    def _list(self) -> Widget:
        """The latest matches, and on demand earlier ones."""
        control, text = self.control, self.context.text
        kinds = [(kind, text(f"records.kind.{kind.value}")) for kind in AttemptKind]
        shown = control.shown
        more = len(shown) > self._most
        return Panel(
            Segmented(
                kinds, control.kind, self._show_kind, tooltip=text("records.kind_about"), id="kinds"
            ),
            Scroll(
                *map(self._row, shown[: self._most]),
                more and Button(text("records.more"), self._list_more, look=Look.QUIET, id="more"),
                gap=6,
                share=1,
                id=(control.group, control.kind),
            ),
            pad=10,
            share=60,
        )

    def _row(self, match: PlayedMatch) -> Widget:
        is_chosen = match == self.control.chosen
        return MatchRow(self.context, match, partial(self._press, match), is_selected=is_chosen)

    def _actions(self) -> Iterator[Widget]:
        for key, do, icon in (
            ("open", self._open, Icon.CHART),
            ("deal", self._open_deal, Icon.STAR),
            ("again", self._play_again, Icon.RESTART),
            ("share", self._share, Icon.SHARE),
            ("delete", self._ask_delete, Icon.CLOSE),
        ):
            words = self.context.text(f"records.{key}")
            yield Button(words, do, icon=icon, look=Look.QUIET, id=key)

    # what is looked at

    def _show(self, group: Group) -> None:
        """Show the matches of a group, the latest one chosen."""
        self.control.show(group)
        self._most = _LISTED

    def _show_kind(self, kind: AttemptKind) -> None:
        """List all attempts, the first ones, or the others."""
        self.control.show(self.control.group, kind)
        self._most = _LISTED

    def _list_more(self) -> None:
        self._most += _LISTED

    def _turn_page(self, page: RecordsPage) -> None:
        self.control.page = page

    def _keep_code(self, code: str) -> None:
        self._code = code

    def _press(self, match: PlayedMatch) -> PressResult:
        """Choose a match at the first press, open it at the second."""
        if match == self.control.chosen:
            return self._open()
        self.control.chosen = match
        return None

    # what can be done with one

    def _open(self) -> PressResult:
        match = self.control.read()
        return Push(self.context.routes.finished_count(match)) if match else self._tell(UNREADABLE)

    def _play_again(self) -> PressResult:
        match = self.control.read()
        if match is None:
            return self._tell(UNREADABLE)
        if code_of(match) is None:
            return self._tell("records.no_code")
        setup = TableSetup.from_match(match)
        return start_match(self.context, replace(setup, marks=frozenset({Mark.AGAIN})))

    def _open_deal(self) -> PressResult:
        """Open the page of the chosen match's deal."""
        match, chosen = self.control.read(), self.control.chosen
        if match is None or chosen is None:
            return self._tell(UNREADABLE)
        attempts = [m for m in self.control.matches if m.deal == chosen.deal]
        return Push(DealScene(self.context, match, attempts, self._play_again, self._copy))

    def _copy(self) -> PressResult:
        match = self.control.read()
        code = None if match is None else code_of(match)
        if code is None:
            return self._tell("records.no_code")
        is_copied = self.context.copy_text(code)
        return self._tell("records.copied" if is_copied else "records.copy_failed", code=code)

    def _share(self) -> PressResult:
        match = self.control.read()
        return Push(self.context.routes.share(match)) if match else self._tell(UNREADABLE)

    def _ask_delete(self) -> PressResult:
        return Push(
            ask(
                self.context,
                "records.delete_title",
                "records.delete_body",
                DialogChoice("records.delete", self._delete, Look.DANGER),
                DialogChoice("records.keep", look=Look.PRIMARY),
            )
        )

    def _delete(self) -> PressResult:
        return None if self.control.delete() else self._tell("records.delete_failed")

    def _open_code(self) -> PressResult:
        """Set a table up for the code or seed that was typed."""
        return Push(self.context.routes.setup(code=self._code))

    def _tell(self, key: str, **values: str) -> PressResult:
        return Push(notice(self.context, self.context.text(key, **values)))

    # the scene

    def enter(self) -> None:
        self.control.load()
        self._runs = read_run_progress(self.context.store)
        super().enter()

    def animate(self, dt: float) -> Pulse:
        return self.redraw() if self.control.poll() else STILL

    def leave(self) -> None:
        super().leave()
        self.control.stop()
