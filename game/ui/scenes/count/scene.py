"""The count: every scoring line lights up in turn with its sum, until the total stands."""

from __future__ import annotations

import pygame

from game.locale import write_list, write_number
from game.play.count_steps import Step, steps_of
from game.play.session import Session
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.scoring import whole
from game.rules.standing import RoundScore, score_match
from game.storage.history import Filter
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    CloseAsked,
    Command,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
)
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Pop, Pulse, Replace, Scene, Transition
from game.ui.frame.sound_names import Sound
from game.ui.layout.hexes import BoardLayout, lay_out_aside, lay_out_board
from game.ui.layout.rects import Point, Rect, View
from game.ui.scenes.count.rows import (
    SumsLayout,
    draw_steps,
    draw_total,
    lay_out_sums,
    row_at,
    step_colour,
)
from game.ui.scenes.count.sheet import draw_sheet, sheet_height
from game.ui.scenes.count.ways import ways_on
from game.ui.scenes.shared.names import edition_name
from game.ui.scenes.shared.ways import copy_code, new_deal, same_deal, to_menu
from game.ui.widgets import Button, Segmented, WidgetScene
from game.ui.widgets.toast import Toast

__all__ = ["BreakdownScene", "breakdown_scene", "open_breakdown"]

_STEP = 0.42
"""Seconds between two sums."""


def breakdown_scene(context: Context, setup: TableSetup, session: Session) -> Scene:
    """The count of the round just played; a finished match is kept in the records."""
    match = session.match
    best = context.store.profile.best(Filter(rules=str(setup.rules)))
    if match.is_complete:
        is_coached = TableSetup.from_match(match).is_coached
        context.store.profile.add_match(match, edition=setup.edition, is_coached=is_coached)
        context.store.autosave.clear()
    return BreakdownScene(context, setup, match, session, best)


def open_breakdown(context: Context, match: Match) -> Scene:
    """The count of a match from the records, all at once. Raises `FormatError` (foreign meta)."""
    return BreakdownScene(context, TableSetup.from_match(match), match, None, None)


