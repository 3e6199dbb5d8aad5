"""Tables at which one line after another is followed, without a leader."""

from __future__ import annotations

from random import Random

from game.net.journal.events import (
    AskedEvent,
    BegunEvent,
    CalledEvent,
    ClosedEvent,
    JournalLine,
    OpenedEvent,
    TableEventBody,
    promise_of,
)
from game.net.journal.table import Table, TurnText, begin_table, calls_of_seed, follow_line
from game.rules.ruleset import Ruleset
from tests.net.worlds import CLASSIC, ENGINES, MAIL, any_turn

SEED = "the seed"
ANA, BEN, CAT, DAN = (bytes([number]) * 32 for number in range(1, 5))
NAMES = {ANA: "Ana", BEN: "Ben", CAT: "Cat", DAN: "Dan"}
AT = 1_000


def follow(table: Table, body: TableEventBody, at: int = AT) -> Table:
    return follow_line(table, JournalLine(9, at, 1, "", body))


def asked(*keys: bytes, rules: Ruleset = CLASSIC) -> Table:
    """A table for two that these have asked for."""
    opened = OpenedEvent(bytes(16), rules, 2, 3600, promise_of(SEED), bytes(32))
    table = begin_table(JournalLine(1, 10, 1, "", opened))
    for key in keys:
        table = follow(table, AskedEvent(key, NAMES[key], None, "a"), 20)
    return table


def begun(rules: Ruleset = CLASSIC, *, others: tuple[bytes, ...] = ()) -> Table:
    """Ana, in the leader's program, and Ben sit down; others wait for a seat."""
    return follow(asked(ANA, BEN, *others, rules=rules), BegunEvent((ANA, BEN), (0,)), 30)


def call_next(table: Table, at: int = AT, until: int = 5_000) -> Table:
    number = table.calls + 1
    tiles = calls_of_seed(table.opened.rules, SEED, number).tiles
    return follow(table, CalledEvent(number, tiles, until), at)


def close(table: Table, *missed: int) -> Table:
    turns = tuple(
        owed(table, seat) if seat in missed else any_turn(table, seat, Random(seat))
        for seat in range(2)
    )
    return follow(table, ClosedEvent(table.calls, turns, missed))


def owed(table: Table, seat: int) -> str:
    """The tiles that M4 demands of a seat that misses a call; outside a league a whole turn."""
    if table.opened.rules != MAIL:
        return any_turn(table, seat, Random(seat))
    assert table.match is not None
    return TurnText(ENGINES.place_owed(table.match, seat)).write(table.match.rules.grid)
