"""The seat of this window at a room of another program, by its words alone; no network.

That program is not trusted. Each of its words is checked by type, and a match is replayed by the
rules before it is shown or stored: a state only announces a change, the record contains it. Points
are counted here. A match counts as this player's own if it was played here from the first call on.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Protocol

from game.play.keeper import SeatsApart
from game.play.phone_room import MAX_GUEST_NAME, Word
from game.play.room_address import RoomAddress
from game.play.table import LONGEST_ANSWER, TableSetup
from game.play.table_control import (
    LAST_PAUSE,
    BoardShown,
    MovesApplied,
    TableControl,
    TableEvent,
    TableSignal,
    TimeUp,
    Wait,
)
from game.play.table_game import Phase, TableGame
from game.rules.errors import Fault, FormatError, IllegalMove
from game.rules.match import Match, Player, Round, apply, check_call
from game.rules.meta import (
    ROOM_KEY,
    TABLE_KEY,
    MetaObject,
    note_substitute,
    read_meta,
    read_substitutes,
    with_field,
)
from game.rules.moves import Called, Event, Finish, Move, Place, TakeBack
from game.rules.names import show_name
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.record import parse_record
from game.rules.ruleset import MAX_PLAYERS
from game.rules.seat import Seat, Turn, answer_next_call, new_seat
from game.rules.tiles import Tile

_LOST: Final = ("unknown", "away", "left", "moved")
"""Words by which a room says that this seat is no longer this window's."""

_REFUSED: Final = ("code", "full", "name", "shut", "taken", "illegal", "late")
"""Words by which a room refuses a request; any other word of refusal counts as `bad`."""


class HeardRoom(Protocol):
    """The parts of `game.net.room_line.RoomLine` that a seat uses."""

    opened: int
    is_open: bool
    trouble: str

    def poll(self) -> list[Word]:
        """Return the words that arrived, in order."""

    def send(self, word: Word, opened: int) -> None:
        """Send a word on the line of this number; on another one it is dropped."""

    def close(self) -> None:
        """Close the line."""


class Home(Protocol):
    """The parts of this window's storage that a seat uses."""

    def save_match(self, match: Match) -> None:
        """Store the match being played."""

    def file_match(self, match: Match) -> None:
        """Move a finished match into the history."""


