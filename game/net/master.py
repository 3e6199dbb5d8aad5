"""Decides the game master's next entry: opening, beginning, calls, closes, substitutes.

A pure function of what is here, of the card and of the game master's clock. It never looks at an
answer before its house has answered, and counts what `game.net.fold` lets count.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from game.net.answers import open_answer
from game.net.draws import calls_of_match, chain_of
from game.net.engines import HouseEngines, place_for
from game.net.entries import (
    MAX_ROUNDS_APART,
    Answer,
    Begin,
    Body,
    Close,
    Counted,
    Entry,
    NetCall,
    NewSeat,
    Open,
    PlacedFor,
)
from game.net.fold import Chair, Reading, Table, TableStage, check_answer
from game.net.home import Desk
from game.net.keys import Card
from game.net.log import Log
from game.net.pace import TableClock
from game.net.player import answers_of, asking, is_free, leave_of
from game.net.refusals import Refused
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset

MAX_ANSWERS_OPENED = 4
"""Of one seat in one call: handed in is final, and thousands would keep the others waiting."""


def open_table(card: Card, rules: Ruleset, seats: int, seconds: int) -> Open:
    """Return the first body of a table's game master, `seconds` for each call.

    Raises `FormatError` for a match too long to be played apart.
    """
    if rules.rounds > MAX_ROUNDS_APART:
        raise FormatError(Fault.TOO_MANY_ROUNDS, most=MAX_ROUNDS_APART)
    end = chain_of(card, calls_of_match(rules))[0]
    return Open(rules, seats, seconds, card.box, end)


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """The game master's wish for a free seat: an `author` who asks, or a computer of the house.

    `engine` is that computer's.
    """

    seat: int
    author: bytes | None = None
    engine: str | None = None


class GameMaster:
    """Decides what one table's game master signs next.

    `house` are the authors whose seats this home plays, `pace` says when it may close over who is
    missing; `read_transports` takes in what has come, right before a close is signed.
    """

    def __init__(
        self,
        card: Card,
        engines: HouseEngines,
        house: frozenset[bytes],
        pace: TableClock | None = None,
        read_transports: Callable[[], None] = lambda: None,
    ) -> None:
        self.card = card
        self.house = house
        self._pace = pace or TableClock()
        self._read_transports = read_transports
        self._engines = engines
        self._chain: tuple[bytes, ...] = ()

    def next_body(
        self, reading: Reading, now: int, desk: Desk, request: SeatRequest | None = None
    ) -> Body | None:
        """Return the next entry's body at `now`, UTC seconds; None while there is nothing to do."""
        table = reading.table
        if table is None or reading.forked_at is not None or reading.waits_for is not None:
            return None
        self._pace.look(now, table)
        match table.stage:
            case TableStage.OPENING:
                return self._begin(table, reading.log, desk)
            case TableStage.READY:
                return self._substitute(table, reading.log, desk, request) or self._call(table)
            case TableStage.CALLED:
                return self._close(reading, desk.wait_until)
            case TableStage.OVER:
                return None

    def can_go_on(self, reading: Reading, desk: Desk) -> bool:
        """Whether `next_body` has something to say; nobody is asked to place anything for it."""
        table, log = reading.table, reading.log
        if table is None or reading.forked_at is not None or reading.waits_for is not None:
            return False
        match table.stage:
            case TableStage.OPENING:
                return self._begin(table, log, desk) is not None
            case TableStage.CALLED:
                return self._answers(reading, desk.wait_until) is not None
            case stage:
                return stage is TableStage.READY

    def _begin(self, table: Table, log: Log, desk: Desk) -> Body | None:
        """The house's seats first, then whoever asked first."""
        asked = _let_in(table, log, desk)
        chosen = sorted(asked, key=lambda sit: sit.author not in self.house)[: table.opened.seats]
        if len(chosen) < table.opened.seats:
            return None
        house = tuple(i for i, sit in enumerate(chosen) if sit.author in self.house)
        return Begin(tuple(sit.hash for sit in chosen), house)

    def _substitute(
        self, table: Table, log: Log, desk: Desk, request: SeatRequest | None
    ) -> NewSeat | None:
        """Seat the first applicant in the first free seat; the house's computers come last.

        What the game master asks for comes before all that.
        """

        def rank(sit: Entry) -> bool:
            is_house = sit.author in self.house
            if request is None:
                return is_house
            return not (is_house if request.author is None else sit.author == request.author)

        asked = sorted(_let_in(table, log, desk), key=rank)
        free = [i for i, chair in enumerate(table.chairs) if is_free(log, chair)]
        if request is None and asked and rank(asked[0]):
            free = [i for i in free if _needs_computer(table, log, i)]
        if not asked or not free or (request is not None and rank(asked[0])):
            return None
        index = request.seat if request is not None and request.seat in free else free[0]
        leave = leave_of(log, table.chairs[index].author)
        left = None if leave is None else leave.hash
        return NewSeat(index, asked[0].hash, left, asked[0].author in self.house)

    def needs_substitute(
        self, reading: Reading, desk: Desk, request: SeatRequest | None = None
    ) -> bool:
        """Whether a seat is free between two calls and nobody asks for it (M5).

        With a request for a computer it counts for nothing that others ask.
        """
        table, log = reading.table, reading.log
        if table is None or reading.forked_at is not None or table.stage is not TableStage.READY:
            return False
        asked = _let_in(table, log, desk)
        if request is not None:
            asked = [sit for sit in asked if sit.author in self.house]
        seats = range(len(table.chairs))
        if request is None:
            return not asked and any(_needs_computer(table, log, i) for i in seats)
        return not asked and any(is_free(log, table.chairs[i]) for i in seats)

    def _call(self, table: Table) -> Body:
        if not self._chain:
            self._chain = chain_of(self.card, calls_of_match(table.opened.rules))
        number = table.calls + 1
        since = self._pace.begin_call(table)
        told = None if table.opened.version == 1 else since
        return NetCall(number, self._chain[number], since + table.opened.seconds, told)

    def _close(self, reading: Reading, wait_until: int) -> Body | None:
        """Close the call once all have answered, or over missing seats once their time is up."""
        if self._answers(reading, wait_until) is None:
            return None
        self._read_transports()
        table, log = reading.table, reading.log
        assert table is not None
        counted = self._answers(reading, wait_until)
        if counted is None:
            return None
        assert table.call is not None
        seats = range(len(table.chairs))
        closed = (counted.get(index) or self._place_for(table, log, index) for index in seats)
        return Close(table.call.hash, self._pace.now, tuple(closed))

    def _answers(self, reading: Reading, wait_until: int) -> dict[int, Counted] | None:
        """By seat the answers with which the open call can be closed now; None if it cannot."""
        table, log = reading.table, reading.log
        assert table is not None
        call = table.call
        if call is None or reading.forked_at is not None:
            return None
        counted: dict[int, Counted] = {}
        for index in table.house:
            found = self._counted(table, log, index, {})
            if found is None:
                return None
            counted[index] = found
        house = {index: seat.answer for index, seat in counted.items()}
        for index, chair in enumerate(table.chairs):
            found = counted.get(index) or self._counted(table, log, index, house)
            if found is not None:
                counted[index] = found
            elif table.opened.version > 1 and leave_of(log, chair.author) is not None:
                continue
            else:
                deadline = _deadline(table, log, chair, max(call.until, wait_until))
                if not self._pace.may_close(table, call, deadline):
                    return None
        return counted

    def _counted(
        self, table: Table, log: Log, index: int, house: dict[int, bytes]
    ) -> Counted | None:
        """Return the seat's first answer that counts, among the first few, opened."""
        chair = table.chairs[index]
        assert table.call is not None
        for entry in answers_of(log, chair.author, table.call.hash)[:MAX_ANSWERS_OPENED]:
            assert isinstance(entry.body, Answer)
            opened = open_answer(self.card, table.id, chair.author, entry.body)
            if opened is None:
                continue
            with suppress(Refused):
                check_answer(table, index, entry.body, opened, house)
                return Counted(entry.hash, opened.salt, opened.text)
        return None

    def _place_for(self, table: Table, log: Log, index: int) -> PlacedFor:
        """Return the entry that stands for a seat's missing answer."""
        assert table.call is not None
        author = table.chairs[index].author
        text = place_for(table, index, self.card, self._engines)
        leave = leave_of(log, author) if table.opened.version > 1 else None
        if leave is not None:
            return PlacedFor(text, None, leave.hash)
        void = answers_of(log, author, table.call.hash)
        return PlacedFor(text, void[0].hash if void else None)


def _let_in(table: Table, log: Log, desk: Desk) -> list[Entry]:
    """Who asks for a seat and is not sent away, in the order they came."""
    return [sit for sit in asking(log, table) if sit.author.hex() not in desk.sent_away]


def _needs_computer(table: Table, log: Log, index: int) -> bool:
    """Whether a computer of the house takes that seat by itself.

    Outside `mail` it plays on for who is out until they write again, and takes no seat for that.
    """
    chair = table.chairs[index]
    return leave_of(log, chair.author) is not None or (chair.is_out and table.is_league)


def _deadline(table: Table, log: Log, chair: Chair, until: int) -> int:
    """Until when a seat is waited for.

    Outside `mail` that is earlier for who missed the last call and has not written since.
    """
    assert table.call is not None
    has_missed = chair.has_dropped if table.opened.version > 1 else chair.misses > 0
    if table.is_league or not has_missed or log.has_written_since(chair.author, table.closed):
        return until
    return table.call.early
