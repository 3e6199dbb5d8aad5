"""The search of `master`: the network's best choices, one call of lookahead, then rollouts.

The last six placements are computed exactly.
"""

from typing import Final

import numpy as np

from game.bots.arrays import Float32s, Int64s
from game.bots.values.endgame import EXACT, exact_values
from game.bots.values.lookahead import Valuer, after_placing, lookahead
from game.bots.values.positions import Positions
from game.bots.values.race import race
from game.bots.values.rollouts import Rollouts
from game.rules.ruleset import PlacementRule

CANDIDATES: Final = 8
SEARCH_MARGIN: Final = 4.0
"""Most spaces that are evaluated deeper, and the most points that they are behind the best."""
_UNSEEN: Final = 0.01
"""Points by which other spaces stay behind the best of those evaluated deeper."""


def search(judge: Valuer, p: Positions, tiles: Int64s, rollouts: Rollouts) -> Float32s:
    """Return the values of `after_placing`, the promising ones by lookahead and rollouts.

    The same position always gets the same values. Other spaces keep the network's value, limited
    to just below the best of the promising ones.
    """
    if p.to_come <= EXACT + 1:
        return after_placing(exact_values, p, tiles)
    values = after_placing(judge, p, tiles)
    row, space = _promising(values, CANDIDATES, SEARCH_MARGIN)
    children = p.put(row, tiles[row], space)
    looked_at = np.full(values.shape, -np.inf, np.float32)
    for i in range(len(p)):
        indices = np.flatnonzero(row == i)
        looked_at[i, space[indices]] = look_closely(
            judge, children.take(indices), [int(tiles[i])], rollouts
        )
    limit = looked_at.max(1, keepdims=True) - _UNSEEN
    worths: Float32s = np.where(np.isfinite(looked_at), looked_at, np.minimum(values, limit))
    return worths


def look_closely(
    judge: Valuer,
    p: Positions,
    hand: list[int],
    rollouts: Rollouts,
    before: Float32s | None = None,
) -> Float32s:
    """Return the values [n] of the boards `p`, choices for one hand, by lookahead and rollouts.

    `before` are the values of the lookahead if already known.
    """
    if p.to_come <= EXACT and p.rules.placement is PlacementRule.FREE:
        return exact_values(p)
    values = lookahead(judge, p) if before is None else before.copy()
    _, close = _promising(values[None], rollouts.choices, rollouts.margin)
    if len(close) > 1:
        empty = p.empty.any(0)
        flags = np.concatenate([p.bags[0], empty])
        random = np.random.default_rng([*hand, *np.packbits(flags).tolist()])
        values[close] = race(judge, p.take(close), values[close], rollouts, random)
    # Boards without rollouts stay behind the best one with them.
    others = np.ones(len(p), np.bool_)
    others[close] = False
    values[others] = np.minimum(values[others], values[close].max() - _UNSEEN)
    return values


def _promising(values: Float32s, count: int, margin: float) -> tuple[Int64s, ...]:
    """Return the indices of the best values [n, 19], at most `count` a board, within `margin`."""
    order = np.argsort(-values, axis=1)[:, :count]
    top = np.take_along_axis(values, order, 1)
    row, place = np.nonzero(top >= top[:, :1] - margin)
    return row, order[row, place]
