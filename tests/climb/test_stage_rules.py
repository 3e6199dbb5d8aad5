"""The ladder of a climb: targets, bosses, crystals, ropes (K9-K14)."""

from __future__ import annotations

from game.climb.stage_rules import (
    Boss,
    boss_of,
    crystal_mark,
    crystals_for,
    rope_price,
    ropes_lost,
    rules_at,
    target_at,
)
from tests.climb.referee import target


def test_the_ladder_is_that_of_the_design() -> None:
    """K9, K10, K11"""
    targets = [700, 1200, 3200, 3800, 6500, 7500, 14000, 20000, 61000, 36000, 49000, 110000]
    targets += [88000, 120000, 390000]
    assert [target_at(stage) for stage in range(1, 16)] == targets
    assert [target_at(stage) for stage in range(1, 60)] == [target(s) for s in range(1, 60)]
    assert [boss_of(stage) for stage in range(3, 16, 3)] == list(Boss)
    again = [boss_of(stage) for stage in range(18, 43, 3)]
    turn = [Boss.TWIN_PEAKS, Boss.CRATER, Boss.RIDGE, Boss.MEADOW]
    assert again == [*turn, *turn, Boss.TWIN_PEAKS]
    assert {str(rules_at(s)) for s in range(1, 40) if s % 3} == {"classic free single none"}
    assert [target_at(16), target_at(17)] == [220_000, 330_000]


def test_crystals_have_no_limit_and_ropes_are_lost_by_one_or_two() -> None:
    """K12, K13, K14"""
    for score, crystals in (
        *((699, 0), (700, 1), (1049, 1), (1050, 2), (1400, 3), (2100, 4), (3500, 5)),
        *((6999, 5), (7000, 6), (14000, 7), (28000, 8), (700 * 80, 9)),
    ):
        assert crystals_for(1, score) == crystals
    assert [crystal_mark(2, n) for n in range(1, 8)] == [
        *(1200, 1800, 2400, 3600, 6000, 12000, 24000)
    ]
    assert [ropes_lost(1, score) for score in (0, 349, 350, 699, 700)] == [2, 2, 1, 1, 0]
    assert [rope_price(n) for n in range(4)] == [6, 9, 12, 15]
