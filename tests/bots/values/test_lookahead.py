"""One call of lookahead, against the plain mean."""

from __future__ import annotations

import numpy as np
import pytest

from game.bots.values.classic import SPACE_COUNT
from game.bots.values.lookahead import lookahead
from game.bots.values.standard_values import standard_values
from tests.bots.values.positions import (
    random_positions,
)


@pytest.mark.parametrize("left", [1, 2])
def test_looking_ahead_is_the_plain_mean_of_the_best(left: int) -> None:
    p = random_positions(3, SPACE_COUNT - left)
    for i, value in enumerate(lookahead(standard_values, p)):
        totals = []
        for tile in np.flatnonzero(p.bags[i]):
            best = -np.inf
            for space in np.flatnonzero(p.empty[i]):
                child = p.take(np.array([i]))
                child = child.put(np.arange(len(child)), np.array([tile]), np.array([space]))
                best = max(best, float(standard_values(child)[0]))
            totals.append(best)
        assert np.mean(totals) == pytest.approx(value, abs=1e-3)
