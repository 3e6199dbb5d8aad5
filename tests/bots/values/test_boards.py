"""Boards as arrays, against the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.bots.values.boards import Boards, best_of_each, boards_from, legal_mask, placements_of
from game.rules.moves import Place
from game.rules.placement import ASIDE_INDEX, legal_spaces, put_unchecked
from game.rules.ruleset import RayRule, Ruleset, all_rulesets
from game.rules.scoring import score_position
from tests.each import each
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


@each(SOME_RULES[::2])
def test_legal_masks_agree_with_the_rules(rules: Ruleset) -> None:
    for match, move, _ in walk(rules, 2, Random(str(rules))):
        if not isinstance(move, Place):
            continue
        position = match.round.seats[move.seat].position
        mask = legal_mask(rules, boards_from(rules, [position]), np.array([move.tile.index]))[0]
        spaces = [int(i) for i in np.flatnonzero(mask[:-1])]
        expected = legal_spaces(rules, position, move.tile)
        assert ((ASIDE_INDEX,) if mask[-1] else ()) + tuple(spaces) == expected


@each(
    [
        "daffodil-4 adjacent mail rays",
        "daffodil-2 adjacent single rays",
        "daffodil-2 adjacent-symbol mail none",
        "daffodil-3 adjacent-symbol pairs none",
    ]
)
def test_all_placements_of_tiles_are_put_on_their_own_boards(text: str) -> None:
    """P1-P7, M2: boards may repeat, each with its own tile, late or not."""
    rules, random = Ruleset.parse(text), Random(text)
    walked = [match for match, move, _ in walk(rules, 1, random) if isinstance(move, Place)]
    positions = [match.round.seats[0].position for match in walked]
    tiles = [match.round.seats[0].hand[0] for match in walked]
    rows = [n for n in range(len(walked)) for _ in range(2)][::-1]
    is_late = [n % 3 == 0 for n in range(len(rows))]
    which, spaces, after = placements_of(
        rules,
        boards_from(rules, positions),
        np.array(rows),
        np.array([tiles[row].index for row in rows]),
        np.array(is_late),
    )
    wanted = [
        (n, space)
        for n, row in enumerate(rows)
        for space in sorted(
            legal_spaces(rules, positions[row], tiles[row]), key=lambda s: (s < 0, s)
        )
    ]
    put = [
        put_unchecked(positions[rows[n]], tiles[rows[n]], space, is_late[n]) for n, space in wanted
    ]
    for one, other in zip(after.arrays, boards_from(rules, put).arrays, strict=True):
        assert np.array_equal(one, other)
    assert [*zip(which.tolist(), spaces.tolist(), strict=True)] == wanted


def test_the_best_of_each_group_come_group_by_group() -> None:
    """The first of equal values comes first; a small group is whole."""
    groups, values = np.array([2, 0, 2, 2, 0, 5]), np.array([3, 1, 7, 7, 4, 0], np.float32)
    assert best_of_each(groups, values).tolist() == [4, 2, 5]
    assert best_of_each(groups, values, 2).tolist() == [4, 1, 2, 3, 5]
    assert best_of_each(groups, values, 9).tolist() == [4, 1, 2, 3, 0, 5]


def test_boards_that_are_joined_and_taken_are_what_they_were() -> None:
    rules = Ruleset.parse("daffodil-4 free mail rays")
    *_, (_, _, match) = walk(rules, 2, Random(4), misses=0.3)
    one, other = (boards_from(rules, [seat.position]) for seat in match.round.seats)
    both = Boards.join([one, other])
    again = boards_from(rules, [seat.position for seat in match.round.seats])
    for joined, made in zip(both.arrays, again.arrays, strict=True):
        assert np.array_equal(joined, made)
    turned = both.take(np.array([1, 0, 1]))
    assert len(turned) == 3
    assert np.array_equal(turned.score(True), both.score(True)[[1, 0, 1]])
