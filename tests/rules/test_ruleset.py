"""Clause V1 and the texts of rulesets."""

from __future__ import annotations

import pytest

from game.rules.boards import BoardName
from game.rules.errors import Conflict, FormatError, RulesetError
from game.rules.match import Player, new_match
from game.rules.ruleset import (
    MAX_PLAYERS,
    MAX_ROUNDS,
    MOST_BOARDS,
    BonusRule,
    CallRule,
    RayRule,
    Ruleset,
    all_rulesets,
)
from tests.each import each


def conflicts(board: str = "classic", **choices: object) -> tuple[Conflict, ...]:
    with pytest.raises(RulesetError) as refused:
        Ruleset(BoardName(board), **choices)  # type: ignore[arg-type]
    return refused.value.conflicts


def test_v1_what_cannot_be_combined_is_refused_with_the_reason() -> None:
    assert conflicts(daffodil=4) == (Conflict.DAFFODIL_NEEDS_BOARD,)
    for variant in (0, 5):
        assert conflicts("daffodil", daffodil=variant) == (Conflict.DAFFODIL_NEEDS_BOARD,)
    assert conflicts(bonus=BonusRule.GAME) == (Conflict.BONUS_NEEDS_MAIL,)
    assert conflicts(rounds=0) == (Conflict.NO_ROUNDS,)
    assert conflicts(rounds=10**6, daffodil=1) == (
        Conflict.DAFFODIL_NEEDS_BOARD,
        Conflict.NO_ROUNDS,
    )


def test_v1_best_ray_needs_opponents() -> None:
    rules = Ruleset(rays=RayRule.BEST_RAY)
    assert rules.conflicts(0) == (Conflict.TOO_FEW_PLAYERS,)
    assert rules.conflicts(1) == (Conflict.BEST_RAY_NEEDS_OPPONENTS,)
    for players in range(2, MAX_PLAYERS + 1):
        assert rules.conflicts(players) == rules.conflicts(players, MOST_BOARDS) == ()
    with pytest.raises(RulesetError, match="best ray needs opponents"):
        new_match(rules, (Player("Ana"),))


def test_v1_one_to_six_may_play() -> None:
    for players in range(1, MAX_PLAYERS + 1):
        assert new_match(Ruleset(), (Player("Ana"),) * players)
    for players in (0, MAX_PLAYERS + 1):
        with pytest.raises(RulesetError, match="players"):
            new_match(Ruleset(), (Player("Ana"),) * players)


def test_v6_up_to_eight_have_boards_at_a_real_table_and_none_a_best_ray() -> None:
    for players in (MAX_PLAYERS + 1, MOST_BOARDS):
        assert new_match(Ruleset(), (Player("Ana"),) * players, most=MOST_BOARDS)
        for rules, reason in (
            (Ruleset(rays=RayRule.BEST_RAY), Conflict.BEST_RAY_IS_FOR_SIX),
            (Ruleset(), None),
        ):
            assert rules.conflicts(players, MOST_BOARDS) == ((reason,) if reason else ())
            assert rules.conflicts(players) == (Conflict.TOO_MANY_PLAYERS,)
    with pytest.raises(RulesetError, match="players"):
        new_match(Ruleset(), (Player("Ana"),) * (MOST_BOARDS + 1), most=MOST_BOARDS)


def test_v1_choices_left_out_have_the_meaning_of_a_record() -> None:
    assert Ruleset(BoardName.DAFFODIL).daffodil == 1
    assert Ruleset(call=CallRule.MAIL).bonus is BonusRule.CALL
    assert (Ruleset().daffodil, Ruleset().bonus, Ruleset().rounds) == (None, None, 1)


@each([*all_rulesets(), *all_rulesets(4)[::7]])
def test_v1_every_ruleset_has_a_text_that_reads_back(rules: Ruleset) -> None:
    assert Ruleset.parse(str(rules)) == rules


@each(all_rulesets())
def test_v1_what_follows_from_the_choices(rules: Ruleset) -> None:
    """C2, P1, P3, P5, P6, S4, S5"""
    board, placement, call, rays, *_ = str(rules).split()
    assert rules.has_symbols is (placement == "adjacent-symbol" or rays != "none")
    assert rules.has_aside is (board == "daffodil-4")
    assert rules.is_unbound is (placement == "free" and board in ("classic", "daffodil-1"))
    pairs = 9 if board == "classic" else 10
    assert (
        rules.call_sizes
        == {
            "single": (1,) * (2 * pairs + 1),
            "pairs": (*(2,) * pairs, 1),
            "mail": (3, *(2,) * (pairs - 1)),
        }[call]
    )


def test_v1_a_match_has_up_to_as_many_rounds_as_a_record_may_announce() -> None:
    most = Ruleset.parse(f"classic free single none rounds={MAX_ROUNDS}")
    assert most.rounds == MAX_ROUNDS == 9_999
    assert Ruleset.parse(str(most)) == most
    with pytest.raises(FormatError):
        Ruleset.parse("classic free single none rounds=10000")
    for rounds in (0, MAX_ROUNDS + 1):
        assert conflicts(rounds=rounds) == (Conflict.NO_ROUNDS,)


@each(
    [
        "",
        "classic free single",
        "classical free single none",
        "classic freely single none",
        "classic free double none",
        "classic free single some",
        "classic free single none 3",
        "classic free single none rounds=",
        "classic free single none rounds=x",
        "classic free single none rounds=٣",
        "classic free single none rounds=1 rounds=2",
        "classic free mail none bonus=round",
        "classic free single none jokers=1",
        "daffodil-x free single none",
        "daffodil- free single none",
        "daffodil-12 free single none",
    ]
)
def test_v1_other_texts_are_no_rulesets(text: str) -> None:
    with pytest.raises(FormatError):
        Ruleset.parse(text)


@each(
    [
        ("classic free single", "a ruleset has at least four words: 'classic free single'"),
        ("classical free single none", "'classical' is none of classic, daffodil"),
        ("classic freely single none", "'freely' is none of free, adjacent, adjacent-symbol"),
        ("classic free double none", "'double' is none of single, pairs, mail"),
        ("classic free single some", "'some' is none of none, rays, best-ray"),
        ("classic free mail none bonus=round", "'round' is none of call, game"),
        ("classic free single none jokers=1", "unknown option in a ruleset: 'jokers=1'"),
        ("classic free single none 3", "unknown option in a ruleset: '3'"),
        ("classic free single none rounds=x", "not a number of rounds: 'x'"),
        ("daffodil-12 free single none", "no such Daffodil variant: '12'"),
    ]
)
def test_v1_what_is_wrong_with_a_text_is_named(text: str, words: str) -> None:
    with pytest.raises(FormatError) as refused:
        Ruleset.parse(text)
    assert str(refused.value) == words
