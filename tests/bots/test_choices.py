"""Computer players choose what they chose before, whatever numpy and processor there is."""

from __future__ import annotations

import pytest

from tests.each import each
from tests.golden.choices import FILE, ROUNDS, line_of

KEPT = FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
@each(list(enumerate(ROUNDS)))
def test_choices_stay(place: int, played: tuple[str, str]) -> None:
    assert line_of(*played) == KEPT[place]
