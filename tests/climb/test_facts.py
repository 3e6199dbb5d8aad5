"""The facts of a stage's board (K1-K3)."""

from __future__ import annotations

from game.climb.facts import OtherLine, facts_before
from tests.climb.boards import board


def test_the_facts_before_some_lines_count_have_them_alive() -> None:
    """K2: the other lines stay as they are."""
    facts = board((9, 3, 4), (5, 4, 5), (3, 5, 6), broken=2, living=((1, 5),), crystals=3)
    before = facts_before(facts, (0, 2))
    assert before.lines == facts.lines[1:2]
    assert before.printed == 5 * 4
    assert before.living == (*facts.living, OtherLine(3, (9,)), OtherLine(5, (3,)))
    assert (before.broken, before.tiles, before.crystals) == (facts.broken, facts.tiles, 3)
    assert facts_before(facts, ()) == facts


def test_facts_count_lines_by_number_and_length_and_know_a_full_board() -> None:
    facts = board((9, 5, 4), (9, 3, 5), (3, 5, 6), (4, 4, 7), (1, 3, 8), tiles=18)
    assert dict(facts.counts) == {9: 2, 3: 1, 4: 1, 1: 1}
    assert (facts.low, facts.fives) == (2, 2)
    assert not facts.is_full
    assert board(tiles=19).is_full
    assert not board(tiles=19, spaces=21).is_full
