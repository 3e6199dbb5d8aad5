"""Totals of a deal in the profile: a level's belong to its values, and each needs all rounds."""

from __future__ import annotations

from game.bots.players.registry import LEVELS
from game.bots.values.fingerprint import sign
from game.progress.deal_totals import key_of, total_of, totals_of_levels


def test_a_level_s_total_is_stored_with_its_values_and_the_best_one_without() -> None:
    assert [key_of("best", number) for number in (0, 2)] == ["best:0", "best:2"]
    for level in LEVELS:
        assert key_of(level, 2) == sign(f"{level}:2") != f"{level}:2"


def test_a_total_is_the_sum_of_all_rounds_as_soon_as_each_is_known() -> None:
    findings = {"best:0": 200.0, "best:1": 190.5, "best:3": 7.0, sign("master:0"): 150.0}
    assert [total_of(findings, "best", rounds) for rounds in (1, 2, 3, 4)] == [
        200,
        390.5,
        None,
        None,
    ]
    assert total_of(findings, "master", 1) == 150
    # A total by other values is another one.
    assert total_of({"master:0": 150.0, "master:0@old": 150.0}, "master", 1) is None
    assert str(total_of({"best:0": 99.5, "best:1": 100.5}, "best", 2)) == "200"


def test_the_levels_totals_are_listed_from_the_weakest_on_once_all_are_known() -> None:
    findings = {
        key_of(level, number): 100.0 + 10 * place + number
        for place, level in reversed([*enumerate(LEVELS)])
        for number in range(2)
    }
    totals = totals_of_levels(findings, 2)
    assert [*totals.items()] == [(level, 201 + 20 * place) for place, level in enumerate(LEVELS)]
    for missing in findings:
        rest = {key: total for key, total in findings.items() if key != missing}
        assert totals_of_levels(rest, 2) == {}
