"""A guest of one table: reads the journal, and repeats requests until the journal answers them.

A guest without seats only watches.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from game.net.journal.journal import Journal
from game.net.journal.keys import shared_key
from game.net.journal.requests import (
    BackBody,
    LeaveBody,
    RematchBody,
    RemindBody,
    RequestBody,
    SeatBody,
    TableRequest,
    TurnBody,
    make_request,
    read_request,
)
from game.net.journal.store import OwnSeat, StoredTable
from game.net.journal.table import Table, TablePhase, play_turn
from game.net.post.computers import TableEngines, choose_turn
from game.net.post.transport import Transport
from game.rules.errors import Fault, FormatError

WHOLE_LINES_A_SECOND: Final = 100
"""Lines a second at which a whole journal is read again while its next line cannot be read, such as
a newer program's. Each poll would read all of it."""


class Guest:
    """Plays the seats of this program at one table; `transport` is None where files go by hand."""

    def __init__(
        self, stored: StoredTable, engines: TableEngines, transport: Transport | None = None
    ) -> None:
        self.stored = stored
        self.journal: Journal = stored.journal
        self.transport = transport
        self._engines = engines
        self._pending: dict[str, tuple[TableRequest, RequestBody]] = {}
        """Pending requests by id; dropped when answered, a turn when its call closes."""
        self._written = stored.written
        self._whole = (0.0, 0.0)
        """The time of the last reading of the whole journal, and the seconds until the next one."""
        self._leader = stored.seating.invitation.key
        for text in stored.requests:
            # A damaged one is made again: by the player, or as soon as the journal is read.
            with suppress(FormatError):
                request = read_request(text)
                seat = self._seat_with_key(request.key)
                shared = None if seat is None else shared_key(seat.secret, self._leader)
                if shared is not None:
                    self._pending[request.id] = (request, request.open(shared))

    @property
    def table(self) -> Table | None:
        """The table as of the last journal line read."""
        return self.journal.table

    def step(self, clock: float) -> bool:
        """Send requests, read the journal, play for computers here; return whether lines arrived.

        Raises `OSError`.
        """
        before = len(self.journal)
        self._play()
        if self.transport is not None:
            self.transport.send(self.requests())
            lines = self.transport.read_journal(before)
            self.read(lines)
            at, seconds = self._whole
            if lines and len(self.journal) == before and abs(clock - at) >= seconds:
                # This copy and the transport's may part before its end.
                whole = self.transport.read_journal(0)
                self._whole = (clock, len(whole) / WHOLE_LINES_A_SECOND)
                self.journal.adopt(whole)
        self._drop_answered()
        if self._play() and self.transport is not None:
            self.transport.send(self.requests())
        return len(self.journal) != before

    def read(self, lines: Sequence[str]) -> None:
        """Append the lines that follow the journal. Raises `OSError`."""
        if lines:
            self.journal.extend(lines)

    def take(self, lines: Sequence[str]) -> bool:
        """Adopt a whole journal from a turn file; return whether it had new lines."""
        has_news = self.journal.adopt(lines)
        self._drop_answered()
        self._play()
        return has_news

    def requests(self) -> tuple[str, ...]:
        """Return the pending requests as lines."""
        return tuple(request.text for request, _ in self._pending.values())

    def note_written(self) -> None:
        """Note that all pending requests are in a turn file. Raises `OSError`."""
        self._written = frozenset(self._pending)
        self._keep()

    def _keep(self) -> None:
        self.stored.keep_requests(self.requests(), self._written & self._pending.keys())

    # players' requests

    def hand_in(self, seat: int, text: str) -> None:
        """Hand in a turn. Raises `FormatError` and `IllegalMove` for an invalid one."""
        table = self._known()
        play_turn(table, seat, text)
        if table.call is None or not table.is_waited_for(seat):
            raise FormatError(Fault.NOT_NOW)
        own_seat = self._seat(table, seat)
        call = table.call.number
        if self._turn_of(own_seat.key, call) is None:
            self._ask(own_seat, TurnBody(call, text))

    def take_back(self, seat: int) -> None:
        """Take back a turn while its call is open."""
        table = self._known()
        own_seat = self._seat(table, seat)
        call = 0 if table.call is None else table.call.number
        turn = self._turn_of(own_seat.key, call)
        if turn is None:
            raise FormatError(Fault.NOT_NOW)
        was_asked = self._pending.pop(turn, None)
        if was_asked and self.transport is None and turn not in self._written:
            self._keep()  # it was in no turn file: nobody has it
        else:
            self._ask(own_seat, BackBody(call, turn))

    def leave(self, seat: int) -> None:
        """Give a seat up."""
        table = self._known()
        self._ask_once(self._seat(table, seat), LeaveBody())

    def remind(self) -> None:
        """Remind all players whose turns the open call waits for."""
        table = self._known()
        if table.call is None:
            raise FormatError(Fault.NOT_NOW)
        own_seat = next((s for s in self.stored.seats if table.seat_of(s.key) is not None), None)
        if own_seat is not None:
            self._ask_once(own_seat, RemindBody(table.call.number))

    def play_again(self) -> None:
        """Ask for a rematch, which the game master opens."""
        table = self._known()
        people = [
            s for s in self.stored.seats if s.bot is None and table.seat_of(s.key) is not None
        ]
        if not people or not table.seed:
            raise FormatError(Fault.NOT_NOW)
        for own_seat in people:
            self._ask_once(own_seat, RematchBody())

    def handed_in(self) -> frozenset[int]:
        """Return the own seats whose turn is handed in, on its way or with the leader."""
        table = self.table
        if table is None or table.call is None:
            return frozenset()
        own_keys = {seat.key for seat in self.stored.seats}
        return frozenset(
            seat
            for seat, chair in enumerate(table.chairs)
            if chair.key in own_keys and self._turn_of(chair.key, table.call.number) is not None
        )

    def turns(self) -> tuple[tuple[int, str], ...]:
        """Return the own seats with a pending turn for the open call, and the turns' texts."""
        table, turns = self.table, []
        for request, body in self._pending.values():
            seat = None if table is None else table.seat_of(request.key)
            call = None if table is None or table.call is None else table.call.number
            if seat is not None and isinstance(body, TurnBody) and body.call == call:
                turns.append((seat, body.text))
        return tuple(turns)

    def unsent(self) -> int:
        """Return the number of requests that the journal has not answered and no turn file
        holds.
        """
        return sum(
            id not in self._written and not self._is_answered(request, body)
            for id, (request, body) in self._pending.items()
        )

    def _turn_of(self, key: bytes, call: int) -> str | None:
        """Return the id of a seat's pending turn in that call, or of the turn that the leader
        holds.
        """
        table = self.table
        back = {body.turn for _, body in self._pending.values() if isinstance(body, BackBody)}
        for id, (request, body) in self._pending.items():
            if isinstance(body, TurnBody) and request.key == key and body.call == call:
                return id
        seat = None if table is None else table.seat_of(key)
        held = None if table is None or seat is None else table.chairs[seat].turn
        return None if held in back else held

    def _known(self) -> Table:
        if self.table is None:
            raise FormatError(Fault.NOT_NOW)
        return self.table

    def _seat_with_key(self, key: bytes) -> OwnSeat | None:
        return next((seat for seat in self.stored.seats if seat.key == key), None)

    def _seat(self, table: Table, seat: int) -> OwnSeat:
        own_seat = self._seat_with_key(table.chairs[seat].key)
        if own_seat is None:
            raise FormatError(Fault.NOT_NOW)
        return own_seat

    def _ask_once(self, own_seat: OwnSeat, body: RequestBody) -> None:
        if all((r.key, b) != (own_seat.key, body) for r, b in self._pending.values()):
            self._ask(own_seat, body)

    def _ask(self, own_seat: OwnSeat, body: RequestBody) -> None:
        request = make_request(self.journal.id, own_seat.secret, self._leader, body)
        self._pending[request.id] = (request, body)
        self._keep()

    def _play(self) -> bool:
        """Ask for seats, and play for computers here; return whether a request was added."""
        table, before = self.table, len(self._pending)
        for own_seat in self.stored.seats:
            has_asked = table is not None and any(
                one.key == own_seat.key for one in table.applicants
            )
            is_over = table is not None and table.phase is TablePhase.OVER
            if own_seat.name and not has_asked and not is_over:
                self._ask_once(own_seat, SeatBody(own_seat.name, own_seat.bot))
            seat = None if table is None else table.seat_of(own_seat.key)
            if table is None or seat is None or table.call is None or not table.is_waited_for(seat):
                continue
            bot = own_seat.bot or table.chairs[seat].player.bot
            if bot is not None and self._turn_of(own_seat.key, table.call.number) is None:
                turn = choose_turn(table, seat, own_seat.secret, self._engines, bot)
                self._ask(own_seat, TurnBody(table.call.number, turn))
        return len(self._pending) != before

    def _is_answered(self, request: TableRequest, body: RequestBody) -> bool:
        table = self.table
        if table is None:
            return False
        seat = table.seat_of(request.key)
        match body:
            case SeatBody():
                return any(one.key == request.key for one in table.applicants)
            case LeaveBody():
                return request.key in table.left or table.phase is TablePhase.OVER
            case RematchBody():
                return bool(table.rematch)
            case TurnBody() | BackBody() | RemindBody():
                is_open = table.call is not None and table.call.number == body.call
                return not is_open or seat is None or (seat, request.id) in table.ids

    def _drop_answered(self) -> None:
        """Drop the requests that the journal has answered; a turn is kept until its call is
        closed.
        """
        left = {
            id: (request, body)
            for id, (request, body) in self._pending.items()
            if not self._is_answered(request, body)
            or (isinstance(body, TurnBody) and self._holds(id))
        }
        if left.keys() != self._pending.keys():
            self._pending = left
            self._keep()

    def _holds(self, turn: str) -> bool:
        return self.table is not None and any(chair.turn == turn for chair in self.table.chairs)
