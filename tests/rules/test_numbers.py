"""Clause T2: nine numbers, each with a colour of its own."""

from __future__ import annotations

from game.rules.tiles import NUMBERS


def test_t2_each_of_the_nine_numbers_belongs_to_one_direction() -> None:
    """T2 gives a colour to each number; the colours themselves are the screen's."""
    assert sorted(n for numbers in NUMBERS.values() for n in numbers) == list(range(1, 10))
