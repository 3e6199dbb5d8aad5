"""Faults that only a mutation run (`python -m tests.mutate game/rules`) found."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

import pytest

import game.rules
from game.rules.deal import SplitMix64
from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.json_shape import dump_json, load_json, show, text_of
from game.rules.tiles import Tile


def test_a_number_that_would_favour_some_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([2**64 - 1, 5])  # 3 divides 2**64 - 1: the last number of all is one too many
    monkeypatch.setattr(SplitMix64, "next", lambda self: next(drawn))
    assert SplitMix64(0).below(3) == 2


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


def test_the_rules_give_their_names_and_no_others() -> None:
    assert game.rules.__getattr__("Tile") is Tile
    with pytest.raises(AttributeError, match="nothing"):
        game.rules.__getattr__("nothing")


def test_what_the_system_refuses_is_told_in_its_own_words_where_it_is_uncommon() -> None:
    for number, fault in (
        (errno.ENOSPC, Fault.DISK_FULL), (errno.EACCES, Fault.NO_PERMISSION),
        (errno.EPERM, Fault.NO_PERMISSION), (errno.EISDIR, Fault.IS_A_DIRECTORY),
        (errno.ENOENT, Fault.NO_SUCH_FILE),
    ):  # fmt: skip
        assert fault_of_file(OSError(number, "a reason")).fault is fault
    assert fault_of_file(OSError(errno.EIO, "worn out")).values == {"text": "worn out"}
    assert fault_of_file(OSError("something odd")).values == {"text": "something odd"}
