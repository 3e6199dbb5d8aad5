"""The compiled kernels of training see and judge boards as the game does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")
torch = pytest.importorskip("torch")

from game.bots.training import boards as lockstep  # noqa: E402
from game.bots.training import distil  # noqa: E402
from game.bots.training.games import fixed_deals, play_games  # noqa: E402
from game.bots.training.kernel_board import place, seed_draws  # noqa: E402
from game.bots.training.kernel_features import state_features  # noqa: E402
from game.bots.training.learning import Learner  # noqa: E402
from game.bots.training.model import ValueNet, net_of  # noqa: E402
from game.bots.training.player import Player, Samples  # noqa: E402
from game.bots.value.features import features  # noqa: E402
from game.bots.value.layout import FEATURES, LINES, SPACES  # noqa: E402
from game.bots.value.network import Ensemble, Network, load_networks  # noqa: E402
from game.bots.value.positions import Positions  # noqa: E402
from game.resources import asset  # noqa: E402


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


def test_a_pupil_learns_from_a_teachers_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    teacher, pupil = asset("bots", "standard.npz"), tmp_path / "pupil.npz"
    options = f"{pupil} --teacher {teacher} --games 512 --minutes 0.1 --widths 32 16 16"
    monkeypatch.setattr("sys.argv", ["distil", *options.split()])
    assert distil.main() == 0
    mean = float(capsys.readouterr().out.split("mean ")[1].split()[0])
    # A player without a plan earns 10; the pupil has seen 512 games for six seconds.
    assert mean > 125
    assert load_networks(pupil).networks[0].weights["W1"].shape == (1, FEATURES, 32)
    assert pupil.with_suffix(".pt").exists()
