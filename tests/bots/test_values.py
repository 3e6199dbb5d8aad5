"""The networks judge positions as they did when their weights were learned."""

from __future__ import annotations

import pytest

from tests.each import each
from tests.golden.choices import POSITIONS, WORTHS, worths_of

KEPT_WORTHS = WORTHS.read_text(encoding="utf-8").splitlines()


@each(POSITIONS[::2])
def test_worths_stay(text: str, call: int) -> None:
    """To a hundredth of a point: sums in another order are no other opinion."""
    rules, place, values = KEPT_WORTHS[POSITIONS.index((text, call))].split(" | ")
    assert (rules, int(place)) == (text, call)
    assert worths_of(text, call) == pytest.approx(list(map(float, values.split())), abs=0.01)
