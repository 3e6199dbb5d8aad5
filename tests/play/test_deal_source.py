"""The source of a match's calls: by the round's seed, by a given order, beside a real bag."""

from __future__ import annotations

import pytest

from game.play.deal_source import DealSource, KnownCalls
from game.rules.deal import deal_calls, deal_order, round_seed
from game.rules.match import Round
from game.rules.ruleset import Ruleset

RULES = Ruleset.parse("classic free pairs none rounds=3")
TILES = RULES.grid.tile_set


def played(*calls: tuple[int, ...], seed: str | None = None) -> Round:
    """A round with these calls, as places in the set."""
    return Round(None, seed, tuple(tuple(TILES[i] for i in call) for call in calls), ())


def test_each_round_has_a_seed_of_its_own_and_is_called_in_its_order() -> None:
    source = DealSource(RULES, "42")
    seeds = [source.seed_of(index) for index in range(3)]
    assert seeds == [round_seed("42", index) for index in range(3)]
    assert len(set(seeds)) == 3
    for index, seed in enumerate(seeds):
        dealt = deal_calls(RULES, seed or "")
        for number, call in enumerate(dealt):
            for known in (seed, None):
                so_far = Round(None, known, dealt[:number], ())
                assert source.next_call(so_far, index) == call
    other = Round(None, seeds[2], (), ())
    assert source.next_call(other, 0) == deal_calls(RULES, seeds[2] or "")[0], "the round's own"


def test_a_given_order_comes_before_the_seed_for_its_rounds_alone() -> None:
    source = DealSource(RULES, "42", (TILES, TILES[::-1]))
    assert [source.seed_of(index) for index in range(3)] == [None, None, round_seed("42", 2)]
    assert source.next_call(played(), 0) == TILES[:2]
    assert source.next_call(played((0, 1)), 0) == TILES[2:4]
    assert source.next_call(played(), 1) == TILES[:-3:-1]
    assert source.next_call(played(), 2) == deal_calls(RULES, round_seed("42", 2))[0]


def test_after_other_calls_the_rest_follows_in_the_order_of_the_deal() -> None:
    source = DealSource(RULES, "42")
    order = deal_order(RULES.grid, round_seed("42", 0))
    last, first = order[-1], order[0]
    other = Round(None, None, ((last, first),), ())
    assert source.next_call(other, 0) == order[1:3]
    # A shorter order: the tiles that it lacks come behind it.
    short = DealSource(RULES, "42", (TILES[:4],))
    calls = [(3, 0), (1, 2), (4, 5)]
    assert short.next_call(played((3, 0)), 0) == (TILES[1], TILES[2])
    assert short.next_call(played(*calls[:2]), 0) == TILES[4:6]
    assert short.next_call(played(*calls), 0) == TILES[6:8]


@pytest.mark.parametrize("number", [0, 3])
def test_calls_made_elsewhere_are_repeated(number: int) -> None:
    dealt = deal_calls(RULES, "7")
    source = KnownCalls(lambda: dealt)
    assert source.next_call(Round(None, None, dealt[:number], ()), 0) == dealt[number]
    assert source.can_withdraw