class RoomSeat:
    """Takes a seat at a room, and owns this window's copy of the match.

    `name` is the player's, `key` that of a seat had before, "" for none. `identify` gives a `meta`
    the identity of a new match. `resumed` is the match of a window that comes back.
    """

    match: Match
    apart = SeatsApart()

    def __init__(
        self,
        line: HeardRoom,
        address: RoomAddress,
        home: Home,
        identify: Callable[[str | None], str],
        now: Callable[[], float],
        *,
        name: str = "",
        key: str = "",
        resumed: Match | None = None,
    ) -> None:
        self.line, self.address, self.name = line, address, name
        self._home, self._identify, self._now = home, identify, now
        self.key = key or address.key
        # Asked for twice, since the line may be lost before the answer, it is one place.
        self._new_key = secrets.token_urlsafe(16)
        self.game: TableGame | None = None
        """The game at the table, None before the match; another match has another game."""
        self.waiting: tuple[str, ...] = ()
        """The names of the guests who wait for the match, this player included."""
        self.is_late = False
        """Whether this player has asked for a seat of a match that is under way."""
        self.awaited: tuple[str, ...] = ()
        """The names of the others who have not answered the open call."""
        self.is_resting = False
        """Whether a computer plays this seat until the player is back."""
        self.has_coach = False
        """Whether the room plays with open boards, so that a coach is fair."""
        self.error = ""
        """Why the room refused what was asked for last, "" for no reason."""
        self.end = ""
        """Why this seat is over, "" while it is not."""
        self.is_held = False
        """Whether nothing can be placed until the room has sent its record."""
        self.changes = 0
        self.news: list[TableEvent] = []
        self._until: float | None = None
        self._opened = 0
        self._is_asking, self._has_said, self._may_be_new = False, False, True
        self._aside: list[Any] = []
        """The tiles on the daffodil in the room's latest state."""
        self._tried: set[Placement] = set()
        """The placements of the open call that were made here."""
        self._is_mine = resumed is not None and _stored(resumed).is_true("mine")
        if resumed is not None:
            self._sit_at(resumed, TableSetup.from_match(resumed))

    # the match's owner

    @property
    def you(self) -> int:
        """The seat of this window."""
        return next(i for i in range(len(self.match.players)) if i not in self.apart.elsewhere)

    @property
    def has_table(self) -> bool:
        """Whether a round is under way here."""
        return (
            self.game is not None
            and bool(self.match.rounds)
            and not self.match.round.is_complete(self.match.rules)
            and not self.end
        )

    @property
    def is_heard(self) -> bool:
        """Whether the line is open, and was greeted since it opened last."""
        return self.line.is_open and self.line.opened == self._opened

    @property
    def company(self) -> tuple[str, ...]:
        """The names at the table, or of those who wait for one."""
        if self.game is None:
            return self.waiting
        return tuple(player.name for player in self.match.players)

    def _sit_at(self, match: Match, setup: TableSetup) -> None:
        self.match = match
        self.apart = SeatsApart(setup.phones)
        self.game = TableGame(replace(setup, answer_seconds=None), self)

    def keep(self, match: Match) -> None:
        """Store another state of the match."""
        self.match = match
        self.changes += 1
        self._home.save_match(match)

    def perform(self, move: Move) -> tuple[Event, ...]:
        """Make a move of this seat, and tell the room. Raises `IllegalMove`."""
        before, match = self.match.round.seats[self.you], apply(self.match, move)
        self.keep(match[0])
        self.error = ""
        match move:
            case Place(_, tile, space):
                self._tried.add(Placement(tile, space))
                self._say(do="place", tile=tile.index, space=space)
            case TakeBack():
                self._say(do="back")
            case Finish(_, placements):
                self._close(before, placements)
        return match[1]

    def _close(self, before: Seat, placements: tuple[Placement, ...]) -> None:
        """Try the closing moves at the room, after putting back what it has from before."""
        for tile in before.position.aside:
            if tile.index not in self._aside:
                self._say(do="place", tile=tile.index, space=ASIDE_INDEX)
        for p in placements:
            self._tried.add(p)
            self._say(do="place", tile=p.tile.index, space=p.space)
        self._say(do="finish")

    def _say(self, **word: Any) -> None:
        calls = len(self.match.round.calls)
        self._send({**word, "at": f"{len(self.match.rounds)}.{calls}"})
        self._has_said = True

    # the room's words

    def join(self, name: str, letters: str) -> None:
        """Ask the room for a seat."""
        self.name, self.error = name, ""
        self.address = self.address._replace(letters=letters)
        self._greet()

    def come_back(self) -> None:
        """Take the seat again from the computer that plays it for a while."""
        self.is_resting = False
        self._greet()

    def leave(self) -> None:
        """Give up a place before the match, and close the line."""
        if self.game is None and self.waiting:
            self._send({"do": "leave"})
        self.line.close()

    def seconds_left(self) -> float | None:
        """Return the seconds that the awaited players have left; None without a clock."""
        return None if self._until is None else max(0.0, self._until - self._now())

    def poll(self) -> None:
        """Take over the room's news."""
        if self.end:
            return
        if self.line.is_open and self.line.opened != self._opened:
            self._opened, self._is_asking = self.line.opened, False
            self._greet()
        words = self.line.poll()
        states = [word for word in words if "state" in word]
        # One state waits: it replaces those before.
        for word in [word for word in words if "state" not in word] + states[-1:]:
            self.changes += 1
            self._hear(word)
            if self.end:
                self.line.close()
                return

    def _send(self, word: Word) -> None:
        # A room knows nobody on a new line before the greeting: another word first ends the seat.
        self.line.send(word, self._opened)

    def _greet(self) -> None:
        if self.key:
            self._send({"do": "sit", "key": self.key})
        elif self.name and self.address.letters:
            letters = self.address.letters
            self._send({"do": "join", "name": self.name, "code": letters, "key": self._new_key})

    def _hear(self, word: Word) -> None:
        fields = MetaObject(word)
        if error := fields.text("error"):
            self._be_refused(error)
        elif key := fields.text("key"):
            self.key = key
        elif "waiting" in word:
            self.waiting = tuple(map(_name, fields.texts("waiting")[: 2 * MAX_PLAYERS]))
            self.is_late = fields.is_true("asks")
        elif "table" in word:
            self._may_be_new = True
            self._ask()
        elif "record" in word and self._is_asking:
            # A record may not have what was said since it was asked for: the next one will.
            self._is_asking, self.is_held = False, self._has_said
            self._ask() if self.is_held else self._take(word["record"])
        elif "state" in word:
            self._follow(fields.object("state"))

    def _be_refused(self, error: str) -> None:
        if error == "unknown" and self.game is None and self.key and self.address.letters:
            # The key of an earlier evening: ask like anybody.
            self.key = ""
            self._greet()
        elif error in _LOST:
            self.end = error
        elif self._is_asking and error not in _REFUSED:
            self.end = "version"
        else:
            self.error = error if error in _REFUSED else "bad"
            if self.game is not None:
                self._ask()

    def _ask(self) -> None:
        """Ask for the record, which says what was played."""
        if not self._is_asking:
            self._is_asking, self._has_said = True, False
            self._send({"do": "keep"})

    def _follow(self, state: MetaObject) -> None:
        """Take over who is waited for and the next call; ask for the record where more is new."""
        players = [MetaObject(one) for one in state.items("players")[:MAX_PLAYERS]]
        self._aside = state.object("board").items("aside")
        done = frozenset(i for i, one in enumerate(players) if one.is_true("done"))
        you = state.whole("you")
        waits = (one for i, one in enumerate(players) if i not in done and i != you)
        self.is_resting = any(i == you and one.is_true("bot") for i, one in enumerate(players))
        self.awaited = tuple(_name(one.text("name")) for one in waits)
        self.apart = replace(self.apart, answered=done & self.apart.elsewhere)
        left = state.whole("left")
        is_timed = left is not None and 0 <= left <= LONGEST_ANSWER
        self._until = self._now() + left if is_timed and left is not None else None
        if self._may_be_new or not self._agrees(state):
            self._ask()

    def _agrees(self, state: MetaObject) -> bool:
        """Whether the match here is the room's, after the next call if that is what is new."""
        match = self.match
        if not match.rounds or state.whole("round") != len(match.rounds):
            return False
        played, rules, do = match.round, match.rules, state.text("do")
        if do == "over" or played.is_complete(rules):
            is_counted = not match.is_complete or _has_ended(match)
            return do == "over" and played.is_complete(rules) and is_counted
        call, mine = state.whole("call"), played.seats[self.you]
        board = state.object("board")
        laid = [-1 if tile is None else tile.index for tile in mine.position.tiles]
        aside = [tile.index for tile in mine.position.aside]
        is_laid = (board.items("tiles"), board.items("aside")) == (laid, aside)
        if call == len(played.calls):
            # What is tried as a closing move lies on the board already.
            is_closing = do == "close" and mine.has_played(rules) and mine.finish is None
            # A call that is missed by post leaves the board as it is.
            is_missed = bool(mine.hand) and do == "wait" and not self.is_resting
            return (is_laid and not is_missed) or is_closing
        # The last placement may have come too late: then the next call is not for this board.
        is_next = call == len(played.calls) + 1 and is_laid and not mine.hand
        tiles, known = state.items("called"), range(len(rules.grid.tile_set))
        if not is_next or not all(type(tile) is int and tile in known for tile in tiles):
            return False
        try:
            self._call(tuple(rules.grid.tile_set[tile] for tile in tiles))
        except IllegalMove:
            return False
        return True

    def _call(self, tiles: tuple[Tile, ...]) -> None:
        """Make the next call for this seat. Raises `IllegalMove`."""
        played = self.match.round
        check_call(self.match.rules, played.calls, tiles)
        calls, seats = (*played.calls, tiles), list(played.seats)
        seats[self.you] = answer_next_call(seats[self.you], calls)
        current = Round(None, None, calls, tuple(seats))
        self._tried.clear()
        self.error = ""
        self.keep(replace(self.match, rounds=(*self.match.rounds[:-1], current)))
        self.news.append(MovesApplied((Called(len(calls) - 1, tiles),)))

    def _take(self, record: object) -> None:
        """Take over a record, if it goes on from what was played here."""
        try:
            match = parse_record(record if isinstance(record, str) else "")
        except FormatError as error:
            self.end = "version" if error.fault is Fault.NEWER_VERSION else "false"
            return
        you = read_meta(match.meta).object(TABLE_KEY).whole("owner")
        if (
            you is None
            or not 0 <= you < len(match.players) <= MAX_PLAYERS
            or any(len(played.seats[you].turns) != len(played.calls) for played in match.rounds)
        ):
            self.end = "false"
            return
        before = None if self.game is None else self.match
        placed = None if before is None else self._placed_since(before, match, you)
        if before is not None and placed is None:
            if not self._may_be_new:
                self.end = "false"
                return
            # The room has begun another match.
            if before.is_complete:
                self._home.file_match(before)
                before = None
            self.game = None
        self._may_be_new = False
        if before is not None and _has_ended(before):
            # It may be in the history already.
            return
        self._adopt(match, you, before, placed or ())

    def _placed_since(self, before: Match, match: Match, you: int) -> tuple[Placement, ...] | None:
        """Return what the room has placed for this seat; None if another match was played here."""
        if (before.rules, len(before.players)) != (match.rules, len(match.players)):
            return None
        if you != self.you or len(match.rounds) < len(before.rounds):
            return None
        added: list[Placement] = []
        for old, new in zip(before.rounds, match.rounds, strict=False):
            if new.calls[: len(old.calls)] != old.calls:
                return None
            ours, theirs = old.seats[you], new.seats[you]
            is_over = new.is_complete(match.rules)
            for i, turn in enumerate(theirs.turns):
                mine = ours.turns[i] if i < len(ours.turns) else Turn()
                if turn == mine:
                    continue
                if i < len(old.calls) - 1 and mine.placements:
                    return None
                # What lies in the open call can still be taken back here.
                if not turn.is_missed and (i < len(new.calls) - 1 or is_over):
                    added += [
                        p for p in turn.placements if p not in (*mine.placements, *self._tried)
                    ]
            is_closed = old is not before.rounds[-1] or _has_ended(before)
            if is_closed and theirs.finish not in (None, ours.finish):
                return None
            # Closing moves may come too late: then the room has closed without them.
            made = (*(ours.finish or ()), *self._tried)
            added += [p for p in theirs.finish or () if p not in made]
        for new in match.rounds[len(before.rounds) :]:
            added += [p for turn in new.seats[you].turns for p in turn.placements]
        return tuple(added)

    def _adopt(
        self, match: Match, you: int, before: Match | None, placed: tuple[Placement, ...]
    ) -> None:
        """Sit at a match, or go on; `before` has the identity that it keeps."""
        is_first, shown = self.game is None, () if self.game is None else self.match.rounds
        if is_first:
            turns = [turn for played in match.rounds for turn in played.seats[you].turns]
            self._is_mine = len(turns) <= 1 and not any(turn.placements for turn in turns)
        self._is_mine = self._is_mine and not placed
        players = [replace(player, name=_name(player.name)) for player in match.players]
        players[you] = Player(players[you].name)
        everybody, theirs = frozenset(range(len(players))), TableSetup.from_match(match)
        meta: str | None = self._identify(None) if before is None else before.meta
        setup = TableSetup(
            match.rules,
            tuple(players),
            "room",
            edition=theirs.edition,
            colours=theirs.colours,
            avatars=theirs.avatars,
            answer_seconds=theirs.answer_seconds,
            has_hidden_boards=True,
            phones=everybody - {you},
            marks=frozenset() if self.game is None else self.game.setup.marks,
        )
        self.has_coach = not theirs.has_hidden_boards
        if match.is_complete:
            # From now on it is like a match on phones here, of which one seat is the player's.
            owner = you if self._is_mine else None
            whole = replace(setup, has_hidden_boards=False, phones=everybody, owner=owner)
            meta = whole.to_meta(with_field(meta, ROOM_KEY, None))
            for came in read_substitutes(match.meta):
                meta = note_substitute(meta, came) if came.seat in setup.phones else meta
        else:
            stored = {"at": self.address.text, "key": self.key, "mine": self._is_mine}
            meta = setup.to_meta(with_field(meta, ROOM_KEY, stored))
        rounds = tuple(_as_seen(match, played, you) for played in match.rounds)
        shown_match = Match(match.rules, tuple(players), rounds, meta)
        if is_first:
            self._sit_at(shown_match, setup)
        self.keep(shown_match)
        if placed:
            self.news.append(TimeUp(placed))
        calls = [played.calls for played in rounds]
        if calls != [played.calls for played in shown]:
            self._tried.clear()
        if calls != [played.calls for played in shown] and rounds[-1].seats[you].hand:
            self.news.append(MovesApplied((Called(len(calls[-1]) - 1, calls[-1][-1]),)))
        elif rounds != shown:
            self.news.append(BoardShown(you))


