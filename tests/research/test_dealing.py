"""Deals, and the values that environments are given."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from game.research.dealing import SeedDealer, act, is_waited_for
from game.research.many import ManyEnv
from game.research.solo import SoloEnv
from game.research.table import TableEnv
from game.rules.deal import deal_calls, round_seed
from game.rules.match import legal_placements, new_match
from game.rules.moves import Call, Finish
from game.rules.ruleset import Ruleset
from tests.research.test_solo import play_out
from tests.rules.random_matches import walk


def test_options_that_nothing_reads_are_refused() -> None:
    with pytest.raises(ValueError, match="no option 'sed', only 'seed'"):
        SoloEnv().reset(options={"sed": "42"})
    table = TableEnv("classic free single none", 2)
    with pytest.warns(UserWarning, match="no option 'sed', only 'seed'"):
        table.reset(options={"sed": "7", "seed": "42"})
    assert table.match.round.calls[0] == deal_calls(table.rules, "42")[0]
    with pytest.raises(ValueError, match="no option 'order', only 'orders'"):
        ManyEnv(2).reset(options={"order": []})
    with pytest.raises(ValueError, match=r"the shape \(1, 19\), not \(2, 19 or more\)"):
        ManyEnv(2).reset(options={"orders": [range(19)]})


@pytest.mark.parametrize("action", [np.array(4), np.array([4]), np.int64(4), 4])
def test_an_action_comes_as_learners_predict_it(action: Any) -> None:
    env = SoloEnv()
    env.reset(options={"seed": 42})
    expected = SoloEnv()
    expected.reset(options={"seed": "42"})
    assert (env.step(action)[0] == expected.step(4)[0]).all()


@pytest.mark.parametrize("action", [4.0, True, "4", None, np.array([4, 5]), np.array(4.0), -1, 19])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = SoloEnv()
    env.reset()
    with pytest.raises(ValueError, match="action"):
        env.step(action)


@pytest.mark.parametrize("seed", [5.0, True, [1], b"42"])
def test_a_seed_is_a_text_or_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        SoloEnv().reset(options={"seed": seed})
    with pytest.raises(ValueError, match="seed"):
        TableEnv().reset(options={"seed": seed})


def test_rounds_are_dealt_as_the_command_deals_them() -> None:
    rules = Ruleset.parse("classic free pairs none rounds=3")
    deal = SeedDealer(rules, "42")
    calls = [deal_calls(rules, round_seed("42", index)) for index in range(3)]
    assert [deal(index) for index in (2, 0, 1)] == [calls[2], calls[0], calls[1]]
    env = SoloEnv(rules)
    play_out(env, np.random.default_rng(3))
    assert [played.calls for played in env.match.rounds] == calls
    table = TableEnv(rules, 2)
    table.reset(options={"seed": 42})
    assert table.match.round.calls == calls[0][:1]


def test_a_seat_is_waited_for_until_its_closing_moves_are_chosen() -> None:
    """P6"""
    rules = Ruleset.parse("daffodil-4 free single none")
    *_, (before, finish, match) = walk(rules, 1, Random(1))
    called = next(one for _, move, one in walk(rules, 1, Random(1)) if isinstance(move, Call))
    assert isinstance(finish, Finish)
    states = [new_match(rules, match.players), called, before, match]
    assert [is_waited_for(one, 0) for one in states] == [False, True, True, False]
    placed, closing = act(called, 0, legal_placements(called, 0)[0], ())
    assert (is_waited_for(placed, 0), closing) == (False, ())
