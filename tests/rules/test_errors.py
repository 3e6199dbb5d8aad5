"""The errors of the rules in English: the place, the reason, the detail."""

from __future__ import annotations

import errno

import pytest

import game.rules
from game.rules import Conflict, Ruleset, RulesetError
from game.rules.errors import Fault, FormatError, IllegalMove, IllegalReason, fault_of_file


def test_what_the_system_refuses_is_told_in_its_own_words_where_it_is_uncommon() -> None:
    for number, fault in (
        (errno.ENOSPC, Fault.DISK_FULL), (errno.EACCES, Fault.NO_PERMISSION),
        (errno.EPERM, Fault.NO_PERMISSION), (errno.EISDIR, Fault.IS_A_DIRECTORY),
        (errno.ENOENT, Fault.NO_SUCH_FILE),
    ):  # fmt: skip
        assert fault_of_file(OSError(number, "a reason")).fault is fault
    assert fault_of_file(OSError(errno.EIO, "worn out")).values == {"text": "worn out"}
    assert fault_of_file(OSError("something odd")).values == {"text": "something odd"}


def test_an_error_prints_its_place_and_its_reason() -> None:
    unknown = FormatError(Fault.NOT_A_NUMBER, key="points")
    for error, words in (
        (unknown, "points is not a number"),
        (unknown.at("rounds[0]"), "rounds[0]: points is not a number"),
        (FormatError("a sentence", 3), "line 3: a sentence"),
    ):
        assert str(error) == words
    for move, words in (
        (IllegalMove(IllegalReason.NO_SUCH_SEAT), "no such seat"),
        (IllegalMove(IllegalReason.OCCUPIED, "294@c3"), "occupied (294@c3)"),
    ):
        assert str(move) == words
    assert (move.reason, move.detail) == (IllegalReason.OCCUPIED, "294@c3")


def test_refused_rules_say_what_they_need() -> None:
    with pytest.raises(RulesetError, match="needs the Daffodil board; a bonus needs the mail call"):
        Ruleset(daffodil=1, bonus=game.rules.BonusRule.CALL)
    assert all(conflict.words for conflict in Conflict)
