"""Journal lines as text: every event is read as it was written, and no value out of bounds."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import pytest

from game.net.journal.events import (
    MAX_FENCE,
    MAX_INVITATION,
    MAX_NUMBER,
    MAX_ROUNDS_APART,
    MAX_SECONDS,
    MAX_TITLE,
    MAX_TURN_TEXT,
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
    TableEventBody,
    fence_of,
    is_written_by,
    link_of,
    promise_of,
    read_line,
    write_line,
)
from game.rules.errors import Fault, FormatError
from game.rules.names import MAX_NAME_LENGTH
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from tests.net.worlds import CLASSIC

ID, KEY, OTHER = "0123456789abcdef", bytes([1]) * 32, bytes([2]) * 32
TILES = CLASSIC.grid.tile_set[:2]
OPENED = OpenedEvent(bytes(range(16)), CLASSIC, 2, 3600, "ab" * 32, KEY)
MOST = MAX_PLAYERS - 1
BODIES: tuple[TableEventBody, ...] = (
    OPENED,
    replace(OPENED, title="Winter", club=True, seats=MAX_PLAYERS, seconds=MAX_SECONDS),
    AskedEvent(KEY, "Ană", None, ID),
    AskedEvent(KEY, "x" * MAX_NAME_LENGTH, "fox", ID),
    BegunEvent((KEY, OTHER), ()),
    BegunEvent((KEY,), (MOST, 0)),
    CalledEvent(1, TILES, 0),
    ExtendedEvent(2, MAX_NUMBER),
    AnsweredEvent(3, 0, ID, ID[::-1], held=True),
    AnsweredEvent(3, MOST, ID, ID, held=False),
    ClosedEvent(4, ("294@c3", "x" * MAX_TURN_TEXT), (1,)),
    SubstituteEvent(1, KEY, is_house=True),
    LeftEvent(KEY, ID),
    RemindedEvent(5, None, (1, 0), ID),
    RemindedEvent(5, 0, (), ID),
    OverEvent("x" * 64),
    RematchEvent("x" * MAX_INVITATION),
)


def test_every_event_is_read_as_it_was_written_and_proved_by_its_leader() -> None:
    assert {type(body) for body in BODIES} == set(get_args(TableEventBody))
    for number, body in enumerate(BODIES, 1):
        line = JournalLine(number, 7 * number, MAX_FENCE, ID, body)
        text = write_line(line, KEY)
        assert read_line(text) == line
        assert is_written_by(KEY, text)
        assert not is_written_by(OTHER, text)
        assert not is_written_by(KEY, text.replace(":", ": ", 1))
        assert ("version" in json.loads(text)) is isinstance(body, OpenedEvent)
        assert link_of(text) != link_of(text + " ")


@pytest.mark.parametrize(
    ("body", "field", "value", "fault"),
    [
        (OPENED, "version", 2, Fault.UNKNOWN_VERSION),
        (OPENED, "version", 0, Fault.UNKNOWN_VERSION),
        (OPENED, "seats", 0, Fault.OUT_OF_RANGE),
        (OPENED, "seats", MAX_PLAYERS + 1, Fault.OUT_OF_RANGE),
        (OPENED, "seconds", 0, Fault.OUT_OF_RANGE),
        (OPENED, "seconds", MAX_SECONDS + 1, Fault.OUT_OF_RANGE),
        (OPENED, "seconds", 3600.0, Fault.NOT_WHOLE),
        (OPENED, "club", 0, Fault.NOT_A_BOOLEAN),
        (OPENED, "title", "x" * (MAX_TITLE + 1), Fault.TOO_MANY_CHARACTERS),
        (OPENED, "table", "00" * 15, Fault.WRONG_LENGTH),
        (OPENED, "promise", "00" * 31, Fault.WRONG_LENGTH),
        (OPENED, "key", "0g" * 32, Fault.NOT_HEX),
        (OPENED, "key", "0A" * 32, Fault.NOT_HEX),
        (
            OPENED,
            "rules",
            str(replace(CLASSIC, rounds=MAX_ROUNDS_APART + 1)),
            Fault.TOO_MANY_ROUNDS,
        ),
        (OPENED, "n", -1, Fault.OUT_OF_RANGE),
        (OPENED, "at", True, Fault.NOT_WHOLE),
        (OPENED, "at", MAX_NUMBER + 1, Fault.OUT_OF_RANGE),
        (OPENED, "fence", MAX_FENCE + 1, Fault.OUT_OF_RANGE),
        (OPENED, "after", ID + "0", Fault.TOO_MANY_CHARACTERS),
        (OPENED, "proof", "00" * 31, Fault.WRONG_LENGTH),
        (OPENED, "event", "dance", Fault.UNKNOWN),
        (OPENED, "more", 1, Fault.UNKNOWN_KEY),
        (BODIES[2], "name", "x" * (MAX_NAME_LENGTH + 1), Fault.TOO_MANY_CHARACTERS),
        (BODIES[2], "bot", 5, Fault.NOT_A_TEXT),
        (BODIES[2], "request", ID[:-2], Fault.WRONG_LENGTH),
        (BODIES[4], "keys", [KEY.hex()] * (MAX_PLAYERS + 1), Fault.TOO_MANY),
        (BODIES[4], "house", [1, 1], Fault.SEAT_TWICE),
        (BODIES[4], "house", [MAX_PLAYERS], Fault.OUT_OF_RANGE),
        (BODIES[6], "call", 0, Fault.OUT_OF_RANGE),
        (BODIES[6], "until", -1, Fault.OUT_OF_RANGE),
        (BODIES[8], "seat", MAX_PLAYERS, Fault.OUT_OF_RANGE),
        (BODIES[8], "seat", -1, Fault.OUT_OF_RANGE),
        (BODIES[8], "held", None, Fault.NOT_A_BOOLEAN),
        (BODIES[10], "turns", ["x" * (MAX_TURN_TEXT + 1)], Fault.TOO_MANY_CHARACTERS),
        (BODIES[10], "missed", [0, 0], Fault.SEAT_TWICE),
        (BODIES[11], "is_house", 1, Fault.NOT_A_BOOLEAN),
        (BODIES[13], "by", MAX_PLAYERS, Fault.OUT_OF_RANGE),
        (BODIES[13], "waited", [0, 0], Fault.SEAT_TWICE),
        (BODIES[15], "seed", "x" * 65, Fault.TOO_MANY_CHARACTERS),
        (BODIES[16], "invitation", "x" * (MAX_INVITATION + 1), Fault.TOO_MANY_CHARACTERS),
    ],
)
def test_the_first_value_out_of_bounds_is_refused(
    body: TableEventBody, field: str, value: Any, fault: Fault
) -> None:
    text = write_line(JournalLine(1, 7, 1, ID, body), KEY)
    with pytest.raises(FormatError) as caught:
        read_line(json.dumps(json.loads(text) | {field: value}))
    assert caught.value.fault is fault


def test_a_reason_has_the_found_figure_and_the_bound() -> None:
    for field, value, words in (
        ("table", "00" * 15, "table: 15 bytes instead of 16"),
        ("proof", "00" * 33, "proof: longer than 64 characters"),
        ("n", -1, f"n: is not a number from 0 to {MAX_NUMBER}: -1"),
        ("n", 1.5, "n: not a whole number: 1.5"),
        ("version", 2, "version: unknown version 2"),
        ("event", "dance", "event: unknown: an object"),
    ):
        text = write_line(JournalLine(1, 7, 1, ID, OPENED), KEY)
        with pytest.raises(FormatError) as caught:
            read_line(json.dumps(json.loads(text) | {field: value}))
        assert str(caught.value) == words


def test_as_many_rounds_as_may_be_are_read() -> None:
    most = Ruleset.parse(f"classic free single none rounds={MAX_ROUNDS_APART}")
    line = JournalLine(1, 7, 1, "", replace(OPENED, rules=most))
    assert read_line(write_line(line)) == line


def test_a_fence_from_elsewhere_is_none_where_it_is_no_number_below_the_most() -> None:
    for value, fence in (
        *((0, 0), (7, 7), (MAX_FENCE - 1, MAX_FENCE - 1)),
        *((value, 0) for value in (MAX_FENCE, -1, True, 7.0, "7", None)),
    ):
        assert fence_of(value) == fence


def test_the_promise_of_a_seed_is_its_sha_256() -> None:
    assert promise_of("abc") == ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
