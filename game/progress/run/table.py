"""A stage of a run at a table: where its calls come from, when it goes on, what its clock takes.

No pygame. `StageTable` gives a `TableGame` whose every move goes into the run; aces are used
through it. `StageFlow` decides when the table goes on, and counts the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final

from game.play.closing import note_closing, noted_closing
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl, TableEvent, TableSignal
from game.play.table_game import Stage, TableGame
from game.progress.run.aces import Ace, pay_of
from game.progress.run.deck import UseKind
from game.progress.run.game import RunGame
from game.progress.run.open_run import use_act
from game.progress.run.stage import StagePlay
from game.rules.match import Match, Round, apply
from game.rules.moves import Call, Called, Event, Move, TakenBack, format_move
from game.rules.scoring import score_position
from game.rules.tiles import Tile

_LONGEST_PAUSE: Final = 1.0
"""Seconds between two calls with the clock: it stands meanwhile."""


class StageTable:
    """The open stage of a run as a game at a table."""

    can_withdraw: ClassVar[bool] = False

    def __init__(self, run: RunGame) -> None:
        assert run.play is not None, "a table is that of an open stage"
        self.run, self.state, self._play = run, run.state, run.play
        match = self.play.match
        match = replace(match, meta=note_closing(match, 0, run.open.closing))
        setup = TableSetup(match.rules, match.players, self.state.stage_seed)
        self.game = TableGame(setup, match, self, self._note_closing, on_move=self._note_move)

    @property
    def play(self) -> StagePlay:
        """The stage as it stands, after its end as it ended."""
        self._play = self.run.play or self._play
        return self._play

    # where calls come from

    def seed_of(self, index: int) -> str | None:
        """Return the seed of the stage's round."""
        return self.state.stage_seed

    def next_call(self, played: Round, index: int) -> tuple[Tile, ...]:
        """Return the next tiles of the deck."""
        play = self.play
        return play.deck.tiles[: play.match.rules.call_sizes[play.call + 1]]

    # what is saved

    def _note_move(self, move: Move) -> None:
        grid = self.play.match.rules.grid
        act = "call" if isinstance(move, Call) else format_move(grid, move)
        self.run.act(act)

    def _note_closing(self, match: Match) -> None:
        tried = noted_closing(match)
        self.run.try_closing(() if tried is None else tried.placements)

    def take_time(self, milliseconds: int, *, is_left: bool = False) -> None:
        """Note what the stage has taken; to the millisecond where the table `is_left`."""
        self.run.take_time(milliseconds)
        if is_left:
            self.run.save_time()

    # aces

    def open_choice(self) -> None:
        """Draw one more tile, of which one is not called."""
        self.run.act("either")

    def use(self, kind: UseKind, tile: Tile | None = None) -> tuple[Event, ...]:
        """Use an ace, on a tile as `AceUse` says; return what it did. Raises `FormatError`."""
        before = self.play
        self.run.act(use_act(kind, tile))
        after = self.play
        if after is before:
            return ()
        self.game.show_match(after.match)
        if kind is not UseKind.SECOND_THOUGHT:
            called = apply(after.ready, Call(after.match.round.calls[-1]))[1]
            return tuple(event for event in called if isinstance(event, Called))
        placed = before.match.round.seats[0].turns[after.call].placements
        return tuple(TakenBack(0, p.tile, p.space) for p in reversed(placed))

    # how it stands

    def uses_left(self, kind: UseKind) -> int | None:
        """Return how often an ace can still be used in this stage; None for as often as one
        likes.
        """
        most = self.state.uses_of(kind)
        return None if most is None else most - sum(one.kind is kind for one in self.play.uses)

    def pay_now(self, ace: Ace | None = None) -> int:
        """Return what paying aces pay for the board as it stands: all, or one kind of them."""
        play, state = self.play, self.state
        score = score_position(play.match.rules, self.game.position())
        thoughts = sum(use.kind is UseKind.SECOND_THOUGHT for use in play.uses)
        held = [one for one in state.aces if ace in (None, one.ace)]
        if ace is not None:
            held += [one for one in state.aces if one.ace is Ace.ECHO]
        return pay_of(held, state.stage, score, thoughts)

    @property
    def seconds_left(self) -> float | None:
        """What the bank holds, below 0 beyond its end; None in a calm run."""
        state = self.state
        if not state.is_timed:
            return None
        return (state.stage_bank - self.run.open.milliseconds) / 1000


class StageFlow:
    """Goes on as a match does; the clock runs while a call is open, and while the player has the
    next one wait.
    """

    goes_on_by_click = True

    def __init__(
        self,
        table: StageTable,
        call_pause: Callable[[], float | None],
        now: Callable[[], float],
        on_second: Callable[[], None],
        on_change: Callable[[], None],
    ) -> None:
        self._table, self._call_pause, self._now = table, call_pause, now
        self._on_second, self._on_change = on_second, on_change
        self._match = MatchFlow(self._pause)
        self._before = table.run.open.milliseconds

    def _pause(self) -> float | None:
        pause = self._call_pause()
        if pause is None or not self._table.state.is_timed:
            return pause
        return min(pause, _LONGEST_PAUSE)

    @property
    def milliseconds(self) -> int:
        """What the stage has taken until now."""
        elapsed = self._table.game.deadline.elapsed(self._now())
        return self._before + round(1000 * elapsed)

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Let seconds pass; an event for each whole one that the clock has taken."""
        stage = table.game.stage()
        is_waited_for = stage is Stage.CLOSE or table.is_held
        is_waited_for |= stage is Stage.CALL and self._pause() is None and self._has_begun
        if is_waited_for and not table.is_listening and not self._table.play.match.is_complete:
            table.game.deadline.resume(self._now())
        before = self._table.run.open.milliseconds
        self._table.take_time(self.milliseconds)
        news: list[TableEvent] = []
        if self._table.run.open.milliseconds // 1000 > before // 1000:
            self._on_second()
            news.append(TableSignal.STEP)
        return news + self._match.advance(table, dt, is_moving=is_moving)

    @property
    def _has_begun(self) -> bool:
        return self._table.play.call >= 0

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Make the next call, or end the stage, without waiting."""
        return self._match.go_on(table)

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        """Start the wait for the next call anew."""
        return self._match.interrupt(table)

    def can_place(self, table: TableControl) -> bool:
        """Whether a tile may be placed: not while it is to be chosen which one is called."""
        return not self._table.play.choice and self._match.can_place(table)

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Tell that the board has changed."""
        self._on_change()
