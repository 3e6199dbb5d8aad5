"""The errors of the rules in English: the place, the reason, the detail."""

from __future__ import annotations

import errno

import pytest

from game.rules.errors import (
    Conflict,
    Fault,
    FormatError,
    IllegalMove,
    IllegalReason,
    RulesetError,
    fault_of_file,
)
from game.rules.ruleset import BonusRule, Ruleset


def test_what_the_system_refuses_is_told_in_its_own_words_where_it_is_uncommon() -> None:
    for error, words in (
        (OSError(errno.ENOSPC, "a reason"), "no space left on the disk"),
        (OSError(errno.EACCES, "a reason"), "permission denied"),
        (OSError(errno.EPERM, "a reason"), "permission denied"),
        (OSError(errno.EISDIR, "a reason"), "a directory, not a file"),
        (OSError(errno.ENOENT, "a reason"), "no such file"),
        (OSError(errno.EIO, "worn out"), "worn out"),
        (OSError("something odd"), "something odd"),
    ):
        assert str(fault_of_file(error)) == words


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


def test_each_conflict_of_rules_has_its_words_and_all_are_named() -> None:
    """V1"""
    words = {conflict.value: conflict.words for conflict in Conflict}
    assert words == {
        "daffodil-needs-board": "a Daffodil variant, 1 to 4, needs the Daffodil board",
        "best-ray-needs-opponents": "best ray needs opponents",
        "bonus-needs-mail": "a bonus needs the mail call",
        "too-few-players": "too few players",
        "too-many-players": "too many players",
        "best-ray-is-for-two-to-six": "best ray is for two to six",
        "no-rounds": "no rounds",
    }
    with pytest.raises(RulesetError) as refused:
        Ruleset(daffodil=1, bonus=BonusRule.CALL, rounds=0)
    assert str(refused.value) == "; ".join(
        words[name] for name in ("daffodil-needs-board", "bonus-needs-mail", "no-rounds")
    )


def test_a_reason_with_two_values_names_each_in_its_place() -> None:
    for error, words in (
        (FormatError(Fault.TOO_MANY, found=3, most=2), "3 entries where 2 are allowed"),
        (FormatError(Fault.WRONG_TILES, found=3, wanted=2), "3 tiles where a round calls 2"),
        (FormatError(Fault.NOT_A_DATE, first="1", text="2"), "not a date such as 1: 2"),
        (
            FormatError(Fault.OUT_OF_RANGE, least=1, most=2, value=3),
            "is not a number from 1 to 2: 3",
        ),
        (FormatError(Fault.NOT_PAID, price=3, held=2), "costs 3 crystals, but only 2 are held"),
        (FormatError(Fault.WRONG_BOARDS, found=3, players=2), "3 boards for 2 players"),
    ):
        assert str(error) == words
