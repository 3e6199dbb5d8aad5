"""The events of a table's journal, and the lines they are written as.

A line is a JSON object: its number `n` from 1, `at` (UTC seconds by the leader's clock), `fence`
(the number of the leading program; a later leader has a higher one), `after` (the start of the hash
of the line before), `event`, that event's fields, and `proof`, by which the leader recognises its
own lines. README.md shows each kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, Final, TypeVar, get_args

from game.net.journal.keys import KEY_BYTES, is_proof, proof
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, load_json, refusing_at, show, text_of
from game.rules.names import MAX_NAME_LENGTH
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.rules.tiles import Tile

_T = TypeVar("_T")

JOURNAL_VERSION: Final = 1
MAX_LINE_BYTES: Final = 8_192

MAX_JOURNAL_BYTES: Final = 16 << 20
"""Most bytes of the lines that are accepted of a journal."""

MAX_NUMBER: Final = 1 << 53
MAX_FENCE: Final = 1 << 40
"""A bound above every fence that is reached, so that each written line can be read."""
MAX_SECONDS: Final = 400 * 86_400
MAX_ROUNDS_APART: Final = 100
MAX_TURN_TEXT: Final = 96
MAX_TITLE: Final = 100
MAX_INVITATION: Final = 2_000
TABLE_BYTES: Final = 16
ID_DIGITS: Final = 16
"""Hex digits of a request's id, and of a line's hash in the next line."""
PROOF_BYTES: Final = 32

_PROOF: Final = ',"proof":"'


@dataclass(frozen=True, slots=True)
class OpenedEvent:
    """A table was opened: `promise` is the SHA-256 of the seed, `key` the leader's public one.

    `title` is the league that it counts for. `club` is False: earlier versions had clubs that led
    tables, and read this field of every journal.

    `table` is its id, `rules` the match's ruleset, `seats` the number of players, `seconds` the
    time for each call.
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
    """A player asked for a seat; `bot` is the engine of a computer player."""

    key: bytes
    name: str
    bot: str | None
    request: str


@dataclass(frozen=True, slots=True)
class BegunEvent:
    """The match began: seat keys in order; `house` are the seats of the leader's own program."""

    keys: tuple[bytes, ...]
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
    """The leader got a seat's turn; with `held` False it was taken back.

    `request` is the id of the request that this answers, `turn` the id of the turn.
    """

    call: int
    seat: int
    request: str
    turn: str
    held: bool


@dataclass(frozen=True, slots=True)
class ClosedEvent:
    """A call was closed, with every seat's turn; for the seats `missed` the leader placed."""

    call: int
    turns: tuple[str, ...]
    missed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SubstituteEvent:
    """An applicant took the seat of a player who left or is out (M5)."""

    seat: int
    key: bytes
    is_house: bool


@dataclass(frozen=True, slots=True)
class LeftEvent:
    """A player gave up a seat, or the wish for one."""

    key: bytes
    request: str


@dataclass(frozen=True, slots=True)
class RemindedEvent:
    """Seats were reminded that the open call waits for them; `by` is None for the leader."""

    call: int
    by: int | None
    waited: tuple[int, ...]
    request: str


@dataclass(frozen=True, slots=True)
class OverEvent:
    """The match is over; the promised seed is published."""

    seed: str


@dataclass(frozen=True, slots=True)
class RematchEvent:
    """All players are invited to the next table."""

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
    """Return the start of a line's hash, which the next line repeats."""
    return sha256(line.encode()).hexdigest()[:ID_DIGITS]


def promise_of(seed: str) -> str:
    """Return a seed's SHA-256, which is published when the table is opened."""
    return sha256(seed.encode()).hexdigest()


def write_line(line: JournalLine, secret: bytes = b"") -> str:
    """Return the text of a line without its line end, proved by the leader's secret."""
    body = line.body
    head = {"n": line.n, "at": line.at, "fence": line.fence, "after": line.after}
    kind = type(body).__name__.removesuffix("Event").lower()
    first: dict[str, Any] = {"version": JOURNAL_VERSION} if isinstance(body, OpenedEvent) else {}
    fields = {name: _plain(getattr(body, name)) for name in body.__slots__}
    text = json.dumps(head | {"event": kind} | first | fields, separators=(",", ":"))[:-1]
    return f'{text}{_PROOF}{proof(secret, text.encode())}"}}'


def is_written_by(secret: bytes, text: str) -> bool:
    """Whether the leader with that secret wrote this very line."""
    head, _, end = text.rpartition(_PROOF)
    return is_proof(secret, head.encode("utf-8", "replace"), end.removesuffix('"}'))


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Ruleset | Tile) else value


