"""A table's control on a clock of its own, and computers that answer when they are asked."""

from __future__ import annotations

from dataclasses import dataclass

from game.play.table_control import (
    MatchFlow,
    TableControl,
    TableEvent,
)
from game.play.table_game import TableGame
from tests.play.engines import ScriptedEngines, first_legal

TICK = 0.1
"""Seconds of a frame."""


@dataclass
class Evening:
    """A control, the time, and everything that was heard of it."""

    control: TableControl
    now: float = 100.0

    @property
    def game(self) -> TableGame:
        """The match at the table."""
        return self.control.game

    def let(self, seconds: float) -> list[TableEvent]:
        """Let time pass."""
        heard: list[TableEvent] = []
        for _ in range(round(seconds / TICK)):
            self.now += TICK
            heard += self.control.advance(TICK, is_moving=False)
        return heard

    def place(self) -> list[TableEvent]:
        """Put a tile of the hand somewhere."""
        move = first_legal(self.game.match, self.game.view)[0]
        return self.control.place(move.tile, move.space)


def control_of(game: TableGame, engines: ScriptedEngines | None = None) -> TableControl:
    """Return the control that queries the computers of a table."""
    return TableControl(game, engines or ScriptedEngines(), lambda: 0.0, MatchFlow(lambda: None))


def bots_wait(game: TableGame) -> bool:
    """Whether a seat of a computer is awaited."""
    return not all(map(game.is_person, game.awaited()))


def place_first(game: TableGame) -> None:
    """Place the tile in hand on the first legal space."""
    move = first_legal(game.match, game.view)[0]
    game.place(move.tile, move.space)


def let_bots_answer(game: TableGame, engines: ScriptedEngines | None = None) -> None:
    """Let the computers place what they have to."""
    computers = control_of(game, engines)
    while bots_wait(game):
        computers.poll_bots()
