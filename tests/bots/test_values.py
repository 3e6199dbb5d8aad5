"""The networks judge positions as they did when their weights were learned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from game.bots.values.boards import Boards
from game.bots.values.features import Bags, see
from game.bots.values.final import RAY_HOPES, final_totals
from game.bots.values.network import Network, network, read_network
from game.bots.values.positions import Positions
from game.resources import ResourceError
from game.rules.ruleset import PlacementRule, RayRule, Ruleset, all_rulesets
from tests.bots.values.positions import random_positions
from tests.each import each
from tests.golden.choices import POSITIONS, WORTHS, worths_of

KEPT_WORTHS = WORTHS.read_text(encoding="utf-8").splitlines()


@each(POSITIONS[::2])
def test_worths_stay(text: str, call: int) -> None:
    """To a hundredth of a point: sums in another order are no other opinion."""
    rules, place, values = KEPT_WORTHS[POSITIONS.index((text, call))].split(" | ")
    assert (rules, int(place)) == (text, call)
    assert worths_of(text, call) == pytest.approx(list(map(float, values.split())), abs=0.01)


BEST_RAY = Ruleset.parse("classic free single best-ray")


def test_a_board_is_judged_alike_alone_and_among_hundreds() -> None:
    """Boards share their bags in another order; best rays are weighted by symbol and length."""
    p, random = random_positions(300, 4), np.random.default_rng(3)
    order = random.permutation(len(p))
    worth = random.random((4, len(RAY_HOPES)), np.float32)
    bags = Bags.of(p.bags[order])
    rows = np.argsort(order)
    together = network().values(BEST_RAY, p.boards, rows, bags, p.to_come, worth)
    for i in (0, 63, 64, 255, 256, 299):
        alone, bag = p.boards.take(np.array([i])), Bags.of(p.bags[[i]])
        here = np.zeros(1, np.intp)
        value = network().values(BEST_RAY, alone, here, bag, p.to_come, worth)
        assert together[i] == pytest.approx(value[0], abs=0.011)
    assert np.array_equal(together, np.round(together, 2))
    assert len({*together.tolist()}) > 250


def test_full_boards_are_judged_by_their_points_and_the_worth_of_their_rays() -> None:
    p = random_positions(40, 19)
    worth = np.arange(4 * len(RAY_HOPES), dtype=np.float32).reshape(4, -1)
    found = network().values(BEST_RAY, p.boards, np.arange(40), Bags.of(p.bags), 0, worth)
    assert np.array_equal(found, final_totals(BEST_RAY, p.boards, worth))
    assert not np.array_equal(found, final_totals(BEST_RAY, p.boards))


def test_who_is_blind_does_not_see_that_lines_compete_for_tiles() -> None:
    p = random_positions(5, 8)
    rows, bags, size = np.arange(5), Bags.of(p.bags), int(p.bags[0].sum())
    plain, blind = (see(p.rules, p.boards, rows, bags, p.to_come, size) for _ in range(2))
    blind.forget_demand()
    expected = plain.lines.copy(), plain.boards.copy()
    expected[0][:, :, 28:31], expected[1][:, 62:71] = 1, 1
    for name in ("spaces", "hopes", "ray_hopes", "settled"):
        assert np.array_equal(getattr(blind, name), getattr(plain, name))
    assert np.array_equal(blind.lines, expected[0])
    assert np.array_equal(blind.boards, expected[1])
    seen, unseen = (
        network().values(p.rules, p.boards, rows, bags, p.to_come, is_blind=is_blind)
        for is_blind in (False, True)
    )
    assert np.array_equal(seen, network().judge(p))
    assert (seen != unseen).all()


def test_more_rules_than_are_cached_have_their_own_weights() -> None:
    many = Network(network().weights)
    cases = [(rules, to_come) for rules in all_rulesets()[::8] for to_come in range(1, 11)]
    assert len(cases) > 200
    for case in (*cases, cases[0]):
        folded = many.fold(*case)
    fresh = Network(network().weights)
    for name, weights in fresh.fold(*cases[0]).items():
        assert np.array_equal(weights, folded[name])
    assert not np.array_equal(folded["line"], fresh.fold(cases[0][0], 2)["line"])


def test_a_network_without_its_lines_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "bare.npz", out=np.zeros(2))
    with pytest.raises(ResourceError, match="line"):
        read_network(tmp_path / "bare.npz")


def test_positions_lose_their_bounds_once_every_empty_space_can_be_reached() -> None:
    rules = Ruleset.parse("classic adjacent single none")
    begun, late = (replace(random_positions(2, placed), rules=rules) for placed in (1, 18))
    neighbours = [sorted(rules.grid.neighbours[int(f.argmax())]) for f in begun.boards.filled]
    tiles = np.zeros(2, np.intp)
    assert [np.flatnonzero(row).tolist() for row in begun.legal(tiles)] == neighbours
    assert begun.without_bounds() is begun
    free = late.without_bounds()
    assert (free.rules, free.boards, free.bags) == (Ruleset(), late.boards, late.bags)
    both = Positions(
        rules, Boards.join([late.boards, begun.boards]), np.concatenate([late.bags, begun.bags]), 1
    )
    assert both.without_bounds() is both


def test_a_tile_that_is_placed_leaves_the_bag_of_its_own_position() -> None:
    p = random_positions(3, 5)
    rows, tiles = np.array([2, 0, 2]), p.bags[[2, 0, 2]].argmax(axis=1)
    spaces = p.empty[rows].argmax(axis=1)
    after = p.put(rows, tiles, spaces)
    assert (len(after), after.to_come, p.to_come) == (3, 13, 14)
    for i, row in enumerate(rows):
        assert np.flatnonzero(p.bags[row] != after.bags[i]).tolist() == [tiles[i]]
        assert np.flatnonzero(p.boards.filled[row] != after.boards.filled[i]).tolist() == [
            spaces[i]
        ]
    again = p.take(rows)
    assert np.array_equal(again.bags, p.bags[rows])
    assert np.array_equal(again.boards.bits, p.boards.bits[rows])
    assert (again.rules, again.to_come) == (p.rules, 14)


@pytest.mark.parametrize("text", ["classic free mail none", "classic free mail rays"])
def test_a_late_tile_halves_the_hopes_and_the_points_of_its_lines(text: str) -> None:
    """M3, S4: rays are not halved."""
    rules, p = Ruleset.parse(text), random_positions(60, 16)
    mask = np.random.default_rng(1).random(p.boards.late.shape) < 0.5
    boards = replace(p.boards, late=mask)
    rows, bags, size = np.arange(60), Bags.of(p.bags), int(p.bags[0].sum())
    plain, late = (see(rules, some, rows, bags, p.to_come, size) for some in (p.boards, boards))
    with_rays = rules.rays is RayRule.RAYS
    assert np.array_equal(plain.settled, p.boards.score(with_rays))
    assert np.array_equal(late.settled, boards.score(with_rays))
    assert (late.settled < plain.settled).any()
    is_full = boards.left.T == 0
    share = np.where(mask.T, np.float32(0.5), np.float32(1))
    assert np.array_equal(late.hopes, plain.hopes * share)
    assert not late.hopes[is_full].any()
    lines = plain.lines.copy()
    lines[:, :, 31] = mask.T
    lines[:, :, 32] *= share
    assert np.array_equal(late.lines, lines)
    for name in ("spaces", "boards", "ray_hopes"):
        assert np.array_equal(getattr(late, name), getattr(plain, name))


@pytest.mark.parametrize("placement", PlacementRule)
def test_suns_and_moons_are_seen_where_rays_or_neighbours_need_them(
    placement: PlacementRule,
) -> None:
    """P4, S4: of a space, the chances that a sun and a moon that fit it are called."""
    p = random_positions(20, 9)
    rows, bags, size = np.arange(20), Bags.of(p.bags), int(p.bags[0].sum())
    plain, rays = (
        see(Ruleset(placement=placement, rays=rule), p.boards, rows, bags, p.to_come, size).spaces
        for rule in (RayRule.NONE, RayRule.RAYS)
    )
    expected = rays.copy()
    if placement is not PlacementRule.ADJACENT_SYMBOL:
        expected[:, :, 12:14] = 0
    assert rays[:, :, 12].any()
    assert rays[:, :, 13].any()
    assert np.array_equal(plain, expected)
    assert rays[:, :, 8:12].any(axis=(0, 1)).tolist() == [
        *[placement is not PlacementRule.FREE] * 2,
        *[placement is PlacementRule.ADJACENT_SYMBOL] * 2,
    ]
