"""Entries: one signed line each, and their bodies by kind ("Encoding").

`read_entry` takes a line in its one spelling and refuses any other; what a body means at its
table is judged by `game.net.fold`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Final, TypeAlias

from game.net.encoding import HASH_BYTES, from_hex, tag, tagged_hash, write_json
from game.net.keys import SEAL_OVERHEAD, SIGNATURE_BYTES, Card, is_box, is_signed
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, load_json, show, text_of
from game.rules.match import Player, new_match
from game.rules.names import MAX_NAME_LENGTH
from game.rules.record import parse_record, print_record
from game.rules.ruleset import MAX_PLAYERS, Ruleset

MAX_LINE_BYTES: Final = 16_384
MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON reader reads exactly."""

MAX_ROUNDS_APART: Final = 100
"""Rounds a table may have: as many as a deal's code can name, 2,100 calls at the most."""

MAX_SECONDS_A_CALL: Final = 400 * 24 * 3600

VERSION: Final = 2
VERSIONS: Final = (1, VERSION)
"""Tables opened by version 1 are played out by its rules."""

MAX_INVITATION: Final = 2_000
"""Characters: more than the longest invitation has."""

SEALED_BYTES: Final = 96
"""What salt and text are padded to, so that the text's length tells nothing."""

MAX_TURN_TEXT: Final = SEALED_BYTES - HASH_BYTES
"""Longer than the longest turn there is: four tiles and three closing moves, 50 characters."""


@dataclass(frozen=True, slots=True)
class Open:
    """The game master opens a table: `seconds` a call, `box` for sealed answers, `end` is x(0)."""

    rules: Ruleset
    seats: int
    seconds: int
    box: bytes
    end: bytes
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Sit:
    """A request for a seat; `bot` names the engine that plays it."""

    name: str
    bot: str | None


@dataclass(frozen=True, slots=True)
class Leave:
    """The author's word that the seat is given up."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A guest has read the match to its last close, whose hash `close` is."""

    close: bytes


@dataclass(frozen=True, slots=True)
class Rematch:
    """After the last close the game master invites to another table, in the kind `next`."""

    invitation: str


@dataclass(frozen=True, slots=True)
class Begin:
    """The game master says who sits where (hashes of `Sit`) and which seats its home plays."""

    sits: tuple[bytes, ...]
    house: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NetCall:
    """Call `number` (from 1 through all rounds) shows `link`, x(number).

    It is open from `since` until `until`, UTC seconds by the game master's clock; version 1 does
    not say since when.
    """

    number: int
    link: bytes
    until: int
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn that only the game master can open; `after` names the house's answers."""

    call: bytes
    after: tuple[bytes, ...]
    commit: bytes
    seal: bytes


@dataclass(frozen=True, slots=True)
class Counted:
    """A seat's answer, opened."""

    answer: bytes
    salt: bytes
    text: str


@dataclass(frozen=True, slots=True)
class PlacedFor:
    """A seat that missed: what the game master placed.

    `answer` is the hash of an answer that does not count, `leave` of the word that the seat is
    given up; never both.
    """

    text: str
    answer: bytes | None
    leave: bytes | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """The game master closes a call `at` UTC seconds, seat by seat."""

    call: bytes
    at: int
    seats: tuple[Counted | PlacedFor, ...]


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A substitute (M5), in the kind `seat`: the hash of its `sit`, of the leave if there was."""

    seat: int
    sit: bytes
    leave: bytes | None
    is_house: bool


Body: TypeAlias = (
    Open | Sit | Leave | Receipt | Rematch | Begin | NetCall | Answer | Close | NewSeat
)

_Reader: TypeAlias = Callable[[Any, str], Any]
"""What reads a JSON value found at that place. Raises `FormatError`."""


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """One line of a log, its signature proven.

    `table` is the table's id, for the `Open` itself its own hash; `before` is empty for number 1.
    """

    hash: bytes
    table: bytes
    author: bytes
    number: int
    before: bytes
    body: Body
    line: str

    def __repr__(self) -> str:
        kind = type(self.body).__name__
        return f"<Entry {self.hash.hex()[:8]}: {kind} {self.number} of {self.author.hex()[:8]}>"


def sign_entry(card: Card, table: bytes, number: int, before: bytes, body: Body) -> Entry:
    """Return the next entry of a card's log; `table` and `before` are empty for an `Open`."""
    value = {
        "table": table.hex(),
        "author": card.author.hex(),
        "number": number,
        "before": before.hex(),
        "body": _body_json(body),
    }
    text = write_json(value)
    data = text.encode("ascii")
    line = f"{card.sign(tag('entry', data)).hex()} {text}"
    if len(line) > MAX_LINE_BYTES:
        raise FormatError(Fault.TOO_MANY_BYTES, most=MAX_LINE_BYTES)
    own = tagged_hash("entry", data)
    return Entry(own, table or own, card.author, number, before, body, line)


