"""The fold: the game master's log, entry by entry, to a table with its match ("The idea").

`judge` takes a `Table` one entry of the game master further, or refuses it by name; a `Reading`
does so for as much as a `Log` holds. Whoever holds the same entries reads the same table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

from game.net.answers import Opened, TurnText, commit_to
from game.net.draws import MISSED_NUMBER, calls_of_match, draw_tiles, is_next_link
from game.net.entries import (
    Answer,
    Begin,
    Body,
    Close,
    Counted,
    Entry,
    Leave,
    NetCall,
    NewSeat,
    Open,
    PlacedFor,
    Rematch,
    Sit,
)
from game.net.log import Log
from game.net.refusals import Refusal, Refused
from game.rules.errors import FormatError, IllegalMove
from game.rules.match import MISSES_UNTIL_OUT, Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Finish, Miss, Place
from game.rules.moves import Call as CallMove
from game.rules.ruleset import CallRule

EARLY_SECONDS = 20
"""Seconds that a live table waits at the least for who missed the call before without a word."""


class TableStage(Enum):
    """The stages of a table."""

    OPENING = auto()
    """Seats are asked for."""
    READY = auto()
    """The next call, or a substitute, can come."""
    CALLED = auto()
    """Answers are waited for."""
    OVER = auto()
    """All calls are closed."""


@dataclass(frozen=True, slots=True)
class Chair:
    """The holder of a seat, and the calls missed in a row since they sat down (M5).

    `has_dropped` says that the last call was missed without a word: no answer that came too late,
    no leave.
    """

    author: bytes
    sit: bytes
    player: Player
    is_house: bool
    misses: int = 0
    is_out: bool = False
    has_dropped: bool = False


@dataclass(frozen=True, slots=True)
class OpenCall:
    """The call that answers are waited for, open from `since` until `until` (UTC seconds)."""

    hash: bytes
    number: int
    until: int
    since: int

    @property
    def early(self) -> int:
        """From when on a seat that has dropped may be placed for."""
        return self.since + min(EARLY_SECONDS, self.until - self.since)


@dataclass(frozen=True, slots=True)
class MissedCall:
    """A call (from 1 through all rounds) that a seat missed."""

    call: int
    seat: int


@dataclass(frozen=True, slots=True)
class Substitution:
    """A change of player in a seat after that many calls; `has_left` where the first one said so,
    else M5.
    """

    seat: int
    after: int
    left: Player
    came: Player
    has_left: bool


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """An entry of the game master that changed nothing, and why."""

    entry: Entry
    reason: Refusal


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that follows from the game master's entries so far.

    `match` is None until seats are taken. `link` is x of the last call, `numbers` what the next
    draw takes from the players. `former` are authors who gave a seat up. `closed` is the hash of
    the last close, `closed_at` its time. `guests` is everyone who ever sat and was not of the
    house, `left` who of them said that they leave.
    """

    id: bytes
    master: bytes
    opened: Open
    chairs: tuple[Chair, ...] = ()
    match: Match | None = None
    call: OpenCall | None = None
    calls: int = 0
    link: bytes = b""
    numbers: tuple[bytes, ...] = ()
    missed: tuple[MissedCall, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    former: frozenset[bytes] = frozenset()
    closed: bytes = b""
    closed_at: int = 0
    guests: frozenset[bytes] = frozenset()
    left: frozenset[bytes] = frozenset()

    @property
    def is_league(self) -> bool:
        """Whether the table is played by the rules of `mail`."""
        return self.opened.rules.call is CallRule.MAIL

    @property
    def stage(self) -> TableStage:
        """What the table waits for."""
        if self.match is None:
            return TableStage.OPENING
        if self.call is not None:
            return TableStage.CALLED
        return (
            TableStage.OVER if self.calls == calls_of_match(self.opened.rules) else TableStage.READY
        )

    @property
    def house(self) -> tuple[int, ...]:
        """The seats played in the game master's home."""
        return tuple(i for i, chair in enumerate(self.chairs) if chair.is_house)

    def seat_of(self, author: bytes) -> int | None:
        """Return the seat that an author holds."""
        return next((i for i, c in enumerate(self.chairs) if c.author == author), None)


class EntryMissing(Exception):
    """The entry being judged names one that is not here yet; `args[0]` is its hash."""


def is_last_call_of_round(table: Table) -> bool:
    """Whether the latest call ends a round."""
    return table.calls % len(table.opened.rules.call_sizes) == 0


def judge(table: Table, entry: Entry, log: Log) -> Table:
    """Return the table after one more entry of the game master.

    Raises `Refused` for what the rules or FORMAT.md forbid, and `EntryMissing` where it names an
    entry that `log` does not hold.
    """
    body: Body = entry.body
    match body:
        case Begin():
            return _begin(table, body, log)
        case NetCall():
            return _call(table, entry.hash, body)
        case Close():
            return _close(table, entry.hash, body, log)
        case NewSeat():
            return _new_seat(table, body, log)
        case Rematch() if table.opened.version > 1:
            raise Refused(Refusal.NOT_OVER)
        case _:
            raise Refused(Refusal.NOT_THE_MASTERS)


def check_answer(
    table: Table, index: int, answer: Answer, opened: Opened, house: Mapping[int, bytes]
) -> Match:
    """Return the match after the seat's turn, if the opened answer counts in the open
    call.

    `house` holds the counted answer's hash for each house seat (for a house seat itself it is not
    looked at). Raises `Refused`.
    """
    chair = table.chairs[index]
    call = table.call
    if call is None or answer.call != call.hash:
        raise Refused(Refusal.NOT_ITS_ANSWER)
    if chair.is_out and table.is_league:
        raise Refused(Refusal.PLAYER_OUT)
    if commit_to(table.id, call.hash, chair.author, opened) != answer.commit:
        raise Refused(Refusal.WRONG_OPENING)
    after = () if chair.is_house else tuple(house[i] for i in sorted(house))
    if answer.after != after:
        raise Refused(Refusal.NOT_AFTER_HOUSE)
    return play_turn(table, index, opened.text)


def play_turn(table: Table, index: int, text: str, *, is_missed: bool = False) -> Match:
    """Return the match after all that a seat places in the open call.

    With `is_missed` the game master places: what M4 asks for, and outside `mail` everything in
    full value. Raises `Refused`.
    """
    match = table.match
    if match is None:
        raise Refused(Refusal.NOT_BEGUN)
    try:
        turn = TurnText.read(match.rules.grid, text)
        if is_missed and match.rules.call is CallRule.MAIL:
            match, _ = apply(match, Miss(index, turn.placements))
        else:
            for p in turn.placements:
                match, _ = apply(match, Place(index, p.tile, p.space))
            if match.round.seats[index].hand:
                raise Refused(Refusal.ILLEGAL_TURN, "not everything is placed")
        closes = match.rules.has_aside and is_last_call_of_round(table)
        if closes and turn.finish is None:
            raise Refused(Refusal.ILLEGAL_TURN, "no closing moves")
        if turn.finish is not None:
            match, _ = apply(match, Finish(index, turn.finish))
    except (FormatError, IllegalMove) as error:
        raise Refused(Refusal.ILLEGAL_TURN, str(error)) from None
    return match


def _begin(table: Table, body: Begin, log: Log) -> Table:
    if table.match is not None:
        raise Refused(Refusal.BEGUN_ALREADY)
    seats = table.opened.seats
    if len(body.sits) != seats or any(seat >= seats for seat in body.house):
        raise Refused(Refusal.WRONG_SEATS)
    chairs: tuple[Chair, ...] = ()
    for index, sit in enumerate(body.sits):
        chair = _seated(replace(table, chairs=chairs), sit, index in body.house, log)
        chairs = (*chairs, chair)
    match = new_match(table.opened.rules, tuple(chair.player for chair in chairs))
    guests = frozenset(chair.author for chair in chairs if not chair.is_house)
    return replace(
        table,
        chairs=chairs,
        match=match,
        link=table.opened.end,
        numbers=tuple(body.sits),
        guests=guests,
    )


def _seated(table: Table, sit: bytes, is_house: bool, log: Log) -> Chair:
    """Return the table with a new player on a chair, if they may sit down there."""
    entry = _named(log, sit)
    if not isinstance(entry.body, Sit):
        raise Refused(Refusal.NO_SIT)
    author = entry.author
    if author == table.master or author in table.former or table.seat_of(author) is not None:
        raise Refused(Refusal.SITS_ALREADY)
    bot = entry.body.bot
    kind = PlayerKind.HUMAN if bot is None else PlayerKind.BOT
    return Chair(author, sit, Player(entry.body.name, kind, bot), is_house)


def _between_calls(table: Table) -> Match:
    """Return the match, where the last call is closed and another is to come."""
    if table.match is None:
        raise Refused(Refusal.NOT_BEGUN)
    if table.call is not None:
        raise Refused(Refusal.CALL_OPEN)
    if table.stage is TableStage.OVER:
        raise Refused(Refusal.MATCH_OVER)
    return table.match


def _call(table: Table, hash: bytes, body: NetCall) -> Table:
    match = _between_calls(table)
    if body.number != table.calls + 1:
        raise Refused(Refusal.WRONG_CALL)
    if not is_next_link(body.link, table.link):
        raise Refused(Refusal.WRONG_LINK)
    since = _since(table, body)
    if table.calls % len(match.rules.call_sizes) == 0:
        match, _ = apply(match, BeginRound())
    size = match.rules.call_sizes[len(match.round.calls)]
    tiles = draw_tiles(table.id, body.link, table.numbers, match.bag, size)
    match, _ = apply(match, CallMove(tiles))
    call = OpenCall(hash, body.number, body.until, since)
    return replace(table, match=match, call=call, calls=body.number, link=body.link)


def _since(table: Table, body: NetCall) -> int:
    """The moment from which a call is open; version 1 leaves it to be guessed."""
    if (body.since is None) is not (table.opened.version == 1):
        raise Refused(Refusal.OTHER_VERSION)
    if body.since is None:
        return body.until - table.opened.seconds
    if not table.closed_at <= body.since <= body.until:
        raise Refused(Refusal.WRONG_TIME)
    return body.since


def _close(table: Table, hash: bytes, body: Close, log: Log) -> Table:
    match, call = table.match, table.call
    if match is None:
        raise Refused(Refusal.NOT_BEGUN)
    if call is None or body.call != call.hash:
        raise Refused(Refusal.WRONG_CALL)
    if len(body.seats) != len(table.chairs):
        raise Refused(Refusal.WRONG_SEATS)
    # What waits is waited for before anything is refused: holding more never unsays a refusal.
    answers = [None if s.answer is None else _named(log, s.answer) for s in body.seats]
    leaves = [_leave_named(log, seat) for seat in body.seats]
    house: dict[int, bytes] = {}
    for index in table.house:
        seat = body.seats[index]
        if isinstance(seat, PlacedFor):
            raise Refused(Refusal.HOUSE_MISSED)
        house[index] = seat.answer
    chairs: list[Chair] = []
    numbers: list[bytes] = []
    missed: list[MissedCall] = []
    current = table
    for index, (seat, answer) in enumerate(zip(body.seats, answers, strict=True)):
        chair, leave = table.chairs[index], leaves[index]
        if answer is not None and not (
            isinstance(answer.body, Answer)
            and answer.author == chair.author
            and answer.body.call == call.hash
        ):
            raise Refused(Refusal.NOT_ITS_ANSWER)
        if isinstance(seat, Counted):
            assert answer is not None
            assert isinstance(answer.body, Answer)
            opened = Opened(seat.salt, seat.text)
            match = check_answer(current, index, answer.body, opened, house)
            chairs.append(replace(chair, misses=0, is_out=False, has_dropped=False))
            numbers.append(seat.salt)
        else:
            if leave is not None and table.opened.version == 1:
                raise Refused(Refusal.OTHER_VERSION)
            if leave is not None and not _gives_up(leave, chair):
                raise Refused(Refusal.NO_LEAVE)
            if not _may_miss(table, call, chair, seat, body.at):
                raise Refused(Refusal.EARLY_MISS)
            match = play_turn(current, index, seat.text, is_missed=True)
            chairs.append(_after_miss(table, chair, seat))
            numbers.append(MISSED_NUMBER)
            missed.append(MissedCall(call.number, index))
        current = replace(current, match=match)
    return replace(
        current,
        chairs=tuple(chairs),
        call=None,
        numbers=tuple(numbers),
        missed=(*table.missed, *missed),
        closed=hash,
        closed_at=body.at,
        left=table.left.union(leave.author for leave in leaves if leave is not None),
    )


def _leave_named(log: Log, seat: Counted | PlacedFor) -> Entry | None:
    leave = seat.leave if isinstance(seat, PlacedFor) else None
    return None if leave is None else _named(log, leave)


def _gives_up(leave: Entry, chair: Chair) -> bool:
    """Whether that entry is the leave of the player who holds the seat."""
    return isinstance(leave.body, Leave) and leave.author == chair.author


def _may_miss(table: Table, call: OpenCall, chair: Chair, seat: PlacedFor, at: int) -> bool:
    """Whether a seat may be placed for at that time ("Closing").

    After the deadline, and before it for who has given the seat up; outside `mail` for who missed
    the call before without a word once the early deadline is over.
    """
    if at >= call.until or seat.leave is not None:
        return True
    if table.is_league:
        return False
    if table.opened.version == 1:
        return chair.misses > 0
    return chair.has_dropped and seat.answer is None and at >= call.early


def _after_miss(table: Table, chair: Chair, seat: PlacedFor) -> Chair:
    misses = chair.misses + 1
    can_be_out = table.is_league or table.opened.version > 1
    return replace(
        chair,
        misses=misses,
        is_out=chair.is_out or (can_be_out and misses >= MISSES_UNTIL_OUT),
        has_dropped=seat.answer is None and seat.leave is None,
    )


def _new_seat(table: Table, body: NewSeat, log: Log) -> Table:
    match = _between_calls(table)
    if body.seat >= len(table.chairs):
        raise Refused(Refusal.WRONG_SEATS)
    leaver = table.chairs[body.seat]
    leave = None if body.leave is None else _named(log, body.leave)
    chair = _seated(table, body.sit, body.is_house, log)
    if leave is None:
        if not leaver.is_out:
            raise Refused(Refusal.SEAT_TAKEN)
    elif not _gives_up(leave, leaver):
        raise Refused(Refusal.NO_LEAVE)
    told = Substitution(body.seat, table.calls, leaver.player, chair.player, leave is not None)
    players = list(match.players)
    players[body.seat] = chair.player
    chairs = list(table.chairs)
    chairs[body.seat] = chair
    return replace(
        table,
        match=replace(match, players=tuple(players)),
        chairs=tuple(chairs),
        former=table.former | {leaver.author},
        guests=table.guests if body.is_house else table.guests | {chair.author},
        left=table.left if leave is None else table.left | {leave.author},
        substitutions=(*table.substitutions, told),
    )


def _named(log: Log, hash: bytes) -> Entry:
    entry = log.get(hash)
    if entry is None:
        raise EntryMissing(hash)
    return entry


class Reading:
    """Reads a log as far as it goes, and on as it grows.

    `table` is None until its `Open` is here. `read` says how many of the game master's entries
    were judged. `waits_for` is the hash of an entry that the next one names. `forked_at` is the
    number of which the game master signed two entries, where the match stops before them.
    `set_aside` are entries whose like leads to a settled last close. `rematch` is the invitation
    to the next table, "" without one.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.table: Table | None = None
        self._refused: tuple[RefusedEntry, ...] = ()
        self.set_aside: tuple[Entry, ...] = ()
        self.waits_for: bytes | None = None
        self.forked_at: int | None = None
        self.rematch = ""
        self.read = 0
        self._last: Entry | None = None
        self._refused_after: tuple[RefusedEntry, ...] = ()
        self._known = 0
        self.read_on()

    @property
    def refused(self) -> tuple[RefusedEntry, ...]:
        """The game master's entries that changed nothing."""
        return self._refused + self._refused_after

    @property
    def is_settled(self) -> bool:
        """Whether all whom it concerns have receipted the match to its last close."""
        table = self.table
        return table is not None and table.stage is TableStage.OVER and _is_settled(table, self.log)

    def read_on(self) -> Table | None:
        """Take in what has come to the log since last time; returns the table."""
        opening = self.log.opening
        if opening is None or len(self.log) == self._known:
            return self.table
        self._known = len(self.log)
        if self.forked_at is not None or self.log.has_forks_of(opening.author):
            # What is held decides, in any order: a fork may have become none, or another.
            self.read, self.table, self._last = 0, None, None
            self._refused, self.set_aside = (), ()
        self.waits_for = self.forked_at = None
        while (entry := self._next(opening)) is not None:
            if not self._take(entry):
                break
            self.read += 1
            self._last = entry
        self._read_after()
        return self.table

    def _next(self, opening: Entry) -> Entry | None:
        if self.table is None or self._last is None:
            return self.log.get(opening.hash)
        if self.table.opened.version == 1:
            return self._next_by_version_1(opening)
        if self.table.stage is TableStage.OVER:
            return None
        held = self.log.at(opening.author, self.read + 1)
        branches = [e for e in held if e.before == self._last.hash and self.log.get(e.hash)]
        astray = sum(entry.before not in self.log for entry in held)
        if not branches or len(branches) + astray == 1:
            return branches[0] if branches else None
        settled = self._settled_branches(branches)
        if len(settled) != 1:
            self.forked_at = self.read + 1
            return None
        others = (entry for entry in held if entry is not settled[0])
        self.set_aside = (*self.set_aside, *sorted(others, key=lambda entry: entry.hash))
        return settled[0]

    def _next_by_version_1(self, opening: Entry) -> Entry | None:
        """Any two entries of one number stop the match."""
        number = self.read + 1
        self.forked_at = self.log.first_fork_of(opening.author)
        if self.forked_at is not None and number >= self.forked_at:
            return None
        found = self.log.at(opening.author, number)
        return self.log.get(found[0].hash) if found else None

    def _settled_branches(self, branches: list[Entry]) -> list[Entry]:
        """Those that lead to a settled last close, as far as it can be read from here."""
        found: set[bytes] = set()
        for close in self.log.receipts():
            path = self._path_to(close)
            if path and path[0] in branches and self._leads_to_settled(path):
                found.add(path[0].hash)
        return [entry for entry in branches if entry.hash in found]

    def _path_to(self, hash: bytes) -> list[Entry]:
        """Return the entries from the last one read to that close; none if it does not follow."""
        path: list[Entry] = []
        entry = self.log.get(hash)
        while entry is not None and entry.number > self.read + 1:
            path.append(entry)
            entry = self.log.get(entry.before)
        return [] if entry is None else [entry, *reversed(path)]

    def _leads_to_settled(self, path: list[Entry]) -> bool:
        table = self.table
        assert table is not None
        for entry in path:
            if table.stage is TableStage.OVER:
                return False
            try:
                table = judge(table, entry, self.log)
            except EntryMissing:
                return False
            except Refused:
                continue
        is_last = table.stage is TableStage.OVER and table.closed == path[-1].hash
        return is_last and _is_settled(table, self.log)

    def _read_after(self) -> None:
        """What follows the last close changes nothing of the match, and makes no fork."""
        table, last = self.table, self._last
        self.rematch, self._refused_after = "", ()
        if table is None or last is None or table.stage is not TableStage.OVER:
            return
        if table.opened.version == 1:
            return
        following = {last.hash}
        found: list[str] = []
        for entry in sorted(self.log.by(table.master), key=lambda one: (one.number, one.hash)):
            if entry.before in following:
                following.add(entry.hash)
                if isinstance(entry.body, Rematch):
                    found.append(entry.body.invitation)
                else:
                    self._refuse_after(table, entry)
        self.rematch = found[0] if len(found) == 1 else ""

    def _refuse_after(self, table: Table, entry: Entry) -> None:
        try:
            judge(table, entry, self.log)
        except Refused as refusal:
            self._refused_after += (RefusedEntry(entry, refusal.reason),)

    def _take(self, entry: Entry) -> bool:
        """Judge one entry; return whether it was judged, or has to wait."""
        if self.table is None:
            # The first one is the `Open`: a second entry of that number is a fork.
            assert isinstance(entry.body, Open)
            self.table = Table(entry.hash, entry.author, entry.body)
            return True
        try:
            self.table = judge(self.table, entry, self.log)
        except EntryMissing as missing:
            self.waits_for = missing.args[0]
            return False
        except Refused as refusal:
            self._refused += (RefusedEntry(entry, refusal.reason),)
        return True


def _is_settled(table: Table, log: Log) -> bool:
    """Whether every guest there ever was, at least one, has receipted a table's last close.

    Whose leave the game master's log names is not asked for.
    """
    asked = table.guests - table.left
    return bool(asked) and asked <= log.receipts().get(table.closed, set())
