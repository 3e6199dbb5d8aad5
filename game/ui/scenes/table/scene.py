"""The scene in which a match is played."""

from __future__ import annotations

import pygame

from game.play.session import Session
from game.play.table import TableSetup
from game.rules.moves import Event
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import CallRule
from game.rules.tiles import Tile
from game.storage import Filter
from game.ui.animation import mix
from game.ui.bindings import Action
from game.ui.context import Context
from game.ui.icons import Icon
from game.ui.intents import (
    Button as Mouse,
)
from game.ui.intents import (
    CloseAsked,
    Command,
    FocusChanged,
    Intent,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.ui.layout import Point, View
from game.ui.scene import STILL, Ignored, Pulse, Push, Replace, Transition
from game.ui.scenes.names import edition_name, key_name, rules_words
from game.ui.scenes.table.aim import STEPS, Aim
from game.ui.scenes.table.bag_picture import BagPicture
from game.ui.scenes.table.board_picture import BoardLook, BoardPicture
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.game import Stage, TableGame
from game.ui.scenes.table.layout_table import TableLayout, lay_out_table
from game.ui.scenes.table.motion import Motion, Spot
from game.ui.scenes.table.narrator import Narrator, Toast
from game.ui.scenes.table.panels import Panels
from game.ui.scenes.table.preview import draw_preview
from game.ui.sound_names import Sound
from game.ui.sprites import TileLook
from game.ui.store import settings_of, store_of
from game.ui.widgets import Button, IconButton, KeyHints, Look, WidgetScene

__all__ = ["TableScene"]

_SCORE_SECONDS = 0.5
_LAST_PAUSE = 1.4
"""Seconds in which the last placement of a round can still be taken back."""


class TableScene(WidgetScene):
    """One match at one screen.

    The match is changed at once and saved before the next frame; what moves only shows how it
    came about, and any input finishes it. Stages follow each other in `animate`.
    """

    def __init__(self, context: Context, setup: TableSetup, session: Session) -> None:
        super().__init__(context)
        self.setup = setup
        self.session = session
        self.game = TableGame(setup, session)
        self.aim = Aim()
        self.motion = Motion(is_reduced=context.preferences.has_reduced_motion)
        self.toast = Toast()
        self.panels = Panels(context)
        self.bag = BagPicture(context, setup.rules.grid.tile_set)
        self.board = BoardPicture(context.painter)
        self.coach = CoachView(context)
        self.narrator = Narrator(context, self.game, self.motion, self.toast, self.panels, self.bag)
        self.layout: TableLayout | None = None
        self._dragged: Tile | None = None
        self._next_in: float | None = None
        self._is_peeking = False
        self._shown_score = self._score_from = self.game.points_now()
        self._score_left = 0.0
        self._clock_second = -1
        self._best = store_of(context).profile.best(Filter(rules=str(setup.rules)))
        self._icons = self._make_buttons()
        self._done = Button(lambda: context.text("play.close"), self._close, look=Look.PRIMARY)
        self._hints = KeyHints()
        self.form.replace([*self._icons, self._done, self._hints])

    # building

    def _make_buttons(self) -> list[IconButton]:
        text = self.context.text

        def button(icon: Icon, key: str, press: object) -> IconButton:
            return IconButton(icon, press, tooltip=lambda: text(f"play.{key}"))  # type: ignore[arg-type]

        buttons = [
            button(Icon.UNDO, "take_back", self._take_back),
            button(Icon.RESTART, "restart", self._ask_restart),
            button(Icon.DICE, "new_deal", self._ask_new_deal),
            button(Icon.BOOK, "rules", self._open_rules),
            button(Icon.PAUSE, "paused", self._pause),
        ]
        if self.setup.rules.call is CallRule.MAIL:
            buttons.insert(1, button(Icon.SKIP, "skip", self._miss))
        return buttons

    @property
    def has_progress(self) -> bool:
        """Whether starting again would lose anything."""
        rounds = self.game.match.rounds
        return len(rounds) > 1 or any(seat.position.filled for r in rounds for seat in r.seats)

    @property
    def others(self) -> list[int]:
        """The seats beside the one in view, in table order from it."""
        count = len(self.game.match.players)
        return [(self.game.view + i) % count for i in range(1, count)]

    def resize(self, view: View) -> None:
        """Lay the table out; motion is finished, because it belongs to the old places."""
        super().resize(view)
        self.motion.finish()
        self.motion.timeline.is_reduced = self.context.preferences.has_reduced_motion
        rules = self.setup.rules
        self.layout = lay_out_table(
            view,
            rules.grid,
            others=len(self.game.match.players) - 1,
            buttons=len(self._icons),
            has_aside=rules.has_aside,
        )
        for widget, rect in zip(self._icons, self.layout.buttons, strict=True):
            widget.place(rect)
        self._hints.place(self.layout.hints)
        foot, _ = self.layout.hand.inset(view.px(14), view.px(10)).cut_bottom(view.px(44))
        self._done.place(foot)
        for picture in (self.bag, self.board, self.panels):
            picture.forget()

    # what the table does by itself

    def animate(self, dt: float) -> Pulse:
        """Motion, the clock, computers, the next call, the end of a round."""
        needs_frame = self.motion.advance(dt)
        needs_frame |= self.toast.advance(dt)
        needs_frame |= self._advance_score(dt)
        needs_frame |= self._advance_clock()
        needs_frame |= self.coach.poll()
        transition = self._advance_stage(dt)
        if transition is not None:
            return Pulse(True, transition)
        return Pulse(needs_frame) if needs_frame else STILL

    def _advance_stage(self, dt: float) -> Transition | None:
        """Go on where nobody is asked; waits run down only once nothing moves."""
        stage = self.game.stage()
        match stage:
            case Stage.BEGIN:
                self._tell(self.game.begin_round())
                self.game.deadline.restart(self.context.now())
            case Stage.BOTS:
                self._tell(self.game.poll_bots())
            case Stage.ACT | Stage.CLOSE:
                self._next_in = None
                if self.game.bots_wait():
                    self._tell(self.game.poll_bots())
                if stage is Stage.ACT and self.coach.is_on:
                    self.coach.ask(self.game.match, self.game.view)
            case Stage.HAND_OVER if not self._is_peeking:
                return self._wait(0.7, dt, self._hand_over)
            case Stage.CALL if not self._is_peeking:
                settings = settings_of(self.context)
                if settings.has_auto_call:
                    return self._wait(settings.call_pause, dt, self._call_next)
            case Stage.ROUND_OVER | Stage.MATCH_OVER if not self._is_peeking:
                return self._wait(_LAST_PAUSE, dt, self._finish_round)
            case _:
                pass
        return None

    def _wait(self, seconds: float, dt: float, then: object) -> Transition | None:
        """Do `then` after so many seconds of this stage."""
        if self._next_in is None:
            self._next_in = seconds
            return None
        self._next_in -= dt
        if self._next_in > 0:
            return None
        self._next_in = None
        return then()  # type: ignore[operator, no-any-return]

    def _advance_score(self, dt: float) -> bool:
        goal = self._points()
        if self._shown_score == goal and self._score_left <= 0:
            return False
        if self._score_left <= 0:
            self._score_from, self._score_left = self._shown_score, _SCORE_SECONDS
        # The number waits for the points on their way to it, and then counts up.
        if goal > self._score_from and self.motion.dark_lines():
            return True
        self._score_left = max(0.0, self._score_left - dt)
        share = 1 - self._score_left / _SCORE_SECONDS
        self._shown_score = goal if share >= 1 else round(mix(self._score_from, goal, share))
        return True

    def _points(self) -> float:
        rounds = self.game.score().players[self.game.view].rounds
        return sum(r.total for r in rounds[:-1]) + self.game.points_now()

    def _advance_clock(self) -> bool:
        """Whether the clock shows another second; at zero the call is missed (M1)."""
        if self.game.stage() is not Stage.ACT:
            return False
        now = self.context.now()
        left = self.game.deadline.remaining(now)
        if left is None:
            return False
        if self.game.deadline.is_over(now):
            self._miss()
            return True
        second = int(left)
        has_changed = second != self._clock_second
        if has_changed and second < 10:
            self.context.sound.play(Sound.TICK)
        self._clock_second = second
        return has_changed

    def enter(self) -> None:
        """The clock runs while the table is on top."""
        self.game.deadline.resume(self.context.now())

    def leave(self) -> None:
        """The clock stands while something covers the table."""
        self.motion.finish()
        self.game.deadline.pause(self.context.now())

    # intents

    def handle(self, intent: Intent) -> Transition | None:
        """The board has the keyboard; the pointer tries the buttons first."""
        if isinstance(intent, Command):
            return self._handle_key(intent)
        outcome = self.form.handle(intent)
        if outcome.is_used:
            return outcome.transition
        match intent:
            case PointerMoved(at, start, is_drag):
                return self._move_pointer(at, start, is_drag=is_drag)
            case PointerPressed(at, Mouse.SECONDARY):
                return self._take_back()
            case PointerPressed(at, Mouse.PRIMARY):
                self._press(at)
                return None
            case PointerReleased(at, Mouse.PRIMARY):
                return self._release(at)
            case PointerLeft():
                return None if self.aim.point(None) else Ignored()
            case FocusChanged(False):
                self.game.deadline.pause(self.context.now())
            case FocusChanged(True):
                self.game.deadline.resume(self.context.now())
            case CloseAsked():
                return self._quit()
        return Ignored()

    def _handle_key(self, key: Command) -> Transition | None:
        assert self.layout is not None
        action = key.action
        if action in STEPS:
            self.aim.step(self.layout.board, action)
            self.context.sound.play(Sound.MOVE, loudness=0.4)
            return None
        if key.is_repeat:
            return Ignored()
        match action:
            case Action.CONFIRM:
                return self._confirm()
            case Action.CANCEL:
                return self._stop_peeking() if self._is_peeking else self._pause()
            case Action.TAKE_BACK:
                return self._take_back()
            case Action.NEXT_CALL:
                return self._close() if self.game.stage() is Stage.CLOSE else self._hurry()
            case Action.NEXT_TILE if self.setup.rules.has_aside:
                self.aim.go_aside()
                return None
            case Action.NEXT | Action.NEXT_TILE:
                self.aim.next_tile(len(self.game.hand()))
                return None
            case Action.RESTART:
                return self._ask_restart()
            case Action.NEW_DEAL:
                return self._ask_new_deal()
            case Action.GIVE_UP:
                return self._ask_give_up()
            case Action.HELP:
                return self._open_rules()
            case Action.COACH:
                return self._toggle_coach()
            case Action.COPY:
                return self._copy_code()
            case Action.QUIT:
                return self._quit()
        if key.text and self.aim.jump(self.setup.rules.grid, key.text.lower()):
            return None
        return Ignored()

    def _space_at(self, at: Point) -> int | None:
        assert self.layout is not None
        for x, y in self.layout.aside:
            if (x - at[0]) ** 2 + (y - at[1]) ** 2 <= (self.layout.aside_radius * 1.2) ** 2:
                return ASIDE_INDEX
        return self.layout.board.hit(at)

    def _move_pointer(self, at: Point, start: Point | None, *, is_drag: bool) -> Transition | None:
        if is_drag and start is not None and self._dragged is None:
            index = self._hand_at(start)
            if index is not None:
                self.aim.chosen = index
                self._dragged = self.game.hand()[index]
                self.context.sound.play(Sound.PICK)
        has_changed = self.aim.point(self._space_at(at))
        if self._dragged is not None:
            self.aim.drag = at
            return None
        return None if has_changed else Ignored()

    def _press(self, at: Point) -> None:
        """Choose a tile of the hand."""
        index = self._hand_at(at)
        if index is not None:
            self.aim.chosen = index
            self.context.sound.play(Sound.PICK)

    def _release(self, at: Point) -> Transition | None:
        space = self._space_at(at)
        dragged, self._dragged, self.aim.drag = self._dragged, None, None
        if dragged is not None:
            return None if space is None else self._place(dragged, space, Spot(at, self._radius()))
        seat = self._seat_at(at)
        if seat is not None:
            return self._peek(seat)
        if self._is_peeking:
            return self._stop_peeking()
        if space is None:
            return Ignored() if self._hand_at(at) is None else None
        self.aim.point(space)
        return self._confirm()

    def _hand_at(self, at: Point) -> int | None:
        assert self.layout is not None
        hand = self.panels.lay_out(self.layout.hand, self.game)
        for i, (x, y) in enumerate(hand.centres):
            if (x - at[0]) ** 2 + (y - at[1]) ** 2 <= hand.radius**2:
                return i
        return None

    def _seat_at(self, at: Point) -> int | None:
        assert self.layout is not None
        for rect, seat in zip(self.layout.seats, self.others, strict=True):
            if rect.contains(at):
                return seat
        return None

    def _radius(self) -> float:
        assert self.layout is not None
        return self.layout.board.tile_radius

    # what the player does

    def _confirm(self) -> Transition | None:
        """Place the chosen tile where the player points, or go on."""
        if self._is_peeking:
            return self._stop_peeking()
        hand = self.game.hand()
        target = self.aim.target
        if self.game.stage() in (Stage.ACT, Stage.CLOSE) and hand:
            if target is None:
                return Ignored()
            self.aim.clamp(len(hand))
            tile = hand[self.aim.chosen]
            assert self.layout is not None
            start = self.panels.spot(self.layout.hand, self.game, tile)
            return self._place(tile, target, start)
        return self._hurry()

    def _place(self, tile: Tile, space: int, start: Spot) -> Transition | None:
        self.motion.finish()
        stage = self.game.stage()
        reason = self.game.refusal(tile, space)
        if stage not in (Stage.ACT, Stage.CLOSE):
            return Ignored()
        if reason is not None:
            self.toast.show(self.context.text(f"errors.illegal.{reason.value}"), is_bad=True)
            self.context.sound.play(Sound.REFUSE)
            return None
        if stage is Stage.CLOSE:
            self.game.try_closing(tile, space)
            self.context.sound.play(Sound.PLACE)
        else:
            self._tell(self.game.place(tile, space), start)
        self.aim.clamp(len(self.game.hand()))
        self.aim.hover = None
        return None

    def _take_back(self) -> Transition | None:
        self.motion.finish()
        if not self.game.can_take_back():
            words = self.context.text("errors.illegal.nothing-to-take-back")
            self.toast.show(words, is_bad=True)
            self.context.sound.play(Sound.REFUSE)
            return None
        self._next_in = None
        self._tell(self.game.take_back())
        return None

    def _hurry(self) -> Transition | None:
        """Do at once what the table waits for."""
        self.motion.finish()
        self._next_in = None
        match self.game.stage():
            case Stage.CALL:
                return self._call_next()
            case Stage.HAND_OVER:
                return self._hand_over()
            case Stage.ROUND_OVER | Stage.MATCH_OVER:
                return self._finish_round()
            case _:
                return Ignored()

    def _call_next(self) -> Transition | None:
        self._tell(self.game.call_next())
        if self.game.stage() is Stage.HAND_OVER:
            return self._hand_over()
        self._start_answer()
        return None

    def _start_answer(self) -> None:
        self.game.deadline.restart(self.context.now())
        self.aim.chosen = 0

    def _hand_over(self) -> Transition | None:
        """The next person takes the screen."""
        seat = self.game.next_person()
        if seat is None:
            return None
        name = self.game.player(seat).name
        self.game.hand_over(seat)
        self._shown_score = self._points()
        self._start_answer()
        self.panels.forget()
        if self.setup.has_hidden_boards:
            from game.ui.scenes.table.overlays import HandOver

            return Push(HandOver(self.context, name))
        self.toast.show(self.context.text("play.your_turn", name=name), 1.4)
        return None

    def _close(self) -> Transition | None:
        """The closing moves are chosen (P6)."""
        if self.game.stage() is Stage.CLOSE:
            self._tell(self.game.close())
        return None

    def _miss(self) -> Transition | None:
        """Let the call pass (M1)."""
        if self.game.stage() is Stage.ACT:
            self.motion.finish()
            self._tell(self.game.miss(self.game.view))
        return None

    def _peek(self, seat: int) -> Transition | None:
        """Open another board large; nobody acts meanwhile."""
        if self.setup.has_hidden_boards and self.game.is_person(seat):
            return Ignored()
        self.motion.finish()
        if not self._is_peeking:
            self._own_view = self.game.view
        self._is_peeking = True
        self._show_seat(seat)
        name = self.game.player(seat).name
        self.toast.show(self.context.text("play.looking", name=name), 1.6)
        return None

    def _stop_peeking(self) -> Transition | None:
        self._is_peeking = False
        self._show_seat(self._own_view)
        return None

    def _show_seat(self, seat: int) -> None:
        self.game.hand_over(seat)
        self._shown_score = self._points()
        self.panels.forget()

    def _toggle_coach(self) -> Transition | None:
        self.coach.is_on = not self.coach.is_on
        if self.coach.is_on:
            self.game.mark_coached()
        self.toast.show(
            self.context.text("play.coach_on" if self.coach.is_on else "play.coach_off")
        )
        return None

    def _tell(self, events: tuple[Event, ...], start: Spot | None = None) -> None:
        if self.layout is not None and events:
            self.narrator.tell(events, self.layout, start)

    # leaving the table

    def _pause(self) -> Transition:
        from game.ui.scenes.table.overlays import PauseScene

        self.motion.finish()
        return Push(PauseScene(self.context, self))

    def _quit(self) -> Transition:
        from game.ui.scenes.dialogs import confirm_quit

        return Push(confirm_quit(self.context))

    def _open_rules(self) -> Transition:
        from game.ui.scenes.rules import rules_scene

        return Push(rules_scene(self.context))

    def _ask_restart(self) -> Transition:
        from game.ui.scenes.table.overlays import ask_restart

        return ask_restart(self.context, self)

    def _ask_new_deal(self) -> Transition:
        from game.ui.scenes.table.overlays import ask_new_deal

        return ask_new_deal(self.context, self)

    def _ask_give_up(self) -> Transition:
        from game.ui.scenes.table.overlays import ask_give_up

        return ask_give_up(self.context)

    def _copy_code(self) -> Transition | None:
        from game.ui.scenes.table.overlays import copy_code

        self.toast.show(copy_code(self.context, self.setup), 4.0)
        return None

    def _finish_round(self) -> Transition:
        from game.ui.scenes.breakdown import breakdown_scene

        self.motion.finish()
        return Replace(breakdown_scene(self.context, self.setup, self.session))

    # drawing

    def draw_below(self, surface: pygame.Surface) -> None:
        """The table: quiet sides, the board in the middle."""
        super().draw_below(surface)
        layout, game = self.layout, self.game
        assert layout is not None
        self._place_widgets()
        self._draw_title(surface, layout)
        self.bag.draw(surface, layout.bag, frozenset(game.match.bag))
        best = self._best if len(game.match.players) == 1 else None
        self.panels.draw_score(surface, layout.score, game, self._shown_score, best)
        self.panels.draw_hand(
            surface, layout.hand, game, self.motion, self.aim.chosen, self._dragged
        )
        self.panels.draw_seats(surface, layout.seats, game, self.others)
        self._draw_board(surface, layout)

    def _place_widgets(self) -> None:
        stage = self.game.stage()
        self._done.is_hidden = stage is not Stage.CLOSE
        self._icons[0].why_disabled = None if self.game.can_take_back() else ""
        keys = self.context.text
        enter, undo = key_name(self.context, "return"), key_name(self.context, "backspace")
        hints = [(enter, keys("play.key.place")), (undo, keys("play.key.take_back"))]
        if stage is Stage.CALL:
            hints.insert(0, ("N", keys("play.key.next_call")))
        if stage is Stage.CLOSE:
            hints.append(("N", keys("play.key.close")))
        if len(self.game.hand()) > 1:
            hints.append((key_name(self.context, "tab"), keys("play.key.next_tile")))
        if self.setup.rules.has_aside and stage is Stage.ACT:
            hints.append(("X", keys("play.key.aside")))
        hints.append(("H", keys("play.key.coach")))
        hints.append((key_name(self.context, "escape"), keys("play.key.pause")))
        self._hints.hints = list(hints)

    def _draw_title(self, surface: pygame.Surface, layout: TableLayout) -> None:
        painter = self.context.painter
        top, below = layout.title.cut_top(layout.title.h * 55 // 100)
        name = edition_name(self.context, self.setup.edition)
        painter.text_in(surface, name, top, painter.theme.type.heading, max_lines=1)
        words = rules_words(self.context, self.setup.rules)
        if self.setup.rules.rounds > 1:
            words = self.context.text(
                "play.round", round=len(self.game.match.rounds), rounds=self.setup.rules.rounds
            )
        painter.text_in(surface, words, below, painter.theme.type.small, max_lines=2)

    def _draw_board(self, surface: pygame.Surface, layout: TableLayout) -> None:
        game = self.game
        position = game.position()
        if position is None:
            return
        hand = game.hand()
        tile = self._dragged or (hand[min(self.aim.chosen, len(hand) - 1)] if hand else None)
        legal = None if tile is None else game.legal(tile)
        look = BoardLook(
            game.match.rules,
            position,
            self.motion.hidden_spaces(),
            None if legal is None else tuple(i for i in legal if i != ASIDE_INDEX),
            self.motion.dark_lines(),
            layout.aside,
            layout.aside_radius,
            is_aside_legal=legal is not None and ASIDE_INDEX in legal,
        )
        self.board.draw(surface, layout.board, look)
        if self.coach.is_on and tile is not None:
            self.coach.draw(surface, layout.board, game, tile, self.aim.target)
        if tile is not None:
            self._draw_target(surface, layout, tile)

    def _draw_target(self, surface: pygame.Surface, layout: TableLayout, tile: Tile) -> None:
        target = self.aim.target
        position = self.game.position()
        if target is None or position is None:
            return
        sprites = self.context.painter.sprites
        if target == ASIDE_INDEX:
            places = layout.aside
            index = min(len(position.aside), len(places) - 1)
            if places:
                sprites.draw_cursor(surface, places[index], layout.aside_radius)
            return
        after = self.game.preview(tile, target)
        if after is not None:
            draw_preview(surface, self.context, layout.board, position, after, tile, target)
        elif self.aim.is_keyboard:
            centre = layout.board.centres[target]
            bad = self.context.painter.theme.palette.bad
            sprites.draw_cursor(surface, centre, layout.board.tile_radius, bad)

    def draw_above(self, surface: pygame.Surface) -> None:
        """What moves, the dragged tile, the news."""
        layout = self.layout
        assert layout is not None
        self.motion.draw(surface, self.context.painter, layout.board)
        if self._dragged is not None and self.aim.drag is not None:
            self.context.painter.sprites.draw_tile(
                surface, self._dragged, self.aim.drag, self._radius(), TileLook.LIFTED, height=0.8
            )
        self.toast.draw(surface, self.context, layout.board_area)
