"""The events of a table's journal, and the lines they are written as.

A line is a JSON object: its number `n` from 1, `at` (UTC seconds by the leader's clock), `fence`
(which of the programs that ever led the table wrote it), `after` (the start of the hash of the line
before), `event`, and what that event holds. README.md shows each kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from game.net.keys import KEY_BYTES
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, load_json, refusing_at, show, text_of
from game.rules.names import MAX_NAME_LENGTH
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.rules.tiles import Tile

VERSION: Final = 1
MAX_LINE_BYTES: Final = 8_192
MAX_NUMBER: Final = 1 << 53
MAX_SECONDS: Final = 400 * 86_400
MAX_ROUNDS_APART: Final = 100
MAX_TURN_TEXT: Final = 96
MAX_TITLE: Final = 100
MAX_INVITATION: Final = 2_000
TABLE_BYTES: Final = 16
ID_DIGITS: Final = 16
"""Hex digits of a request's id, and of what a line says of the line before."""


@dataclass(frozen=True, slots=True)
class OpenedEvent:
    """A table was opened: `promise` is the SHA-256 of the seed, `key` the leader's public one.

    `title` is the league that it counts for; `club` says that a club leads it.
    """

    table: bytes
    rules: Ruleset
    seats: int
    seconds: int
    promise: str
    key: bytes
    title: str = ""
    club: bool = False


@dataclass(frozen=True, slots=True)
class AskedEvent:
    """Somebody asked for a seat; `bot` is the engine of a computer player."""

    key: bytes
    name: str
    bot: str | None
    request: str


@dataclass(frozen=True, slots=True)
class BegunEvent:
    """The match began: who sits where; `house` are the seats that the leader's program plays."""

    seats: tuple[bytes, ...]
    house: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CalledEvent:
    """Tiles were called: `call` counts from 1 through all rounds, `until` is the deadline."""

    call: int
    tiles: tuple[Tile, ...]
    until: int


@dataclass(frozen=True, slots=True)
class ExtendedEvent:
    """The open call got another deadline."""

    call: int
    until: int


@dataclass(frozen=True, slots=True)
class AnsweredEvent:
    """A seat's turn is with the leader; not `held` any more where it was taken back.

    `request` is the id of what was asked, `turn` that of the turn.
    """

    call: int
    seat: int
    request: str
    turn: str
    held: bool


@dataclass(frozen=True, slots=True)
class ClosedEvent:
    """A call was closed: everybody's turn, and the seats `missed`, for which the leader placed."""

    call: int
    turns: tuple[str, ...]
    missed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SubstituteEvent:
    """Somebody who had asked took the seat of a player who left or is out (M5)."""

    seat: int
    key: bytes
    house: bool


@dataclass(frozen=True, slots=True)
class LeftEvent:
    """Somebody gave a seat, or the wish for one, up."""

    key: bytes
    request: str


@dataclass(frozen=True, slots=True)
class RemindedEvent:
    """Seats were reminded that the open call waits for them; `by` is None for the leader."""

    call: int
    by: int | None
    seats: tuple[int, ...]
    request: str


@dataclass(frozen=True, slots=True)
class OverEvent:
    """The match is over: the seed that was promised."""

    seed: str


@dataclass(frozen=True, slots=True)
class RematchEvent:
    """Everybody is invited to another table."""

    invitation: str


