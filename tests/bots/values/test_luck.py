"""The luck of calls."""

from __future__ import annotations

import pytest

from game.bots.judge import judge_placements
from game.bots.values.luck import luck_of
from game.rules.match import Player, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset


def test_the_luck_of_a_call_is_what_its_best_answer_is_worth_beside_others() -> None:
    """The differences of luck between first calls are those of the values."""
    rules = Ruleset.parse("classic free single none")
    match, _ = apply(new_match(rules, (Player("Ana"),)), BeginRound())
    lucks, values = [], []
    for tile in rules.grid.tile_set[::6]:
        called, _ = apply(match, Call((tile,)))
        best = judge_placements(called, 0)[0]
        for space in (best.placement.space, 9):
            played, _ = apply(called, Place(0, tile, space))
            lucks.append(luck_of(played, 0))
        assert lucks[-1] == pytest.approx(lucks[-2], abs=0.01), "the answer is no luck"
        values.append(best.value)
    assert max(lucks) > 0 > min(lucks)
    first = lucks[0] - values[0]
    assert lucks[::2] == pytest.approx([value + first for value in values], abs=0.01)
