"""The values of the standard game's positions."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from game.bots.values.classic import LINE_COUNT, SPACE_COUNT
from game.bots.values.standard_values import can_judge, can_play_on, space_values, standard_values
from game.rules.boards import BoardName
from game.rules.ruleset import PlacementRule, RayRule, Ruleset, all_rulesets
from tests.bots.values.positions import (
    position_of,
    random_positions,
    values_of,
)


@pytest.mark.parametrize("placed", [1, 6, 11, 16])
def test_a_board_is_worth_the_same_from_the_other_side(placed: int) -> None:
    p = random_positions(20, placed)
    lines = np.arange(LINE_COUNT).reshape(3, 5)[:, ::-1].ravel()
    boards = replace(
        p.boards,
        bits=p.boards.bits[:, lines],
        left=p.boards.left[:, lines],
        filled=p.boards.filled[:, ::-1],
    )
    turned = standard_values(replace(p, boards=boards))
    assert turned == pytest.approx(standard_values(p), abs=0.02)


def test_values_stand_where_the_board_is_empty() -> None:
    tiles = [-1] * SPACE_COUNT
    for step, tile in enumerate([26, 0, 13, 5, 17, 8, 20]):
        found = values_of(tiles, tile)
        assert np.isfinite(found).tolist() == [t < 0 for t in tiles]
        p = position_of(tiles)
        if step < 2:
            called = p.bags[0] & (np.arange(p.bags.shape[1]) != tile)
            in_hand = space_values(p.boards, called, tile)
            assert np.array_equal(in_hand, found), "a called tile may have left the bag"
        children = p.put(
            np.zeros(len(tiles) - step, np.intp),
            np.full(len(tiles) - step, tile),
            np.flatnonzero(p.empty[0]),
        )
        assert abs(standard_values(children).max() - found.max()) < 15, step
        tiles[int(found.argmax())] = tile


@dataclass(frozen=True)
class NewRules(Ruleset):
    """The rules with a choice that no engine was trained on."""

    middle: int = 1


def test_the_standard_network_judges_the_rules_it_was_trained_on_only() -> None:
    every = [rules for rounds in (1, 4) for rules in all_rulesets(rounds)]
    trained = [
        rules
        for rules in every
        if (rules.board, rules.rays) == (BoardName.CLASSIC, RayRule.NONE)
        and rules.placement is not PlacementRule.ADJACENT_SYMBOL
    ]
    assert [rules for rules in every if can_play_on(rules)] == trained
    free = [rules for rules in trained if rules.placement is PlacementRule.FREE]
    assert [rules for rules in every if can_judge(rules)] == free
    assert not can_play_on(NewRules(middle=2))
