"""The search behind `master`: the networks' choice, close spaces played on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.value.lookahead import Valuer, after_placing, two_calls
from game.bots.value.positions import Positions
from game.bots.value.rollouts import Rollouts, orders, play_on

__all__ = ["Depth", "search"]

Floats: TypeAlias = NDArray[np.float32]

_UNSEEN: Final = 0.01
"""How far a space that was not looked at stays behind the best one that was."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How far `search` looks.

    Close spaces are played on (`rollouts`). From `deep_from` placed tiles on (counting the one
    in hand) it looks two calls ahead instead, from at most `candidates` spaces that are no more
    than `margin` points behind the best, following `replies` spaces for each first tile: with
    16 placed that is all of them, so the last three placements are exact.
    """

    rollouts: Rollouts = field(default_factory=Rollouts)
    deep_from: int = 16
    candidates: int = 6
    margin: float = 3.0
    replies: int = 3


def search(valuer: Valuer, p: Positions, tiles: NDArray[np.int64], depth: Depth) -> Floats:
    """As `after_placing`, with the promising spaces judged by playing on or looking ahead.

    The same position always gets the same values. Spaces that were not looked at keep the
    network's value, lowered by no more than it takes to stand behind the best one looked at.
    """
    values = after_placing(valuer, p, tiles)
    if p.placed + 1 >= depth.deep_from:
        row, space = _promising(values, depth.candidates, depth.margin)
        children = p.take(row)
        children.place(tiles[row], space)
        closer = np.full(values.shape, -np.inf, np.float32)
        closer[row, space] = two_calls(valuer, children, depth.replies)
        return _behind(values, closer)
    for i in range(len(p)):
        values[i] = _played_on(valuer, p.take(np.array([i])), int(tiles[i]), values[i], depth)
    return values


def _promising(values: Floats, count: int, margin: float) -> tuple[NDArray[np.int64], ...]:
    """Boards and spaces of the best values [n, 19]: at most `count` a board, within `margin`."""
    order = np.argsort(-values, axis=1)[:, :count]
    top = np.take_along_axis(values, order, 1)
    row, place = np.nonzero(top >= top[:, :1] - margin)
    return row, order[row, place]


def _played_on(valuer: Valuer, p: Positions, tile: int, values: Floats, depth: Depth) -> Floats:
    """The values [19] of one board, its close spaces judged by playing on from them.

    Half of the boards go to all of them, the other half to the best of these. Playing on tells
    spaces apart but shares one luck, so the mean of those compared is left as it was.
    """
    rollouts = depth.rollouts
    _, close = _promising(values[None], rollouts.choices, rollouts.margin)
    children = p.take(np.zeros(len(close), np.int64))
    children.place(np.full(len(close), tile), close)
    random = np.random.default_rng([tile, *np.packbits(_flags(p)).tolist()])
    found, compared, played = values[close], np.arange(len(close)), 0
    for _ in range(2):
        if len(compared) < 2:
            break
        times = rollouts.times(children.placed, len(compared))
        calls = orders(children.bag[0], rollouts.length(children.placed), times, random)
        new = play_on(valuer.quick, valuer, children.take(compared), calls)
        new += found[compared].mean() - new.mean()
        found[compared] += (new - found[compared]) * (len(calls) / (played + len(calls)))
        played += len(calls)
        best = np.argsort(-found)[: rollouts.finalists]
        compared = best[found[best] >= found[best[0]] - rollouts.final_margin]
    closer = np.full(values.shape, -np.inf, np.float32)
    closer[close] = found
    return _behind(values, closer)


def _flags(p: Positions) -> NDArray[np.bool_]:
    """What tells a board from others with the same tile in hand, as far as luck must."""
    flags: NDArray[np.bool_] = np.concatenate([p.bag[0], p.empty[0]])
    return flags


def _behind(values: Floats, closer: Floats) -> Floats:
    """`closer` where it is finite; elsewhere `values`, kept behind the best of `closer`."""
    limit = closer.max(-1, keepdims=True) - _UNSEEN
    found: Floats = np.where(np.isfinite(closer), closer, np.minimum(values, limit))
    return found
