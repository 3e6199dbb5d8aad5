"""Many boards that are played at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from game.research import ENVIRONMENT
from game.research.many import ManyEnv, make_many
from game.research.solo import SoloEnv
from game.research.table import TableEnv
from game.rules.deal import deal_order
from game.rules.ruleset import Ruleset


def test_many_boards_are_as_many_single_ones() -> None:
    seeds = [f"many {n}" for n in range(5)]
    orders = np.array([[t.index for t in deal_order(Ruleset().grid, seed)] for seed in seeds])
    many, alone = ManyEnv(len(seeds)), [SoloEnv() for _ in seeds]
    seen, info = many.reset(options={"orders": orders})
    for row, env, seed in zip(seen, alone, seeds, strict=True):
        assert (row == env.reset(options={"seed": seed})[0]).all()
    random = np.random.default_rng(2)
    for step in range(19):
        actions = np.array([random.choice(np.flatnonzero(row)) for row in info["action_mask"]])
        seen, rewards, over, _, info = many.step(actions)
        final = seen if step < 18 else info["final_obs"]
        for index, env in enumerate(alone):
            expected, reward, is_over, _, _ = env.step(actions[index])
            assert (final[index] == expected).all()
            assert (rewards[index], over[index]) == (reward, is_over)
    assert (info["total"] == 0).all()
    assert seen in many.observation_space
    corner = np.zeros(len(seeds), np.int64)
    many.step(corner)
    with pytest.raises(ValueError, match="a1 is taken"):
        many.step(corner)


@pytest.mark.parametrize("action", [99, -1, 19, 1.5, "4", None])
def test_what_is_no_action_is_refused_with_a_sentence(action: Any) -> None:
    solo, table, many = SoloEnv(), TableEnv("classic free single none", 2), ManyEnv(2)
    for env in (solo, table, many):
        env.reset(seed=1)
    for step in (solo.step, table.step):
        with pytest.raises(ValueError, match=r"action .* is none of 0 to 18"):
            step(action)
    with pytest.raises(ValueError, match="actions must be 2 numbers of 0 to 18"):
        many.step(np.array([0, action]) if isinstance(action, int) else np.array([0, 1, 2]))


@pytest.mark.parametrize("rules", ["daffodil-4 adjacent mail rays", "classic adjacent pairs none"])
def test_many_boards_are_made_by_any_rules(rules: str) -> None:
    many = gymnasium.make_vec(ENVIRONMENT, num_envs=3, rules=rules)
    assert isinstance(many.unwrapped, SyncVectorEnv)
    _, info = many.reset(seed=1)
    sums, ended = np.zeros(3), np.zeros(3, bool)
    while not ended.any():
        _, rewards, ended, cut, info = many.step(info["action_mask"].argmax(axis=1))
        sums += rewards
        assert not cut.any()
    assert (sums[ended] == info["final_info"]["total"][ended]).all()
    with pytest.raises(ValueError, match="use make_vec"):
        ManyEnv(3, rules)
    assert isinstance(make_many(3, "classic free single none"), ManyEnv)


@pytest.mark.parametrize("dtype", [np.float64, np.bool_])
def test_many_boards_take_whole_numbers_alone(dtype: Any) -> None:
    env = ManyEnv(3)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions"):
        env.step(np.zeros(3, dtype))
    env.step(np.zeros(3, np.int32))


@pytest.mark.parametrize(
    "order", [[0.5] * 19, [0] * 19, [*range(18), 27], [-1, *range(18)]], ids=str
)
def test_odd_orders_of_many_boards_are_refused(order: list[float]) -> None:
    with pytest.raises(ValueError, match="orders"):
        ManyEnv(2).reset(options={"orders": [order, list(range(19))]})


def test_what_was_seen_of_many_boards_does_not_change() -> None:
    env = ManyEnv(3)
    seen, info = env.reset(seed=4)
    kept = [seen.copy(), info["action_mask"].copy(), info["total"].copy()]
    for action in range(19):
        env.step(np.full(3, action))
        assert all(
            (one == was).all() for one, was in zip((seen, *info.values()), kept, strict=True)
        )


def test_a_list_of_seeds_deals_as_its_first() -> None:
    alone, _ = ManyEnv(3).reset(seed=5)
    same, _ = ManyEnv(3).reset(seed=[5, None, 6])
    other, _ = ManyEnv(3).reset(seed=[6, 5, 5])
    assert np.array_equal(alone, same)
    assert not np.array_equal(alone, other)
