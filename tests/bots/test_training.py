"""Networks learn, and are the same in training and at play (needs torch)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from game.bots.standard.features import features  # noqa: E402
from game.bots.standard.graph import Graph  # noqa: E402
from game.bots.standard.layout import LINES, SPACES  # noqa: E402
from game.bots.standard.lookahead import after_placing  # noqa: E402
from game.bots.standard.network import Network, load_networks  # noqa: E402
from game.bots.standard.rollouts import Rollouts  # noqa: E402
from game.bots.standard.shortlist import Shortlist  # noqa: E402
from game.bots.standard.values import standard_valuer  # noqa: E402
from game.bots.training import refine, shortlist  # noqa: E402
from game.bots.training.graph_net import GraphNet  # noqa: E402
from game.bots.training.labels import Labels, play_game  # noqa: E402
from game.bots.training.layered_net import LayeredNet  # noqa: E402
from game.resources import asset  # noqa: E402
from tests.bots.test_standard_network import random_positions  # noqa: E402
from tests.bots.test_standard_search import self_played  # noqa: E402


def test_the_layered_network_is_the_same_in_training_and_at_play() -> None:
    torch.manual_seed(2)
    arrays = LayeredNet((32, 16, 12)).arrays()
    p = {placed: random_positions(20, placed) for placed in range(1, SPACES - 1)}
    seen = [features(p[placed]) for placed in p]
    x, hope = (torch.from_numpy(np.stack(part)) for part in zip(*seen, strict=True))
    with torch.no_grad():
        found = LayeredNet.of(arrays)(x, hope).numpy()
    for stage, placed in enumerate(p):
        played = Network(arrays).line_values(p[placed], *seen[stage])
        assert np.allclose(found[stage], played, atol=1e-4)


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
    # The small one goes on from the game's own, which is layered.
    out = tmp_path / "small.npz"
    options = f"{out} {folder} --start {asset('bots', 'standard.npz')} --minutes 0.02 --pairs 2"
    monkeypatch.setattr("sys.argv", ["refine", *options.split()])
    assert refine.main() == 0
    assert isinstance(load_networks(out).networks[0], Network)


def test_a_quick_look_learns_what_the_small_network_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "shortlist.npz"
    options = f"{out} --seconds 0 --steps 150 --width 16"
    monkeypatch.setattr("sys.argv", ["shortlist", *options.split()])
    assert shortlist.main() == 0
    assert "4000 positions" in capsys.readouterr().out
    # It ranks the spaces of boards that it has not seen much as the network does.
    p = self_played(100, 8, seed=9)
    tiles = p.bag.argmax(1)
    values = after_placing(standard_valuer().quick, p, tiles)
    looked = Shortlist.load(out).values(p, tiles)
    assert np.array_equal(np.isfinite(looked), p.empty)
    best = np.argsort(-looked)[:, :4]
    lost = values.max(1) - np.take_along_axis(values, best, 1).max(1)
    assert lost.mean() < 1
