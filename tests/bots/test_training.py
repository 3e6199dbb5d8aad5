"""The recipe of all that is learned, in small: gradients, lessons, runs that stop and go on."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from game.bots.training import opening_book, quick_look
from game.bots.training.__main__ import OFTEN, TrainingPlan, every_combination, main, train
from game.bots.training.close_choices import CLOSE, play_close
from game.bots.training.labels import LabelledBoards, play_lessons, some_of
from game.bots.training.learn import PAIR_WEIGHT, Learner, Weights, fresh_weights, gradient
from game.bots.training.opening_book import make_book
from game.bots.values.book import load_book
from game.bots.values.classic import SPACE_COUNT
from game.bots.values.endgame import EXACT, exact_values
from game.bots.values.lookahead import lookahead
from game.bots.values.network import Network, network, read_network
from game.bots.values.rollouts import Rollouts
from game.bots.values.shortlist import Shortlist
from game.bots.values.task import Task
from game.bots.values.weigh import best_answers
from game.rules.ruleset import Ruleset

pytestmark = pytest.mark.slow

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
    return Network(weights).judge(lesson.positions).astype(np.float64)


@pytest.mark.parametrize("in_pairs", [False, True])
def test_gradients_are_what_a_small_change_shows(*, in_pairs: bool) -> None:
    weights = restless_weights()
    lessons, _ = play_lessons(RULES, Network(weights), 12, 0, np.random.default_rng(2))
    some = some_of(replace(lessons[9], in_pairs=in_pairs), 6, np.random.default_rng(1))
    near = np.random.default_rng(3).normal(0, 1.5, len(some.targets)).astype(np.float32)
    lesson = replace(some, targets=values_of(weights, some).astype(np.float32) + near)
    found, _ = gradient(Network(weights), lesson)

    def loss(name: str, step: float) -> float:
        along = found[name] * np.float32(step / np.linalg.norm(found[name]))
        changed: Weights = weights | {name: weights[name] + along}
        error = values_of(changed, lesson) - lesson.targets
        if in_pairs:
            middle = error.reshape(-1, 2).mean(axis=1).repeat(2)
            apart = PAIR_WEIGHT * (error - middle) ** 2
            return float((middle**2 + apart).sum() / 200)
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
    last = min(lessons, key=lambda lesson: lesson.positions.to_come)
    p = last.positions
    assert p.to_come == 1
    again, _ = play_lessons(RULES, network, 2, 31, np.random.default_rng(4))
    for one, other in zip(lessons, again, strict=True):
        assert (one.targets == other.targets).all()
    task = Task(RULES, p.boards, (), np.zeros(0, np.bool_), p.bags[0], 1)
    rows = np.arange(len(p))
    exact = best_answers(task, p.boards, rows, p.bags, 1).mean(axis=1)
    thought = network.judge(p)
    assert np.abs(last.targets - exact).max() < np.abs(thought - exact).max()


def test_learning_helps(tmp_path: Path) -> None:
    rules = Ruleset()
    random = np.random.default_rng(1)
    learner = Learner(fresh_weights(random))
    _, before = play_lessons(rules, learner.network, 60, 0, np.random.default_rng(9))
    plan = TrainingPlan(3, 1, 24, 25, 0.4, 1, 0.003, 1, (rules,))
    train(learner, plan, tmp_path)
    _, after = play_lessons(rules, learner.network, 60, 0, np.random.default_rng(9))
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


def test_close_choices_are_pairs_for_one_tile_with_the_same_luck() -> None:
    lessons, totals = play_close(network(), 20, (1, 2))
    again, _ = play_close(network(), 20, (1, 2))
    assert len(totals) == 20
    assert {lesson.positions.to_come for lesson in lessons} == set(range(3, SPACE_COUNT))
    for lesson, same in zip(lessons, again, strict=True):
        assert lesson.in_pairs
        assert (lesson.targets == same.targets).all()
        p = lesson.positions
        assert (p.bags[::2] == p.bags[1::2]).all()
        apart = p.boards.filled[::2] != p.boards.filled[1::2]
        assert (apart.sum(axis=1) == 2).all()
        seen = network().judge(p)
        assert (np.abs(seen[::2] - seen[1::2]) < 2 * CLOSE).all()
        for size in (1, 4, 1000):
            some = some_of(lesson, size, np.random.default_rng(1)).positions
            assert (some.bags[::2] == some.bags[1::2]).all()


def test_what_becomes_of_close_choices_is_what_can_become_of_them() -> None:
    """The last ones exactly; a tile before, near the best answers to every tile, exactly each."""
    lessons, _ = play_close(network(), 40, (3,))
    by_length = {lesson.positions.to_come: lesson for lesson in lessons}
    for to_come in (3, EXACT):
        assert (by_length[to_come].targets == exact_values(by_length[to_come].positions)).all()
    before = by_length[EXACT + 1]
    ahead = lookahead(exact_values, before.positions)
    apart, exactly = (values[::2] - values[1::2] for values in (before.targets, ahead))
    assert len(apart) > 5
    assert np.corrcoef(apart, exactly)[0, 1] > 0.7


def test_the_command_learns_from_close_choices(tmp_path: Path) -> None:
    small = ["--close", "--rounds", "2", "--sets", "2", "--games", "4", "--steps", "2"]
    assert main(["--out", str(tmp_path), "--jobs", "2", *small]) == 0
    assert len((tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()) == 2
    goes_on = ["--start", str(tmp_path / "checkpoint.npz"), "--first", "1"]
    assert main(["--out", str(tmp_path), *goes_on, *small]) == 0
    read_network(tmp_path / "network.npz")


def test_the_quick_look_learns_which_spaces_are_best(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random = np.random.default_rng(1)
    seen = quick_look.collect(network(), 60, random)
    weights = quick_look.fresh_look(random)
    codes, values = seen[6]
    found, _ = quick_look.slopes_of(weights, 6, codes, values)
    for name, slopes in found.items():
        along = slopes * np.float32(0.01 / np.linalg.norm(slopes))
        more, less = (
            quick_look.slopes_of(weights | {name: weights[name] + way * along}, 6, codes, values)[1]
            for way in (1, -1)
        )
        assert (more - less) / 0.02 == pytest.approx(float(np.linalg.norm(slopes)), rel=0.05), name
    path = tmp_path / "look.npz"
    small = ["--games", "40", "--steps", "60", "--rate", "0.05"]
    assert quick_look.main(["--out", str(path), *small]) == 0
    printed = re.findall(r"\d+/60: ([\d.]+) points²", capsys.readouterr().out)
    losses = [float(loss) for loss in printed]
    assert len(losses) == 10
    assert max(losses[5:]) < losses[0]
    taught = {name: np.asarray(array) for name, array in vars(Shortlist.load(path)).items()}
    before, after = (quick_look.slopes_of(w, 6, codes, values)[1] for w in (weights, taught))
    assert after < before / 2


def test_the_book_is_made_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, depth = tmp_path / "book.npz", Rollouts(boards=1, choices=2, rounds=1)
    make_book(path, depth, tiles=1)
    first, second = (load_book(path).first[0], load_book(path).second[0])
    assert np.isfinite(first).all()
    assert np.isneginf(second[0]).all()
    assert np.isneginf(second[1:, first.argmax()]).all()
    assert np.isfinite(np.delete(second[1:], first.argmax(), axis=1)).all()

    def refused(tile: int, depth: Rollouts) -> None:
        raise AssertionError(f"{tile} again, by {depth}")

    monkeypatch.setattr(opening_book, "search_openings", refused)
    make_book(path, depth, tiles=1)
    with pytest.raises(AssertionError, match="1 again"):
        make_book(path, depth, tiles=2)


def test_every_combination_is_played() -> None:
    assert len(set(every_combination())) == 45
    assert set(map(Ruleset.parse, OFTEN)) <= set(every_combination())
