"""The environments keep the conventions they claim, the rules, and agree with each other."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from pettingzoo.test import api_test, seed_test

from game.cli.drawing import draw_board
from game.research import ENVIRONMENT
from game.research.dealing import SeedDealer, is_waited_for
from game.research.encoding import TILE_BITS, TILE_ROWS, Encoding
from game.research.many import ManyEnv, make_many
from game.research.solo import MOST_REFUSED, REFUSED, SoloEnv
from game.research.table import TableEnv
from game.rules.deal import deal_calls, deal_order, round_seed
from game.rules.errors import RulesetError
from game.rules.match import legal_placements
from game.rules.match_score import score_match
from game.rules.moves import Finish
from game.rules.record import parse_record, print_record
from game.rules.ruleset import RayRule, Ruleset, all_rulesets
from tests.each import each
from tests.rules.random_matches import walk

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


def test_a_closing_move_that_is_made_is_seen_and_offered_no_more() -> None:
    env = TableEnv("daffodil-4 free single none", 2)
    env.reset(seed=5)
    first = env.encoding.hand_size * env.encoding.places
    while True:
        mask = env.observe(env.agent_selection)["action_mask"]
        closing = [a for a in np.flatnonzero(mask) if first <= a < env.encoding.actions - 1]
        if closing:
            break
        env.step(int(np.flatnonzero(mask)[-1] if not mask[-1] else env.encoding.actions - 1))
    agent, action = env.agent_selection, int(closing[0])
    before = env.observe(agent)["observation"][0]
    env.step(action)
    assert env.agent_selection == agent
    after = env.observe(agent)
    assert not after["action_mask"][action]
    assert (after["observation"][0] != before).any()


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


def test_options_that_nothing_reads_are_refused() -> None:
    with pytest.raises(ValueError, match="no option 'sed', only 'seed'"):
        SoloEnv().reset(options={"sed": "42"})
    with pytest.warns(UserWarning, match="no option 'sed', only 'seed'"):
        TableEnv("classic free single none", 2).reset(options={"sed": "42"})
    with pytest.raises(ValueError, match="no option 'order', only 'orders'"):
        ManyEnv(2).reset(options={"order": []})
    with pytest.raises(ValueError, match=r"the shape \(1, 19\), not \(2, 19 or more\)"):
        ManyEnv(2).reset(options={"orders": [range(19)]})


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


@pytest.mark.parametrize("action", [np.array(4), np.array([4]), np.int64(4), 4])
def test_an_action_comes_as_learners_predict_it(action: Any) -> None:
    env = SoloEnv()
    env.reset(options={"seed": 42})
    expected = SoloEnv()
    expected.reset(options={"seed": "42"})
    assert (env.step(action)[0] == expected.step(4)[0]).all()


@pytest.mark.parametrize("action", [4.0, True, "4", None, np.array([4, 5]), np.array(4.0), -1, 99])
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


def test_environments_are_pickled_in_mid_game() -> None:
    solo, many, table = SoloEnv(), ManyEnv(4), TableEnv()
    solo.reset(seed=3)
    many.reset(seed=3)
    table.reset(seed=3)
    for action in range(5):
        solo.step(action)
        many.step(np.full(4, action))
    again, crowd = pickle.loads(pickle.dumps(solo)), pickle.loads(pickle.dumps(many))
    players = pickle.loads(pickle.dumps(table))
    for action in range(5, 19):
        assert (again.step(action)[0] == solo.step(action)[0]).all()
        seen, wanted = crowd.step(np.full(4, action)), many.step(np.full(4, action))
        assert (seen[0] == wanted[0]).all()
        assert (seen[1] == wanted[1]).all()
    assert players.agent_selection == table.agent_selection


@each(
    [
        "classic adjacent single none",
        "daffodil-4 free pairs rays rounds=2",
        "daffodil-2 free mail none",
    ]
)
def test_an_observation_shows_boards_hand_bag_and_what_is_to_be_chosen(text: str) -> None:
    """Tile by tile; each legal placement is one action, which reads back."""
    rules = Ruleset.parse(text)
    encoding, closing = Encoding(rules), 0
    for before, move, match in walk(rules, 2, Random(text), takebacks=0, misses=0):
        seat = match.round.seats[1]
        row, mask = encoding.observe(match, 1), encoding.mask(match, 1)
        assert len(row) == encoding.length
        assert len(mask) == encoding.actions
        places = row[: -1 - len(rules.grid.tile_set)].reshape(-1, TILE_BITS)
        empty = [None] * (encoding.hand_size - len(seat.hand))
        aside = [*seat.position.aside, *[None] * 3][: 3 * rules.has_aside]
        for bits, tile in zip(
            places, [*seat.position.tiles, *seat.hand, *empty, *aside], strict=True
        ):
            assert (bits == (0 if tile is None else TILE_ROWS[tile.index])).all()
        bag = row[-1 - len(rules.grid.tile_set) : -1]
        assert [tile in match.bag for tile in rules.grid.tile_set] == list(bag)
        assert bool(row[-1]) is (rules.has_aside and seat.has_played(rules))
        legal = legal_placements(match, 1)
        actions = [encoding.action_of(seat, placement) for placement in legal]
        assert [encoding.placement_of(seat, action) for action in actions] == list(legal)
        first = encoding.hand_size * encoding.places
        assert sorted(actions) == [a for a in np.flatnonzero(mask) if a < first]
        is_closing = rules.has_aside and seat.has_played(rules) and seat.finish is None
        assert is_waited_for(match, 1) is (bool(seat.hand) or is_closing)
        if is_closing:
            assert mask[-1]
            assert encoding.placement_of(seat, encoding.actions - 1) is None
            tame = [tile for tile in seat.position.aside if not tile.is_wild]
            assert mask[first:].sum() == 1 + 3 * len(tame)
        if isinstance(move, Finish) and move.seat == 1 and move.placements:
            closing += 1
            moves = move.placements[:1]
            chosen = encoding.observe(before, 1, moves)
            shown = chosen[: -1 - len(rules.grid.tile_set)].reshape(-1, TILE_BITS)
            assert (shown[moves[0].space] == TILE_ROWS[moves[0].tile.index]).all()
            assert shown[:, -1].sum() == places[:, -1].sum(), "moved, not doubled"
            left = encoding.mask(before, 1, moves)[first:].sum()
            movable = [tile for tile in seat.position.aside if not tile.is_wild]
            movable += [one.tile for one in move.placements]
            assert left == 1 + 2 * (len(set(movable)) - 1)
    assert closing > 0 or not rules.has_aside


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


def test_what_was_seen_of_many_boards_does_not_change() -> None:
    env = ManyEnv(3)
    seen, info = env.reset(seed=4)
    kept = [seen.copy(), info["action_mask"].copy(), info["total"].copy()]
    for action in range(19):
        env.step(np.full(3, action))
        assert all(
            (one == was).all() for one, was in zip((seen, *info.values()), kept, strict=True)
        )


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
