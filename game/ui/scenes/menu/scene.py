"""The menu: the cabinet's front, with a board that plays by itself beside the choices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.ui.draw.icons import Icon
from game.ui.draw.titles import draw_title
from game.ui.frame.bindings import Action
from game.ui.frame.intents import CloseAsked, Command, Intent
from game.ui.frame.music_names import Mood, MusicCue
from game.ui.frame.scene import ANIMATING, STILL, Navigation, Pulse, Push, Quit
from game.ui.layout.rects import Rect, View
from game.ui.scenes.menu.entries import ENTRIES, LESSON, MenuEntry, Tier
from game.ui.scenes.shared.edition_cards import edition_cards, press_digit
from game.ui.widgets import Button, Look, Widget, WidgetScene, Words
from game.ui.widgets.menu_row import MenuRow

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.ui.frame.context import Context
    from game.ui.scenes.menu.attract import Attract


class MenuScene(WidgetScene):
    """Everything the game offers (`entries`); what the store has to tell is told here."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._attract: Attract | None = None
        self._stage = Rect(0, 0, 0, 0)
        self._is_shown = self._is_covered = False
        self._saved: Match | None = None
        self._title = self._tagline = Rect(0, 0, 0, 0)
        self._rows: dict[str, MenuRow] = {}
        self._tiers: dict[Tier, list[MenuRow]] = {}
        self._house = [self._button(e) for e in ENTRIES if e.tier is Tier.HOUSE]
        self._cards = edition_cards(context, lambda card: Push(context.routes.setup(card.name)))
        self.keys = {
            Action.CANCEL: self._ask_to_quit,
            Action.HELP: lambda: Push(context.routes.rules()),
        }
        self._look_for_match()

    def _ask_to_quit(self) -> Navigation:
        from game.ui.scenes.shared.dialogs import confirm_quit

        return Push(confirm_quit(self.context, has_match=self._saved is not None))

    def _button(self, entry: MenuEntry) -> Button:
        words, go = partial(self.context.text, entry.key), partial(entry.open, self.context)
        return Button(words, go, icon=entry.icon, look=Look.QUIET)

    def _row(self, entry: MenuEntry, look: Look) -> MenuRow:
        words, go = partial(self.context.text, entry.key), partial(entry.open, self.context)
        has_body = entry.about is not None and look is not Look.QUIET
        body: Words = partial(entry.about, self.context) if has_body and entry.about else ""
        return MenuRow(self.context, words, go, entry.icon, body=body, look=look)

    # what there is to choose

    def _look_for_match(self) -> None:
        """Rebuild the rows: whether a match waits may have changed."""
        store = self.context.store
        store.file_waiting()
        saved = store.autosave.load()
        store.problems.add(saved.problem)
        # One that is played to the end and still there has not been counted yet.
        match = self._saved = saved.match
        large = [entry for entry in ENTRIES if entry.tier is Tier.LARGE]
        quiet = [entry for entry in ENTRIES if entry.tier is Tier.QUIET]
        if match is not None:
            from game.ui.scenes.shared.names import match_words
            from game.ui.scenes.shared.starting import continue_match

            words = partial(match_words, self.context, match)
            go_on = partial(continue_match, self.context, match)
            entry = MenuEntry(
                "menu.continue", Icon.PLAY, Tier.LARGE, lambda _: go_on(), lambda _: words()
            )
            large.insert(0, entry)
        elif not self.context.preferences.has_seen_tutorial:
            large.insert(0, LESSON)
            quiet.remove(LESSON)
        looks = [Look.PRIMARY, *[Look.NORMAL] * (len(large) - 1), *[Look.QUIET] * len(quiet)]
        rows = [self._row(e, look) for e, look in zip((*large, *quiet), looks, strict=True)]
        self._rows = {e.key: row for e, row in zip((*large, *quiet), rows, strict=True)}
        self._tiers = {Tier.LARGE: rows[: len(large)], Tier.QUIET: rows[len(large) :]}
        self.form.replace([*rows, *self._house, *self._cards])
        if self.form.focused is None:
            self.form.focus(rows[0], is_shown=False)

    def enter(self) -> None:
        """Back from somewhere: a match may have been begun or finished."""
        self._is_covered = False
        self.context.sound.follow(MusicCue(Mood.MENU))
        focused: Widget | None = self.form.focused
        key = next((key for key, row in self._rows.items() if row is focused), None)
        known = set(self._rows)
        self._look_for_match()
        if key is not None:
            kept = self._rows[key] if known == set(self._rows) else self._tiers[Tier.LARGE][0]
            self.form.focus(kept, is_shown=None)
        self.resize(self.view)

    def leave(self) -> None:
        """Something lies over the menu, or takes its place."""
        self._is_covered = True

    # the scene

    def handle(self, intent: Intent) -> Navigation | None:
        """Any touch keeps the board playing."""
        if self._attract is not None:
            self._attract.wake()
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        """Digits open an edition; Escape asks whether to leave."""
        match intent:
            case Command(text=digit) if digit.isdigit():
                return press_digit(self._cards, digit)
            case CloseAsked():
                return Quit()
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        """Let the board play; tell what is to be told.

        The first frame waits for nothing; after it everything that a table needs is loaded bit
        by bit, before the board begins to play.
        """
        # Behind a dialog nothing can be told.
        problem = None if self._is_covered else self.context.store.problems.take()
        if problem is not None:
            from game.ui.scenes.shared.dialogs import problem_notice

            return Pulse(True, Push(problem_notice(self.context, problem)))
        if self._attract is not None:
            return Pulse(needs_frame=self._attract.advance(dt))
        if self._is_shown:
            if self.context.routes.load_next():
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
        cards, area = area.cut_bottom(view.px(46), view.px(16))
        self.place_all(self._cards, cards.columns(len(self._cards), view.px(12)))
        left, right = area.cut_left(min(view.px(540), area.w * 52 // 100), view.px(30))
        self._stage = right
        if self._attract is not None:
            self._attract.resize(right)
        self._title, left = left.cut_top(min(view.px(120), left.h * 17 // 100))
        self._tagline, left = left.cut_top(view.px(26), view.px(10))
        house, left = left.cut_bottom(view.px(42), view.px(12))
        widths = [max(1, b.measure(self.context.painter)[0]) for b in self._house]
        self.place_all(self._house, house.weighted_columns(widths, view.px(10)))
        self._place_rows(left)

    def _place_rows(self, area: Rect) -> None:
        """The large ones as high as there is room for, the quiet ones below them."""
        large, quiet = self._tiers[Tier.LARGE], self._tiers[Tier.QUIET]
        gap, small = self.view.px(8), self.view.px(36)
        lines = [large[:1], *_in_pairs(large[1:])]
        below = _in_pairs(quiet)
        free = area.h - len(below) * (small + gap) - gap * len(lines)
        height = min(self.view.px(70), free // len(lines))
        heights = [height] * len(lines) + [small] * len(below)
        used = sum(heights) + gap * len(heights)
        at = Rect(area.x, area.y + max(0, (area.h - used) // 2), area.w, area.h)
        # A little more air between the tiers.
        for index, (line, cell) in enumerate(
            zip([*lines, *below], at.stack(heights, gap), strict=True)
        ):
            shift = gap if index >= len(lines) else 0
            columns = 2 if index >= len(lines) else len(line)
            for row, place in zip(line, cell.moved(0, shift).columns(columns, gap), strict=False):
                row.place(place)

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


def _in_pairs(rows: list[MenuRow]) -> list[list[MenuRow]]:
    return [rows[i : i + 2] for i in range(0, len(rows), 2)]
