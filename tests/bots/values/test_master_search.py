"""The search of `master`."""

from __future__ import annotations

import numpy as np
import pytest

from game.bots.values.lookahead import after_placing
from game.bots.values.master_search import search
from game.bots.values.rollouts import Rollouts
from game.bots.values.standard_values import standard_values
from tests.bots.values.positions import (
    self_played,
)


@pytest.mark.parametrize("placed", [2, 7, 12, 16])
def test_the_search_repeats_itself_and_stays_near_the_network(placed: int) -> None:
    p = self_played(2, placed)
    tiles = p.bags.argmax(1)
    depth = Rollouts(boards=1500)
    found = search(standard_values, p, tiles, depth)
    assert np.array_equal(found, search(standard_values, p, tiles, depth))
    assert np.array_equal(np.isfinite(found), p.empty)
    plain = after_placing(standard_values, p, tiles)
    assert np.abs(found.max(1) - plain.max(1)).max() < 12
    # A board alone is judged as it is among others.
    alone = search(standard_values, p.take(np.array([1])), tiles[1:], depth)
    assert alone[0] == pytest.approx(found[1], abs=1e-3)
