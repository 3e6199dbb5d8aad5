"""A stage of a climb at a table: the source of its calls, its pace, and its clock; no pygame.

`StageTable` is a `TableGame` whose moves are acts of the climb; swaps are made through it.
`StageFlow` decides when the table goes on, and measures the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl, TableEvent
from game.play.table_game import TableGame
from game.progress.climb.game import ClimbGame
from game.progress.climb.stage import SwapTile
from game.rules.match import Round, apply
from game.rules.moves import Call, Called, Event
from game.rules.tiles import Tile


class StageTable:
    """The open stage of a climb as a game at a table."""

    can_withdraw: ClassVar[bool] = False

    def __init__(self, climb: ClimbGame) -> None:
        stage = climb.open.stage
        assert stage is not None, "a table is that of an open stage"
        self.climb = climb
        setup = TableSetup(stage.match.rules, stage.match.players, "")
        self.game = TableGame(setup, stage.match, self, on_move=climb.act)

    def seed_of(self, index: int) -> str | None:
        """Return None: no seed gives the tiles of a stage."""
        return None

    def next_call(self, played: Round, index: int) -> tuple[Tile, ...]:
        """Return the next tiles of the deck."""
        stage = self.climb.open.stage
        assert stage is not None
        return stage.next_call

    def swap(self, tile: Tile) -> tuple[Event, ...]:
        """Send a called tile under the deck; return the events of the new call. Raises
        `FormatError`.
        """
        self.climb.act(SwapTile(tile))
        stage = self.climb.open.stage
        assert stage is not None
        self.game.show_match(stage.match)
        events = apply(stage.ready, Call(stage.match.round.calls[-1]))[1]
        return tuple(event for event in events if isinstance(event, Called))


class StageFlow(MatchFlow):
    """Goes on as a match does; the time of open calls is measured."""

    def __init__(
        self,
        table: StageTable,
        call_pause: Callable[[], float | None],
        now: Callable[[], float],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(call_pause)
        self._table, self._now, self._on_change = table, now, on_change
        self._before = table.climb.open.milliseconds

    @property
    def milliseconds(self) -> int:
        """The duration of the stage so far."""
        return self._before + round(1000 * self._table.game.deadline.elapsed(self._now()))

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        if self._table.climb.open.stage is not None:
            self._table.climb.take_time(self.milliseconds)
        return super().advance(table, dt, is_moving=is_moving)

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        self._on_change()
