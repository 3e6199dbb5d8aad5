"""The menu: the cabinet's front, with a board that plays by itself beside the choices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.play.editions import all_editions
from game.rules.ruleset import Ruleset
from game.storage.codes import new_seed
from game.ui.draw.icons import Icon
from game.ui.draw.titles import draw_title
from game.ui.frame.bindings import Action
from game.ui.frame.intents import CloseAsked, Command, Intent
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Pulse, Push, Quit, Transition
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.choosing import choices_of_edition, table_of
from game.ui.scenes.shared.dialogs import confirm_quit, tell_problem
from game.ui.scenes.shared.edition_cards import edition_cards, press_digit
from game.ui.scenes.shared.names import match_words
from game.ui.scenes.shared.starting import begin_or_ask, continue_match, start_match
from game.ui.widgets import Button, Look, OnPress, Widget, WidgetScene, Words
from game.ui.widgets.cards import MenuRow

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.ui.frame.context import Context
    from game.ui.scenes.menu.attract import Attract


class MenuScene(WidgetScene):
    """Everything the game offers; what the store has to tell is told here."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._attract: Attract | None = None
        self._stage = Rect(0, 0, 0, 0)
        self._is_shown = False
        self._saved: Match | None = None
        self._title = self._tagline = self._caption = Rect(0, 0, 0, 0)
        self._rows: list[MenuRow] = []
        doors = context.doors
        self._small = [
            self._small_button("menu.settings", Icon.SETTINGS, lambda: Push(doors.settings())),
            self._small_button("menu.about", Icon.HELP, lambda: Push(doors.about())),
            self._small_button("menu.quit", Icon.CLOSE, Quit),
        ]
        self._cards = edition_cards(context, lambda card: Push(doors.setup(card.name)))
        self._look_for_match()

    def _small_button(self, key: str, icon: Icon, on_press: OnPress) -> Button:
        return Button(lambda: self.context.text(key), on_press, icon=icon, look=Look.QUIET)

    def _row(self, key: str, on_press: OnPress, icon: Icon, body: Words = "") -> MenuRow:
        has_motion = not self.context.preferences.has_reduced_motion
        words = partial(self.context.text, key)
        return MenuRow(words, on_press, icon, body=body, has_motion=has_motion)

    # what there is to choose

    def _look_for_match(self) -> None:
        """Rebuild the rows: whether a match waits may have changed."""
        store = self.context.store
        store.file_waiting()
        saved = store.autosave.load()
        store.problems.add(saved.problem)
        # One that is played to the end and still there has not been counted yet.
        match = self._saved = saved.match
        context, doors = self.context, self.context.doors
        new = self._row(
            "menu.new",
            lambda: Push(doors.setup()),
            Icon.PLUS,
            partial(context.text, "menu.new_about"),
        )
        lesson = self._row(
            "menu.tutorial",
            lambda: Push(doors.tutorial()),
            Icon.BULB,
            partial(context.text, "menu.tutorial_about"),
        )
        is_first = not context.preferences.has_seen_tutorial
        quick = self._row("menu.quick", self._quick, Icon.HEX, self._quick_words)
        rows = [
            *((lesson, quick, new) if is_first else (quick, new, lesson)),
            self._row("menu.rules", lambda: Push(doors.rules()), Icon.BOOK),
            self._row("menu.records", lambda: Push(doors.records()), Icon.TROPHY),
        ]
        if match is not None:
            words = partial(match_words, context, match)
            go_on = self._row("menu.continue", self._continue, Icon.PLAY, words)
            rows.insert(0, go_on)
        rows[0].is_loud = True
        self._rows = rows
        self.form.replace([*rows, *self._small, *self._cards])
        if self.form.focused is None:
            self.form.focus(rows[0], is_shown=False)

    def _quick_words(self) -> str:
        rules = str(Ruleset())
        best = self.context.store.profile.best(rules)
        if best is None:
            return self.context.text("menu.quick_about")
        points = self.context.text("terms.count.points", count=best)
        return self.context.text("menu.quick_best", points=points)

    def enter(self) -> None:
        """Back from somewhere: a match may have been begun or finished."""
        focused: Widget | None = self.form.focused
        index = self._rows.index(focused) if isinstance(focused, MenuRow) else None
        count = len(self._rows)
        self._look_for_match()
        if index is not None:
            index = index if count == len(self._rows) else 0
            self.form.focus(self._rows[min(index, len(self._rows) - 1)], is_shown=None)
        self.resize(self.view)

    # where it leads

    def _continue(self) -> Transition | None:
        return None if self._saved is None else continue_match(self.context, self._saved)

    def _quick(self) -> Transition:
        choices = choices_of_edition(self.context, all_editions()[0])
        setup = table_of(self.context, choices, new_seed())
        return begin_or_ask(self.context, lambda: start_match(self.context, setup))

    # the scene

    def handle(self, intent: Intent) -> Transition | None:
        """Any touch keeps the board playing."""
        if self._attract is not None:
            self._attract.wake()
        return super().handle(intent)

    def react(self, intent: Intent) -> Transition | None:
        """Digits open an edition; Escape asks whether to leave."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                return Push(confirm_quit(self.context, has_match=self._saved is not None))
            case Command(Action.HELP, is_repeat=False):
                return Push(self.context.doors.rules())
            case Command(text=digit) if digit.isdigit():
                return press_digit(self._cards, digit)
            case CloseAsked():
                return Quit()
            case _:
                return Ignored()

    def animate(self, dt: float) -> Pulse:
        """Let the board play; tell what is to be told.

        The first frame waits for nothing; after it everything that a table needs is loaded bit
        by bit, before the board begins to play.
        """
        problem = self.context.store.problems.take()
        if problem is not None:
            return Pulse(True, Push(tell_problem(self.context, problem)))
        if self._attract is not None:
            return Pulse(needs_frame=self._attract.advance(dt))
        if self._is_shown:
            if self.context.doors.load_next():
                return STILL
            from game.ui.scenes.menu.attract import Attract

            self._attract = Attract(self.context)
            self._attract.resize(self._stage)
        self._is_shown = True
        return ANIMATING

    def resize(self, view: View) -> None:
        """Choices at the left, the board at the right, editions along the foot."""
        super().resize(view)
        area = view.area.inset(view.px(40), view.px(26))
        foot, area = area.cut_bottom(view.px(86), view.px(20))
        self._caption, cards = foot.cut_top(view.px(24), view.px(8))
        for card, cell in zip(
            self._cards, cards.columns(len(self._cards), view.px(12)), strict=True
        ):
            card.place(cell)
        left, right = area.cut_left(min(view.px(430), area.w * 42 // 100), view.px(30))
        self._stage = right
        if self._attract is not None:
            self._attract.resize(right)
        self._title, left = left.cut_top(min(view.px(124), left.h * 22 // 100))
        self._tagline, left = left.cut_top(view.px(34), view.px(12))
        small, left = left.cut_bottom(view.px(44), view.px(14))
        widths = [max(1, b.measure(self.context.painter)[0]) for b in self._small]
        for button, cell in zip(
            self._small, small.weighted_columns(widths, view.px(10)), strict=True
        ):
            button.place(cell)
        gap = view.px(10)
        count = len(self._rows)
        height = min(view.px(70), (left.h - gap * (count - 1)) // count)
        used = height * count + gap * (count - 1)
        top = Rect(left.x, left.y + max(0, (left.h - used) // 2), left.w, left.h)
        for row, cell in zip(self._rows, top.stack([height] * count, gap), strict=True):
            row.place(cell)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, title, the playing board."""
        super().draw_below(surface)
        painter = self.context.painter
        draw_title(surface, painter, self._title)
        painter.text_in(
            surface, self.context.text("menu.tagline"), self._tagline, painter.theme.type.body
        )
        if self._attract is not None:
            self._attract.draw(surface)
        painter.text_in(
            surface,
            self.context.text("menu.editions"),
            self._caption,
            painter.theme.type.caption,
        )
