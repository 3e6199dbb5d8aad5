"""The leader of one table: reads requests, decides, writes the journal.

Each table has one leader. All its decisions follow from the journal, the pending requests, its
secret and its clock: a program that was killed resumes where the journal ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from typing import Final

from game.net.journal.events import (
    MAX_ROUNDS_APART,
    MAX_SECONDS,
    AnsweredEvent,
    AskedEvent,
    BegunEvent,
    CalledEvent,
    ClosedEvent,
    ExtendedEvent,
    LeftEvent,
    OpenedEvent,
    OverEvent,
    RematchEvent,
    RemindedEvent,
    TableEventBody,
    promise_of,
)
from game.net.journal.journal import Journal
from game.net.journal.keys import derive, public_of, shared_key
from game.net.journal.requests import (
    BackBody,
    LeaveBody,
    RematchBody,
    RemindBody,
    RequestBody,
    SeatBody,
    TableRequest,
    TurnBody,
    new_id,
    read_request,
    seal_request,
)
from game.net.journal.seating import SeatQueue, SeatRequest
from game.net.journal.store import StoredTable, make_own_seat
from game.net.journal.table import (
    MAX_EVER,
    OpenCall,
    Table,
    TablePhase,
    calls_of_match,
    calls_of_seed,
    play_turn,
)
from game.net.journal.table_clock import TableClock
from game.net.post.computers import TableEngines, choose_turn, place_for_absent
from game.net.post.transport import Transport
from game.rules.errors import Fault, FormatError, IllegalMove
from game.rules.names import clean_name
from game.rules.ruleset import Ruleset

MAX_REQUESTS_A_KEY: Final = 16
"""Pending requests of one seat; a new one replaces the oldest."""

MAX_APPLICANTS: Final = 64
"""Applicants for seats at a time; those sent away do not count."""

MOST_OF_A_SEAT: Final = 100
"""Turns handed in and taken back, and reminders, of one seat in one call."""

IN_A_CALL: Final = (TurnBody, BackBody, RemindBody)
"""The requests that concern one call."""

REMIND_SECONDS: Final = 60
"""Seconds between two reminders by guests."""


def seed_of(secret: bytes, table: bytes) -> str:
    """Return the seed of a table, which follows from its leader's secret."""
    return derive(secret, b"seed", table).hex()[:32]


def opening_event(
    secret: bytes,
    table: bytes,
    rules: Ruleset,
    seats: int,
    seconds: int,
    title: str = "",
) -> OpenedEvent:
    """Return the first event of a new table. Raises `FormatError` for settings out of range."""
    if rules.rounds > MAX_ROUNDS_APART:
        raise FormatError(Fault.TOO_MANY_ROUNDS, most=MAX_ROUNDS_APART)
    if not 1 <= seconds <= MAX_SECONDS:
        raise FormatError(Fault.OUT_OF_RANGE, least=1, most=MAX_SECONDS, value=seconds)
    promise = promise_of(seed_of(secret, table))
    return OpenedEvent(table, rules, seats, seconds, promise, public_of(secret), title)


