"""Computer players choose what they chose before, whatever numpy and processor there is."""

from __future__ import annotations

import pytest

from tests.each import each
from tests.golden.choices import FILE, POSITIONS, ROUNDS, WORTHS, line_of, worths_of

KEPT = FILE.read_text(encoding="utf-8").splitlines()
KEPT_WORTHS = WORTHS.read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
@each(list(enumerate(ROUNDS)))
def test_choices_stay(place: int, played: tuple[str, str]) -> None:
    assert line_of(*played) == KEPT[place]


@each(POSITIONS[::2])
def test_worths_stay(text: str, call: int) -> None:
    """To a hundredth of a point: sums in another order are no other opinion."""
    rules, place, values = KEPT_WORTHS[POSITIONS.index((text, call))].split(" | ")
    assert (rules, int(place)) == (text, call)
    assert worths_of(text, call) == pytest.approx(list(map(float, values.split())), abs=0.01)