def read_entry(line: str | bytes) -> Entry:
    """Return the entry on a line, without its line end. Raises `FormatError` for any
    other spelling.
    """
    try:
        raw = line.encode("ascii") if isinstance(line, str) else bytes(line)
        shown = raw[: MAX_LINE_BYTES + 1].decode("ascii")
    except UnicodeError:
        raise FormatError(Fault.NOT_ASCII) from None
    if len(raw) > MAX_LINE_BYTES:
        raise FormatError(Fault.TOO_MANY_BYTES, most=MAX_LINE_BYTES)
    signature_text, space, text = shown.partition(" ")
    if not space:
        raise FormatError(Fault.NO_SIGNATURE)
    signature = from_hex(signature_text, "signature", SIGNATURE_BYTES)
    value = load_json(text, MAX_LINE_BYTES)
    found = fields_of(value, "entry", ("table", "author", "number", "before", "body"), ())
    author = from_hex(found["author"], "author")
    number = _integer(found["number"], "number", 1)
    before = from_hex(found["before"], "before", HASH_BYTES if number > 1 else 0)
    body = _read_body(found["body"])
    is_open = isinstance(body, Open)
    table = from_hex(found["table"], "table", 0 if is_open else HASH_BYTES)
    if is_open and number != 1:
        raise FormatError(Fault.NOT_FIRST, "number")
    try:
        spelling = write_json(value)
    except RecursionError:
        raise FormatError(Fault.TOO_DEEP) from None
    if spelling != text:
        raise FormatError(Fault.OTHER_SPELLING)
    data = text.encode("ascii")
    if not is_signed(author, tag("entry", data), signature):
        raise FormatError(Fault.NOT_SIGNED, "signature")
    own = tagged_hash("entry", data)
    return Entry(own, table or own, author, number, before, body, shown)


def _body_json(body: Body) -> dict[str, Any]:
    if isinstance(body, Open):
        return {
            "kind": "open",
            "version": body.version,
            "rules": _rules_json(body.rules, body.seats),
            "seats": body.seats,
            "time": body.seconds,
            "box": body.box.hex(),
            "end": body.end.hex(),
        }
    kind, readers = next((kind, r) for kind, (made, r) in _KINDS.items() if made is type(body))
    values = (_written(getattr(body, field.name)) for field in fields(body))
    told = zip(readers, values, strict=True)
    return {"kind": kind} | {k: v for k, v in told if v is not None or k not in _OPTIONAL}


def _written(value: Any) -> Any:
    match value:
        case bytes():
            return value.hex()
        case tuple():
            return [_written(item) for item in value]
        case Counted():
            return {"answer": value.answer.hex(), "salt": value.salt.hex(), "text": value.text}
        case PlacedFor():
            named = {"answer": value.answer, "leave": value.leave}
            told = {key: hash.hex() for key, hash in named.items() if hash is not None}
            return {"placed": value.text} | told
        case _:
            return value


def _rules_json(rules: Ruleset, seats: int) -> Any:
    """Return the object `rules` of a record (`game.rules.record`)."""
    return json.loads(print_record(new_match(rules, (Player("-"),) * seats)))["rules"]


def _read_body(value: Any) -> Body:
    if not isinstance(value, dict):
        raise FormatError(Fault.NOT_AN_OBJECT, "body")
    kind = value.get("kind")
    if kind == "open":
        return _read_open(value)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise FormatError(Fault.UNKNOWN, "body.kind", value=show(kind))
    made, readers = _KINDS[kind]
    required = tuple(key for key in readers if key not in _OPTIONAL)
    found = fields_of(value, "body", ("kind", *required), _OPTIONAL if made is NetCall else ())
    return made(*(read(found[key], f"body.{key}") for key, read in readers.items() if key in found))


