"""Boards as arrays, against the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.bots.values.boards import boards_from
from game.rules.moves import Place
from game.rules.ruleset import RayRule, Ruleset, all_rulesets
from game.rules.scoring import score_position
from tests.rules.random_matches import walk

SOME_RULES = all_rulesets()[4::19]


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_boards_are_what_the_rules_make_of_them(rules: Ruleset) -> None:
    with_rays = rules.rays is RayRule.RAYS
    for match, move, after in walk(rules, 2, Random(str(rules)), takebacks=0):
        if not isinstance(move, Place):
            continue
        state = match.round.seats[move.seat]
        expected = after.round.seats[move.seat].position
        boards = boards_from(rules, [state.position, expected])
        put = boards.put(
            np.array([0]),
            np.array([move.tile.index]),
            np.array([move.space]),
            np.array([move.tile in state.owed]),
        )
        for name in ("bits", "left", "symbols", "late", "filled", "suns", "aside", "aside_late"):
            assert (getattr(put, name)[0] == getattr(boards, name)[1]).all(), name
        assert put.score(with_rays)[0] == score_position(rules, expected).total
