"""The room of one window: guests on phones, their names, secrets and seats.

It passes words between the server and the seats. Nothing here draws or opens a connection.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, Protocol

from game.play.phones import PhoneSeats
from game.play.signing import make_secret
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player, PlayerKind
from game.rules.meta import ROOM_KEY, read_meta, read_substitutes, with_field
from game.rules.names import clean_name, look_of
from game.rules.ruleset import MAX_PLAYERS, Ruleset

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that four of them never are a word."""

MAX_GUEST_NAME: Final = 20
WRONG_CODES: Final = 30
"""Wrong letters from one address after which it can no longer join."""

MOST_COUNTED: Final = 500
"""Addresses whose wrong letters are counted."""

SENT_AWAY: Final = 2
"""Dismissals of guests at one address after which no guest can join from there."""

LEAST_KEY: Final = 16
"""Characters of a secret that a guest may bring."""

MOST_ASKING: Final = 24
"""People who ask for a seat after the beginning, at once."""


def make_code(letters: int) -> str:
    """Return random letters: the few of a house, or the 19 of an address, which are 80 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


class Visitor(Hashable, Protocol):
    """An open page, as the server knows it; `is_known` while it is a guest's.

    `rank` is its place in the order in which pages were opened.
    """

    address: str
    rank: int
    is_known: bool


Word = dict[str, Any]

_LONGEST_AT: Final = 12
"""Characters of a round and a call that are sent back."""


class Server(Protocol):
    """The methods of `game.net.phones.PhoneServer` that a room uses."""

    port: int

    def poll(self) -> list[tuple[Any, Word | None]]:
        """Return the words that arrived, with their visitors; None is a page that was closed."""

    def send(self, visitor: Any, value: Word, *, is_state: bool = False) -> None:
        """Send a note, or a state in the place of one that was not sent yet."""

    def close(self) -> None:
        """Close all pages and stop."""


def _digest(secret: str) -> str:
    # JSON can hold half of a character, which has no UTF-8.
    return sha256(secret.encode(errors="replace")).hexdigest()


def _look(name: str) -> str:
    """Return the look of a name in small letters, equal for names that players would confuse."""
    return look_of(name).casefold()


def _name_of_guest(game: TableGame, seat: int) -> str:
    """Return the name of the person who has a seat, or had it before a computer plays for them."""
    left = [one.left for one in read_substitutes(game.match.meta) if one.seat == seat]
    return left[-1] if left and game.successor(seat) else game.name_of(seat)


@dataclass(eq=False)
class RoomGuest:
    """Somebody who has joined: a name, and the SHA-256 of the secret that the phone keeps.

    `seat` is None before the match, and while the guest asks for a seat of it.
    """

    name: str
    digest: str
    visitor: Visitor | None = None
    seat: int | None = None

    @property
    def is_here(self) -> bool:
        """Whether the phone is connected now."""
        return self.visitor is not None


class PhoneRoom:
    """Guests join before the match and take its seats in order; then each plays its own board.

    `tables` returns what the board's picture needs of a ruleset.
    """

    def __init__(
        self,
        server: Server,
        tables: Callable[[Ruleset], Word],
        addresses: tuple[str, ...] = ("127.0.0.1",),
    ) -> None:
        self.server, self.addresses = server, addresses
        self.address = addresses[0]
        """The one of this machine's addresses that is shown to guests."""
        self.code = make_code(4)
        self.guests: list[RoomGuest] = []
        self.asking: list[RoomGuest] = []
        """People who joined after the beginning, whom the window has not let in yet."""
        self.seats: PhoneSeats | None = None
        self.changes = 0
        """The number of changes of guests or of their presence, for a page that shows them."""
        self.here: tuple[str, ...] = ()
        """The names of people at the big screen, which no guest can have."""
        self.secret = make_secret()
        """The secret that signs what guests keep; a window gives the room its lasting one."""
        self._tables = tables
        self._by_visitor: dict[Visitor, RoomGuest] = {}
        self._wrong: Counter[str] = Counter()
        self._away: Counter[str] = Counter()
        self._shown: tuple[int, object] = (-1, None)

    # the window's side

    def seat(self, game: TableGame) -> None:
        """Begin or resume a match; before its first call the guests take the phones' seats."""
        stored = read_meta(game.match.meta).object(ROOM_KEY)
        digests, phones = stored.object("keys"), sorted(game.apart.elsewhere)
        seats = range(len(game.match.players))
        if self.seats is None and any(str(i) in digests for i in seats):
            # The room was closed since: its guests come back by their secrets.
            self.code = stored.text("code", self.code)
            self.guests = [
                RoomGuest(_name_of_guest(game, i), digests.text(str(i)), seat=i)
                for i in seats
                if i in phones or str(i) in digests
            ]
        elif self.seats is None:
            for guest, seat in zip(self.guests, phones, strict=False):
                guest.seat = seat
        if self.seats is None or self.seats.game is not game:
            self.seats = PhoneSeats(game)
            self.seats.on_out = self.leave
        self.store()
        self._shown, self.changes = (-1, None), self.changes + 1
        for guest in self.guests:
            self._send(guest, {"table": self._tables(game.match.rules)})
        self._show()

    def seats_again(self, setup: TableSetup) -> TableSetup:
        """Return the table for another match with the guests who are seated now.

        Computers keep the seats that guests have left.
        """
        if self.seats is None:
            return setup
        names, players = {guest.seat: guest.name for guest in self.guests}, []
        for seat, player in enumerate(setup.players):
            bot = self.seats.game.successor(seat)
            if seat in names:
                player = Player(names[seat])
            elif bot:
                player = Player(bot, PlayerKind.BOT, bot)
            players.append(player)
        phones = frozenset(seat for seat in names if seat is not None)
        owner = setup.owner if setup.owner in phones else None
        return replace(setup, players=tuple(players), phones=phones, owner=owner)

    @property
    def host(self) -> str:
        """The address that a guest types: one of this machine, and the port."""
        address = f"[{self.address}]" if ":" in self.address else self.address
        return f"{address}:{self.server.port}"

    @property
    def link(self) -> str:
        """The link in the square code, which fills in the letters."""
        return f"http://{self.host}/#{self.code}"

    def next_address(self) -> None:
        """Show guests another of this machine's addresses."""
        place = self.addresses.index(self.address) + 1
        self.address = self.addresses[place % len(self.addresses)]

    def store(self) -> None:
        """Store what opens this room again beside the match."""
        if self.seats is not None:
            game = self.seats.game
            keys = {str(guest.seat): guest.digest for guest in self.guests}
            value = {"code": self.code, "port": self.server.port, "keys": keys}
            game.save_meta(with_field(game.match.meta, ROOM_KEY, value))

    def is_here(self, seat: int) -> bool:
        """Whether a seat's phone is connected now."""
        return any(guest.seat == seat and guest.is_here for guest in self.guests)

    def guest_named(self, name: str) -> int | None:
        """Return the place of the guest with this name among those who wait; None for none."""
        places = (i for i, guest in enumerate(self.guests) if _look(guest.name) == _look(name))
        return next(places, None)

    def send_away(self, guest: RoomGuest) -> None:
        """Dismiss a guest that no player knows, and free the guest's place."""
        if guest.visitor is not None:
            self._away[guest.visitor.address] += 1
        self._dismiss(guest, "away")

    def let_in(self, guest: RoomGuest) -> None:
        """Give a waiting guest the first free seat."""
        seats, free = self.seats, self.free_seats()
        if seats is None or guest not in self.asking or not free:
            return
        self.asking.remove(guest)
        for resting in [one for one in self.guests if one.seat == free[0]]:
            self._dismiss(resting, "left")
        guest.seat = free[0]
        self.guests.append(guest)
        seats.game.let_in(free[0], guest.name)
        self.store()
        self.changes += 1
        self._send(guest, {"table": self._tables(seats.game.match.rules)})

    def free_seats(self) -> tuple[int, ...]:
        """Return the seats that computers play and no guest looks at."""
        seats = () if self.seats is None else self.seats.free_seats()
        return tuple(seat for seat in seats if not self.is_here(seat))

    def rest(self, seat: int) -> None:
        """Let a computer play for a guest who misses calls, until the guest is back (V3)."""
        assert self.seats is not None
        self.seats.leave(seat)
        self.store()

    def _wake(self, guest: RoomGuest) -> None:
        """Give a guest whose seat a computer plays for a while the seat back."""
        seats = self.seats
        if seats is not None and guest.seat is not None and guest.seat in seats.free_seats():
            seats.game.let_in(guest.seat, guest.name)
            self.store()

    def leave(self, seat: int) -> None:
        """Let a computer take a seat over (V3); its phone may ask for a seat again."""
        assert self.seats is not None
        self.seats.leave(seat)
        for guest in [guest for guest in self.guests if guest.seat == seat]:
            self._dismiss(guest, "left")
        self.store()

    def poll(self) -> None:
        """Do what the phones asked for, and show everybody what has changed."""
        for visitor, word in self.server.poll():
            if word is None:
                self._part(visitor)
            elif error := self._hear(visitor, word):
                self.server.send(visitor, {"error": error} | self._calls_of(word, error))
        self._show()

    def close(self) -> None:
        """Close all pages and stop listening."""
        self.server.close()

    def _calls_of(self, word: Word, error: str) -> Word:
        """Return the round and call that a late word was meant for, and the open one."""
        if self.seats is None or error != "late":
            return {}
        return {"late": str(word["at"])[:_LONGEST_AT], "at": self.seats.at()}

    # the phones' requests

    def _hear(self, visitor: Visitor, word: Word) -> str:
        """Do what a phone asks for; return why not as a word, "" for done."""
        guest, do = self._by_visitor.get(visitor), word.get("do")
        if do == "sit" or (do == "join" and self._guest_of(word.get("key"))):
            # A guest whose answer was lost asks for a place twice.
            return self._sit(visitor, word.get("key"))
        if guest is None:
            return self._join(visitor, word) if do == "join" else "unknown"
        if do == "leave" and guest.seat is None:
            self._dismiss(guest, "left")
            return ""
        if self.seats is None or guest.seat is None:
            return "wait"
        if do == "keep":
            record = self.seats.record(guest.seat, self.secret)
            self._send(guest, {"record": record, "file": "take-it-easy.json"})
            return ""
        self._wake(guest)
        return self._act(guest, guest.seat, word)

    def _act(self, guest: RoomGuest, seat: int, word: Word) -> str:
        assert self.seats is not None
        do, at, tile, space = (word.get(key) for key in ("do", "at", "tile", "space"))
        tile, space = 0 if tile is None else tile, 0 if space is None else space
        is_fine = type(do) is type(at) is str and type(tile) is type(space) is int
        error = "bad"
        if is_fine and seat in self.seats.game.apart.elsewhere and abs(space) < 100:
            error = self.seats.act(seat, str(do), str(at), tile, space)
        # After an error too: what the phone tried disappears from its picture.
        self._send(guest, {"state": self.seats.view(seat)}, is_state=True)
        return error

    def _join(self, visitor: Visitor, word: Word) -> str:
        name, code, address = word.get("name"), word.get("code"), visitor.address
        if self._wrong[address] >= WRONG_CODES or self._away[address] >= SENT_AWAY:
            return "shut"
        if not isinstance(code, str) or code.strip().upper() != self.code:
            if len(self._wrong) >= MOST_COUNTED:
                self._wrong.clear()
            self._wrong[address] += 1
            return "code"
        name = clean_name(name[:MAX_GUEST_NAME]) if isinstance(name, str) else ""
        if not name:
            return "name"
        seats = self.seats
        taken = {_look(one.name) for one in (*self.guests, *self.asking)}
        taken |= {_look(one) for one in self.here}
        if seats is not None:
            taken |= {_look(seats.game.name_of(i)) for i in range(len(seats.game.match.players))}
        if _look(name) in taken:
            return "taken"
        if seats is None:
            is_full = len(self.guests) + len(self.here) >= MAX_PLAYERS
        else:
            is_full = not self.free_seats() or len(self.asking) >= MOST_ASKING
        if is_full:
            return "full"
        key = word.get("key")
        is_secret = isinstance(key, str) and len(key) >= LEAST_KEY
        secret = str(key) if is_secret else secrets.token_urlsafe(16)
        guest = RoomGuest(name, _digest(secret), visitor)
        (self.guests if seats is None else self.asking).append(guest)
        self._know(visitor, guest)
        self.server.send(visitor, {"key": secret, "name": name})
        return ""

    def _sit(self, visitor: Visitor, key: object) -> str:
        """Take a place again by the phone's secret; an older page of the same place is closed."""
        guest = self._guest_of(key)
        if guest is None:
            return "unknown"
        if guest.visitor is not None and guest.visitor is not visitor:
            if visitor.rank < guest.visitor.rank:
                # A word of the line before can arrive after the first of the new one.
                return "moved"
            self._forget(guest.visitor)
            self.server.send(guest.visitor, {"error": "moved"})
        self._know(visitor, guest)
        guest.visitor = visitor
        self._wake(guest)
        self._send(guest, {"key": key, "name": guest.name})
        if self.seats is not None and guest.seat is not None:
            self._send(guest, {"table": self._tables(self.seats.game.match.rules)})
            self._send(guest, {"state": self.seats.view(guest.seat)}, is_state=True)
        return ""

    def _guest_of(self, key: object) -> RoomGuest | None:
        """Return the guest with a secret, None for none."""
        if not isinstance(key, str):
            return None
        digest = _digest(key)
        guests = (*self.guests, *self.asking)
        return next((one for one in guests if one.digest == digest), None)

    def _part(self, visitor: Visitor) -> None:
        """Note that a page no longer shows its guest, who no longer asks for a seat."""
        guest = self._by_visitor.pop(visitor, None)
        if guest is not None:
            guest.visitor = None
            self.changes += 1
            if guest in self.asking:
                self.asking.remove(guest)

    def _know(self, visitor: Visitor, guest: RoomGuest) -> None:
        if self._by_visitor.get(visitor) is not guest:
            self._part(visitor)
        self._by_visitor[visitor] = guest
        visitor.is_known = True
        self.changes += 1

    def _forget(self, visitor: Visitor) -> None:
        self._by_visitor.pop(visitor, None)
        visitor.is_known = False

    def _dismiss(self, guest: RoomGuest, why: str) -> None:
        """Remove a guest, whose page shows the reason and the form again."""
        for guests in (self.guests, self.asking):
            if guest in guests:
                guests.remove(guest)
        self.changes += 1
        if guest.visitor is not None:
            self._forget(guest.visitor)
            # In the place of a state that was not sent yet: it would show the table again.
            self._send(guest, {"error": why}, is_state=True)

    # the phones' views

    def _send(self, guest: RoomGuest, value: Word, *, is_state: bool = False) -> None:
        if guest.visitor is not None:
            self.server.send(guest.visitor, value, is_state=is_state)

    def _show(self) -> None:
        """Show every phone the match, once for each change; the list of guests before it."""
        now = (self.changes, None if self.seats is None else self.seats.game.match)
        if now[0] == self._shown[0] and now[1] is self._shown[1]:
            return
        self._shown = now
        for guest in (*self.guests, *self.asking):
            if guest.visitor is None:
                continue
            if self.seats is None or guest.seat is None:
                value: Word = {"waiting": [one.name for one in self.guests]}
                value["asks"] = self.seats is not None
            else:
                value = {"state": self.seats.view(guest.seat)}
            self._send(guest, value, is_state=True)
