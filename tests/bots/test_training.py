"""The compiled kernels of training see and judge boards as the game does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")
torch = pytest.importorskip("torch")

from game.bots.standard.features import features  # noqa: E402
from game.bots.standard.graph import Graph  # noqa: E402
from game.bots.standard.layout import FEATURES, LINES, SPACES  # noqa: E402
from game.bots.standard.lookahead import after_placing  # noqa: E402
from game.bots.standard.network import Ensemble, Network, load_networks  # noqa: E402
from game.bots.standard.positions import Positions  # noqa: E402
from game.bots.standard.rollouts import Rollouts  # noqa: E402
from game.bots.standard.shortlist import Screen  # noqa: E402
from game.bots.standard.values import standard_valuer  # noqa: E402
from game.bots.training import boards as lockstep  # noqa: E402
from game.bots.training import refine, shortlist  # noqa: E402
from game.bots.training.games import fixed_deals, play_games  # noqa: E402
from game.bots.training.graph_net import GraphNet  # noqa: E402
from game.bots.training.kernel_board import place, seed_draws  # noqa: E402
from game.bots.training.kernel_features import state_features  # noqa: E402
from game.bots.training.labels import Labels, play_game  # noqa: E402
from game.bots.training.learning import Learner  # noqa: E402
from game.bots.training.model import ValueNet, net_of  # noqa: E402
from game.bots.training.player import Player, Samples  # noqa: E402
from tests.bots.test_standard_network import random_positions  # noqa: E402
from tests.bots.test_standard_search import self_played  # noqa: E402


def test_kernels_agree_with_numpy_at_every_moment() -> None:
    torch.manual_seed(1)
    net = ValueNet((32, 16, 16))
    player, network = Player(net), Ensemble((Network(net.arrays()),))
    random, n = np.random.default_rng(1), 12
    games, p = lockstep.start(n), Positions.start(n)
    for placed, tiles in enumerate(np.ascontiguousarray(fixed_deals(n, 3).T)[:-1]):
        judged = player.judge(games, tiles[:, None], screened=False)
        spaces = np.array([random.choice(np.flatnonzero(e)) for e in games.empty])
        found = games.earned.sum(1) + judged.by_space[np.arange(n), 0, spaces]
        place(games, tiles, spaces)
        p.place(tiles, spaces)
        x, hope = np.empty((n, FEATURES), np.float32), np.empty((n, LINES), np.float32)
        state_features(games, placed + 1, x, hope)
        expected = features(p)
        assert np.allclose(x, expected[0], atol=1e-5)
        assert np.allclose(hope, expected[1], atol=1e-4)
        assert np.allclose(found, network.values(p), atol=1e-3)


def test_later_errors_are_carried_back_over_best_placements() -> None:
    torch.manual_seed(2)
    player = Player(ValueNet((32, 16, 16)))

    def samples(explore: float, trace: float) -> list[Samples]:
        seed_draws(7)
        return play_games(player, 8, explore, 100.0, trace, np.random.default_rng(7))[0]

    plain, carried = samples(0.0, 0.0), samples(0.0, 0.5)
    shift = np.zeros((8, LINES), np.float32)
    for placed in range(SPACES - 3, 1, -1):
        now = plain[placed - 1]
        error = now.lines + shift - player.line_values(now.x, now.hope, placed)
        shift = error * np.float32(0.5)
        # Half of the games leave the best path at the first placement, none of them later on.
        found = carried[placed - 2].lines - plain[placed - 2].lines
        assert np.allclose(found, shift, atol=1e-2)
        assert np.allclose(
            found.sum(1), carried[placed - 2].target - plain[placed - 2].target, atol=1e-2
        )
    assert np.abs(shift).max() > 0.1
    # Behind a placement drawn at random nothing is carried back.
    far = samples(1.0, 1.0)[0].lines - samples(1.0, 0.0)[0].lines
    assert (far == 0).all(axis=1).sum() >= 5


def test_a_checkpoint_goes_on_where_it_stopped(tmp_path: Path) -> None:
    torch.manual_seed(1)
    random = np.random.default_rng(1)
    learner = Learner(ValueNet((32, 16, 16)), 1e-3, 1.0, 4, 0.9)
    samples, totals = play_games(Player(learner.mean), 16, 0.2, 1.0, 0.9, random)
    assert len(samples) == SPACES - 2
    assert 60 < totals.mean() < 160
    learner.remember(samples)
    errors = [learner.learn(8, random) for _ in range(60)]
    assert np.mean(errors[-10:]) < np.mean(errors[:10])
    learner.save(tmp_path / "net.pt", games=16)
    again, progress = Learner.resume(tmp_path / "net.pt", 1e-3, 1.0, 4, 0.9, False)
    assert progress == {"games": 16}
    assert again.steps == 60
    for mine, theirs in zip(learner.mean.parameters(), again.mean.parameters(), strict=True):
        assert torch.equal(mine, theirs)


def test_splitting_and_exporting_change_no_value(tmp_path: Path) -> None:
    torch.manual_seed(2)
    learner = Learner(ValueNet((32, 16, 16)), 1e-3, 1.0, 4, 0.9)
    learner.save(tmp_path / "net.pt")
    split, _ = Learner.resume(tmp_path / "net.pt", 1e-3, 1.0, 4, 0.9, True)
    x, hope = torch.rand(SPACES - 2, 5, FEATURES), torch.rand(SPACES - 2, 5, LINES)
    with torch.no_grad():
        before = learner.mean(x, hope)
        assert torch.allclose(before, split.mean(x, hope), atol=1e-5)
        assert torch.allclose(before, net_of(split.mean.arrays())(x, hope), atol=1e-5)


def test_the_graph_is_the_same_in_training_and_at_play() -> None:
    torch.manual_seed(3)
    net = GraphNet((16, 12, 8))
    graph, again = Graph(net.arrays()), GraphNet.of(net.arrays())
    for placed in (1, 9, SPACES - 2):
        # More boards than are judged at once.
        p = random_positions(250, placed)
        x, hope = features(p)
        with torch.no_grad():
            inputs = torch.from_numpy(x)[None], torch.from_numpy(hope)[None]
            found = net(*inputs, placed - 1)[0].numpy()
            assert np.allclose(found, again(*inputs, placed - 1)[0].numpy())
        assert np.allclose(found, graph.line_values(p, x, hope), atol=1e-4)
        assert not found[hope == 0].any()
        # All stages at once give each the same.
        whole = torch.from_numpy(np.repeat(x[None, :4], SPACES - 2, 0))
        hopes = torch.from_numpy(np.repeat(hope[None, :4], SPACES - 2, 0))
        with torch.no_grad():
            assert np.allclose(net(whole, hopes)[placed - 1].numpy(), found[:4], atol=1e-4)


def test_a_network_learns_what_became_of_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "labels", tmp_path / "net.npz"
    folder.mkdir()
    labels, random = Labels(folder, "some"), np.random.default_rng(1)
    for _ in range(20):
        play_game(standard_valuer().quick, labels, Rollouts(boards=1, choices=3), random, rare=1)
    labels.write()
    with pytest.raises(ValueError, match="no labels of boards with 1 tiles"):
        refine.read_labels([tmp_path])
    stages = refine.read_labels([folder])
    for placed, stage in enumerate(stages, 1):
        rows = stage.pairs(50, random).numpy().reshape(-1, 2)
        group = np.searchsorted(stage.first, rows, side="right")
        assert (group[:, 0] == group[:, 1]).all()
        assert (rows[:, 0] != rows[:, 1])[stage.size[group[:, 0] - 1] > 1].all()
        assert stage.size.sum() == len(stage.x), placed

    def learn(minutes: float) -> list[float]:
        options = f"{out} {folder} --graph 16 16 8 --minutes {minutes} --rate 0.003"
        monkeypatch.setattr("sys.argv", ["refine", *options.split()])
        assert refine.main() == 0
        return [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines()[1:]]

    learn(0.02)
    first = refine.Refiner(GraphNet((16, 16, 8)), 1e-3)
    first.resume(out.with_suffix(".pt"))
    learn(0.1)
    second = refine.Refiner(GraphNet((16, 16, 8)), 1e-3)
    second.resume(out.with_suffix(".pt"))
    assert second.steps > first.steps > 0
    assert second.minutes >= 0.1
    errors = [refiner.learn(stages, 8, np.random.default_rng(2)) for refiner in (first, second)]
    assert errors[1] < errors[0]
    network = load_networks(out).networks[0]
    assert isinstance(network, Graph)
    assert network.weights["out"].shape == (LINES, 16)


def test_a_quick_look_learns_what_the_small_network_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "shortlist.npz"
    options = f"{out} --seconds 0 --steps 150 --width 16"
    monkeypatch.setattr("sys.argv", ["screen", *options.split()])
    assert shortlist.main() == 0
    assert "4000 positions" in capsys.readouterr().out
    # It ranks the spaces of boards that it has not seen much as the network does.
    p = self_played(100, 8, seed=9)
    tiles = p.bag.argmax(1)
    values = after_placing(standard_valuer().quick, p, tiles)
    looked = Screen.load(out).values(p, tiles)
    assert np.array_equal(np.isfinite(looked), p.empty)
    best = np.argsort(-looked)[:, :4]
    lost = values.max(1) - np.take_along_axis(values, best, 1).max(1)
    assert lost.mean() < 1
