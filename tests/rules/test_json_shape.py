"""JSON from unknown sources: what is read, what is printed, and the words of each refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.rules.errors import Fault, FormatError, IllegalMove, IllegalReason
from game.rules.json_shape import (
    MAX_DEPTH,
    check_format,
    dump_json,
    fields_of,
    is_unicode,
    list_of,
    load_json,
    parse_whole,
    refusing_at,
    show,
    text_of,
)
from tests.each import each


def nested(levels: int) -> list[Any]:
    """Lists in lists, so many levels deep, around a number."""
    value: list[Any] = [0]
    for _ in range(levels - 1):
        value = [value]
    return value


def file(**fields: Any) -> dict[str, Any]:
    """A document of some format in its version 3."""
    return {"format": "hats", "version": 3} | fields


NEWER = "version: version 3, which only a newer game reads"
OLDER = "version: version 3, which only an older game reads"

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: load_json('{"a": 1, "b": 2, "c": 3, "b": 4}', 99), 'key given twice: "b"'),
    (lambda: load_json("[10]", 3), "longer than 3 bytes"),
    (lambda: load_json("[1]\n[2]", 99), "not JSON (line 2, column 1)"),
    (lambda: load_json(b'["\xc3\xa9\xff"]', 99), "not UTF-8 at byte 4"),
    (lambda: load_json("[NaN]", 99), "NaN is not JSON"),
    (lambda: load_json("[-Infinity]", 99), "-Infinity is not JSON"),
    (lambda: load_json("[" * 10_000, 10_000), "nested too deeply"),
    (lambda: dump_json({"a": float("inf")}, "meta"), "meta: a number too large"),
    (lambda: dump_json({"a": "\ud800"}, "meta"), "meta: not Unicode text"),
    (lambda: dump_json(nested(MAX_DEPTH + 1), "meta"), "meta: nested too deeply"),
    (lambda: dump_json({"a": nested(MAX_DEPTH)}, "meta"), "meta: nested too deeply"),
    (lambda: fields_of([], "players[0]", (), ()), "players[0]: not an object"),
    (lambda: fields_of({"a": 1}, "rules", ("a", "b"), ("c",)), "rules: no 'b'"),
    (lambda: fields_of({"a": 1, "d": 2}, "rules", ("a",), ("c",)), 'rules: unknown key "d"'),
    (lambda: check_format(file(), "caps", 3), "format: not 'caps': \"hats\""),
    (lambda: check_format(file(), "hats", 1, 2), NEWER),
    (lambda: check_format(file(), "hats", 4, 5), OLDER),
    (lambda: check_format(file(), "hats", 2, 4), OLDER),
    (lambda: check_format(file(version=0), "hats", 3), "version: unknown version 0"),
    (lambda: check_format(file(version=True), "hats", 1), "version: unknown version true"),
    (lambda: check_format(file(version="3"), "hats", 3), 'version: unknown version "3"'),
    (lambda: check_format(file(version=3.0), "hats", 3), "version: unknown version 3.0"),
    (lambda: list_of({}, "rounds"), "rounds: not a list"),
    (lambda: list_of([1, 2, 3], "rounds", 2), "rounds: 3 entries where 2 are allowed"),
    (lambda: text_of([1], "name"), "name: not a text: a list"),
    (lambda: text_of({}, "name"), "name: not a text: an object"),
    (lambda: text_of(None, "name"), "name: not a text: null"),
    (lambda: text_of("x" * 4, "name", most=3), "name: longer than 3 characters"),
    (lambda: text_of("a\udfff", "name"), "name: not Unicode text"),
]  # fmt: skip


@each(REFUSED, lambda one: one[1])
def test_a_refusal_names_the_place_and_what_is_wrong(read: Callable[[], Any], words: str) -> None:
    with pytest.raises(FormatError) as error:
        read()
    assert str(error.value) == words


def test_what_is_just_small_enough_is_read_and_printed() -> None:
    assert load_json('["é"]', 6) == load_json('["é"]'.encode("utf-16"), 99) == ["é"]
    assert text_of("xxx", "name", most=3) == "xxx"
    assert list_of([1, 2], "rounds", 2) == list_of([1, 2], "rounds") == [1, 2]
    deepest = nested(MAX_DEPTH)
    assert load_json(dump_json(deepest, "meta"), 999) == deepest
    assert dump_json({"a": "ț"}, "meta") == '{"a": "ț"}'
    assert fields_of({"a": 1, "c": 2}, "", ("a",), ("b", "c")) == {"a": 1, "c": 2}
    for version in (2, 3):
        check_format(file(version=version), "hats", 2, 3)
    with pytest.raises(FormatError, match="longer than 5 bytes"):
        load_json('["é"]', 5)


def test_a_whole_number_of_a_thousand_digits_is_exact_and_a_longer_one_infinite() -> None:
    assert parse_whole("7" * 1000) == int("7" * 1000)
    assert parse_whole("7" * 1001) == float("inf")
    assert load_json("[" + "7" * 1001 + "]", 2000) == [float("inf")]


def test_only_a_lone_surrogate_is_no_unicode() -> None:
    texts = ("", "a", "é", "\ud7ff\ue000", "🙂", "\ud800", "\udfff", "a\udabcb")
    assert [is_unicode(text) for text in texts] == [True] * 5 + [False] * 3


def test_what_is_just_short_enough_is_shown_whole() -> None:
    assert show("x" * 38) == '"' + "x" * 38 + '"'
    assert show("x" * 39) == '"' + "x" * 36 + "..."


def test_an_error_keeps_its_own_place_and_any_other_is_placed() -> None:
    for error, words in (
        (FormatError(Fault.NOT_A_LIST, "rounds"), "rounds: not a list"),
        (FormatError(Fault.NOT_A_LIST), "players: not a list"),
        (IllegalMove(IllegalReason.OCCUPIED, "294@c3"), "players: occupied (294@c3)"),
    ):
        with pytest.raises(FormatError) as raised, refusing_at("players"):
            raise error
        assert str(raised.value) == words
