"""Requests as they travel: each kind is read as it was written, and proved in every field."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from game.net.journal.keys import new_secret, public_of, shared_key
from game.net.journal.requests import (
    MAX_REQUEST_BYTES,
    BackBody,
    LeaveBody,
    RematchBody,
    RemindBody,
    RequestBody,
    SeatBody,
    TurnBody,
    make_request,
    new_id,
    read_request,
)
from game.rules.errors import Fault, FormatError

TABLE = bytes(range(16))
SECRET, LEADER = bytes([1]) * 32, bytes([2]) * 32
BODIES: tuple[tuple[RequestBody, str, int], ...] = (
    (SeatBody("Ană"), "seat", 0),
    (SeatBody("Robo", "fox"), "seat", 0),
    (TurnBody(3, "294@c3"), "turn", 3),
    (BackBody(4, "0123456789abcdef"), "back", 4),
    (LeaveBody(), "leave", 0),
    (RemindBody(5), "remind", 5),
    (RematchBody(), "rematch", 0),
)


def shared(leader: bytes = LEADER) -> bytes:
    key = shared_key(SECRET, public_of(leader))
    assert key is not None
    return key


@pytest.mark.parametrize(("body", "kind", "call"), BODIES)
def test_a_request_is_read_as_it_was_made_and_names_kind_and_call_alone(
    body: RequestBody, kind: str, call: int
) -> None:
    made = make_request(TABLE, SECRET, public_of(LEADER), body)
    request = read_request(made.text)
    assert request == made
    assert request.open(shared()) == body
    fields = json.loads(request.text)
    assert (fields["kind"], fields["call"]) == (kind, call)
    assert (request.table, request.key) == (TABLE, public_of(SECRET))
    assert "294" not in base64.urlsafe_b64decode(fields["body"]).decode("latin-1")
    again = make_request(TABLE, SECRET, public_of(LEADER), body)
    assert again.id != request.id
    # Each field is proved, and the proof is the seat's.
    for other in (
        replace(request, table=bytes(16)),
        replace(request, key=public_of(new_secret())),
        replace(request, id=new_id()),
        replace(request, kind=RemindBody if kind != "remind" else TurnBody),
        replace(request, call=call + 1),
        replace(request, sealed=bytes([request.sealed[0] ^ 1]) + request.sealed[1:]),
        replace(request, proof="0" * 64),
    ):
        with pytest.raises(FormatError) as caught:
            other.check(shared())
        assert caught.value.fault is Fault.NOT_PROVED
    with pytest.raises(FormatError) as caught:
        request.open(shared(bytes([3]) * 32))
    assert caught.value.fault is Fault.NOT_PROVED


def test_a_leaders_key_that_gives_everyone_the_same_is_refused() -> None:
    with pytest.raises(FormatError) as caught:
        make_request(TABLE, SECRET, bytes(32), LeaveBody())
    assert (caught.value.fault, caught.value.where) == (Fault.ALTERED, "key")


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("kind", "dance", Fault.UNKNOWN),
        ("body", "=", Fault.NOT_BASE64),
        ("body", "ă", Fault.NOT_BASE64),
        ("table", "00" * 15, Fault.WRONG_LENGTH),
        ("from", "00" * 31, Fault.WRONG_LENGTH),
        ("id", "00" * 7, Fault.WRONG_LENGTH),
        ("id", "AB" * 8, Fault.NOT_HEX),
        ("call", -1, Fault.OUT_OF_RANGE),
        ("call", True, Fault.NOT_WHOLE),
        ("more", 1, Fault.UNKNOWN_KEY),
        ("body", "A" * MAX_REQUEST_BYTES, Fault.TOO_MANY_BYTES),
    ],
)
def test_an_odd_field_is_refused(field: str, value: Any, fault: Fault) -> None:
    made = make_request(TABLE, SECRET, public_of(LEADER), TurnBody(1, "294@c3"))
    with pytest.raises(FormatError) as caught:
        read_request(json.dumps(json.loads(made.text) | {field: value}))
    assert caught.value.fault is fault
