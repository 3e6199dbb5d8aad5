"""The scene in which a match is played: its time, its input, its frame."""

from __future__ import annotations

import pygame

from game.play.table_game import Stage
from game.rules.placement import ASIDE_INDEX
from game.ui.draw.sprites import TileLook
from game.ui.frame.bindings import Action
from game.ui.frame.intents import (
    CloseAsked,
    Command,
    FocusChanged,
    Intent,
    MouseButton,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.ui.frame.scene import STILL, Ignored, Pulse, Transition
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import Point
from game.ui.scenes.shared.dialogs import tell_in_passing
from game.ui.scenes.table.acts import TableActs
from game.ui.scenes.table.aim import STEPS
from game.ui.scenes.table.motion import Spot

__all__ = ["TableScene"]

_LAST_PAUSE = 1.4
"""Seconds in which the last placement of a round can still be taken back."""


_MOVING, _STILL = 0.002, 0.005
"""Seconds of a tick in which coming frames' pictures are made."""


class TableScene(TableActs):
    """One match at one screen.

    The match is changed at once and saved before the next frame; what moves only shows how it
    came about, and any input finishes it. Stages follow each other in `animate`.
    """

    def animate(self, dt: float) -> Pulse:
        """Motion, the clock, computers, the next call, the end of a round."""
        needs_frame = self.motion.advance(dt)
        needs_frame |= self.toast.advance(dt)
        needs_frame |= tell_in_passing(self.context, self.toast)
        is_waiting = bool(self.motion.dark_lines())
        needs_frame |= self.counter.advance(dt, self._points(), is_waiting=is_waiting)
        needs_frame |= self.coach.poll()
        if self._is_covered:
            # Nobody would see it, and where it leads the stack would not go.
            return Pulse(needs_frame) if needs_frame else STILL
        if self.layout is not None:
            self.picture.prepare(self.layout, _MOVING if self.motion.is_running else _STILL)
        needs_frame |= self._advance_clock()
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
                self._explain_closing(stage)
                if self.game.bots_wait():
                    self._tell(self.game.poll_bots())
                if stage is Stage.ACT and self.coach.is_on:
                    self.coach.ask(self.game.match, self.game.view)
            case Stage.HAND_OVER if not self._is_peeking:
                return self._wait(0.7, dt, self._hand_over)
            case Stage.CALL if not self._is_peeking:
                settings = self.context.preferences
                if settings.has_auto_call:
                    return self._wait(settings.call_pause, dt, self._call_next)
            case Stage.ROUND_OVER | Stage.MATCH_OVER if not self._is_peeking:
                return self._wait(_LAST_PAUSE, dt, self._finish_round)
            case _:
                pass
        return None

    def _explain_closing(self, stage: Stage) -> None:
        """Say once for each board what the closing moves are (P6)."""
        board = (len(self.game.match.rounds), self.game.view)
        if stage is Stage.CLOSE and self._explained != board and not self._is_peeking:
            self._explained = board
            self.toast.show(self.context.text("play.closing_help"), 7.0)

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

    def _advance_clock(self) -> bool:
        """Whether the clock shows another second; at zero the call is missed (M1)."""
        now = self.context.now()
        if self._is_peeking and self.game.deadline.is_over(now):
            self._stop_peeking()
        if self.game.stage() is not Stage.ACT or self._is_peeking:
            return False
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
        self._is_covered = False
        self.game.deadline.resume(self.context.now())

    def leave(self) -> None:
        """The clock stands while something covers the table, and so does the match."""
        self._is_covered = True
        self.motion.finish()
        self.game.deadline.pause(self.context.now())

    def handle(self, intent: Intent) -> Transition | None:
        """The board has the keyboard; the pointer tries the buttons first."""
        if isinstance(intent, Command | PointerPressed):
            self.toast.fade()
        if isinstance(intent, Command):
            return self._handle_key(intent)
        if isinstance(intent, FocusChanged):
            self._mind_focus(has_focus=intent.has_focus)
        outcome = self.form.handle(intent)
        if outcome.is_used:
            return outcome.transition
        match intent:
            case PointerMoved(at, start, is_drag):
                return self._move_pointer(at, start, is_drag=is_drag)
            case PointerPressed(at, MouseButton.SECONDARY):
                return self._take_back()
            case PointerPressed(at, MouseButton.PRIMARY):
                self._press(at)
                return None
            case PointerReleased(at, MouseButton.PRIMARY):
                return self._release(at)
            case PointerLeft():
                return None if self.aim.point(None) else Ignored()
            case CloseAsked():
                return self._quit()
        return Ignored()

    def _mind_focus(self, *, has_focus: bool) -> None:
        """The clock stands while another window has the keyboard; what was dragged goes back."""
        if has_focus:
            self.game.deadline.resume(self.context.now())
            return
        self.game.deadline.pause(self.context.now())
        self._dragged = self.aim.drag = None

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
                return self._press_on()
            case Action.NEXT_TILE if self.setup.rules.has_aside:
                self.aim.go_aside()
                return None
            case Action.NEXT | Action.NEXT_TILE:
                self.aim.next_tile(len(self.game.hand()))
                return None
            case Action.PAGE_UP | Action.PAGE_DOWN:
                return self._peek_along(1 if action is Action.PAGE_DOWN else -1)
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
        if self._is_peeking:
            return None
        hand = self.panels.lay_out(self.layout.hand, self.game)
        for i, (x, y) in enumerate(hand.centres):
            if (x - at[0]) ** 2 + (y - at[1]) ** 2 <= hand.radius**2:
                return i
        return None

    def _seat_at(self, at: Point) -> int | None:
        assert self.layout is not None
        for rect, seat in zip(self.layout.seats, self.game.others, strict=True):
            if rect.contains(at):
                return seat
        return None

    def _radius(self) -> float:
        assert self.layout is not None
        return self.layout.board.tile_radius

    def draw_below(self, surface: pygame.Surface) -> None:
        """The table: quiet sides, the board in the middle."""
        super().draw_below(surface)
        assert self.layout is not None
        self._place_widgets()
        best = self._best if len(self.game.match.players) == 1 else None
        self.picture.draw(surface, self.layout, self.counter.shown, best, self._dragged)

    def draw_above(self, surface: pygame.Surface) -> None:
        """What moves, the dragged tile, the news."""
        layout = self.layout
        assert layout is not None
        self.motion.draw(surface, self.context.painter, layout.board)
        if self._dragged is not None and self.aim.drag is not None:
            self.context.painter.sprites.draw_tile(
                surface, self._dragged, self.aim.drag, self._radius(), TileLook.LIFTED, height=0.8
            )
        # The daffodil lies at the board's foot, where news would cover it.
        is_high = self.setup.rules.has_aside
        self.toast.draw(surface, self.context, layout.board_area, is_high=is_high)
