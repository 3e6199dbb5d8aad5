"""A stage of a climb at a table: its game, and when it goes on; no pygame."""

from __future__ import annotations

from collections.abc import Callable

from game.climb.game import ClimbKeeper
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl, TableEvent
from game.play.table_game import TableGame
from game.rules.moves import Event


def stage_game(climb: ClimbKeeper) -> TableGame:
    """Return the game of a climb's open stage; the climb owns its match."""
    match = climb.match
    return TableGame(TableSetup(match.rules, match.players, ""), climb, climb)


class StageFlow(MatchFlow):
    """Goes on as a match does; the time of open calls is measured."""

    def __init__(
        self,
        climb: ClimbKeeper,
        call_pause: Callable[[], float | None],
        now: Callable[[], float],
        on_events: Callable[[], None],
    ) -> None:
        super().__init__(call_pause)
        self._climb, self._now, self._on_events = climb, now, on_events
        self._before = climb.open.milliseconds

    def milliseconds(self, table: TableControl) -> int:
        """Return the duration of the stage so far."""
        return self._before + round(1000 * table.game.deadline.elapsed(self._now()))

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        if self._climb.open.stage is not None:
            self._climb.take_time(self.milliseconds(table))
        return super().advance(table, dt, is_moving=is_moving)

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        self._on_events()
