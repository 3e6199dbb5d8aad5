"""Marks on the points of an open stage: the target, the next crystal, the ghosts (K24)."""

from __future__ import annotations

from fractions import Fraction

from game.climb.aces import AceName
from game.climb.marks import ScoreMarks, ghost_mark, marks_at_score
from tests.climb.boards import board, scored

Ace = AceName


def test_marks_sink_as_the_multiplier_grows() -> None:
    """K24"""
    marks = marks_at_score(1, scored(board(tiles=0, living=((1, 5, 9),))))
    assert (marks.target, marks.target_with_open) == (Fraction(70), None)
    assert (marks.crystal, marks.crystal_number) == (Fraction(70), 1)
    facts = board((9, 5, 5), (9, 5, 6), tiles=6, living=((1, 5, 9),))
    marks = marks_at_score(1, scored(facts, Ace.NINES, Ace.LAST_WORD))
    assert marks.target == Fraction(700, 24)
    assert marks.target_with_open == Fraction(350, 24)
    assert (marks.crystal, marks.crystal_number) == (Fraction(3500, 24), 5)
    golden = scored(board((9, 3, 4), (5, 1, 5), broken=3), Ace.HIGH_LIFE)
    assert marks_at_score(1, golden) == ScoreMarks(Fraction(700, 20), None, Fraction(700, 20), 1)


def test_a_ghost_is_where_one_leads_it() -> None:
    """K24"""
    score = scored(board((9, 5, 5)), Ace.NINES)
    assert ghost_mark(5000, 1600, score) == 200
    golden = scored(board((9, 3, 4), (5, 1, 5), broken=3), Ace.HIGH_LIFE)
    assert ghost_mark(5000, 1600, golden) == 170
    assert ghost_mark(1600, 1600, score) == 0
    assert ghost_mark(1500, 1600, score) is None