class Leader:
    """Leads one table by its journal; `transport` is None where turn files go by hand."""

    def __init__(
        self,
        journal: Journal,
        store: StoredTable,
        engines: TableEngines,
        transport: Transport | None = None,
    ) -> None:
        self.journal = journal
        self.transport = transport
        self._store, self._engines = store, engines
        self._table_clock = TableClock()
        self._fence = 0
        self._shared: dict[bytes, bytes | None] = {}
        self._waiting: dict[str, TableRequest] = {}
        """The unanswered requests and the held turns, by id."""
        self._bodies: dict[str, RequestBody] = {}
        self.goes_on = False
        """Whether the game master has just requested the next step of a table led by hand."""
        self.request: SeatRequest | None = None
        """The game master's choice for a free seat."""
        self._remind: tuple[int, ...] = ()
        if journal.table is not None:
            self.take(store.requests)

    @property
    def table(self) -> Table:
        """The table after the journal's last line."""
        assert self.journal.table is not None
        return self.journal.table

    @property
    def has_opened(self) -> bool:
        """Whether the journal has its first line."""
        return self.journal.table is not None

    def open(self, opened: OpenedEvent, now: float) -> None:
        """Write the first line of a new table's journal. Raises `OSError`."""
        self._take_lead()
        if not self.has_opened:
            self.journal.append(int(now), self._fence, opened)

    def step(self, clock: float) -> bool:
        """Read requests, write and send all events that are due; return whether there were any.

        Closes one call at most. Raises `OSError` where the transport or the disk fails, and
        `LedElsewhere`; events written before that remain.
        """
        before = len(self.journal)
        try:
            self._take_lead()
            if not self.has_opened:
                return False
            self._read()
            self._write_due_events(int(clock))
            if self.transport is not None:
                self.transport.write_journal(self.journal.lines, self._fence)
        except OSError:
            self._table_clock.lose_transport()
            raise
        return len(self.journal) != before

    # requests

    def take(self, lines: Iterable[str]) -> int:
        """Accept requests from the transport or a turn file; return how many are new and proved."""
        count = 0
        for text in lines:
            with suppress(FormatError):
                count += self._take_one(read_request(text))
        return count

    def _take_one(self, request: TableRequest) -> bool:
        table, key = self.table, request.key
        if request.table != table.id or request.id in self._waiting:
            return False
        is_known = any(one.key == key for one in table.applicants)
        if not is_known:
            strangers = {one.key for one in self._waiting.values() if one.kind is SeatBody}
            if (
                request.kind is not SeatBody
                or len(strangers) + len(self._queue(table).asking) >= MAX_APPLICANTS
                or len(strangers) + len(table.applicants) >= MAX_EVER
            ):
                return False
        elif request.kind is SeatBody or (request.kind is RematchBody and self._has_asked(key)):
            return False
        shared = self._shared_with(key)
        if shared is None:
            return False
        request.check(shared)
        mine = [one.id for one in self._waiting.values() if one.key == key]
        if len(mine) >= MAX_REQUESTS_A_KEY:
            # The latest count: a starting leader first reads turns of calls long closed.
            held = {chair.turn for chair in table.chairs}
            self._waiting.pop(next(id for id in mine if id not in held))
        self._waiting[request.id] = request
        return True

    def hand_in(self, seat: int, text: str) -> None:
        """Hand in a turn of an own seat. Raises `FormatError`, `IllegalMove` and `OSError`."""
        table = self.table
        play_turn(table, seat, text)
        chair = table.chairs[seat]
        shared = self._shared_with(chair.key)
        if not chair.is_house or shared is None or self.is_shut(seat) or _is_restless(table, seat):
            raise FormatError(Fault.NOT_NOW)
        if not table.is_waited_for(seat):
            raise FormatError(Fault.NOT_NOW)
        assert table.call is not None
        if any(r.key == chair.key and r.kind is TurnBody for r in self._waiting.values()):
            return
        turn = TurnBody(table.call.number, text)
        self._take_one(seal_request(table.id, chair.key, shared, turn))
        self._keep_turns()

    def is_shut(self, seat: int) -> bool:
        """Whether a person here has missed the open call."""
        table = self.table
        chair, call = table.chairs[seat], table.call
        if call is None or not chair.is_house or chair.player.bot is not None:
            return False
        is_handed = any(r.key == chair.key and r.kind is TurnBody for r in self._waiting.values())
        if is_handed or not table.is_waited_for(seat):
            return False
        return self._table_clock.is_over(table, call)

    def take_back(self, seat: int) -> None:
        """Take back the turn of an own seat, as a guest does: no turn is opened before the close.

        Raises `FormatError` where no turn is handed in, or its time is over.
        """
        table = self.table
        chair, call = table.chairs[seat], table.call
        if seat not in self.handed_in() or call is None or chair.player.bot is not None:
            raise FormatError(Fault.NOT_NOW)
        if self._table_clock.is_over(table, call):
            raise FormatError(Fault.NOT_NOW)
        others = {
            i: r for i, r in self._waiting.items() if (r.key, r.kind) != (chair.key, TurnBody)
        }
        if chair.turn is not None:
            self._write(AnsweredEvent(call.number, seat, new_id(), chair.turn, held=False))
        self._waiting = others
        self._keep_turns()

    def leave(self, seat: int) -> None:
        """Give an own seat up."""
        if self.table.chairs[seat].key not in self.table.left:
            self._write(LeftEvent(self.table.chairs[seat].key, new_id()))

    def remind(self) -> None:
        """Write a reminder to all players whom the open call waits for, in the next step."""
        table = self.table
        self._remind = tuple(i for i in range(len(table.chairs)) if table.is_waited_for(i))

    def invite_again(self, invitation: str) -> None:
        """Invite all players to the next table, once after the end."""
        if self.table.phase is TablePhase.OVER and not self.table.rematch:
            self._write(RematchEvent(invitation))

    def handed_in(self) -> frozenset[int]:
        """Return the own seats whose turn is handed in."""
        table = self.table
        waiting = {r.key for r in self._waiting.values() if r.kind is TurnBody}
        return frozenset(
            seat
            for seat, c in enumerate(table.chairs)
            if c.is_house and (c.turn or c.key in waiting)
        )

    def turns(self) -> tuple[tuple[int, str], ...]:
        """Return the own seats with a turn for the open call, and the turns' texts."""
        table, turns = self.table, []
        for request in self._waiting.values():
            seat = table.seat_of(request.key)
            if seat is None or not table.chairs[seat].is_house or request.kind is not TurnBody:
                continue
            body = self._body(request)
            if isinstance(body, TurnBody) and table.call and body.call == table.call.number:
                turns.append((seat, body.text))
        return tuple(turns)

    def _has_asked(self, key: bytes) -> bool:
        """Whether a guest's request for a rematch is known."""
        return any((one.key, one.kind) == (key, RematchBody) for one in self._waiting.values())

    @property
    def wants_rematch(self) -> tuple[int, ...]:
        """The seats of guests who ask for a rematch that is not open yet."""
        seats = map(self._seat_for_rematch, self._waiting.values())
        return tuple(sorted(seat for seat in seats if seat is not None))

    def _seat_for_rematch(self, request: TableRequest) -> int | None:
        """Return the seat of a guest who asks the game master for a rematch; None for another
        request.
        """
        table = self.table
        if request.kind is not RematchBody or not table.seed or table.rematch:
            return None
        is_whole = self._body(request) is not None
        return table.seat_of(request.key) if is_whole else None

    def _read(self) -> None:
        if self.transport is not None:
            self.take(self.transport.read_requests())

    def _shared_with(self, key: bytes) -> bytes | None:
        if key not in self._shared:
            if len(self._shared) > 4 * MAX_APPLICANTS:
                self._shared.clear()
            self._shared[key] = shared_key(self._store.secret, key)
        return self._shared[key]

    def _body(self, request: TableRequest) -> RequestBody | None:
        """Decrypt a request; None if it is invalid."""
        if request.id not in self._bodies:
            shared = self._shared_with(request.key)
            try:
                if shared is None:
                    return None
                self._bodies[request.id] = request.open(shared)
            except FormatError:
                return None
        return self._bodies[request.id]

    def _keep_turns(self) -> None:
        """Store the turns of the open call before a journal line says that they arrived.

        After the end the wishes for a rematch, which no journal line has.
        """
        kinds = (TurnBody, BackBody, RematchBody)
        self._store.keep_requests([r.text for r in self._waiting.values() if r.kind in kinds])

    # decisions

    def _take_lead(self) -> None:
        if self._fence:
            return
        if self.transport is None:
            self._fence = self.journal.fence + 1
            return
        fence = self.transport.take_lead(self.journal.fence)
        had_none = not self.has_opened
        # A copy of this folder, or an earlier program, may have led meanwhile.
        self.journal.adopt(self.transport.read_journal(0))
        if self.journal.fence >= fence:
            fence = self.transport.take_lead(self.journal.fence)
        self._fence = fence
        if had_none and self.has_opened:
            self.take(self._store.requests)

    def _write(self, body: TableEventBody) -> None:
        """Write one event at the table's time."""
        self._take_lead()
        self.journal.append(max(self._table_clock.now, 0), self._fence, body)

    def _write_due_events(self, clock: int) -> None:
        self._table_clock.note_poll(clock, self.table)
        has_closed = False
        while True:
            body = self._next_event(clock, has_closed=has_closed)
            if body is None:
                break
            if isinstance(body, AnsweredEvent):
                self._keep_turns()
            self._write(body)
            if isinstance(body, ClosedEvent):
                has_closed = True
                self._forget_call()
            elif isinstance(body, BegunEvent | CalledEvent):
                self.goes_on = False
        if self.transport is None or self.table.phase is TablePhase.OVER:
            self._keep_turns()

    def _forget_call(self) -> None:
        self.goes_on = False
        self._waiting = {i: r for i, r in self._waiting.items() if r.kind not in IN_A_CALL}
        self._bodies.clear()
        self._keep_turns()

    def _next_event(self, clock: int, *, has_closed: bool) -> TableEventBody | None:
        """Return the next event; None if none is due."""
        table = self.table
        for seat in self._store.seats if table.phase is not TablePhase.OVER else ():
            if seat.name and all(one.key != seat.key for one in table.applicants):
                return AskedEvent(seat.key, seat.name, seat.bot, new_id())
        answer = self._answer_requests(table)
        if answer is not None:
            return answer
        match table.phase:
            case TablePhase.OPENING:
                return None if self._is_held(table) else self._queue(table).begin()
            case TablePhase.READY:
                return self._substitute_or_call(table)
            case TablePhase.CALLED:
                return None if has_closed else self._next_event_of_call(table)
            case TablePhase.OVER:
                return None if table.seed else OverEvent(seed_of(self._store.secret, table.id))

    def _is_held(self, table: Table) -> bool:
        """Whether the table's next step waits for its game master."""
        return self._is_by_hand(table) and not self.goes_on

    def _is_by_hand(self, table: Table) -> bool:
        lead_settings = self._store.lead_settings
        return lead_settings.lets_in if table.phase is TablePhase.OPENING else lead_settings.by_hand

    @property
    def waits_to_go_on(self) -> bool:
        """Whether the table waits for its game master to begin, to call, or to close the call."""
        if not self.has_opened or not self._is_held(self.table):
            return False
        table = self.table
        match table.phase:
            case TablePhase.OPENING:
                return self._queue(table).begin() is not None
            case TablePhase.CALLED:
                return self._can_close(table)
            case phase:
                return phase is TablePhase.READY

    def _answer_requests(self, table: Table) -> TableEventBody | None:
        """Return the event that answers the first pending request with an effect; drop those
        without.
        """
        for request in list(self._waiting.values()):
            seat = table.seat_of(request.key)
            if seat is not None and table.chairs[seat].turn == request.id:
                continue
            if self._seat_for_rematch(request) is not None:
                continue
            event = self._answer(table, request, seat)
            if not isinstance(event, AnsweredEvent):
                self._waiting.pop(request.id, None)
            if event is not None:
                return event
        return None

    def _answer(
        self, table: Table, request: TableRequest, seat: int | None
    ) -> TableEventBody | None:
        call = table.call
        if seat is not None and request.kind in IN_A_CALL and _is_restless(table, seat):
            return None
        if request.kind is TurnBody:
            return self._take_turn(table, request, seat)
        body = self._body(request)
        match body:
            case SeatBody():
                name = clean_name(body.name)
                is_new = name and all(one.key != request.key for one in table.applicants)
                return AskedEvent(request.key, name, body.bot, request.id) if is_new else None
            case LeaveBody():
                is_last = table.calls == calls_of_match(table.opened.rules)
                is_late = is_last and seat is not None and table.chairs[seat].turn is not None
                if table.phase is TablePhase.OVER or is_late or request.key in table.left:
                    return None
                return LeftEvent(request.key, request.id)
            case BackBody() if call is not None and seat is not None and body.call == call.number:
                if (seat, request.id) in table.ids or table.chairs[seat].is_house:
                    return None
                return AnsweredEvent(call.number, seat, request.id, body.turn, held=False)
            case RemindBody() if call is not None and seat is not None and body.call == call.number:
                seats = tuple(i for i in range(len(table.chairs)) if table.is_waited_for(i))
                now = self._table_clock.now
                is_new = table.reminded is None or now >= table.reminded_at + REMIND_SECONDS
                return (
                    RemindedEvent(call.number, seat, seats, request.id)
                    if seats and is_new
                    else None
                )
            case _:
                return None

    def _take_turn(
        self, table: Table, request: TableRequest, seat: int | None
    ) -> AnsweredEvent | None:
        """Hold a turn, still sealed, for the open call; None if it is too late."""
        call = table.call
        if call is None or seat is None or request.call != call.number:
            return None
        if (seat, request.id) in table.ids or not table.is_waited_for(seat):
            return None
        return AnsweredEvent(call.number, seat, request.id, request.id, held=True)

    def _substitute_or_call(self, table: Table) -> TableEventBody | None:
        """Seat a substitute, or call."""
        request = self.request
        if self._is_held(table) and request is None:
            return None
        engine = None if self._is_held(table) else self._store.substitute
        if request is not None:
            engine = request.engine
        if engine is not None and self._queue(table).needs_computer(request):
            known = {one.key for one in table.applicants}
            seats = (make_own_seat(self._store.secret, i, engine, engine) for i in count())
            seat = next(seat for seat in seats if seat.key not in known)
            self._store.keep_seat(seat)
            return AskedEvent(seat.key, engine, engine, new_id())
        substitute = self._queue(table).substitute(request)
        if substitute is not None:
            if request is not None and substitute.seat == request.seat:
                self.request = None
            return substitute
        if self._is_held(table):
            return None
        # The requested player has gone, or no seat was free: the request is dropped.
        self.request = None
        since = self._table_clock.begin_call(table)
        number = table.calls + 1
        tiles = calls_of_seed(
            table.opened.rules, seed_of(self._store.secret, table.id), number
        ).tiles
        return CalledEvent(number, tiles, since + table.opened.seconds)

    def _queue(self, table: Table) -> SeatQueue:
        return SeatQueue(table, self._own_keys(), self._store.lead_settings.sent_away)

    def _own_keys(self) -> frozenset[bytes]:
        """Return the keys of this program's seats, and of an earlier leading program's."""
        house = (chair.key for chair in self.table.chairs if chair.is_house)
        return frozenset([*(seat.key for seat in self._store.seats), *house])

    # one call

    def _next_event_of_call(self, table: Table) -> TableEventBody | None:
        """Return the next event of the open call: an answer, a reminder, an extension, or its
        close.
        """
        call = table.call
        assert call is not None
        if self._store.lead_settings.wait_until > call.until:
            return ExtendedEvent(call.number, self._store.lead_settings.wait_until)
        waited = [i for i in self._remind if table.is_waited_for(i)]
        self._remind = ()
        if waited:
            return RemindedEvent(call.number, None, tuple(waited), new_id())
        for seat in table.house:
            turn = table.chairs[seat].turn
            if turn is not None and turn not in self._waiting:
                # This program's files are an older copy: the turn is handed in again.
                return AnsweredEvent(call.number, seat, new_id(), turn, held=False)
        if self._play_house(table, call):
            return self._answer_requests(table)
        until = self._table_clock.extension(table, call)
        if until is not None and any(map(table.is_waited_for, range(len(table.chairs)))):
            return ExtendedEvent(call.number, until)
        if self._is_held(table) or not self._can_close(table):
            return None
        # Requests that arrived by now still count.
        self._read()
        answer = self._answer_requests(self.table)
        if answer is not None:
            return answer
        turns = tuple(self._turn_of(table, seat) for seat in range(len(table.chairs)))
        for seat, chair in enumerate(table.chairs):
            if turns[seat] is None and chair.turn in self._waiting:
                # A turn against the rules, which this game never sends, counts as not handed in.
                self._waiting.pop(chair.turn or "")
                return AnsweredEvent(call.number, seat, new_id(), chair.turn or "", held=False)
        missed = tuple(i for i, turn in enumerate(turns) if turn is None)
        secret, engines = self._store.secret, self._engines
        written = (
            place_for_absent(table, seat, secret, engines) if turn is None else turn
            for seat, turn in enumerate(turns)
        )
        return ClosedEvent(call.number, tuple(written), missed)

    def _play_house(self, table: Table, call: OpenCall) -> bool:
        """Hand in turns of computers here; return whether there were any."""
        has_played = False
        waiting = {r.key for r in self._waiting.values() if r.kind is TurnBody}
        for index in table.house:
            chair = table.chairs[index]
            if not table.is_waited_for(index) or chair.key in waiting:
                continue
            bot = chair.player.bot
            if bot is not None:
                turn = choose_turn(table, index, self._store.secret, self._engines, bot)
                self.hand_in(index, turn)
                has_played = True
        return has_played

    def _has_house_answered(self, table: Table) -> bool:
        """Whether the open call waits for no seat of this program."""
        return all(not table.is_waited_for(seat) or self.is_shut(seat) for seat in table.house)

    def _turn_of(self, table: Table, seat: int) -> str | None:
        """Open the held turn of a seat; None without one, or if the rules forbid it."""
        request = self._waiting.get(table.chairs[seat].turn or "")
        body = None if request is None else self._body(request)
        if not isinstance(body, TurnBody):
            return None
        try:
            play_turn(table, seat, body.text)
        except (FormatError, IllegalMove):
            return None
        return body.text

    def _can_close(self, table: Table) -> bool:
        """Whether every seat has answered or its time is over."""
        call = table.call
        if call is None or not self._has_house_answered(table):
            return False
        return self._table_clock.is_over(table, call) or all(
            chair.turn in self._waiting or chair.key in table.left for chair in table.chairs
        )


def _is_restless(table: Table, seat: int) -> bool:
    """Whether a seat has acted so often in the open call that the journal takes no more."""
    return sum(seat == other for other, _ in table.ids) >= 2 * MOST_OF_A_SEAT
