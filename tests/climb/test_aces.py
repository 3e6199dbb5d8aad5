"""Each ace by hand, its levels, and Echo (K1-K8)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.climb.aces import (
    ACES,
    AceName,
    AceSlot,
    Rarity,
    force_of,
    needs_slot,
    printed_number,
    same_aces,
    slot_of,
    swaps_of,
    with_card,
)
from game.climb.score import score_stage_facts
from tests.climb.boards import board, scored, slots
from tests.climb.test_climb import GOLD_CASES

Ace = AceName

# Nine lines: two of 9, one each of 1, 3, 5, 6, 7, 8, and a second 3; tiles 4, 5, 5, 11, 12, 17, 19.
MANY = board(
    *((9, 3, 4), (9, 5, 5), (1, 5, 5), (3, 3, 11), (5, 4, 12), (6, 5, 12), (7, 4, 17), (8, 3, 19)),
    *((3, 4, 19),),
    broken=5,
    same_symbol=2,
    swaps_used=1,
    crystals=4,
)
ADDED = {
    Ace.NINES: 7 * 2,
    Ace.LOW_ROAD: 4 * 3,
    Ace.MIDDLE_WAY: 3 * 2,
    Ace.LONG_HAUL: 5 * 3,
    Ace.SHORT_CUTS: 2 * 3,
    Ace.RAINBOW: 3 * 3,
    Ace.TWINS: 10 * 2,
    Ace.EARLY_BIRD: 5 * 3,
    Ace.SCRAP: 3 * 2,
    Ace.SWAP: 2 * 2,
    Ace.FINALE: 3 * 3,
    Ace.FORK: 10 * 3,
    Ace.STREAK: 3 * 4,
    Ace.SUN_AND_MOON: 3 * 2,
    Ace.GOLD_MINE: 20 * 3,
    Ace.CROWN: 2 * 45,
    Ace.ROOTS: 2 * 3,
    Ace.MISER: 2 * 4,
}


@pytest.mark.parametrize("ace", ADDED)
def test_an_ace_adds_what_its_card_prints(ace: AceName) -> None:
    """K4"""
    (part,) = scored(MANY, ace).parts
    assert part.added == ADDED[ace]
    base, with_ace = scored(MANY), scored(MANY, ace)
    assert with_ace.points + with_ace.multiplier == base.points + base.multiplier + ADDED[ace]
    assert with_ace.gold == 1
    (third,) = scored(MANY, (ace, 3)).parts
    if ace is Ace.SWAP:
        assert third.added == 2 * (18 - 1)
    else:
        assert third.added == 6 * ADDED[ace], "levels count 1, 3, 6 (K6)"


def test_the_tests_above_know_every_ace_but_echo() -> None:
    """K4"""
    assert {*ADDED, *(ace for ace, _, _ in GOLD_CASES), Ace.ECHO} == set(AceName)
    counts = [sum(rule.rarity is rarity for rule in ACES.values()) for rarity in Rarity]
    assert counts == [10, 8, 6]


def test_echo_raises_its_left_neighbour_by_half_for_each_level() -> None:
    """K6"""
    for ace, added in ADDED.items():
        if ace is not Ace.SWAP:
            for level, factor in ((1, Fraction(3, 2)), (2, Fraction(2)), (3, Fraction(5, 2))):
                first, echo = scored(MANY, ace, (Ace.ECHO, level)).parts
                assert [first.added, echo.added] == [added * factor, 0]
            assert scored(MANY, Ace.ECHO, ace).parts[1].added == added
    bloom = board(*((5, 3, n) for n in range(1, 9)))
    assert scored(bloom, Ace.FULL_BLOOM, Ace.ECHO).gold == Fraction(5, 2)
    assert scored(bloom, (Ace.FULL_BLOOM, 2), (Ace.ECHO, 2)).gold == 5


@pytest.mark.parametrize(
    ("ace", "lines", "count"),
    [
        (Ace.EARLY_BIRD, ((9, 3, 10), (9, 3, 11)), 1),
        (Ace.EARLY_BIRD, ((9, 3, 1), (9, 3, -9)), 1),
        (Ace.FINALE, ((9, 3, 16), (9, 3, 15)), 1),
        (Ace.LONG_HAUL, ((9, 5, 1), (9, 4, 2)), 1),
        (Ace.SHORT_CUTS, ((9, 2, 1), (9, 3, 2), (9, 4, 3)), 2),
        (Ace.LOW_ROAD, ((1, 3, 1), (3, 3, 2), (4, 3, 3)), 2),
        (Ace.MIDDLE_WAY, ((3, 3, 1), (4, 3, 2), (6, 3, 3), (7, 3, 4)), 2),
        (Ace.NINES, ((8, 3, 1), (9, 3, 2)), 1),
        (Ace.RAINBOW, tuple((n, 3, n) for n in (1, 2, 3, 4)), 0),
        (Ace.RAINBOW, tuple((n, 3, n) for n in (1, 2, 3, 4, 5)), 1),
        (Ace.STREAK, ((9, 3, 4), (9, 3, 5), (9, 3, 7)), 1),
        (Ace.FORK, ((9, 3, 4), (9, 3, 4), (9, 3, 5)), 1),
        (Ace.TWINS, ((9, 3, 4), (9, 3, 5), (8, 3, 6)), 1),
        (Ace.CROWN, ((9, 3, 4), (6, 5, 5), (8, 3, 6)), 30),
    ],
)
def test_an_ace_counts_up_to_its_bounds(
    ace: AceName, lines: tuple[tuple[int, int, int], ...], count: int
) -> None:
    """K4: the first lines that no longer count are beside the last that do."""
    assert scored(board(*lines), ace).parts[0].count == count


def test_swaps_count_by_level_and_halves_are_rounded_up() -> None:
    """K7"""
    assert [swaps_of(slots((Ace.SWAP, level))) for level in (1, 2, 3)] == [3, 9, 18]
    assert [swaps_of(slots((Ace.SWAP, n), Ace.ECHO)) for n in (1, 2, 3)] == [5, 14, 27]
    assert swaps_of(slots(Ace.NINES)) == 0


def test_a_score_is_rounded_down_once() -> None:
    """K1"""
    facts = board((5, 3, 19), (6, 2, 18))
    held = slots(Ace.MIDDLE_WAY, Ace.ECHO, Ace.LAST_WORD)
    score = score_stage_facts(held, facts)
    assert [score.multiplier, score.gold, score.total] == [19, 2, 27 * 19 * 2]
    held = slots(Ace.RAINBOW, Ace.MIDDLE_WAY, Ace.ECHO)
    five = board(*((n, 2, n) for n in (1, 2, 3, 4, 9)))
    score = score_stage_facts(held, five)
    assert [score.points, score.multiplier] == [38, Fraction(35, 2)]
    assert score.total == 665
    odd = score_stage_facts(slots(Ace.MIDDLE_WAY, Ace.ECHO), board((5, 5, 1)))
    assert (odd.points * odd.multiplier, odd.total) == (Fraction(725, 2), 362)


def test_roots_grow_with_what_was_completed_before() -> None:
    """K5"""
    held = (AceSlot(Ace.ROOTS, 2, grown=6),)
    assert score_stage_facts(held, MANY).parts[0].added == 2 * 3 * (6 + 3)


def test_a_card_of_a_held_ace_is_a_level_and_a_sixth_takes_a_slot() -> None:
    """K6, K15"""
    held = slots(Ace.NINES, Ace.ROOTS)
    assert with_card(held, Ace.NINES) == slots((Ace.NINES, 2), Ace.ROOTS)
    assert with_card(held, Ace.ECHO) == slots(Ace.NINES, Ace.ROOTS, Ace.ECHO)
    assert with_card(held, Ace.ECHO, Ace.NINES) == slots(Ace.ECHO, Ace.ROOTS)
    grown = (AceSlot(Ace.ROOTS, 1, grown=4),)
    assert with_card(grown, Ace.ROOTS) == (AceSlot(Ace.ROOTS, 2, grown=4),)
    assert with_card(grown, Ace.NINES, Ace.ROOTS) == (AceSlot(Ace.NINES),)


def test_the_card_prints_the_present_number() -> None:
    """K6"""
    held = slots((Ace.NINES, 2), Ace.ECHO, Ace.CROWN, Ace.FULL_BLOOM, Ace.SWAP)
    printed = [printed_number(held, index) for index in range(5)]
    assert printed == [Fraction(63, 2), Fraction(1, 2), 3, 2, 3]
    assert printed_number(slots((Ace.CROWN, 2)), 0) == 7
    assert force_of(slots((Ace.LAST_WORD, 3), (Ace.ECHO, 2)), 0) == 6


def test_last_word_is_about_the_stage_s_last_tile() -> None:
    """K24"""
    facts = board((9, 3, 5), tiles=5, living=((1,),))
    assert score_stage_facts(slots(Ace.LAST_WORD), facts).parts[0].wanted == facts.spaces


def test_a_new_ace_needs_a_slot_beside_five_others() -> None:
    """K15"""
    five = slots(Ace.NINES, Ace.SCRAP, Ace.CROWN, Ace.MISER, Ace.ROOTS)
    assert [needs_slot(five[:n], Ace.ECHO) for n in range(6)] == [False] * 5 + [True]
    assert not needs_slot(five, Ace.ROOTS)
    assert [slot_of(five, ace) for ace in (Ace.NINES, Ace.ROOTS, Ace.ECHO)] == [0, 4, None]


def test_an_order_names_each_held_ace_once() -> None:
    held = slots(Ace.NINES, (Ace.SCRAP, 3), Ace.CROWN)
    nines, scrap, crown = (slot.ace for slot in held)
    assert same_aces((nines, scrap, crown), held)
    assert same_aces((crown, nines, scrap), held)
    for order in (
        (), (nines, scrap), (nines, scrap, crown, crown), (nines, scrap, scrap),
        (nines, scrap, Ace.ECHO), (nines, scrap, crown, Ace.ECHO),
    ):  # fmt: skip
        assert not same_aces(order, held)
    assert same_aces((), ())
