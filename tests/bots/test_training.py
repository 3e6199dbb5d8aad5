"""The recipe of the network, in small: gradients, lessons, a run that stops and goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from game.bots.training.__main__ import OFTEN, TrainingPlan, every_combination, main, train
from game.bots.training.labels import LabelledBoards, play_lessons
from game.bots.training.learn import Learner, Weights, fresh_weights, gradient
from game.bots.values.features import Bags
from game.bots.values.network import Network, read_network
from game.bots.values.task import Task
from game.bots.values.weigh import best_answers
from game.rules.ruleset import Ruleset

RULES = Ruleset.parse("daffodil-4 adjacent single rays")


def restless_weights() -> Weights:
    """Fresh weights of which none is 0."""
    random = np.random.default_rng(1)
    return {
        name: array + random.normal(0, 0.05, array.shape).astype(np.float32)
        for name, array in fresh_weights(random).items()
    }


def values_of(
    weights: Weights, lesson: LabelledBoards
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    rows = np.arange(len(lesson.boards))
    bags = Bags.of(lesson.bags)
    found = Network(weights).values(lesson.rules, lesson.boards, rows, bags, lesson.to_come)
    return found.astype(np.float64)


def test_gradients_are_what_a_small_change_shows() -> None:
    weights = restless_weights()
    lessons, _ = play_lessons(RULES, Network(weights), 12, 0, np.random.default_rng(2))
    near = np.random.default_rng(3).normal(0, 3, len(lessons[9].boards)).astype(np.float32)
    lesson = replace(lessons[9], targets=values_of(weights, lessons[9]).astype(np.float32) + near)
    found, _ = gradient(Network(weights), lesson)

    def loss(name: str, step: float) -> float:
        along = found[name] * np.float32(step / np.linalg.norm(found[name]))
        changed: Weights = weights | {name: weights[name] + along}
        error = values_of(changed, lesson) - lesson.targets
        return float((error * error).sum() / 200)

    assert set(found) == set(weights)
    for name, slopes in found.items():
        assert slopes.shape == weights[name].shape, name
        seen = (loss(name, 0.002) - loss(name, -0.002)) / 0.004
        assert seen == pytest.approx(float(np.linalg.norm(slopes)), rel=0.05, abs=0.5), name


def test_targets_are_the_totals_where_nothing_is_left_to_chance() -> None:
    """With one tile to come and all of the bag tried, the target is exact."""
    network = Network(restless_weights())
    lessons, _ = play_lessons(RULES, network, 2, 31, np.random.default_rng(4))
    last = min(lessons, key=lambda lesson: lesson.to_come)
    assert last.to_come == 1
    again, _ = play_lessons(RULES, network, 2, 31, np.random.default_rng(4))
    for one, other in zip(lessons, again, strict=True):
        assert (one.targets == other.targets).all()
    task = Task(RULES, last.boards, (), np.zeros(0, np.bool_), last.bags[0], 1)
    rows = np.arange(len(last.boards))
    exact = best_answers(task, last.boards, rows, last.bags, 1).mean(axis=1)
    thought = network.values(RULES, last.boards, rows, Bags.of(last.bags), 1)
    assert np.abs(last.targets - exact).max() < np.abs(thought - exact).max()


def test_learning_helps(tmp_path: Path) -> None:
    rules = Ruleset()
    random = np.random.default_rng(1)
    learner = Learner(fresh_weights(random))
    _, before = play_lessons(rules, learner.network, 100, 0, np.random.default_rng(9))
    plan = TrainingPlan(3, 1, 40, 25, 0.4, 1, 0.003, 1, (rules,))
    train(learner, plan, tmp_path)
    _, after = play_lessons(rules, learner.network, 100, 0, np.random.default_rng(9))
    assert after.mean() > before.mean() + 3
    assert len((tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()) == 3


def test_the_command_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    small = ["--rounds", "2", "--sets", "2", "--games", "6", "--steps", "3", "--tiles", "2"]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert main(["--out", str(whole), *small]) == 0
    assert (
        read_network(whole / "network.npz").weights.keys()
        == fresh_weights(np.random.default_rng(0)).keys()
    )
    again = ["--out", str(parts), *small]
    assert main(again) == 0
    one, two = (Learner.load(folder / "checkpoint.npz") for folder in (whole, parts))
    assert all((one.weights[name] == two.weights[name]).all() for name in one.weights)
    assert main([*again, "--start", str(parts / "network.npz"), "--first", "1"]) == 0


def test_every_combination_is_played() -> None:
    assert len(set(every_combination())) == 45
    assert set(map(Ruleset.parse, OFTEN)) <= set(every_combination())
