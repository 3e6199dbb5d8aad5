"""Labels for training: games that play themselves, their placements played on."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from game.bots.standard.layout import LINES, SPACES
from game.bots.standard.lookahead import lookahead
from game.bots.standard.positions import Positions
from game.bots.standard.rollouts import Rollouts, orders, play_on
from game.bots.standard.values import standard_valuer
from game.bots.training.labels import Labels, Tracked, play_game, played_on
from tests.bots.test_standard_network import random_positions

BOARD = ("number", "filled", "empty", "bag")


def test_tracked_boards_know_which_lines_brought_their_points() -> None:
    p = random_positions(30, SPACES - 6)
    tracked = Tracked.of(p.take(np.arange(30)))
    banked, random = p.banked.copy(), np.random.default_rng(4)
    for _ in range(6):
        tiles = np.array([random.choice(np.flatnonzero(bag)) for bag in p.bag])
        spaces = np.array([random.choice(np.flatnonzero(empty)) for empty in p.empty])
        before = p.number.copy()
        earned = tracked.earned.copy()
        p.place(tiles, spaces)
        tracked.place(tiles, spaces)
        # Only lines that a tile has just closed bring something.
        assert not (tracked.earned - earned)[p.number == before].any()
    assert np.array_equal(tracked.banked, p.banked)
    assert np.allclose(tracked.earned.sum(1), p.banked - banked)


def test_playing_on_by_line_sums_up_to_playing_on() -> None:
    valuer = standard_valuer()
    p = random_positions(4, 10)
    p.bag[:] = p.bag[0]
    calls = orders(p.bag[0], 4, 2, np.random.default_rng(1))
    lines = played_on(valuer, p, calls)
    assert lines.shape == (4, LINES)
    expected = play_on(valuer.quick, valuer, p, calls).mean(1)
    assert lines.sum(1) + p.banked == pytest.approx(expected, abs=1e-2)


def test_playing_out_two_calls_is_exact() -> None:
    valuer = standard_valuer()
    p = random_positions(1, SPACES - 2)
    calls = np.array(list(permutations(np.flatnonzero(p.bag[0]).tolist(), 2)))
    value = played_on(valuer, p, calls).sum(1) + p.banked
    assert value == pytest.approx(lookahead(valuer, p), abs=1e-2)


def test_labels_are_written_in_groups_of_choices_for_one_tile(tmp_path: Path) -> None:
    labels, random = Labels(tmp_path, "some"), np.random.default_rng(2)
    rollouts = Rollouts(boards=1, choices=3)
    totals = [play_game(standard_valuer().quick, labels, rollouts, random) for _ in range(3)]
    assert min(totals) > 50
    labels.write()
    labels.write()
    (path,) = tmp_path.iterdir()
    with np.load(path) as file:
        columns = {name: file[name] for name in file.files}
    sizes = {len(column) for column in columns.values()}
    assert sizes == {len(columns["group"])}
    for group in np.unique(columns["group"]):
        rows = columns["group"] == group
        assert len(np.unique(columns["placed"][rows])) == 1
        assert len(np.unique(columns["bag"][rows], axis=0)) == 1
        assert len(np.unique(columns["empty"][rows], axis=0)) == rows.sum()
        assert (columns["empty"][rows].sum(1) == SPACES - columns["placed"][rows][0]).all()
    # Every placement from the third to the sixteenth is there.
    assert set(range(3, 16)) <= set(columns["placed"].tolist())
    # No line brings more than five nines (S1).
    assert columns["lines"].min() >= 0
    assert columns["lines"].max() <= 9 * 5


def test_alone_the_networks_say_what_boards_are_worth(tmp_path: Path) -> None:
    labels, valuer = Labels(tmp_path, "some"), standard_valuer()
    play_game(valuer, labels, None, np.random.default_rng(3))
    labels.write()
    with np.load(tmp_path / "some-0.npz") as file:
        placed = file["placed"]
        rows = np.flatnonzero(placed == placed[-1])
        number, filled, empty, bag = (file[name][rows] for name in BOARD)
        p = Positions(int(placed[-1]), number, filled, empty, bag, np.zeros(len(rows), np.float32))
        assert file["lines"][rows] == pytest.approx(valuer.line_values(p), abs=1e-3)
