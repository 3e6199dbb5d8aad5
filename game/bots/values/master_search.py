"""The search behind `master`: the network's best choices, one call of lookahead, then
rollouts.

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
MARGIN: Final = 4.0
"""So many spaces at most are looked at further, none so many points behind the best."""
_UNSEEN: Final = 0.01
"""How far a space that was not looked at stays behind the best one that was."""


def search(judge: Valuer, p: Positions, tiles: Int64s, rollouts: Rollouts) -> Float32s:
    """As `after_placing`, with the promising spaces judged by looking ahead and playing on.

    The same position always gets the same values. Spaces that were not looked at keep the
    network's value, lowered by no more than it takes to stand behind the best one looked at.
    """
    if p.to_come <= EXACT + 1:
        return after_placing(exact_values, p, tiles)
    values = after_placing(judge, p, tiles)
    row, space = _promising(values, CANDIDATES, MARGIN)
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
    """Return the values [n] of the boards `p`, choices for one hand: a call further, then
    played on.

    `before` are the values a call further where somebody else knows them.
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
    # Those that were not played on stay behind the best of those that were.
    others = np.ones(len(p), np.bool_)
    others[close] = False
    values[others] = np.minimum(values[others], values[close].max() - _UNSEEN)
    return values


def _promising(values: Float32s, count: int, margin: float) -> tuple[Int64s, ...]:
    """Boards and spaces of the best values [n, 19]: at most `count` a board, within `margin`."""
    order = np.argsort(-values, axis=1)[:, :count]
    top = np.take_along_axis(values, order, 1)
    row, place = np.nonzero(top >= top[:, :1] - margin)
    return row, order[row, place]
