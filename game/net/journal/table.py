"""The table: the state that follows from the events of its journal.

`begin_table` and `follow_line` apply one line, or refuse what the rules forbid. Equal journals give
equal tables.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from game.net.journal.events import (
    AnsweredEvent,
    AskedEvent,
    BegunEvent,
    CalledEvent,
    ClosedEvent,
    ExtendedEvent,
    JournalLine,
    LeftEvent,
    OpenedEvent,
    OverEvent,
    RematchEvent,
    RemindedEvent,
    SubstituteEvent,
    promise_of,
)
from game.rules.boards import Board
from game.rules.deal import deal_calls, round_seed
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import refusing_at
from game.rules.match import MISSES_UNTIL_OUT, Match, Player, PlayerKind, apply, new_match
from game.rules.moves import (
    BeginRound,
    Call,
    Finish,
    Miss,
    Place,
    format_placement,
    parse_placement,
)
from game.rules.placement import Placement
from game.rules.ruleset import CallRule, Ruleset

LEAST_SECONDS: Final = 3600
"""Seconds of a call from which a table is played by post; earlier versions had live ones too."""

MAX_EVER: Final = 1_024
"""Applicants for seats of one table in all, as each is a line of its journal."""

MOST_ACTS: Final = 2_000
"""Most turns, reminders and extensions that a journal may hold of one call."""

FINISH: Final = "finish"
"""The word before the closing moves of Daffodil 4 in a turn's text."""


class TablePhase(Enum):
    """The phases of a table."""

    OPENING = auto()
    """Players ask for seats."""
    READY = auto()
    """The next call, or a substitute, can come."""
    CALLED = auto()
    """The open call waits for turns."""
    OVER = auto()
    """All calls are closed."""


@dataclass(frozen=True, slots=True)
class Applicant:
    """A player who asked for a seat."""

    key: bytes
    name: str
    bot: str | None = None

    @property
    def player(self) -> Player:
        """The applicant as a player of the match."""
        kind = PlayerKind.HUMAN if self.bot is None else PlayerKind.BOT
        return Player(self.name, kind, self.bot)


@dataclass(frozen=True, slots=True)
class Chair:
    """The holder of a seat.

    `turn` is the id of the turn that the leader holds for the open call, None without one. `misses`
    are the calls missed in a row since they sat down (M5). `is_house`: the leader's program plays
    it.

    `key` is the holder's public key, `player` the holder in the match. `is_out`: the player lost
    the seat (M5).
    """

    key: bytes
    player: Player
    is_house: bool = False
    turn: str | None = None
    misses: int = 0
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class OpenCall:
    """The call whose turns are waited for, open from `since` until `until` (UTC seconds).

    `was_late`: it was extended after its time had ended. `acts` counts its lines that may repeat.
    """

    number: int
    until: int
    since: int
    was_late: bool = False
    acts: int = 0


@dataclass(frozen=True, slots=True)
class MissedCall:
    """A call (from 1 through all rounds) that a seat missed."""

    call: int
    seat: int


@dataclass(frozen=True, slots=True)
class Substitution:
    """A change of player in a seat after that many calls.

    `has_left`: the first player left; otherwise that player was out (M5).
    """

    seat: int
    after: int
    left: Player
    came: Player
    has_left: bool


@dataclass(frozen=True, slots=True)
class TurnText:
    """A whole turn: the placements, and `finish`, the closing moves of Daffodil 4 or None."""

    placements: tuple[Placement, ...]
    finish: tuple[Placement, ...] | None = None

    def write(self, board: Board) -> str:
        """Return `294@c3 753@a1`; closing moves follow the word `finish`."""
        words = [format_placement(board, p) for p in self.placements]
        if self.finish is not None:
            words += [FINISH, *(format_placement(board, p) for p in self.finish)]
        return " ".join(words)

    @classmethod
    def read(cls, board: Board, text: str) -> TurnText:
        """Parse a turn. Raises `FormatError`."""
        before, word, after = f" {text} ".partition(f" {FINISH} ")
        placements = tuple(parse_placement(board, one) for one in before.split())
        finish = tuple(parse_placement(board, one) for one in after.split()) if word else None
        return cls(placements, finish)


