"""Records: every finished match, the best and the usual, and what to do with one of them."""

from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.page.result import code_of
from game.play.table import Mark, TableSetup
from game.rules.deal import MAX_SEED_LENGTH
from game.rules.errors import FormatError
from game.storage.history import PlayedMatch
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.layout.rects import View
from game.ui.parts import DialogChoice, ask
from game.ui.scenes.records.control import AttemptKind, Group, RecordsControl
from game.ui.scenes.records.deal import DealScene
from game.ui.scenes.records.picture import (
    FIGURES,
    RecordsLayout,
    draw_records,
    figure_words,
    lay_out_records,
)
from game.ui.scenes.records.rows import Figure, GroupRow, MatchRow
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.starting import start_match
from game.ui.widgets import (
    IconButton,
    Look,
    PageHead,
    PressResult,
    ScrollArea,
    Segmented,
    TextField,
    WidgetScene,
)

UNREADABLE: Final = "records.unreadable"

PAGES: Final = ((False, "scores"), (True, "lines"))


class RecordsScene(WidgetScene):
    """Groups at the left, figures and pictures above, the matches below."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        text = context.text
        self.control = RecordsControl(context.store.profile)
        self._layout: RecordsLayout
        self._head = PageHead(context, "records.title", "records.back")
        self._groups = ScrollArea(context)
        self._list = ScrollArea(context)
        self._play_one = self.button(
            "records.empty_play", lambda: Push(context.routes.setup()), Icon.PLAY, Look.PRIMARY
        )
        self._figures = [
            Figure(
                partial(text, f"records.{key}"),
                partial(self._figure, key),
                partial(text, f"records.{key}_about"),
                is_best=key == "best",
            )
            for key in FIGURES
        ]
        kinds = [(kind, partial(text, f"records.kind.{kind.value}")) for kind in AttemptKind]
        about = partial(text, "records.kind_about")
        self._kinds = Segmented(kinds, AttemptKind.ALL, self._show_kind, tooltip=about)
        pages = [(is_lines, partial(text, f"records.page.{key}")) for is_lines, key in PAGES]
        self._pages = Segmented(pages, False, self._turn_page)
        self._actions = [
            self.button("records.open", self._open, Icon.CHART, Look.QUIET),
            self.button("records.deal", self._open_deal, Icon.STAR, Look.QUIET),
            self.button("records.again", self._play_again, Icon.RESTART, Look.QUIET),
            self.button("records.share", self._share, Icon.SHARE, Look.QUIET),
            self.button("records.delete", self._ask_delete, Icon.CLOSE, Look.QUIET),
        ]
        routes, quiet = context.routes, Look.QUIET
        self._others = [
            self.button("records.puzzles", lambda: Push(routes.puzzles()), Icon.BULB, quiet),
            self.button("records.guests", lambda: Push(routes.guests()), Icon.BOOK, quiet),
        ]
        self._code = TextField(
            context,
            placeholder=lambda: text("records.import"),
            max_length=MAX_SEED_LENGTH,
            on_enter=lambda _: self._open_code(),
            tooltip=lambda: text("records.import_about"),
        )
        self._go = IconButton(
            Icon.PLAY, self._open_code, tooltip=lambda: text("records.import_about")
        )
        self.keys |= {
            Action.COPY: lambda: self._copy() if self.control.chosen else None,
            Action.DELETE: lambda: self._ask_delete() if self.control.chosen else None,
        }
        self._fill()

    # what there is

    def _fill(self) -> None:
        """Rows for what there is."""
        control = self.control
        self._groups.form.replace(
            GroupRow(self.context, group, control.summary(group), partial(self._show, group))
            for group in control.groups
        )
        if control.matches:
            upper = [self._head.back, self._groups, self._code, self._go]
            lower = [self._kinds, self._list, *self._actions]
            self.form.replace([*upper, *self._others, self._pages, *self._figures, *lower])
        else:
            self.form.replace([self._head.back, self._others[1], self._play_one])
            self.form.focus(self._play_one, is_shown=False)
        self._fill_list()

    def _fill_list(self) -> None:
        self._list.form.replace(
            MatchRow(self.context, match, partial(self._press, match))
            for match in self.control.shown
        )
        self._mark()
        self._place_rows()

    def _show(self, group: Group) -> None:
        """Show the matches of a group, the latest one chosen."""
        if self.control.show(group):
            self._list.scroll_to(0)
        self._fill_list()

    def _figure(self, key: str) -> str:
        return figure_words(self.context, key, self.control.figures)

    def _show_kind(self, kind: AttemptKind) -> None:
        """List all attempts, the first ones, or the others."""
        self.control.show(self.control.group, kind)
        self._list.scroll_to(0)
        self._fill_list()

    def _turn_page(self, is_lines: bool) -> None:
        self.control.shows_lines = is_lines

    def _press(self, match: PlayedMatch) -> PressResult:
        """The first press chooses a match, the second opens it."""
        if match == self.control.chosen:
            return self._open()
        self.control.chosen = match
        self._mark()
        return None

    def _mark(self) -> None:
        """Light the group in view and the chosen match."""
        for row in (*self._groups.form.widgets, *self._list.form.widgets):
            if isinstance(row, GroupRow):
                row.is_selected = row.group == self.control.group
            elif isinstance(row, MatchRow):
                row.is_selected = row.match == self.control.chosen

    # what can be done with one

    def _open(self) -> PressResult:
        match = self.control.read()
        try:
            return Push(self.context.routes.kept_count(match)) if match else self._tell(UNREADABLE)
        except FormatError:
            return self._tell(UNREADABLE)

    def _play_again(self) -> PressResult:
        match = self.control.read()
        if match is None:
            return self._tell(UNREADABLE)
        if code_of(match) is None:
            return self._tell("records.no_code")
        try:
            setup = TableSetup.from_match(match)
        except FormatError:
            return self._tell(UNREADABLE)
        again = replace(setup, marks=frozenset({Mark.AGAIN}))
        return start_match(self.context, again)

    def _open_deal(self) -> PressResult:
        """The page of the chosen match's deal."""
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
        text = self.context.text
        choices = (
            DialogChoice(lambda: text("records.delete"), self._delete, Look.DANGER),
            DialogChoice(lambda: text("records.keep"), look=Look.PRIMARY),
        )
        return Push(ask(self.context, "records.delete_title", "records.delete_body", *choices))

    def _delete(self) -> PressResult:
        is_gone = self.control.delete()
        self._fill()
        return None if is_gone else self._tell("records.delete_failed")

    def _open_code(self) -> PressResult:
        """Set a table up for the code or seed that was typed."""
        return Push(self.context.routes.setup(code=self._code.text))

    def _tell(self, key: str, **values: str) -> PressResult:
        return Push(notice(self.context, lambda: self.context.text(key, **values)))

    # the scene

    def enter(self) -> None:
        """A match may have been played meanwhile."""
        self.control.load()
        self._fill()
        self.resize(self.view)

    def resize(self, view: View) -> None:
        """Place everything."""
        super().resize(view)
        wanted = self._play_one.measure(self.context.painter)
        area = self._head.place(view)
        head = self._head.cut_right(area.w * 74 // 100)
        layout = self._layout = lay_out_records(view, head, area, len(self._actions), wanted)
        self._play_one.place(layout.play_one)
        self._groups.place(layout.groups)
        self._code.place(layout.code)
        self._go.place(layout.go)
        self._list.place(layout.matches)
        self._kinds.place(layout.kinds)
        self._pages.place(layout.pages)
        self.place_all(self._figures, layout.figures)
        self.place_all(self._others, layout.others)
        self.place_all(self._actions, layout.actions)
        self._place_rows()

    def _place_rows(self) -> None:
        px = self.view.px
        self._groups.stack(px(66), px(6))
        self._list.stack(px(44), px(6))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background and picture."""
        super().draw_below(surface)
        self._head.draw(surface)
        draw_records(surface, self.context, self._layout, self.control)
