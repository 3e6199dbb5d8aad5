"""Entries: one signed line each, and their bodies by kind ("Encoding").

`read_entry` takes a line in its one spelling and refuses any other; what a body means at its
table is judged by `game.net.fold`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from game.net.encoding import HASH_BYTES, from_hex, tag, tagged_hash, write_json
from game.net.keys import SEAL_OVERHEAD, SIGNATURE_BYTES, Card, is_box, is_signed
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, load_json, show, text_of
from game.rules.match import Player, new_match
from game.rules.record import MAX_NAME_LENGTH, parse_record, print_record
from game.rules.ruleset import MAX_PLAYERS, Ruleset

__all__ = [
    "MAX_LINE_BYTES",
    "MAX_ROUNDS_APART",
    "MAX_SECONDS_A_CALL",
    "MAX_TURN_TEXT",
    "SEALED_BYTES",
    "Answer",
    "Begin",
    "Body",
    "Call",
    "Close",
    "Counted",
    "Entry",
    "Leave",
    "NewSeat",
    "Open",
    "PlacedFor",
    "Sit",
    "read_entry",
    "sign_entry",
]

MAX_LINE_BYTES: Final = 16_384
MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON reader reads exactly."""

MAX_ROUNDS_APART: Final = 100
"""Rounds a table may have: as many as a deal's code can name, 2,100 calls at the most."""

MAX_SECONDS_A_CALL: Final = 400 * 24 * 3600

VERSION: Final = 1
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


@dataclass(frozen=True, slots=True)
class Sit:
    """Somebody asks for a seat; `bot` names the engine that plays it."""

    name: str
    bot: str | None


@dataclass(frozen=True, slots=True)
class Leave:
    """The author gives the seat up."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The game master says who sits where (hashes of `Sit`) and which seats its home plays."""

    sits: tuple[bytes, ...]
    house: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Call `number` (from 1 through all rounds) shows `link`, x(number); open until `until`."""

    number: int
    link: bytes
    until: int


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
    """A seat that missed: what the game master placed, and the answer that does not count."""

    text: str
    answer: bytes | None


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


Body: TypeAlias = Open | Sit | Leave | Begin | Call | Answer | Close | NewSeat


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
    """The next entry of a card's log; `table` and `before` are empty for an `Open`."""
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
    """The entry on a line, without its line end. Raises `FormatError` for any other spelling."""
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
    where = "entry"
    fields = fields_of(value, where, ("table", "author", "number", "before", "body"), ())
    author = from_hex(fields["author"], "author")
    number = _integer(fields["number"], "number", 1)
    before = from_hex(fields["before"], "before", 32 if number > 1 else 0)
    body = _read_body(fields["body"])
    is_open = isinstance(body, Open)
    table = from_hex(fields["table"], "table", 0 if is_open else 32)
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
    match body:
        case Open():
            return {
                "kind": "open",
                "version": VERSION,
                "rules": _rules_json(body.rules, body.seats),
                "seats": body.seats,
                "time": body.seconds,
                "box": body.box.hex(),
                "end": body.end.hex(),
            }
        case Sit():
            return {"kind": "sit", "name": body.name, "bot": body.bot}
        case Leave():
            return {"kind": "leave"}
        case Begin():
            sits = [sit.hex() for sit in body.sits]
            return {"kind": "begin", "sits": sits, "house": list(body.house)}
        case Call():
            return {
                "kind": "call",
                "call": body.number,
                "link": body.link.hex(),
                "until": body.until,
            }
        case Answer():
            return {
                "kind": "answer",
                "call": body.call.hex(),
                "after": [answer.hex() for answer in body.after],
                "commit": body.commit.hex(),
                "seal": body.seal.hex(),
            }
        case Close():
            seats = [_seat_json(seat) for seat in body.seats]
            return {"kind": "close", "call": body.call.hex(), "at": body.at, "seats": seats}
        case NewSeat():
            return {
                "kind": "seat",
                "seat": body.seat,
                "sit": body.sit.hex(),
                "leave": None if body.leave is None else body.leave.hex(),
                "house": body.is_house,
            }


def _seat_json(seat: Counted | PlacedFor) -> dict[str, Any]:
    if isinstance(seat, Counted):
        return {"answer": seat.answer.hex(), "salt": seat.salt.hex(), "text": seat.text}
    placed = {"placed": seat.text}
    return placed if seat.answer is None else placed | {"answer": seat.answer.hex()}


def _rules_json(rules: Ruleset, seats: int) -> Any:
    """The object `rules` of a record (RECORD.md)."""
    return json.loads(print_record(new_match(rules, (Player("-"),) * seats)))["rules"]


def _read_body(value: Any) -> Body:
    if not isinstance(value, dict):
        raise FormatError(Fault.NOT_AN_OBJECT, "body")
    kind = value.get("kind")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise FormatError(Fault.UNKNOWN, "body.kind", value=show(kind))
    keys, read = reader
    return read(fields_of(value, "body", ("kind", *keys), ()))


