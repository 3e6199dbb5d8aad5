"""The actions at a table and its automatic steps, with their timing; no drawing.

Every action returns the `TableEvent`s that the screen shows, possibly none. A `TableFlow` decides
when the table continues by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol, TypeAlias

from game.play.clock import Deadline
from game.play.engines import Engines
from game.play.pending_choices import PendingChoices
from game.play.table import has_progress
from game.play.table_game import Phase, TableGame
from game.rules.errors import IllegalReason
from game.rules.marks import Mark
from game.rules.moves import Event, Finish, Miss, Place
from game.rules.placement import Placement
from game.rules.tiles import Tile

LAST_PAUSE: Final = 1.4
"""Seconds in which the last placement of a round can still be taken back."""

HAND_OVER_PAUSE: Final = 0.7
"""Seconds before another person's board comes into view."""


_NOTED_EVERY: Final = 5
"""Seconds of the clock after which what is left is stored, for a power cut."""


@dataclass(frozen=True, slots=True)
class MovesApplied:
    """Moves changed the match; `is_helped` if a tile was placed automatically."""

    events: tuple[Event, ...]
    is_helped: bool = False


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock of a timed game ran out; `placements` were made automatically."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The rules refused a move."""

    reason: IllegalReason


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A seat's board came into view: another player's, or the player's own again."""

    seat: int


@dataclass(frozen=True, slots=True)
class ScreenPassed:
    """The screen passed to the person of a seat."""

    seat: int


class TableSignal(Enum):
    """Events without values."""

    TRIED = auto()
    """A closing move is tried on the board; it is not final."""
    PRICE = auto()
    """Undoing the call would mark the match: ask the player first."""
    SECOND = auto()
    """The clock displays another second."""
    STEP = auto()
    """State outside the match changed: a lesson's step, a second of a climb's bank."""
    OVER = auto()
    """The round or the lesson is over and can be counted."""


TableEvent: TypeAlias = (
    MovesApplied | TimeUp | MoveRefused | BoardShown | ScreenPassed | TableSignal
)


class TableFlow(Protocol):
    """The timing of a table: a match continues by itself, a lesson after each step."""

    @property
    def goes_on_by_click(self) -> bool:
        """Whether a click on the board means "continue" when no tile is to be placed."""

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Let `dt` seconds pass; `is_moving` while earlier events are still animated."""

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Do the next step now, at the player's request."""

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        """End the automatic steps in progress, because the player takes a tile back."""

    def can_place(self, table: TableControl) -> bool:
        """Whether a tile of the hand may be placed now."""

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """React to events that have just happened."""

    def cover(self, table: TableControl) -> None:
        """React to another screen that covers the table, which then does no step by itself."""


_LISTENING_SECONDS: Final = 60.0
"""Seconds of an answer for which the clock waits while wished words are read: "say again" without
an end would be time without an end.
"""


