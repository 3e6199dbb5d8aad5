"""The protocols by which this room uses computer players, as in `game.play`."""

from random import Random
from typing import Protocol

from game.net.keys import derive
from game.net.table import Table, TurnText, is_last_call_of_round
from game.rules.match import Match, apply, legal_placements
from game.rules.moves import Miss, Place
from game.rules.placement import Placement
from game.rules.ruleset import CallRule


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
    match = table.match
    assert match is not None
    engine, random = engines.engine(name), _random(table, seat, secret)
    placed, match = _choose_placements(match, seat, engine, random)
    return _finish_turn(table, match, seat, placed, engine, random)


def place_for(table: Table, seat: int, secret: bytes, engines: TableEngines) -> str:
    """Return what the leader places for a seat that missed the open call (M4)."""
    match = table.match
    assert match is not None
    engine, random = engines.engine(None), _random(table, seat, secret)
    placed: tuple[Placement, ...]
    if match.rules.call is CallRule.MAIL:
        # Tiles that the seat has begun to place in this call are taken back first.
        placed = engines.place_owed(match, seat)
        match, _ = apply(match, Miss(seat, placed))
    else:
        placed, match = _choose_placements(match, seat, engine, random)
    return _finish_turn(table, match, seat, placed, engine, random)


def _random(table: Table, seat: int, secret: bytes) -> Random:
    return Random(derive(secret, b"chance", table.id, f"{table.calls} {seat}".encode()))


def _choose_placements(
    match: Match, seat: int, engine: Engine, random: Random
) -> tuple[tuple[Placement, ...], Match]:
    placed: list[Placement] = []
    while legal_placements(match, seat):
        choice = engine.choose(match, seat, random)
        match, _ = apply(match, Place(seat, choice.tile, choice.space))
        placed.append(choice)
    return tuple(placed), match


def _finish_turn(
    table: Table,
    match: Match,
    seat: int,
    placed: tuple[Placement, ...],
    engine: Engine,
    random: Random,
) -> str:
    finish: tuple[Placement, ...] | None = None
    if match.rules.has_aside and is_last_call_of_round(table):
        finish = engine.choose_finish(match, seat, random)
    return TurnText(placed, finish).write(match.rules.grid)
