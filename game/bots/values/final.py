"""The totals of full boards, with the best closing moves (P6, S1-S5)."""

from itertools import combinations, permutations
from typing import Final

import numpy as np

from game.bots.arrays import Bools, Float32s, Index
from game.bots.values.boards import POINTS_BY_SYMBOL, Boards
from game.bots.values.grid import STRIPE_MASKS, SYMBOLS
from game.rules.ruleset import RayRule, Ruleset

RAY_HOPES: Final = np.array([0, 0, 2, 10, 28, *[48] * 23], dtype=np.float32)
"""[tiles]: expected points of a best ray of this length before the others are known (S5)."""

_SETS: Final = [
    (chosen, order)
    for count in range(4)
    for chosen in combinations(range(3), count)
    for order in permutations(range(3), count)
]
"""The assignments of tiles set aside to stamens: (indices of tiles, order of stamens)."""


def final_totals(rules: Ruleset, boards: Boards, ray_worth: Float32s | None = None) -> Float32s:
    """Return the totals (n,) of finished boards, on Daffodil 4 with the best closing moves.

    Under the best-ray rule a best ray counts `RAY_HOPES`, weighted by `ray_worth` (4, 28): by
    symbol (1 sun, 2 moon) and by length.
    """
    if not rules.has_aside:
        return _totals(rules, boards, ray_worth)
    # The first three tiles on the daffodil; wild ones stay there (P6).
    order = np.argsort(~boards.aside, axis=1, kind="stable")[:, :3]
    is_there = np.take_along_axis(boards.aside, order, axis=1) & (order < 27)
    if rules.rays is RayRule.BEST_RAY:
        return _try_closings(rules, boards, ray_worth, order, is_there)
    with_rays = rules.rays is RayRule.RAYS
    gains = np.where(is_there[:, None, :], _gains(boards, order, with_rays), np.float32(0))
    best = np.max([gains[:, _EACH, list(p)].sum(axis=1) for p in permutations(range(3))], axis=0)
    totals: Float32s = boards.score(with_rays) + best
    return totals


_EACH: Final = np.arange(3)


def _gains(boards: Boards, tiles: Index, with_rays: bool) -> Float32s:
    """Return (n, 3, 3): the points that each stamen gains by each of three `tiles` (n, 3).

    No line runs through two stamens, so that the gains of a full board's stamens are independent.
    """
    grid = boards.grid
    stamens = np.flatnonzero(grid.stamens)
    lines = grid.through[stamens]
    is_last = (boards.left[:, lines] == 1) & ~boards.filled[:, stamens, None]
    bits = boards.bits[:, lines][:, :, None] & STRIPE_MASKS[tiles][:, None]
    earned = grid.points[lines[:, None], bits]
    if boards.late.any() or boards.aside_late.any():
        late_tiles = np.take_along_axis(boards.aside_late, tiles, axis=1)
        is_late = boards.late[:, lines][:, :, None] | late_tiles[:, None, :, None]
        earned = np.where(is_late, earned * np.float32(0.5), earned)
    if with_rays:
        symbols = boards.symbols[:, lines][:, :, None] & SYMBOLS[tiles][:, None, :, None]
        earned = earned + POINTS_BY_SYMBOL[symbols] * grid.lengths[lines][:, None]
    gains: Float32s = (earned * is_last[:, :, None]).sum(axis=3)
    return gains


def _try_closings(
    rules: Ruleset,
    boards: Boards,
    ray_worth: Float32s | None,
    order: Index,
    is_there: Bools,
) -> Float32s:
    """Return the totals with the best closing moves when stamens' gains are not independent.

    That is so if only the best rays count.
    """
    best = _totals(rules, boards, ray_worth)
    stamens = np.flatnonzero(boards.grid.stamens)
    for chosen, places in _SETS[1:]:
        rows = np.flatnonzero(is_there[:, list(chosen)].all(axis=1))
        if not len(rows):
            continue
        after = boards.take(rows)
        each = np.arange(len(rows))
        for which, place in zip(chosen, places, strict=True):
            space = np.full(len(rows), stamens[place])
            tile = order[rows, which]
            after = after.put(each, tile, space, boards.aside_late[rows, tile])
        best[rows] = np.maximum(best[rows], _totals(rules, after, ray_worth))
    return best


def _totals(rules: Ruleset, boards: Boards, ray_worth: Float32s | None) -> Float32s:
    totals = boards.score(rules.rays is RayRule.RAYS)
    if rules.rays is RayRule.BEST_RAY:
        shining = (boards.left == 0) & (boards.bits > 0)
        for symbol in (1, 2):
            hopes = RAY_HOPES[
                np.where(shining & (boards.symbols == symbol), boards.grid.lengths, 0)
            ]
            if ray_worth is not None:
                hopes = hopes * ray_worth[symbol, boards.grid.lengths.astype(np.intp)]
            totals += hopes.max(axis=1)
    return totals