class TableControl:
    """Adds the clock, computer players and the view of other boards to a `TableGame`.

    `now` is monotonic, in seconds. While another board is in view, any action only returns to the
    player's own.
    """

    def __init__(
        self, game: TableGame, engines: Engines, now: Callable[[], float], flow: TableFlow
    ) -> None:
        self.game = game
        self.flow = flow
        self._engines = engines
        self._choices = PendingChoices(game.setup.seed, engines)
        self.is_peeking = False
        self._now = now
        self.is_covered = False
        self._is_away = False
        self.is_held = False
        """Whether the player inspects the tile just placed: automatic steps wait."""
        self.is_listening = False
        """Whether speech is answering the player: the clock is paused."""
        self.wait_left: float | None = None
        """The remaining share, 1 to 0, of the wait before the next automatic step."""
        self._listening = Deadline(_LISTENING_SECONDS)
        """Runs while speech keeps the clock paused."""
        self._since_answer = Deadline(None)
        """Runs while the clock is paused and the tile just placed can still be taken back."""
        self._last: int | None = None
        self._last_spent = 0.0
        """Seconds that the previous person's answer used."""
        self._second = -1
        self._player = game.view
        """The seat of the person at the screen, while another board is in view."""

    @property
    def has_progress(self) -> bool:
        """Whether starting again would lose anything."""
        return has_progress(self.game.match)

    # time

    def advance(self, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Let `dt` seconds pass; a covered table does nothing."""
        if self.is_covered:
            return []
        news = [*self._advance_clock(), *self.flow.advance(self, dt, is_moving=is_moving)]
        is_placed = self.game.last_placement(self._seat) is not None
        if is_placed and not self._is_away and not self.game.deadline.is_running:
            self._since_answer.resume(self._now())
        else:
            self._since_answer.pause(self._now())
        return news

    def _advance_clock(self) -> list[TableEvent]:
        """Run the clock; at zero the call is missed (M1), in a timed game the hand is dropped.

        The clock runs on during a look at another board, and pauses while no person can place.
        """
        now, deadline = self._now(), self.game.deadline
        if self.is_listening:
            self._listening.resume(now)
        else:
            self._listening.pause(now)
        is_listening = self.is_listening and not self._listening.is_over(now)
        if self._is_away or is_listening or not self._is_asked():
            deadline.pause(now)
        else:
            deadline.resume(now)
        news: list[TableEvent] = []
        if self.is_peeking and deadline.is_over(now):
            news += self.stop_peeking()
        left = self.game.seconds_left(now)
        if left is None or self.is_peeking:
            return news
        if deadline.is_over(now):
            return news + (self._drop() if self.game.setup.is_timed else self.miss())
        if int(left) != self._second:
            self._second = int(left)
            news.append(TableSignal.SECOND)
            if self._second % _NOTED_EVERY == 0:
                self._note_clock()
        return news

    def _is_asked(self) -> bool:
        """Whether the person at the screen has a tile to place, whichever board is in view."""
        state = self.game.seat_state(self._seat)
        return state is not None and bool(state.hand) and self.game.is_person(self._seat)

    @property
    def _seat(self) -> int:
        """The seat of the person at the screen, whichever board is in view."""
        return self._player if self.is_peeking else self.game.view

    def _restart_clock(self) -> None:
        """Give a new answer its whole time."""
        self.game.deadline.restart(self._now())
        self._listening = Deadline(_LISTENING_SECONDS)
        self._since_answer = Deadline(None)

    def _count_wait(self) -> None:
        """Charge the time since the last placement, which is taken back, to the clock.

        Else placing a tile at once, thinking and moving it would cost no time.
        """
        self.game.deadline.spend(self._since_answer.elapsed(self._now()))
        self._since_answer = Deadline(None)

    def _drop(self) -> list[TableEvent]:
        """Place the rest of the hand automatically when the time is up."""
        dropped = self.game.drop_hand()
        events: tuple[Event, ...] = ()
        for placement in dropped:
            events += self.game.place(placement.tile, placement.space)
        return [*self.report(events, is_helped=True), TimeUp(dropped)]

    def cover(self) -> None:
        """Pause clock and match, because another screen covers the table."""
        self.is_covered = True
        self.flow.cover(self)
        self.stop_clock()
        self._note_clock()

    def _note_clock(self) -> None:
        """Store what is left of an answer that is not given, so that leaving brings no time."""
        left = self.game.seconds_left(self._now())
        if left is not None and not self.is_peeking:
            self.game.note_left(left)

    def uncover(self) -> None:
        """Resume clock and match, because the table is the top screen again."""
        self.is_covered = False
        self.run_clock()

    def stop_clock(self) -> None:
        """Pause the clock; no effect on a paused one."""
        self._is_away = True
        self.game.deadline.pause(self._now())
        self._since_answer.pause(self._now())

    def run_clock(self) -> None:
        """Let the clock run whenever a person has a tile to place."""
        self._is_away = False

    # the flow's steps

    def report(self, events: tuple[Event, ...], *, is_helped: bool = False) -> list[TableEvent]:
        """Pass `events` to the flow and return them as a table event; [] for no events."""
        if not events:
            return []
        self.flow.handle_events(self, events)
        return [MovesApplied(events, is_helped)]

    def begin_round(self) -> list[TableEvent]:
        """Begin the next round with its first call."""
        news = self.report(self.game.begin_round())
        self._restart_clock()
        return news

    def call_next(self) -> list[TableEvent]:
        """Make the next call; the screen passes to the seat that answers first."""
        news = self.report(self.game.call_next())
        self._restart_clock()
        return news + self.hand_over() if self.game.phase() is Phase.HAND_OVER else news

    def hand_over(self) -> list[TableEvent]:
        """Bring the next person's board into view."""
        seat = self.game.next_person()
        if seat is None:
            return []
        self._last, self._last_spent = self.game.view, self._spent
        self.game.hand_over(seat)
        self._restart_clock()
        return [ScreenPassed(seat)]

    def poll_bots(self) -> list[TableEvent]:
        """Request the awaited computers' choices, and apply those that have arrived."""
        game = self.game
        events: tuple[Event, ...] = ()
        for answer in self._choices.answers():
            seat = answer.seat
            if seat not in self._waiting_bots() or game.seat_state(seat) is not answer.asked:
                continue
            if answer.is_finish:
                events += game.perform(Finish(seat, answer.placements))
            else:
                (p,) = answer.placements
                events += game.perform(Place(seat, p.tile, p.space))
        for seat in self._waiting_bots():
            self._choices.ask(game.match, seat, game.engine_of(seat))
        return self.report(events)

    def _waiting_bots(self) -> tuple[int, ...]:
        game, elsewhere = self.game, self.game.apart.elsewhere
        return tuple(i for i in game.awaited() if not game.is_person(i) and i not in elsewhere)

    # the player's moves

    def place(self, tile: Tile, space: int) -> list[TableEvent]:
        """Place a tile of the hand, try a closing move, or move the tile just placed."""
        phase = self.game.phase()
        if not self.flow.can_place(self):
            return []
        if phase not in (Phase.ACT, Phase.CLOSE):
            return self._move_last(tile, space)
        reason = self.game.refusal(tile, space)
        if reason is not None:
            return [MoveRefused(reason)]
        if phase is Phase.CLOSE:
            self.game.try_closing(tile, space)
            return [TableSignal.TRIED]
        return self.report(self.game.place(tile, space))

    def _move_last(self, tile: Tile, space: int) -> list[TableEvent]:
        """Move the tile just placed, as one act (C4); the wait for the next call begins anew."""
        game, last = self.game, self.game.last_placement()
        is_meant = last is not None and last.tile is tile and space in game.spaces_to_move_to()
        if not is_meant or self._is_time_up:
            return []
        news = self.flow.interrupt(self)
        self._count_wait()
        return [*news, *self.report(game.take_back() + game.place(tile, space))]

    def take_back(self) -> list[TableEvent]:
        """Take the last placement or closing move back (C4), also after a hand-over."""
        if self.is_peeking:
            return self.stop_peeking()
        news, game = self.flow.interrupt(self), self.game
        if self._is_time_up and not game.closing:
            return [*news, MoveRefused(IllegalReason.TOO_LATE_TO_TAKE_BACK)]
        if game.can_take_back():
            if not game.closing:
                self._count_wait()
            return news + self.report(game.take_back())
        if self.seat_to_take_back is not None:
            return news + self.pass_back()
        if game.can_undo_call():
            is_paid = Mark.TOOK_BACK in game.setup.marks
            return news + (self.undo_call() if is_paid else [TableSignal.PRICE])
        position = game.position()
        if position.filled or position.aside:
            return [*news, MoveRefused(IllegalReason.TOO_LATE_TO_TAKE_BACK)]
        return [*news, MoveRefused(IllegalReason.NOTHING_TO_TAKE_BACK)]

    @property
    def _is_time_up(self) -> bool:
        """Whether the answer has used all its time, so that no tile can be taken back."""
        limit = self.game.deadline.limit
        return limit is not None and self._spent >= limit

    @property
    def _spent(self) -> float:
        """Return the seconds that this answer has used, with the wait since its placement."""
        deadline, now = self.game.deadline, self._now()
        left = deadline.remaining(now)
        used = 0.0 if deadline.limit is None or left is None else deadline.limit - left
        return used + self._since_answer.elapsed(now)

    def undo_call(self) -> list[TableEvent]:
        """Undo the latest call and mark the match for it."""
        if not self.game.can_undo_call():
            return []
        self._restart_clock()
        self.game.withdraw_call()
        self.game.mark(Mark.TOOK_BACK)
        return self.report(self.game.take_back())

    @property
    def seat_to_take_back(self) -> int | None:
        """Return the seat that just passed the screen on and can still take a tile back (C4)."""
        if self._last is None or self.game.can_take_back() or self.game.setup.is_timed:
            return None
        limit = self.game.deadline.limit
        is_late = limit is not None and self._last_spent + self._spent >= limit
        return self._last if self.game.can_take_back(self._last) and not is_late else None

    def pass_back(self) -> list[TableEvent]:
        """Return the screen to the person before, with the last tile and the remaining time."""
        seat, self._last = self.seat_to_take_back, None
        if seat is None:
            return []
        spent = self._last_spent + self._spent
        self.game.hand_over(seat)
        self._restart_clock()
        self.game.deadline.spend(spent)
        return [*self.report(self.game.take_back()), ScreenPassed(seat)]

    def leave_seat(self, seat: int) -> list[TableEvent]:
        """Let a computer take a seat over (V3); the screen passes on where its person had it."""
        news = self.stop_peeking() if self.is_peeking else []
        had_screen = seat == self.game.view
        self.game.leave_seat(seat)
        self._last = None
        if not had_screen:
            return [*news, TableSignal.STEP]
        self._restart_clock()
        return [*news, ScreenPassed(self.game.view)]

    def go_on(self) -> list[TableEvent]:
        """Do the next automatic step at once."""
        return self.stop_peeking() if self.is_peeking else self.flow.go_on(self)

    def close_or_go_on(self) -> list[TableEvent]:
        """Make the closing moves that were tried (P6), or do the next step."""
        if self.is_peeking or self.game.phase() is not Phase.CLOSE:
            return self.go_on()
        return self.report(self.game.close())

    def miss(self) -> list[TableEvent]:
        """Miss the call (M1)."""
        if self.is_peeking:
            return self.stop_peeking()
        game = self.game
        if game.phase() is not Phase.ACT:
            return []
        placed = self._engines.master_placements(game.match, game.view)
        return self.report(game.perform(Miss(game.view, placed)))

    def peek(self, seat: int) -> list[TableEvent]:
        """Show another seat's board large; no person can act meanwhile."""
        if self.game.is_hidden(seat):
            return []
        if not self.is_peeking:
            self._player = self.game.view
        self.is_peeking = True
        self.game.hand_over(seat)
        return [BoardShown(seat)]

    def peek_along(self, step: int) -> list[TableEvent]:
        """Show the next board round the table, and after the last one the player's own."""
        count = len(self.game.match.players)
        player = self._seat
        seat = (self.game.view + step) % count
        while seat != player and self.game.is_hidden(seat):
            seat = (seat + step) % count
        if seat != player:
            return self.peek(seat)
        return self.stop_peeking() if self.is_peeking else []

    def stop_peeking(self) -> list[TableEvent]:
        """Show the player's own board again, with the closing moves being tried."""
        self.is_peeking = False
        self.game.hand_over(self._player)
        return [BoardShown(self._player)]


@dataclass(slots=True)
class Wait:
    """A countdown: `left` seconds until an automatic step; None before it starts."""

    left: float | None = None

    def tick(self, table: TableControl, pause: float | None, dt: float) -> bool:
        """Count down from `pause` seconds; return whether they are over.

        A held table does not count. With None the table waits for the player.
        """
        if pause is None:
            return False
        table.wait_left = 1.0 if self.left is None else max(0.0, self.left) / (pause or 1)
        if self.left is None:
            self.left = pause
            return False
        if table.is_held:
            return False
        self.left -= dt
        return self.left <= 0


class MatchFlow:
    """The timing of a match: the next call follows after `call_pause` seconds.

    With None it waits for the player. `arrived` lets seconds pass for the phones and
    returns the events of their moves since the last time, which start the wait again.
    """

    goes_on_by_click = True

    def __init__(
        self,
        call_pause: Callable[[], float | None],
        arrived: Callable[[float], tuple[Event, ...]] = lambda dt: (),
    ) -> None:
        self._call_pause, self._arrived = call_pause, arrived
        self._wait = Wait()

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Do the automatic step of the phase, if its wait is over."""
        table.wait_left = None
        if events := self._arrived(dt):
            return [*self.interrupt(table), *table.report(events)]
        match table.game.phase():
            case Phase.BEGIN:
                return table.begin_round()
            case Phase.BOTS:
                return table.poll_bots()
            case Phase.ACT | Phase.CLOSE:
                self._wait.left = None
                return table.poll_bots()
            case _ if table.is_peeking:
                return []
            case Phase.CALL:
                pause = self._call_pause()
            case Phase.HAND_OVER:
                # Behind the hand-over screen the tile can still be taken back.
                is_hidden = table.game.setup.has_hidden_boards
                longer = 0.0 if is_hidden else self._call_pause() or 0.0
                pause = max(HAND_OVER_PAUSE, longer)
            case Phase.ROUND_OVER | Phase.MATCH_OVER:
                pause = max(LAST_PAUSE, self._call_pause() or 0.0)
        return self.go_on(table) if self._wait.tick(table, pause, dt) else []

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Make the next call, pass the screen on, or go to the count, without waiting."""
        self._wait.left = None
        match table.game.phase():
            case Phase.CALL:
                return table.call_next()
            case Phase.HAND_OVER:
                return table.hand_over()
            case Phase.ROUND_OVER | Phase.MATCH_OVER:
                return [TableSignal.OVER]
            case _:
                return []

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        """Restart the wait for the next call."""
        self._wait.left = None
        return []

    def can_place(self, table: TableControl) -> bool:
        """Whether a tile may be placed: always, except on another player's board."""
        return not table.is_peeking

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Do nothing: the phase of a match follows from the match alone."""

    def cover(self, table: TableControl) -> None:
        """Do nothing: a match at one screen waits."""