class SeatControl(TableControl):
    """The control of a seat at a room, which does nothing while the room does not hear it."""

    def take_back(self) -> list[TableEvent]:
        return super().take_back() if self.flow.can_place(self) else []

    def close_or_go_on(self) -> list[TableEvent]:
        is_closing = self.game.phase() is Phase.CLOSE
        return [] if is_closing and not self.flow.can_place(self) else super().close_or_go_on()


class RoomFlow:
    """Shows what the room says; the match goes on when the room says so."""

    def __init__(self, seat: RoomSeat, game: TableGame) -> None:
        self._seat, self._game = seat, game
        self._wait, self._changes = Wait(), -1

    @property
    def goes_on_by_click(self) -> bool:
        """Whether a click brings the player back to a seat that a computer plays."""
        return self._seat.is_resting

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        """Return the room's news, and after the last of a round that it is over."""
        seat = self._seat
        if seat.game is not self._game or seat.end:
            return [TableSignal.OVER]
        if is_moving:
            return []
        table.wait_left = None
        if seat.changes != self._changes:
            self._changes = seat.changes
            news, seat.news = seat.news, []
            return news or [TableSignal.STEP]
        return self.go_on(table) if self._is_over and self._wait.tick(table, LAST_PAUSE, dt) else []

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Go to the count of a round that is over, or come back to the seat."""
        if self._seat.is_resting:
            self._seat.come_back()
        return [TableSignal.OVER] if self._is_over else []

    @property
    def _is_over(self) -> bool:
        """Whether the round can be counted."""
        phase = self._game.phase()
        return phase is Phase.ROUND_OVER or _has_ended(self._game.match)

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        """Do nothing: a room decides itself when it calls."""
        return []

    def can_place(self, table: TableControl) -> bool:
        """Whether a tile may be placed: while the room hears it, and on the own board."""
        return self._seat.is_heard and not self._seat.is_held and not table.is_peeking

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Do nothing."""

    def cover(self, table: TableControl) -> None:
        """Do nothing: a room does not wait for a guest's settings."""


def _stored(match: Match) -> MetaObject:
    return read_meta(match.meta).object(ROOM_KEY)


def _has_ended(match: Match) -> bool:
    """Whether the room has ended a match; a player who is alone there has placed all before."""
    return match.is_complete and not _stored(match).text("at")


def _name(name: str) -> str:
    return show_name(name[:MAX_GUEST_NAME])


def _as_seen(match: Match, played: Round, you: int) -> Round:
    """Return a round without seed and caller; while it is open the others have placed nothing."""
    seats, is_open = played.seats, not played.is_complete(match.rules)
    if is_open:
        empty = new_seat(match.rules)
        lagging = answer_next_call(empty, played.calls) if played.calls else empty
        seats = tuple(seat if i == you else lagging for i, seat in enumerate(seats))
    return Round(None, None, played.calls, seats)
