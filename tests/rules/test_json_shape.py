"""JSON from unknown sources: what is read, what is printed, and the words of each refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.rules.errors import FormatError
from game.rules.json_shape import dump_json, load_json, show, text_of


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (lambda: load_json('{"a": 1, "b": 2, "a": 3}', 99), 'key given twice: "a"'),
        (lambda: dump_json({"a": float("inf")}, "meta"), "meta: a number too large"),
        (lambda: text_of("x" * 4, "name", most=3), "name: longer than 3 characters"),
    ],
)
def test_complaints_name_what_is_wrong(read: Callable[[], Any], reason: str) -> None:
    with pytest.raises(FormatError) as error:
        read()
    assert str(error.value) == reason


def test_what_is_just_long_enough_is_taken_and_shown_whole() -> None:
    assert text_of("xxx", "name", most=3) == "xxx"
    assert show("x" * 38) == '"' + "x" * 38 + '"'
    assert show("x" * 39) == '"' + "x" * 36 + "..."
