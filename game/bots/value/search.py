"""Looking ahead with a value network: every tile that can come, the best space for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.bots.value.layout import SPACES
from game.bots.value.positions import Positions

__all__ = ["Depth", "Valuer", "after_placing", "lookahead", "search"]

Floats: TypeAlias = NDArray[np.float32]

_CHUNK = 3000
"""Boards judged at once; about 20 MB of features and hidden values."""


class Valuer(Protocol):
    """Whatever judges boards."""

    def values(self, p: Positions) -> Floats:
        """Expected final totals [n]."""
        ...


def _judge(valuer: Valuer, p: Positions) -> Floats:
    if p.placed == SPACES:
        return p.banked
    if len(p) <= _CHUNK:
        return valuer.values(p)
    rows = np.arange(len(p))
    parts = np.array_split(rows, -(-len(p) // _CHUNK))
    return np.concatenate([valuer.values(p.take(part)) for part in parts])


def after_placing(valuer: Valuer, p: Positions, tiles: NDArray[np.int64]) -> Floats:
    """Value of each space for tile `tiles[i]` on board i: [n, 19], -inf where it is not empty."""
    row, space = np.nonzero(p.empty)
    children = p.take(row)
    children.place(tiles[row], space)
    result = np.full((len(p), SPACES), -np.inf, np.float32)
    result[row, space] = _judge(valuer, children)
    return result


def lookahead(valuer: Valuer, p: Positions) -> Floats:
    """The boards' values one call further [n]: mean over the bag of the best placement."""
    if p.placed >= SPACES - 1:
        return _judge(valuer, p)
    result = np.empty(len(p), np.float32)
    tiles, spaces = int(p.bag[0].sum()), SPACES - p.placed
    step = max(1, 2 * _CHUNK // (tiles * spaces))
    for first in range(0, len(p), step):
        some = p.take(np.arange(first, min(first + step, len(p))))
        row, tile, space = np.nonzero(some.bag[:, :, None] & some.empty[:, None, :])
        children = some.take(row)
        children.place(tile, space)
        best = _judge(valuer, children).reshape(len(some), tiles, spaces).max(2)
        result[first : first + len(some)] = best.mean(1)
    return result


@dataclass(frozen=True, slots=True)
class Depth:
    """How far `search` looks.

    `candidates` spaces at most are looked at more closely, none that is more than `margin`
    points behind the best. From `deep_from` placed tiles on (counting the one in hand) it looks
    two calls ahead, following `replies` spaces for each first tile: with 16 placed that is all
    of them, so the last three placements are exact. Two calls ahead throughout cost twenty times
    as much and gained nothing that could be measured.
    """

    candidates: int = 6
    margin: float = 3.0
    deep_from: int = 16
    replies: int = 3


def search(valuer: Valuer, p: Positions, tiles: NDArray[np.int64], depth: Depth) -> Floats:
    """As `after_placing`, with the promising spaces judged by looking ahead.

    Spaces that were not looked at keep the network's value, lowered by no more than it takes
    to stand behind the best one looked at.
    """
    values = after_placing(valuer, p, tiles)
    order = np.argsort(-values, axis=1)[:, : depth.candidates]
    top = np.take_along_axis(values, order, 1)
    row, place = np.nonzero(top >= top[:, :1] - depth.margin)
    space = order[row, place]
    children = p.take(row)
    children.place(tiles[row], space)
    if children.placed >= depth.deep_from:
        closer = _two_calls(valuer, children, depth.replies)
    else:
        closer = lookahead(valuer, children)
    looked_at = np.zeros(values.shape, np.bool_)
    looked_at[row, space] = True
    values[row, space] = closer
    best = np.where(looked_at, values, -np.inf).max(1, keepdims=True)
    capped: Floats = np.where(looked_at, values, np.minimum(values, best - 0.01))
    return capped


def _two_calls(valuer: Valuer, p: Positions, replies: int) -> Floats:
    """The boards' values two calls further [n]."""
    if p.placed >= SPACES - 2:
        return lookahead(valuer, p)
    row, tile = np.nonzero(p.bag)
    parents = p.take(row)
    first = after_placing(valuer, parents, tile)
    space = np.argsort(-first, axis=1)[:, : min(replies, SPACES - p.placed)]
    reply, place = np.nonzero(np.ones(space.shape, np.bool_))
    children = parents.take(reply)
    children.place(tile[reply], space[reply, place])
    best = lookahead(valuer, children).reshape(space.shape).max(1)
    mean: Floats = best.reshape(len(p), -1).mean(1)
    return mean
