"""The protocols by which this room uses computer players, as in `game.play`."""

from random import Random
from typing import Protocol

from game.net.answers import TurnText
from game.net.encoding import tagged_hash
from game.net.fold import Table, is_last_call_of_round
from game.net.keys import Card
from game.rules.match import Match, apply, legal_placements
from game.rules.moves import Miss, Place
from game.rules.placement import Placement
from game.rules.ruleset import CallRule


class Engine(Protocol):
    """A computer player."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """One of `legal_placements(match, seat)`."""

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves of Daffodil 4 (P6)."""


class HouseEngines(Protocol):
    """All computer players that a home can use."""

    def engine(self, name: str | None) -> Engine:
        """Return the computer player of that name; for None the one that stands in for
        people.

        A name that is unknown here, from another program, gives the one that stands in.
        """

    def place_owed(self, match: Match, seat: int) -> tuple[Placement, ...]:
        """Return the game master's placements for a seat that misses this call of the
        league (M4).
        """

    def close(self) -> None:
        """End the processes that were started; no choice is asked for afterwards."""
        ...


def choose_turn(
    table: Table, seat: int, card: Card, engines: HouseEngines, name: str | None
) -> str:
    """Return the whole turn of a computer in the open call, as an answer's text.

    Chance comes from the card and the call: a program that died and goes on decides the same.
    """
    assert table.match is not None
    assert table.call is not None
    engine = engines.engine(name)
    random = Random(tagged_hash("chance", card.secret, table.call.hash))
    placed, match = _choose_placements(table.match, seat, engine, random)
    return _finish_turn(table, match, seat, placed, engine, random)


def place_for(table: Table, seat: int, card: Card, engines: HouseEngines) -> str:
    """Return what the game master places for a seat that missed the open call ("Closing")."""
    match = table.match
    assert match is not None
    assert table.call is not None
    engine = engines.engine(None)
    random = Random(tagged_hash("chance", card.secret, table.call.hash, bytes([seat])))
    placed: tuple[Placement, ...]
    if match.rules.call is CallRule.MAIL:
        placed = engines.place_owed(match, seat)
        match, _ = apply(match, Miss(seat, placed))
    else:
        placed, match = _choose_placements(match, seat, engine, random)
    return _finish_turn(table, match, seat, placed, engine, random)


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