@dataclass(frozen=True, slots=True)
class Table:
    """The state that follows from a journal.

    `match` is None until seats are taken. `applicants` are all who ever asked, in their order,
    `left` the keys of those who gave up their seat or wish, `former` of those whose seat another
    has. `ids` are seat and id of the open call's answered requests. `at` is the time of the last
    line, `begun_at` of the first call. `is_promise_broken`: the
    calls were not those of the promised seed.

    `opened` is the journal's first line. `chairs` are the seats' holders, `substitutions` the
    changes of player. `call` is the open call, None between calls; `calls` the number of calls so
    far, `missed` those that a seat missed. `reminded` is the open call's last reminder, sent at
    `reminded_at` (UTC seconds). `seed` is the deal's seed once the leader has published it, ""
    before; `rematch` the invitation to the next table, "" without one.
    """

    opened: OpenedEvent
    applicants: tuple[Applicant, ...] = ()
    chairs: tuple[Chair, ...] = ()
    match: Match | None = None
    call: OpenCall | None = None
    calls: int = 0
    missed: tuple[MissedCall, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    left: frozenset[bytes] = frozenset()
    former: frozenset[bytes] = frozenset()
    ids: frozenset[tuple[int, str]] = frozenset()
    reminded: RemindedEvent | None = None
    reminded_at: int = 0
    at: int = 0
    begun_at: int = 0
    seed: str = ""
    is_promise_broken: bool = False
    rematch: str = ""

    @property
    def id(self) -> bytes:
        """The table's name among all tables."""
        return self.opened.table

    @property
    def is_league(self) -> bool:
        """Whether the table is played by the rules of `mail`."""
        return self.opened.rules.call is CallRule.MAIL

    @property
    def is_by_post(self) -> bool:
        """Whether a player leads it and its calls have hours; earlier versions had others."""
        return self.opened.seconds >= LEAST_SECONDS and not self.opened.club

    @property
    def is_earlier(self) -> bool:
        """Whether only an earlier version could play it on."""
        return not self.is_by_post and self.phase is not TablePhase.OVER

    @property
    def phase(self) -> TablePhase:
        """The phase: what the table waits for."""
        if self.match is None:
            return TablePhase.OPENING
        if self.call is not None:
            return TablePhase.CALLED
        is_last = self.calls == calls_of_match(self.opened.rules)
        return TablePhase.OVER if is_last else TablePhase.READY

    @property
    def house(self) -> tuple[int, ...]:
        """The seats that the leader's program plays."""
        return tuple(i for i, chair in enumerate(self.chairs) if chair.is_house)

    @property
    def asking(self) -> tuple[Applicant, ...]:
        """The applicants without a seat who have not given up, in the order they asked."""
        gone = self.left | self.former | {chair.key for chair in self.chairs}
        return tuple(one for one in self.applicants if one.key not in gone)

    def seat_of(self, key: bytes) -> int | None:
        """Return the seat that the owner of a key holds."""
        return next((i for i, chair in enumerate(self.chairs) if chair.key == key), None)

    def is_free(self, seat: int) -> bool:
        """Whether the seat's player has left, or is out (M5)."""
        chair = self.chairs[seat]
        return chair.is_out or chair.key in self.left

    def is_waited_for(self, seat: int) -> bool:
        """Whether the open call waits for a turn of that seat."""
        chair = self.chairs[seat]
        is_open = self.call is not None and chair.turn is None and chair.key not in self.left
        return is_open and not (chair.is_out and self.is_league)


def calls_of_match(rules: Ruleset) -> int:
    """Return the number of calls of all rounds."""
    return rules.rounds * len(rules.call_sizes)


def is_last_call_of_round(table: Table) -> bool:
    """Whether the latest call ends a round."""
    return table.calls % len(table.opened.rules.call_sizes) == 0


def calls_of_seed(rules: Ruleset, seed: str, number: int) -> Call:
    """Return call `number` (from 1 through all rounds) of a match that `seed` deals (C6)."""
    played, index = divmod(number - 1, len(rules.call_sizes))
    return Call(deal_calls(rules, round_seed(seed, played))[index])


def begin_table(line: JournalLine) -> Table:
    """Return the table that a journal's first line opens. Raises `FormatError`."""
    opened = line.body
    if not isinstance(opened, OpenedEvent):
        raise FormatError(Fault.NOT_FIRST)
    with refusing_at("opened"):
        new_match(opened.rules, (Player("?"),) * opened.seats)
    return Table(opened, at=line.at)


def follow_line(table: Table, line: JournalLine) -> Table:
    """Return the table after one more line. Raises `FormatError` for what the rules forbid."""
    with refusing_at(f"line {line.n}"):
        return replace(_after(table, line), at=line.at)


def _after(table: Table, line: JournalLine) -> Table:
    match line.body:
        case AskedEvent() as body:
            return _ask(table, body)
        case BegunEvent() as body:
            return _begin(table, body)
        case CalledEvent() as body:
            return _call(table, body, line.at)
        case ExtendedEvent() as body:
            call = _act(table, body.call)
            until, was_late = max(call.since, body.until), call.was_late or line.at > call.until
            return replace(table, call=replace(call, until=until, was_late=was_late))
        case AnsweredEvent() as body:
            return _answer(table, body)
        case ClosedEvent() as body:
            return _close(table, body)
        case SubstituteEvent() as body:
            return _substitute(table, body)
        case LeftEvent() as body:
            _applicant(table, body.key)
            if body.key in table.left:
                raise FormatError(Fault.NOT_NOW)
            return replace(table, left=table.left | {body.key})
        case RemindedEvent() as body:
            call = _act(table, body.call)
            if any(seat >= len(table.chairs) for seat in (*body.waited, body.by or 0)):
                raise FormatError(Fault.NO_SUCH_PLAYER, value=str(body.waited))
            ids = table.ids if body.by is None else table.ids | {(body.by, body.request)}
            return replace(table, call=call, reminded=body, reminded_at=line.at, ids=ids)
        case OverEvent() as body:
            return _end(table, body)
        case RematchEvent() as body:
            if table.rematch:
                raise FormatError(Fault.NOT_NOW)
            return replace(_want(table, TablePhase.OVER), rematch=body.invitation)
        case OpenedEvent():
            raise FormatError(Fault.NOT_FIRST)


def _want(table: Table, phase: TablePhase) -> Table:
    if table.phase is not phase:
        raise FormatError(Fault.NOT_NOW)
    return table


def _open_call(table: Table, number: int) -> OpenCall:
    if table.call is None or table.call.number != number:
        raise FormatError(Fault.NOT_NOW)
    return table.call


def _act(table: Table, number: int) -> OpenCall:
    """Return the open call, one act further."""
    call = _open_call(table, number)
    if call.acts >= MOST_ACTS:
        raise FormatError(Fault.TOO_MANY, found=call.acts + 1, most=MOST_ACTS)
    return replace(call, acts=call.acts + 1)


def _applicant(table: Table, key: bytes) -> Applicant:
    applicant = next((one for one in table.applicants if one.key == key), None)
    if applicant is None:
        raise FormatError(Fault.NO_SUCH_PLAYER, value=key.hex()[:8])
    return applicant


def _ask(table: Table, body: AskedEvent) -> Table:
    if any(one.key == body.key for one in table.applicants):
        raise FormatError(Fault.SEAT_TWICE)
    # The leader seats computers beside the guests.
    if len(table.applicants) >= 2 * MAX_EVER:
        raise FormatError(Fault.TOO_MANY, found=len(table.applicants) + 1, most=2 * MAX_EVER)
    return replace(table, applicants=(*table.applicants, Applicant(body.key, body.name, body.bot)))


def _begin(table: Table, body: BegunEvent) -> Table:
    _want(table, TablePhase.OPENING)
    is_double = len(set(body.keys)) != len(body.keys)
    if (
        is_double
        or len(body.keys) != table.opened.seats
        or max(body.house, default=0) >= len(body.keys)
    ):
        raise FormatError(Fault.WRONG_SEATS, found=len(body.keys), wanted=table.opened.seats)
    players = [_applicant(table, key).player for key in body.keys]
    chairs = tuple(
        Chair(key, player, seat in body.house)
        for seat, (key, player) in enumerate(zip(body.keys, players, strict=True))
    )
    return replace(table, chairs=chairs, match=new_match(table.opened.rules, tuple(players)))


def _call(table: Table, body: CalledEvent, at: int) -> Table:
    match = _want(table, TablePhase.READY).match
    assert match is not None
    if body.call != table.calls + 1 or body.until < at:
        raise FormatError(Fault.NOT_NOW)
    if table.calls % len(match.rules.call_sizes) == 0:
        match, _ = apply(match, BeginRound())
    match, _ = apply(match, Call(body.tiles))
    return replace(
        table,
        match=match,
        call=OpenCall(body.call, body.until, at),
        calls=body.call,
        ids=frozenset(),
        reminded=None,
        begun_at=table.begun_at or at,
    )


def _answer(table: Table, body: AnsweredEvent) -> Table:
    call = _act(table, body.call)
    if body.seat >= len(table.chairs):
        raise FormatError(Fault.NO_SUCH_PLAYER, value=str(body.seat))
    chairs = list(table.chairs)
    chair = chairs[body.seat]
    if body.held:
        chairs[body.seat] = replace(chair, turn=body.turn)
    elif chair.turn == body.turn:
        chairs[body.seat] = replace(chair, turn=None)
    ids = {(body.seat, body.request), (body.seat, body.turn)}
    return replace(table, call=call, chairs=tuple(chairs), ids=table.ids | ids)


def play_turn(table: Table, seat: int, text: str, *, is_missed: bool = False) -> Match:
    """Return the match after all placements of a seat in the open call.

    With `is_missed` the leader places: what M4 demands, and outside `mail` everything in full
    value. Raises `FormatError` and `IllegalMove`.
    """
    match = table.match
    if match is None or table.call is None:
        raise FormatError(Fault.NOT_NOW)
    if seat >= len(match.players):
        raise FormatError(Fault.NO_SUCH_PLAYER, value=str(seat))
    turn = TurnText.read(match.rules.grid, text)
    if is_missed and match.rules.call is CallRule.MAIL:
        match, _ = apply(match, Miss(seat, turn.placements))
    else:
        for p in turn.placements:
            match, _ = apply(match, Place(seat, p.tile, p.space))
        hand = match.round.seats[seat].hand
        if hand:
            raise FormatError(Fault.TILES_LEFT, tiles=" ".join(map(str, hand)))
    closes = match.rules.has_aside and is_last_call_of_round(table)
    if closes is not (turn.finish is not None):
        raise FormatError(Fault.NO_CLOSING_MOVES if turn.finish is not None else Fault.CLOSING_LEFT)
    if turn.finish is not None:
        match, _ = apply(match, Finish(seat, turn.finish))
    return match


def _close(table: Table, body: ClosedEvent) -> Table:
    _open_call(table, body.call)
    if len(body.turns) != len(table.chairs) or max(body.missed, default=0) >= len(table.chairs):
        raise FormatError(Fault.WRONG_SEATS, found=len(body.turns), wanted=len(table.chairs))
    current, chairs = table, []
    for seat, (text, chair) in enumerate(zip(body.turns, table.chairs, strict=True)):
        is_missed = seat in body.missed
        current = replace(current, match=play_turn(current, seat, text, is_missed=is_missed))
        misses = chair.misses + 1 if is_missed else 0
        is_out = misses >= MISSES_UNTIL_OUT
        chairs.append(replace(chair, turn=None, misses=misses, is_out=is_out))
    return replace(
        current,
        chairs=tuple(chairs),
        call=None,
        missed=(*table.missed, *(MissedCall(body.call, seat) for seat in sorted(body.missed))),
    )


def _substitute(table: Table, body: SubstituteEvent) -> Table:
    match = _want(table, TablePhase.READY).match
    assert match is not None
    if body.seat >= len(table.chairs) or not table.is_free(body.seat):
        raise FormatError(Fault.NOT_NOW)
    came = _applicant(table, body.key)
    if came not in table.asking:
        raise FormatError(Fault.SEAT_TWICE)
    leaver = table.chairs[body.seat]
    has_left = leaver.key in table.left
    change = Substitution(body.seat, table.calls, leaver.player, came.player, has_left)
    players, chairs = list(match.players), list(table.chairs)
    players[body.seat], chairs[body.seat] = came.player, Chair(came.key, came.player, body.is_house)
    return replace(
        table,
        match=replace(match, players=tuple(players)),
        chairs=tuple(chairs),
        former=table.former | {leaver.key},
        substitutions=(*table.substitutions, change),
    )


def _end(table: Table, body: OverEvent) -> Table:
    match = _want(table, TablePhase.OVER).match
    assert match is not None
    rules = match.rules
    dealt = [deal_calls(rules, round_seed(body.seed, i)) for i in range(rules.rounds)]
    is_as_promised = promise_of(body.seed) == table.opened.promise
    is_as_promised = is_as_promised and dealt == [played.calls for played in match.rounds]
    return replace(table, seed=body.seed, is_promise_broken=not is_as_promised)
