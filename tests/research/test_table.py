"""The environment of several players, by the conventions of PettingZoo."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from game.research.table import TableEnv
from game.rules.match_score import score_match


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("classic free single best-ray", 3),
        ("classic adjacent mail none", 2),
        ("daffodil-4 free pairs rays rounds=2", 2),
    ],
)
def test_pettingzoo_s_own_checkers_take_it(
    text: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(TableEnv(text, players), num_cycles=400)
    seed_test(lambda: TableEnv(text, players), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


def test_a_forbidden_action_costs_its_own_agent_alone() -> None:
    env = TableEnv("classic free single none", 3)
    env.reset(seed=5)
    for _ in range(3):
        env.step(4)
    guilty = env.agent_selection
    assert not env.observe(guilty)["action_mask"][4]
    env.step(4)
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.0) | {guilty: -1.0}
    assert all(env.terminations.values())


def test_each_agent_sees_its_own_board_first_and_then_round_the_table() -> None:
    env = TableEnv("classic free single none", 3)
    env.reset(seed=5)
    selected = []
    for action in (0, 1, 2, 3, 4):
        selected.append(env.possible_agents.index(env.agent_selection))
        env.step(action)
    # Whoever has closed a call begins the next one.
    assert selected == [0, 1, 2, 2, 0]
    rows = [env.encoding.observe(env.match, seat) for seat in range(3)]
    assert not (rows[0] == rows[2]).all()
    for own, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)["observation"]
        for place, row in enumerate(seen):
            assert (row == rows[(own + place) % 3]).all()


def test_everybody_s_rewards_are_their_totals() -> None:
    env = TableEnv("classic free single best-ray", 3)
    random = np.random.default_rng(5)
    env.reset(seed=5)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, _ = env.last()
        assert seen is not None
        sums[agent] += reward
        allowed = np.flatnonzero(seen["action_mask"])
        env.step(None if is_over or is_cut else int(random.choice(allowed)))
    assert env.match.is_complete
    totals = [player.total for player in score_match(env.match).players]
    assert list(sums.values()) == totals


@pytest.mark.parametrize("seed", [0, 5])
def test_a_new_match_has_nothing_of_the_one_before(seed: int) -> None:
    """P6: neither points nor closing moves."""
    again, fresh = (TableEnv("daffodil-4 free single none", 2) for _ in range(2))
    again.reset(seed=3)
    first = again.encoding.hand_size * again.encoding.places
    closing: list[int] = []
    while not closing:
        mask = again.observe(again.agent_selection)["action_mask"]
        closing = [a for a in np.flatnonzero(mask).tolist() if first <= a < len(mask) - 1]
        other = next(name for name in again.agents if name != again.agent_selection)
        before = again.observe(other)
        again.step(closing[0] if closing else int(np.flatnonzero(mask)[-1]))
    assert np.array_equal(again.observe(other)["observation"][0], before["observation"][0])
    for env in (again, fresh):
        env.reset(seed=seed)
    random = np.random.default_rng(1)
    for agent in fresh.agent_iter():
        assert again.agent_selection == agent
        mine, theirs = again.last(), fresh.last()
        for key in ("observation", "action_mask"):
            assert np.array_equal(mine[0][key], theirs[0][key])
        assert mine[1:] == theirs[1:]
        allowed = np.flatnonzero(theirs[0]["action_mask"])
        action = None if theirs[2] else int(random.choice(allowed))
        for env in (again, fresh):
            env.step(action)
    assert fresh.match.is_complete
