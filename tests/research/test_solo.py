"""The environment of one player, by the conventions of Gymnasium."""

from __future__ import annotations

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from game.cli.drawing import draw_board
from game.research import ENVIRONMENT
from game.research.solo import MOST_REFUSED, REFUSED, SoloEnv
from game.research.table import TableEnv
from game.rules.deal import deal_calls
from game.rules.errors import RulesetError
from game.rules.match_score import score_match
from game.rules.record import parse_record, print_record
from game.rules.ruleset import RayRule, Ruleset, all_rulesets

ALONE = [rules for rules in all_rulesets() if rules.rays is not RayRule.BEST_RAY]


def play_out(env: SoloEnv, random: np.random.Generator, seed: str = "42") -> float:
    """The sum of the rewards of a random episode."""
    _, info = env.reset(options={"seed": seed})
    total, is_over = 0.0, False
    while not is_over:
        action = random.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, is_over, _, info = env.step(action)
        assert seen in env.observation_space
        total += float(reward)
    return total


@pytest.mark.parametrize("rules", [*ALONE[::7], Ruleset(rounds=2)], ids=str)
def test_rewards_of_an_episode_are_its_total(rules: Ruleset) -> None:
    env = SoloEnv(rules)
    total = play_out(env, np.random.default_rng(1))
    assert env.match.is_complete
    assert total == score_match(env.match).players[0].total == env._info()["total"]
    assert parse_record(print_record(env.match)) == env.match
    assert not env.action_masks().any()


@pytest.mark.parametrize("text", ["classic free single none", "daffodil-4 adjacent mail rays"])
def test_gymnasium_s_own_checker_takes_it(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(ENVIRONMENT, rules=text, render_mode="ansi")
        check_env(env.unwrapped, skip_render_check=False)


def test_what_is_not_allowed_changes_nothing() -> None:
    env = SoloEnv()
    seen, info = env.reset(seed=3)
    env.step(4)
    before = env.match
    after, reward, is_over, is_cut, _ = env.step(np.int64(4))
    assert (reward, is_over, is_cut) == (REFUSED, False, False)
    assert env.match is before
    assert (after != seen).any()
    assert info["action_mask"].all()
    with pytest.raises(RulesetError):
        SoloEnv("classic free single best-ray")


def test_refused_actions_in_a_row_truncate() -> None:
    env = SoloEnv()
    env.reset(seed=3)
    env.step(4)
    for _ in range(MOST_REFUSED - 1):
        assert env.step(4)[2:4] == (False, False)
    env.step(5)
    cuts = [env.step(4)[3] for _ in range(MOST_REFUSED)]
    assert cuts == [False] * (MOST_REFUSED - 1) + [True]
    env.reset(seed=3)
    env.step(4)
    assert not env.step(4)[3]


MAKE = """
import gymnasium
env = gymnasium.make("game.research:TakeItEasy-v0", rules="daffodil-2 free single none")
seen, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
many = gymnasium.make_vec("game.research:TakeItEasy-v0", num_envs=3)
seen, info = many.reset(seed=1)
many.step(info["action_mask"].argmax(axis=1))
print(type(env.unwrapped).__name__, type(many.unwrapped).__name__)
"""


def test_gymnasium_makes_it_by_its_name_alone() -> None:
    made = subprocess.run([sys.executable, "-c", MAKE], capture_output=True, text=True)
    assert made.stdout.split() == ["SoloEnv", "ManyEnv"], made.stderr


def test_a_new_match_begins_without_refused_actions_points_or_closing_moves() -> None:
    env = SoloEnv("daffodil-2 free single none")
    _, info = env.reset(seed=1)
    forbidden = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for _ in range(MOST_REFUSED):
        *_, is_cut, _ = env.step(forbidden)
    assert is_cut
    seen, info = env.reset(seed=1)
    assert info["total"] == 0
    assert env.step(forbidden)[3] is False
    assert (env.reset(seed=1)[0] == seen).all()


def test_a_board_is_drawn_as_the_terminal_draws_it() -> None:
    env = SoloEnv(render_mode="ansi")
    assert env.render() is None, "before the first deal"
    env.reset(options={"seed": "42"})
    env.step(4)
    text = env.render()
    assert text is not None
    seat = env.match.round.seats[0]
    assert text.splitlines() == [*draw_board(env.rules, seat.position), str(seat.hand[0])]
    quiet = SoloEnv()
    quiet.reset()
    assert quiet.render() is None
    table = TableEnv("classic free single none", 2, render_mode="ansi")
    assert table.render() is None or not table.match.rounds
    table.reset(seed=1)
    table.step(4)
    lines = (table.render() or "").splitlines()
    boards = [draw_board(table.rules, seat.position) for seat in table.match.round.seats]
    assert lines == ["player_0", *boards[0], "", "player_1", *boards[1]]
    assert boards[0] != boards[1]


def test_a_new_match_has_no_closing_moves_of_the_one_before() -> None:
    """P6: and no points of it, whatever its seed is."""
    again, fresh = (SoloEnv("daffodil-4 free single none") for _ in range(2))
    _, info = again.reset(options={"seed": 1})
    first = again.encoding.hand_size * again.encoding.places
    action = 0
    while action < first:
        allowed = np.flatnonzero(info["action_mask"])
        action = int(allowed[-2] if allowed[-1] == again.encoding.actions - 1 else allowed[-1])
        *_, info = again.step(action)
    for env in (again, fresh):
        env.reset(options={"seed": 0})
    assert again.match.round.calls[0] == deal_calls(again.rules, "0")[0]
    is_over = False
    while not is_over:
        action = int(np.flatnonzero(fresh.action_masks())[0])
        mine, theirs = again.step(action), fresh.step(action)
        assert np.array_equal(mine[0], theirs[0])
        assert mine[1:4] == theirs[1:4]
        is_over = theirs[2]