def read_line(text: str) -> JournalLine:
    """Parse a line that `write_line` wrote. Raises `FormatError`."""
    value = load_json(text, MAX_LINE_BYTES)
    kind = _KINDS.get(str(value.get("event"))) if isinstance(value, dict) else None
    if kind is None:
        raise FormatError(Fault.UNKNOWN, "event", value=show(value))
    version = ("version",) if kind is OpenedEvent else ()
    keys = ("n", "at", "fence", "after", "event", *version, *kind.__slots__, "proof")
    fields = fields_of(value, "", keys, ())
    if fields.get("version", JOURNAL_VERSION) != JOURNAL_VERSION:
        raise FormatError(Fault.UNKNOWN_VERSION, "version", value=show(fields["version"]))
    n, at = (check_whole(fields[key], key) for key in ("n", "at"))
    fence = check_whole(fields["fence"], "fence", most=MAX_FENCE)
    after = text_of(fields["after"], "after", ID_DIGITS)
    hex_of(fields["proof"], "proof", PROOF_BYTES)
    return JournalLine(n, at, fence, after, read_fields(kind, fields))


def read_fields(kind: type[_T], fields: dict[str, Any]) -> _T:
    """Build an event, or the body of a request, from the fields that its class names."""
    with refusing_at(kind.__name__):
        return kind(**{name: _FIELDS[name](fields[name], name) for name in kind.__slots__})  # type: ignore[attr-defined]


def check_whole(value: Any, where: str, least: int = 0, most: int = MAX_NUMBER) -> int:
    """Return `value` if it is an integer within bounds. Raises `FormatError`."""
    if type(value) is not int:
        raise FormatError(Fault.NOT_WHOLE, where, value=show(value))
    if not least <= value <= most:
        raise FormatError(Fault.OUT_OF_RANGE, where, least=least, most=most, value=value)
    return value


def fence_of(value: Any) -> int:
    """Return the fence in a transport's data; 0 for an invalid one."""
    is_one = type(value) is int and 0 <= value < MAX_FENCE
    return value if is_one else 0


def hex_of(value: Any, where: str, length: int) -> bytes:
    """Return the bytes of a lower-case hex text of that many bytes. Raises `FormatError`."""
    text = text_of(value, where, 2 * length)
    if len(text) != 2 * length:
        raise FormatError(Fault.WRONG_LENGTH, where, found=len(text) // 2, wanted=length)
    if not set(text) <= set("0123456789abcdef"):
        raise FormatError(Fault.NOT_HEX, where)
    return bytes.fromhex(text)


def id_of(value: Any, where: str) -> str:
    """Return `value` if it is the id of a request. Raises `FormatError`."""
    return hex_of(value, where, ID_DIGITS // 2).hex()


def _truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError(Fault.NOT_A_BOOLEAN, where)
    return value


def _key(value: Any, where: str) -> bytes:
    return hex_of(value, where, KEY_BYTES)


def _seats(value: Any, where: str) -> tuple[int, ...]:
    seats = _all(_seat)(value, where)
    if len(set(seats)) != len(seats):
        raise FormatError(Fault.SEAT_TWICE, where)
    return seats


def _all(read: Callable[[Any, str], _T]) -> Callable[[Any, str], tuple[_T, ...]]:
    return lambda value, where: tuple(read(v, where) for v in list_of(value, where, MAX_PLAYERS))


def _rules(value: Any, where: str) -> Ruleset:
    rules = Ruleset.parse(text_of(value, where, 200))
    if rules.rounds > MAX_ROUNDS_APART:
        raise FormatError(Fault.TOO_MANY_ROUNDS, where, most=MAX_ROUNDS_APART)
    return rules


_seat: Final = partial(check_whole, most=MAX_PLAYERS - 1)
_number: Final = partial(check_whole, least=1)
_name: Final = partial(text_of, most=MAX_NAME_LENGTH)
_turn: Final = partial(text_of, most=MAX_TURN_TEXT)
_FIELDS: Final[dict[str, Callable[[Any, str], Any]]] = {
    "table": partial(hex_of, length=TABLE_BYTES),
    "rules": _rules,
    "seats": partial(check_whole, least=1, most=MAX_PLAYERS),
    "seconds": partial(check_whole, least=1, most=MAX_SECONDS),
    "promise": lambda value, where: hex_of(value, where, 32).hex(),
    "key": _key,
    "title": partial(text_of, most=MAX_TITLE),
    "club": _truth,
    "name": _name,
    "bot": lambda value, where: None if value is None else _name(value, where),
    "request": id_of,
    "keys": _all(_key),
    "house": _seats,
    "call": _number,
    "tiles": _all(lambda value, where: Tile.parse(text_of(value, where, 3))),
    "until": check_whole,
    "seat": _seat,
    "turn": id_of,
    "text": _turn,
    "held": _truth,
    "turns": _all(_turn),
    "missed": _seats,
    "is_house": _truth,
    "by": lambda value, where: None if value is None else _seat(value, where),
    "waited": _seats,
    "seed": partial(text_of, most=64),
    "invitation": partial(text_of, most=MAX_INVITATION),
}
"""The reader of each field by name: a field's name has one meaning in all events."""

_KINDS: Final = {
    kind.__name__.removesuffix("Event").lower(): kind for kind in get_args(TableEventBody)
}
