"""The race between close choices."""

from __future__ import annotations

import numpy as np
import pytest

from game.bots.values.lookahead import after_placing
from game.bots.values.race import race
from game.bots.values.rollouts import Rollouts
from game.bots.values.standard_values import standard_values
from tests.bots.values.positions import (
    self_played,
)


@pytest.mark.slow
def test_a_race_goes_on_with_the_choices_that_may_be_best() -> None:
    p = self_played(1, 12, seed=4)
    tile = int(p.bags[0].argmax())
    values = after_placing(standard_values, p, np.array([tile]))[0]
    spaces = np.argsort(-values)[[0, 1, 2, 6]]
    choices = p.take(np.zeros(4, np.int64))
    choices = choices.put(np.arange(len(choices)), np.full(4, tile), spaces)
    before = values[spaces]

    def raced(rollouts: Rollouts, seed: int = 1) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        random = np.random.default_rng(seed)
        return race(standard_values, choices, before, rollouts, random)

    # The calls' luck is left out.
    assert raced(Rollouts(rounds=1)).mean() == pytest.approx(before.mean(), abs=1e-3)
    # One that is far behind stays as far behind as the first round saw it.
    once, twice = raced(Rollouts(rounds=1)), raced(Rollouts(rounds=2))
    assert once.max() - once[3] == pytest.approx(twice.max() - twice[3], abs=1e-3)
    # Much time leaves little to the luck of the calls between the two that are close.
    apart = [
        np.std([raced(Rollouts(boards=boards, enough=0), seed)[:2] for seed in range(12)], 0).mean()
        for boards in (300, 5_000)
    ]
    assert apart[1] < 0.7 * apart[0]
    # Nothing to gain: one round is enough.
    assert np.array_equal(raced(Rollouts(enough=100)), once)