def _read_open(value: dict[str, Any]) -> Open:
    keys = ("kind", "version", "rules", "seats", "time", "box", "end")
    found = fields_of(value, "body", keys, ())
    if type(found["version"]) is not int or found["version"] not in VERSIONS:
        raise FormatError(Fault.UNKNOWN_VERSION, "body.version", value=show(found["version"]))
    seats = _integer(found["seats"], "body.seats", 1, MAX_PLAYERS)
    # A record without rounds says everything that rules can be wrong about (V1 included).
    record = {
        "format": "take-it-easy",
        "version": 1,
        "rules": found["rules"],
        "players": [{"name": "-", "kind": "human"}] * seats,
        "rounds": [],
    }
    rules = parse_record(json.dumps(record)).rules
    if rules.rounds > MAX_ROUNDS_APART:
        raise FormatError(Fault.TOO_MANY_ROUNDS, "body.rules.rounds", most=MAX_ROUNDS_APART)
    box = from_hex(found["box"], "body.box")
    if not is_box(box):
        raise FormatError(Fault.NOT_A_BOX, "body.box")
    seconds = _integer(found["time"], "body.time", 1, MAX_SECONDS_A_CALL)
    end = from_hex(found["end"], "body.end")
    return Open(rules, seats, seconds, box, end, found["version"])


def _integer(value: Any, where: str, least: int = 0, most: int = MAX_INTEGER) -> int:
    if type(value) is not int:
        raise FormatError(Fault.NOT_WHOLE, where, value=show(value))
    if not least <= value <= most:
        raise FormatError(Fault.OUT_OF_RANGE, where, least=least, most=most, value=show(value))
    return value


def _truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError(Fault.NOT_A_BOOLEAN, where)
    return value


def _turn_text(value: Any, where: str) -> str:
    text = text_of(value, where, MAX_TURN_TEXT)
    if not text.isascii() or not text.isprintable():
        raise FormatError(Fault.PLAIN_TURN, where)
    return text


def _closed_seat(value: Any, where: str) -> Counted | PlacedFor:
    if isinstance(value, dict) and "placed" in value:
        key = "leave" if "leave" in value else "answer"
        found = fields_of(value, where, ("placed",), (key,))
        named = from_hex(found[key], f"{where}.{key}") if key in found else None
        text = _turn_text(found["placed"], f"{where}.placed")
        return PlacedFor(text, None, named) if key == "leave" else PlacedFor(text, named)
    found = fields_of(value, where, ("answer", "salt", "text"), ())
    return Counted(
        from_hex(found["answer"], f"{where}.answer"),
        from_hex(found["salt"], f"{where}.salt"),
        _turn_text(found["text"], f"{where}.text"),
    )


def _house(value: Any, where: str) -> tuple[int, ...]:
    seats: tuple[int, ...] = _listed(_seat)(value, where)
    if len(set(seats)) != len(seats):
        raise FormatError(Fault.SEAT_TWICE, where)
    return seats


def _listed(read: _Reader) -> _Reader:
    """Return a list of such values, one a seat at the most."""
    return lambda value, where: tuple(
        read(item, f"{where}[{i}]") for i, item in enumerate(list_of(value, where, MAX_PLAYERS))
    )


def _or_null(read: _Reader) -> _Reader:
    return lambda value, where: None if value is None else read(value, where)


_name: Final = partial(text_of, most=MAX_NAME_LENGTH)
_seat: Final = partial(_integer, most=MAX_PLAYERS - 1)
_number: Final = partial(_integer, least=1)
_seal: Final = partial(from_hex, length=SEALED_BYTES + SEAL_OVERHEAD)

_OPTIONAL: Final = ("from",)
"""What a `call` of version 1 does not say."""

_KINDS: Final[dict[str, tuple[Callable[..., Body], dict[str, _Reader]]]] = {
    "sit": (Sit, {"name": _name, "bot": _or_null(_name)}),
    "leave": (Leave, {}),
    "receipt": (Receipt, {"close": from_hex}),
    "next": (Rematch, {"invitation": partial(text_of, most=MAX_INVITATION)}),
    "begin": (Begin, {"sits": _listed(from_hex), "house": _house}),
    "call": (NetCall, {"call": _number, "link": from_hex, "until": _integer, "from": _integer}),
    "answer": (
        Answer, {"call": from_hex, "after": _listed(from_hex), "commit": from_hex, "seal": _seal}
    ),
    "close": (Close, {"call": from_hex, "at": _integer, "seats": _listed(_closed_seat)}),
    "seat": (
        NewSeat, {"seat": _seat, "sit": from_hex, "leave": _or_null(from_hex), "house": _truth}
    ),
}  # fmt: skip
"""By kind what is made of a body, and its keys beside `kind` in the order of that one's fields,
each with what reads its value. An `open` is read and written apart: its rules need its seats."""
