"""Computer players choose what they chose before, whatever numpy and processor there is."""

from __future__ import annotations

import pytest

from tests.golden.choices import FILE, POSITIONS, ROUNDS, WORTHS, line_of, worths_of

KEPT = FILE.read_text(encoding="utf-8").splitlines()
KEPT_WORTHS = WORTHS.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("place", "played"), list(enumerate(ROUNDS)), ids=map(" ".join, ROUNDS))
def test_choices_stay(place: int, played: tuple[str, str]) -> None:
    assert line_of(*played) == KEPT[place]


@pytest.mark.parametrize(("text", "call"), POSITIONS)
def test_worths_stay(text: str, call: int) -> None:
    """To a hundredth of a point: sums in another order are no other opinion."""
    rules, place, values = KEPT_WORTHS[POSITIONS.index((text, call))].split(" | ")
    assert (rules, int(place)) == (text, call)
    assert worths_of(text, call) == pytest.approx(list(map(float, values.split())), abs=0.01)