class BreakdownScene(WidgetScene):
    """Counts one player's round out; with several players each can be looked at.

    `session` is None where nothing can be played on.
    """

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        match: Match,
        session: Session | None,
        best: float | None,
    ) -> None:
        super().__init__(context)
        self._setup, self._match, self._session, self._best = setup, match, session, best
        self._score = score_match(match)
        people = [i for i, p in enumerate(match.players) if p.bot is None]
        self._seat = people[0] if people else 0
        self._round = len(match.rounds) - 1
        self._board = BoardPicture(context.painter)
        self._toast = Toast()
        self._steps: tuple[Step, ...] = steps_of(match, self._round, self._seat)
        self._hovered: int | None = None
        self._sums: SumsLayout | None = None
        self._aside: tuple[tuple[Point, ...], float] = ((), 0.0)
        self._counted = 0 if session is not None else len(self._steps)
        self._wait = 0.7
        self._layout: BoardLayout | None = None
        self._panel = self._list = self._sheet = self._head = Rect(0, 0, 0, 0)
        self._tabs: list[Segmented[int]] = []
        self._buttons = self._make_buttons()
        self._make_tabs()
        self.form.replace([*self._tabs, *self._buttons])
        self.form.focus(self._buttons[0], is_shown=False)

    def _round_score(self) -> RoundScore:
        return self._score.players[self._seat].rounds[self._round]

    def _make_tabs(self) -> None:
        if len(self._match.players) > 1:
            options = [(i, p.name) for i, p in enumerate(self._match.players)]
            self._tabs.append(Segmented(options, self._seat, self._show_seat))
        if len(self._match.rounds) > 1:
            text = self.context.text
            rounds = [
                (i, text("breakdown.round_short", number=i + 1))
                for i in range(len(self._match.rounds))
            ]
            self._tabs.append(Segmented(rounds, self._round, self._show_round))

    def _make_buttons(self) -> list[Button]:
        copy = Button(lambda: self.context.text("breakdown.copy"), self._copy, icon=Icon.COPY)
        can_play_on = self._session is not None
        ways = ways_on(
            self.context, self._setup, self._match, self._next_round if can_play_on else None
        )
        return [*ways, copy]

    def _show_seat(self, seat: int) -> None:
        self._seat = seat
        self._show_all()

    def _show_round(self, index: int) -> None:
        self._round = index
        self._show_all()

    def _show_all(self) -> None:
        self._steps = steps_of(self._match, self._round, self._seat)
        self._counted = len(self._steps)
        self._sums = self._lay_out_sums()

    def _lay_out_sums(self) -> SumsLayout:
        is_alone = len(self._match.players) == 1
        return lay_out_sums(self.context, self._list, self._steps, has_note=is_alone)

    def _copy(self) -> None:
        self._toast.show(copy_code(self.context, self._setup), 4.0)

    def _next_round(self) -> Transition:
        assert self._session is not None
        self._session.begin_round()
        self._session.call_next()
        return Replace(self.context.doors.table(self._setup, self._session))

    # time and intents

    @property
    def _is_done(self) -> bool:
        return self._counted >= len(self._steps)

    def animate(self, dt: float) -> Pulse:
        """Count the next sum when its time has come."""
        has_toast = self._toast.advance(dt)
        if self._is_done:
            return ANIMATING if has_toast else STILL
        self._wait -= dt
        if self._wait > 0:
            return ANIMATING
        self._counted += 1
        self._wait = _STEP * (0.4 if self.context.preferences.has_reduced_motion else 1)
        if self._is_done:
            self.context.sound.play(Sound.TOTAL)
        else:
            self.context.sound.play(Sound.COUNT, step=self._counted)
        return ANIMATING

    def handle(self, intent: Intent) -> Transition | None:
        """Any key or click first brings the count to its end."""
        is_click = isinstance(intent, PointerPressed) and intent.button is MouseButton.PRIMARY
        if not self._is_done and (is_click or isinstance(intent, Command)):
            self._counted = len(self._steps)
            self.context.sound.play(Sound.TOTAL)
            return None
        answer = super().handle(intent)
        if isinstance(intent, PointerMoved) and self._sums is not None:
            was, self._hovered = self._hovered, row_at(self._sums, intent.at)
            return None if was != self._hovered else answer
        return answer

    def react(self, intent: Intent) -> Transition | None:
        """Escape leaves; the keys of the table work here too."""
        if isinstance(intent, CloseAsked):
            return Ignored()
        if not isinstance(intent, Command) or intent.is_repeat:
            return Ignored()
        match intent.action:
            case Action.CANCEL:
                return Pop() if self._session is None else to_menu(self.context)
            case Action.COPY:
                self._copy()
                return None
            case Action.RESTART if self._match.is_complete:
                return same_deal(self.context, self._setup)
            case Action.NEW_DEAL if self._match.is_complete and self._session is not None:
                return new_deal(self.context, self._setup)
            case _:
                return Ignored()

    # picture

    def resize(self, view: View) -> None:
        """The board at the left, the sums at the right, the buttons at the foot."""
        super().resize(view)
        px = view.px
        self._board.forget()
        area = view.area.inset(px(24), px(16))
        foot, area = area.cut_bottom(px(50), px(12))
        right, left = area.cut_right(min(px(520), area.w * 45 // 100), px(20))
        for tab in self._tabs:
            row, left = left.cut_top(px(44), px(8))
            tab.place(row.centred(min(row.w, px(640)), row.h))
        self._layout = lay_out_board(self._setup.rules.grid, left, 0.62)
        self._aside = lay_out_aside(self._layout) if self._setup.rules.has_aside else ((), 0.0)
        self._panel = right
        inner = right.inset(px(22), px(14))
        self._head, inner = inner.cut_top(px(40), px(4))
        has_sheet = len(self._match.players) > 1 or self._setup.rules.rounds > 1
        height = sheet_height(self.context, self._match) if has_sheet else 0
        self._sheet, inner = inner.cut_bottom(min(height, inner.h * 38 // 100), px(8))
        self._list = inner
        self._sums = self._lay_out_sums()
        for button, cell in zip(
            self._buttons, foot.columns(len(self._buttons), px(14)), strict=True
        ):
            button.place(cell)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Board, panel, sums."""
        super().draw_below(surface)
        painter = self.context.painter
        assert self._layout is not None
        seat = self._match.rounds[self._round].seats[self._seat]
        lit = {s.line.index for s in self._steps[: self._counted] if s.line is not None}
        lines = {s.line.index for s in self._round_score().lines}
        look = BoardLook(
            self._match.rules,
            seat.position,
            dark_lines=frozenset(lines - lit),
            aside=self._aside[0],
            aside_radius=self._aside[1],
        )
        self._board.draw(surface, self._layout, look)
        self._draw_beam(surface)
        painter.panel(surface, self._panel)
        heading = self._heading()
        painter.text_in(surface, heading, self._head, painter.theme.type.heading, max_lines=1)
        assert self._sums is not None
        marked = self._hovered if self._is_done else self._counted - 1
        draw_steps(surface, self.context, self._sums, self._steps, self._counted, marked)
        self._draw_total(surface)
        if self._is_done and self._sheet.h:
            draw_sheet(surface, self.context, self._sheet, self._match, self._setup, self._score)

    def _draw_beam(self, surface: pygame.Surface) -> None:
        """The line that is being counted, or pointed at in the list, in full light."""
        index = self._hovered if self._is_done else self._counted - 1
        if index is None or not 0 <= index < len(self._steps):
            return
        step = self._steps[index]
        if step.line is None:
            return
        assert self._layout is not None
        reach = 1.0 if self._is_done else min(1.0, 1 - self._wait / _STEP + 0.45)
        colour = step_colour(self.context, step)
        sprites = self.context.painter.sprites
        sprites.draw_beam(surface, self._layout, step.line.index, colour, reach)

    def _heading(self) -> str:
        text = self.context.text
        if self._match.is_complete and len(self._match.players) > 1 and self._is_done:
            names = [self._match.players[i].name for i in self._score.winners]
            if len(names) == 1:
                return text("score.winner", name=names[0])
            return text("score.winners", names=write_list(self.context.catalogue, names))
        if self._setup.rules.rounds > 1:
            return text("play.round", round=self._round + 1, rounds=self._setup.rules.rounds)
        return edition_name(self.context, self._setup.edition)

    def _draw_total(self, surface: pygame.Surface) -> None:
        assert self._sums is not None
        points = whole(sum(step.points for step in self._steps[: self._counted]))
        note, is_new = "", False
        if self._is_done and self._best is not None and len(self._match.players) == 1:
            is_new = self._match.is_complete and self._score.players[0].total > self._best
            key = "breakdown.new_best" if is_new else "score.best"
            best = write_number(self.context.catalogue, self._best)
            note = self.context.text(key, points=best)
        draw_total(surface, self.context, self._sums, points, note, is_praise=is_new)

    def draw_above(self, surface: pygame.Surface) -> None:
        """The news."""
        self._toast.draw(surface, self.context, self.view.area)
