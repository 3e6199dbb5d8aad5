"""The protocols by which this room uses computer players, as in `game.play`."""

from random import Random
from typing import Protocol

from game.net.journal.keys import derive
from game.net.journal.table import Table, TurnText
from game.play.placing_for import Choose, place_for
from game.rules.match import Match
from game.rules.moves import Finish, Miss, Place
from game.rules.placement import Placement


class Engine(Protocol):
    """A computer player."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return one of `legal_placements(match, seat)`."""

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves of Daffodil 4 (P6)."""


class TableEngines(Protocol):
    """All computer players that a program can use."""

    def engine(self, name: str | None) -> Engine:
        """Return the computer player of that name; for None or an unknown name the substitute's."""

    def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """Return the game master's placements for a seat that misses this call of the
        league (M4).
        """

    def close(self) -> None:
        """End the processes that were started; no choice is requested afterwards."""
        ...


def choose_turn(
    table: Table, seat: int, secret: bytes, engines: TableEngines, name: str | None
) -> str:
    """Return the whole turn of a computer in the open call.

    Its random numbers follow from a secret and the call: a restarted program chooses the same.
    """
    return _turn(table, seat, secret, engines.engine(name))


def place_for_absent(table: Table, seat: int, secret: bytes, engines: TableEngines) -> str:
    """Return what the leader places for a seat that missed the open call (M4)."""
    return _turn(table, seat, secret, engines.engine(None), engines.place_owed)


def _turn(table: Table, seat: int, secret: bytes, engine: Engine, owe: Choose | None = None) -> str:
    assert table.match is not None
    random = Random(derive(secret, b"chance", table.id, f"{table.calls} {seat}".encode()))

    def choose(match: Match, seat: int) -> tuple[Placement, ...]:
        if match.round.seats[seat].hand:
            return (engine.choose(match, seat, random),)
        return engine.choose_finish(match, seat, random)

    placed: list[Placement] = []
    finish: tuple[Placement, ...] | None = None
    for move in place_for(table.match, seat, choose, owe):
        match move:
            case Place(tile=tile, space=space):
                placed.append(Placement(tile, space))
            case Miss(placements=owed):
                placed += owed
            case Finish(placements=closing):
                finish = closing
    return TurnText(tuple(placed), finish).write(table.match.rules.grid)