TableEventBody = (
    OpenedEvent
    | AskedEvent
    | BegunEvent
    | CalledEvent
    | ExtendedEvent
    | AnsweredEvent
    | ClosedEvent
    | SubstituteEvent
    | LeftEvent
    | RemindedEvent
    | OverEvent
    | RematchEvent
)


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line of a journal, read."""

    n: int
    at: int
    fence: int
    after: str
    body: TableEventBody


def link_of(line: str) -> str:
    """Return what the next line says of this one."""
    return sha256(line.encode()).hexdigest()[:ID_DIGITS]


def promise_of(seed: str) -> str:
    """Return what is published of a seed when the table is opened."""
    return sha256(seed.encode()).hexdigest()


def write_line(line: JournalLine) -> str:
    """Return the text of a line, without its end."""
    body = line.body
    head = {"n": line.n, "at": line.at, "fence": line.fence, "after": line.after}
    kind = type(body).__name__.removesuffix("Event").lower()
    first: dict[str, Any] = {"version": VERSION} if isinstance(body, OpenedEvent) else {}
    fields = {name: _plain(getattr(body, name)) for name in body.__slots__}
    return json.dumps(head | {"event": kind} | first | fields, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Ruleset | Tile) else value


def read_line(text: str) -> JournalLine:
    """Return the line that `write_line` wrote. Raises `FormatError`."""
    value = load_json(text, MAX_LINE_BYTES)
    if not isinstance(value, dict):
        raise FormatError(Fault.NOT_AN_OBJECT)
    kind = value.get("event")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise FormatError(Fault.UNKNOWN, "event", value=show(kind))
    read, keys = reader
    fields = fields_of(value, "", ("n", "at", "fence", "after", "event", *keys), ())
    with refusing_at(str(kind)):
        return JournalLine(
            whole_of(fields["n"], "n", 1),
            whole_of(fields["at"], "at"),
            whole_of(fields["fence"], "fence"),
            text_of(fields["after"], "after", ID_DIGITS),
            read(fields),
        )


def whole_of(value: Any, where: str, least: int = 0, most: int = MAX_NUMBER) -> int:
    """`value` if it is a whole number within bounds. Raises `FormatError`."""
    if type(value) is not int:
        raise FormatError(Fault.NOT_WHOLE, where, value=show(value))
    if not least <= value <= most:
        raise FormatError(Fault.OUT_OF_RANGE, where, least=least, most=most, value=value)
    return value


def hex_of(value: Any, where: str, length: int) -> bytes:
    """Return the bytes that a text shows as lower-case hex. Raises `FormatError`."""
    text = text_of(value, where, 2 * length)
    if len(text) != 2 * length:
        raise FormatError(Fault.WRONG_LENGTH, where, found=len(text) // 2, wanted=length)
    if not set(text) <= set("0123456789abcdef"):
        raise FormatError(Fault.NOT_HEX, where)
    return bytes.fromhex(text)


def id_of(value: Any, where: str) -> str:
    """`value` if it is the id of a request. Raises `FormatError`."""
    return hex_of(value, where, ID_DIGITS // 2).hex()


def bot_of(value: Any, where: str) -> str | None:
    """`value` if it is the name of an engine, or None. Raises `FormatError`."""
    return None if value is None else text_of(value, where, MAX_NAME_LENGTH)


def _truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError(Fault.NOT_A_BOOLEAN, where)
    return value


def _key(value: Any, where: str) -> bytes:
    return hex_of(value, where, KEY_BYTES)


def _seat(value: Any, where: str) -> int:
    return whole_of(value, where, 0, MAX_PLAYERS - 1)


def _seats(value: Any, where: str) -> tuple[int, ...]:
    seats = tuple(_seat(one, where) for one in list_of(value, where, MAX_PLAYERS))
    if len(set(seats)) != len(seats):
        raise FormatError(Fault.SEAT_TWICE, where)
    return seats


def _opened(f: dict[str, Any]) -> OpenedEvent:
    if f["version"] != VERSION:
        raise FormatError(Fault.UNKNOWN_VERSION, "version", value=show(f["version"]))
    rules = Ruleset.parse(text_of(f["rules"], "rules", 200))
    if rules.rounds > MAX_ROUNDS_APART:
        raise FormatError(Fault.TOO_MANY_ROUNDS, most=MAX_ROUNDS_APART)
    return OpenedEvent(
        hex_of(f["table"], "table", TABLE_BYTES),
        rules,
        whole_of(f["seats"], "seats", 1, MAX_PLAYERS),
        whole_of(f["seconds"], "seconds", 1, MAX_SECONDS),
        hex_of(f["promise"], "promise", 32).hex(),
        _key(f["key"], "key"),
        text_of(f["title"], "title", MAX_TITLE),
        _truth(f["club"], "club"),
    )


def _asked(f: dict[str, Any]) -> AskedEvent:
    name = text_of(f["name"], "name", MAX_NAME_LENGTH)
    return AskedEvent(_key(f["key"], "key"), name, bot_of(f["bot"], "bot"), id_of(f["request"], "request"))


def _begun(f: dict[str, Any]) -> BegunEvent:
    seats = tuple(_key(one, "seats") for one in list_of(f["seats"], "seats", MAX_PLAYERS))
    return BegunEvent(seats, _seats(f["house"], "house"))


def _called(f: dict[str, Any]) -> CalledEvent:
    tiles = tuple(Tile.parse(text_of(one, "tiles", 3)) for one in list_of(f["tiles"], "tiles", 3))
    return CalledEvent(whole_of(f["call"], "call", 1), tiles, whole_of(f["until"], "until"))


def _extended(f: dict[str, Any]) -> ExtendedEvent:
    return ExtendedEvent(whole_of(f["call"], "call", 1), whole_of(f["until"], "until"))


def _answered(f: dict[str, Any]) -> AnsweredEvent:
    return AnsweredEvent(
        whole_of(f["call"], "call", 1),
        _seat(f["seat"], "seat"),
        id_of(f["request"], "request"),
        id_of(f["turn"], "turn"),
        _truth(f["held"], "held"),
    )


def _closed(f: dict[str, Any]) -> ClosedEvent:
    turns = list_of(f["turns"], "turns", MAX_PLAYERS)
    return ClosedEvent(
        whole_of(f["call"], "call", 1),
        tuple(text_of(one, "turns", MAX_TURN_TEXT) for one in turns),
        _seats(f["missed"], "missed"),
    )


def _substitute(f: dict[str, Any]) -> SubstituteEvent:
    return SubstituteEvent(_seat(f["seat"], "seat"), _key(f["key"], "key"), _truth(f["house"], "house"))


def _left(f: dict[str, Any]) -> LeftEvent:
    return LeftEvent(_key(f["key"], "key"), id_of(f["request"], "request"))


def _reminded(f: dict[str, Any]) -> RemindedEvent:
    by = None if f["by"] is None else _seat(f["by"], "by")
    seats = _seats(f["seats"], "seats")
    return RemindedEvent(whole_of(f["call"], "call", 1), by, seats, id_of(f["request"], "request"))


def _over(f: dict[str, Any]) -> OverEvent:
    return OverEvent(text_of(f["seed"], "seed", 64))


def _rematch(f: dict[str, Any]) -> RematchEvent:
    return RematchEvent(text_of(f["invitation"], "invitation", MAX_INVITATION))


_READERS: Final[dict[str, tuple[Callable[[dict[str, Any]], TableEventBody], tuple[str, ...]]]] = {
    "opened": (_opened, ("version", *OpenedEvent.__slots__)),
    "asked": (_asked, AskedEvent.__slots__),
    "begun": (_begun, BegunEvent.__slots__),
    "called": (_called, CalledEvent.__slots__),
    "extended": (_extended, ExtendedEvent.__slots__),
    "answered": (_answered, AnsweredEvent.__slots__),
    "closed": (_closed, ClosedEvent.__slots__),
    "substitute": (_substitute, SubstituteEvent.__slots__),
    "left": (_left, LeftEvent.__slots__),
    "reminded": (_reminded, RemindedEvent.__slots__),
    "over": (_over, OverEvent.__slots__),
    "rematch": (_rematch, RematchEvent.__slots__),
}