def _read_open(fields: dict[str, Any]) -> Open:
    if type(fields["version"]) is not int or fields["version"] != VERSION:
        raise FormatError(Fault.UNKNOWN_VERSION, "body.version", value=show(fields["version"]))
    seats = _integer(fields["seats"], "body.seats", 1, MAX_PLAYERS)
    # A record without rounds says everything that rules can be wrong about (V1 included).
    record = {
        "format": "take-it-easy",
        "version": 1,
        "rules": fields["rules"],
        "players": [{"name": "-", "kind": "human"}] * seats,
        "rounds": [],
    }
    rules = parse_record(json.dumps(record)).rules
    if rules.rounds > MAX_ROUNDS_APART:
        raise FormatError(Fault.TOO_MANY_ROUNDS, "body.rules.rounds", most=MAX_ROUNDS_APART)
    box = from_hex(fields["box"], "body.box")
    if not is_box(box):
        raise FormatError(Fault.NOT_A_BOX, "body.box")
    seconds = _integer(fields["time"], "body.time", 1, MAX_SECONDS_A_CALL)
    return Open(rules, seats, seconds, box, from_hex(fields["end"], "body.end"))


def _read_sit(fields: dict[str, Any]) -> Sit:
    bot = fields["bot"]
    return Sit(
        text_of(fields["name"], "body.name", MAX_NAME_LENGTH),
        None if bot is None else text_of(bot, "body.bot", MAX_NAME_LENGTH),
    )


def _read_leave(fields: dict[str, Any]) -> Leave:
    return Leave()


def _read_begin(fields: dict[str, Any]) -> Begin:
    house = list_of(fields["house"], "body.house", MAX_PLAYERS)
    seats = tuple(_integer(seat, "body.house", 0, MAX_PLAYERS - 1) for seat in house)
    if len(set(seats)) != len(seats):
        raise FormatError(Fault.SEAT_TWICE, "body.house")
    return Begin(_hashes(fields["sits"], "body.sits"), seats)


def _read_call(fields: dict[str, Any]) -> Call:
    number = _integer(fields["call"], "body.call", 1)
    until = _integer(fields["until"], "body.until", 0)
    return Call(number, from_hex(fields["link"], "body.link"), until)


def _read_answer(fields: dict[str, Any]) -> Answer:
    return Answer(
        from_hex(fields["call"], "body.call"),
        _hashes(fields["after"], "body.after"),
        from_hex(fields["commit"], "body.commit"),
        from_hex(fields["seal"], "body.seal", SEALED_BYTES + SEAL_OVERHEAD),
    )


def _read_close(fields: dict[str, Any]) -> Close:
    seats = list_of(fields["seats"], "body.seats", MAX_PLAYERS)
    return Close(
        from_hex(fields["call"], "body.call"),
        _integer(fields["at"], "body.at", 0),
        tuple(_read_closed_seat(seat, f"body.seats[{i}]") for i, seat in enumerate(seats)),
    )


def _read_closed_seat(value: Any, where: str) -> Counted | PlacedFor:
    if isinstance(value, dict) and "placed" in value:
        fields = fields_of(value, where, ("placed",), ("answer",))
        answer = from_hex(fields["answer"], f"{where}.answer") if "answer" in fields else None
        return PlacedFor(_turn_text(fields["placed"], f"{where}.placed"), answer)
    fields = fields_of(value, where, ("answer", "salt", "text"), ())
    return Counted(
        from_hex(fields["answer"], f"{where}.answer"),
        from_hex(fields["salt"], f"{where}.salt"),
        _turn_text(fields["text"], f"{where}.text"),
    )


def _read_new_seat(fields: dict[str, Any]) -> NewSeat:
    leave = fields["leave"]
    if not isinstance(fields["house"], bool):
        raise FormatError(Fault.NOT_A_BOOLEAN, "body.house")
    return NewSeat(
        _integer(fields["seat"], "body.seat", 0, MAX_PLAYERS - 1),
        from_hex(fields["sit"], "body.sit"),
        None if leave is None else from_hex(leave, "body.leave"),
        fields["house"],
    )


_READERS: Final[dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any]], Body]]]] = {
    "open": (("version", "rules", "seats", "time", "box", "end"), _read_open),
    "sit": (("name", "bot"), _read_sit),
    "leave": ((), _read_leave),
    "begin": (("sits", "house"), _read_begin),
    "call": (("call", "link", "until"), _read_call),
    "answer": (("call", "after", "commit", "seal"), _read_answer),
    "close": (("call", "at", "seats"), _read_close),
    "seat": (("seat", "sit", "leave", "house"), _read_new_seat),
}
"""For each kind the keys beside `kind`, and what reads them."""


def _integer(value: Any, where: str, least: int, most: int = MAX_INTEGER) -> int:
    if type(value) is not int:
        raise FormatError(Fault.NOT_WHOLE, where, value=show(value))
    if not least <= value <= most:
        raise FormatError(Fault.OUT_OF_RANGE, where, least=least, most=most, value=show(value))
    return value


def _hashes(value: Any, where: str) -> tuple[bytes, ...]:
    listed = list_of(value, where, MAX_PLAYERS)
    return tuple(from_hex(item, f"{where}[{i}]") for i, item in enumerate(listed))


def _turn_text(value: Any, where: str) -> str:
    text = text_of(value, where, MAX_TURN_TEXT)
    if not text.isascii() or not text.isprintable():
        raise FormatError(Fault.PLAIN_TURN, where)
    return text
