"""Requests of guests to the leader, each a line with an id, proved and sealed by a seat key.

A request is repeated until the journal answers it by its id; a repeated one has no effect.
"""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from dataclasses import dataclass, replace
from typing import Final

from game.net.journal.events import (
    ID_DIGITS,
    TABLE_BYTES,
    check_whole,
    hex_of,
    id_of,
    read_fields,
)
from game.net.journal.keys import KEY_BYTES, is_proof, mask, proof, public_of, shared_key
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, load_json, show, text_of

MAX_REQUEST_BYTES: Final = 2_048


@dataclass(frozen=True, slots=True)
class SeatBody:
    """Asks for a seat under a name; `bot` is the engine of a computer player."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class TurnBody:
    """Hands a whole turn in."""

    call: int
    text: str


@dataclass(frozen=True, slots=True)
class BackBody:
    """Takes back the turn with that id."""

    call: int
    turn: str


@dataclass(frozen=True, slots=True)
class LeaveBody:
    """Gives up the seat, or the wish for one."""


@dataclass(frozen=True, slots=True)
class RemindBody:
    """Reminds all players whom the open call waits for."""

    call: int


@dataclass(frozen=True, slots=True)
class RematchBody:
    """Asks for a rematch, after the end."""


RequestBody = SeatBody | TurnBody | BackBody | LeaveBody | RemindBody | RematchBody

_KINDS: Final[dict[str, type[RequestBody]]] = {
    "seat": SeatBody,
    "turn": TurnBody,
    "back": BackBody,
    "leave": LeaveBody,
    "remind": RemindBody,
    "rematch": RematchBody,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class TableRequest:
    """One request as it is sent: `key` is the seat's, `sealed` the encrypted body.

    Kind and `call` (0 for none) are readable, so that the leader opens turns only when the call
    closes.

    `table` is the table's id, `id` the request's, `kind` the class of the body, and `proof` shows
    that the sender holds the seat.
    """

    table: bytes
    key: bytes
    id: str
    kind: type[RequestBody]
    call: int
    sealed: bytes
    proof: str

    @property
    def text(self) -> str:
        """The request as a line."""
        value = {
            "table": self.table.hex(),
            "from": self.key.hex(),
            "id": self.id,
            "kind": _NAMES[self.kind],
            "call": self.call,
            "body": base64.urlsafe_b64encode(self.sealed).decode(),
            "mac": self.proof,
        }
        return json.dumps(value, separators=(",", ":"))

    def open(self, shared: bytes) -> RequestBody:
        """Return the body, decrypted with the key shared with the sender. Raises `FormatError`."""
        self.check(shared)
        value = load_json(mask(shared, self.id.encode(), self.sealed), MAX_REQUEST_BYTES)
        names = tuple(name for name in self.kind.__slots__ if name != "call")
        return read_fields(self.kind, {**fields_of(value, "", names, ()), "call": self.call})

    def check(self, shared: bytes) -> None:
        """Raise `FormatError` unless the owner of the seat key made this request."""
        if not is_proof(shared, self._proved(), self.proof):
            raise FormatError(Fault.NOT_PROVED)

    def _proved(self) -> bytes:
        about = f"{self.id} {_NAMES[self.kind]} {self.call}"
        head = (self.table, self.key, about.encode())
        return b"\n".join((*head, self.sealed))


def new_id() -> str:
    """Return the id of a new request."""
    return secrets.token_hex(ID_DIGITS // 2)


def make_request(table: bytes, secret: bytes, leader: bytes, body: RequestBody) -> TableRequest:
    """Return a new request to a table's leader by the seat with that secret.

    Raises `FormatError` for an invalid leader's key.
    """
    shared = shared_key(secret, leader)
    if shared is None:
        raise FormatError(Fault.ALTERED, "key")
    return seal_request(table, public_of(secret), shared, body)


def seal_request(table: bytes, key: bytes, shared: bytes, body: RequestBody) -> TableRequest:
    """Return a new request by the seat with that public key; `shared` is its key with the
    leader.
    """
    id = new_id()
    fields = {name: getattr(body, name) for name in body.__slots__}
    call = fields.pop("call", 0)
    sealed = mask(shared, id.encode(), json.dumps(fields, separators=(",", ":")).encode())
    request = TableRequest(table, key, id, type(body), call, sealed, "")
    return replace(request, proof=proof(shared, request._proved()))


def read_request(text: str) -> TableRequest:
    """Parse a request's line; its proof is checked when it is opened. Raises `FormatError`."""
    keys = ("table", "from", "id", "kind", "call", "body", "mac")
    f = fields_of(load_json(text, MAX_REQUEST_BYTES), "", keys, ())
    kind = _KINDS.get(text_of(f["kind"], "kind"))
    if kind is None:
        raise FormatError(Fault.UNKNOWN, "kind", value=show(f["kind"]))
    try:
        sealed = base64.b64decode(text_of(f["body"], "body"), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise FormatError(Fault.NOT_BASE64, "body") from None
    return TableRequest(
        hex_of(f["table"], "table", TABLE_BYTES),
        hex_of(f["from"], "from", KEY_BYTES),
        id_of(f["id"], "id"),
        kind,
        check_whole(f["call"], "call"),
        sealed,
        text_of(f["mac"], "mac", 64),
    )
